//! The lesson at which a reader has stopped. For each game, a file stores the title of this lesson.
//! The files are in the system's state folder, or in its data folder if it has no state folder.

use std::fs::{self, DirBuilder};
use std::path::PathBuf;

use super::state_folder::{remove_empty_folders, state_folder};
use crate::files::{Existing, Output};
use crate::games::Game;

/// The lesson at which the reader of one game has stopped. The file stores the title of the lesson,
/// because the number of a lesson can change when lessons are added. File errors are ignored:
/// without a readable file, the reader begins with the first lesson.
#[derive(Debug)]
pub(super) struct LessonPlace {
    /// `None` if the home folder of the user is unknown.
    file: Option<PathBuf>,
}

impl LessonPlace {
    /// The place in the lessons of this game.
    pub(super) fn of(game: &Game) -> Self {
        Self {
            file: state_folder("lessons").map(|folder| folder.join(game.name())),
        }
    }

    /// The title of the lesson at which the reader has stopped.
    pub(super) fn read(&self) -> Option<String> {
        fs::read_to_string(self.file.as_ref()?).ok()
    }

    /// Stores the title of the lesson at which the reader has stopped.
    pub(super) fn write(&self, title: &str) {
        if let Some(file) = &self.file
            && let Some(folder) = file.parent()
            && DirBuilder::new().recursive(true).create(folder).is_ok()
        {
            let _ = Output::write(file, Existing::Replace, title);
        }
    }

    /// Forgets the place.
    pub(super) fn forget(&self) {
        let Some(file) = &self.file else { return };
        if fs::remove_file(file).is_ok() {
            remove_empty_folders(file);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_place_is_kept_until_it_is_forgotten() {
        let temporary = tempfile::TempDir::new().expect("a folder");
        let state = temporary.path().join("reviver");
        let place = LessonPlace {
            file: Some(state.join("lessons").join("game")),
        };
        assert_eq!(place.read(), None);
        place.write("A first game");
        place.write("Pawns");
        assert_eq!(place.read().as_deref(), Some("Pawns"));
        place.forget();
        assert_eq!(place.read(), None);
        assert!(!state.exists(), "no folder remains");
    }
}
