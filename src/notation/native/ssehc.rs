//! Ssehc in the words of its rules, for which its author gives no letters: "un-capture knight on
//! f3, un-move king to e6, check".
//!
//! ```text
//! turn  = [ "un-capture" piece ["on" square] ["en-passant"] "," ] deed [ "," "check" ]
//! deed  = "un-move" piece [file][rank] "to" square
//!       | "un-promote" piece "on" square "," "un-move" "pawn" "to" square
//!       | "un-castle" ( "king-side" | "queen-side" )
//!       | "good enough"
//! piece = "king" | "queen" | "rook" | "bishop" | "knight" | "pawn", or its letter
//! ```
//!
//! "check" announces that the own king is left in check, as the rules have it.

use super::account::{Account, Deed, Journey, Origin, Revival};
use super::cursor::Cursor;
use super::error::NativeError;
use super::{Example, NativeWords, Said};
use crate::board::{Color, ROLES, Role, Wing};
use crate::rules::ssehc::Ssehc;
use crate::rules::{Rules, explain::role_name};

const PIECE: &str = "king, queen, rook, bishop, knight or pawn";
const CHECK: &str = "check";

impl NativeWords for Ssehc {
    const EXAMPLES: &'static [Example] = &[
        ("un-move king to e4", "un-move a piece"),
        (
            "un-capture knight on f3, un-move king to e6",
            "un-capture a piece, then un-move one",
        ),
        (
            "un-move rook h to f1",
            "which of two rooks it is: by file, rank or square",
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

    const HEAD: bool = true;

    fn parse(cursor: &mut Cursor<'_>, _: Color) -> Result<Said, NativeError> {
        let mut account = Account {
            deed: Deed::Ends,
            revival: None,
        };
        if cursor.take_word("un-capture") {
            account.revival = Some(revival(cursor)?);
        }
        account.deed = deed(cursor)?;
        let mut mark = None;
        cursor.skip_blanks();
        if cursor.take(',') {
            cursor.skip_blanks();
            let column = cursor.column();
            if !cursor.take_word(CHECK) {
                return Err(cursor.expected("check"));
            }
            mark = Some((CHECK, column));
        }
        cursor.end(if mark.is_some() {
            "nothing more"
        } else {
            "', check' or nothing more"
        })?;
        Ok(Said { account, mark })
    }

    fn tell(account: &Account, _: Color, mark: &str) -> String {
        let mut parts = Vec::new();
        if let Some(revival) = account.revival {
            let mut part = format!("un-capture {}", role_name(revival.role));
            if let Some(square) = revival.on {
                part.push_str(&format!(" on {square}"));
            }
            if revival.en_passant {
                part.push_str(" en-passant");
            }
            parts.push(part);
        }
        match account.deed {
            Deed::Ends => parts.push("good enough".to_owned()),
            Deed::Castles(Wing::King) => parts.push("un-castle king-side".to_owned()),
            Deed::Castles(Wing::Queen) => parts.push("un-castle queen-side".to_owned()),
            Deed::Comes(role, to) => parts.push(format!("{} on {to}", role_name(role))),
            Deed::Goes(journey) => {
                let Journey { role, from, to, .. } = journey;
                let mut from = from.to_string();
                if !from.is_empty() {
                    from.push(' ');
                }
                if journey.becomes.is_some() {
                    parts.push(format!(
                        "un-promote {} on {}",
                        role_name(role),
                        from.trim_end()
                    ));
                    parts.push(format!("un-move pawn to {to}"));
                } else {
                    parts.push(format!("un-move {} {from}to {to}", role_name(role)));
                }
            }
        }
        if !mark.is_empty() {
            parts.push(mark.to_owned());
        }
        parts.join(", ")
    }

    /// "You may end your turn with your king in check (and announce check)".
    fn mark(after: &Self, mover: Color) -> &'static str {
        if *after.checks().get(mover) {
            CHECK
        } else {
            ""
        }
    }

    fn is_short(journey: &Journey) -> bool {
        journey.becomes.is_none()
    }
}

fn role(cursor: &mut Cursor<'_>) -> Result<Role, NativeError> {
    let letter = |role: Role| String::from(role.char());
    let found = ROLES
        .into_iter()
        .find(|&role| cursor.take_word(role_name(role)) || cursor.take_word(&letter(role)));
    found.ok_or_else(|| cursor.expected(PIECE))
}

/// What follows "un-capture", up to the comma.
fn revival(cursor: &mut Cursor<'_>) -> Result<Revival, NativeError> {
    let role = role(cursor)?;
    let mut on = None;
    if cursor.take_word("on") {
        cursor.skip_blanks();
        on = Some(cursor.square()?);
    }
    let en_passant = cursor.take_word("en-passant");
    cursor.skip_blanks();
    if !cursor.take(',') {
        return Err(cursor.expected(match (on, en_passant) {
            (None, false) => "'on' and a square, 'en-passant', or a comma and the un-move",
            (Some(_), false) => "'en-passant', or a comma and the un-move",
            _ => "a comma and the un-move",
        }));
    }
    Ok(Revival {
        role,
        on,
        en_passant,
    })
}

fn deed(cursor: &mut Cursor<'_>) -> Result<Deed, NativeError> {
    if cursor.take_word("un-move") {
        return un_move(cursor);
    }
    if cursor.take_word("un-promote") {
        return un_promotion(cursor);
    }
    if cursor.take_word("un-castle") {
        for (side, wing) in [("king-side", Wing::King), ("queen-side", Wing::Queen)] {
            if cursor.take_word(side) {
                return Ok(Deed::Castles(wing));
            }
        }
        return Err(cursor.expected("king-side or queen-side"));
    }
    if cursor.take_word("good") {
        return if cursor.take_word("enough") {
            Ok(Deed::Ends)
        } else {
            Err(cursor.expected("enough"))
        };
    }
    cursor.skip_blanks();
    Err(cursor.expected("un-capture, un-move, un-promote, un-castle or 'good enough'"))
}

/// What follows "un-move".
fn un_move(cursor: &mut Cursor<'_>) -> Result<Deed, NativeError> {
    let role = role(cursor)?;
    cursor.skip_blanks();
    let from = cursor.origin();
    cursor.skip_blanks();
    if !(cursor.take_word("to") || cursor.take('-')) {
        return Err(cursor.expected("'to' and a square"));
    }
    cursor.skip_blanks();
    Ok(Deed::Goes(Journey {
        role,
        from,
        to: cursor.square()?,
        becomes: None,
        takes: false,
    }))
}

/// What follows "un-promote".
fn un_promotion(cursor: &mut Cursor<'_>) -> Result<Deed, NativeError> {
    let role = role(cursor)?;
    if !cursor.take_word("on") {
        return Err(cursor.expected("'on' and the square of the piece"));
    }
    cursor.skip_blanks();
    let from = Origin::at(cursor.square()?);
    cursor.skip_blanks();
    let follows = cursor.take(',') && cursor.take_word("un-move");
    if !(follows && (cursor.take_word("pawn") || cursor.take_word("p")) && cursor.take_word("to")) {
        cursor.skip_blanks();
        return Err(cursor.expected("', un-move pawn to' and a square"));
    }
    cursor.skip_blanks();
    Ok(Deed::Goes(Journey {
        role,
        from,
        to: cursor.square()?,
        becomes: Some(Role::Pawn),
        takes: false,
    }))
}
