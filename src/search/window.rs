//! Alpha and beta as one thing, and the narrow window around an expected score.

use std::ops::Neg;

use super::score::{MAX_PLY, Score};

/// The scores that matter: above `alpha` and below `beta`.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Window {
    /// What the player to play has already.
    pub(super) alpha: Score,
    /// What the opponent will not allow.
    pub(super) beta: Score,
}

impl Window {
    /// All scores.
    pub(super) const FULL: Window = Window {
        alpha: Score(-Score::INFINITE.0),
        beta: Score::INFINITE,
    };

    /// The empty window that only asks whether the score is above `alpha`.
    #[inline]
    #[must_use]
    pub(super) fn above(alpha: Score) -> Self {
        Self {
            alpha,
            beta: alpha + 1,
        }
    }

    /// The empty window that only asks whether the score reaches `beta`.
    #[inline]
    #[must_use]
    pub(super) fn reaching(beta: Score) -> Self {
        Self {
            alpha: beta - 1,
            beta,
        }
    }

    /// Cut to the scores that are possible at `ply`: no loss before it, no win before the next.
    #[inline]
    #[must_use]
    pub(super) fn possible_at(self, ply: usize) -> Self {
        let ply = ply as i32;
        Self {
            alpha: self.alpha.max(-(Score::WIN - ply)),
            beta: self.beta.min(Score::WIN - (ply + 1)),
        }
    }

    /// Whether no score is left.
    #[inline]
    #[must_use]
    pub(super) fn is_closed(self) -> bool {
        self.alpha >= self.beta
    }
}

/// The same scores as the other player sees them.
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

/// A window around an expected score that widens on the side where the score falls out.
///
/// Aspiration windows: Kaindl, Shams, Horacek, *Minimax Search Algorithms With and Without Aspiration
/// Windows* (1991); the shape is that of most engines of today.
#[derive(Clone, Copy, Debug)]
pub(super) struct Aspiration {
    /// The window to search.
    pub(super) window: Window,
    step: i32,
}

impl Aspiration {
    /// Half of it reaches `step` to either side of `expected`.
    #[must_use]
    pub(super) fn around(expected: Score, step: i32) -> Self {
        if expected.is_forced() {
            return Self::open();
        }
        Self {
            window: Window {
                alpha: (expected - step).max(Window::FULL.alpha),
                beta: (expected + step).min(Window::FULL.beta),
            },
            step,
        }
    }

    /// All scores.
    #[must_use]
    pub(super) fn open() -> Self {
        Self {
            window: Window::FULL,
            step: Score::INFINITE.0,
        }
    }

    /// The score was at most alpha: look further down, and beta nearer.
    pub(super) fn fail_low(&mut self, score: Score) {
        let Window { alpha, beta } = self.window;
        self.window.beta = Score((alpha.0 + beta.0) / 2);
        self.window.alpha = self.widened(score, -1);
    }

    /// The score was at least beta: look further up.
    pub(super) fn fail_high(&mut self, score: Score) {
        self.window.beta = self.widened(score, 1);
    }

    fn widened(&mut self, score: Score, sign: i32) -> Score {
        self.step += self.step / 2 + 1;
        let far = score.0 + sign * self.step;
        // Beyond every evaluation there are only forced ends, which no step will reach in time.
        if far.abs() >= Score::BY_HISTORY.0 - MAX_PLY {
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
    fn an_aspiration_window_ends_up_open() {
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
    fn forced_ends_are_not_expected_narrowly() {
        let open = Aspiration::around(Score::WIN - 3, 20);
        assert_eq!(open.window, Window::FULL);
    }

    #[test]
    fn a_nearer_win_leaves_nothing_to_look_for() {
        let window = Window {
            alpha: Score::WIN - 3,
            beta: Score::INFINITE,
        };
        assert!(window.possible_at(4).is_closed());
        assert!(!window.possible_at(1).is_closed());
    }
}
