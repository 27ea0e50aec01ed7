//! What `reviver tune` and `reviver train` have in common: games to learn from, and passes over them.

use std::io::{self, Write, stdout};
use std::path::PathBuf;

use super::{Error, note};
use crate::arena::selfplay::{self, ScoredGame};
use crate::arena::tune::Epoch;
use crate::rules::Variant;

pub(super) fn at_least(number: u64) -> clap::builder::RangedU64ValueParser<u64> {
    clap::value_parser!(u64).range(number..)
}

/// Reads a number from `least` to `most`.
pub(super) fn within(least: f64, most: f64) -> impl Fn(&str) -> Result<f64, String> + Clone {
    move |text| {
        let number = text.parse().ok();
        number
            .filter(|number| (least..=most).contains(number))
            .ok_or_else(|| format!("a number from {least} to {most} is expected"))
    }
}

/// The games of all files, whose terms are noted.
pub(super) fn games(files: &[PathBuf], variant: Variant) -> Result<Vec<ScoredGame>, Error> {
    let mut games = Vec::new();
    for path in files {
        let (terms, more) = selfplay::read(path, variant)?;
        let path = path.display();
        note(&format!("{path}: {} games, {terms}", more.len()));
        games.extend(more);
    }
    Ok(games)
}

/// Prints what becomes of the loss.
pub(super) struct Progress(io::Result<()>);

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
        Ok(Self(Ok(())))
    }

    /// Prints what a pass has come to.
    pub(super) fn print(&mut self, epoch: Epoch) {
        if self.0.is_ok() {
            self.0 = writeln!(
                stdout(),
                "pass {:>3}: loss {:.6} learned, {:.6} set aside",
                epoch.number,
                epoch.training,
                epoch.validation
            );
        }
    }

    /// Whether all could be printed.
    pub(super) fn finish(self) -> io::Result<()> {
        self.0
    }
}
