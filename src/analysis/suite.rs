//! Test suites: whether a position is solved, and how many positions are solved.

use super::{Analysis, Epd};

/// The result of a test position.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum TestResult {
    /// The analysis meets every condition of the test.
    Solved,
    /// The analysis misses a condition.
    Failed,
}

/// Whether an analysis solves a position; `None` if the position is not a test. A position is
/// not solved if the analysis has no best turn. With `bm`, the best turn must be one that `bm`
/// names. With `am`, it must not be one that `am` names. With `dm N`, the score must be a forced
/// win in at most N turns.
#[must_use]
pub fn test_result(epd: &Epd, analysis: &Analysis) -> Option<TestResult> {
    if !epd.is_test() {
        return None;
    }
    let best = analysis.best();
    let is_best = epd.best.is_empty() || best.is_some_and(|turn| epd.best.contains(&turn));
    let fails_avoid = best.is_none_or(|turn| epd.avoid.contains(&turn));
    let forced = analysis
        .score()
        .and_then(crate::search::Score::forced_turns);
    let finds_mate = epd
        .mate
        .is_none_or(|turns| forced.is_some_and(|found| found > 0 && found.unsigned_abs() <= turns));
    Some(if is_best && !fails_avoid && finds_mate {
        TestResult::Solved
    } else {
        TestResult::Failed
    })
}

/// How many test positions there are, and how many of them are solved.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct SuiteScore {
    /// The number of solved positions.
    pub solved: usize,
    /// The number of test positions.
    pub all: usize,
}

impl SuiteScore {
    /// Counts a position.
    pub fn add(&mut self, result: TestResult) {
        self.all += 1;
        self.solved += usize::from(result == TestResult::Solved);
    }

    /// The share of solved positions in percent; 0 if there are no positions.
    #[must_use]
    pub fn percent(self) -> f64 {
        100.0 * self.solved as f64 / self.all.max(1) as f64
    }
}
