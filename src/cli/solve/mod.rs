//! `reviver solve`: finds out who can force a win.
//!
//! * `arguments`: the command line
//! * `run`: the solver, with its signal to stop and its progress
//! * `checkpoint`: the state of a search in a file
//! * `table`: solved positions in a file
//! * `starts`: fills the table with the start positions of a game
//! * `after`: fills the table with positions after given first turns (`--after`)
//! * `line`: a line of a table
//! * `origin`: the game of a table, and the position before the turns of `--after`
//! * `describe`: the results as text

mod after;
mod arguments;
mod checkpoint;
mod describe;
mod line;
mod origin;
mod run;
mod starts;
mod table;

use super::files::{is_same_file, refuse_input, write_pieces};
use super::{Error, note};
use crate::board::Setup;
use crate::files::Output;
use crate::games::{Game, TypedGame, Visitor};
use crate::plural::counted;
use crate::rules::Rules;
use crate::solve::Proof;
use checkpoint::Checkpoint;
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
        let mut run = SolverRun::new(self.mebibytes(), self.threads());
        let Some(path) = &self.table else {
            return solve_position::<R>(&self, game, &mut run);
        };
        if self.after.is_empty() && self.start.is_given() {
            return Err(Error::Usage(
                "--table solves every start position of the game, so --fen and --seed are allowed only with --after"
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
    let checkpoint = args.checkpoint(game.game(), position.setup());
    let is_resumed = args.prepare(checkpoint.as_ref(), run)?;
    let question = args.question(position.seat());
    let verdict = run.shortest(&position, &question, args.limits());
    let proof = verdict.win.and_then(|win| run.proof(&position, win));
    run.finish();
    if let Some(checkpoint) = &checkpoint {
        let confirmed = if is_resumed && verdict.win.is_some() {
            checkpoint.confirm(proof.as_ref(), game.game(), run)
        } else {
            Ok(())
        };
        checkpoint.save(confirmed, &run.solver)?;
    }
    describe::print(&position, &question, &verdict, proof.as_ref())?;
    args.write_proof(game.game(), proof, run.nodes())
}

impl Args {
    /// The checkpoint for the search of a position; `None` without `--checkpoint`.
    fn checkpoint(&self, game: &Game, position: &Setup) -> Option<Checkpoint<'_>> {
        let version = env!("CARGO_PKG_VERSION");
        Some(Checkpoint {
            path: self.checkpoint.as_ref()?,
            title: format!("reviver solve 2 {version} {} {position}", game.identity()),
        })
    }

    /// Checks that the proof and the checkpoint can be written. With `--resume`, loads the
    /// checkpoint if its file exists. Returns whether it was loaded.
    fn prepare(
        &self,
        checkpoint: Option<&Checkpoint<'_>>,
        run: &mut SolverRun,
    ) -> Result<bool, Error> {
        if let Some(path) = &self.proof {
            refuse_input(path, [])?;
            Output::check(path, self.force.existing())?;
        }
        let Some(checkpoint) = checkpoint else {
            return Ok(false);
        };
        if let Some(path) = &self.proof
            && is_same_file(path, checkpoint.path)
        {
            return Err(Error::Usage(format!(
                "--proof and --checkpoint name the same file, {}: choose another file for the proof",
                path.display()
            )));
        }
        self.check_file(checkpoint.path)?;
        let is_resumed = self.resume.resume && checkpoint.path.exists();
        if is_resumed {
            checkpoint.load(&mut run.solver)?;
        }
        Ok(is_resumed)
    }

    /// With `--proof`, writes the proof, or fails if there is none. Then reports the nodes of the
    /// search.
    fn write_proof(
        &self,
        game: &'static Game,
        proof: Option<Proof>,
        nodes: u64,
    ) -> Result<(), Error> {
        let nodes = counted(nodes, "node");
        match (&self.proof, proof) {
            (Some(path), Some(proof)) => {
                write_pieces(path, self.force.existing(), &mut |out| {
                    proof.write(game, out)
                })?;
                let path = path.display();
                let steps = counted(proof.len(), "step");
                note(&format!("{nodes}, {steps} in {path}"));
                Ok(())
            }
            (Some(path), None) => Err(Error::Failed(format!(
                "no proof was found, so {} is not written",
                path.display()
            ))),
            (None, _) => {
                note(&nodes);
                Ok(())
            }
        }
    }
}
