//! `reviver play`: a game against the engine at a terminal, or from a script through a pipe.
//!
//! * `choice`: which game is played
//! * `session`: one game, line by line; `words` is what it says
//! * `input`, `turns`: what a person types, and lists of turns to choose from
//! * `engine`: the engine as a player
//! * `guard`: saving the game however the program ends

mod choice;
mod engine;
mod guard;
mod input;
mod session;
mod turns;
mod words;

use std::path::PathBuf;
use std::sync::Arc;

use clap::ValueEnum;
use clap::builder::RangedI64ValueParser;

use super::Error;
use super::args::{self, Clock, Fen, Look, SearchLimits, SearchResources, Seed, Start};
use super::files::read_file;
use super::notation::Notation;
use super::note::note;
use super::terminal::Console;
use crate::board::Color;
use crate::games::{Game, TypedGame, Visitor};
use crate::live::LiveGame;
use crate::notation::NativeWords;
use crate::play::clock::Clocks;
use crate::play::duration::Span;
use crate::play::limits::PlayerLimits;
use crate::protocol::option::LEVELS;
use crate::record::from_chess::reverse_start;
use crate::record::{Record, RecordedTurn};
use crate::rules::Seat;
use crate::search::{Limits, Options, Strength, TimeLimit};
use choice::GameChoice;
use engine::{EnginePlayer, EngineSettings};
use guard::Guard;
use session::{Next, Session, SessionStart};

/// Time for a turn of the engine if there is no other limit.
const MOVETIME: Span = Span::millis(2000);

/// Play a game in the terminal, against the engine or another person
#[derive(Debug, clap::Args)]
#[command(
    mut_arg("movetime", args::default_limit(MOVETIME)),
    mut_arg("time", |time| time.conflicts_with("movetime")),
    mut_arg("seed", args::default("a new one for each game")),
    mut_arg("fen", |fen| fen.conflicts_with("load")),
    after_help = "Examples:\n  \
    reviver play ssehc\n  \
    reviver play smolowitz --side second --movetime 5s\n  \
    reviver play unachess --level 3 --notation native\n  \
    reviver play ssehc --from game.pgn\n  \
    reviver play --load reviver-ssehc-20260101-120000.pgn\n\n\
    --movetime, --time, --nodes and --depth limit the engine's turns.\n\
    Type help in the game for all that can be typed there."
)]
pub(super) struct Args {
    /// The game; without it the program asks at a terminal
    #[arg(value_name = "GAME", value_parser = args::game(), conflicts_with = "load")]
    game: Option<&'static Game>,
    /// Who you play
    #[arg(long, value_enum, default_value_t = Side::First)]
    side: Side,
    #[command(flatten)]
    limits: SearchLimits,
    #[command(flatten)]
    clock: Clock,
    /// Strength of the engine, from 0 (a beginner) to 20 (full strength)
    #[arg(long, value_name = "LEVEL", default_value_t = LEVELS.default as u8,
          value_parser = RangedI64ValueParser::<u8>::new().range(LEVELS.range()))]
    level: u8,
    #[command(flatten)]
    resources: SearchResources,
    /// The notation in which turns are shown; both are understood
    #[arg(long, value_enum, default_value_t = Notation::Protocol)]
    notation: Notation,
    /// Continue a game from this file
    #[arg(long, value_name = "FILE")]
    load: Option<String>,
    /// Un-play a chess game: start at its last position, read from this PGN file
    #[arg(long, value_name = "FILE", requires = "game", conflicts_with_all = ["load", "fen"])]
    from: Option<String>,
    /// Save the game to this file when the program ends, unless the file exists already
    #[arg(long, value_name = "FILE")]
    save: Option<PathBuf>,
    #[command(flatten)]
    look: Look,
    #[command(flatten)]
    start: Start,
}

/// Who the person plays.
#[derive(Clone, Copy, PartialEq, Eq, Debug, ValueEnum)]
enum Side {
    /// The player who plays first
    First,
    /// The other player
    Second,
    /// The player who starts with White
    White,
    /// The player who starts with Black
    Black,
    /// Both players
    Both,
    /// Nobody: the engine plays itself
    None,
}

impl Side {
    /// The players that a person plays in a game that starts at this position.
    fn seats<R: NativeWords>(self, start: &R) -> Vec<Seat> {
        let holder = |color| {
            if start.side() == color {
                start.seat()
            } else {
                !start.seat()
            }
        };
        match self {
            Side::First => vec![Seat::First],
            Side::Second => vec![Seat::Second],
            Side::White => vec![holder(Color::White)],
            Side::Black => vec![holder(Color::Black)],
            Side::Both => vec![Seat::First, Seat::Second],
            Side::None => Vec::new(),
        }
    }
}

impl Args {
    /// Plays one game after another until the person quits.
    pub(super) fn run(self) -> Result<(), Error> {
        let mut console = Console::open(self.look);
        let mut choice = match (&self.load, self.game) {
            (Some(path), _) => GameChoice::load(path)?,
            (None, Some(game)) => GameChoice::new(game),
            (None, None) => match GameChoice::ask(&mut console)? {
                Some(choice) => choice,
                None => return Ok(()),
            },
        };
        let guard = Guard::install(self.save.clone(), &file_stem(choice.game));
        let mut seed = self.start.seed.seed.unwrap_or_else(rand::random);
        let mut fen = match &self.from {
            Some(path) => chess_end(choice.game, path)?,
            None => self.start.fen.clone(),
        };
        let outcome = loop {
            let playing = Playing {
                args: &self,
                start: &Start {
                    fen: std::mem::take(&mut fen),
                    seed: Seed { seed: Some(seed) },
                },
                console: &mut console,
                guard: &guard,
                record: choice.record.take(),
            };
            match choice.game.dispatch(playing) {
                Ok(Next::Quit) => break Ok(()),
                Ok(Next::Play(next)) => {
                    guard.save_and_report();
                    guard.rename(&file_stem(next.game));
                    choice = next;
                    seed = seed.wrapping_add(1);
                }
                Err(error) => break Err(error),
            }
        };
        guard.save_and_report();
        outcome
    }

    fn engine_settings(&self, game: &'static Game, seed: u64) -> EngineSettings {
        let strength = if i64::from(self.level) < LEVELS.bounds.max {
            Strength::Level(f32::from(self.level))
        } else {
            Strength::Full
        };
        let limits = PlayerLimits {
            time: self.clock.time,
            ..PlayerLimits::default()
        };
        EngineSettings {
            options: Options {
                strength,
                seed,
                contempt: game.contempt(),
                ..self.resources.options(game)
            },
            limits: self.search_limits(),
            clocks: Clocks::new([limits; 2]),
            notation: self.notation,
        }
    }

    fn search_limits(&self) -> Limits {
        let limits = self.limits.limits(MOVETIME);
        match self.clock.time {
            // The clock takes the place of the default time.
            Some(_) => Limits {
                time: TimeLimit::Unlimited,
                ..limits
            },
            None => limits,
        }
    }
}

/// The last position of the chess game in a file, or an earlier one if the game does not take the last.
fn chess_end(game: &'static Game, path: &str) -> Result<Fen, Error> {
    let start = reverse_start(game, &read_file(path)?)
        .map_err(|error| Error::Failed(format!("{path}: {error}")))?;
    if let Some(why) = &start.refused {
        note(&format!(
            "{game} does not take the last position of this game: {why}. The start is the position after \
             move {}.",
            start.ply
        ));
    }
    Ok(Fen {
        fen: Some(start.setup.to_string()),
    })
}

/// The first part of the names of files for a game.
fn file_stem(game: &'static Game) -> String {
    format!("reviver-{game}")
}

/// A game to play by its rules.
struct Playing<'a> {
    args: &'a Args,
    start: &'a Start,
    console: &'a mut Console,
    guard: &'a Arc<Guard>,
    record: Option<Record>,
}

impl Visitor for Playing<'_> {
    type Output = Result<Next, Error>;

    fn visit<R: NativeWords>(self, game: TypedGame<R>) -> Self::Output {
        let (live, comments) = match self.record {
            None => {
                let start = self.start.position(game)?;
                (LiveGame::<R>::new(game, start), Vec::new())
            }
            Some(record) => {
                let live = record
                    .replay(game)
                    .map_err(|error| Error::Failed(error.to_string()))?;
                let comment = |recorded: RecordedTurn| recorded.comment;
                (live, record.turns.into_iter().map(comment).collect())
            }
        };
        let settings = self
            .args
            .engine_settings(game.game(), self.start.seed.value());
        let start = SessionStart {
            humans: self.args.side.seats(live.start()),
            live,
            comments,
            engine: EnginePlayer::new(settings),
            notation: self.args.notation,
        };
        Session::new(start, self.console, self.guard).run()
    }
}
