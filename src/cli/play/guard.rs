//! Keeps the game on disk, so that it survives the end of the program.
//!
//! After every turn the program writes a copy of the game to the state folder of the system: the
//! kept copy. When the person leaves the game, the program saves it in a file and removes the kept
//! copy. The kept copy stays after a failure, a closed terminal or a signal other than Ctrl-C. The
//! next start at a terminal or with `--resume` saves a kept game that is over. It offers or
//! continues the latest unfinished kept copy or the game that the person last quit unfinished,
//! whichever is later.

mod state;

use std::io::{IsTerminal, Write, stderr, stdin, stdout};
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use super::saved::files::{SaveFiles, Saved, SavedFile, Snapshot, saved_in, why_not_saved};
use super::saved::kept::{Folder, KeptGame};
use crate::cli::interrupt::INTERRUPTED;
use crate::cli::note;
use crate::cli::terminal::signals::{self, Signal};
use crate::search::Control;
pub(super) use state::Leaving;
use state::{Running, State, come_back, instead_in};

/// The game that is being played, and the search that is running.
#[derive(Debug, Default)]
pub(super) struct Guard {
    state: Mutex<State>,
}

impl Guard {
    /// A guard that handles signals. It writes the kept copy to `folder`. It saves the game with
    /// [`SaveFiles::save`]: a loaded game in its file, another game in `target`. If that is not
    /// possible, it saves the game in a new file whose name begins with `stem`.
    pub(super) fn install(
        target: Option<PathBuf>,
        stem: &str,
        folder: Option<Folder>,
    ) -> Arc<Self> {
        let guard = Arc::new(Self::default());
        {
            let mut state = guard.state();
            state.files = SaveFiles::named(stem);
            state.files.target = target;
            state.folder = folder;
        }
        let listener = Arc::clone(&guard);
        signals::listen(move |signal| match signal {
            Signal::CtrlC => listener.interrupt(),
            Signal::End { exit_code } => listener.end(exit_code),
        });
        guard
    }

    fn state(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Ctrl-C: stops the search that runs or is about to start. A second Ctrl-C, or one without a
    /// search, ends the program.
    fn interrupt(&self) {
        let mut state = self.state();
        match &mut state.search {
            Running::Now(control) if !control.is_stopped() => control.stop(),
            Running::Soon { stopped } if !*stopped => *stopped = true,
            _ => {
                drop(state);
                self.end_line();
                signals::restore_terminal();
                self.save_and_report(Leaving::Program);
                if stdin().is_terminal() && stdout().is_terminal() {
                    self.offer_next_time();
                }
                std::process::exit(INTERRUPTED);
            }
        }
    }

    /// Any other signal: ends the program.
    fn end(&self, exit_code: i32) {
        self.end_line();
        signals::restore_terminal();
        self.keep_or_save();
        std::process::exit(exit_code);
    }

    /// Leaves the game after a signal or a failure: keeps the game, or saves it if it cannot be
    /// kept. A game that is over is kept too: the person may not see where it is saved, because the
    /// terminal may be closed. The next start at a terminal or with `--resume` saves it and says
    /// where. The turns that were taken back are kept too ([`State::keep_longer`]).
    pub(super) fn keep_or_save(&self) {
        if self.report_kept() {
            self.state().keep_longer();
        } else {
            self.save_and_report(Leaving::Program);
        }
    }

    /// Ends the line of progress, if a search shows one, so that another line can follow.
    fn end_line(&self) {
        if matches!(self.state().search, Running::Now(_)) && stderr().is_terminal() {
            let _ = writeln!(stderr());
        }
    }

    /// Notes that a search is about to start: from now on Ctrl-C stops the search.
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

    /// Notes that the search is over: from now on Ctrl-C ends the program.
    pub(super) fn search_is_over(&self) {
        self.state().search = Running::No;
    }

    /// Notes that the game was loaded from this file and is unchanged.
    pub(super) fn continue_from(&self, file: SavedFile) {
        self.state().files.continue_from(file);
    }

    /// Notes that the game was loaded from this kept copy. From now on, [`Guard::keep`] writes to
    /// this copy.
    pub(super) fn take_over(&self, kept: KeptGame) {
        self.state().kept = Some(kept);
    }

    /// Stores the present state of the game, and writes it to the kept copy. Exception: if the
    /// game need not be saved ([`State::unsaved`]), or has no turns (`game` is `None`), removes the
    /// kept copy, and names the file of the game if the person was told another file last. `longer`
    /// is the game with the turns that were taken back and can be played again, if there are any.
    /// It is not written until the person leaves the game.
    pub(super) fn keep(&self, game: Option<Snapshot>, longer: Option<Snapshot>) {
        let mut state = self.state();
        state.game = game;
        state.longer = longer;
        if state.unsaved().is_none() {
            state.remove_kept();
            state.report_other_file();
        } else if let Err(error) = state.write_kept() {
            state.keep_elsewhere(&error);
        }
    }

    /// Notes that another game begins. The names of its files begin with `stem`.
    pub(super) fn begin_another(&self, stem: &str) {
        let mut state = self.state();
        state.game = None;
        state.longer = None;
        state.kept = None;
        state.reported_place = None;
        state.files = SaveFiles::named(stem);
    }

    /// Whether the game need not be saved now ([`State::unsaved`]), or the kept copy has its
    /// present state. `true` if there is no game. If only the kept copy has this state, tells the
    /// person that the game is kept.
    fn report_kept(&self) -> bool {
        let state = self.state();
        if let Some(game) = state.unsaved() {
            if !state.kept_copy_is_whole() {
                return false;
            }
            note(&format!("The game is kept. {}", come_back(game)));
        }
        true
    }

    /// Saves the game ([`State::save_game`]), then the turns that were taken back
    /// ([`State::save_longer`]).
    fn save_and_report(&self, leaving: Leaving) {
        let mut state = self.state();
        state.save_game(leaving);
        state.save_longer();
    }

    /// If the game is unchanged since it was loaded and need not be saved ([`State::to_save`]),
    /// says so, and saves the turns that were taken back ([`State::save_longer`]). Otherwise calls
    /// [`Guard::save_and_report`].
    pub(super) fn leave(&self, leaving: Leaving) {
        let mut state = self.state();
        match state
            .game
            .as_ref()
            .filter(|_| state.files.are_only_loaded())
        {
            Some(game) if state.to_save(leaving).is_none() => {
                let file = state.files.file_with(game);
                let place = file.map_or_else(
                    || ", so the game is not saved".to_owned(),
                    |file| format!(": the game is in {}", file.path.display()),
                );
                note(&format!("Nothing has changed{place}."));
                state.save_longer();
            }
            _ => {
                drop(state);
                self.save_and_report(leaving);
            }
        }
    }

    /// Prepares for loading the file at `path`. If the present game has unsaved turns, the program
    /// will not save it in this file, even if it was loaded from there.
    pub(super) fn spare(&self, path: &Path) {
        let mut state = self.state();
        if state.unsaved().is_some() {
            state.files.spare(path);
        }
    }

    /// Notes the file of the game, so that the next start can offer the game. Does nothing if the
    /// game is over, or if no file of the person has its present state.
    pub(super) fn offer_next_time(&self) {
        let state = self.state();
        if let (Some(folder), Some(game)) = (&state.folder, &state.game)
            && !game.is_over
            && let Some(file) = state.files.file_with(game)
        {
            folder.remember_left(&file.path);
        }
    }

    /// Saves a game at `path` ([`SaveFiles::save_copy`]). If `path` is `None`, the program chooses
    /// the file ([`SaveFiles::save`]). Returns what to tell the person.
    pub(super) fn save_as(&self, path: Option<&Path>, game: &Snapshot) -> String {
        let mut state = self.state();
        let outcome = match path {
            Some(path) => state.files.save_copy(path, game).map(Saved::at),
            None => state.files.save(game),
        };
        match outcome {
            Ok(saved) => {
                state.game = Some(game.clone());
                state.remove_kept();
                let reported = &mut state.reported_place;
                reported.take_if(|place| *place != instead_in(&saved.path));
                let text = saved_in(&saved, game);
                if state.files.is_copy(&saved.path) && !game.is_over {
                    format!(
                        "{text}\nThis file stays as it is. If you play on now, the later turns go into another file."
                    )
                } else {
                    text
                }
            }
            Err(error) => format!("{}. The game is not saved.", why_not_saved(&error)),
        }
    }
}
