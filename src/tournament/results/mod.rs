//! The results of an event: a pure function of its schedule and the games in its journal.

mod conduct;
mod count;
mod meetings;
mod pool;
mod standing;
mod summary;
mod tallies;
mod variant;

use serde::Serialize;

pub use conduct::{EngineConduct, EngineTiming, Incident, timing};
pub use count::SprtResult;
pub use pool::Pool;
pub use standing::{Standing, VariantStanding};
pub use summary::{GameFigures, GamesSummary};
pub use tallies::Tallies;
pub use variant::{Curve, EngineScore, Lengths, VariantResult};

use super::event::{Event, Format};
use super::schedule::Plan;
use crate::play::entry::Entry;
use crate::play::game_name::GameName;
use crate::stats::counts::Estimate;
use crate::stats::ratings::{Rating, rate, rate_with_opening_advantages};
use crate::stats::tally::Tally;
use conduct::conduct;
use count::{CountedGame, counted};
use meetings::Meetings;
use variant::variant_result;

/// The results of an event. Infinite numbers are null in JSON.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct Results {
    /// The name of the event.
    pub event: String,
    /// The format, which says which engines meet.
    pub format: Format,
    /// The digest of the event.
    pub hash: String,
    /// The number of games in the schedule.
    pub scheduled: usize,
    /// The number of games that count: all games played or, if the SPRT has ended, the games up to
    /// its end.
    pub games: usize,
    /// Whether all engines play without a time limit and without pondering
    /// ([`Event::is_reproducible`]). Deterministic engines then play the same games in a second
    /// run.
    pub is_reproducible: bool,
    /// When the first and the last game began, in UTC; `None` if the event is reproducible or no
    /// game counts.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub played: Option<[String; 2]>,
    /// The SPRT, if there is one.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub sprt: Option<SprtResult>,
    /// Whether draws were added for the ratings, because a group of engines has won every game
    /// against the engines outside the group.
    pub ratings_are_rough: bool,
    /// The engines, the best first; empty if no two engines met.
    pub ranking: Vec<Place>,
    /// The results of each engine against every other engine.
    pub head_to_head: Vec<HeadToHead>,
    /// The results in each variant.
    pub variants: Vec<VariantResult>,
    /// The faults.
    pub faults: Vec<Incident>,
    /// How well each engine followed the protocol, and its faults.
    pub conduct: Vec<EngineConduct>,
    /// How fast the engines answered in the games that count; `None` if the event is reproducible.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub timing: Option<Vec<EngineTiming>>,
}

/// The place of an engine in the ranking.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct Place {
    /// The place, from 1.
    pub rank: usize,
    /// The engine.
    pub engine: String,
    /// Elo above the mean of the engines that a chain of games links to this engine.
    pub rating: Estimate,
    /// The rating at openings that favour neither side. `None` if it cannot be computed: see
    /// [`rate_with_opening_advantages`].
    #[serde(skip_serializing_if = "Option::is_none")]
    pub even_rating: Option<Estimate>,
    /// Its results.
    pub tally: Tally,
    /// Its points per game.
    pub score: f64,
    /// Likelihood of superiority over the engine in the next place, from 0 to 1. `None` for the
    /// engine in the last place, and if no chain of games links the two engines.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub superiority: Option<f64>,
}

/// The results of an engine against another one.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct HeadToHead {
    /// The engine.
    pub engine: String,
    /// The other engine.
    pub opponent: String,
    /// Its results.
    pub tally: Tally,
    /// Points per game.
    pub score: f64,
    /// The difference in Elo; `None` without games.
    pub elo: Option<Estimate>,
    /// The difference in normalised Elo; `None` without games.
    pub normalised_elo: Option<Estimate>,
    /// Likelihood of superiority, from 0 to 1; `None` without games.
    pub superiority: Option<f64>,
}

impl Results {
    /// The results of the games in a journal.
    #[must_use]
    pub fn of(event: &Event, plans: &[Plan], entries: &[Entry]) -> Self {
        let (games, sprt) = counted(event, plans, entries);
        let mut tallies = Tallies::default();
        for game in &games {
            tallies.add(game.plan, game.entry.result);
        }
        let (ranking, ratings_are_rough) = ranking(event, &games, &tallies);
        let name = |engine: usize| {
            let spec = event.engines.get(engine);
            spec.map_or_else(String::new, |spec| spec.name.clone())
        };
        let head_to_head = tallies
            .iter()
            .map(|((engine, opponent), tally)| HeadToHead {
                engine: name(engine),
                opponent: name(opponent),
                tally: *tally,
                score: tally.score(),
                elo: tally.elo(),
                normalised_elo: tally.normalised_elo(),
                superiority: tally.superiority(),
            });
        let variants = event.variants.iter().map(|variant| {
            let games: Vec<CountedGame<'_>> = games
                .iter()
                .copied()
                .filter(|game| game.plan.variant == variant.game)
                .collect();
            variant_result(event, variant.game, &games)
        });
        let faults = games.iter().filter_map(|game| {
            Some(Incident {
                game: game.plan.game,
                variant: GameName::from(game.entry.variant),
                fault: game.entry.fault.clone()?,
            })
        });
        let counted: Vec<&Entry> = games.iter().map(|game| game.entry).collect();
        Self {
            event: event.name.clone(),
            format: event.format,
            hash: event.hash(),
            scheduled: plans.len(),
            games: games.len(),
            is_reproducible: event.is_reproducible(),
            played: played(event, &games),
            sprt,
            ratings_are_rough,
            ranking,
            head_to_head: head_to_head.collect(),
            variants: variants.collect(),
            faults: faults.collect(),
            conduct: conduct(event, &games),
            timing: (!event.is_reproducible()).then(|| timing(event, &counted)),
        }
    }

    /// The same results without the SPRT.
    #[must_use]
    pub fn without_sprt(self) -> Self {
        Self { sprt: None, ..self }
    }

    /// The games that count, in the order of the schedule. If the SPRT has ended, these are the
    /// games up to its end.
    #[must_use]
    pub fn counted<'a>(event: &Event, plans: &'a [Plan], entries: &'a [Entry]) -> Vec<&'a Entry> {
        let (games, _) = counted(event, plans, entries);
        games.into_iter().map(|game| game.entry).collect()
    }

    /// Whether the SPRT has ended.
    #[must_use]
    pub fn is_decided(&self) -> bool {
        self.sprt.as_ref().is_some_and(SprtResult::is_decided)
    }
}

/// When the first and the last game began; `None` if the event is reproducible or no game counts.
fn played(event: &Event, games: &[CountedGame<'_>]) -> Option<[String; 2]> {
    if event.is_reproducible() {
        return None;
    }
    // Texts in the form `2026-01-01T00:00:00Z` have the same order as their times.
    let began = || games.iter().map(|game| &game.entry.timing.began);
    let (first, last) = (began().min()?, began().max()?);
    Some([first, last].map(|time| time.chars().take("2026-01-01T00:00:00Z".len()).collect()))
}

fn ranking(event: &Event, games: &[CountedGame<'_>], tallies: &Tallies) -> (Vec<Place>, bool) {
    let player_numbers: Vec<usize> = (0..event.engines.len()).collect();
    let mut meetings = Meetings::default();
    for game in games {
        meetings.add(0, game, &player_numbers);
    }
    let encounters = meetings.encounters();
    if encounters.is_empty() {
        return (Vec::new(), false);
    }
    let ratings = rate(event.engines.len(), &encounters);
    let even = rate_with_opening_advantages(event.engines.len(), &encounters);
    let rated = event.engines.iter().zip(&ratings.players).enumerate();
    let mut places: Vec<Place> = rated
        .map(|(engine, (spec, rating))| {
            let tally = tallies.total(engine);
            Place {
                rank: 0,
                engine: spec.name.clone(),
                rating: interval(rating),
                even_rating: even.as_ref().map(|even| interval(&even.players[engine])),
                score: tally.score(),
                tally,
                superiority: None,
            }
        })
        .collect();
    places.sort_by(|one, other| other.rating.value.total_cmp(&one.rating.value));
    let number = |name: &str| event.engines.iter().position(|spec| spec.name == name);
    let numbers: Vec<Option<usize>> = places.iter().map(|place| number(&place.engine)).collect();
    for (index, place) in places.iter_mut().enumerate() {
        place.rank = index + 1;
        let next = numbers.get(index + 1).copied().flatten();
        place.superiority = numbers[index]
            .zip(next)
            .and_then(|(one, next)| ratings.lead(one, next))
            .map(|lead| lead.superiority());
    }
    (places, ratings.has_added_draws)
}

fn interval(rating: &Rating) -> Estimate {
    Estimate {
        value: rating.elo,
        low: rating.elo - rating.error,
        high: rating.elo + rating.error,
    }
}
