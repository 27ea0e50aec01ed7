//! Retro chess as the Unplay rules write it: `e4-e2`, `e4-d3(*Q)`, `Qg8-g7P`. Pieces are capital
//! letters for both sides. Without a letter at the start, a pawn un-moves. After the to-square, `P`
//! means an un-promotion and `(*P)` an un-captured pawn.
//!
//! ```text
//! turn = [piece] [file][rank] "-" square [ "P" ] [ "(*" piece ")" [ "e.p." | "ep" ] ]
//!      | "O-O" | "O-O-O" | "K" square
//! ```
//!
//! The rules do not say how to write un-captures en passant, un-castling and the placement of a
//! king. This notation writes them as `e6-d5(*P)e.p.`, `O-O` and `Ke4`.

use super::cursor::Cursor;
use super::error::NativeError;
use super::parts::{Action, Movement, PartialSquare, Revival, TurnParts};
use super::words::{Example, NativeWords, Parsed, castling_text};
use crate::board::{Color, Role};
use crate::rules::unplay::Unplay;

const EN_PASSANT: &str = "e.p.";

impl NativeWords for Unplay {
    const EXAMPLES: &'static [Example] = &[
        ("e4-e2", "un-move a pawn; Kh8-g7 un-moves the king"),
        ("e4-d3(*Q)", "un-move, and un-capture an enemy queen"),
        ("e6-d5(*P)e.p.", "un-capture a pawn en passant"),
        ("Qg8-g7P", "undo a promotion"),
        ("Qg8-h7P(*N)", "undo a promotion that captured a knight"),
        ("O-O", "undo castling; O-O-O on the queen's wing"),
        ("Ke4", "place your king before the first un-move"),
    ];

    fn parse(cursor: &mut Cursor<'_>, _: &Self) -> Result<Parsed, NativeError> {
        let parts = match cursor.take_castling() {
            Some(wing) => TurnParts::without_uncapture(Action::Castle(wing)),
            None => un_move(cursor)?,
        };
        cursor.end(match (parts.action, parts.revival) {
            (Action::Move(Movement { becomes: None, .. }), None) => {
                "'P', '(*' with an un-captured piece, or the end of the turn"
            }
            (Action::Move(_), None) => "'(*' with an un-captured piece, or the end of the turn",
            (_, Some(revival)) if revival.role == Role::Pawn && !revival.en_passant => {
                "'e.p.' or the end of the turn"
            }
            _ => "the end of the turn",
        })?;
        Ok(Parsed { parts, mark: None })
    }

    fn write(parts: &TurnParts, _: Color, _: &str) -> String {
        let letter = |role: Role| match role {
            Role::Pawn => String::new(),
            _ => String::from(role.upper_char()),
        };
        let mut text = match parts.action {
            Action::Castle(wing) => castling_text(wing).to_owned(),
            Action::Move(Movement {
                role,
                from,
                to,
                becomes,
                ..
            }) => {
                let pawn = if becomes.is_some() { "P" } else { "" };
                format!("{}{from}-{to}{pawn}", letter(role))
            }
            Action::Drop(role, to) => format!("{}{to}", letter(role)),
            Action::DeclareEnd => "end".to_owned(),
        };
        if let Some(revival) = parts.revival {
            text.push_str(&format!("(*{})", revival.role.upper_char()));
            if revival.en_passant {
                text.push_str(EN_PASSANT);
            }
        }
        text
    }

    fn mark(_: &Self, _: Color) -> &'static str {
        ""
    }
}

/// Reads the capital letter of a piece.
fn capital(cursor: &mut Cursor<'_>) -> Option<Role> {
    cursor
        .peek()
        .filter(char::is_ascii_uppercase)
        .and_then(|_| cursor.take_role())
}

fn un_move(cursor: &mut Cursor<'_>) -> Result<TurnParts, NativeError> {
    let role = capital(cursor).unwrap_or(Role::Pawn);
    let from = cursor.partial_square();
    cursor.skip_spaces();
    if !cursor.take('-') {
        return match from.square() {
            Some(to) if role == Role::King => {
                Ok(TurnParts::without_uncapture(Action::Drop(role, to)))
            }
            _ if from == PartialSquare::ANY => {
                Err(cursor.expected("an un-move such as e4-e2, Kh8-g7, e4-d3(*Q), Qg8-g7P or O-O"))
            }
            _ => Err(cursor.expected("'-' and the to-square")),
        };
    }
    cursor.skip_spaces();
    let to = cursor.square()?;
    let becomes = cursor.take('P').then_some(Role::Pawn);
    Ok(TurnParts {
        action: Action::Move(Movement {
            role,
            from,
            to,
            becomes,
            captures: false,
        }),
        revival: revival(cursor)?,
    })
}

fn revival(cursor: &mut Cursor<'_>) -> Result<Option<Revival>, NativeError> {
    cursor.skip_spaces();
    if !cursor.take('(') {
        return Ok(None);
    }
    if !cursor.take('*') {
        return Err(cursor.expected("'*' and the un-captured piece"));
    }
    let role = capital(cursor).ok_or_else(|| cursor.expected("Q, R, B, N or P"))?;
    if !cursor.take(')') {
        return Err(cursor.expected("')'"));
    }
    cursor.skip_spaces();
    let en_passant = cursor.take_text(EN_PASSANT) || cursor.take_text("ep");
    Ok(Some(Revival {
        role,
        on: None,
        en_passant,
    }))
}
