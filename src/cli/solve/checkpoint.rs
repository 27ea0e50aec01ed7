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
    /// Its first line: the version, the game and the position.
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

    /// Replaces the file by the state of the search.
    pub(super) fn save(&self, solver: &Solver) -> Result<(), Error> {
        // `Args::check_file` has checked, before the search, that the file may be replaced.
        write_pieces(self.path, Existing::Replace, &mut |out| {
            solver.save(&self.title, out)
        })
    }

    /// Verifies the proof of a win by the rules alone, because the loaded state may be wrong.
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
