//! The standing of an event while it is played.

use super::count::{RunningSprt, SprtResult};
use super::summary::{GameFigures, GamesSummary};
use super::tallies::Tallies;
use crate::games::Game;
use crate::stats::tally::Tally;
use crate::tournament::event::{Event, Format};
use crate::tournament::schedule::Plan;

/// The standing after the games that were counted so far. Games are counted in the order of the
/// schedule. If there is an SPRT, games after its end do not count.
#[derive(Clone, PartialEq, Debug)]
pub struct Standing {
    format: Format,
    tallies: Tallies,
    summary: GamesSummary,
    variants: Vec<(&'static Game, VariantStanding)>,
    sprt: Option<RunningSprt>,
    faults: usize,
}

/// The standing in one variant.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct VariantStanding {
    tallies: Tallies,
    /// Statistics of its games.
    pub summary: GamesSummary,
}

impl VariantStanding {
    /// The results of an engine.
    #[must_use]
    pub fn tally(&self, engine: usize) -> Tally {
        self.tallies.total(engine)
    }
}

impl Standing {
    /// The standing before the first game.
    #[must_use]
    pub fn new(event: &Event) -> Self {
        let variants = event.variants.iter();
        Self {
            format: event.format,
            tallies: Tallies::default(),
            summary: GamesSummary::default(),
            variants: variants
                .map(|name| (name.game, VariantStanding::default()))
                .collect(),
            sprt: event.sprt.map(RunningSprt::new),
            faults: 0,
        }
    }

    /// The same standing without the SPRT, so that every later game counts.
    #[must_use]
    pub fn without_sprt(self) -> Self {
        Self { sprt: None, ..self }
    }

    /// Counts the next game of the schedule.
    pub fn count(&mut self, plan: &Plan, game: &GameFigures) {
        if self.is_decided() {
            return;
        }
        self.tallies.add(plan, game.result);
        self.summary.add(game);
        let variant = self
            .variants
            .iter_mut()
            .find(|(variant, _)| *variant == plan.variant);
        if let Some((_, standing)) = variant {
            standing.tallies.add(plan, game.result);
            standing.summary.add(game);
        }
        if let Some(sprt) = &mut self.sprt {
            sprt.add(plan, game.result);
        }
        self.faults += usize::from(game.has_fault);
    }

    /// The results of the event's first engine. With [`Format::Balance`], every engine plays
    /// itself. The results are then those of the first player in each game
    /// ([`GameFigures::first_player`]).
    #[must_use]
    pub fn tally(&self) -> Tally {
        match self.format {
            Format::Balance => Tally {
                games: self.summary.first_player,
                ..Tally::default()
            },
            _ => self.tallies.total(0),
        }
    }

    /// The variants in which a game was counted, in the order of the event.
    pub fn variants(&self) -> impl Iterator<Item = (&'static Game, &VariantStanding)> {
        self.variants
            .iter()
            .filter(|(_, standing)| standing.summary.games() > 0)
            .map(|(variant, standing)| (*variant, standing))
    }

    /// Games counted.
    #[must_use]
    pub fn games(&self) -> u64 {
        self.summary.games()
    }

    /// The state of the SPRT.
    #[must_use]
    pub fn sprt(&self) -> Option<&SprtResult> {
        self.sprt.as_ref().map(|sprt| &sprt.result)
    }

    /// Games in which a player was at fault.
    #[must_use]
    pub const fn faults(&self) -> usize {
        self.faults
    }

    /// Whether the SPRT has ended.
    #[must_use]
    pub fn is_decided(&self) -> bool {
        self.sprt().is_some_and(SprtResult::is_decided)
    }
}
