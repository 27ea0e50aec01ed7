//! The pending field of a position.

use super::Square;

/// What the last turn demands of the next one, or allows it.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Hash)]
pub enum Pending {
    /// Nothing.
    #[default]
    Nothing,
    /// In the Ssehc games, the vacated square on which an un-capture is allowed. In the other
    /// reverse games, the square over which the un-double-step must go. In the Unachess games, the
    /// en passant square.
    At(Square),
    /// In the Ssehc games, the vacated square on which an un-capture is forced.
    Must(Square),
    /// The last turn declared the end of the game.
    End,
}
