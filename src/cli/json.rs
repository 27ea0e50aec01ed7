//! JSON that several subcommands print.

use serde_json::{Value, json};

use crate::board::Turn;
use crate::search::Score;

/// A score: `{"cp": 35}`, or `{"mate": -3}` if [`Score::forced_turns`] is -3.
pub(super) fn score(score: Score) -> Value {
    match score.forced_turns() {
        Some(turns) => json!({ "mate": turns }),
        None => json!({ "cp": score.0 }),
    }
}

/// Turns as texts.
pub(super) fn turns(turns: &[Turn]) -> Vec<String> {
    turns.iter().map(Turn::to_string).collect()
}
