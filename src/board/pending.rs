//! The pending field of a position.

use super::Square;

/// What the last turn forces or allows the next turn to do.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Hash)]
pub enum Pending {
    /// Nothing.
    #[default]
    Nothing,
    /// In the Ssehc games, the vacated square on which an un-capture is allowed. In the other
    /// reverse games, the square that the forced un-double-step must cross. In the Unachess games,
    /// the en passant square.
    At(Square),
    /// In the Ssehc games, the vacated square on which an un-capture is forced.
    Must(Square),
    /// The last turn declared the end of the game.
    End,
}
