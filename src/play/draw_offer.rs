//! The answer of an engine to a draw offer.

use crate::rules::Seat;
use crate::search::Score;

/// Whether the engine in the seat `answerer` accepts a draw offer. It does if its score is at most
/// 0. `score` is the result of its search, from the view of the player in the seat `to_play`.
#[must_use]
pub fn accepts_draw(score: Score, to_play: Seat, answerer: Seat) -> bool {
    let own = if to_play == answerer { score } else { -score };
    own <= Score::DRAW
}
