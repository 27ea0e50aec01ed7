//! Prepares the moves of a chess game for the PGN reader. The reader skips words that it cannot
//! read, such as the German `Sf3`, and ends a game at an empty line.

use std::collections::HashSet;

use shakmaty::san::SanPlus;

use super::tokens::{Token, Tokens, TurnNotation};
use crate::notation::error::printable;

/// A word among the moves that has no meaning in a chess game.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct UnknownWord {
    /// The number of the turn at this place, from 1; each side's move is a turn.
    pub(super) number: usize,
    /// The first 20 characters of the word, with spaces for control characters.
    pub(super) word: String,
}

impl UnknownWord {
    fn new(number: usize, word: &str) -> Self {
        let word = word.chars().take(20).map(printable).collect();
        Self { number, word }
    }
}

/// What a part of a word is.
enum Part {
    Move,
    /// A remark, or a text without letters, such as a move number, a result or `+-`.
    Other,
    /// A word that looks like a move, but is none in standard algebraic notation.
    NoMove,
    /// Any other word.
    Word,
}

/// Remarks on a move: a novelty, a diagram, an editor's remark, a check (also a discovered or a
/// double one), checkmate, en passant.
const REMARKS: [&str; 12] = [
    "N",
    "TN",
    "D",
    "RR",
    "ch",
    "dis",
    "dbl",
    "check",
    "mate",
    "Mate",
    "checkmate",
    "ep",
];

/// The dashes that some programs write for `-`.
const DASHES: [char; 2] = ['\u{2013}', '\u{2014}'];

/// Searches the moves of the first game. Returns the first word that is no move in standard
/// algebraic notation, no number, no sign such as `+-`, no remark and no result. `White resigns`
/// and `Black resigns` count as remarks if no move follows. A letter and a pawn move, as in `N c6`,
/// are such a word too: the PGN reader would skip the letter and play the pawn move. Comments and
/// variations do not count. Words before the first move number or move do not count. Between the
/// first move number and the first move, only words that look like moves count. The moves end at
/// the result, at an empty line or at a tag.
pub(super) fn unknown_word(pgn: &str) -> Option<UnknownWord> {
    let mut tokens = Tokens::new(movetext(pgn), TurnNotation::Protocol);
    let mut number = 1;
    let mut depth = 0_usize;
    let mut has_begun = false;
    // The latest part of a word, if it is only a capital letter.
    let mut letter = None;
    while let Some(token) = tokens.next() {
        if tokens.after_empty_line {
            break;
        }
        let mut before = letter.take();
        match token {
            Ok((_, Token::VariationStart)) => depth += 1,
            Ok((_, Token::VariationEnd)) => depth = depth.saturating_sub(1),
            Ok((_, Token::Tag { .. })) => break,
            Ok((_, Token::Word(word))) if depth == 0 => {
                has_begun |= begins_moves(&word);
                if has_begun && is_result(&word) {
                    break;
                }
                if is_resignation(&word, &tokens) {
                    tokens.next();
                    continue;
                }
                let counts = has_begun && !is_en_passant(&word);
                for text in parts(&word).filter(|_| counts) {
                    let before = before.take();
                    letter = only_letter(text);
                    match part(text) {
                        Part::Move
                            if text.starts_with(|first: char| matches!(first, 'a'..='h')) =>
                        {
                            if let Some(letter) = before {
                                return Some(UnknownWord::new(number, &format!("{letter} {text}")));
                            }
                            number += 1;
                        }
                        Part::Move => number += 1,
                        Part::Word if number > 1 => return Some(UnknownWord::new(number, text)),
                        Part::Other | Part::Word => {}
                        Part::NoMove => return Some(UnknownWord::new(number, text)),
                    }
                }
            }
            _ => {}
        }
    }
    None
}

/// The text without the empty lines among the moves of the first game. An empty line is among the
/// moves if there is no result before it, and if the next word of the main line after it is a move
/// number above 1.
pub(super) fn without_empty_lines(pgn: &str) -> String {
    let moves = movetext(pgn);
    let tags = pgn.strip_suffix(moves).unwrap_or_default();
    let lines_before = tags.matches('\n').count();
    let continued = continued_lines(moves);
    let mut text = String::new();
    for (index, line) in pgn.lines().enumerate() {
        let line_of_moves = (index + 1).checked_sub(lines_before);
        if line_of_moves.is_some_and(|number| continued.contains(&number)) {
            text.truncate(text.trim_end().len());
            text.push('\n');
        }
        text.push_str(line);
        text.push('\n');
    }
    text
}

/// The numbers of the lines, counted from 1, that go on with the moves after an empty line.
fn continued_lines(moves: &str) -> HashSet<usize> {
    let mut tokens = Tokens::new(moves, TurnNotation::Protocol);
    let mut lines = HashSet::new();
    // The lines after an empty line. They go to `lines` if a move number above 1 follows.
    let mut doubtful = Vec::new();
    let mut depth = 0_usize;
    let mut has_begun = false;
    while let Some(token) = tokens.next() {
        let Ok((place, token)) = token else { continue };
        if tokens.after_empty_line {
            doubtful.push(place.line);
        }
        match token {
            Token::Tag { .. } => break,
            Token::VariationStart => depth += 1,
            Token::VariationEnd => depth = depth.saturating_sub(1),
            Token::Word(word) if depth == 0 => {
                if !doubtful.is_empty() {
                    if !has_begun || move_number(&word).is_none_or(|number| number <= 1) {
                        break;
                    }
                    lines.extend(doubtful.drain(..));
                }
                if has_begun && is_result(&word) {
                    break;
                }
                has_begun |= begins_moves(&word);
            }
            Token::Comment(_) | Token::Word(_) => {}
        }
    }
    lines
}

/// The letter, if the text is only a capital letter, such as that of a piece.
fn only_letter(text: &str) -> Option<char> {
    let mut letters = text.chars();
    let letter = letters.next().filter(char::is_ascii_uppercase)?;
    letters.next().is_none().then_some(letter)
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
    let word = word.replace(DASHES, "-").replace(':', "-");
    matches!(
        word.trim_end_matches([',', '.']),
        "1-0" | "0-1" | "1/2-1/2" | "1/2" | "\u{bd}-\u{bd}" | "\u{bd}" | "*"
    )
}

/// Whether a word and the next one are `White resigns` or `Black resigns`, and no move follows.
/// `next` are the tokens after the word. The PGN reader skips these words, so it would play a move
/// that follows.
fn is_resignation(word: &str, next: &Tokens<'_>) -> bool {
    let mut next = next.clone();
    let mut next_word = || match next.next() {
        Some(Ok((_, Token::Word(word)))) if !next.after_empty_line => Some(word),
        _ => None,
    };
    matches!(word, "White" | "Black")
        && next_word().is_some_and(|word| word.trim_end_matches('.') == "resigns")
        && !next_word().is_some_and(|word| begins_moves(&word))
}

/// The parts of a word. They end at a full stop, a star, `!` or `?`, like the words of the PGN
/// reader.
fn parts(word: &str) -> impl Iterator<Item = &str> {
    word.split(['.', '*', '!', '?'])
}

/// Whether a word is a move, or begins with a move number.
fn begins_moves(word: &str) -> bool {
    move_number(word).is_some() || parts(word).any(|text| matches!(part(text), Part::Move))
}

/// The move number of at most three digits (a longer one is a year) with which a word begins.
fn move_number(word: &str) -> Option<u16> {
    let digits = word.bytes().take_while(u8::is_ascii_digit).count();
    let (number, after) = word.split_at_checked(digits)?;
    let is_number = digits <= 3 && (after.is_empty() || after.starts_with('.'));
    is_number.then(|| number.parse().ok()).flatten()
}

fn part(text: &str) -> Part {
    let san = text.trim_start_matches(|letter: char| letter.is_ascii_digit());
    let castling = text
        .replace(DASHES, "-")
        .to_ascii_uppercase()
        .replace('O', "0");
    let is_castling = castling.starts_with("0-0") || castling == "00";
    let is_read =
        text.starts_with('0') && matches!(castling.trim_end_matches(['+', '#']), "0-0" | "0-0-0");
    if SanPlus::from_ascii(san.as_bytes()).is_ok() || is_read {
        Part::Move
    } else if is_castling || looks_like_move(san) {
        Part::NoMove
    } else if REMARKS.contains(&text.trim_end_matches(['+', '#']))
        || !text.contains(char::is_alphabetic)
    {
        Part::Other
    } else {
        Part::Word
    }
}

/// Whether a word is `e.p.`, or a part of `e. p.`.
fn is_en_passant(word: &str) -> bool {
    let word = word.trim_end_matches(['+', '#', '!', '?']);
    matches!(word, "e.p." | "e.p" | "e." | "p.")
}

/// Whether a text has a square that can be the to-square of a move, as in `Sf3` or `e2-e4`. Before
/// the square, only `a` to `h`, `1` to `8`, `x`, `-`, `:` and at most one other character are
/// allowed. The next character after the square must not be a digit.
fn looks_like_move(text: &str) -> bool {
    let letters: Vec<char> = text.chars().collect();
    (1..letters.len()).any(|rank| {
        let (before, after) = letters.split_at(rank);
        let is_square =
            matches!(before.last(), Some('a'..='h')) && matches!(after.first(), Some('1'..='8'));
        let others = before
            .iter()
            .filter(|letter| !matches!(letter, 'a'..='h' | '1'..='8' | 'x' | '-' | ':'));
        let is_number = after.get(1).is_some_and(char::is_ascii_digit);
        is_square && !is_number && others.count() <= 1
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
            ("C65 bob5 - Anand 1-0\n* 1. e4 e5 2. Sf3", (3, "Sf3")),
            (
                "1. e4 e5 2. Bc4 Bc5 3. Nf3 Nf6 4. O\u{2013}O",
                (7, "O\u{2013}O"),
            ),
            ("1. e4 e5 2. o-o", (3, "o-o")),
            (
                "[Event \"a \"b\" c\"]\n% note\n\n1. e4 e5 2. b8D",
                (3, "b8D"),
            ),
            (
                "\u{feff}[Event \"x\"]\n\n1. e4 \u{2658}f6 *",
                (2, "\u{2658}f6"),
            ),
            ("1. e4 xe5\u{1b}[31m *", (2, "xe5 ")),
            ("1.e4 e5 2.Nf3 N c6 *", (4, "N c6")),
            ("1. e4 e5 2. Nf3 Nx6", (4, "Nx6")),
            ("1. e4 e5 2. zz", (3, "zz")),
            ("1. e4 e5 2. hello Nc6 3. d4", (3, "hello")),
            ("1. e4 e5 2. Nf3 d6 Black", (5, "Black")),
            ("1. e4 e5 2. Nf3 d6 Black resigns here", (5, "here")),
            ("1. e4 e5 2. Nf3 d6 resigns", (5, "resigns")),
            ("1. e4 e5 White resigns\n1. d4 d5 *", (3, "White")),
            ("1. e4 e5 White resigns 2. Nf3", (3, "White")),
            ("1. e4 e", (2, "e")),
        ] {
            let found = unknown_word(pgn).map(|found| (found.number, found.word));
            assert_eq!(found, Some((expected.0, expected.1.to_owned())), "{pgn}");
        }
    }

    #[test]
    fn only_empty_lines_among_the_moves_are_left_out() {
        for (pgn, expected) in [
            ("1. e4 e5\n\n2. Nf3 *\n", "1. e4 e5\n2. Nf3 *\n"),
            (
                "[Event \"x\"]\n\n1. e4 e5 2. Nf3\n\n\n{ a note }\n\n2... Nc6\n\n(2... d6)\n\n3. d4\n",
                "[Event \"x\"]\n\n1. e4 e5 2. Nf3\n{ a note }\n2... Nc6\n(2... d6)\n3. d4\n",
            ),
        ] {
            assert_eq!(without_empty_lines(pgn), expected);
        }
        for pgn in [
            "1. e4 e5\n\n1. d4 d5 *\n",
            "1. e4 e5 *\n\n2. Nf3\n",
            "1. e4 e5\n\nSome words on e4\n\n2. Nf3\n",
            "1. e4 e5\n\n[Event \"x\"]\n\n2. Nf3\n",
            "Ann - Bob\n\n2. Nf3\n",
        ] {
            assert_eq!(without_empty_lines(pgn), pgn);
        }
    }

    #[test]
    fn what_a_chess_game_may_have_besides_moves_is_allowed() {
        for pgn in [
            "1. e4! e5?! 2.Nf3 Nc6$1 3 Bb5 a6 4. O-O 0-0+ 5... exd8=Q# 1-0 White wins",
            "1. e4 e5 2. Nf3 TN Nc6 dis.ch 1/2 agreed drawn",
            "1. e4 e5 1-0, Black resigns",
            "1. e4 e5 1:0 Black resigns",
            "1. e4 e5 0-1. White resigns",
            "1. e4 e5 2. Nf3 d6 Black resigns",
            "1. e4 e5 2. Nf3 White resigns. 0-1",
            "1.e4e5 1... -- 2. exd6 e.p. +- = \u{b1} {Sf3 in a comment} (2. Sf3 (Sc6)) 1/2-1/2",
            "1. e4 ; Sf3\n% Sf3\ne5 \u{bd}-\u{bd}",
            "1. e4 e5\n\nSome words on e4",
            "1. e4 e5 2. Nf3 N {a new move} d6 3. d4 N 3... exd4",
            "1.e4 e5 2.Nf3 N 2...d6 N 3.d4",
            "C65 bob5 - joe42 1-0\n1. e4 e5 2. Qh5 ch N Nc6 e.p.+ e. p. 3. Bc4 mate# [0:05] 1/2",
            "Board 3: Ann - Bob\n1. e4 e5 2. Qh5 0\u{2013}0 O-O! 0-1 Black resigns",
            "1. e4 e5 0\u{2013}1",
            "[Event \"x\"]\n1. e4\n[Event \"Sf3\"]\n\n1. Sf3 *",
        ] {
            assert_eq!(unknown_word(pgn), None, "{pgn}");
        }
    }
}
