//! Turns of Unachess as its authors write them in e-mails: `P>e3`, `n-c6`, `Bxe2`, `+`. Capital
//! letters are White, small letters Black.
//!
//! ```text
//! turn = ( piece ">" square
//!        | piece [file][rank] ( "-" | "x" ) square [ "=" piece ]
//!        | "O-O" | "O-O-O" ) [ "+" | "++" | "#" | "!+" ]
//! ```
//!
//! `!+` means that a piece attacks the enemy king while the player's own king is still in reserve.
//! The authors do not say how to write promotion and castling. Reviver writes `P-e8=Q` and `O-O`.

use super::cursor::Cursor;
use super::email::EmailDiagram;
use super::error::NativeError;
use super::parts::{Action, Movement, TurnParts};
use super::words::{Example, NativeWords, Parsed, ParsedMark, castling_text};
use crate::board::{Color, Role};
use crate::rules::unachess::Unachess;
use crate::rules::{Ending, Rules};

const CHECK: &str = "+";
const MATE: &str = "++";
/// Another mark of checkmate. It is read but not written.
const OTHER_MATE: &str = "#";
/// A piece attacks the enemy king while the player's own king is in reserve. This is not check.
const VIRTUAL_CHECK: &str = "!+";

impl NativeWords for Unachess {
    const EXAMPLES: &'static [Example] = &[
        ("P>e3", "drop a white pawn; n>g5 drops a black knight"),
        ("n-c6", "move a piece"),
        ("Bxe2", "capture"),
        (
            "Nb-d2",
            "move one of two knights; its file, rank or square says which one",
        ),
        ("P-e8=Q", "promote"),
        ("O-O", "castle; O-O-O on the queen's wing"),
        ("B-e2 +", "check; ++ or # is checkmate"),
        (
            "n>f2 !+",
            "a piece attacks the enemy king while your own is in reserve",
        ),
    ];

    fn parse(cursor: &mut Cursor<'_>, position: &Self) -> Result<Parsed, NativeError> {
        let action = match cursor.take_castling() {
            Some(wing) => Action::Castle(wing),
            None => drop_or_move(cursor, position.side())?,
        };
        cursor.skip_spaces();
        let column = cursor.column();
        let mark = [VIRTUAL_CHECK, MATE, OTHER_MATE, CHECK]
            .into_iter()
            .find(|text| cursor.take_text(text))
            .map(|text| ParsedMark { text, column });
        cursor.end(if mark.is_some() {
            "the end of the turn"
        } else {
            "'+', '++', '#', '!+' or the end of the turn"
        })?;
        Ok(Parsed {
            parts: TurnParts::without_uncapture(action),
            mark,
        })
    }

    fn write(parts: &TurnParts, side: Color, mark: &str) -> String {
        let letter = |role: Role| role.of(side).char();
        let mut text = match parts.action {
            Action::Castle(wing) => castling_text(wing).to_owned(),
            Action::Drop(role, to) => format!("{}>{to}", letter(role)),
            Action::DeclareEnd => "end".to_owned(),
            Action::Move(Movement {
                role,
                from,
                to,
                becomes,
                captures,
            }) => {
                let sign = if captures { 'x' } else { '-' };
                let becomes = becomes.map_or(String::new(), |role| format!("={}", letter(role)));
                format!("{}{from}{sign}{to}{becomes}", letter(role))
            }
        };
        if !mark.is_empty() {
            text.push(' ');
            text.push_str(mark);
        }
        text
    }

    fn turn_terms(&self) -> String {
        let reserve = self.setup().placement.reserve();
        let drops_kings = Color::ALL
            .into_iter()
            .any(|color| reserve.count(color, Role::King) > 0);
        let kings = if drops_kings {
            " The kings are dropped too: until both are on the board, there is no check."
        } else {
            ""
        };
        let captures = if drops_kings && !self.switches().capture_before_king {
            " You may capture only when your own king is on the board."
        } else {
            ""
        };
        format!(
            "A turn drops a piece of your reserve on an empty square, or moves a piece as in chess.{kings}\
             {captures} A captured piece does not come back. Each player counts rows from the player's own \
             side of the board: row 1 is rank 1 for White, and rank 8 for Black."
        )
    }

    fn diagram(&self) -> Option<EmailDiagram<'_>> {
        Some(EmailDiagram(&self.setup().placement))
    }

    fn mark(after: &Self, mover: Color) -> &'static str {
        let placement = &after.setup().placement;
        if *after.checks().get(!mover) {
            let mate = after
                .outcome()
                .is_some_and(|outcome| outcome.ending == Ending::Checkmate);
            return if mate { MATE } else { CHECK };
        }
        if placement.king(mover).is_none() && placement.king_attacked(!mover) {
            return VIRTUAL_CHECK;
        }
        ""
    }

    fn shortens_from_square(_: &Movement) -> bool {
        true
    }

    /// Checkmate is written `++`. The marks `#` and `+` are accepted too.
    fn accepts_mark(written: &str, correct: &str) -> bool {
        written == correct || (correct == MATE && [OTHER_MATE, CHECK].contains(&written))
    }
}

fn drop_or_move(cursor: &mut Cursor<'_>, side: Color) -> Result<Action, NativeError> {
    let role = cursor.piece_of(side)?;
    cursor.skip_spaces();
    if cursor.take('>') {
        cursor.skip_spaces();
        return Ok(Action::Drop(role, cursor.square()?));
    }
    let from = cursor.partial_square();
    cursor.skip_spaces();
    let captures = cursor.take('x');
    if !captures && !cursor.take('-') {
        return Err(cursor.expected("'>' for a drop, '-' for a move or 'x' for a capture"));
    }
    cursor.skip_spaces();
    let to = cursor.square()?;
    let mut becomes = None;
    if cursor.take('=') {
        becomes = Some(cursor.piece_of(side)?);
    }
    Ok(Action::Move(Movement {
        role,
        from,
        to,
        becomes,
        captures,
    }))
}
