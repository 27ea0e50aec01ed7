//! The files that are made from the journal of an event: game records, forward games, and the
//! results as JSON and as a page of HTML.

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

/// The page of HTML for a server. It loads its style sheet from the server
/// ([`page_file`](super::page_file)). In its tables, the number of a game is a link to the review
/// of the game, `/event/games/NUMBER`.
///
/// # Errors
///
/// If a picture cannot be drawn.
pub fn served_page(event: &Event, results: &Results) -> Result<String, ReportError> {
    html::page(event, results, PageForm::Served).map_err(ReportError::Picture)
}

/// Checks whether [`write()`] can write its files to a folder. Call it before a long run. Changes
/// nothing.
/// `existing` says whether old files may be replaced. A folder that does not exist is not checked.
///
/// # Errors
///
/// If a file cannot be written there.
pub fn check(folder: &Path, existing: Existing) -> Result<(), OutputError> {
    if !folder.exists() {
        return Ok(());
    }
    let names = [GAMES, FORWARD, JSON, HTML];
    names
        .into_iter()
        .try_for_each(|name| Output::check(folder.join(name), existing))
}

/// Writes all files that are made from the journal of an event, and returns the results. Old files
/// are replaced.
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
