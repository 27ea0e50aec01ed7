//! The report of the event that the command line names, and the reviews of its games, as pages.
//!
//! They have the content of the pages that `reviver tournament` and `reviver review` write. They
//! load style sheets and scripts from this server, as its content security policy demands. The
//! report has links to reviews of sample games and to the page where games are watched. It has no
//! links to the other files of the event.

use std::path::Path;
use std::sync::Arc;

use axum::extract::{self, Extension, State};
use axum::http::StatusCode;
use axum::response::Response;

use super::answers::{failed, refuse};
use super::assets;
use super::connections::Connection;
use super::event::{self, WatchedEvent};
use super::shared::{Shared, StopOnDrop};
use crate::questions::review_page;
use crate::report::{record, served_page};

fn no_event() -> Response {
    refuse(
        StatusCode::NOT_FOUND,
        "the server watches no event; start it with --event FOLDER",
    )
}

/// Reads the event and applies `transform` to it. Does this in another thread, because the one
/// thread that serves all requests must not wait for files.
async fn of_event<T: Send + 'static>(
    folder: Arc<Path>,
    transform: impl FnOnce(WatchedEvent) -> T + Send + 'static,
) -> Result<T, Response> {
    let value = tokio::task::spawn_blocking(move || event::read(&folder).map(transform)).await;
    match value {
        Ok(Ok(value)) => Ok(value),
        Ok(Err(error)) => Err(refuse(StatusCode::INTERNAL_SERVER_ERROR, error)),
        Err(_) => Err(failed()),
    }
}

/// The report of the event.
pub(super) async fn report(State(shared): State<Shared>) -> Response {
    let Some(folder) = shared.event else {
        return no_event();
    };
    let page = |watched: WatchedEvent| served_page(&watched.event, &watched.results);
    match of_event(folder, page).await {
        Ok(Ok(page)) => assets::page(page),
        Ok(Err(error)) => refuse(StatusCode::INTERNAL_SERVER_ERROR, error),
        Err(refusal) => refusal,
    }
}

/// The review of game `number` of the event.
pub(super) async fn game_review(
    State(shared): State<Shared>,
    Extension(connection): Extension<Connection>,
    extract::Path(number): extract::Path<usize>,
) -> Response {
    let Some(folder) = shared.event else {
        return no_event();
    };
    // Wait for a search place before the journal is read. So the limit on searches also limits how
    // many requests read the journal at once.
    let stop = StopOnDrop(Arc::default());
    let usage = &shared.usage;
    let place = usage.wait_for_search_place(connection.client, None, &stop.0);
    let place = match place.await {
        Ok(place) => place,
        Err(reason) => return refuse(StatusCode::TOO_MANY_REQUESTS, reason),
    };
    let record = move |watched: WatchedEvent| {
        let mut entries = watched.entries.iter();
        let entry = entries.find(|entry| entry.game == number)?;
        Some(record(&watched.event, entry))
    };
    let record = match of_event(folder, record).await {
        Ok(Some(record)) => record,
        Ok(None) => {
            return refuse(
                StatusCode::NOT_FOUND,
                format_args!("game {number} of this event has not been played"),
            );
        }
        Err(refusal) => return refusal,
    };
    let (caps, control) = (shared.caps, Arc::clone(&stop.0));
    let reviewed = tokio::task::spawn_blocking(move || {
        let page = review_page(record, caps, control);
        drop(place);
        page
    });
    match reviewed.await {
        Ok(Ok(Some(page))) => assets::page(page),
        Ok(Err(error)) => refuse(StatusCode::SERVICE_UNAVAILABLE, error),
        Ok(Ok(None)) | Err(_) => failed(),
    }
}
