//! The lines of a conversation with an engine, kept for the case that something goes wrong.

use std::collections::VecDeque;

/// Lines that are kept of the beginning of a game.
const HEAD: usize = 2000;

/// Lines that are kept of its end.
const TAIL: usize = 2000;

/// Bytes that are kept of a line.
const WIDTH: usize = 1 << 16;

/// The lines of the introduction and those of the game, both ways.
#[derive(Clone, Debug, Default)]
pub(crate) struct Transcript {
    introduction: Vec<String>,
    head: Vec<String>,
    tail: VecDeque<String>,
    omitted: usize,
    in_game: bool,
}

impl Transcript {
    /// A line to the engine.
    pub(crate) fn sent(&mut self, line: &str) {
        self.push('>', line);
    }

    /// A line from the engine.
    pub(crate) fn received(&mut self, line: &str) {
        self.push('<', line);
    }

    /// Forgets the last game, but not the introduction.
    pub(crate) fn begin_game(&mut self) {
        self.head.clear();
        self.tail.clear();
        self.omitted = 0;
        self.in_game = true;
    }

    fn push(&mut self, direction: char, line: &str) {
        let mut end = line.len().min(WIDTH);
        while !line.is_char_boundary(end) {
            end -= 1;
        }
        let line = format!("{direction} {}", line.get(..end).unwrap_or_default());
        if !self.in_game && self.introduction.len() < HEAD {
            self.introduction.push(line);
        } else if self.head.len() < HEAD {
            self.head.push(line);
        } else {
            self.tail.push_back(line);
            if self.tail.len() > TAIL {
                self.tail.pop_front();
                self.omitted += 1;
            }
        }
    }

    /// All lines that were kept.
    pub(crate) fn lines(&self) -> Vec<String> {
        let mut lines = self.introduction.clone();
        lines.extend(self.head.iter().cloned());
        if self.omitted > 0 {
            lines.push(format!("# {} lines are left out here", self.omitted));
        }
        lines.extend(self.tail.iter().cloned());
        lines
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_long_game_is_cut_in_the_middle() {
        let mut transcript = Transcript::default();
        transcript.sent("uci");
        transcript.begin_game();
        for number in 0..HEAD + TAIL + 5 {
            transcript.received(&number.to_string());
        }
        let lines = transcript.lines();
        assert_eq!(lines.len(), 1 + HEAD + 1 + TAIL);
        assert_eq!(lines.first().map(String::as_str), Some("> uci"));
        assert!(lines.contains(&"# 5 lines are left out here".to_owned()));
        transcript.begin_game();
        assert_eq!(transcript.lines(), ["> uci"]);
    }
}
