//! A match: a tournament between two players in this process.

use std::collections::BTreeMap;

use super::digest::fingerprint;
use super::engines::EngineSource;
use super::event::{Event, Format, Openings, Order, Source};
use super::journal::MatchReader;
use super::openings::FirstPositions;
use super::results::Standing;
use super::runner::{EventRun, KnownGame, Listener, RunOptions, StopSignals};
use super::schedule::{Plan, schedule};
use crate::board::Setup;
use crate::games::Game;
use crate::play::adjudication::Adjudication;
use crate::play::game_name::GameName;
use crate::players::settings::PlayerSettings;
use crate::players::spec::{Dialect, EngineSpec, InProcess};
use crate::stats::sprt::Sprt;

/// If a game of a match is not over after this number of plies, it is a draw.
pub const PLY_LIMIT: u32 = 1500;

/// The description of a match.
#[derive(Clone, Debug)]
pub struct MatchSetup {
    /// The two players. Results are from the view of the first one.
    pub players: [PlayerSettings; 2],
    /// The variants, each with its first positions. Variants and positions are in the order of
    /// play. Each variant has at least one first position.
    pub openings: Vec<(GameName, Vec<Setup>)>,
    /// The number of pairs of games in each variant.
    pub pairs: u32,
    /// The seed of everything random.
    pub seed: u64,
    /// The SPRT that may end the match.
    pub sprt: Option<Sprt>,
}

/// A match that is ready to be played.
#[derive(Debug)]
pub struct Match {
    players: [PlayerSettings; 2],
    event: Event,
    plans: Vec<Plan>,
    starts: FirstPositions,
}

impl Match {
    /// A match. Each round plays one pair of games in every variant.
    #[must_use]
    pub fn new(setup: MatchSetup) -> Self {
        let variants = || setup.openings.iter().map(|(variant, _)| variant);
        let names = names(&setup.players);
        let engines =
            setup.players.iter().zip(names).map(|(player, name)| {
                in_process(name, player, variants().map(|variant| variant.game))
            });
        let mut event = Event {
            name: "Match".to_owned(),
            format: Format::Match,
            variants: variants().cloned().collect(),
            rounds: setup.pairs,
            seed: setup.seed,
            engines: engines.collect(),
            openings: Openings {
                source: Source::File,
                plies: 0,
                file: None,
                order: Order::Sequential,
            },
            positions: None,
            adjudication: Adjudication {
                plies: Some(PLY_LIMIT),
                ..Adjudication::default()
            },
            sprt: setup.sprt,
        };
        let openings = setup.openings.into_iter();
        let openings: Vec<_> = openings
            .map(|(variant, setups)| (variant.game, setups))
            .collect();
        let starts = FirstPositions::listed(&mut event, &openings);
        Self {
            players: setup.players,
            plans: schedule(&event),
            event,
            starts,
        }
    }

    /// The match as an event.
    #[must_use]
    pub fn event(&self) -> &Event {
        &self.event
    }

    /// The schedule of the match.
    #[must_use]
    pub fn plans(&self) -> &[Plan] {
        &self.plans
    }

    /// A reader for the games in the journal of the match.
    #[must_use]
    pub const fn reader(&self) -> MatchReader<'_> {
        MatchReader {
            event: &self.event,
            plans: self.plans.as_slice(),
            starts: &self.starts,
        }
    }

    /// Plays the games that are not in `known`. The keys of `known` are the numbers of the games.
    ///
    /// # Errors
    ///
    /// If the listener returns an error, or the computer lacks something that a game needs.
    pub fn play<L: Listener>(
        &self,
        known: BTreeMap<usize, KnownGame>,
        options: &RunOptions,
        signals: &StopSignals,
        listener: &mut L,
    ) -> Result<Standing, L::Error> {
        let engines = self.players.each_ref().map(EngineSource::InProcess);
        let run = EventRun {
            event: &self.event,
            plans: &self.plans,
            starts: &self.starts,
            engines: &engines,
            options,
            signals,
        };
        run.play(known, listener)
    }
}

/// The description of a player in this process who plays these games.
pub(crate) fn in_process(
    name: String,
    player: &PlayerSettings,
    games: impl Iterator<Item = &'static Game>,
) -> EngineSpec {
    EngineSpec {
        name,
        command: None,
        protocol: Dialect::default(),
        options: BTreeMap::new(),
        limits: player.limits,
        guided: false,
        evaluation: None,
        in_process: Some(InProcess {
            player: player.kind,
            settings: player.words().to_vec(),
            evaluation: fingerprint(games.flat_map(|game| player.evaluation(game))),
        }),
    }
}

/// The names of the players: their settings, with a number if both have the same settings.
fn names(players: &[PlayerSettings; 2]) -> [String; 2] {
    let [one, other] = players.each_ref().map(ToString::to_string);
    if one == other {
        [format!("{one} 1"), format!("{other} 2")]
    } else {
        [one, other]
    }
}
