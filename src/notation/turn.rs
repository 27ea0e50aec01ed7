//! Turns as text in the notation of the protocol. Reading and writing need no position. Each turn
//! has exactly one text.
//!
//! The head of a turn is an un-capture before the un-move or before the declaration of the end:
//! `N@f3,` in `N@f3,f6e6`. The tail of a turn is an un-capture that is part of the un-move: `*q` in
//! `e4d3*q`.

use std::fmt;

use super::TurnError;
use super::error::printable;
use crate::board::{Act, Role, RoleOn, Square, Turn, TurnFields};
use crate::rules::Form;

/// The text for "no turn".
pub const NO_TURN: &str = "0000";

impl fmt::Display for Turn {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if let Some(RoleOn { role, square }) = self.head_revival() {
            write!(f, "{}@{square},", role.upper_char())?;
        }
        match (self.act(), self.role()) {
            (Act::End, _) => return f.write_str("end"),
            (Act::Drop, Some(role)) => return write!(f, "{}@{}", role.upper_char(), self.to()),
            _ => {}
        }
        write!(f, "{}{}", self.from(), self.to())?;
        match (self.act(), self.role()) {
            (Act::UnEnPassant, _) => return f.write_str("*ep"),
            (Act::Promotion, Some(role)) => return write!(f, "{}", role.char()),
            (Act::UnPromotion, _) => f.write_str("p")?,
            _ => {}
        }
        match self.tail_revival() {
            Some(role) => write!(f, "*{}", role.char()),
            None => Ok(()),
        }
    }
}

impl std::str::FromStr for Turn {
    type Err = TurnError;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        turn_of(text.as_bytes()).ok_or_else(|| TurnError {
            text: text.chars().take(40).map(printable).collect(),
            form: None,
        })
    }
}

/// Reads a turn. The turn need not be legal, and may be a turn of any game.
///
/// # Errors
///
/// If the text is not a turn. The error shows examples of turns in the games with this `form`.
pub fn read(form: Form, text: &str) -> Result<Turn, TurnError> {
    text.parse().map_err(|error| TurnError {
        form: Some(form),
        ..error
    })
}

/// The declaration of the end.
const END: TurnFields = TurnFields::new(Act::End, Square::A1, Square::A1);

fn turn_of(text: &[u8]) -> Option<Turn> {
    match text {
        [_, b'@', _, _, b',', rest @ ..] => {
            let head_square = square(text.get(2..4)?)?;
            let role = upper_role(*text.first()?)?;
            match rest {
                b"end" => Turn::new(TurnFields {
                    role: Some(role),
                    head: Some(head_square),
                    ..END
                }),
                [_, _, _, _] => turn_between(rest, Act::Move, Some(role), Some(head_square)),
                [squares @ .., b'p'] => {
                    turn_between(squares, Act::UnPromotion, Some(role), Some(head_square))
                }
                _ => None,
            }
        }
        [role, b'@', rest @ ..] => {
            let to = square(rest)?;
            Turn::new(TurnFields {
                role: Some(upper_role(*role)?),
                ..TurnFields::new(Act::Drop, to, to)
            })
        }
        b"end" => Turn::new(END),
        [_, _, _, _] => turn_between(text, Act::Move, None, None),
        [squares @ .., b'*', b'e', b'p'] => turn_between(squares, Act::UnEnPassant, None, None),
        [squares @ .., b'p', b'*', role] => {
            turn_between(squares, Act::UnPromotion, Some(lower_role(*role)?), None)
        }
        [squares @ .., b'*', role] => {
            turn_between(squares, Act::Move, Some(lower_role(*role)?), None)
        }
        [squares @ .., b'p'] => turn_between(squares, Act::UnPromotion, None, None),
        [squares @ .., role] => {
            turn_between(squares, Act::Promotion, Some(lower_role(*role)?), None)
        }
        [] => None,
    }
}

fn turn_between(
    squares: &[u8],
    act: Act,
    role: Option<Role>,
    head: Option<Square>,
) -> Option<Turn> {
    let [a, b, c, d] = squares else { return None };
    let (from, to) = (square(&[*a, *b])?, square(&[*c, *d])?);
    Turn::new(TurnFields {
        role,
        head,
        ..TurnFields::new(act, from, to)
    })
}

fn square(text: &[u8]) -> Option<Square> {
    Square::from_ascii(text).ok()
}

fn upper_role(letter: u8) -> Option<Role> {
    if letter.is_ascii_uppercase() {
        Role::from_char(char::from(letter))
    } else {
        None
    }
}

fn lower_role(letter: u8) -> Option<Role> {
    if letter.is_ascii_lowercase() {
        Role::from_char(char::from(letter))
    } else {
        None
    }
}
