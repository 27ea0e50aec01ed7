//! What came of an event: a pure function of its schedule and the games in its journal.

mod conduct;
mod count;
mod meetings;
mod pool;
mod tally;
mod variant;

use std::collections::BTreeMap;

use serde::Serialize;

pub use conduct::{EngineConduct, EngineTiming, Incident, timing};
pub use count::TestResult;
pub use pool::Pool;
pub use tally::{Interval, Tally};
pub use variant::{Curve, EngineScore, Lengths, VariantResult};

use super::event::{Event, Format};
use super::schedule::Plan;
use crate::play::entry::Entry;
use crate::stats::ratings::{Rating, rate, rate_evenly};
use conduct::conduct;
use count::{Game, counted};
use meetings::Meetings;
use tally::{tallies, total};
use variant::variant_result;

/// Everything that is reported. Numbers that would be infinite are null in JSON.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct Results {
    /// What the event is called.
    pub event: String,
    /// Who played whom.
    pub format: Format,
    /// The digest of the event.
    pub hash: String,
    /// Games of the schedule.
    pub scheduled: usize,
    /// Games that count here.
    pub games: usize,
    /// Whether the event would come out the same again.
    pub is_reproducible: bool,
    /// The test, if there is one.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub sprt: Option<TestResult>,
    /// Whether somebody has won or lost everything, so that ratings hold with draws added only.
    pub ratings_are_rough: bool,
    /// The engines, the best first.
    pub ranking: Vec<Standing>,
    /// Who did what against whom.
    pub head_to_head: Vec<HeadToHead>,
    /// The games apart.
    pub variants: Vec<VariantResult>,
    /// What went wrong.
    pub faults: Vec<Incident>,
    /// What engines said that they should not.
    pub conduct: Vec<EngineConduct>,
    /// How fast they answered, where that is part of the game.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub timing: Option<Vec<EngineTiming>>,
}

/// An engine's place.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct Standing {
    /// The place, from 1.
    pub rank: usize,
    /// The engine.
    pub engine: String,
    /// Elo above the mean of the field.
    pub rating: Interval,
    /// The same where the opening favours neither side, if openings were played often enough to tell.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub even_rating: Option<Interval>,
    /// What it scored.
    pub tally: Tally,
    /// Its points a game.
    pub score: f64,
}

/// What an engine scored against another.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct HeadToHead {
    /// The engine.
    pub engine: String,
    /// The other.
    pub opponent: String,
    /// What it scored.
    pub tally: Tally,
    /// Points a game.
    pub score: f64,
    /// The difference in Elo.
    pub elo: Option<Interval>,
}

/// How an event stands while it is played: what of its results is worth having after every game.
#[derive(Clone, PartialEq, Debug)]
pub struct Glimpse {
    /// What the first engine scored; where engines play themselves, the player of the first turn.
    pub tally: Tally,
    /// The test, if there is one.
    pub test: Option<TestResult>,
    /// Games with faults.
    pub faults: usize,
}

impl Glimpse {
    /// The standing after the games in a journal.
    #[must_use]
    pub fn of(event: &Event, plans: &[Plan], entries: &[Entry]) -> Self {
        let (games, test) = counted(event, plans, entries);
        let tally = if event.format == Format::Balance {
            Tally::of_first_players(&games)
        } else {
            total(&tallies(&games), 0)
        };
        let faults = games.iter().filter(|game| game.entry.fault.is_some());
        Self {
            tally,
            test,
            faults: faults.count(),
        }
    }

    /// Whether there is nothing left to play.
    #[must_use]
    pub fn is_decided(&self) -> bool {
        self.test.as_ref().is_some_and(TestResult::is_decided)
    }
}

impl Results {
    /// The results of the games in a journal.
    #[must_use]
    pub fn of(event: &Event, plans: &[Plan], entries: &[Entry]) -> Self {
        let (games, sprt) = counted(event, plans, entries);
        let tallies = tallies(&games);
        let (ranking, ratings_are_rough) = ranking(event, &games, &tallies);
        let name = |engine: usize| {
            let spec = event.engines.get(engine);
            spec.map_or_else(String::new, |spec| spec.name.clone())
        };
        let head_to_head = tallies
            .iter()
            .map(|(&(engine, opponent), tally)| HeadToHead {
                engine: name(engine),
                opponent: name(opponent),
                tally: *tally,
                score: tally.score(),
                elo: tally.elo(),
            });
        let variants = event.variants.iter().map(|variant| {
            let games: Vec<Game<'_>> = games
                .iter()
                .copied()
                .filter(|game| game.plan.variant == variant.0)
                .collect();
            variant_result(event, variant.0, &games)
        });
        let faults = games.iter().filter_map(|game| {
            Some(Incident {
                game: game.plan.game,
                variant: game.entry.variant,
                fault: game.entry.fault.clone()?,
            })
        });
        Self {
            event: event.name.clone(),
            format: event.format,
            hash: event.hash(),
            scheduled: plans.len(),
            games: games.len(),
            is_reproducible: event.is_reproducible(),
            sprt,
            ratings_are_rough,
            ranking,
            head_to_head: head_to_head.collect(),
            variants: variants.collect(),
            faults: faults.collect(),
            conduct: conduct(event, &games),
            timing: (!event.is_reproducible()).then(|| timing(event, entries)),
        }
    }

    /// Whether there is nothing left to play.
    #[must_use]
    pub fn is_decided(&self) -> bool {
        self.sprt.as_ref().is_some_and(TestResult::is_decided)
    }

    /// How many games ended by faults.
    #[must_use]
    pub fn fault_count(&self) -> usize {
        self.faults.len()
    }
}

fn ranking(
    event: &Event,
    games: &[Game<'_>],
    tallies: &BTreeMap<(usize, usize), Tally>,
) -> (Vec<Standing>, bool) {
    let seats: Vec<usize> = (0..event.engines.len()).collect();
    let mut meetings = Meetings::default();
    for game in games {
        meetings.add(0, game, &seats);
    }
    let encounters = meetings.encounters();
    if encounters.is_empty() {
        return (Vec::new(), false);
    }
    let ratings = rate(event.engines.len(), &encounters);
    let even = rate_evenly(event.engines.len(), &encounters);
    let rated = event.engines.iter().zip(&ratings.players).enumerate();
    let mut standings: Vec<Standing> = rated
        .map(|(engine, (spec, rating))| {
            let tally = total(tallies, engine);
            Standing {
                rank: 0,
                engine: spec.name.clone(),
                rating: interval(rating),
                even_rating: even.as_ref().map(|even| interval(&even.players[engine])),
                score: tally.score(),
                tally,
            }
        })
        .collect();
    standings.sort_by(|one, other| other.rating.value.total_cmp(&one.rating.value));
    for (standing, rank) in standings.iter_mut().zip(1..) {
        standing.rank = rank;
    }
    (standings, ratings.is_rough)
}

fn interval(rating: &Rating) -> Interval {
    Interval {
        value: rating.elo,
        low: rating.elo - rating.error,
        high: rating.elo + rating.error,
    }
}
