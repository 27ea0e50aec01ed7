//! `reviver selfplay`: games of the engine against itself, the data for `reviver tune` and `reviver train`.

use std::io::{Write, stdout};
use std::ops::ControlFlow;
use std::path::PathBuf;
use std::str::FromStr;
use std::sync::atomic::Ordering;

use serde::Serialize;

use super::learning::at_least;
use super::r#match::{opponent, threads};
use super::{Error, args::game as variant, interrupt, meter::Meter};
use crate::games::Game;
use crate::learn::selfplay::{GamesError, ScoredGame, SelfPlay, Shard};
use crate::play::limits::PlayerLimits;
use crate::players::settings::{PlayerKind, PlayerSettings, SettingsError};
use crate::tournament::digest::fingerprint;
use crate::tournament::workers::in_order;

/// Play games of the engine against itself, and keep them with the score of every position
///
/// `reviver tune` learns weights and `reviver train` networks from the file. A game follows from the
/// arguments and from its number alone. Ctrl-C keeps what has been played, and the same command resumes.
/// Several machines can share the work with --shard, each with a file of its own.
#[derive(Debug, clap::Args)]
#[command(after_help = "Example: reviver selfplay ssehc ssehc.games --games 20 --nodes 200")]
pub(super) struct Args {
    /// The variant
    #[arg(value_parser = variant())]
    variant: &'static Game,
    /// The file, which is created or appended to
    file: PathBuf,
    /// Games in the file in the end
    #[arg(long, value_name = "N", default_value_t = 1000)]
    games: u64,
    /// Nodes for a turn
    #[arg(long, value_name = "N", default_value_t = 1500, value_parser = at_least(1))]
    nodes: u64,
    /// Settings of the engine, as in `reviver match`; by default without contempt
    #[arg(long, value_name = "NAME=VALUE", num_args = 1..)]
    player: Vec<String>,
    /// Let a simple player play one side, so that weights are also learned from won games
    #[arg(long, value_parser = opponent())]
    opponent: Option<PlayerKind>,
    /// The fewest random plies before the engine thinks
    #[arg(long, value_name = "N", default_value_t = 2)]
    least: usize,
    /// The most random plies
    #[arg(long, value_name = "N", default_value_t = 10)]
    most: usize,
    /// Plies after which a game is a draw
    #[arg(long, value_name = "N", default_value_t = 600, value_parser = clap::value_parser!(u32).range(1..))]
    plies: u32,
    /// The seed of everything random
    #[arg(long, value_name = "N", default_value_t = 1)]
    seed: u64,
    /// Play only the K-th of N shares of the games
    #[arg(long, value_name = "K/N", default_value = "1/1")]
    shard: Share,
    /// Games at a time; 0 for one per core
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
    /// The number of this piece of the share among all pieces.
    const fn number(self, piece: u64) -> u64 {
        piece * self.all + self.index - 1
    }
}

/// What a file says about its games: everything that they depend on.
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
    plies: u32,
    seed: u64,
    shard: [u64; 2],
}

impl From<GamesError> for Error {
    fn from(error: GamesError) -> Self {
        Error::Failed(error.to_string())
    }
}

impl Args {
    /// Plays until the file has enough games.
    pub(super) fn run(self) -> Result<(), Error> {
        if self.least > self.most {
            let complaint = format!("--least {} is more than --most {}", self.least, self.most);
            return Err(Error::Usage(complaint));
        }
        let plan = SelfPlay {
            variant: self.variant,
            player: self.player().map_err(|e| Error::Usage(e.to_string()))?,
            opponent: self.opponent.map(|kind| self.settings(kind)),
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

    fn settings(&self, kind: PlayerKind) -> PlayerSettings {
        let mut player = PlayerSettings::new(kind, PlayerLimits::of_nodes(self.nodes));
        // Weights must learn the value of the board, without contempt.
        player.contempt = Some(0);
        player
    }

    fn player(&self) -> Result<PlayerSettings, SettingsError> {
        let mut player = self.settings(PlayerKind::Reviver);
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
            opponent: self.opponent.map(PlayerKind::name),
            budget: plan.player.limits.settings(),
            weights: fingerprint(plan.player.evaluation(self.variant)),
            random_plies: [self.least, self.most],
            plies: self.plies,
            seed: self.seed,
            shard: [self.shard.index, self.shard.all],
        }
    }
}

/// The games of this run.
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
