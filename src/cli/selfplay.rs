//! `reviver selfplay`: games of the engine against itself, the data for `reviver tune` and
//! `reviver train`.

use std::io::{Write, stdout};
use std::ops::ControlFlow;
use std::path::Path;
use std::sync::atomic::Ordering;

use serde::Serialize;

use super::args::{
    self, Concurrency, EngineSettings, Force, GameCount, Nodes, Opponent, Out, Part, PlyLimit,
    RandomPlies, Resume, Seed, Siblings, whole_number,
};
use super::concurrency::Pace;
use super::files::refuse_input;
use super::foreign_weights::note_foreign_of;
use super::{Error, interrupt, learning, meter::Meter};
use crate::files::OutputError;
use crate::games::Game;
use crate::learn::selfplay::{
    FileSettings, GamesError, GamesFile, ScoredGame, SelfPlay, SiblingPlan,
};
use crate::play::limits::PlayerLimits;
use crate::play::shortage::Shortage;
use crate::players::settings::{PlayerKind, PlayerSettings, SettingsError};
use crate::tournament::digest::{fingerprint, levels_digest};
use crate::tournament::workers::OrderedJobs;

/// Nodes for each search by default.
const NODES: u64 = 1500;

/// Games in a file by default.
const GAMES: u64 = 1000;

/// Nodes for the search of each sibling by default.
const SIBLING_NODES: u64 = 2000;

/// Play games of the engine against itself, and keep them with the score of every position that the
/// engine searches
///
/// From these games, `reviver tune` learns weights and `reviver train` learns networks. Without
/// time limits, a game depends only on the arguments and on its number. Ctrl-C keeps what has been
/// played, and the exit code is 75; --resume plays on until the file has --games games. Several machines can share the work
/// with --shard, each with a file of its own. With --opponent, a simple player plays one side, so
/// that fewer games are drawn and weights are also learned from games that one side won. It changes
/// sides after each game, also in a shard.
///
/// With --sibling-positions the engine also scores siblings: the successors of one position near
/// the leaves of a search. A search chooses between siblings, so `reviver tune` and `reviver train`
/// also learn the order of siblings.
#[derive(Debug, clap::Args)]
#[command(
    mut_arg("nodes", args::default(NODES)),
    mut_arg("games", args::default(GAMES)),
    mut_arg("settings", args::default("contempt=0")),
    mut_arg("ply_limit", args::default_value(600)),
    mut_arg("siblings", |arg| {
        args::default_value(20)(arg).value_parser(whole_number(2..=u64::from(u16::MAX)))
    }),
    mut_arg("out", |arg| arg.required(true)),
    mut_arg("force", |arg| arg.conflicts_with("resume")),
    after_help = "Example: reviver selfplay ssehc --out ssehc.games --games 20 --nodes 200"
)]
pub(super) struct Args {
    /// The game
    #[arg(value_parser = args::game(), value_name = "GAME")]
    variant: &'static Game,
    #[command(flatten)]
    out: Out,
    #[command(flatten)]
    resume: Resume,
    #[command(flatten)]
    force: Force,
    #[command(flatten)]
    count: GameCount,
    #[command(flatten)]
    nodes: Nodes,
    #[command(flatten)]
    settings: EngineSettings,
    #[command(flatten)]
    opponent: Opponent,
    #[command(flatten)]
    random_plies: RandomPlies,
    #[command(flatten)]
    ply_limit: PlyLimit,
    /// Search from at most N positions of a game, and score the successors (siblings) of one
    /// position near the leaves of each search
    #[arg(long, value_name = "N", default_value_t = 0)]
    sibling_positions: u16,
    #[command(flatten)]
    siblings: Siblings,
    /// Nodes for the search of each sibling, and for the search that leads to the siblings
    #[arg(long, value_name = "N", default_value_t = SIBLING_NODES, value_parser = whole_number(1..=u64::MAX))]
    sibling_nodes: u64,
    #[command(flatten)]
    seed: Seed,
    #[command(flatten)]
    part: Part,
    #[command(flatten)]
    concurrency: Concurrency,
}

/// The settings on which the games of a file depend. The file states them.
#[derive(Serialize)]
struct GameSettings {
    version: &'static str,
    variant: String,
    player: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    opponent: Option<&'static str>,
    budget: String,
    /// The limits of an opponent that searches, if they differ from `budget`.
    #[serde(skip_serializing_if = "Option::is_none")]
    opponent_budget: Option<String>,
    weights: String,
    /// The fingerprint of the opponent's evaluation, if it differs from that of the player.
    #[serde(skip_serializing_if = "Option::is_none")]
    opponent_weights: Option<String>,
    /// The digest of the game's levels, if the player has a level below full strength.
    #[serde(skip_serializing_if = "Option::is_none")]
    levels: Option<String>,
    random_plies: [usize; 2],
    plies: u32,
    seed: u64,
    shard: [u64; 2],
    /// `pairs` if the games are divided among the shards in pairs, not one by one
    /// ([`SelfPlay::number`]). Earlier versions divided them one by one.
    #[serde(skip_serializing_if = "Option::is_none")]
    shared: Option<&'static str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    siblings: Option<SiblingSettings>,
}

/// The settings on which the siblings depend. A file without siblings does not state them.
#[derive(Serialize)]
struct SiblingSettings {
    positions: usize,
    siblings: usize,
    nodes: u64,
}

impl From<GamesError> for Error {
    fn from(error: GamesError) -> Self {
        Error::Failed(error.to_string())
    }
}

impl Args {
    /// Plays until the file has enough games.
    pub(super) fn run(self) -> Result<(), Error> {
        let random_plies = learning::random_plies(self.variant, self.random_plies)?;
        let plan = SelfPlay {
            variant: self.variant,
            player: self.player().map_err(|e| Error::Usage(e.to_string()))?,
            opponent: self.opponent.opponent.map(|kind| self.settings(kind)),
            random_plies,
            plies: self.ply_limit.ply_limit,
            seed: self.seed.value(),
            siblings: self.sibling_plan(),
        };
        let path = self.out.required()?;
        refuse_input(path, self.settings.files())?;
        let mut file = self.open(path, &plan)?;
        learning::note_damage(path, file.damage());
        let games = self.count.games.unwrap_or(GAMES);
        let missing = file.missing(0..games);
        let mut done = games - missing.len() as u64;
        let mut meter = Meter::new(done, games, "games");
        let shard = self.part.shard();
        let interrupted = interrupt::flag();
        let is_stopped = || interrupted.load(Ordering::Relaxed);
        let mut totals = Totals::default();
        let jobs = OrderedJobs {
            threads: self.concurrency.games(None, Pace::Fixed),
            numbers: 0..missing.len() as u64,
            is_stopped: &is_stopped,
        };
        let failed = jobs.run(
            |index, is_stopped| {
                let number = *missing.get(index as usize)?;
                let game = plan.game(plan.number(shard, number), is_stopped)?;
                Some((number, game))
            },
            |(number, game)| {
                if let Err(error) = file.append(number, &game) {
                    return ControlFlow::Break(error);
                }
                totals.add(&game);
                done += 1;
                meter.set(done, || totals.text());
                ControlFlow::Continue(())
            },
        );
        meter.finish();
        let failed = failed.map_err(|error| {
            Shortage::from_error("a thread for games cannot be started", &error)
        })?;
        if let Some(error) = failed {
            return Err(error.into());
        }
        file.sync()?;
        totals.print(path, &file)?;
        if done < games {
            return Err(Error::Unfinished(format!(
                "interrupted at {done} of {games} games; to continue, repeat the command with --resume"
            )));
        }
        Ok(())
    }

    /// The file of the games: a new file, or the file of an earlier run.
    fn open(&self, path: &Path, plan: &SelfPlay) -> Result<GamesFile, Error> {
        let file_settings = FileSettings {
            game: self.variant,
            settings: &self.game_settings(plan),
        };
        if self.resume.resume {
            return Ok(GamesFile::resume(path, &file_settings)?);
        }
        match GamesFile::create(path, &file_settings, self.force.existing()) {
            Err(GamesError::File(OutputError::Exists(path))) => Err(Error::Failed(format!(
                "{} exists already: --resume adds games to it, --force replaces it",
                path.display()
            ))),
            created => Ok(created?),
        }
    }

    fn settings(&self, kind: PlayerKind) -> PlayerSettings {
        let mut player = PlayerSettings::new(
            kind,
            PlayerLimits::of_nodes(self.nodes.nodes.unwrap_or(NODES)),
        );
        // Contempt changes the scores, and weights are learned from the scores. So contempt is 0 by
        // default.
        player.contempt = Some(0);
        player
    }

    fn player(&self) -> Result<PlayerSettings, SettingsError> {
        let mut player = self.settings(PlayerKind::Reviver);
        for word in &self.settings.settings {
            player.set(word)?;
        }
        note_foreign_of(&player, self.variant);
        Ok(player)
    }

    /// Which siblings are scored; `None` if none are.
    fn sibling_plan(&self) -> Option<SiblingPlan> {
        let plan = SiblingPlan {
            max_per_game: self.sibling_positions.into(),
            max_siblings: self.siblings.siblings as usize,
            nodes: self.sibling_nodes,
        };
        (plan.max_per_game > 0).then_some(plan)
    }

    fn game_settings(&self, plan: &SelfPlay) -> GameSettings {
        let evaluation = |player: &PlayerSettings| fingerprint(player.evaluation(self.variant));
        let weights = evaluation(&plan.player);
        let opponent_of = |kind| plan.opponent.as_ref().filter(|other| other.kind == kind);
        // Of the simple players, only the greedy one evaluates positions, and only UCT has limits.
        let opponent_weights = opponent_of(PlayerKind::Greedy).map(evaluation);
        let budget = plan.player.limits.settings();
        let shard = self.part.shard();
        let opponent_budget =
            opponent_of(PlayerKind::Uct).map(|opponent| opponent.limits.settings());
        GameSettings {
            version: env!("CARGO_PKG_VERSION"),
            variant: self.variant.identity(),
            player: plan.player.to_string(),
            opponent: self.opponent.opponent.map(PlayerKind::name),
            opponent_budget: opponent_budget.filter(|opponent| *opponent != budget),
            budget,
            opponent_weights: opponent_weights.filter(|of_opponent| *of_opponent != weights),
            weights,
            levels: levels_digest(&plan.player, [self.variant]),
            random_plies: [
                self.random_plies.min_random_plies,
                self.random_plies.max_random_plies,
            ],
            plies: self.ply_limit.ply_limit,
            seed: self.seed.value(),
            shard: shard.numbers(),
            shared: (plan.opponent.is_some() && shard.is_part()).then_some("pairs"),
            siblings: plan.siblings.map(|siblings| SiblingSettings {
                positions: siblings.max_per_game,
                siblings: siblings.max_siblings,
                nodes: siblings.nodes,
            }),
        }
    }
}

/// Counts over the games of this run.
#[derive(Default)]
struct Totals {
    positions: u64,
    siblings: u64,
    /// Games lost, drawn and won by the first player.
    results: [u64; 3],
}

impl Totals {
    fn add(&mut self, game: &ScoredGame) {
        self.positions += game.turns.len() as u64;
        let siblings = game.siblings.iter();
        self.siblings += siblings.map(|one| one.successors.len() as u64).sum::<u64>();
        if let Some(count) = self.results.get_mut(usize::from(game.half_points)) {
            *count += 1;
        }
    }

    /// Prints the counts, and the number of games in the file.
    fn print(&self, path: &Path, file: &GamesFile) -> Result<(), Error> {
        let (path, games) = (path.display(), file.games());
        let text = self.text();
        writeln!(
            stdout(),
            "{path}: {games} games in the file; new in this run: {text}"
        )?;
        Ok(())
    }

    fn text(&self) -> String {
        let [lost, drawn, won] = self.results;
        let siblings = match self.siblings {
            0 => String::new(),
            count => format!("{count} siblings, "),
        };
        format!(
            "{} positions, {siblings}+{won} ={drawn} -{lost} for the first player",
            self.positions
        )
    }
}
