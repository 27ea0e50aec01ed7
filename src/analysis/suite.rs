//! Test suites: whether a position is solved, and how many of them are.

use super::{Epd, Findings};

/// What has come of a test position.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Verdict {
    /// All that the position asks for is met.
    Solved,
    /// Something is not.
    Failed,
}

/// Whether what has been found meets what a position asks for; `None` where it asks for nothing. The
/// turn must be one of the best and none of those to avoid, and a forced end must be seen in no more
/// turns than are known to be enough.
#[must_use]
pub fn verdict(epd: &Epd, findings: &Findings) -> Option<Verdict> {
    if !epd.is_test() {
        return None;
    }
    let best = findings.best();
    let right = epd.best.is_empty() || best.is_some_and(|turn| epd.best.contains(&turn));
    let wrong = best.is_none_or(|turn| epd.avoid.contains(&turn));
    let forced = findings
        .score()
        .and_then(crate::search::Score::forced_turns);
    let seen = epd
        .mate
        .is_none_or(|turns| forced.is_some_and(|found| found > 0 && found.unsigned_abs() <= turns));
    Some(if right && !wrong && seen {
        Verdict::Solved
    } else {
        Verdict::Failed
    })
}

/// How many test positions have been solved.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Tally {
    /// Those solved.
    pub solved: usize,
    /// All of them.
    pub all: usize,
}

impl Tally {
    /// Counts a position.
    pub fn add(&mut self, verdict: Verdict) {
        self.all += 1;
        self.solved += usize::from(verdict == Verdict::Solved);
    }

    /// How many are solved of a hundred.
    #[must_use]
    pub fn percent(self) -> f64 {
        100.0 * self.solved as f64 / self.all.max(1) as f64
    }
}
