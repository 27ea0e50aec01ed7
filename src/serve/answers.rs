//! Reads the bodies of requests, and writes refusals.

use std::error::Error;
use std::iter::successors;

use axum::Json;
use axum::body::Bytes;
use axum::extract::Request;
use axum::http::StatusCode;
use axum::response::{IntoResponse, Response};
use serde_json::json;
use tokio::time::timeout;

use super::limits::{BODY, BODY_TIMEOUT};
use crate::questions::QuestionError;

/// A refusal: `{"error": ...}` with this status.
pub(super) fn refuse(status: StatusCode, error: impl std::fmt::Display) -> Response {
    (status, Json(json!({ "error": error.to_string() }))).into_response()
}

/// Refuses a request after its body has arrived. Otherwise a client that still writes would see
/// a broken connection instead of the error.
pub(super) async fn read_and_refuse(
    request: Request,
    status: StatusCode,
    error: impl std::fmt::Display,
) -> Response {
    match body(request).await {
        Ok(_) => refuse(status, error),
        Err(refusal) => refusal,
    }
}

/// The body of a request, or a refusal if it is too large, too slow or broken off.
pub(super) async fn body(request: Request) -> Result<Bytes, Response> {
    let read = axum::body::to_bytes(request.into_body(), BODY);
    match timeout(BODY_TIMEOUT, read).await {
        Ok(Ok(bytes)) => Ok(bytes),
        Ok(Err(error)) if is_of_connection(&error) => Err(refuse(
            StatusCode::BAD_REQUEST,
            format_args!("the question cannot be read: {error}"),
        )),
        Ok(Err(_)) => Err(refuse(StatusCode::PAYLOAD_TOO_LARGE, too_large())),
        Err(_) => Err(refuse(
            StatusCode::REQUEST_TIMEOUT,
            "the question did not arrive in time",
        )),
    }
}

/// Whether an error of reading a body comes from the connection: it is broken, or the client sent
/// bytes that are not HTTP. Every other error means that the body is too large.
fn is_of_connection(error: &axum::Error) -> bool {
    let causes = successors(error.source(), |&cause| cause.source());
    causes.into_iter().any(|cause| cause.is::<hyper::Error>())
}

/// The error message for a body that is too large.
pub(super) fn too_large() -> String {
    format!("the question is too large; it may have at most {BODY} bytes")
}

/// The HTTP status for an error.
pub(super) const fn status_of(error: &QuestionError) -> StatusCode {
    match error {
        QuestionError::Unknown(_) => StatusCode::NOT_FOUND,
        _ => StatusCode::BAD_REQUEST,
    }
}

/// The answer if the program has a bug.
pub(super) fn failed() -> Response {
    refuse(
        StatusCode::INTERNAL_SERVER_ERROR,
        "Reviver could not answer this question because of a bug",
    )
}
