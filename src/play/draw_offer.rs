//! The answer of an engine to a draw offer.

use crate::search::Score;

/// Whether an engine accepts a draw offer. It does if `score` is at most 0. `score` is the result
/// of the engine's search, from the view of the engine.
#[must_use]
pub const fn accepts_draw(score: Score) -> bool {
    score.0 <= 0
}
