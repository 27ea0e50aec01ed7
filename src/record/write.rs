//! Writes a game record.

use std::fmt;

use super::pgn::{ROSTER, push_tag, push_wrapped};
use super::{Record, RecordedTurn};
use crate::board::Color;

impl fmt::Display for Record {
    /// Writes the tags, then the turns with their numbers, comments and variations, then the result
    /// and an empty line.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut text = self.tags_as_text(&[]);
        push_wrapped(&mut text, &self.movetext());
        text.push('\n');
        f.write_str(&text)
    }
}

impl Record {
    /// All tags, then an empty line. The tags in `more` stand directly after `FEN`.
    pub(super) fn tags_as_text(&self, more: &[(&str, &str)]) -> String {
        let mut text = String::new();
        for (name, unknown) in ROSTER {
            match name {
                "Result" => push_tag(&mut text, name, &self.result.to_string()),
                _ => push_tag(&mut text, name, self.tags.get(name).unwrap_or(unknown)),
            }
        }
        push_tag(&mut text, "Variant", self.game.name());
        if !self.game.is_built_in() {
            push_tag(&mut text, "Switches", &self.game.definition());
        }
        push_tag(&mut text, "SetUp", "1");
        push_tag(&mut text, "FEN", &self.start.to_string());
        for (name, value) in more {
            push_tag(&mut text, name, value);
        }
        for (name, value) in self.tags.iter() {
            if !ROSTER.iter().any(|(known, _)| *known == name) {
                push_tag(&mut text, name, value);
            }
        }
        text.push('\n');
        text
    }

    /// Everything after the tags, as words that must not be broken.
    fn movetext(&self) -> Vec<String> {
        let mut words = Vec::with_capacity(2 * self.turns.len() + 2);
        if let Some(preface) = &self.preface {
            push_comment(&mut words, preface.text());
        }
        let number = TurnNumber {
            side: self.start.side,
            number: u32::from(self.start.fullmove),
        };
        push_turns(&mut words, &self.turns, number);
        words.push(self.result.to_string());
        words
    }
}

fn push_comment(words: &mut Vec<String>, text: &str) {
    words.extend(format!("{{{text}}}").split(' ').map(str::to_owned));
}

/// The full move number of a turn, and the side that plays the turn.
#[derive(Clone, Copy)]
struct TurnNumber {
    side: Color,
    number: u32,
}

/// Adds the turns of the game or of a variation, with their numbers, comments and variations.
fn push_turns(words: &mut Vec<String>, turns: &[RecordedTurn], mut at: TurnNumber) {
    let mut needs_number = true;
    for recorded in turns {
        let TurnNumber { side, number } = at;
        match side {
            Color::White => words.push(format!("{number}.")),
            Color::Black if needs_number => words.push(format!("{number}...")),
            Color::Black => {}
        }
        words.push(recorded.turn.to_string());
        words.extend(recorded.glyph_words());
        if let Some(comment) = &recorded.comment {
            push_comment(words, comment.text());
        }
        for variation in recorded.nonempty_variations() {
            let first = words.len();
            push_turns(words, variation, at);
            if let Some(word) = words.get_mut(first) {
                word.insert(0, '(');
            }
            if let Some(word) = words.last_mut() {
                word.push(')');
            }
        }
        // Directly after a variation, a turn of Black is written with its number.
        needs_number = recorded.nonempty_variations().next().is_some();
        at = TurnNumber {
            side: !side,
            number: number + u32::from(side.is_black()),
        };
    }
}
