//! JSON that several subcommands print.

use crate::board::Turn;

/// Turns as texts.
pub(super) fn turns(turns: &[Turn]) -> Vec<String> {
    turns.iter().map(Turn::to_string).collect()
}
