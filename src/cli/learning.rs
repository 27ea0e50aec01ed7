//! What `reviver tune` and `reviver train` have in common: where they begin, games to learn from, and
//! passes over them.

use std::io::{self, Write, stdout};
use std::ops::ControlFlow;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use super::{Error, interrupt, note};
use crate::games::Game;
use crate::learn::selfplay::{self, ScoredGame};
use crate::learn::tune::Epoch;
use crate::play::limits::PlayerLimits;
use crate::players::settings::{PlayerKind, PlayerSettings};

/// Reads a number from `least` to `most`.
pub(super) fn within(least: f64, most: f64) -> impl Fn(&str) -> Result<f64, String> + Clone {
    move |text| {
        let number = text.parse().ok();
        number
            .filter(|number| (least..=most).contains(number))
            .ok_or_else(|| format!("a number from {least} to {most} is expected"))
    }
}

/// A player with what it evaluates by, `weights` or a `network`, from a file.
pub(super) fn player(name: &str, path: &Path) -> Result<PlayerSettings, Error> {
    let mut player = PlayerSettings::new(PlayerKind::Reviver, PlayerLimits::of_nodes(1));
    player
        .set(&format!("{name}={}", path.display()))
        .map_err(|error| Error::Failed(error.to_string()))?;
    Ok(player)
}

/// The games of all files, whose terms are noted.
pub(super) fn games(files: &[PathBuf], variant: &'static Game) -> Result<Vec<ScoredGame>, Error> {
    let mut games = Vec::new();
    for path in files {
        let (terms, more) = selfplay::read(path, variant)?;
        let path = path.display();
        note(&format!("{path}: {} games, {terms}", more.len()));
        games.extend(more);
    }
    Ok(games)
}

/// Prints what becomes of the loss, until the program is asked to end.
pub(super) struct Progress {
    printed: io::Result<()>,
    interrupted: Arc<AtomicBool>,
}

impl Progress {
    /// Prints how many positions there are, of which some are needed on either side.
    pub(super) fn new(training: usize, validation: usize) -> Result<Self, Error> {
        if training == 0 || validation == 0 {
            let complaint = "there are too few games to learn from";
            return Err(Error::Failed(complaint.to_owned()));
        }
        writeln!(
            stdout(),
            "{training} positions to learn from, {validation} set aside"
        )?;
        Ok(Self {
            printed: Ok(()),
            interrupted: interrupt::flag(),
        })
    }

    /// Prints what a pass has come to, and says whether there is to be another.
    pub(super) fn print(&mut self, epoch: Epoch) -> ControlFlow<()> {
        self.printed = writeln!(
            stdout(),
            "pass {:>3}: loss {:.6} learned, {:.6} set aside",
            epoch.number,
            epoch.training,
            epoch.validation
        );
        if self.printed.is_err() || self.interrupted.load(Ordering::Relaxed) {
            return ControlFlow::Break(());
        }
        ControlFlow::Continue(())
    }

    /// Writes what was learned, and says how to go on where the program was asked to end.
    pub(super) fn finish(self, out: &Path, learned: &[u8]) -> Result<(), Error> {
        std::fs::write(out, learned).map_err(|source| Error::File {
            path: out.display().to_string(),
            source,
        })?;
        if self.interrupted.load(Ordering::Relaxed) {
            let out = out.display();
            note(&format!(
                "Interrupted: --from {out} goes on from the best pass."
            ));
        }
        Ok(self.printed?)
    }
}
