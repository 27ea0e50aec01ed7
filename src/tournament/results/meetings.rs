//! Groups games into encounters. An [`Encounter`] is the games of two engines from one opening;
//! ratings are computed from encounters.

use std::collections::BTreeMap;

use super::count::{CountedGame, half_points, seat_of};
use crate::games::Game;
use crate::stats::ratings::{Encounter, Points};

/// The encounters of one or several events, and their openings.
#[derive(Default)]
pub(super) struct Meetings {
    met: BTreeMap<(usize, usize), Encounter>,
    openings: BTreeMap<(&'static Game, String), usize>,
}

impl Meetings {
    /// Adds a game of event number `event`. `players` maps the number of an engine in the event to
    /// its index in the ratings. Games of an engine against itself do not count.
    pub(super) fn add(&mut self, event: usize, game: &CountedGame<'_>, players: &[usize]) {
        let CountedGame { plan, entry } = game;
        if plan.first == plan.second {
            return;
        }
        let count = self.openings.len();
        let opening = (plan.variant, entry.start.to_string());
        let opening = *self.openings.entry(opening).or_insert(count);
        let one = players[plan.first.min(plan.second)];
        let other = players[plan.first.max(plan.second)];
        let encounter = self
            .met
            .entry((event, plan.encounter))
            .or_insert(Encounter {
                one,
                other,
                opening,
                sides: [Points::default(); 2],
            });
        let seat = seat_of(plan, plan.first.min(plan.second));
        let side = &mut encounter.sides[usize::from(seat.number()) - 1];
        side.games += 1;
        side.points += half_points(entry.result, seat) as f64 / 2.0;
    }

    /// The number of different openings.
    pub(super) fn opening_count(&self) -> usize {
        self.openings.len()
    }

    /// The encounters, event by event.
    pub(super) fn encounters(self) -> Vec<Encounter> {
        self.met.into_values().collect()
    }
}
