//! `reviver solve`: shows who can force the end.

mod after;
mod starts;
mod table;
mod work;

use std::fs::File;
use std::io::{self, BufReader, BufWriter, Write, stdout};
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

use super::play::duration;
use super::start::{Start, variant};
use super::{Error, note};
use crate::board::Color;
use crate::rules::{Rules, Seat, Variant, Visitor};
use crate::solve::{Claim, MAX_TURNS, Proof, Solver, TableError, Win, WinBounds, WinQuery};
use work::Work;

/// Show who can force the end of a game, in how many turns and how
///
/// Asks for a forced win in one turn, then in two, and so on, of both players in turn. A win that is
/// found is certain: it holds against every defence, and --proof writes down how, for `reviver
/// verify` to check. Ctrl-C stops the search.
#[derive(Debug, clap::Args)]
#[command(
    after_help = "Examples:\n  reviver solve unplay\n  reviver solve unachess --player mover --turns 4 \
                  --fen '8/8/8/2B1b3/1Q2k3/R7/8/8[KRNNPPPPPPPPqrrbnnpppppppp] b - - 0 4'\n  \
                  reviver solve unplay-random --table table.tsv --nodes 1000000\n  \
                  reviver solve unachess --table table.tsv --player other --turns 12 --at-once --after \
                  Q@,K@,K@"
)]
pub(super) struct Args {
    /// The game
    #[arg(value_parser = variant(), default_value = "unplay")]
    variant: Variant,
    #[command(flatten)]
    start: Start,
    /// The most turns that the winner may take
    #[arg(long, value_name = "N", default_value_t = MAX_TURNS,
          value_parser = clap::value_parser!(u8).range(0..=i64::from(MAX_TURNS)))]
    turns: u8,
    /// Who is to win: the player to play, the other one, or whoever can
    #[arg(long, value_enum, default_value_t = Winner::Both)]
    player: Winner,
    /// Ask for a win in --turns turns straight away, not in fewer first
    #[arg(long, requires = "turns")]
    at_once: bool,
    /// Time for the search, as 2, 0.5, 500ms or 1m
    #[arg(long, value_name = "T", value_parser = duration)]
    time: Option<Duration>,
    /// Nodes for the search
    #[arg(long, value_name = "N")]
    nodes: Option<u64>,
    /// Size of the proof table in MiB
    #[arg(long, value_name = "MIB", default_value_t = 256,
          value_parser = clap::value_parser!(u32).range(1..=65_536))]
    memory: u32,
    /// Write the proof to this file
    #[arg(long, value_name = "FILE")]
    proof: Option<PathBuf>,
    /// Go on from what this file keeps of an earlier search, and keep the search there
    #[arg(long, value_name = "FILE", conflicts_with = "table")]
    resume: Option<PathBuf>,
    /// Solve every start of the game, a line each, and add to this file what it lacks, or what more
    /// nodes than before may solve; --time and --nodes are for one start then
    #[arg(long, value_name = "FILE", conflicts_with = "proof")]
    table: Option<PathBuf>,
    /// Solve with --table the positions after turns that begin so (Q@,K@,K@): as many of them as show
    /// the win, which is one turn of the winner and all of the loser. A bar parts beginnings, as in
    /// Q@|N@, and the winner tries the first ones first
    #[arg(long, value_name = "TURNS", value_delimiter = ',', requires_all = ["table", "player"])]
    after: Vec<String>,
}

/// Who is to win.
#[derive(Clone, Copy, PartialEq, Eq, Debug, clap::ValueEnum)]
enum Winner {
    /// The player to play
    Mover,
    /// The other player
    Other,
    /// Whoever can
    Both,
}

impl Args {
    /// Solves and prints.
    pub(super) fn run(self) -> Result<(), Error> {
        self.variant.dispatch(self)
    }

    fn question<R: Rules>(&self, position: &R) -> WinQuery {
        let mover = position.seat();
        WinQuery {
            winners: match self.player {
                Winner::Mover => vec![mover],
                Winner::Other => vec![!mover],
                Winner::Both => vec![mover, !mover],
            },
            turns: self.turns,
            at_once: self.at_once,
        }
    }

    fn deadline(&self) -> Option<Instant> {
        self.time.and_then(|time| Instant::now().checked_add(time))
    }
}

impl Visitor for Args {
    type Output = Result<(), Error>;

    fn visit<R: Rules>(self, variant: Variant) -> Self::Output {
        let mut work = Work::new(self.memory as usize);
        if let Some(path) = &self.table {
            if !self.after.is_empty() {
                return after::solve::<R>(&self, variant, path, &mut work);
            }
            if self.start.is_given() {
                return Err(Error::Usage(
                    "--table is of every start of the game, not of --fen or --seed, unless there is \
                     --after"
                        .to_owned(),
                ));
            }
            return starts::solve::<R>(&self, variant, path, &mut work);
        }
        let position: R = self.start.position(variant)?;
        let title = format!("reviver solve 1 {variant} {}", position.setup());
        if let Some(path) = self.resume.as_deref().filter(|path| path.exists()) {
            load(&mut work.solver, &title, path)?;
        }
        let question = self.question(&position);
        let verdict = work.shortest(&position, &question, self.nodes, self.deadline());
        if let Some(path) = &self.resume {
            replace(path, &mut |out| work.solver.save(&title, out))?;
        }
        let proof = match verdict.win {
            Some(win) => work.proof(&position, order(win)),
            None => None,
        };
        work.finish();
        print(&position, &question, &verdict, proof.as_ref())?;
        let nodes = work.nodes();
        match (&self.proof, proof) {
            (Some(path), Some(proof)) => {
                replace(path, &mut |out| proof.write(variant, out))?;
                let path = path.display();
                note(&format!("{nodes} nodes, {} steps in {path}", proof.len()));
                Ok(())
            }
            (Some(path), None) => Err(Error::Failed(format!(
                "no proof was found, so {} is not written",
                path.display()
            ))),
            (None, _) => {
                note(&format!("{nodes} nodes"));
                Ok(())
            }
        }
    }
}

fn order(win: Win) -> Claim {
    Claim {
        winner: win.winner,
        turns: win.turns,
    }
}

fn failed(path: &Path, source: io::Error) -> Error {
    Error::File {
        path: path.display().to_string(),
        source,
    }
}

/// Writes a file; the one that was there is replaced only by a whole one.
fn replace(
    path: &Path,
    write: &mut dyn FnMut(&mut dyn Write) -> io::Result<()>,
) -> Result<(), Error> {
    let mut part = path.as_os_str().to_owned();
    part.push(".part");
    let part = PathBuf::from(part);
    let written = File::create(&part).and_then(|file| {
        let mut file = BufWriter::new(file);
        write(&mut file)?;
        file.flush()
    });
    written.map_err(|error| failed(&part, error))?;
    std::fs::rename(&part, path).map_err(|error| failed(path, error))
}

fn load(solver: &mut Solver, title: &str, path: &Path) -> Result<(), Error> {
    let file = File::open(path).map_err(|error| failed(path, error))?;
    solver
        .load(title, &mut BufReader::new(file))
        .map_err(|error| match error {
            TableError::Io(error) => failed(path, error),
            other_title @ TableError::OtherTitle(_) => {
                Error::Failed(format!("{}: {other_title}", path.display()))
            }
        })
}

/// A player with the colour that they have now.
fn player<R: Rules>(position: &R, seat: Seat) -> String {
    let color = if position.seat() == seat {
        position.side()
    } else {
        !position.side()
    };
    let name = match color {
        Color::White => "White",
        Color::Black => "Black",
    };
    format!("player {} ({name})", seat.number())
}

fn turns_text(turns: u8) -> String {
    match turns {
        1 => "1 turn".to_owned(),
        _ => format!("{turns} turns"),
    }
}

fn print<R: Rules>(
    position: &R,
    question: &WinQuery,
    verdict: &WinBounds,
    proof: Option<&Proof>,
) -> Result<(), Error> {
    let mut out = stdout().lock();
    if let Some(win) = verdict.win {
        let how = if win.is_shortest { "in" } else { "in at most" };
        writeln!(
            out,
            "{} wins {how} {}",
            player(position, win.winner),
            turns_text(win.turns)
        )?;
        if let Some(proof) = proof {
            let line: Vec<String> = longest(position, proof);
            writeln!(out, "line: {}", line.join(" "))?;
        }
        return Ok(());
    }
    for &seat in &question.winners {
        let name = player(position, seat);
        match verdict.no_win(seat) {
            Some(turns) => writeln!(out, "{name} has no forced win within {}", turns_text(turns))?,
            None => writeln!(out, "{name}: nothing shown")?,
        }
    }
    Ok(())
}

/// The line in which the loser holds out longest, by the numbers of the proof.
fn longest<R: Rules>(position: &R, proof: &Proof) -> Vec<String> {
    let mut line = Vec::new();
    let mut position = position.clone();
    while position.outcome().is_none() {
        let turn = if position.seat() == proof.winner() {
            proof.step(position.setup()).map(|step| step.turn)
        } else {
            position.turns().into_iter().max_by_key(|&turn| {
                let step = proof.step(position.play(turn).setup());
                step.map_or(0, |step| step.turns)
            })
        };
        let Some(turn) = turn else { break };
        line.push(turn.to_string());
        position = position.play(turn);
    }
    line
}
