//! Retro Chess as Mike Smolowitz writes it: `P e6-e5`, `k e7-f7; B-e7`. Capital letters are White,
//! small letters Black. `(kcehc)` means that the turn leaves the player's own king in check.
//!
//! ```text
//! line     = [ "White:" | "Black:" ] turn [ "=>" ]
//! turn     = ( un-move [ ";" piece "-" square ] | "O-O" | "O-O-O" | king square ) [ "(kcehc)" ]
//! un-move  = piece [file][rank] "-" square [ "=" pawn ]
//! ```
//!
//! Smolowitz's rules do not say how to write un-promotion, un-castling and the placement of a king.
//! This notation writes them as `Q g8-g7=P`, `O-O` and `K e4`.
//! After the semicolon come the un-captured piece and the square on which it appears. This is the
//! square that the un-moved piece left, except in an un-capture en passant: `P e6-d5; p-e5`.

use super::cursor::Cursor;
use super::error::NativeError;
use super::parts::{Action, Movement, Revival, TurnParts, revived_pawn_square};
use super::words::{Example, NativeWords, Parsed, ParsedMark, castling_text};
use crate::board::{Color, Role};
use crate::rules::smolowitz::Smolowitz;
use crate::rules::{Rules, side_name};

const KCEHC: &str = "(kcehc)";

impl NativeWords for Smolowitz {
    const EXAMPLES: &'static [Example] = &[
        (
            "P e6-e5",
            "un-move a white pawn; k e7-f7 un-moves the black king",
        ),
        ("k e7-f7; B-e7", "un-move, and un-capture a white bishop"),
        ("Q c5-b6 (kcehc)", "your own king is left in check"),
        ("P e6-d5; p-e5", "un-capture a black pawn en passant"),
        ("Q g8-g7=P", "undo a promotion"),
        (
            "Q g8-h7=P; n-g8",
            "undo a promotion that captured a black knight",
        ),
        ("O-O", "undo castling; O-O-O on the queen's wing"),
    ];

    fn parse(cursor: &mut Cursor<'_>, position: &Self) -> Result<Parsed, NativeError> {
        let side = position.side();
        if cursor.take_text(side_name(side)) {
            cursor.skip_spaces();
            if !cursor.take(':') {
                return Err(cursor.expected("':'"));
            }
            cursor.skip_spaces();
        }
        let mut parts = TurnParts::without_uncapture(match cursor.take_castling() {
            Some(wing) => Action::Castle(wing),
            None => movement(cursor, side)?,
        });
        cursor.skip_spaces();
        if let Action::Move(movement) = parts.action
            && cursor.take(';')
        {
            parts.revival = Some(revival(cursor, side, &movement)?);
            cursor.skip_spaces();
        }
        let column = cursor.column();
        let mark = cursor.take_text(KCEHC).then_some(ParsedMark {
            text: KCEHC,
            column,
        });
        cursor.skip_spaces();
        let is_complete = cursor.take_text("=>") || mark.is_some();
        let may_uncapture = matches!(parts.action, Action::Move(_)) && parts.revival.is_none();
        cursor.end(match (is_complete, may_uncapture) {
            (true, _) => "the end of the turn",
            (false, true) => "';' with an un-captured piece, '(kcehc)', or the end of the turn",
            (false, false) => "'(kcehc)' or the end of the turn",
        })?;
        Ok(Parsed { parts, mark })
    }

    fn write(parts: &TurnParts, side: Color, mark: &str) -> String {
        let letter = |color: Color, role: Role| role.of(color).char();
        let mut text = match parts.action {
            Action::Castle(wing) => castling_text(wing).to_owned(),
            Action::Move(Movement {
                role,
                from,
                to,
                becomes,
                ..
            }) => {
                let becomes =
                    becomes.map_or(String::new(), |role| format!("={}", letter(side, role)));
                format!("{} {from}-{to}{becomes}", letter(side, role))
            }
            Action::Drop(role, to) => format!("{} {to}", letter(side, role)),
            Action::DeclareEnd => "end".to_owned(),
        };
        if let Some(Revival {
            role,
            on: Some(square),
            ..
        }) = parts.revival
        {
            text.push_str(&format!("; {}-{square}", letter(!side, role)));
        }
        if !mark.is_empty() {
            text.push(' ');
            text.push_str(mark);
        }
        text
    }

    /// A turn in a record starts with the side and ends with an arrow, as in
    /// `White: P e6-e5 => Black: r b2-f2 =>`. In Smolowitz's rules a diagram follows each arrow.
    fn entry(text: String, side: Color) -> String {
        format!("{}: {text} =>", side_name(side))
    }

    /// `(kcehc)` if the turn leaves the player's own king in check.
    fn mark(after: &Self, mover: Color) -> &'static str {
        if *after.checks().get(mover) {
            KCEHC
        } else {
            ""
        }
    }
}

/// Reads an un-move, or a king and the square where it is placed.
fn movement(cursor: &mut Cursor<'_>, side: Color) -> Result<Action, NativeError> {
    let role = cursor.piece_of(side)?;
    cursor.skip_spaces();
    let from = cursor.partial_square();
    cursor.skip_spaces();
    if !cursor.take('-') {
        return match from.square() {
            Some(to) if role == Role::King => Ok(Action::Drop(role, to)),
            _ => Err(cursor.expected("'-' and the to-square")),
        };
    }
    cursor.skip_spaces();
    let to = cursor.square()?;
    let mut becomes = None;
    if cursor.take('=') {
        let at_letter = cursor.clone();
        if cursor.piece_of(side)? != Role::Pawn {
            return Err(at_letter.expected("the letter of a pawn"));
        }
        becomes = Some(Role::Pawn);
    }
    Ok(Action::Move(Movement {
        role,
        from,
        to,
        becomes,
        captures: false,
    }))
}

/// Reads what follows the semicolon.
fn revival(
    cursor: &mut Cursor<'_>,
    side: Color,
    movement: &Movement,
) -> Result<Revival, NativeError> {
    cursor.skip_spaces();
    let role = cursor.piece_of(!side)?;
    cursor.skip_spaces();
    if !cursor.take('-') {
        return Err(cursor.expected("'-' and the square of the un-captured piece"));
    }
    cursor.skip_spaces();
    let square = cursor.square()?;
    // En passant, the un-captured pawn appears on the rank of the to-square. Otherwise the
    // un-captured piece appears on the from-square.
    let en_passant = role == Role::Pawn
        && movement.role == Role::Pawn
        && square.rank() == movement.to.rank()
        && movement
            .from
            .square()
            .is_none_or(|from| square == revived_pawn_square(from, movement.to));
    Ok(Revival {
        role,
        on: Some(square),
        en_passant,
    })
}
