//! The results of every engine against every other one.

use std::collections::BTreeMap;

use super::count::{half_points, seat_of};
use crate::record::GameResult;
use crate::rules::Seat;
use crate::stats::tally::Tally;
use crate::tournament::schedule::Plan;

/// The results of every engine against every other one.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct Tallies {
    met: BTreeMap<(usize, usize), Tally>,
    /// The encounters (pairs of games from one opening) of which only one game has been added yet.
    /// The key is the number of the encounter, the value is this game.
    first_games: BTreeMap<usize, (Plan, GameResult)>,
}

impl Tallies {
    /// Adds a game. Games of an engine against itself are not counted.
    pub fn add(&mut self, plan: &Plan, result: GameResult) {
        let (first, second) = (plan.first, plan.second);
        if first == second {
            return;
        }
        for (engine, opponent, seat) in
            [(first, second, Seat::First), (second, first, Seat::Second)]
        {
            let tally = self.met.entry((engine, opponent)).or_default();
            tally.games.record(half_points(result, seat));
        }
        let Some((plan_before, result_before)) = self.first_games.remove(&plan.encounter) else {
            self.first_games.insert(plan.encounter, (*plan, result));
            return;
        };
        for (engine, opponent) in [(first, second), (second, first)] {
            let points = [(&plan_before, result_before), (plan, result)]
                .map(|(plan, result)| half_points(result, seat_of(plan, engine)));
            let tally = self.met.entry((engine, opponent)).or_default();
            tally.pairs.record_pair(points);
        }
    }

    /// The results of each engine against every other engine, with the indices of engine and
    /// opponent.
    pub fn iter(&self) -> impl Iterator<Item = ((usize, usize), &Tally)> {
        self.met.iter().map(|(&engines, tally)| (engines, tally))
    }

    /// All results of an engine.
    #[must_use]
    pub fn total(&self, engine: usize) -> Tally {
        let mut sum = Tally::default();
        for (_, &tally) in self.met.iter().filter(|((one, _), _)| *one == engine) {
            sum += tally;
        }
        sum
    }
}
