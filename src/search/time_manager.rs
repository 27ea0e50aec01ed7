//! Time management: how much time a turn may take.

use std::time::Duration;

use super::limits::TimeLimit;

/// The time for one turn.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct TimeManager {
    /// The time from which [`TimeManager::soft_limit`] is computed.
    pub optimum: Duration,
    /// Stop the search at this time.
    pub maximum: Duration,
    /// Whether time management may end the search before `maximum`.
    pub may_stop_early: bool,
}

/// How sure the search is of its best turn.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Stability {
    /// Iterations in a row with the same best turn.
    pub stable_iterations: u32,
    /// Centipawns by which the score has fallen since the previous iteration.
    pub score_drop: i32,
    /// Whether the best turn is the only root move.
    pub is_only_move: bool,
}

impl TimeManager {
    /// The time for one turn; `None` if there is no time limit. `expected_turns` is the expected
    /// number of own turns until the end of the game. `overhead` is subtracted from the time on the
    /// clock. [`TimeLimit::Fixed`] and the `at_most` of a clock are also reduced by `overhead`, but
    /// by at most 5 %.
    #[must_use]
    pub fn new(limit: TimeLimit, overhead: Duration, expected_turns: u32) -> Option<Self> {
        let fixed = |time: Duration| time - overhead.min(time / 20);
        match limit {
            TimeLimit::Unlimited => None,
            TimeLimit::Fixed(time) => {
                let time = fixed(time);
                Some(Self {
                    optimum: time,
                    maximum: time,
                    may_stop_early: false,
                })
            }
            TimeLimit::Clock {
                remaining,
                increment,
                turns_to_go,
                at_most,
            } => {
                let usable = remaining.saturating_sub(overhead);
                let turns = turns_to_go
                    .unwrap_or(expected_turns)
                    .clamp(1, expected_turns.max(1));
                let share = usable / turns + increment.mul_f64(0.75);
                // The ceiling leaves time for the turns that follow.
                let ceiling = if turns == 1 {
                    usable.mul_f64(0.9)
                } else {
                    usable.mul_f64(0.4)
                };
                let optimum = share.min(ceiling);
                let maximum = (optimum * 4).min(ceiling);
                Some(Self {
                    optimum,
                    maximum: at_most.map_or(maximum, |time| maximum.min(fixed(time))),
                    may_stop_early: true,
                })
            }
        }
    }

    /// The time after which no new iteration begins.
    #[must_use]
    pub fn soft_limit(&self, stability: Stability) -> Duration {
        if !self.may_stop_early {
            return self.maximum;
        }
        if stability.is_only_move {
            return Duration::ZERO;
        }
        let unstable = 1.3 - 0.12 * f64::from(stability.stable_iterations.min(6));
        let falling = f64::from(stability.score_drop.clamp(0, 100)) / 100.0;
        // An iteration usually takes longer than all earlier ones together. An iteration that
        // begins late would rarely finish, so the limit is reduced by 30 %.
        let soft_limit = self.optimum.mul_f64((unstable + falling) * 0.7);
        soft_limit.min(self.maximum)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const OVERHEAD: Duration = Duration::from_millis(10);

    fn clock(remaining: u64, increment: u64, turns_to_go: Option<u32>) -> TimeManager {
        let limit = TimeLimit::Clock {
            remaining: Duration::from_millis(remaining),
            increment: Duration::from_millis(increment),
            turns_to_go,
            at_most: None,
        };
        TimeManager::new(limit, OVERHEAD, 40).expect("a clock")
    }

    #[test]
    fn a_turn_never_takes_more_than_the_clock_has() {
        for remaining in [0, 1, 5, 10, 11, 50, 1_000, 60_000, 36_000_000] {
            for increment in [0, 1, 100, 10_000] {
                for turns in [None, Some(0), Some(1), Some(2), Some(40), Some(1000)] {
                    let clock = clock(remaining, increment, turns);
                    let usable = Duration::from_millis(remaining.saturating_sub(10));
                    assert!(clock.optimum <= clock.maximum, "{clock:?}");
                    assert!(clock.maximum <= usable, "{clock:?} of {remaining}");
                    assert!(clock.soft_limit(Stability::default()) <= clock.maximum);
                }
            }
        }
    }

    #[test]
    fn a_long_game_never_runs_out_of_time() {
        let mut remaining = Duration::from_secs(10);
        for _ in 0..300 {
            let clock = clock(remaining.as_millis() as u64, 100, None);
            assert!(clock.maximum + OVERHEAD <= remaining);
            remaining = remaining - clock.maximum - OVERHEAD + Duration::from_millis(100);
        }
    }

    #[test]
    fn a_fixed_time_is_used_except_for_the_overhead() {
        let limit = TimeLimit::Fixed(Duration::from_millis(100));
        let clock = TimeManager::new(limit, OVERHEAD, 40).expect("a clock");
        assert_eq!(clock.maximum, Duration::from_millis(95));
        assert_eq!(clock.soft_limit(Stability::default()), clock.maximum);
        assert_eq!(TimeManager::new(TimeLimit::Unlimited, OVERHEAD, 40), None);
    }

    #[test]
    fn a_clock_and_a_time_for_the_turn_are_both_limits() {
        for (remaining, at_most) in [(200, 3000), (600_000, 100), (600_000, 0)] {
            let fixed = TimeLimit::Fixed(Duration::from_millis(at_most));
            let fixed = TimeManager::new(fixed, OVERHEAD, 40).expect("a fixed time");
            let clock = clock(remaining, 0, None);
            let both = TimeLimit::Clock {
                remaining: Duration::from_millis(remaining),
                increment: Duration::ZERO,
                turns_to_go: None,
                at_most: Some(Duration::from_millis(at_most)),
            };
            let both = TimeManager::new(both, OVERHEAD, 40).expect("a clock");
            assert_eq!(both.maximum, clock.maximum.min(fixed.maximum));
            let stability = Stability::default();
            assert_eq!(
                both.soft_limit(stability),
                clock.soft_limit(stability).min(fixed.soft_limit(stability))
            );
        }
    }

    #[test]
    fn a_stable_best_turn_takes_less_time() {
        let clock = clock(60_000, 0, None);
        let soft_limit = |stable_iterations, score_drop| {
            clock.soft_limit(Stability {
                stable_iterations,
                score_drop,
                is_only_move: false,
            })
        };
        assert!(soft_limit(6, 0) < soft_limit(0, 0));
        assert!(soft_limit(0, 0) < soft_limit(0, 80));
        let only = Stability {
            is_only_move: true,
            ..Stability::default()
        };
        assert_eq!(clock.soft_limit(only), Duration::ZERO);
    }
}
