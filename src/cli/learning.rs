//! The common parts of `reviver tune` and `reviver train`: the games, the passes (epochs) and
//! the result.

use std::collections::BTreeMap;
use std::io::{self, Write, stdout};
use std::ops::{ControlFlow, RangeInclusive};
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use super::args::{Learning, RandomPlies, Sampling};
use super::foreign_weights::note_foreign;
use super::{Error, interrupt, note};
use crate::eval::Weights;
use crate::files::{Existing, Output};
use crate::games::Game;
use crate::learn::has_random_start;
use crate::learn::selfplay::{self, Damage, Samples, ScoredGame, Selection};
use crate::learn::tune::Epoch;
use crate::players::settings::{SettingsError, read_weights};
use crate::plural::counted;

/// The maximum number of damaged parts that are reported one by one for each file.
const DAMAGE_SHOWN: usize = 20;

impl From<SettingsError> for Error {
    fn from(error: SettingsError) -> Self {
        Error::Failed(error.to_string())
    }
}

/// The weights of a game, from the file `path`, or from `GAME.toml` if `path` is a folder. Weights
/// that hardly fit the game are reported.
///
/// # Errors
///
/// If a file cannot be read or has wrong contents, or if the folder has no file for this game.
pub(super) fn weights_of(path: &Path, game: &'static Game) -> Result<Weights, Error> {
    let mut read = read_weights(path)?.into_iter();
    let own = read.find(|(other, _)| *other == game);
    let (_, weights) = own.ok_or_else(|| {
        let path = path.display();
        Error::Failed(format!("{path}: this folder has no file {game}.toml"))
    })?;
    note_foreign(&path.display().to_string(), &weights, game);
    Ok(weights)
}

/// A game and its number.
type NumberedGame = (u64, ScoredGame);

/// Reads the games of all files. The numbers of the games of the first file are those in the file.
/// The numbers of each further file are raised by the next free even number, so that the two games
/// of a pair still have the numbers 2k and 2k+1. Reports for each file how its games were played.
/// Also reports files that may have the same games.
fn games(files: &[PathBuf], variant: &'static Game) -> Result<Vec<NumberedGame>, Error> {
    let mut games = Vec::new();
    let mut path_of = BTreeMap::new();
    for path in files {
        let contents = selfplay::read(path, variant)?;
        note_damage(path, &contents.damage);
        let settings = contents.settings.as_deref();
        note(&format!(
            "{}: {} games, {}",
            path.display(),
            contents.games.len(),
            settings.unwrap_or("played with unknown settings: the second line is damaged")
        ));
        if let Some(settings) = contents.settings
            && let Some(other) = path_of.insert(settings, path)
        {
            note(&format!(
                "{}: the games were played with the same settings and seed as those of {}. A game \
                 in both files counts twice, and may be used both for training and for validation.",
                path.display(),
                other.display()
            ));
        }
        let last = games.last();
        let first = last.map_or(0, |&(number, _): &NumberedGame| (number / 2 + 1) * 2);
        let numbered = contents.games.into_iter();
        games.extend(numbered.map(|(number, game)| (first + number, game)));
    }
    Ok(games)
}

/// Which positions of games to learn from.
pub(super) fn selection(sampling: &Sampling, learning: &Learning, seed: u64) -> Selection {
    Selection {
        max_per_game: sampling.per_game as usize,
        max_halfmoves: sampling.halfmoves,
        point_share: learning.points,
        validation_interval: learning.validation as usize,
        seed,
    }
}

/// The selected positions of the games of all files: those to learn from, and those for validation.
pub(super) fn samples<S: Samples>(
    files: &[PathBuf],
    variant: &'static Game,
    selection: Selection,
    weights: &Weights,
) -> Result<[S; 2], Error> {
    let games = games(files, variant)?;
    let numbered = games.iter().map(|(number, game)| (*number, game));
    Ok(selection.of_games(variant, numbered, weights))
}

/// Reports what was skipped in a file of games.
pub(super) fn note_damage(path: &Path, damage: &[Damage]) {
    let path = path.display();
    for one in damage.iter().take(DAMAGE_SHOWN) {
        note(&format!("{path}: {one}; skipped"));
    }
    let more = damage.len().saturating_sub(DAMAGE_SHOWN);
    if more > 0 {
        let parts = counted(more, "more damaged part");
        note(&format!("{path}: {parts}; skipped"));
    }
}

/// What was learned, and where it goes.
pub(super) struct Learned<'a> {
    /// The contents of the file.
    pub(super) bytes: &'a [u8],
    /// The option that makes a later run start from this file.
    pub(super) option: &'static str,
    /// The file.
    pub(super) out: &'a Path,
    /// What to do if the file exists already.
    pub(super) existing: Existing,
}

/// Prints the training loss and the validation loss before the first pass and after each pass. The
/// first Ctrl-C, SIGTERM or SIGHUP ends the learning after the current pass.
pub(super) struct Progress {
    /// Whether the latest line could be printed.
    printed: io::Result<()>,
    interrupted: Arc<AtomicBool>,
}

impl Progress {
    /// Prints how many positions are for training and how many for validation.
    ///
    /// # Errors
    ///
    /// If one of the numbers is 0, or standard output cannot be written.
    pub(super) fn new(training: usize, validation: usize) -> Result<Self, Error> {
        if training == 0 || validation == 0 {
            let complaint = "there are too few games to learn from";
            return Err(Error::Failed(complaint.to_owned()));
        }
        writeln!(
            stdout(),
            "{training} positions for training, {validation} for validation"
        )?;
        Ok(Self {
            printed: Ok(()),
            interrupted: interrupt::flag(),
        })
    }

    /// Prints the losses, and decides whether learning goes on.
    pub(super) fn print(&mut self, epoch: Epoch) -> ControlFlow<()> {
        self.printed = writeln!(
            stdout(),
            "pass {:>3}: loss {:.6} in training, {:.6} in validation",
            epoch.number,
            epoch.training,
            epoch.validation
        );
        if self.printed.is_err() || self.interrupted.load(Ordering::Relaxed) {
            return ControlFlow::Break(());
        }
        ControlFlow::Continue(())
    }

    /// Writes the result. If a signal has ended the learning, reports how to continue.
    pub(super) fn finish(self, learned: &Learned<'_>) -> Result<(), Error> {
        Output::write(learned.out, learned.existing, learned.bytes)?;
        if self.interrupted.load(Ordering::Relaxed) {
            let (option, out) = (learned.option, learned.out.display());
            note(&format!(
                "Interrupted: to go on from the best pass, repeat the command with {option} {out} --force."
            ));
        }
        Ok(self.printed?)
    }
}

/// The range for the number of random plies at the start of a game.
///
/// # Errors
///
/// If the minimum is greater than the maximum, or if the game is over in every random start that
/// [`has_random_start`] tries.
pub(super) fn random_plies(
    game: &'static Game,
    plies: RandomPlies,
) -> Result<RangeInclusive<usize>, Error> {
    let range = plies.range()?;
    if has_random_start(game, &range) {
        return Ok(range);
    }
    let (min, max) = (range.start(), range.end());
    Err(Error::Failed(format!(
        "{game}: the game is over after {min} to {max} random plies; choose other numbers with \
         --min-random-plies and --max-random-plies, or a game that is not over at its start"
    )))
}
