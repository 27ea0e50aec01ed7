//! `reviver solve`: who can force the end of a game.
//!
//! * `run`: the solver, with its signal to stop and its progress
//! * `table`: solved positions in a file; `starts` and `after` fill it

mod after;
mod run;
mod starts;
mod table;

use std::fs::File;
use std::io::{BufReader, Write, stdout};
use std::path::{Path, PathBuf};

use super::args::{self, Hash, Movetime, Nodes, Resume, Start};
use super::files::{file_error, replace_file};
use super::{Error, note};
use crate::board::Color;
use crate::games::{Game, TypedGame, Visitor};
use crate::rules::{Rules, Seat};
use crate::solve::{MAX_TURNS, Order, Proof, Question, Solver, TableError, Verdict, Win};
use run::{Limits, SolverRun};
use table::Table;

/// Size of the proof table in MiB.
const HASH: usize = 256;

/// Find out who can force the end of a game, in how many turns and how
///
/// Searches for a forced win in one turn, then in two, and so on, of both players in turn. A win that
/// is found is certain: it holds against every defence. --proof writes it to a file that `reviver
/// verify` can check. Ctrl-C stops the search.
#[derive(Debug, clap::Args)]
#[command(
    mut_arg("hash", args::default(HASH)),
    mut_arg("resume", |resume| resume.requires("kept")),
    group(clap::ArgGroup::new("kept").args(["checkpoint", "table"])),
    after_help = "Examples:\n  reviver solve unplay --proof unplay.proof\n  \
                  reviver solve unachess --player mover --turns 4 \
                  --fen '8/8/8/2B1b3/1Q2k3/R7/8/8[KRNNPPPPPPPPqrrbbnnpppppppp] b - - 0 4'\n  \
                  reviver solve ssehc --nodes 1000000 --checkpoint ssehc.checkpoint --resume\n  \
                  reviver solve unplay-random --table table.tsv --nodes 1000000 --resume\n  \
                  reviver solve unachess --table table.tsv --player other --turns 12 --at-once --after \
                  Q@,K@,K@"
)]
pub(super) struct Args {
    /// The game
    #[arg(value_name = "GAME", value_parser = args::game())]
    game: &'static Game,
    #[command(flatten)]
    start: Start,
    /// The most turns that the winner may take
    #[arg(long, value_name = "N", default_value_t = MAX_TURNS,
          value_parser = clap::value_parser!(u8).range(0..=i64::from(MAX_TURNS)))]
    turns: u8,
    /// The player who is to win: the one to play, the other one, or whoever can
    #[arg(long, value_enum, default_value_t = Winner::Both)]
    player: Winner,
    /// Search at once for a win in --turns turns, not for shorter ones first
    #[arg(long, requires = "turns")]
    at_once: bool,
    #[command(flatten)]
    movetime: Movetime,
    #[command(flatten)]
    nodes: Nodes,
    #[command(flatten)]
    hash: Hash,
    /// Write the proof to this file
    #[arg(long, value_name = "FILE")]
    proof: Option<PathBuf>,
    /// Keep the state of the search in this file, so that --resume can continue it
    #[arg(long, value_name = "FILE")]
    checkpoint: Option<PathBuf>,
    /// Solve every start position of the game and write a line for each to this file. With --resume,
    /// add the lines that it lacks, and those that more nodes than before may solve
    #[arg(long, value_name = "FILE", conflicts_with = "proof")]
    table: Option<PathBuf>,
    /// With --table, solve the positions after turns that begin with these texts (Q@,K@,K@): one turn of
    /// the winner that wins, and all turns of the loser. A bar separates alternatives, as in Q@|N@; the
    /// winner tries them in this order
    #[arg(long, value_name = "TURNS", value_delimiter = ',', requires_all = ["table", "player"])]
    after: Vec<String>,
    #[command(flatten)]
    resume: Resume,
}

/// The player who is to win.
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
    /// Solves the position, or the positions of a table, and prints the result.
    pub(super) fn run(self) -> Result<(), Error> {
        self.game.dispatch(self)
    }

    /// The limits of the search of one position.
    fn limits(&self) -> Limits {
        Limits {
            nodes: self.nodes.nodes,
            time: self.movetime.movetime.map(|span| span.0),
        }
    }

    /// Opens the table, which an earlier run may have left.
    fn open_table(&self, path: &Path) -> Result<Table, Error> {
        self.check_resumes(path)?;
        Table::open(path)
    }

    /// Refuses to write over a file that an earlier run has left, unless this run resumes it.
    fn check_resumes(&self, path: &Path) -> Result<(), Error> {
        if path.exists() && !self.resume.resume {
            return Err(Error::Failed(format!(
                "{} exists already: add --resume to continue with it, or choose another name",
                path.display()
            )));
        }
        Ok(())
    }

    fn question<R: Rules>(&self, position: &R) -> Question {
        let mover = position.seat();
        Question {
            winners: match self.player {
                Winner::Mover => vec![mover],
                Winner::Other => vec![!mover],
                Winner::Both => vec![mover, !mover],
            },
            turns: self.turns,
            at_once: self.at_once,
        }
    }
}

impl Visitor for Args {
    type Output = Result<(), Error>;

    fn visit<R: Rules>(self, game: TypedGame<R>) -> Self::Output {
        let mut run = SolverRun::new(self.hash.hash.unwrap_or(HASH));
        let Some(path) = &self.table else {
            return solve_position::<R>(&self, game, &mut run);
        };
        if self.after.is_empty() && self.start.is_given() {
            return Err(Error::Usage(
                "--table solves every start position of the game: --fen and --seed go with it only \
                 under --after"
                    .to_owned(),
            ));
        }
        if self.after.is_empty() {
            starts::solve::<R>(&self, game, path, &mut run)
        } else {
            after::solve::<R>(&self, game, path, &mut run)
        }
    }
}

/// Solves one position.
fn solve_position<R: Rules>(
    args: &Args,
    game: TypedGame<R>,
    run: &mut SolverRun,
) -> Result<(), Error> {
    let position: R = args.start.position(game)?;
    let title = format!("reviver solve 1 {game} {}", position.setup());
    if let Some(path) = &args.checkpoint {
        args.check_resumes(path)?;
        if path.exists() {
            load(&mut run.solver, &title, path)?;
        }
    }
    let question = args.question(&position);
    let verdict = run.shortest(&position, &question, args.limits());
    if let Some(path) = &args.checkpoint {
        replace_file(path, &mut |out| run.solver.save(&title, out))?;
    }
    let proof = verdict.win.and_then(|win| run.proof(&position, order(win)));
    run.finish();
    print(&position, &question, &verdict, proof.as_ref())?;
    let nodes = run.nodes();
    match (&args.proof, proof) {
        (Some(path), Some(proof)) => {
            replace_file(path, &mut |out| proof.write(game.game(), out))?;
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

fn order(win: Win) -> Order {
    Order {
        winner: win.winner,
        turns: win.turns,
    }
}

/// Loads the state that an earlier search has kept.
fn load(solver: &mut Solver, title: &str, path: &Path) -> Result<(), Error> {
    let file = File::open(path).map_err(|error| file_error(path, error))?;
    solver
        .load(title, &mut BufReader::new(file))
        .map_err(|error| match error {
            TableError::Io(error) => file_error(path, error),
            foreign @ TableError::Foreign(_) => {
                Error::Failed(format!("{}: {foreign}", path.display()))
            }
        })
}

/// A player, with the colour that it holds now.
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
    question: &Question,
    verdict: &Verdict,
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
        match verdict.fails(seat) {
            Some(turns) => writeln!(out, "{name} has no forced win within {}", turns_text(turns))?,
            None => writeln!(out, "{name}: nothing shown")?,
        }
    }
    Ok(())
}

/// The line in which the loser holds out longest, by the proof.
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
