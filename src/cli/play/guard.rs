//! Saving the game however the program ends. Ctrl-C stops the engine's search if one runs, and
//! otherwise saves the game and ends the program.

use std::collections::HashSet;
use std::fs::OpenOptions;
use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use crate::cli::interrupt::{INTERRUPTED, on_signal};
use crate::cli::note;
use crate::search::Control;

/// The game to save at the end of the program.
#[derive(Debug, Default)]
pub(super) struct Guard {
    state: Mutex<State>,
}

/// Whether the engine searches.
#[derive(Debug, Default)]
enum Running {
    #[default]
    No,
    /// A search is about to start; `stopped` if Ctrl-C came before.
    Soon { stopped: bool },
    /// A search runs.
    Now(Arc<Control>),
}

#[derive(Debug, Default)]
struct State {
    search: Running,
    /// The game as a record; `None` if there is nothing to save.
    unsaved: Option<String>,
    /// The file of `--save`.
    target: Option<PathBuf>,
    /// The first part of the names of other files.
    stem: String,
    /// Files that this program has created, and may write again.
    ours: HashSet<PathBuf>,
}

impl Guard {
    /// A guard that saves to `target`, or to a file whose name begins with `stem`, and handles Ctrl-C
    /// and SIGTERM.
    pub(super) fn install(target: Option<PathBuf>, stem: &str) -> Arc<Self> {
        let guard = Arc::new(Self::default());
        {
            let mut state = guard.state();
            state.target = target;
            state.stem = stem.to_owned();
        }
        let listener = Arc::clone(&guard);
        on_signal(move || listener.interrupt());
        guard
    }

    fn state(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn interrupt(&self) {
        let mut state = self.state();
        match &mut state.search {
            Running::Now(control) if !control.is_stopped() => control.stop(),
            Running::Soon { stopped } if !*stopped => *stopped = true,
            _ => {
                drop(state);
                self.save_and_report();
                std::process::exit(INTERRUPTED);
            }
        }
    }

    /// A search is about to start: from now on Ctrl-C stops it.
    pub(super) fn expect_search(&self) {
        self.state().search = Running::Soon { stopped: false };
    }

    /// Lets Ctrl-C stop this search until [`Guard::search_is_over`].
    pub(super) fn watch(&self, control: &Arc<Control>) {
        let mut state = self.state();
        if matches!(state.search, Running::Soon { stopped: true }) {
            control.stop();
        }
        state.search = Running::Now(Arc::clone(control));
    }

    /// The search is over.
    pub(super) fn search_is_over(&self) {
        self.state().search = Running::No;
    }

    /// Keeps the present game, to be saved at the end.
    pub(super) fn keep(&self, unsaved: Option<String>) {
        self.state().unsaved = unsaved;
    }

    /// Another game begins: the names of its files begin with `stem`.
    pub(super) fn rename(&self, stem: &str) {
        let mut state = self.state();
        state.stem = stem.to_owned();
        state.target = None;
    }

    /// Saves the game if it is unsaved, and reports the file or the error.
    pub(super) fn save_and_report(&self) {
        match self.save() {
            Ok(None) => {}
            Ok(Some(path)) => note(&format!("The game is saved in {}", path.display())),
            Err(error) => note(&format!("The game could not be saved: {error}")),
        }
    }

    /// Saves the game if it is unsaved, and returns the file.
    fn save(&self) -> io::Result<Option<PathBuf>> {
        let mut state = self.state();
        let Some(text) = state.unsaved.clone() else {
            return Ok(None);
        };
        let path = state.write_somewhere(&text)?;
        state.unsaved = None;
        Ok(Some(path))
    }

    /// Saves `text` to a file of this name, or of a new name. Never overwrites a file that another
    /// program has written.
    pub(super) fn save_as(&self, path: Option<&Path>, text: &str) -> io::Result<PathBuf> {
        let mut state = self.state();
        let path = match path {
            Some(path) => {
                state.write(path, text)?;
                path.to_owned()
            }
            None => state.write_somewhere(text)?,
        };
        state.unsaved = None;
        Ok(path)
    }
}

impl State {
    /// Writes to the file of `--save`, or to a new file here or in the folder for temporary files.
    fn write_somewhere(&mut self, text: &str) -> io::Result<PathBuf> {
        if let Some(path) = self.target.clone()
            && self.write(&path, text).is_ok()
        {
            return Ok(path);
        }
        let time = jiff::Timestamp::now().strftime("%Y%m%d-%H%M%S");
        let mut outcome = Err(io::Error::other("no name is free"));
        for folder in [PathBuf::new(), std::env::temp_dir()] {
            for number in 1..100 {
                let name = match number {
                    1 => format!("{}-{time}.pgn", self.stem),
                    _ => format!("{}-{time}-{number}.pgn", self.stem),
                };
                let path = folder.join(name);
                outcome = self.write(&path, text).map(|()| path);
                match &outcome {
                    Ok(_) => return outcome,
                    Err(error) if error.kind() == io::ErrorKind::AlreadyExists => {}
                    Err(_) => break,
                }
            }
        }
        outcome
    }

    fn write(&mut self, path: &Path, text: &str) -> io::Result<()> {
        let mut options = OpenOptions::new();
        options.write(true);
        if self.ours.contains(path) {
            options.truncate(true).create(true);
        } else {
            options.create_new(true);
        }
        options.open(path)?.write_all(text.as_bytes())?;
        self.ours.insert(path.to_owned());
        Ok(())
    }
}
