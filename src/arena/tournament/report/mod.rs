//! What an event leaves behind, made anew from its journal: game records, forward games, a report
//! for programs and one for people.

mod html;
mod pictures;
mod records;
mod table;

use std::fs;
use std::io;
use std::path::{Path, PathBuf};

use thiserror::Error;

pub(super) use table::elo;
pub use table::summary;

use super::entry::Entry;
use super::event::Event;
use super::results::Results;
use super::schedule::Plan;
use crate::board::Turn;
use crate::games::{TypedGame, Visitor};
use crate::rules::{Rules, Seat};

/// The files of an event.
pub const GAMES: &str = "games.pgn";
/// The same games turned round, where they are played in reverse.
pub const FORWARD: &str = "forward.pgn";
/// The results for programs.
pub const JSON: &str = "report.json";
/// The results for people.
pub const HTML: &str = "report.html";

/// Why a report cannot be written.
#[derive(Debug, Error)]
pub enum ReportError {
    /// The system says so.
    #[error("{path}: {source}")]
    File {
        /// The file.
        path: PathBuf,
        /// Why.
        source: io::Error,
    },
    /// A picture cannot be drawn.
    #[error("a picture cannot be drawn: {0}")]
    Picture(String),
}

/// Writes all files of an event into its folder.
///
/// # Errors
///
/// Where one cannot be written.
pub fn write(
    folder: &Path,
    event: &Event,
    plans: &[Plan],
    entries: &[Entry],
) -> Result<Results, ReportError> {
    let mut sorted: Vec<&Entry> = entries.iter().collect();
    sorted.sort_by_key(|entry| entry.game);
    let results = Results::of(event, plans, entries);
    let json = serde_json::to_string_pretty(&results).unwrap_or_default();
    let page = html::page(event, &results)?;
    for (name, text) in [
        (GAMES, records::games(event, &sorted)),
        (FORWARD, records::forward(event, &sorted)),
        (JSON, json + "\n"),
        (HTML, page),
    ] {
        replace(&folder.join(name), &text)?;
    }
    Ok(results)
}

/// Writes a file so that whoever reads it sees the old or the new one, never half of one.
fn replace(path: &Path, text: &str) -> Result<(), ReportError> {
    let draft = path.with_extension("part");
    fs::write(&draft, text)
        .and_then(|()| fs::rename(&draft, path))
        .map_err(|source| ReportError::File {
            path: path.to_owned(),
            source,
        })
}

/// Who played each turn of a game. They need not take turns: where players switch colours, one of
/// them plays twice.
pub(super) fn players(entry: &Entry) -> Vec<Seat> {
    struct Replay<'a>(&'a Entry);
    impl Visitor for Replay<'_> {
        type Output = Vec<Seat>;
        fn visit<R: Rules>(self, variant: TypedGame<R>) -> Vec<Seat> {
            let mut seats = Vec::with_capacity(self.0.turns.len());
            let Ok(mut position) = variant.read(&self.0.start) else {
                return seats;
            };
            for text in &self.0.turns {
                let Ok(turn) = text.parse::<Turn>() else {
                    break;
                };
                if !position.is_legal(turn) {
                    break;
                }
                seats.push(position.seat());
                position = position.play(turn);
            }
            seats
        }
    }
    entry.variant.0.dispatch(Replay(entry))
}
