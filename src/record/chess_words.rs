//! Finds words among the moves of a chess game that look like moves but are none, such as the German
//! `Sf3`. The PGN reader skips them.

use shakmaty::san::SanPlus;

use super::tokens::{Token, Tokens, TurnNotation};
use crate::notation::error::printable;

/// A word that looks like a move but is none.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct UnknownWord {
    /// The number of the turn at this place, from 1.
    pub(super) number: usize,
    /// The first 20 characters of the word, with spaces for control characters.
    pub(super) word: String,
}

/// What a part of a word is.
enum Part {
    Move,
    /// A word that names no square, such as a move number, `+-`, `mate` or `e.p.`.
    Other,
    /// A word that names a square, but is not a move in standard algebraic notation.
    Unknown,
}

/// The dashes that some programs write for `-`.
const DASHES: [char; 2] = ['\u{2013}', '\u{2014}'];

/// The first word in the moves of the first game that names a square, but is not a move in standard
/// algebraic notation. Comments and variations do not count. The moves end at the result, at an empty
/// line or at a tag.
pub(super) fn unknown_word(pgn: &str) -> Option<UnknownWord> {
    let mut tokens = Tokens::new(movetext(pgn), TurnNotation::Protocol);
    let mut number = 1;
    let mut depth = 0_usize;
    while let Some(token) = tokens.next() {
        if tokens.after_empty_line {
            break;
        }
        match token {
            Ok((_, Token::VariationStart)) => depth += 1,
            Ok((_, Token::VariationEnd)) => depth = depth.saturating_sub(1),
            Ok((_, Token::Tag { .. })) => break,
            Ok((_, Token::Word(word))) if depth == 0 => {
                if is_result(&word) {
                    break;
                }
                for text in parts(&word) {
                    match part(text) {
                        Part::Move => number += 1,
                        Part::Other => {}
                        Part::Unknown => {
                            let word = text.chars().take(20).map(printable).collect();
                            return Some(UnknownWord { number, word });
                        }
                    }
                }
            }
            _ => {}
        }
    }
    None
}

/// The text after the tags.
fn movetext(pgn: &str) -> &str {
    let mut rest = pgn.trim_start_matches('\u{feff}').trim_start();
    while rest.starts_with(['[', '%']) {
        let (line, after) = rest.split_once('\n').unwrap_or((rest, ""));
        let tag = line.find("\"]").filter(|_| line.starts_with('['));
        let after_tag = tag.and_then(|end| rest.get(end + 2..));
        rest = after_tag.unwrap_or(after).trim_start();
    }
    rest
}

fn is_result(word: &str) -> bool {
    let word = word.replace(DASHES, "-");
    matches!(
        word.as_str(),
        "1-0" | "0-1" | "1/2-1/2" | "\u{bd}-\u{bd}" | "*"
    )
}

/// The parts of a word. As for the PGN reader, they end at a full stop, a star, `!` or `?`.
fn parts(word: &str) -> impl Iterator<Item = &str> {
    word.split(['.', '*', '!', '?'])
}

fn part(text: &str) -> Part {
    let san = text.trim_start_matches(|letter: char| letter.is_ascii_digit());
    let castling = text.trim_end_matches(['+', '#']).replace(DASHES, "-");
    if SanPlus::from_ascii(san.as_bytes()).is_ok() || matches!(&*castling, "0-0" | "0-0-0") {
        Part::Move
    } else if names_a_square(text) {
        Part::Unknown
    } else {
        Part::Other
    }
}

/// Whether a text has a letter from a to h with a digit from 1 to 8 behind it.
fn names_a_square(text: &str) -> bool {
    let bytes = text.as_bytes().windows(2);
    bytes.into_iter().any(|pair| {
        matches!(pair, [file, rank] if matches!(file.to_ascii_lowercase(), b'a'..=b'h') && matches!(rank, b'1'..=b'8'))
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_word_that_is_not_a_move_is_found() {
        for (pgn, expected) in [
            ("1. e4 e5 2. Sf3 Sc6 3. d4 exd4 *", (3, "Sf3")),
            ("1. e4 e5 2.Zf3 *", (3, "Zf3")),
            ("1. e4 Nf3x *", (2, "Nf3x")),
            ("1. e4 e8=Qx *", (2, "e8=Qx")),
            ("1. e4 Qh4++ *", (2, "Qh4++")),
            ("[Event \"x\"] 1. e4 Dc7 *", (2, "Dc7")),
            ("1. e4 d5 2. e5 f5 3. exf6e.p. *", (5, "exf6e")),
            (
                "[Event \"a \"b\" c\"]\n% note\n\n1. e4 e5 2. b8D",
                (3, "b8D"),
            ),
            (
                "\u{feff}[Event \"x\"]\n\n1. e4 \u{2658}f6 *",
                (2, "\u{2658}f6"),
            ),
            ("1. e4 xe5\u{1b}[31m *", (2, "xe5 ")),
        ] {
            let found = unknown_word(pgn).map(|found| (found.number, found.word));
            assert_eq!(found, Some((expected.0, expected.1.to_owned())), "{pgn}");
        }
    }

    #[test]
    fn what_a_chess_game_may_have_besides_moves_is_allowed() {
        for pgn in [
            "1. e4! e5?! 2.Nf3 Nc6$1 3 Bb5 a6 4. O-O 0-0+ 5... exd8=Q# 1-0 White wins",
            "1.e4e5 1... -- 2. exd6 e.p. +- = \u{b1} {Sf3 in a comment} (2. Sf3 (Sc6)) 1/2-1/2",
            "1. e4 ; Sf3\n% Sf3\ne5 \u{bd}-\u{bd}",
            "1. e4 e5\n\nSome words on e4",
            "Carlsen - Anand\n1. e4 e5 2. Qh5 ch N Nc6 e.p.+ e. p. 3. Bc4 [0:05] 1/2",
            "1. e4 e5 2. Qh5 0\u{2013}0 O-O! Black resigns",
            "1. e4 e5 0\u{2013}1",
            "[Event \"x\"]\n1. e4\n[Event \"Sf3\"]\n\n1. Sf3 *",
        ] {
            assert_eq!(unknown_word(pgn), None, "{pgn}");
        }
    }
}
