//! What was said to an engine and what it said, line by line, to be read when something went wrong.

use std::collections::VecDeque;

/// Lines from the beginning of a game that are kept.
const HEAD: usize = 2000;

/// Lines from its end that are kept.
const TAIL: usize = 2000;

/// Bytes of a line that are kept.
const WIDTH: usize = 1 << 16;

/// The lines both ways: those of the introduction, and those of the game.
#[derive(Clone, Debug, Default)]
pub(crate) struct Transcript {
    introduction: Vec<String>,
    head: Vec<String>,
    tail: VecDeque<String>,
    left_out: usize,
    in_game: bool,
}

impl Transcript {
    /// A line to the engine.
    pub(crate) fn sent(&mut self, line: &str) {
        self.push('>', line);
    }

    /// A line from the engine.
    pub(crate) fn heard(&mut self, line: &str) {
        self.push('<', line);
    }

    /// A new game begins: what was said in the last one is forgotten, the introduction is not.
    pub(crate) fn begin_game(&mut self) {
        self.head.clear();
        self.tail.clear();
        self.left_out = 0;
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
                self.left_out += 1;
            }
        }
    }

    /// All of it.
    pub(crate) fn lines(&self) -> Vec<String> {
        let mut lines = self.introduction.clone();
        lines.extend(self.head.iter().cloned());
        if self.left_out > 0 {
            lines.push(format!("# {} lines are left out here", self.left_out));
        }
        lines.extend(self.tail.iter().cloned());
        lines
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_flood_is_cut_in_the_middle() {
        let mut transcript = Transcript::default();
        transcript.sent("uci");
        transcript.begin_game();
        for number in 0..HEAD + TAIL + 5 {
            transcript.heard(&number.to_string());
        }
        let lines = transcript.lines();
        assert_eq!(lines.len(), 1 + HEAD + 1 + TAIL);
        assert_eq!(lines.first().map(String::as_str), Some("> uci"));
        assert!(lines.contains(&"# 5 lines are left out here".to_owned()));
        transcript.begin_game();
        assert_eq!(transcript.lines(), ["> uci"]);
    }
}
