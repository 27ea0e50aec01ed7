//! Questions that need a search. The server sends the reports of the search, called *news* in the
//! code, to the client as a stream of server-sent events. The last report is the answer or an
//! error. If the client or the server closes the stream, the search stops.

use std::convert::Infallible;
use std::pin::Pin;
use std::sync::Arc;
use std::task::{Context, Poll};
use std::time::Duration;

use axum::extract::{Extension, Request, State};
use axum::http::StatusCode;
use axum::response::sse::{Event, KeepAlive, Sse};
use axum::response::{IntoResponse, Response};
use futures_core::Stream;
use tokio::sync::mpsc::{Receiver, Sender, channel};
use tokio::time::sleep;

use super::answers::{body, failed, refuse, status_of};
use super::connections::Connection;
use super::mailbox::Mailbox;
use super::shared::{Shared, StopOnDrop};
use crate::questions::{Job, JobKind};

/// The minimum time between two deliveries of news.
const PAUSE: Duration = Duration::from_millis(50);

/// Searches one position.
pub(super) async fn analyse(
    state: State<Shared>,
    connection: Extension<Connection>,
    request: Request,
) -> Response {
    start(state, connection, request, JobKind::Analysis).await
}

/// Reviews a game.
pub(super) async fn review(
    state: State<Shared>,
    connection: Extension<Connection>,
    request: Request,
) -> Response {
    start(state, connection, request, JobKind::Review).await
}

async fn start(
    State(shared): State<Shared>,
    Extension(connection): Extension<Connection>,
    request: Request,
    kind: JobKind,
) -> Response {
    let bytes = match body(request).await {
        Ok(bytes) => bytes,
        Err(refusal) => return refusal,
    };
    let caps = shared.caps;
    let job = match tokio::task::spawn_blocking(move || Job::new(kind, &bytes, &caps)).await {
        Ok(Ok(job)) => job,
        Ok(Err(error)) => return refuse(status_of(&error), error),
        Err(_) => return failed(),
    };
    let Some(page) = job.page() else {
        return refuse(
            StatusCode::BAD_REQUEST,
            "page: missing; give an id (a text that is different for each open page)",
        );
    };
    let stop = StopOnDrop(Arc::default());
    let control = Arc::clone(&stop.0);
    let client = connection.client;
    let usage = &shared.usage;
    let place = usage.wait_for_search_place(client, Some(page), &control);
    let place = match place.await {
        Ok(place) => place,
        Err(reason) => return refuse(StatusCode::TOO_MANY_REQUESTS, reason),
    };
    let mailbox = Arc::new(Mailbox::default());
    let mailbox_of_search = Arc::clone(&mailbox);
    let started = job.spawn(control, move |news| {
        mailbox_of_search.put(news);
        // The number of places limits how many searches run at the same time. The closure owns
        // `place`. When the search ends, the closure is dropped and the place is free.
        let _ = &place;
    });
    if let Err(error) = started {
        return refuse(StatusCode::SERVICE_UNAVAILABLE, error);
    }
    let (sender, receiver) = channel(16);
    tokio::spawn(deliver(mailbox, sender));
    Sse::new(Events {
        receiver,
        _stop: stop,
    })
    .keep_alive(KeepAlive::default())
    .into_response()
}

/// Sends the reports of a mailbox to a stream. Ends after the last report, or when the stream is
/// closed.
async fn deliver(mailbox: Arc<Mailbox>, stream: Sender<Event>) {
    loop {
        let news = tokio::select! {
            () = stream.closed() => return,
            news = mailbox.collect() => news,
        };
        for one in news {
            let is_last = one.kind.is_last();
            let event = Event::default()
                .event(one.kind.word())
                .data(one.value.to_string());
            if stream.send(event).await.is_err() || is_last {
                return;
            }
        }
        sleep(PAUSE).await;
    }
}

/// The stream of a search.
struct Events {
    receiver: Receiver<Event>,
    _stop: StopOnDrop,
}

impl Stream for Events {
    type Item = Result<Event, Infallible>;

    fn poll_next(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<Option<Self::Item>> {
        self.receiver.poll_recv(context).map(|event| event.map(Ok))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::search::Control;

    #[test]
    fn dropping_the_stream_stops_the_search() {
        let control = Arc::new(Control::default());
        let (_sender, receiver) = channel(1);
        drop(Events {
            receiver,
            _stop: StopOnDrop(Arc::clone(&control)),
        });
        assert!(control.is_stopped());
    }
}
