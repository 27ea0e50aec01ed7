//! The probabilities of win, draw and loss that correspond to a score.

use super::score::Score;
use crate::eval::Scale;

/// The probabilities of a win, a draw and a loss in permille.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Wdl {
    /// The probability of a win.
    pub win: u32,
    /// The probability of a draw.
    pub draw: u32,
    /// The probability of a loss.
    pub loss: u32,
}

impl Wdl {
    /// The probabilities for a reported score. `scale` is the scale of the game. The win
    /// probability is [`Scale::win_probability`]. The loss probability is the win probability of
    /// the score with the opposite sign. A forced win has win probability 1000. A forced loss has
    /// loss probability 1000.
    #[must_use]
    pub fn of(score: Score, scale: Scale) -> Self {
        if score.is_forced() {
            let win = if score > Score::DRAW { 1000 } else { 0 };
            return Self {
                win,
                draw: 0,
                loss: 1000 - win,
            };
        }
        let permille = |reported: i32| (1000.0 * scale.win_probability(reported)).round() as u32;
        let (win, loss) = (permille(score.0), permille(-score.0));
        Self {
            win,
            draw: 1000_u32.saturating_sub(win + loss),
            loss,
        }
    }
}
