//! The state of the guard: the game and its files, and how they are written.

use std::path::Path;
use std::sync::Arc;

use crate::cli::note;
use crate::cli::play::saved::files::{SaveFiles, Snapshot, saved_in, why_not_saved};
use crate::cli::play::saved::kept::{Folder, KeptGame, SAVED_LATER};
use crate::cli::terminal::unbroken;
use crate::files::OutputError;
use crate::search::Control;

/// How to come back to a kept game.
pub(super) const fn come_back(game: &Snapshot) -> &'static str {
    if game.is_over {
        SAVED_LATER
    } else {
        "Continue it with:\n  reviver play --resume"
    }
}

/// What [`State::longer`] is, as a text for the person.
const LONGER: &str = "The game with the turns that you took back";

/// The record of a game that could not be saved, as a text for the person.
fn printed(game: &Snapshot) -> String {
    format!("This is its record:\n\n{}", unbroken(&game.text))
}

/// Where a game is that could not be kept.
pub(super) fn instead_in(path: &Path) -> String {
    format!("It is in {} instead.", path.display())
}

/// What the person leaves.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(in crate::cli::play) enum Leaving {
    /// The program.
    Program,
    /// Only this game: another one follows in the same program.
    Game,
}

/// Whether the engine searches.
#[derive(Debug, Default)]
pub(super) enum Running {
    #[default]
    No,
    /// A search is about to start. Ctrl-C before its start sets `stopped`; the search then stops at
    /// once.
    Soon { stopped: bool },
    /// A search runs.
    Now(Arc<Control>),
}

#[derive(Debug, Default)]
pub(super) struct State {
    pub(super) search: Running,
    /// The game; `None` if there is nothing to save.
    pub(super) game: Option<Snapshot>,
    /// The game with the turns that were taken back and can be played again; `None` if there are no
    /// such turns.
    pub(super) longer: Option<Snapshot>,
    pub(super) files: SaveFiles,
    /// Where games are kept; `None` if [`Folder::of_the_system`] finds no folder.
    pub(super) folder: Option<Folder>,
    /// The kept copy of the game, if there is one.
    pub(super) kept: Option<KeptGame>,
    /// The last advice to the person after a failure to write the kept copy, such as "It is in
    /// FILE instead."; `None` if there was no such failure.
    pub(super) reported_place: Option<String>,
}

impl State {
    /// The game, if its present state must be saved even if the person quits
    /// ([`SaveFiles::have`]).
    pub(super) fn unsaved(&self) -> Option<&Snapshot> {
        let game = self.game.as_ref()?;
        (!self.files.have(game)).then_some(game)
    }

    /// The game, if its present state must be saved now. If another game follows, an unchanged game
    /// from a pipe or a device must be saved too: the person cannot load it again.
    pub(super) fn to_save(&self, leaving: Leaving) -> Option<&Snapshot> {
        let game = self.game.as_ref()?;
        match leaving {
            Leaving::Program => self.unsaved(),
            Leaving::Game => self.files.file_with(game).is_none().then_some(game),
        }
    }

    /// Saves the game if [`Self::to_save`] returns it, and reports the file or the error. After an
    /// error, says that the game is kept, or prints its record if the kept copy is not up to date.
    pub(super) fn save_game(&mut self, leaving: Leaving) {
        let Some(game) = self.to_save(leaving).cloned() else {
            return;
        };
        match self.files.save(&game) {
            Ok(saved) => {
                self.remove_kept();
                note(&match leaving {
                    Leaving::Program => saved_in(&saved, &game),
                    Leaving::Game => {
                        let (why, path) = (saved.why_elsewhere(), saved.path.display());
                        format!(
                            "{why}The game that you left is saved in {path}. To go back to it, type:\n  load {path}"
                        )
                    }
                });
            }
            Err(error) => {
                let place = if self.kept_copy_is_whole() {
                    format!("It is kept. {}", come_back(&game))
                } else {
                    printed(&game)
                };
                let error = why_not_saved(&error);
                note(&format!("The game could not be saved: {error}. {place}"));
            }
        }
    }

    /// Takes the game with the turns that were taken back; `None` if a file has these turns.
    fn take_longer(&mut self) -> Option<Snapshot> {
        let longer = self.longer.take()?;
        (!self.files.have_turns(&longer)).then_some(longer)
    }

    /// Saves the game with the turns that were taken back ([`Self::write_longer`]), unless a file
    /// has these turns.
    pub(super) fn save_longer(&mut self) {
        if let Some(longer) = self.take_longer() {
            self.write_longer(&longer);
        }
    }

    /// Saves the game with the turns that were taken back in a new file, and reports the file.
    /// After an error, reports the error and prints the record.
    fn write_longer(&mut self, longer: &Snapshot) {
        match self.files.save_in_new_file(longer) {
            Ok(path) => note(&format!("{LONGER} is saved in {}.", path.display())),
            Err(error) => {
                let error = why_not_saved(&error);
                let record = printed(longer);
                note(&format!("{LONGER} could not be saved: {error}. {record}"));
            }
        }
    }

    /// Keeps the game with the turns that were taken back, unless a file has these turns, and
    /// tells the person. The next start at a terminal or with `--resume` saves it. If it cannot be
    /// kept, saves it.
    pub(super) fn keep_longer(&mut self) {
        let Some(longer) = self.take_longer() else {
            return;
        };
        let folder = self.folder.as_ref();
        let stem = &self.files.stem;
        if folder.is_some_and(|folder| folder.keep_taken_back(stem, &longer.text).is_ok()) {
            note(&format!("{LONGER} is kept. {SAVED_LATER}"));
        } else {
            self.write_longer(&longer);
        }
    }

    /// Names the file that has the game, if the person was told another file last.
    pub(super) fn report_other_file(&mut self) {
        let game = self.game.as_ref();
        let Some(path) = game.and_then(|game| self.files.file_to_report(game)) else {
            return;
        };
        note(&format!("The game is in {}.", path.display()));
        if let Some(place) = &mut self.reported_place {
            *place = instead_in(&path);
        }
    }

    /// Whether the kept copy can be read and has the present state of the game.
    pub(super) fn kept_copy_is_whole(&self) -> bool {
        let (Some(kept), Some(game)) = (&self.kept, &self.game) else {
            return false;
        };
        kept.read().is_ok_and(|text| text == game.text)
    }

    /// Removes the kept copy.
    pub(super) fn remove_kept(&mut self) {
        if let Some(kept) = self.kept.take() {
            kept.remove();
        }
    }

    /// Writes the kept copy.
    pub(super) fn write_kept(&mut self) -> Result<(), OutputError> {
        let (Some(game), Some(folder)) = (&self.game, &self.folder) else {
            return Ok(());
        };
        let kept = match &mut self.kept {
            Some(kept) => kept,
            None => {
                let begun = folder.begin(&self.files.stem);
                let begun = begun.map_err(|source| folder.error(source))?;
                self.kept.insert(begun)
            }
        };
        kept.write(&game.text)
    }

    /// The kept copy could not be written because of `error`, such as a full disk. Saves the game
    /// in a file of the person instead, and removes any kept copy, because it is older. Tells the
    /// person the error, the file, and why the game is not in the same file as before
    /// (`Saved::why_elsewhere`). If saving fails too, tells the person the error and what to do.
    /// Says nothing if the last such message named the same file or gave the same advice.
    pub(super) fn keep_elsewhere(&mut self, error: &OutputError) {
        let Some(game) = self.game.clone() else {
            return;
        };
        let (why, place) = match self.files.save_instead_of_kept(&game) {
            Ok(saved) => {
                self.remove_kept();
                (saved.why_elsewhere(), instead_in(&saved.path))
            }
            Err(_) => {
                let advice =
                    "Free some space: the turns from now on are lost if the program is killed.";
                (String::new(), advice.to_owned())
            }
        };
        if self.reported_place.as_ref() != Some(&place) {
            note(&format!("{why}The game cannot be kept: {error}. {place}"));
            self.reported_place = Some(place);
        }
    }
}
