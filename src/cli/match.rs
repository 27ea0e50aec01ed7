//! `reviver match`: many games between two players. The engine plays with two sets of settings, or
//! against a simple opponent.

use std::io::{Write, stdout};

mod files;

use super::args::{
    self, Clock, Concurrency, Depth, DropDamaged, GameCount, GameList, Movetime, Nodes,
    OpeningsFile, Opponent, Out, Resume, Seed, SequentialTest,
};
use super::concurrency::{Pace, warn_if_crowded};
use super::first_positions::first_positions;
use super::foreign_weights::note_foreign_of;
use super::{Error, note, signals};
use crate::play::game_name::GameName;
use crate::play::limits::PlayerLimits;
use crate::players::settings::{PlayerKind, PlayerSettings, SettingsError};
use crate::plural::counted;
use crate::report::{games_summary, match_result, result_text};
use crate::search::Options;
use crate::tournament::journal::{journal_name, take_names};
use crate::tournament::matches::{Match, MatchSetup};
use crate::tournament::results::Standing;
use crate::tournament::runner::RunOptions;
use crate::tournament::schedule::Shard;
use files::{JournalMode, MatchListener};

/// The default number of nodes for each search.
const NODES: u64 = 5000;

/// The default of `--games`.
const GAMES: &str = "two from every opening; with several GAMEs, all use as many openings as \
                     the GAME with the fewest";

/// Let two players in this process play each other, each opening from both sides
///
/// Settings are words NAME=VALUE: weights=FILE (or a folder with a GAME.toml for each game),
/// network=FILE (for every game; its output is added to that of the weights) or network=none,
/// nodes, depth and movetime=100ms (limits of a turn), time=10s+0.1s (time for the game, and an
/// increment), level (0 to 20), contempt (see below), hash (in MiB), overhead=10ms (time
/// reserved for delays), and every parameter of the search by its name.
///
/// Contempt is the lead that the player adds to its own side in the evaluation, because it expects
/// to outplay the opponent. The unit is 1 % of the game's spread. The spread is the rise of the
/// evaluation that turns a 50 % chance of winning into 73 %. Contempt has an effect only in games
/// whose weights have lead percentages (the third number of a weight; see the manual). With
/// --opponent, the default for the first player is 100. Otherwise it is that of the game (50 in the
/// built-in games).
///
/// With --opponent, the simple player replaces the second player. Each opening is played from both
/// sides, so --games is an even number.
///
/// At fixed nodes or depth the same arguments give the same result. Ctrl-C ends the match with the
/// results so far. The result is one line on standard output; a summary of the games goes to
/// standard error. The folder of --out gets every game as a line of journal.jsonl, and as a record
/// in games.pgn. With --resume, --games may change, but not the players, their limits, the
/// openings, the seed or --sprt.
#[derive(Debug, clap::Args)]
#[command(
    mut_arg("nodes", args::default_limit(NODES)),
    mut_arg("games", |arg| args::default(GAMES)(arg).value_parser(even)),
    mut_arg("resume", |arg| arg.requires("out")),
    after_help = "Examples:\n  \
    reviver match ssehc --new reduction_base=500 --games 200\n  \
    reviver match unachess --opponent greedy --games 4 --nodes 200\n  \
    reviver match all --new weights=tuned --old weights=hand --sprt 0,10"
)]
pub(super) struct Args {
    /// The game; or several, separated by commas; or `all`. If there are several, each round of the
    /// match has two games of each
    #[arg(id = "game_list", value_parser = args::games(), value_name = "GAME")]
    variant: GameList,
    /// Settings of the first player
    #[arg(long, value_name = "NAME=VALUE", num_args = 1..)]
    new: Vec<String>,
    /// Settings of the second player
    #[arg(long, value_name = "NAME=VALUE", num_args = 1..)]
    old: Vec<String>,
    #[command(flatten)]
    opponent: Opponent,
    #[command(flatten)]
    movetime: Movetime,
    #[command(flatten)]
    time: Clock,
    #[command(flatten)]
    nodes: Nodes,
    #[command(flatten)]
    depth: Depth,
    #[command(flatten)]
    count: GameCount,
    #[command(flatten)]
    sprt: SequentialTest,
    #[command(flatten)]
    seed: Seed,
    #[command(flatten)]
    concurrency: Concurrency,
    #[command(flatten)]
    openings: OpeningsFile,
    #[command(flatten)]
    out: Out,
    #[command(flatten)]
    resume: Resume,
    #[command(flatten)]
    drop_damaged: DropDamaged,
}

/// The maximum number of games in each variant. A tournament of two engines has the same maximum.
const MAX_GAMES: u64 = 2_000_000;

/// Reads an even number of games.
fn even(text: &str) -> Result<u64, String> {
    let number = text.parse().ok();
    number
        .filter(|number| (2..=MAX_GAMES).contains(number) && number % 2 == 0)
        .ok_or_else(|| {
            format!(
                "an even number from 2 to {MAX_GAMES} is expected: each opening is played twice, with sides \
                 swapped"
            )
        })
}

impl Args {
    /// Plays the match and prints its result.
    pub(super) fn run(self) -> Result<(), Error> {
        let contest = Match::new(self.setup()?);
        let mode = if self.resume.resume {
            JournalMode::Resume(self.drop_damaged.damaged_lines())
        } else {
            JournalMode::New
        };
        let (mut listener, known) = MatchListener::open(&contest, self.out.out.as_deref(), mode)?;
        let engines = &contest.event().engines;
        let pace = if engines.iter().any(|engine| engine.limits.counts_time()) {
            Pace::Timed
        } else {
            Pace::Fixed
        };
        let concurrency = self.concurrency.games(None, pace);
        warn_if_crowded(concurrency.min(contest.plans().len()), 1, pace);
        let options = RunOptions {
            concurrency,
            ..RunOptions::default()
        };
        let played = contest.play(known, &options, &signals::abandoning(), &mut listener);
        let written = listener.finish();
        let standing = played?;
        written?;
        details(&standing);
        let scheduled = contest.plans().len();
        let result = match_result(contest.event(), &standing, scheduled);
        writeln!(stdout(), "{result}")?;
        Ok(())
    }

    fn setup(&self) -> Result<MatchSetup, Error> {
        let usage = |error: SettingsError| Error::Usage(error.to_string());
        let [mut new, mut old] = [
            PlayerKind::Reviver,
            self.opponent.opponent.unwrap_or_default(),
        ]
        .map(|kind| PlayerSettings::new(kind, self.limits()));
        if self.opponent.opponent.is_some() {
            new.set_contempt(Options::CONTEMPT_AGAINST_WEAK);
        }
        for (player, words) in [(&mut new, &self.new), (&mut old, &self.old)] {
            for word in words {
                player.set(word).map_err(usage)?;
            }
        }
        let openings = self
            .variants()
            .into_iter()
            .map(|variant| {
                let file = self.openings.openings.as_deref();
                let setups = first_positions(&variant, file, self.seed.value())?;
                Ok((variant, setups))
            })
            .collect::<Result<Vec<_>, Error>>()?;
        for (variant, _) in &openings {
            for player in [&new, &old] {
                note_foreign_of(player, variant.game);
            }
        }
        let sizes = openings.iter().map(|(_, openings)| openings.len() as u64);
        let fewest = sizes.min().unwrap_or_default();
        let pairs = self.count.games.map_or(fewest, |games| games / 2);
        if pairs > fewest {
            // The game with the fewest openings has too few. The other games may have enough.
            let which = if openings.len() > 1 {
                "At least one of the games"
            } else {
                "The game"
            };
            note(&format!(
                "{which} has only {}, so later pairs of games repeat openings.",
                counted(fewest, "opening")
            ));
        }
        Ok(MatchSetup {
            players: [new, old],
            openings,
            pairs: u32::try_from(pairs).unwrap_or(u32::MAX),
            seed: self.seed.value(),
            sprt: self.sprt.sprt,
        })
    }

    /// The games. A resumed match calls them by their names in its journal.
    fn variants(&self) -> Vec<GameName> {
        let mut variants: Vec<GameName> = self.variant.0.iter().copied().map(Into::into).collect();
        if self.resume.resume
            && let Some(folder) = &self.out.out
        {
            take_names(&folder.join(journal_name(Shard::WHOLE)), &mut variants);
        }
        variants
    }

    /// The limits of each player before `--new` and `--old` are applied.
    fn limits(&self) -> PlayerLimits {
        let (movetime, time) = (self.movetime.movetime, self.time.time);
        let (nodes, depth) = (self.nodes.nodes, self.depth.depth);
        let is_limited = movetime.is_some() || time.is_some() || depth.is_some();
        let limits = movetime.map_or_else(PlayerLimits::default, PlayerLimits::of_movetime);
        PlayerLimits {
            time,
            nodes: nodes.or((!is_limited).then_some(NODES)),
            depth,
            ..limits
        }
    }
}

/// For each variant, prints a summary of its games on standard error.
fn details(standing: &Standing) {
    let several = standing.variants().count() > 1;
    for (variant, results) in standing.variants() {
        if several {
            note(&format!("{variant}: {}", result_text(&results.tally(0))));
        } else {
            note(&format!("{variant}:"));
        }
        for line in games_summary(&results.summary).lines() {
            note(&format!("  {line}"));
        }
    }
}
