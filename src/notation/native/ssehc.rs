//! Ssehc in the words of its rules: "un-capture knight on f3, un-move king to e6, check". The rules
//! name pieces only by words. `parse` also accepts the usual letters, for example `n`. Case does not
//! matter, not even in squares.
//!
//! ```text
//! turn   = [ "un-capture" piece ["on" square] ["en-passant"] "," ] action [ "," "check" ]
//! action = "un-move" piece [file][rank] ( "to" | "-" ) square
//!        | "un-promote" piece "on" square "," "un-move" ( "pawn" | "p" ) "to" square
//!        | "un-castle" ( "king-side" | "queen-side" )
//!        | "good enough" | "king" "on" square
//! piece  = "king" | "queen" | "rook" | "bishop" | "knight" | "pawn", or its letter
//! ```
//!
//! "check" means that the player leaves its own king in check. The rules ask for this announcement.
//! "king on e1" places the player's king, in games that start from an empty board.

use super::cursor::Cursor;
use super::error::NativeError;
use super::parts::{Action, Movement, PartialSquare, Revival, TurnParts};
use super::words::{Example, NativeWords, Parsed, ParsedMark};
use crate::board::{Color, ROLES, Role, Wing};
use crate::rules::ssehc::Ssehc;
use crate::rules::{Rules, role_name};

const PIECE: &str = "king, queen, rook, bishop, knight or pawn";
const CHECK: &str = "check";

impl NativeWords for Ssehc {
    const EXAMPLES: &'static [Example] = &[
        ("un-move king to e4", "un-move a piece"),
        (
            "un-capture knight on f3, un-move king to e6",
            "un-capture a piece, then un-move this piece or another one",
        ),
        (
            "un-move rook h to f1",
            "un-move one of two rooks; its file, rank or square says which one",
        ),
        (
            "un-move rook to f1, check",
            "your own king is left in check",
        ),
        (
            "un-capture pawn on e4 en-passant, un-move pawn to e2",
            "un-capture en passant",
        ),
        (
            "un-promote queen on g8, un-move pawn to g7",
            "undo a promotion",
        ),
        (
            "un-castle king-side",
            "undo castling; the other wing is queen-side",
        ),
        ("good enough", "declare the end"),
    ];

    const UNCAPTURES_FIRST: bool = true;

    fn parse(cursor: &mut Cursor<'_>, position: &Self) -> Result<Parsed, NativeError> {
        let mut parts = TurnParts {
            action: Action::DeclareEnd,
            revival: None,
        };
        if cursor.take_word("un-capture") {
            parts.revival = Some(revival(cursor)?);
        }
        let king = position.setup().placement.king(position.side());
        let expected = match (parts.revival, king) {
            (Some(_), _) => AFTER_UN_CAPTURE,
            (None, Some(_)) => FIRST_WORDS,
            (None, None) => PLACING_KING,
        };
        parts.action = action(cursor, expected)?;
        let mut mark = None;
        cursor.skip_spaces();
        if cursor.take(',') {
            cursor.skip_spaces();
            let column = cursor.column();
            if !cursor.take_word(CHECK) {
                return Err(cursor.expected("'check'"));
            }
            mark = Some(ParsedMark {
                text: CHECK,
                column,
            });
        }
        cursor.end(if mark.is_some() {
            "the end of the turn"
        } else {
            "', check' or the end of the turn"
        })?;
        Ok(Parsed { parts, mark })
    }

    fn write(parts: &TurnParts, _: Color, mark: &str) -> String {
        let mut phrases = Vec::new();
        if let Some(revival) = parts.revival {
            let mut phrase = format!("un-capture {}", role_name(revival.role));
            if let Some(square) = revival.on {
                phrase.push_str(&format!(" on {square}"));
            }
            if revival.en_passant {
                phrase.push_str(" en-passant");
            }
            phrases.push(phrase);
        }
        match parts.action {
            Action::DeclareEnd => phrases.push("good enough".to_owned()),
            Action::Castle(Wing::King) => phrases.push("un-castle king-side".to_owned()),
            Action::Castle(Wing::Queen) => phrases.push("un-castle queen-side".to_owned()),
            Action::Drop(role, to) => phrases.push(format!("{} on {to}", role_name(role))),
            Action::Move(movement) => {
                let Movement { role, from, to, .. } = movement;
                let mut from = from.to_string();
                if !from.is_empty() {
                    from.push(' ');
                }
                if movement.becomes.is_some() {
                    phrases.push(format!(
                        "un-promote {} on {}",
                        role_name(role),
                        from.trim_end()
                    ));
                    phrases.push(format!("un-move pawn to {to}"));
                } else {
                    phrases.push(format!("un-move {} {from}to {to}", role_name(role)));
                }
            }
        }
        if !mark.is_empty() {
            phrases.push(mark.to_owned());
        }
        phrases.join(", ")
    }

    /// `check` if the turn leaves the player's own king in check.
    fn mark(after: &Self, mover: Color) -> &'static str {
        if *after.checks().get(mover) {
            CHECK
        } else {
            ""
        }
    }

    fn shortens_from_square(movement: &Movement) -> bool {
        movement.becomes.is_none()
    }
}

fn role(cursor: &mut Cursor<'_>) -> Result<Role, NativeError> {
    let letter = |role: Role| String::from(role.char());
    let found = ROLES
        .into_iter()
        .find(|&role| cursor.take_word(role_name(role)) || cursor.take_word(&letter(role)));
    found.ok_or_else(|| cursor.expected(PIECE))
}

/// Reads what follows "un-capture", up to and including the comma.
fn revival(cursor: &mut Cursor<'_>) -> Result<Revival, NativeError> {
    let role = role(cursor)?;
    let mut on = None;
    if cursor.take_word("on") {
        cursor.skip_spaces();
        on = Some(cursor.square_in_any_case()?);
    }
    let en_passant = cursor.take_word("en-passant");
    cursor.skip_spaces();
    if !cursor.take(',') {
        return Err(cursor.expected(match (on, en_passant) {
            (None, false) => {
                "'on' with a square, 'en-passant', or a comma with the rest of the turn"
            }
            (Some(_), false) => "'en-passant', or a comma with the rest of the turn",
            _ => "a comma with the rest of the turn",
        }));
    }
    Ok(Revival {
        role,
        on,
        en_passant,
    })
}

/// What may follow an un-capture.
const AFTER_UN_CAPTURE: &str = "un-move, un-promote, un-castle or 'good enough'";

/// What a turn may begin with.
const FIRST_WORDS: &str = "un-capture, un-move, un-promote, un-castle or 'good enough'";

/// The form of a turn that places the player's king.
const PLACING_KING: &str = "'king on' and a square";

/// Reads an action. `expected` names the words that are possible here.
fn action(cursor: &mut Cursor<'_>, expected: &'static str) -> Result<Action, NativeError> {
    if cursor.take_word("un-move") {
        return un_move(cursor);
    }
    if cursor.take_word("un-promote") {
        return un_promotion(cursor);
    }
    if cursor.take_word("un-castle") {
        for (name, wing) in [("king-side", Wing::King), ("queen-side", Wing::Queen)] {
            if cursor.take_word(name) {
                return Ok(Action::Castle(wing));
            }
        }
        return Err(cursor.expected("'king-side' or 'queen-side'"));
    }
    if cursor.take_word("good") {
        return if cursor.take_word("enough") {
            Ok(Action::DeclareEnd)
        } else {
            Err(cursor.expected("'enough'"))
        };
    }
    if cursor.take_word("king") {
        // The player places its king.
        if !cursor.take_word("on") {
            return Err(cursor.expected("'on' and a square"));
        }
        cursor.skip_spaces();
        return Ok(Action::Drop(Role::King, cursor.square_in_any_case()?));
    }
    cursor.skip_spaces();
    Err(cursor.expected(expected))
}

/// Reads what follows "un-move".
fn un_move(cursor: &mut Cursor<'_>) -> Result<Action, NativeError> {
    let role = role(cursor)?;
    cursor.skip_spaces();
    let from = cursor.partial_square_in_any_case();
    cursor.skip_spaces();
    if !(cursor.take_word("to") || cursor.take('-')) {
        return Err(cursor.expected("'to' and a square"));
    }
    cursor.skip_spaces();
    Ok(Action::Move(Movement {
        role,
        from,
        to: cursor.square_in_any_case()?,
        becomes: None,
        captures: false,
    }))
}

/// Reads what follows "un-promote".
fn un_promotion(cursor: &mut Cursor<'_>) -> Result<Action, NativeError> {
    let role = role(cursor)?;
    if !cursor.take_word("on") {
        return Err(cursor.expected("'on' and the square of the piece"));
    }
    cursor.skip_spaces();
    let from = PartialSquare::at(cursor.square_in_any_case()?);
    cursor.skip_spaces();
    let has_un_move = cursor.take(',') && cursor.take_word("un-move");
    if !(has_un_move
        && (cursor.take_word("pawn") || cursor.take_word("p"))
        && cursor.take_word("to"))
    {
        cursor.skip_spaces();
        return Err(cursor.expected("', un-move pawn to' and a square"));
    }
    cursor.skip_spaces();
    Ok(Action::Move(Movement {
        role,
        from,
        to: cursor.square_in_any_case()?,
        becomes: Some(Role::Pawn),
        captures: false,
    }))
}
