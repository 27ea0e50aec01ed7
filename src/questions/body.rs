//! The bodies of questions.

use std::collections::BTreeMap;

use serde::de::{DeserializeOwned, IgnoredAny};
use serde_json::{Map, Value};

use super::QuestionError;
use super::names::fields;
use crate::engine::PlayedGame;

/// Reads the body of a question. An empty body is read as `{}`.
pub(super) fn read<T: DeserializeOwned>(body: &[u8]) -> Result<T, QuestionError> {
    let body = body.trim_ascii();
    let body = if body.is_empty() { b"{}" } else { body };
    Ok(serde_json::from_slice(body)?)
}

/// Checks that the question takes every field of the body. If there is no such question, checks
/// nothing.
///
/// # Errors
///
/// If the body is not a JSON object, or if the question does not take a field of it.
pub(super) fn check_fields(question: &str, body: &[u8]) -> Result<(), QuestionError> {
    let Some(known) = fields(question) else {
        return Ok(());
    };
    let body: BTreeMap<String, IgnoredAny> = read(body)?;
    match body
        .into_keys()
        .find(|field| !known.contains(&field.as_str()))
    {
        None => Ok(()),
        Some(field) => Err(QuestionError::UnknownField {
            field: field.chars().take(40).collect(),
            question: question.to_owned(),
            known,
        }),
    }
}

/// Adds the name of the game `played` to a body without the field `game`. Also adds the start and
/// the turns of `played` if this body has none of the fields `start`, `seed` and `turns`. Adds only
/// fields that the question takes. A body with the field `game` stays as it is.
///
/// # Errors
///
/// If the body is not a JSON object.
pub fn with_game(
    question: &str,
    body: &[u8],
    played: &PlayedGame,
) -> Result<Vec<u8>, QuestionError> {
    let mut body: Map<String, Value> = read(body)?;
    if body.contains_key("game") {
        return Ok(serde_json::to_vec(&body)?);
    }
    let mut more = vec![("game", Value::from(played.game.clone()))];
    let position = ["start", "seed", "turns"];
    if !position.iter().any(|field| body.contains_key(*field)) {
        more.push(("start", played.start.clone().into()));
        more.push(("turns", played.turns.clone().into()));
    }
    let known = fields(question).unwrap_or_default();
    more.retain(|(field, _)| known.contains(field));
    body.extend(
        more.into_iter()
            .map(|(field, value)| (field.to_owned(), value)),
    );
    Ok(serde_json::to_vec(&body)?)
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use crate::questions::{Job, JobKind, SearchCaps, answer};

    #[test]
    fn a_field_that_the_question_does_not_take_is_refused() {
        for (question, body, words) in [
            (
                "eval",
                json!({ "game": "unplay-random", "sead": 3 }),
                "unknown field 'sead'; the question eval takes game, start, seed, turns",
            ),
            (
                "rules",
                json!({ "game": "ssehc", "turns": [] }),
                "unknown field 'turns'; the question rules takes game",
            ),
            (
                "record",
                json!({ "game": "ssehc", "variations": [{ "after": 0, "turn": "f3e2", "coment": "" }] }),
                "unknown field `coment`, expected one of `after`, `turn`, `comment`",
            ),
            (
                "check",
                json!({ "game": "ssehc", "position": { "placment": {} } }),
                "unknown field `placment`, expected one of `placement`, ",
            ),
        ] {
            let error = answer(question, body.to_string().as_bytes()).expect_err(question);
            let error = error.to_string();
            assert!(error.contains(words), "{error}");
        }
        let caps = SearchCaps {
            time: None,
            nodes: Some(1),
            multipv: 1,
            hash: 1,
            threads: 1,
        };
        for (kind, body, words) in [
            (
                JobKind::Analysis,
                json!({ "game": "ssehc", "movtime": 100 }),
                "unknown field 'movtime'; the question analyse takes ",
            ),
            (
                JobKind::Analysis,
                json!({ "game": "ssehc", "clock": { "remaining": 9, "incremnt": 1 } }),
                "unknown field `incremnt`, expected `remaining` or `increment`",
            ),
            (
                JobKind::Review,
                json!({ "game": "ssehc", "level": 3 }),
                "unknown field 'level'; the question review takes ",
            ),
        ] {
            let error = Job::new(kind, body.to_string().as_bytes(), &caps).expect_err(words);
            let error = error.to_string();
            assert!(error.contains(words), "{error}");
        }
    }
}
