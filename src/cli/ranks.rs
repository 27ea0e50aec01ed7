//! `reviver ranks`: how well the evaluation ranks the successors of a position.

use std::io::{Write, stdout};
use std::ops::ControlFlow;
use std::path::PathBuf;
use std::sync::atomic::Ordering;

mod table;

use super::args::{
    self, Concurrency, Depth, EngineSettings, GameCount, Json, Nodes, OutputFormat, PlyLimit,
    RandomPlies, Sampling, Seed, Siblings, whole_number,
};
use super::concurrency::Pace;
use super::foreign_weights::note_foreign_of;
use super::meter::Meter;
use super::{Error, interrupt, learning, note};
use crate::games::Game;
use crate::learn::ranks::{NamedEvaluator, RankPlan, RankReport, ReportSettings, SiblingScores};
use crate::play::limits::PlayerLimits;
use crate::play::shortage::Shortage;
use crate::players::settings::{PlayerKind, PlayerSettings, read_network};
use crate::plural::counted;
use crate::search::Limits;
use crate::tournament::workers::OrderedJobs;

/// Nodes for the search of each successor by default.
const NODES: u64 = 2000;

/// Games to play by default.
const GAMES: u64 = 100;

/// Measure how well the evaluation ranks the successors of a position
///
/// The engine plays games against itself. It chooses at most --per-game undecided searches of each
/// game, and takes one position near the leaves of each search tree. A search is undecided if it
/// finds no forced win or loss, and starts from a position with a halfmove clock of at most
/// --halfmoves. The default of --halfmoves is 80, because above 80 the search moves evaluations
/// towards a draw. A deeper search, limited by --nodes or --depth, scores each successor of the
/// position near the leaves. These scores are compared with those of each evaluation: the weights
/// alone, the network alone, both together, and the files of --weights and --network. The manual
/// says how to read the result.
///
/// The same arguments give the same result. Ctrl-C ends the run. The result then covers the games
/// before the first unfinished one.
#[derive(Debug, clap::Args)]
#[command(
    mut_arg("nodes", args::default_limit(NODES)),
    mut_arg("games", args::default(GAMES)),
    mut_arg("per_game", args::default_value(4)),
    mut_arg("halfmoves", args::default_value(80)),
    mut_arg("siblings", args::default_value(40)),
    mut_arg("settings", args::default("contempt=0")),
    mut_arg("ply_limit", args::default_value(400)),
    after_help = "Examples:\n  \
    reviver ranks unachess --games 20\n  \
    reviver ranks ssehc --network ssehc.network --settings network=none"
)]
pub(super) struct Args {
    /// The game
    #[arg(value_parser = args::game(), value_name = "GAME")]
    variant: &'static Game,
    #[command(flatten)]
    count: GameCount,
    /// Nodes for each turn of the games
    #[arg(long, value_name = "N", default_value_t = 1000, value_parser = whole_number(1..=u64::MAX))]
    game_nodes: u64,
    #[command(flatten)]
    sampling: Sampling,
    #[command(flatten)]
    siblings: Siblings,
    #[command(flatten)]
    nodes: Nodes,
    #[command(flatten)]
    depth: Depth,
    #[command(flatten)]
    settings: EngineSettings,
    /// Measure also the weights of this file; repeat the option for several
    #[arg(long, value_name = "FILE")]
    weights: Vec<PathBuf>,
    /// Measure also the network of this file, alone and with the weights of the game; repeat the
    /// option for several
    #[arg(long, value_name = "FILE")]
    network: Vec<PathBuf>,
    #[command(flatten)]
    random_plies: RandomPlies,
    #[command(flatten)]
    ply_limit: PlyLimit,
    #[command(flatten)]
    seed: Seed,
    #[command(flatten)]
    concurrency: Concurrency,
    #[command(flatten)]
    json: Json,
}

impl Args {
    /// Measures, and prints the report.
    pub(super) fn run(self) -> Result<(), Error> {
        let player = self.player()?;
        let plan = self.plan(&player)?;
        let games = self.measured(&plan)?;
        let settings = ReportSettings {
            variant: self.variant.name().to_owned(),
            evaluators: plan.evaluators.iter().map(|one| one.name.clone()).collect(),
            scale: player.weights(self.variant).scale,
            seed: plan.seed,
        };
        let report = RankReport::new(&settings, &games);
        if report.positions == 0 && (report.games as u64) < self.count() {
            return Err(Error::Failed(format!(
                "{}: no undecided position in the {} before the interruption",
                report.variant,
                counted(report.games, "game")
            )));
        }
        if report.positions == 0 {
            return Err(Error::Failed(format!(
                "{}: no undecided position in the {} played: set more games with --games, or fewer \
                 random plies with --max-random-plies",
                report.variant,
                counted(report.games, "game")
            )));
        }
        match self.json.format() {
            OutputFormat::Text => write!(stdout(), "{}", table::text(&report))?,
            OutputFormat::Json => {
                let json = serde_json::to_string(&report);
                let json = json.map_err(|error| Error::Failed(error.to_string()))?;
                writeln!(stdout(), "{json}")?;
            }
        }
        Ok(())
    }

    /// The settings of the engine that plays the games and scores the successors. The limits are
    /// for the successors; `game_nodes` limits the games.
    fn player(&self) -> Result<PlayerSettings, Error> {
        let has_limit = self.nodes.nodes.is_some() || self.depth.depth.is_some();
        let limits = PlayerLimits {
            nodes: self.nodes.nodes.or((!has_limit).then_some(NODES)),
            depth: self.depth.depth,
            ..PlayerLimits::default()
        };
        let mut player = PlayerSettings::new(PlayerKind::Reviver, limits);
        player.contempt = Some(0);
        for word in &self.settings.settings {
            let set = player.set(word);
            set.map_err(|error| Error::Usage(error.to_string()))?;
        }
        if player.limits.counts_time() {
            return Err(Error::Usage(
                "--settings: with a time limit, two runs give different results; use nodes or depth"
                    .to_owned(),
            ));
        }
        Ok(player)
    }

    fn plan(&self, player: &PlayerSettings) -> Result<RankPlan, Error> {
        note_foreign_of(player, self.variant);
        Ok(RankPlan {
            variant: self.variant,
            options: player.search_options(self.variant),
            evaluators: self.evaluators()?,
            random_plies: learning::random_plies(self.variant, self.random_plies)?,
            plies: self.ply_limit.ply_limit,
            game_nodes: self.game_nodes,
            max_per_game: self.sampling.per_game as usize,
            max_halfmoves: self.sampling.halfmoves,
            max_siblings: self.siblings.siblings as usize,
            labels: Limits {
                nodes: player.limits.nodes,
                depth: player.limits.depth,
                ..Limits::default()
            },
            seed: self.seed.value(),
        })
    }

    /// The evaluations to compare.
    fn evaluators(&self) -> Result<Vec<NamedEvaluator>, Error> {
        let mut evaluators = NamedEvaluator::of_game(self.variant);
        for path in &self.weights {
            let weights = learning::weights_of(path, self.variant)?;
            let name = path.display().to_string();
            evaluators.push(NamedEvaluator::of_weights(&name, &weights));
        }
        for path in &self.network {
            let network = read_network(path)?;
            let name = path.display().to_string();
            evaluators.extend(NamedEvaluator::of_network(&name, self.variant, &network));
        }
        Ok(evaluators)
    }

    /// How many games to play.
    fn count(&self) -> u64 {
        self.count.games.unwrap_or(GAMES)
    }

    /// The scores of the successors, one list for each game. After Ctrl-C, there are only the games
    /// before the first unfinished one.
    fn measured(&self, plan: &RankPlan) -> Result<Vec<Vec<SiblingScores>>, Error> {
        let interrupted = interrupt::flag();
        let is_stopped = || interrupted.load(Ordering::Relaxed);
        let count = self.count();
        let mut meter = Meter::new(0, count, "games");
        let mut games = Vec::new();
        let mut positions = 0;
        let jobs = OrderedJobs {
            threads: self.concurrency.games(None, Pace::Fixed),
            numbers: 0..count,
            is_stopped: &is_stopped,
        };
        let ran = jobs.run(
            |number, is_stopped| plan.game(number, is_stopped),
            |game: Vec<SiblingScores>| {
                positions += game.len();
                games.push(game);
                meter.set(games.len() as u64, || counted(positions, "position"));
                ControlFlow::<()>::Continue(())
            },
        );
        meter.finish();
        ran.map_err(|error| Shortage::from_error("a thread for games cannot be started", &error))?;
        if is_stopped() {
            note(&format!(
                "Interrupted after {}.",
                counted(games.len(), "game")
            ));
        }
        Ok(games)
    }
}
