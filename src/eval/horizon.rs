//! How long a game is going to last: what a clock is shared out by.

use crate::board::{Color, reserve::ARMY};
use crate::rules::{Goal, Rules};

/// Own turns that the game may be thought to last.
///
/// Between equals a game of `unachess` takes 10 to 23 turns in the mean, and one of `unplay-strict` 22
/// to 25, some ten more than pieces are missing behind its openings (`benches/strength.md` has the
/// plies). The other games go on for 70 turns and more: there the increments count for most.
#[must_use]
pub fn horizon<R: Rules>(position: &R) -> u32 {
    match position.goal() {
        Goal::ReviveEnemy => {
            let placement = &position.setup().placement;
            let missing = |color| ARMY - placement.of(color).count() as u32;
            missing(Color::White).min(missing(Color::Black)) + 10
        }
        Goal::Checkmate => 20,
        Goal::OwnHome | Goal::SwitchedHome => 40,
    }
}
