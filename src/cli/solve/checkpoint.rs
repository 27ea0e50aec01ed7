//! `--checkpoint`: keeps the state of a search in a file. `--resume` continues from it.

use std::fs::File;
use std::io::BufReader;
use std::path::Path;

use super::run::SolverRun;
use crate::cli::files::{file_error, write_pieces};
use crate::cli::{Error, note};
use crate::files::Existing;
use crate::games::Game;
use crate::solve::verify::verify;
use crate::solve::{Proof, Solver, TableError};

/// The file that keeps the state of a search.
pub(super) struct Checkpoint<'a> {
    pub(super) path: &'a Path,
    /// The first line of the file: the version, the game and the position.
    pub(super) title: String,
}

impl Checkpoint<'_> {
    /// Loads the state of an earlier search.
    pub(super) fn load(&self, solver: &mut Solver) -> Result<(), Error> {
        let path = self.path;
        let file = File::open(path).map_err(|error| file_error(path, error))?;
        let loaded = solver
            .load(&self.title, &mut BufReader::new(file))
            .map_err(|error| match error {
                TableError::Io(error) => file_error(path, error),
                other_title @ TableError::OtherTitle(_) => {
                    Error::Failed(format!("{}: {other_title}", path.display()))
                }
            })?;
        if loaded.damaged > 0 {
            let parts = match loaded.damaged {
                1 => "1 part is".to_owned(),
                damaged => format!("{damaged} parts are"),
            };
            note(&format!(
                "{}: {parts} damaged and skipped; the search repeats the work that was stored there",
                path.display()
            ));
        }
        Ok(())
    }

    /// Replaces the file by the state of the search. `confirmed` is the result of
    /// [`Checkpoint::confirm`], or `Ok` if there was nothing to confirm. If `confirmed` says that
    /// the checkpoint is wrong, the file stays as it is.
    ///
    /// # Errors
    ///
    /// If the file cannot be written. Otherwise, the error in `confirmed` is returned, if any.
    pub(super) fn save(&self, confirmed: Result<(), Error>, solver: &Solver) -> Result<(), Error> {
        if matches!(confirmed, Ok(()) | Err(Error::Unfinished(_))) {
            self.write(solver)?;
        }
        confirmed
    }

    fn write(&self, solver: &Solver) -> Result<(), Error> {
        // Before the search, the run has checked that it may replace the file.
        write_pieces(self.path, Existing::Replace, &mut |out| {
            solver.save(&self.title, out)
        })
    }

    /// Verifies the proof of a win, because the loaded state may be wrong. The verifier does not
    /// use that state.
    ///
    /// # Errors
    ///
    /// If the proof is missing or wrong.
    pub(super) fn confirm(
        &self,
        proof: Option<&Proof>,
        game: &'static Game,
        run: &SolverRun,
    ) -> Result<(), Error> {
        let path = self.path.display();
        let wrong = |why: String| {
            Error::Failed(format!(
                "{path}: this checkpoint is wrong: {why}; solve without it, or replace it with --force"
            ))
        };
        let Some(proof) = proof else {
            return Err(if run.is_stopped() {
                Error::Unfinished("interrupted before the win was verified".to_owned())
            } else {
                wrong("the win that follows from it has no proof".to_owned())
            });
        };
        let mut text = Vec::new();
        proof.write(game, &mut text)?;
        match verify(&String::from_utf8_lossy(&text)) {
            Ok(_) => Ok(()),
            Err(flaw) => Err(wrong(flaw.to_string())),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_state_is_saved_after_an_interrupted_confirmation_but_not_if_the_checkpoint_is_wrong() {
        let folder = tempfile::TempDir::new().expect("a folder");
        let path = folder.path().join("checkpoint");
        let checkpoint = Checkpoint {
            path: &path,
            title: "title".to_owned(),
        };
        let solver = Solver::new(1);
        let wrong = checkpoint.save(Err(Error::Failed("wrong".to_owned())), &solver);
        assert!(matches!(wrong, Err(Error::Failed(_))), "{wrong:?}");
        assert!(!path.exists());
        let interrupted = checkpoint.save(Err(Error::Unfinished("later".to_owned())), &solver);
        assert!(
            matches!(interrupted, Err(Error::Unfinished(_))),
            "{interrupted:?}"
        );
        assert!(path.exists());
        std::fs::remove_file(&path).expect("removed");
        checkpoint.save(Ok(()), &solver).expect("saved");
        assert!(path.exists());
    }
}
