//! Positions as JSON objects with one field for each part. A client need not know how a position is
//! written as text.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};
use serde_json::{Value, json};

use super::line::game_named;
use super::{GameLine, QuestionError};
use crate::board::{Castling, Color, Pending, Piece, Setup, Square};
use crate::engine::EngineError;
use crate::engine::view::{letters, reserve_letters};
use crate::games::Game;
use crate::notation::{PositionError, position};
use crate::rules::{Form, side_name};

/// No game allows more pieces of a kind than this in reserve.
const MAX_IN_RESERVE: u32 = 16;

/// A position to check: its text, or its parts.
#[derive(Deserialize)]
pub(super) struct Checked {
    game: String,
    fen: Option<String>,
    position: Option<Parts>,
}

/// The parts of a position.
#[derive(Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
struct Parts {
    /// The pieces on the board by square.
    placement: BTreeMap<String, char>,
    /// The number of pieces of each kind in reserve. By default, the reserve of a reverse game has
    /// all pieces that are not on the board. In any other game it is empty.
    reserve: Option<BTreeMap<char, u32>>,
    side: char,
    /// The letters of the castling field.
    castling: Vec<char>,
    pending: Option<PendingPart>,
    halfmove: u16,
    fullmove: u16,
}

/// A pending field that is not empty. The field says what the last turn forces or allows the next
/// turn to do; see [`Pending`].
#[derive(Serialize, Deserialize)]
#[serde(
    untagged,
    expecting = "pending must be null, \"end\", or an object with square and must"
)]
enum PendingPart {
    End(DeclaredEnd),
    Square(PendingSquare),
}

/// The pending field if the last turn has declared the end of the game.
#[derive(Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
enum DeclaredEnd {
    End,
}

/// The square of the pending field.
#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct PendingSquare {
    square: String,
    /// Whether the un-capture there is forced.
    #[serde(default)]
    must: bool,
}

impl Default for Parts {
    fn default() -> Self {
        Self {
            placement: BTreeMap::new(),
            reserve: None,
            side: 'w',
            castling: Vec::new(),
            pending: None,
            halfmove: 0,
            fullmove: 1,
        }
    }
}

/// Checks that a position is valid in a game. The answer has the position as text in the normal
/// form, and its parts. If the question gives parts and their position is invalid, the answer has
/// no text but says why the position is invalid.
///
/// # Errors
///
/// If the game is unknown, if `asked` has no position or two, if a position given as text is
/// invalid, or if a placement has an unknown square or piece.
pub(super) fn check(asked: &Checked) -> Result<Value, QuestionError> {
    let game = game_named(&asked.game)?;
    let text = match (&asked.position, &asked.fen) {
        (Some(_), Some(_)) => return Err(QuestionError::TwoPositions),
        (Some(parts), None) => parts.text()?,
        (None, Some(fen)) => fen.clone(),
        (None, None) => return Err(QuestionError::NoPosition),
    };
    let valid = GameLine::at(&asked.game, &text).engine();
    let valid = valid.map(|engine| engine.setup());
    let (setup, problem) = match valid {
        Ok(setup) => (Some(setup), None),
        Err(error) if asked.position.is_none() => return Err(error),
        // The parts give an invalid position. If its text is well-formed, the answer repeats the
        // parts. A missing reserve is filled in.
        Err(error) => {
            let setup = position::parse(game.form(), &text).ok();
            let overfull = asked.position.as_ref().and_then(Parts::overfull);
            (
                setup,
                Some(overfull.unwrap_or_else(|| problem_words(&error))),
            )
        }
    };
    Ok(json!({
        "fen": setup.filter(|_| problem.is_none()).map(|setup| setup.to_string()),
        "problem": problem,
        "position": setup.as_ref().map(Parts::of),
        "flags": flags(game),
        "pending": pending_words(game),
    }))
}

/// What is wrong with a position. If its text is well-formed but the position is illegal, the words
/// do not name the wrong field: a position editor shows a board, not the fields of the text.
fn problem_words(error: &QuestionError) -> String {
    match error {
        QuestionError::Line(EngineError::Position(PositionError::Illegal(illegal))) => {
            illegal.words()
        }
        error => error.to_string(),
    }
}

impl Parts {
    fn of(setup: &Setup) -> Self {
        Self {
            placement: letters(&setup.placement),
            reserve: Some(reserve_letters(setup.placement.reserve())),
            side: setup.side.char(),
            castling: setup
                .castling
                .to_string()
                .chars()
                .filter(|&letter| letter != '-')
                .collect(),
            pending: match setup.pending {
                Pending::Nothing => None,
                Pending::End => Some(PendingPart::End(DeclaredEnd::End)),
                Pending::At(square) | Pending::Must(square) => {
                    Some(PendingPart::Square(PendingSquare {
                        square: square.to_string(),
                        must: matches!(setup.pending, Pending::Must(_)),
                    }))
                }
            },
            halfmove: setup.halfmove,
            fullmove: setup.fullmove,
        }
    }

    /// The position as text. Checks only the squares and pieces of the placement. The reader of
    /// positions checks the rest.
    fn text(&self) -> Result<String, QuestionError> {
        let mut board = [['1'; 8]; 8];
        for (name, &letter) in &self.placement {
            let square = Square::from_ascii(name.as_bytes())
                .map_err(|_| QuestionError::Part(format!("'{name}' is not a square")))?;
            let cell = board
                .get_mut(7 - square.rank() as usize)
                .and_then(|rank| rank.get_mut(square.file() as usize));
            if let Some(cell) = cell {
                *cell = Piece::from_char(letter)
                    .ok_or_else(|| QuestionError::Part(format!("'{letter}' is not a piece")))?
                    .char();
            }
        }
        let ranks: Vec<String> = board.iter().map(|rank| rank.iter().collect()).collect();
        let mut text = ranks.join("/");
        text.push_str(&self.reserve_text());
        let mut castling: Vec<char> = self.castling.clone();
        castling.sort_by_key(|letter| flag_order(*letter));
        let castling = match castling.is_empty() {
            true => "-".to_owned(),
            false => castling.iter().collect(),
        };
        let pending = match &self.pending {
            None => "-".to_owned(),
            Some(PendingPart::End(DeclaredEnd::End)) => Pending::End.to_string(),
            Some(PendingPart::Square(PendingSquare { square, must })) => {
                format!("{square}{}", if *must { "!" } else { "" })
            }
        };
        let Self {
            side,
            halfmove,
            fullmove,
            ..
        } = self;
        Ok(format!(
            "{text} {side} {castling} {pending} {halfmove} {fullmove}"
        ))
    }

    /// The reserve as text, in brackets; an empty text if the parts give no reserve. Writes at most
    /// [`MAX_IN_RESERVE`] + 1 pieces of a kind: enough for the reader of positions to refuse them.
    fn reserve_text(&self) -> String {
        let Some(reserve) = &self.reserve else {
            return String::new();
        };
        let letters = reserve.iter().flat_map(|(&letter, &count)| {
            std::iter::repeat_n(letter, count.min(MAX_IN_RESERVE + 1) as usize)
        });
        format!("[{}]", letters.collect::<String>())
    }

    /// What is wrong if the reserve has more than [`MAX_IN_RESERVE`] pieces of a kind.
    fn overfull(&self) -> Option<String> {
        let reserve = self.reserve.as_ref()?;
        let (letter, count) = reserve.iter().find(|(_, count)| **count > MAX_IN_RESERVE)?;
        Some(format!(
            "the reserve has {count} pieces '{letter}', but no game allows more than {MAX_IN_RESERVE} of a kind"
        ))
    }
}

/// The sort key that puts letters into the order of the castling field.
fn flag_order(letter: char) -> usize {
    let index = Castling::LETTERS
        .into_iter()
        .position(|known| known == letter.to_ascii_uppercase());
    let side = if letter.is_ascii_uppercase() { 0 } else { 5 };
    side + index.unwrap_or(5)
}

/// The words with which a position editor asks for the pending field of a game. `title` stands
/// before the square, as in `Un-capture on e4`. `square` describes the square, as in
/// `Choose the un-capture square`. `may` and `must` are the labels of two choices in a list: `may`
/// (`allowed`, in some games `a square`) for a pending field such as `e4`, and `must` (`forced`)
/// for one such as `e4!`. `must` is null in a game whose pending field never has `!`.
fn pending_words(game: &'static Game) -> Value {
    let form = game.form();
    let (title, square, may, must) = if form.pending_uncapture {
        (
            "Un-capture on",
            "the un-capture square",
            "allowed",
            Some("forced"),
        )
    } else if form.reverse {
        (
            "A pawn must undo its double step over",
            "the square that the pawn passes",
            "a square",
            None,
        )
    } else {
        (
            "Capture en passant on",
            "the en passant square",
            "allowed",
            None,
        )
    };
    json!({ "title": title, "square": square, "may": may, "must": must })
}

/// The letters of the castling field in games of the same [`Form`] as `game`, with their meanings.
/// They are listed even if `game` has no castling.
fn flags(game: &'static Game) -> Vec<Value> {
    let Form { reverse, .. } = game.form();
    let meanings: &[&str] = if reverse {
        &[
            "has un-castled on the king's side (king and rook are frozen)",
            "has un-castled on the queen's side (king and rook are frozen)",
        ]
    } else {
        &[
            "may castle on the king's side",
            "may castle on the queen's side",
            "has an unmoved king and no unmoved rook",
            "has an unmoved rook on the h-file and the king in reserve",
            "has an unmoved rook on the a-file and the king in reserve",
        ]
    };
    [Color::White, Color::Black]
        .into_iter()
        .flat_map(|side| {
            let name = side_name(side);
            let letters = Castling::LETTERS.into_iter().zip(meanings);
            letters.map(move |(letter, meaning)| {
                json!({
                    "flag": side.fold_wb(letter, letter.to_ascii_lowercase()),
                    "label": format!("{name} {meaning}"),
                })
            })
        })
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn ask(asked: &Value) -> Value {
        check(&serde_json::from_value(asked.clone()).expect("the form")).expect("an answer")
    }

    #[test]
    fn the_parts_of_a_position_give_its_text() {
        for game in crate::games::all() {
            let fen = game.start(5).to_string();
            let answer = ask(&json!({ "game": game.name(), "fen": fen }));
            assert_eq!(answer["fen"], fen);
            let again = ask(&json!({ "game": game.name(), "position": answer["position"] }));
            assert_eq!(again, answer);
        }
        let ended = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR[] w - end 0 60";
        let answer = ask(&json!({ "game": "ssehc", "fen": ended }));
        assert_eq!(answer["position"]["pending"], "end");
        let again = ask(&json!({ "game": "ssehc", "position": answer["position"] }));
        assert_eq!(again, answer);
        let fen = "4k2r/8/8/8/8/8/8/R3K2R[] w KQk - 3 9";
        let answer = ask(&json!({ "game": "unachess", "fen": fen }));
        assert_eq!(answer["position"]["castling"], json!(["K", "Q", "k"]));
    }

    #[test]
    fn a_missing_reserve_is_filled_and_an_invalid_position_has_a_problem() {
        let position = json!({ "placement": { "f3": "K", "f6": "k", "a1": "R" } });
        let answer = ask(&json!({ "game": "ssehc", "position": position }));
        assert_eq!(answer["position"]["reserve"]["R"], 1, "{answer}");
        assert_eq!(answer["position"]["reserve"]["p"], 8);
        assert!(answer["fen"].is_string() && answer["problem"].is_null());
        let touching = json!({ "placement": { "f3": "K", "f4": "k" } });
        let answer = ask(&json!({ "game": "ssehc", "position": touching }));
        assert!(
            answer["fen"].is_null() && answer["problem"].is_string(),
            "{answer}"
        );
        assert_eq!(answer["position"]["reserve"]["Q"], 1);
        let pending = json!({
            "placement": { "f3": "K", "f6": "k" }, "castling": ["k", "K"],
            "pending": { "square": "e4", "must": true },
        });
        let parts: Parts = serde_json::from_value(pending).expect("parts");
        assert_eq!(
            parts.text().expect("a text"),
            "11111111/11111111/11111k11/11111111/11111111/11111K11/11111111/11111111 w Kk e4! 0 1"
        );
    }

    #[test]
    fn the_problem_of_an_overfull_reserve_names_the_number_that_was_given() {
        let asked = json!({
            "game": "ssehc",
            "position": { "placement": { "f3": "K", "f6": "k" }, "reserve": { "Q": 100 } },
        });
        let asked = serde_json::from_value(asked).expect("the form");
        let answer = check(&asked).expect("an answer");
        let problem = answer["problem"].as_str().expect("a problem");
        assert!(problem.contains("has 100 pieces 'Q'"), "{problem}");
    }

    #[test]
    fn malformed_parts_are_refused() {
        for (part, value, words) in [
            ("placement", json!({ "z9": "K" }), "'z9' is not a square"),
            ("placement", json!({ "a1": "x" }), "'x' is not a piece"),
        ] {
            let asked = json!({ "game": "ssehc", "position": { part: value } });
            let asked = serde_json::from_value(asked).expect("the form");
            let error = check(&asked)
                .expect_err("malformed parts must be refused")
                .to_string();
            assert!(error.contains(words), "{error}");
        }
        let none: Checked = serde_json::from_value(json!({ "game": "ssehc" })).expect("the form");
        assert!(check(&none).is_err());
        let asked = json!({ "game": "ssehc", "position": { "pending": "e4" } });
        let error = serde_json::from_value::<Checked>(asked).map(drop);
        let error = error.expect_err("a pending field of the wrong form must be refused");
        let words = "pending must be null, \"end\", or an object with square and must";
        assert!(error.to_string().contains(words), "{error}");
    }
}
