//! Which games count, and how much.

use serde::Serialize;

use crate::play::entry::Entry;
use crate::record::GameResult;
use crate::rules::Seat;
use crate::stats::counts::PairCounts;
use crate::stats::sprt::Verdict;
use crate::tournament::event::Event;
use crate::tournament::schedule::Plan;

/// Where a test stands.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct TestResult {
    /// The test in words.
    pub test: String,
    /// The log-likelihood ratio.
    pub llr: f64,
    /// At or beyond these it is decided.
    pub bounds: [f64; 2],
    /// `H0` or `H1`, once it is decided.
    pub verdict: Option<String>,
    /// Pairs that were looked at.
    pub pairs: u64,
}

impl TestResult {
    /// Whether it has come to a verdict.
    #[must_use]
    pub const fn is_decided(&self) -> bool {
        self.verdict.is_some()
    }
}

/// A game that has been played, with its place in the schedule.
#[derive(Clone, Copy)]
pub(super) struct Game<'a> {
    pub(super) plan: &'a Plan,
    pub(super) entry: &'a Entry,
}

/// The games in the order of the schedule, up to the one at which a test was decided. What was
/// played beyond it does not count, so that the result hangs on nothing but the schedule.
pub(super) fn counted<'a>(
    event: &Event,
    plans: &'a [Plan],
    entries: &'a [Entry],
) -> (Vec<Game<'a>>, Option<TestResult>) {
    let mut games: Vec<Game<'a>> = entries
        .iter()
        .filter_map(|entry| {
            let plan = plans.get(entry.game.checked_sub(1)?)?;
            Some(Game { plan, entry })
        })
        .collect();
    games.sort_unstable_by_key(|game| game.plan.game);
    let Some(Ok(test)) = event.sprt.map(|sprt| sprt.test()) else {
        return (games, None);
    };
    let mut counts = PairCounts::default();
    let mut result = TestResult {
        test: test.to_string(),
        llr: 0.0,
        bounds: test.bounds(),
        verdict: None,
        pairs: 0,
    };
    let mut end = games.len();
    for (index, pair) in games.chunks(2).enumerate() {
        let [one, other] = pair else { break };
        if one.plan.encounter != index || other.plan.encounter != index {
            break;
        }
        let points = pair
            .iter()
            .map(|game| half_points(game.entry.result, seat_of(game.plan, 0)));
        counts.record(points.sum());
        result.pairs += 1;
        result.llr = test.llr(&counts);
        if let Some(verdict) = test.verdict(result.llr) {
            let word = match verdict {
                Verdict::H0 => "H0",
                Verdict::H1 => "H1",
            };
            result.verdict = Some(word.to_owned());
            end = 2 * (index + 1);
            break;
        }
    }
    games.truncate(end);
    (games, Some(result))
}

pub(super) const fn half_points(result: GameResult, seat: Seat) -> usize {
    match (result, seat) {
        (GameResult::Won(Seat::First), Seat::First)
        | (GameResult::Won(Seat::Second), Seat::Second) => 2,
        (GameResult::Won(_), _) => 0,
        (GameResult::Drawn | GameResult::Open, _) => 1,
    }
}

pub(super) const fn seat_of(plan: &Plan, engine: usize) -> Seat {
    if plan.first == engine {
        Seat::First
    } else {
        Seat::Second
    }
}
