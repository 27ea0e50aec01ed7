//! How much time a turn may take: pure arithmetic over durations. Only [`Stopwatch`] looks at the
//! time of day.

use std::time::{Duration, Instant};

use super::limits::TimeLimit;

/// The time for one turn.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Clock {
    /// Begin no iteration after this, as a rule.
    pub optimum: Duration,
    /// Stop at this.
    pub maximum: Duration,
    /// Whether the turn should be played before the maximum when it is clear.
    pub is_shared: bool,
}

/// How sure the search is of its best turn.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Confidence {
    /// Iterations in a row with the same best turn.
    pub stable: u32,
    /// Centipawns by which the score has fallen since the last iteration.
    pub fallen: i32,
    /// Whether there is no other turn.
    pub is_only: bool,
}

impl Clock {
    /// The time for one turn of a game that is thought to last `horizon` own turns, `overhead` kept back;
    /// `None` when there is as much as it takes.
    #[must_use]
    pub fn new(limit: TimeLimit, overhead: Duration, horizon: u32) -> Option<Self> {
        match limit {
            TimeLimit::Unlimited => None,
            TimeLimit::Fixed(time) => {
                let time = time - overhead.min(time / 20);
                Some(Self {
                    optimum: time,
                    maximum: time,
                    is_shared: false,
                })
            }
            TimeLimit::Clock {
                remaining,
                increment,
                turns_to_go,
            } => {
                let usable = remaining.saturating_sub(overhead);
                // What must never be spent, or the next turns would have nothing.
                let turns = turns_to_go.unwrap_or(horizon).clamp(1, horizon.max(1));
                let share = usable / turns + increment.mul_f64(0.75);
                let ceiling = if turns == 1 {
                    usable.mul_f64(0.9)
                } else {
                    usable.mul_f64(0.4)
                };
                let optimum = share.min(ceiling);
                Some(Self {
                    optimum,
                    maximum: (optimum * 4).min(ceiling),
                    is_shared: true,
                })
            }
        }
    }

    /// After how long to begin no further iteration.
    #[must_use]
    pub fn enough(&self, confidence: Confidence) -> Duration {
        if !self.is_shared {
            return self.maximum;
        }
        if confidence.is_only {
            return Duration::ZERO;
        }
        let settled = 1.3 - 0.12 * f64::from(confidence.stable.min(6));
        let alarmed = f64::from(confidence.fallen.clamp(0, 100)) / 100.0;
        // An iteration takes longer than all before it: begun late, it would not be finished.
        let enough = self.optimum.mul_f64((settled + alarmed) * 0.7);
        enough.min(self.maximum)
    }
}

/// Measures the time of a search.
#[derive(Clone, Copy, Debug)]
pub struct Stopwatch(Instant);

impl Stopwatch {
    /// Starts now.
    #[must_use]
    pub fn start() -> Self {
        Self(Instant::now())
    }

    /// The time since the start.
    #[must_use]
    pub fn elapsed(&self) -> Duration {
        self.0.elapsed()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const OVERHEAD: Duration = Duration::from_millis(10);

    fn clock(remaining: u64, increment: u64, turns_to_go: Option<u32>) -> Clock {
        let limit = TimeLimit::Clock {
            remaining: Duration::from_millis(remaining),
            increment: Duration::from_millis(increment),
            turns_to_go,
        };
        Clock::new(limit, OVERHEAD, 40).expect("a clock")
    }

    #[test]
    fn no_turn_spends_what_is_not_there() {
        for remaining in [0, 1, 5, 10, 11, 50, 1_000, 60_000, 36_000_000] {
            for increment in [0, 1, 100, 10_000] {
                for turns in [None, Some(0), Some(1), Some(2), Some(40), Some(1000)] {
                    let clock = clock(remaining, increment, turns);
                    let usable = Duration::from_millis(remaining.saturating_sub(10));
                    assert!(clock.optimum <= clock.maximum, "{clock:?}");
                    assert!(clock.maximum <= usable, "{clock:?} of {remaining}");
                    assert!(clock.enough(Confidence::default()) <= clock.maximum);
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
    fn a_fixed_time_is_used_up_but_for_a_little() {
        let limit = TimeLimit::Fixed(Duration::from_millis(100));
        let clock = Clock::new(limit, OVERHEAD, 40).expect("a clock");
        assert_eq!(clock.maximum, Duration::from_millis(95));
        assert_eq!(clock.enough(Confidence::default()), clock.maximum);
        assert_eq!(Clock::new(TimeLimit::Unlimited, OVERHEAD, 40), None);
    }

    #[test]
    fn a_settled_turn_is_played_sooner() {
        let clock = clock(60_000, 0, None);
        let enough = |stable, fallen| {
            clock.enough(Confidence {
                stable,
                fallen,
                is_only: false,
            })
        };
        assert!(enough(6, 0) < enough(0, 0));
        assert!(enough(0, 0) < enough(0, 80));
        let only = Confidence {
            is_only: true,
            ..Confidence::default()
        };
        assert_eq!(clock.enough(only), Duration::ZERO);
    }
}
