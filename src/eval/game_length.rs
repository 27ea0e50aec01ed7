//! How long a game is expected to last, for time management.

use crate::board::{ARMY_SIZE, Color};
use crate::rules::{Goal, Rules};

/// The expected number of own turns until the end of a game that gives no other number.
pub const DEFAULT_EXPECTED_TURNS: u32 = 40;

/// The expected number of own turns until the end of the game. `of_game` is the number that the game gives.
///
/// In games with [`Goal::ReviveEnemy`], take the army with more pieces on the board. The game lasts about
/// ten turns more than this army has pieces in reserve, unless retro-checkmate ends the game after a few
/// turns. In all other games the number is `of_game`. For a long game, `of_game` should be smaller than the
/// mean length, because the first turns decide most, and later most of a player's time comes from the
/// increment. The numbers of the built-in games were chosen by matches (`benches/experiments.md`).
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
