//! The pending field of a position.

use super::Square;

/// What the last turn forces or allows the next turn to do.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Hash)]
pub enum Pending {
    /// Nothing.
    #[default]
    Nothing,
    /// In games with an un-capture before the un-move, the vacated square on which the un-capture
    /// is allowed. In games with an un-capture after the un-move, the square that the forced
    /// un-double-step must cross. In games of chess moves, the en passant square.
    At(Square),
    /// In games with an un-capture before the un-move, the vacated square on which the un-capture
    /// is forced.
    Must(Square),
    /// The last turn declared the end of the game.
    End,
}
