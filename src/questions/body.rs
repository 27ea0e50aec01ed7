//! The bodies of questions.

use serde::de::DeserializeOwned;
use serde_json::{Map, Value};

use super::QuestionError;
use crate::engine::PlayedGame;

/// Reads the body of a question. An empty body is read as `{}`.
pub(super) fn read<T: DeserializeOwned>(body: &[u8]) -> Result<T, QuestionError> {
    let body = body.trim_ascii();
    let body = if body.is_empty() { b"{}" } else { body };
    Ok(serde_json::from_slice(body)?)
}

/// Adds the name of the game `played` to a body without the field `game`. Also adds the start and
/// the turns of `played` if this body has neither `start` nor `turns`. A body with the field `game`
/// stays as it is.
///
/// # Errors
///
/// If the body is not a JSON object.
pub fn with_game(body: &[u8], played: &PlayedGame) -> Result<Vec<u8>, QuestionError> {
    let mut body: Map<String, Value> = read(body)?;
    if !body.contains_key("game") {
        body.insert("game".to_owned(), played.game.clone().into());
        if !body.contains_key("start") && !body.contains_key("turns") {
            body.insert("start".to_owned(), played.start.clone().into());
            body.insert("turns".to_owned(), played.turns.clone().into());
        }
    }
    Ok(serde_json::to_vec(&body)?)
}
