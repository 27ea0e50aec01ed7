//! Selects the games that count, gives the half points of a player in a game, and computes the
//! SPRT.

use serde::{Serialize, Serializer};

use crate::play::entry::Entry;
use crate::record::GameResult;
use crate::rules::Seat;
use crate::stats::counts::PairCounts;
use crate::stats::sprt::{Hypothesis, Sprt};
use crate::tournament::event::Event;
use crate::tournament::schedule::Plan;

/// The state of an SPRT.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct SprtResult {
    /// The test.
    #[serde(serialize_with = "as_text")]
    pub test: Sprt,
    /// The log-likelihood ratio.
    pub llr: f64,
    /// The lower and the upper bound. The test ends when the log-likelihood ratio reaches one of
    /// them.
    pub bounds: [f64; 2],
    /// The accepted hypothesis, once the test has ended.
    pub verdict: Option<Hypothesis>,
    /// The number of pairs of games that were counted.
    pub pairs: u64,
}

fn as_text<S: Serializer>(test: &Sprt, to: S) -> Result<S::Ok, S::Error> {
    to.collect_str(test)
}

impl SprtResult {
    /// Whether the SPRT has ended.
    #[must_use]
    pub const fn is_decided(&self) -> bool {
        self.verdict.is_some()
    }
}

/// An SPRT to which the games of an event are added in the order of the schedule.
#[derive(Clone, PartialEq, Debug)]
pub(super) struct RunningSprt {
    pub(super) result: SprtResult,
    counts: PairCounts,
    /// The half points of the event's first engine in the first game of an encounter (two games
    /// from one opening), until the second game is added.
    points_of_first_game: Option<usize>,
    /// Whether a game of the schedule was missing. The pairs after the missing game do not count.
    has_gap: bool,
}

impl RunningSprt {
    pub(super) fn new(test: Sprt) -> Self {
        Self {
            result: SprtResult {
                test,
                llr: 0.0,
                bounds: test.bounds(),
                verdict: None,
                pairs: 0,
            },
            counts: PairCounts::default(),
            points_of_first_game: None,
            has_gap: false,
        }
    }

    /// Adds the next game.
    pub(super) fn add(&mut self, plan: &Plan, result: GameResult) {
        // Encounters are numbered from 0. If no game is missing, the number of this encounter is
        // the number of pairs that were counted so far.
        self.has_gap |= plan.encounter as u64 != self.result.pairs;
        if self.has_gap || self.result.is_decided() {
            return;
        }
        let points = half_points(result, seat_of(plan, 0));
        let Some(before) = self.points_of_first_game.take() else {
            self.points_of_first_game = Some(points);
            return;
        };
        self.counts.record_pair([before, points]);
        let SprtResult { test, .. } = self.result;
        self.result.pairs += 1;
        self.result.llr = test.llr(&self.counts);
        self.result.verdict = test.accepted(self.result.llr);
    }
}

/// A game that has been played, and its place in the schedule.
#[derive(Clone, Copy)]
pub(super) struct CountedGame<'a> {
    pub(super) plan: &'a Plan,
    pub(super) entry: &'a Entry,
}

/// The games in the order of the schedule, and the SPRT. Games after the end of the SPRT do not
/// count. So the result does not depend on the order in which games were played.
pub(super) fn counted<'a>(
    event: &Event,
    plans: &'a [Plan],
    entries: &'a [Entry],
) -> (Vec<CountedGame<'a>>, Option<SprtResult>) {
    let mut games: Vec<CountedGame<'a>> = entries
        .iter()
        .filter_map(|entry| {
            let plan = plans.get(entry.game.checked_sub(1)?)?;
            Some(CountedGame { plan, entry })
        })
        .collect();
    games.sort_unstable_by_key(|game| game.plan.game);
    let Some(sprt) = event.sprt else {
        return (games, None);
    };
    let mut running = RunningSprt::new(sprt);
    let mut end = games.len();
    for (index, game) in games.iter().enumerate() {
        running.add(game.plan, game.entry.result);
        if running.result.is_decided() {
            end = index + 1;
            break;
        }
    }
    games.truncate(end);
    (games, Some(running.result))
}

/// The half points, 0 to 2, of a player in a game. A game without a result counts as a draw.
pub(super) const fn half_points(result: GameResult, seat: Seat) -> usize {
    match (result, seat) {
        (GameResult::Won(Seat::First), Seat::First)
        | (GameResult::Won(Seat::Second), Seat::Second) => 2,
        (GameResult::Won(_), _) => 0,
        (GameResult::Drawn | GameResult::Unfinished, _) => 1,
    }
}

/// The seat of an engine that plays in a game.
pub(super) const fn seat_of(plan: &Plan, engine: usize) -> Seat {
    if plan.first == engine {
        Seat::First
    } else {
        Seat::Second
    }
}
