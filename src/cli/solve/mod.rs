//! `reviver solve`: who can force the end of a game.
//!
//! * `arguments`: the command line
//! * `run`: the solver, with its signal to stop and its progress
//! * `table`: solved positions in a file; `starts` and `after` fill it
//! * `describe`: the results as text

mod after;
mod arguments;
mod describe;
mod run;
mod starts;
mod table;

use std::fs::File;
use std::io::BufReader;
use std::path::Path;

use super::files::{file_error, replace_file};
use super::{Error, note};
use crate::games::{TypedGame, Visitor};
use crate::rules::Rules;
use crate::solve::{Solver, TableError};
use run::SolverRun;

pub(super) use arguments::Args;

impl Args {
    /// Solves the position, or the positions of a table, and prints the result.
    pub(super) fn run(self) -> Result<(), Error> {
        self.game.dispatch(self)
    }
}

impl Visitor for Args {
    type Output = Result<(), Error>;

    fn visit<R: Rules>(self, game: TypedGame<R>) -> Self::Output {
        let mut run = SolverRun::new(self.mebibytes());
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
    let proof = verdict.win.and_then(|win| run.proof(&position, win));
    run.finish();
    describe::print(&position, &question, &verdict, proof.as_ref())?;
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

/// Loads the state that an earlier search has kept.
fn load(solver: &mut Solver, title: &str, path: &Path) -> Result<(), Error> {
    let file = File::open(path).map_err(|error| file_error(path, error))?;
    solver
        .load(title, &mut BufReader::new(file))
        .map_err(|error| match error {
            TableError::Io(error) => file_error(path, error),
            other_title @ TableError::OtherTitle(_) => {
                Error::Failed(format!("{}: {other_title}", path.display()))
            }
        })
}
