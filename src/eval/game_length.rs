//! How long a game is expected to last, for time management.

use crate::board::{Color, reserve::ARMY};
use crate::rules::{Goal, Rules};

/// The expected number of own turns until the end of the game.
///
/// Between equal players, games with the goal [`Goal::Checkmate`] take 10 to 23 turns on average. With
/// [`Goal::ReviveEnemy`] they take about ten turns more than pieces are missing. The other games last
/// 70 turns and more, where the increment matters most. `positions/strength.md` has the numbers.
#[must_use]
pub fn expected_turns<R: Rules>(position: &R) -> u32 {
    match R::GOAL {
        Goal::ReviveEnemy => {
            let placement = &position.setup().placement;
            let missing = |color| ARMY - placement.of(color).count() as u32;
            missing(Color::White).min(missing(Color::Black)) + 10
        }
        Goal::Checkmate => 20,
        Goal::OwnHome | Goal::SwitchedHome => 40,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rules::{Variant, Visitor};

    struct AtStart;

    impl Visitor for AtStart {
        type Output = u32;

        fn visit<R: Rules>(self, variant: Variant) -> u32 {
            let start = R::from_setup(variant, variant.start(0)).expect("a start position");
            expected_turns(&start)
        }
    }

    #[test]
    fn reviving_an_army_is_faster_than_bringing_one_home() {
        let [revive, chess, home] = [Variant::UnplayStrict, Variant::Unachess, Variant::Ssehc]
            .map(|variant| variant.dispatch(AtStart));
        assert_eq!((revive, chess, home), (25, 20, 40));
    }
}
