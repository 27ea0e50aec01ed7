//! From `UCI_Elo` to levels of play, by ratings measured in round robins between levels.

use std::ops::RangeInclusive;

use crate::rules::Variant;
use crate::search::Strength;

/// The ratings of `UCI_Elo`. The highest is full strength in every game; ratings of different games
/// cannot be compared.
pub const ELO: RangeInclusive<i64> = 300..=2500;

/// Elo from one level to the next: the slope of a straight line through the measured ratings.
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

/// The level from 0 to 20 with this rating in a game, with fractions. Ratings below all levels give
/// level 0.
#[must_use]
pub fn level(variant: Variant, elo: i64) -> f32 {
    let below_full = (ELO.end() - elo) as f32 / f32::from(step(variant));
    (Strength::FULL_LEVEL - below_full).clamp(0.0, Strength::FULL_LEVEL)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ratings_map_to_the_measured_levels() {
        for variant in Variant::ALL {
            assert_eq!(
                level(variant, *ELO.end()),
                Strength::FULL_LEVEL,
                "{variant}"
            );
            assert_eq!(level(variant, *ELO.start()), 0.0, "{variant}");
            let step = i64::from(step(variant));
            assert_eq!(level(variant, ELO.end() - 7 * step), 13.0, "{variant}");
            let between = level(variant, ELO.end() - 5 * step / 2);
            assert!((between - 17.5).abs() < 0.1, "{variant}: {between}");
        }
    }
}
