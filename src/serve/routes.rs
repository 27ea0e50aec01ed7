//! The routes: the handler of each address.

use axum::extract::{Extension, Path, Request, State};
use axum::http::{HeaderName, HeaderValue, StatusCode, header};
use axum::middleware::{self, Next};
use axum::response::{IntoResponse, Response};
use axum::routing::{get, post};
use axum::{Json, Router};
use serde_json::json;
use tower_http::compression::CompressionLayer;
use tower_http::csrf::CsrfLayer;
use tower_http::limit::RequestBodyLimitLayer;
use tower_http::set_header::SetResponseHeaderLayer;

use super::answers::{body, failed, read_and_refuse, refuse, status_of, too_large};
use super::config::Config;
use super::connections::Connection;
use super::guard::{Guard, Hosts, guard};
use super::limits::BODY;
use super::shared::Shared;
use super::token::Token;
use super::{assets, event, pages, searches};
use crate::questions;

/// The content security policy: a page may load files only from this server, and send requests only
/// to it. Images may also be in the page itself, as `data:` addresses.
const POLICY: &str = "default-src 'none'; script-src 'self'; style-src 'self'; \
     img-src 'self' data:; connect-src 'self'; frame-ancestors 'none'; base-uri 'none'; \
     form-action 'self'";

/// The headers of every response.
const HEADERS: [(HeaderName, &str); 6] = [
    (header::CONTENT_SECURITY_POLICY, POLICY),
    (header::X_CONTENT_TYPE_OPTIONS, "nosniff"),
    (header::REFERRER_POLICY, "no-referrer"),
    (
        HeaderName::from_static("cross-origin-resource-policy"),
        "same-origin",
    ),
    (
        HeaderName::from_static("cross-origin-opener-policy"),
        "same-origin",
    ),
    (header::CACHE_CONTROL, "no-store"),
];

/// All routes of the server, with their limits and access control.
pub(super) fn app(config: &Config, token: Token, hosts: Hosts) -> Router {
    let shared = Shared::new(config);
    let quick = Router::new()
        .route("/", get(|| async { assets::index() }))
        .route("/{file}", get(asset))
        .route("/event/report", get(pages::report))
        .route("/api/event", post(standing))
        .route("/api/{question}", post(answer))
        .fallback(|| async { refuse(StatusCode::NOT_FOUND, "there is nothing at this address") })
        .layer(middleware::from_fn_with_state(
            shared.clone(),
            limit_requests,
        ));
    // Searches have a separate limit, so that other requests are answered while searches wait.
    let searches = Router::new()
        .route("/api/analyse", post(searches::analyse))
        .route("/api/review", post(searches::review))
        .route("/event/games/{number}", get(pages::game_review));
    let mut app = quick
        .merge(searches)
        .with_state(shared)
        .layer(RequestBodyLimitLayer::new(BODY))
        .layer(CsrfLayer::new())
        .layer(middleware::from_fn_with_state(
            Guard::new(token, hosts),
            guard,
        ));
    app = app.layer(middleware::map_response(errors_as_json));
    // `CompressionLayer` does not compress streams of events, so no event waits in a buffer.
    app = app.layer(CompressionLayer::new());
    for (name, value) in HEADERS {
        let value = HeaderValue::from_static(value);
        app = app.layer(SetResponseHeaderLayer::overriding(name, value));
    }
    app
}

/// Rewrites the error responses of the libraries in the JSON form of [`refuse`]. The libraries
/// write plain text or nothing.
async fn errors_as_json(response: Response) -> Response {
    let status = response.status();
    let kind = response.headers().get(header::CONTENT_TYPE);
    let is_text = kind.is_none_or(|kind| kind.as_bytes().starts_with(b"text/plain"));
    if !(status.is_client_error() || status.is_server_error()) || !is_text {
        return response;
    }
    // An answer of status 405 must keep the list of the allowed methods.
    let allowed = response.headers().get(header::ALLOW).cloned();
    let text = axum::body::to_bytes(response.into_body(), BODY).await;
    let text = text.unwrap_or_default();
    let words = match (status, std::str::from_utf8(&text)) {
        (StatusCode::PAYLOAD_TOO_LARGE, _) => too_large(),
        (_, Ok(words)) if !words.trim().is_empty() => words.trim().to_owned(),
        _ => status.canonical_reason().unwrap_or("refused").to_owned(),
    };
    let mut refusal = refuse(status, words);
    if let Some(allowed) = allowed {
        refusal.headers_mut().insert(header::ALLOW, allowed);
    }
    refusal
}

/// Refuses a client that has too many open requests.
async fn limit_requests(
    State(shared): State<Shared>,
    Extension(connection): Extension<Connection>,
    request: Request,
    next: Next,
) -> Response {
    match shared.usage.request_place(connection.client) {
        Some(_place) => next.run(request).await,
        None => {
            let words = "too many requests are under way; try again in a moment";
            read_and_refuse(request, StatusCode::TOO_MANY_REQUESTS, words).await
        }
    }
}

async fn asset(Path(name): Path<String>) -> Response {
    assets::file(&name).unwrap_or_else(|| refuse(StatusCode::NOT_FOUND, "there is no such file"))
}

/// Answers a question about games and positions. The answer is computed in another thread, so that
/// it does not block the one thread that serves all requests.
async fn answer(Path(name): Path<String>, request: Request) -> Response {
    let bytes = match body(request).await {
        Ok(bytes) => bytes,
        Err(refusal) => return refusal,
    };
    let answered = tokio::task::spawn_blocking(move || questions::answer(&name, &bytes)).await;
    match answered {
        Ok(Ok(value)) => Json(value).into_response(),
        Ok(Err(error)) => refuse(status_of(&error), error),
        Err(_) => failed(),
    }
}

/// The standings of the event that the command line names.
async fn standing(State(shared): State<Shared>) -> Response {
    let Some(folder) = shared.event else {
        return Json(json!({ "name": null })).into_response();
    };
    let standing = tokio::task::spawn_blocking(move || event::standing(&folder)).await;
    match standing {
        Ok(Ok(value)) => Json(value).into_response(),
        Ok(Err(error)) => refuse(StatusCode::INTERNAL_SERVER_ERROR, error),
        Err(_) => failed(),
    }
}
