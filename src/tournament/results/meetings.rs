//! Who met whom from where, as ratings ask for it.

use std::collections::BTreeMap;

use super::count::{Game, half_points, seat_of};
use crate::games;
use crate::stats::ratings::{Encounter, Score};

/// The encounters of one event or of several, and the positions from which they began.
#[derive(Default)]
pub(super) struct Meetings<'a> {
    met: BTreeMap<(usize, usize), Encounter>,
    openings: BTreeMap<(&'static games::Game, &'a str), usize>,
}

impl<'a> Meetings<'a> {
    /// Adds a game of an event, whose engines are these players. Games of an engine against itself say
    /// nothing about how strong it is.
    pub(super) fn add(&mut self, event: usize, game: &Game<'a>, players: &[usize]) {
        let Game { plan, entry } = game;
        if plan.first == plan.second {
            return;
        }
        let count = self.openings.len();
        let opening = (plan.variant, entry.start.as_str());
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
                sides: [Score::default(); 2],
            });
        let seat = seat_of(plan, plan.first.min(plan.second));
        let side = &mut encounter.sides[usize::from(seat.number()) - 1];
        side.games += 1;
        side.points += half_points(entry.result, seat) as f64 / 2.0;
    }

    /// How many openings were played.
    pub(super) fn openings(&self) -> usize {
        self.openings.len()
    }

    /// The encounters, event by event.
    pub(super) fn encounters(self) -> Vec<Encounter> {
        self.met.into_values().collect()
    }
}
