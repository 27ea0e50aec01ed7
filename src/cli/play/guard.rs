//! Nothing is lost: Ctrl-C ends the engine's thinking first and the game second, and whatever ends
//! the program, the game goes to a file.

use std::collections::HashSet;
use std::fs::OpenOptions;
use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use crate::cli::note;
use crate::search::Control;

/// The exit code of a program ended by Ctrl-C, as shells have it.
const INTERRUPTED: i32 = 130;

/// What must survive the end of the program.
#[derive(Debug, Default)]
pub(super) struct Guard {
    state: Mutex<State>,
}

/// Whether the engine thinks.
#[derive(Debug, Default)]
enum Thinking {
    #[default]
    No,
    /// It is about to; `stopped` when it has been told to end before it began.
    Soon { stopped: bool },
    /// This search is under way.
    Now(Arc<Control>),
}

#[derive(Debug, Default)]
struct State {
    thinking: Thinking,
    /// The game as it would be saved; `None` when there is nothing new in it.
    unsaved: Option<String>,
    /// Where the person wants it, by `--save`.
    target: Option<PathBuf>,
    /// The first part of a name to make up.
    stem: String,
    /// Files that are ours, and may be written again.
    ours: HashSet<PathBuf>,
}

impl Guard {
    /// A guard that saves to `target`, or to a name made from `stem`, and listens for Ctrl-C and
    /// for requests to end the program.
    pub(super) fn install(target: Option<PathBuf>, stem: &str) -> Arc<Self> {
        let guard = Arc::new(Self::default());
        {
            let mut state = guard.state();
            state.target = target;
            state.stem = stem.to_owned();
        }
        let listener = Arc::clone(&guard);
        // Without a handler Ctrl-C ends the program at once; there is nothing better to be done.
        let _ = ctrlc::set_handler(move || listener.interrupt());
        guard
    }

    fn state(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn interrupt(&self) {
        let mut state = self.state();
        match &mut state.thinking {
            Thinking::Now(control) if !control.is_stopped() => control.stop(),
            Thinking::Soon { stopped } if !*stopped => *stopped = true,
            _ => {
                drop(state);
                self.save_and_tell();
                std::process::exit(INTERRUPTED);
            }
        }
    }

    /// The engine is to play: from now on Ctrl-C is meant for its thinking.
    pub(super) fn expect_thinking(&self) {
        self.state().thinking = Thinking::Soon { stopped: false };
    }

    /// Lets Ctrl-C stop this search until [`Guard::done`].
    pub(super) fn watch(&self, control: &Arc<Control>) {
        let mut state = self.state();
        if matches!(state.thinking, Thinking::Soon { stopped: true }) {
            control.stop();
        }
        state.thinking = Thinking::Now(Arc::clone(control));
    }

    /// The search is over.
    pub(super) fn done(&self) {
        self.state().thinking = Thinking::No;
    }

    /// The game has changed: this is what would have to be saved.
    pub(super) fn keep(&self, unsaved: Option<String>) {
        self.state().unsaved = unsaved;
    }

    /// Another game begins, whose files get names from `stem`.
    pub(super) fn rename(&self, stem: &str) {
        let mut state = self.state();
        state.stem = stem.to_owned();
        state.target = None;
    }

    /// Saves what is unsaved, and says where; says what stands in the way if it cannot.
    pub(super) fn save_and_tell(&self) {
        match self.save() {
            Ok(None) => {}
            Ok(Some(path)) => note(&format!("The game is saved in {}", path.display())),
            Err(error) => note(&format!("The game could not be saved: {error}")),
        }
    }

    /// Saves what is unsaved; `None` when there is nothing.
    fn save(&self) -> io::Result<Option<PathBuf>> {
        let mut state = self.state();
        let Some(text) = state.unsaved.clone() else {
            return Ok(None);
        };
        let path = state.write_somewhere(&text)?;
        state.unsaved = None;
        Ok(Some(path))
    }

    /// Saves `text` in a file of this name, or of a name made up. A file that was there before is
    /// not written over.
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
    /// Writes to the name that was asked for, or to a free one here or among the temporary files.
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
