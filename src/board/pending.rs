//! The pending field of a position.

use super::Square;

/// What the last turn forces or allows the next turn to do.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Hash)]
pub enum Pending {
    /// Nothing.
    #[default]
    Nothing,
    /// In games with an un-capture before the un-move: the last turn vacated this square, and the
    /// next turn may un-capture on it. In games with an un-capture after the un-move: the last turn
    /// undid an en passant capture, and the next turn must be the un-double-step across this
    /// square. In games of chess moves: the en passant square.
    At(Square),
    /// In games with an un-capture before the un-move: the last turn vacated this square, and the
    /// next turn must un-capture: a piece on this square, or a pawn en passant.
    Must(Square),
    /// The last turn declared the end of the game.
    End,
}
