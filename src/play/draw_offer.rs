//! The answer of an engine to a draw offer.

use crate::search::Score;

/// Whether an engine accepts a draw: it does if its search says that it is not ahead. `score` is
/// from the view of the player to play, and `is_to_play` says whether that is the engine.
#[must_use]
pub const fn accepts_draw(score: Score, is_to_play: bool) -> bool {
    if is_to_play {
        score.0 <= 0
    } else {
        score.0 >= 0
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_engine_that_is_ahead_declines() {
        for (score, is_to_play, accepts) in [
            (30, true, false),
            (30, false, true),
            (-30, true, true),
            (-30, false, false),
            (0, true, true),
            (0, false, true),
        ] {
            assert_eq!(accepts_draw(Score(score), is_to_play), accepts);
        }
    }
}
