//! How long a game is expected to last, for time management.

use crate::board::{ARMY_SIZE, Color};
use crate::rules::{Goal, Rules};

/// The expected number of own turns until the end of the game.
///
/// In games with [`Goal::ReviveEnemy`], take the army with more pieces on the board. The game lasts about
/// ten turns more than this army has pieces in reserve, unless retro-checkmate ends the game after a few
/// turns. For games with [`Goal::Checkmate`] the number is about their mean length. The other games last
/// 70 turns and more. The number for them is smaller, because the first turns decide most, and later most
/// of a player's time comes from the increment. The numbers were chosen by matches
/// (`benches/experiments.md`).
#[must_use]
pub fn expected_turns<R: Rules>(position: &R) -> u32 {
    match position.goal() {
        Goal::ReviveEnemy => {
            let placement = &position.setup().placement;
            let missing = |color| ARMY_SIZE - placement.by_color(color).count() as u32;
            missing(Color::White).min(missing(Color::Black)) + 10
        }
        Goal::Checkmate => 10,
        Goal::SwitchedHome => 20,
        Goal::OwnHome => 40,
    }
}
