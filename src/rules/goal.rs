//! The goal and the form of a game, for code that does not know which game is played.

use crate::board::Square;

/// What the players aim at. The evaluation depends on it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Goal {
    /// Bring one's own army home.
    OwnHome,
    /// Bring home the army that the player holds after the players have switched colours.
    SwitchedHome,
    /// Un-capture the whole enemy army.
    ReviveEnemy,
    /// Checkmate.
    Checkmate,
}

/// The un-capture with which a turn may or must begin.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Uncapture {
    /// No un-capture.
    None,
    /// An optional un-capture on this square.
    May(Square),
    /// A forced un-capture on this square.
    Must(Square),
}

impl Uncapture {
    /// The square on which the turn may or must un-capture: the one that the opponent vacated.
    #[must_use]
    pub const fn square(self) -> Option<Square> {
        match self {
            Uncapture::None => None,
            Uncapture::May(square) | Uncapture::Must(square) => Some(square),
        }
    }
}

/// What the six fields of a position may hold in the games of one family.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Form {
    /// Whether the games are reverse games, which are played backwards. Read from the last turn to
    /// the first, a reverse game is a legal game of chess: the *forward game*. In a reverse game,
    /// board and reserve together hold exactly the sixteen pieces of each side, and the castling
    /// field names the wings on which the sides have un-castled.
    pub reverse: bool,
    /// Whether the pending field can name the square of an un-capture, or say that the end has been
    /// declared. A `!` after the square means that the un-capture is forced. If this is `false`,
    /// the pending field can name an en passant square instead.
    pub pending_uncapture: bool,
}
