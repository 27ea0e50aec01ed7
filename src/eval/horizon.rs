//! How long a game is going to last: what a clock is shared out by.

use crate::board::{Color, reserve::ARMY};
use crate::rules::{Goal, Rules};

/// Own turns that the game may be thought to last.
///
/// Between equals the median of `unachess` is 10 to 17 turns, and a race to bring the enemy army back
/// takes hardly more turns than pieces are missing; the other games go on for 70 turns and more, and
/// their increments last longer than anything that is shared out.
#[must_use]
pub fn horizon<R: Rules>(position: &R) -> u32 {
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

    struct AtTheStart;

    impl Visitor for AtTheStart {
        type Output = u32;

        fn visit<R: Rules>(self, variant: Variant) -> u32 {
            let start = R::from_setup(variant, variant.start(0)).expect("a start position");
            horizon(&start)
        }
    }

    #[test]
    fn a_race_is_shorter_than_a_way_home() {
        let [race, chess, home] = [Variant::UnplayStrict, Variant::Unachess, Variant::Ssehc]
            .map(|variant| variant.dispatch(AtTheStart));
        assert_eq!((race, chess, home), (25, 20, 40));
    }
}
