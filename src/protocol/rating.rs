//! What levels come to in `UCI_Elo`: ratings from round robins of them (`benches/strength.md`).

use crate::rules::Variant;
use crate::search::Strength;

/// The lowest and the highest rating that can be asked for. The highest is that of full strength in
/// every game: ratings of different games do not compare.
pub const ELO: (i64, i64) = (300, 2500);

/// Elo from one level to the next: the slope of a straight line through the ratings measured, by scores from
/// the openings.
const fn step(variant: Variant) -> u8 {
    match variant {
        Variant::Ssehc => 40,
        Variant::SsehcClassic => 37,
        Variant::Smolowitz => 91,
        Variant::Unplay => 33,
        Variant::UnplayRandom => 42,
        Variant::UnplayPlacement => 43,
        Variant::UnplayStrict => 75,
        Variant::Unachess => 67,
    }
}

/// The level from 0 to 20 that has a rating in a game, fractions in between; 0 where the rating is
/// below all levels.
#[must_use]
pub fn level(variant: Variant, elo: i64) -> f32 {
    let below_full = (ELO.1 - elo) as f32 / f32::from(step(variant));
    (Strength::FULL_LEVEL - below_full).clamp(0.0, Strength::FULL_LEVEL)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_rating_has_the_level_that_was_measured_to_have_it() {
        for variant in Variant::ALL {
            assert_eq!(level(variant, ELO.1), Strength::FULL_LEVEL, "{variant}");
            assert_eq!(level(variant, ELO.0), 0.0, "{variant}");
            let step = i64::from(step(variant));
            assert_eq!(level(variant, ELO.1 - 7 * step), 13.0, "{variant}");
            let between = level(variant, ELO.1 - 5 * step / 2);
            assert!((between - 17.5).abs() < 0.1, "{variant}: {between}");
        }
    }
}
