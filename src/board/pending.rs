//! The pending field.

use super::Square;

/// What the last turn left open.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Hash)]
pub enum Pending {
    /// Nothing.
    #[default]
    Nothing,
    /// `ssehc`: the vacated square on which an un-capture is allowed. Other reverse games: the
    /// square over which the un-double-step must go. `unachess`: the en passant square.
    At(Square),
    /// `ssehc`: the vacated square on which an un-capture is forced.
    Must(Square),
    /// The end has been declared.
    End,
}
