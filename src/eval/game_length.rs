//! How long a game is expected to last, for time management.

use crate::board::{ARMY_SIZE, Color};
use crate::rules::{Goal, Rules};

/// The expected number of turns of each player, if the game file does not give it.
pub const DEFAULT_EXPECTED_TURNS: u32 = 40;

/// The expected number of turns that each player still plays until the end of the game.
///
/// With [`Goal::ReviveEnemy`], the game ends at the latest when a reserve is empty. Not every turn
/// un-captures a piece, so the result is the number of pieces in the smaller reserve, plus ten. In
/// all other games, the result is `of_game`, the value of `expected-turns` in the game file, or its
/// default.
///
/// If games are long, `of_game` should be smaller than their mean length: the first turns decide
/// most, and the time for later turns comes mainly from the increment. The numbers of the built-in
/// games were chosen by matches (`benches/experiments.md`).
#[must_use]
pub fn expected_turns<R: Rules>(position: &R, of_game: u32) -> u32 {
    match position.goal() {
        Goal::ReviveEnemy => {
            let placement = &position.setup().placement;
            let missing = |color| ARMY_SIZE - placement.by_color(color).count() as u32;
            missing(Color::White).min(missing(Color::Black)) + 10
        }
        Goal::Checkmate | Goal::SwitchedHome | Goal::OwnHome => of_game,
    }
}
