//! The alpha-beta window, and the aspiration window around an expected score.

use std::ops::Neg;

use super::report::Bound;
use super::score::{MAX_PLY, Score};

/// Alpha and beta.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Window {
    /// The player to play is already sure of this score in another line.
    pub(super) alpha: Score,
    /// If the score of a position is at least this, the opponent will avoid the position.
    pub(super) beta: Score,
}

impl Window {
    /// All scores.
    pub(super) const FULL: Window = Window {
        alpha: Score(-Score::INFINITE.0),
        beta: Score::INFINITE,
    };

    /// The zero window that asks whether the score is above `alpha`.
    #[inline]
    #[must_use]
    pub(super) fn zero_above(alpha: Score) -> Self {
        Self {
            alpha,
            beta: alpha + 1,
        }
    }

    /// The zero window that asks whether the score reaches `beta`.
    #[inline]
    #[must_use]
    pub(super) fn zero_below(beta: Score) -> Self {
        Self {
            alpha: beta - 1,
            beta,
        }
    }

    /// The window with alpha raised to `score`. A higher alpha stays as it is.
    #[inline]
    #[must_use]
    pub(super) fn raised_to(self, score: Score) -> Self {
        Self {
            alpha: self.alpha.max(score),
            ..self
        }
    }

    /// The window without the scores that are impossible at `ply`: a loss before `ply`, and a win
    /// before `ply + 1` (mate distance pruning).
    #[inline]
    #[must_use]
    pub(super) fn possible_at(self, ply: usize) -> Self {
        let ply = ply as i32;
        Self {
            alpha: self.alpha.max(-(Score::WIN - ply)),
            beta: self.beta.min(Score::WIN - (ply + 1)),
        }
    }

    /// Whether alpha is at least beta, so that the search of the node can end.
    #[inline]
    #[must_use]
    pub(super) fn is_closed(self) -> bool {
        self.alpha >= self.beta
    }

    /// Whether `best`, the best score of a search with this window, is exact or a bound. Only a PV
    /// node has an exact score.
    #[inline]
    #[must_use]
    pub(super) fn bound<const PV: bool>(self, best: Score) -> Bound {
        if best >= self.beta {
            Bound::Lower
        } else if best > self.alpha && PV {
            Bound::Exact
        } else {
            Bound::Upper
        }
    }
}

/// Negation gives the window from the view of the opponent.
impl Neg for Window {
    type Output = Window;
    #[inline]
    fn neg(self) -> Window {
        Window {
            alpha: -self.beta,
            beta: -self.alpha,
        }
    }
}

/// An aspiration window: a window around an expected score. If the search fails low, the window is
/// widened downwards; if the search fails high, the window is widened upwards.
///
/// Kaindl, Shams, Horacek, *Minimax Search Algorithms With and Without Aspiration Windows* (1991);
/// the details are those of Stockfish.
#[derive(Clone, Copy, Debug)]
pub(super) struct Aspiration {
    /// The window to search.
    pub(super) window: Window,
    step: i32,
}

impl Aspiration {
    /// A window that reaches `step` centipawns to either side of `expected`; the full window if
    /// `expected` is a forced end.
    #[must_use]
    pub(super) fn around(expected: Score, step: i32) -> Self {
        if expected.is_forced() {
            return Self::full();
        }
        Self {
            window: Window {
                alpha: (expected - step).max(Window::FULL.alpha),
                beta: (expected + step).min(Window::FULL.beta),
            },
            step,
        }
    }

    /// The full window.
    #[must_use]
    pub(super) fn full() -> Self {
        Self {
            window: Window::FULL,
            step: Score::INFINITE.0,
        }
    }

    /// The search failed low: lowers alpha below `score`, and lowers beta to the middle of the old
    /// window.
    pub(super) fn fail_low(&mut self, score: Score) {
        let Window { alpha, beta } = self.window;
        self.window.beta = Score((alpha.0 + beta.0) / 2);
        self.window.alpha = self.widened(score, -1);
    }

    /// The search failed high: raises beta.
    pub(super) fn fail_high(&mut self, score: Score) {
        self.window.beta = self.widened(score, 1);
    }

    fn widened(&mut self, score: Score, sign: i32) -> Score {
        self.step += self.step / 2 + 1;
        let far = score.0 + sign * self.step;
        // Scores outside the range of the evaluation are ends of the game. They are too far away to
        // reach in steps, so open this side of the window fully.
        if far.abs() >= Score::PATH_DEPENDENT_WIN.0 - MAX_PLY {
            Score(sign * Score::INFINITE.0)
        } else {
            Score(far)
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn negation_swaps_the_bounds() {
        let window = Window {
            alpha: Score(-5),
            beta: Score(9),
        };
        let other = -window;
        assert_eq!((other.alpha, other.beta), (Score(-9), Score(5)));
        assert_eq!(-other, window);
    }

    #[test]
    fn an_aspiration_window_opens_fully_on_a_side_that_fails_repeatedly() {
        let mut low = Aspiration::around(Score(12), 20);
        for _ in 0..40 {
            low.fail_low(low.window.alpha);
            assert!(!low.window.is_closed());
        }
        assert_eq!(low.window.alpha, Window::FULL.alpha);
        let mut high = Aspiration::around(Score(12), 20);
        for _ in 0..40 {
            high.fail_high(high.window.beta);
            assert!(!high.window.is_closed());
        }
        assert_eq!(high.window.beta, Window::FULL.beta);
    }

    #[test]
    fn a_forced_end_gets_the_full_window() {
        let aspiration = Aspiration::around(Score::WIN - 3, 20);
        assert_eq!(aspiration.window, Window::FULL);
    }

    #[test]
    fn a_nearer_win_closes_the_window() {
        let window = Window {
            alpha: Score::WIN - 3,
            beta: Score::INFINITE,
        };
        assert!(window.possible_at(4).is_closed());
        assert!(!window.possible_at(1).is_closed());
    }
}
