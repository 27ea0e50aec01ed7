//! Retro Chess as Mike Smolowitz writes it: `P e6-e5`, `k e7-f7; B-e7`, `(kcehc)`; capital letters
//! for White, small ones for Black.
//!
//! ```text
//! line     = [ "White:" | "Black:" ] turn [ "=>" ]
//! turn     = ( un-move [ ";" piece "-" square ] | "O-O" | "O-O-O" ) [ "(kcehc)" ]
//! un-move  = piece [file][rank] "-" square [ "=" pawn ]
//! ```
//!
//! His rules leave open how an un-promotion and un-castling are written: `Q g8-g7=P` and `O-O`. The
//! square behind the un-captured piece is the vacated one, or tells that it is en passant.

use super::account::{Account, Deed, Journey, Revival, passed};
use super::cursor::Cursor;
use super::error::NativeError;
use super::{Example, NativeWords, Said, castling_mark};
use crate::board::{Color, Role};
use crate::rules::smolowitz::Smolowitz;
use crate::rules::{Rules, explain::side_name};

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
        ("Q g8-h7=P; n-g8", "undo one that captured a black knight"),
        ("O-O", "undo castling; O-O-O on the queen's wing"),
    ];

    fn parse(cursor: &mut Cursor<'_>, side: Color) -> Result<Said, NativeError> {
        if cursor.take_text(side_name(side)) {
            cursor.skip_blanks();
            if !cursor.take(':') {
                return Err(cursor.expected("a colon"));
            }
            cursor.skip_blanks();
        }
        let mut account = Account::plain(match cursor.take_castling() {
            Some(wing) => Deed::Castles(wing),
            None => Deed::Goes(journey(cursor, side)?),
        });
        cursor.skip_blanks();
        if let Deed::Goes(journey) = account.deed
            && cursor.take(';')
        {
            account.revival = Some(revival(cursor, side, &journey)?);
            cursor.skip_blanks();
        }
        let column = cursor.column();
        let mark = cursor.take_text(KCEHC).then_some((KCEHC, column));
        cursor.skip_blanks();
        cursor.take_text("=>");
        cursor.end("; and an un-captured piece, (kcehc) or nothing more")?;
        Ok(Said { account, mark })
    }

    fn tell(account: &Account, side: Color, mark: &str) -> String {
        let letter = |color: Color, role: Role| role.of(color).char();
        let mut text = match account.deed {
            Deed::Castles(wing) => castling_mark(wing).to_owned(),
            Deed::Goes(Journey {
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
            Deed::Comes(role, to) => format!("{} {to}", letter(side, role)),
            Deed::Ends => "end".to_owned(),
        };
        if let Some(Revival {
            role,
            on: Some(square),
            ..
        }) = account.revival
        {
            text.push_str(&format!("; {}-{square}", letter(!side, role)));
        }
        if !mark.is_empty() {
            text.push(' ');
            text.push_str(mark);
        }
        text
    }

    /// "White: P e6-e5 => Black: r b2-f2 =>", where his diagrams stand behind the arrows.
    fn entry(words: String, side: Color) -> String {
        format!("{}: {words} =>", side_name(side))
    }

    /// "If a player's unmove (or uncapture) places himself in check".
    fn mark(after: &Self, mover: Color) -> &'static str {
        if *after.checks().get(mover) {
            KCEHC
        } else {
            ""
        }
    }
}

fn journey(cursor: &mut Cursor<'_>, side: Color) -> Result<Journey, NativeError> {
    let role = cursor.piece_of(side)?;
    cursor.skip_blanks();
    let from = cursor.origin();
    cursor.skip_blanks();
    if !cursor.take('-') {
        return Err(cursor.expected("'-' and the square where the piece goes"));
    }
    cursor.skip_blanks();
    let to = cursor.square()?;
    let mut becomes = None;
    if cursor.take('=') {
        if cursor.piece_of(side)? != Role::Pawn {
            return Err(cursor.expected("nothing; an un-promoted piece becomes a pawn"));
        }
        becomes = Some(Role::Pawn);
    }
    Ok(Journey {
        role,
        from,
        to,
        becomes,
        takes: false,
    })
}

/// What follows the semicolon.
fn revival(
    cursor: &mut Cursor<'_>,
    side: Color,
    journey: &Journey,
) -> Result<Revival, NativeError> {
    cursor.skip_blanks();
    let role = cursor.piece_of(!side)?;
    cursor.skip_blanks();
    if !cursor.take('-') {
        return Err(cursor.expected("'-' and the square where the piece appears"));
    }
    cursor.skip_blanks();
    let square = cursor.square()?;
    let en_passant = role == Role::Pawn
        && journey.role == Role::Pawn
        && journey
            .from
            .square()
            .is_some_and(|from| square != from && square == passed(from, journey.to));
    Ok(Revival {
        role,
        on: Some(square),
        en_passant,
    })
}
