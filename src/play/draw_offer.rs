//! The answer of an engine to a draw offer.

use crate::search::Score;

/// Whether an engine accepts a draw: it does if its search says that it is not ahead. `score` is
/// from the view of the engine.
#[must_use]
pub const fn accepts_draw(score: Score) -> bool {
    score.0 <= 0
}
