//! The files of an event that are made from its journal: game records, forward games, a report for
//! programs and one for people.

use std::path::Path;

use thiserror::Error;

use super::names::{FORWARD, GAMES, HTML, JSON};
use super::page::PageForm;
use super::{html, records};
use crate::files::{Existing, Output, OutputError};
use crate::play::entry::Entry;
use crate::tournament::event::Event;
use crate::tournament::results::Results;
use crate::tournament::schedule::Plan;

/// Why the files cannot be written.
#[derive(Debug, Error)]
pub enum ReportError {
    /// A file cannot be written.
    #[error(transparent)]
    File(#[from] OutputError),
    /// A picture cannot be drawn.
    #[error("a picture cannot be drawn: {0}")]
    Picture(Box<dyn std::error::Error + Send + Sync>),
}

/// The report for people in the form that a server sends. The page loads its style sheet from the
/// server; [`page_file`](super::page_file) gives the address and the text of the style sheet. In the tables
/// of the page, the number of a game is a link to the review of this game, `/event/games/NUMBER`.
///
/// # Errors
///
/// If a picture cannot be drawn.
pub fn served_page(event: &Event, results: &Results) -> Result<String, ReportError> {
    html::page(event, results, PageForm::Served).map_err(ReportError::Picture)
}

/// Checks that the files of [`write()`] may be written to a folder, and changes nothing. `existing`
/// says whether files that are there may be replaced. Call this before a long run, so that an error is
/// found before the run and not at its end.
///
/// # Errors
///
/// If a file may not be written there.
pub fn check(folder: &Path, existing: Existing) -> Result<(), OutputError> {
    if !folder.exists() {
        return Ok(());
    }
    let names = [GAMES, FORWARD, JSON, HTML];
    names
        .into_iter()
        .try_for_each(|name| Output::check(folder.join(name), existing))
}

/// Writes all files that are made from the journal of an event, and returns the results. Files of the same
/// names are replaced.
///
/// # Errors
///
/// If a picture cannot be drawn or a file cannot be written.
pub fn write(
    folder: &Path,
    event: &Event,
    plans: &[Plan],
    entries: &[Entry],
) -> Result<Results, ReportError> {
    let counted = Results::counted(event, plans, entries);
    let results = Results::of(event, plans, entries);
    let json = serde_json::to_string_pretty(&results).unwrap_or_default();
    let page = html::page(event, &results, PageForm::OneFile).map_err(ReportError::Picture)?;
    for (name, text) in [
        (GAMES, records::games(event, &counted)),
        (FORWARD, records::forward(event, &counted)),
        (JSON, json + "\n"),
        (HTML, page),
    ] {
        Output::write(folder.join(name), Existing::Replace, text)?;
    }
    Ok(results)
}
