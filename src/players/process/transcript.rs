//! The lines of a conversation with an engine, to reproduce a fault: the *introduction* (the lines
//! before the first game), and then the lines of one game. The middle of a long game is left out.

use std::collections::VecDeque;

/// The maximum number of bytes in [`Transcript::first`], and also in [`Transcript::last`].
const KEPT: usize = 64 << 10;

/// The maximum number of bytes that are kept of a line.
const MAX_LINE_LENGTH: usize = 16 << 10;

/// The lines of the introduction and those of the game, in both directions.
#[derive(Clone, Debug, Default)]
pub(crate) struct Transcript {
    /// The introduction, and the beginning of the game.
    first: String,
    /// How many bytes of `first` belong to the introduction; 0 before the first game.
    introduction: usize,
    /// The number of lines left out at the end of the introduction.
    cut: usize,
    /// Lines that do not fit into `first`: only the latest ones, at most [`KEPT`] bytes.
    last: VecDeque<u8>,
    /// The number of lines left out between `first` and `last`.
    omitted: usize,
    /// Whether a line did not fit into `first`.
    is_first_full: bool,
}

impl Transcript {
    /// Adds a line that was sent to the engine.
    pub(crate) fn sent(&mut self, line: &str) {
        self.push('>', line);
    }

    /// Adds a line that came from the engine.
    pub(crate) fn received(&mut self, line: &str) {
        self.push('<', line);
    }

    /// Begins a game. Forgets the previous game, but not the introduction.
    pub(crate) fn begin_game(&mut self) {
        if self.introduction == 0 {
            self.cut_introduction();
        }
        self.first.truncate(self.introduction);
        self.last.clear();
        self.omitted = 0;
        self.is_first_full = false;
    }

    /// Ends the introduction. Cuts a long introduction, to leave room for the game.
    fn cut_introduction(&mut self) {
        let half = self.first.floor_char_boundary(KEPT / 2);
        let end = self.first.get(..half).and_then(|text| text.rfind('\n'));
        self.introduction = match end {
            Some(end) if self.first.len() > half => end + 1,
            _ => self.first.len(),
        };
        let cut = self.first.get(self.introduction..).unwrap_or_default();
        let last = self.last.iter().filter(|&&byte| byte == b'\n');
        self.cut = cut.lines().count() + self.omitted + last.count();
    }

    fn push(&mut self, direction: char, line: &str) {
        let end = line.floor_char_boundary(MAX_LINE_LENGTH);
        let (line, mark) = match line.split_at(end) {
            (line, "") => (line, ""),
            (line, _) => (line, "..."),
        };
        let line = format!("{direction} {line}{mark}\n");
        if !self.is_first_full && self.first.len() + line.len() <= KEPT {
            self.first.push_str(&line);
            return;
        }
        self.is_first_full = true;
        self.last.extend(line.as_bytes());
        while self.last.len() > KEPT {
            let end = self.last.iter().position(|&byte| byte == b'\n');
            self.last.drain(..=end.unwrap_or_default());
            self.omitted += 1;
        }
    }

    /// All lines that were kept, with a remark where lines were left out.
    pub(crate) fn text(&self) -> String {
        let left_out = |count: usize| match count {
            0 => String::new(),
            count => format!("# lines left out here: {count}\n"),
        };
        let (introduction, game) = self.first.split_at(self.introduction);
        let mut text = introduction.to_owned() + &left_out(self.cut) + game;
        text.push_str(&left_out(self.omitted));
        let last: Vec<u8> = self.last.iter().copied().collect();
        text.push_str(&String::from_utf8_lossy(&last));
        text
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
        for number in 0..50_000 {
            transcript.received(&number.to_string());
        }
        let text = transcript.text();
        assert!(text.len() <= 2 * KEPT + 40, "{}", text.len());
        assert!(text.starts_with("> uci\n< 0\n< 1\n"), "{text}");
        assert!(text.ends_with("< 49998\n< 49999\n"), "{text}");
        let omitted = text
            .split_once("# lines left out here: ")
            .and_then(|(_, rest)| rest.split_once('\n'));
        let omitted: usize = omitted.expect("a remark").0.parse().expect("a number");
        assert_eq!(text.lines().count() + omitted, 50_000 + 2);
        transcript.begin_game();
        assert_eq!(transcript.text(), "> uci\n");
    }

    #[test]
    fn a_long_line_or_introduction_leaves_room_for_the_game() {
        let mut transcript = Transcript::default();
        for _ in 0..100 {
            transcript.received(&"ö".repeat(1 << 20));
        }
        assert!(transcript.text().len() <= 2 * KEPT + 40);
        transcript.begin_game();
        transcript.sent("position startpos");
        let text = transcript.text();
        // One line of the introduction is left.
        assert!(
            text.ends_with("...\n# lines left out here: 99\n> position startpos\n"),
            "the cut is not marked"
        );
        transcript.begin_game();
        assert!(
            transcript
                .text()
                .ends_with("...\n# lines left out here: 99\n")
        );
        transcript.sent("position startpos");
        let text = transcript.text();
        assert!(
            text.ends_with("> position startpos\n"),
            "the game is missing"
        );
        assert!(text.len() <= KEPT, "{}", text.len());
    }
}
