//! `reviver selfplay`: games of the engine against itself, as data for `reviver tune` and `reviver train`.

use std::io::{Write, stdout};
use std::ops::ControlFlow;
use std::path::PathBuf;
use std::str::FromStr;
use std::sync::atomic::Ordering;

use serde::Serialize;

use super::r#match::{opponent, threads};
use super::{Error, args::game as variant, interrupt, meter::Meter};
use crate::games::Game;
use crate::learn::selfplay::{GamesError, ScoredGame, SelfPlay, Shard};
use crate::play::budget::Budget;
use crate::players::setting::{Kind, Setting, SettingError};
use crate::tournament::digest::fingerprint;
use crate::tournament::ordered::in_order;

/// Play games of the engine against itself, and keep them with the score of every position
///
/// The file holds games from which `reviver tune` learns weights and `reviver train` networks. A game follows from the arguments
/// and its number alone; Ctrl-C keeps what has been played, and the same command goes on from there.
/// Several machines share the work by --shard, each with a file of its own.
#[derive(Debug, clap::Args)]
#[command(after_help = "Example: reviver selfplay ssehc ssehc.games --games 20 --nodes 200")]
pub(super) struct Args {
    /// The game
    #[arg(value_parser = variant())]
    variant: &'static Game,
    /// The file, which is made or added to
    file: PathBuf,
    /// Games in the file when all is done
    #[arg(long, value_name = "N", default_value_t = 1000)]
    games: u64,
    /// Nodes a turn
    #[arg(long, value_name = "N", default_value = "1500")]
    nodes: String,
    /// What makes the engine different, as in `reviver match`; without contempt where nothing is said
    #[arg(long, value_name = "NAME=VALUE", num_args = 1..)]
    player: Vec<String>,
    /// Let one side be played by somebody of known weakness, so that weights are learned from games
    /// that are won as well
    #[arg(long, value_parser = opponent())]
    opponent: Option<Kind>,
    /// The fewest plies played at random before the engine thinks
    #[arg(long, value_name = "N", default_value_t = 2)]
    least: usize,
    /// The most plies played at random
    #[arg(long, value_name = "N", default_value_t = 10)]
    most: usize,
    /// Plies after which a game is broken off as drawn
    #[arg(long, value_name = "N", default_value_t = 600)]
    plies: usize,
    /// Seed of all chance
    #[arg(long, value_name = "N", default_value_t = 1)]
    seed: u64,
    /// Play only the K-th of N shares of the games
    #[arg(long, value_name = "K/N", default_value = "1/1")]
    shard: Share,
    /// Games at a time; 0 takes as many as the machine has cores
    #[arg(long, value_name = "N", default_value_t = 0, value_parser = threads())]
    threads: usize,
}

/// A share of numbered work: the K-th of N.
#[derive(Clone, Copy, Debug)]
struct Share {
    index: u64,
    all: u64,
}

impl FromStr for Share {
    type Err = &'static str;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        let parsed = text.split_once('/').and_then(|(index, all)| {
            let (index, all) = (index.parse().ok()?, all.parse().ok()?);
            (1..=all).contains(&index).then_some(Share { index, all })
        });
        parsed.ok_or("a share is written K/N, as in 1/4 for the first of four")
    }
}

impl Share {
    /// The number, among all work, of this piece of the share.
    const fn number(self, piece: u64) -> u64 {
        piece * self.all + self.index - 1
    }
}

/// What a file says about its games: all that they follow from.
#[derive(Serialize)]
struct Terms {
    version: &'static str,
    variant: &'static str,
    player: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    opponent: Option<&'static str>,
    budget: String,
    weights: String,
    random_plies: [usize; 2],
    plies: usize,
    seed: u64,
    shard: [u64; 2],
}

impl From<GamesError> for Error {
    fn from(error: GamesError) -> Self {
        Error::Failed(error.to_string())
    }
}

impl Args {
    /// Plays until the file holds as many games as are asked for.
    pub(super) fn run(self) -> Result<(), Error> {
        if self.least > self.most {
            let complaint = format!("--least {} is more than --most {}", self.least, self.most);
            return Err(Error::Usage(complaint));
        }
        let plan = SelfPlay {
            variant: self.variant,
            player: self.player().map_err(|e| Error::Usage(e.to_string()))?,
            opponent: self.opponent().map_err(|e| Error::Usage(e.to_string()))?,
            random_plies: self.least..=self.most,
            plies: self.plies,
            seed: self.seed,
        };
        let mut shard = Shard::open(&self.file, &self.terms(&plan))?;
        let mut meter = Meter::new(shard.games(), self.games, "games");
        let interrupted = interrupt::flag();
        let is_stopped = || interrupted.load(Ordering::Relaxed);
        let pieces = shard.games()..self.games;
        let mut totals = Totals::default();
        let failed = in_order(
            self.threads,
            pieces,
            &is_stopped,
            |piece, is_stopped| plan.game(self.shard.number(piece), is_stopped),
            |game| {
                if let Err(error) = shard.append(&game) {
                    return ControlFlow::Break(error);
                }
                totals.add(&game);
                meter.set(shard.games(), || totals.text());
                ControlFlow::Continue(())
            },
        );
        meter.finish();
        let (file, games) = (self.file.display(), shard.games());
        let text = totals.text();
        writeln!(stdout(), "{file}: {games} games, new ones: {text}")?;
        failed.map_or(Ok(()), |error| Err(error.into()))
    }

    fn opponent(&self) -> Result<Option<Setting>, SettingError> {
        self.opponent.map(|kind| self.setting(kind)).transpose()
    }

    fn setting(&self, kind: Kind) -> Result<Setting, SettingError> {
        let mut player = Setting::new(kind, Budget::Nodes(1));
        // Scores that are learned from are to be what the board is worth.
        player.contempt = Some(0);
        player.set_budget(&format!("nodes={}", self.nodes))?;
        Ok(player)
    }

    fn player(&self) -> Result<Setting, SettingError> {
        let mut player = self.setting(Kind::Reviver)?;
        for word in &self.player {
            player.set(word)?;
        }
        Ok(player)
    }

    fn terms(&self, plan: &SelfPlay) -> Terms {
        Terms {
            version: env!("CARGO_PKG_VERSION"),
            variant: self.variant.name(),
            player: plan.player.to_string(),
            opponent: self.opponent.map(Kind::name),
            budget: plan.player.budget.to_string(),
            weights: fingerprint(plan.player.evaluation(self.variant)),
            random_plies: [self.least, self.most],
            plies: self.plies,
            seed: self.seed,
            shard: [self.shard.index, self.shard.all],
        }
    }
}

/// What has been played in this run.
#[derive(Default)]
struct Totals {
    positions: u64,
    /// Games lost, drawn and won by the first player.
    results: [u64; 3],
}

impl Totals {
    fn add(&mut self, game: &ScoredGame) {
        self.positions += game.turns.len() as u64;
        if let Some(count) = self.results.get_mut(usize::from(game.half_points)) {
            *count += 1;
        }
    }

    fn text(&self) -> String {
        let [lost, drawn, won] = self.results;
        format!(
            "{} positions, +{won} ={drawn} -{lost} for the first player",
            self.positions
        )
    }
}
