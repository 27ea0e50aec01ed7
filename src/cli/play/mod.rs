//! `reviver play`: a game against the engine at a terminal, or driven by a script through a pipe.
//!
//! * `session`: one game, line by line
//! * `input`, `turns`: what a person types, and lists of turns to choose from
//! * `words`: what a person is told
//! * `think`: the engine's side of the board
//! * `console`, `guard`: lines in, and nothing lost on the way out

mod console;
mod guard;
mod input;
mod session;
mod think;
mod turns;
mod words;

use std::io::Write;
use std::path::PathBuf;
use std::sync::Arc;
use std::time::Duration;

use clap::ValueEnum;

use super::forward::read_file;
use super::notation::Notation;
use super::{Error, start::Start, start::variant};
use crate::board::Color;
use crate::live::LiveGame;
use crate::record::{self, Record, RecordedTurn};
use crate::rules::{Rules, Seat, Variant, Visitor};
use crate::search::{Limits, Options, Strength, TimeLimit};
use console::{Console, Input};
use guard::Guard;
use session::{Next, Session};

/// Play a game in the terminal, against the engine or somebody beside you
#[derive(Debug, clap::Args)]
#[command(after_help = "Examples:\n  \
    reviver play ssehc\n  \
    reviver play smolowitz --side second --time 5\n  \
    reviver play unachess --level 3 --notation native\n  \
    reviver play --load reviver-ssehc-20260101-120000.pgn\n\n\
    Type help in the game to learn what else can be typed.")]
pub(super) struct Args {
    /// The game; without it you are asked, or get ssehc
    #[arg(value_parser = variant(), conflicts_with = "load")]
    variant: Option<Variant>,
    /// What you play: the first or second turn, a colour, both sides, or none (the engine plays itself)
    #[arg(long, value_enum, default_value_t = Side::First)]
    side: Side,
    /// The engine's time for a turn, as 2, 0.5, 500ms or 1m [default: 2, unless --nodes or --depth]
    #[arg(long, value_name = "TIME", value_parser = duration)]
    time: Option<Duration>,
    /// The engine's nodes for a turn, which makes its play reproducible
    #[arg(long, value_name = "N")]
    nodes: Option<u64>,
    /// The engine's depth for a turn, in plies
    #[arg(long, value_name = "N")]
    depth: Option<u32>,
    /// The engine's strength: 0 is a beginner, 20 plays as well as it can
    #[arg(long, value_name = "0..20", value_parser = clap::value_parser!(u8).range(0..=20))]
    level: Option<u8>,
    /// The engine's threads
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = clap::value_parser!(u16).range(1..=1024))]
    threads: u16,
    /// The engine's memory for positions it has seen, in MiB
    #[arg(long, value_name = "MIB", default_value_t = 64, value_parser = clap::value_parser!(u32).range(1..=65_536))]
    hash: u32,
    /// How turns are shown; both notations are understood
    #[arg(long, value_enum, default_value_t = Notation::Protocol)]
    notation: Notation,
    /// Go on with a game saved before
    #[arg(long, value_name = "FILE", conflicts_with = "fen")]
    load: Option<String>,
    /// Save the game to this file when the program ends, unless the file is there already
    #[arg(long, value_name = "FILE")]
    save: Option<PathBuf>,
    #[command(flatten)]
    start: Start,
}

/// Whom the person plays.
#[derive(Clone, Copy, PartialEq, Eq, Debug, ValueEnum)]
enum Side {
    /// Whoever plays the first turn
    First,
    /// The other player
    Second,
    /// Whoever has White when the game starts
    White,
    /// Whoever has Black when the game starts
    Black,
    /// Both players
    Both,
    /// Nobody: the engine plays itself
    None,
}

impl Side {
    /// The players that a person plays in a game that starts so.
    fn seats<R: Rules>(self, start: &R) -> Vec<Seat> {
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

/// Reads a time such as 2, 0.5, 500ms, 2s or 1m.
pub(super) fn duration(text: &str) -> Result<Duration, String> {
    let (number, unit) = match text.find(|letter: char| letter.is_ascii_alphabetic()) {
        Some(at) => text.split_at(at),
        None => (text, "s"),
    };
    let seconds = match unit {
        "ms" => 1e-3,
        "s" => 1.0,
        "m" | "min" => 60.0,
        _ => 0.0,
    };
    number
        .parse::<f64>()
        .ok()
        .map(|number| number * seconds)
        .filter(|&seconds| seconds > 0.0)
        .and_then(|seconds| Duration::try_from_secs_f64(seconds).ok())
        .ok_or_else(|| "a time is a number of seconds above 0, or has ms, s or m behind it".into())
}

/// The columns of the screen.
fn screen_width() -> usize {
    terminal_size::terminal_size().map_or(80, |(width, _)| usize::from(width.0))
}

impl Args {
    /// Plays until the person has had enough.
    pub(super) fn run(self) -> Result<(), Error> {
        let mut console = Console::open();
        let mut opening = match (&self.load, self.variant) {
            (Some(path), _) => Opening::load(path)?,
            (None, Some(variant)) => Opening::new(variant),
            (None, None) => match ask(&mut console)? {
                Some(variant) => Opening::new(variant),
                None => return Ok(()),
            },
        };
        let guard = Guard::install(self.save.clone(), &stem(opening.variant));
        let mut start = Start {
            seed: Some(self.start.seed.unwrap_or_else(rand::random)),
            ..self.start.clone()
        };
        let outcome = loop {
            let playing = Playing {
                args: &self,
                start: &start,
                console: &mut console,
                guard: &guard,
                record: opening.record.take(),
            };
            match opening.variant.dispatch(playing) {
                Ok(Next::Quit) => break Ok(()),
                Ok(Next::Open(next)) => {
                    guard.save_and_tell();
                    guard.rename(&stem(next.variant));
                    opening = next;
                    start = Start {
                        fen: None,
                        seed: Some(start.seed().wrapping_add(1)),
                    };
                }
                Err(error) => break Err(error),
            }
        };
        guard.save_and_tell();
        outcome
    }

    fn options(&self, variant: Variant, seed: u64) -> Options {
        Options {
            hash: self.hash as usize,
            threads: usize::from(self.threads),
            strength: match self.level {
                Some(level) if level < 20 => Strength::Level(f32::from(level)),
                _ => Strength::Full,
            },
            seed,
            contempt: Options::DEFAULT_CONTEMPT,
            ..Options::of(variant)
        }
    }

    fn limits(&self) -> Limits {
        let default = if self.nodes.is_none() && self.depth.is_none() {
            TimeLimit::Fixed(Duration::from_secs(2))
        } else {
            TimeLimit::Unlimited
        };
        Limits {
            depth: self.depth,
            nodes: self.nodes,
            time: self.time.map_or(default, TimeLimit::Fixed),
            ..Limits::default()
        }
    }
}

/// The first part of the name of a file for games of this kind.
fn stem(variant: Variant) -> String {
    format!("reviver-{variant}")
}

/// Asks at a terminal which game it shall be; `None` when there is no answer any more.
fn ask(console: &mut Console) -> Result<Option<Variant>, Error> {
    if !console.is_terminal() {
        return Ok(Some(Variant::Ssehc));
    }
    let mut out = anstream::stdout();
    for (index, variant) in Variant::ALL.into_iter().enumerate() {
        let (name, summary) = (variant.name(), variant.summary());
        writeln!(out, "  {}  {name:<18}{summary}", index + 1)?;
    }
    console.complete_with(Variant::ALL.into_iter().map(|variant| variant.to_string()));
    loop {
        let Input::Line(line) = console.read("Which game? [ssehc] ")? else {
            return Ok(None);
        };
        let answer = line.trim();
        let by_number = answer
            .parse::<usize>()
            .ok()
            .and_then(|number| Variant::ALL.get(number.wrapping_sub(1)).copied());
        if answer.is_empty() {
            return Ok(Some(Variant::Ssehc));
        }
        match by_number.map_or_else(|| answer.parse(), Ok) {
            Ok(variant) => return Ok(Some(variant)),
            Err(error) => writeln!(out, "{error}")?,
        }
    }
}

/// What is to be played.
#[derive(Debug)]
struct Opening {
    variant: Variant,
    /// A game to go on with.
    record: Option<Record>,
}

impl Opening {
    const fn new(variant: Variant) -> Self {
        Self {
            variant,
            record: None,
        }
    }

    /// The game saved in a file, which is played through to see whether it is legal.
    fn load(path: &str) -> Result<Self, Error> {
        let wrong = |error: &dyn std::fmt::Display| Error::Failed(format!("{path}: {error}"));
        let record = record::read(&read_file(path)?).map_err(|error| wrong(&error))?;
        record
            .variant
            .dispatch(Check(&record))
            .map_err(|error| wrong(&error))?;
        Ok(Self {
            variant: record.variant,
            record: Some(record),
        })
    }
}

/// Plays a record through by its rules.
struct Check<'a>(&'a Record);

impl Visitor for Check<'_> {
    type Output = Result<(), record::ReplayError>;

    fn visit<R: Rules>(self, _: Variant) -> Self::Output {
        self.0.replay::<R>().map(drop)
    }
}

/// A game to be played with the rules of its variant.
struct Playing<'a> {
    args: &'a Args,
    start: &'a Start,
    console: &'a mut Console,
    guard: &'a Arc<Guard>,
    record: Option<Record>,
}

impl Visitor for Playing<'_> {
    type Output = Result<Next, Error>;

    fn visit<R: Rules>(self, variant: Variant) -> Self::Output {
        let (game, remarks) = match self.record {
            None => (
                LiveGame::<R>::new(variant, self.start.position(variant)?),
                Vec::new(),
            ),
            Some(record) => {
                let game = record
                    .replay()
                    .map_err(|error| Error::Failed(error.to_string()))?;
                let remark = |recorded: RecordedTurn| recorded.comment;
                (game, record.turns.into_iter().map(remark).collect())
            }
        };
        let notation = self.args.notation;
        let seats = self.args.side.seats(game.start());
        let engine = think::Thinker::new(
            self.args.options(variant, self.start.seed()),
            self.args.limits(),
            notation,
        );
        let Self { console, guard, .. } = self;
        Session::new(game, remarks, seats, engine, console, guard, notation).run()
    }
}
