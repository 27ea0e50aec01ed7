//! A perft that lists the count below each turn at the root ("divide") and can be stopped.

use crate::board::Turn;
use crate::rules::{Rules, perft};
use crate::search::Control;

/// Counts the leaves below each turn at the root, and passes each count to `on_turn`. The turns are
/// sorted by text. Returns the number of all leaves (1 at depth 0), or `None` if `control` stops
/// the count.
pub(super) fn divide<R: Rules>(
    position: &R,
    depth: u32,
    control: &Control,
    on_turn: &mut dyn FnMut(String, u64),
) -> Option<u64> {
    let Some(depth_below) = depth.checked_sub(1) else {
        return Some(1);
    };
    let mut turns = position.turns();
    turns.sort_by_cached_key(Turn::to_string);
    let mut total = 0;
    for turn in turns {
        let leaves = stoppable_perft(&position.play(turn), depth_below, control)?;
        total += leaves;
        on_turn(turn.to_string(), leaves);
    }
    Some(total)
}

/// Counts leaves like [`perft`]. Returns `None` if `control` stops the count.
fn stoppable_perft<R: Rules>(position: &R, depth: u32, control: &Control) -> Option<u64> {
    if control.is_stopped() {
        return None;
    }
    if depth <= 2 {
        return Some(perft(position, depth));
    }
    let turns = position.turns().into_iter();
    turns
        .map(|turn| stoppable_perft(&position.play(turn), depth - 1, control))
        .sum()
}
