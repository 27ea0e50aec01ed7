//! What levels come to in `UCI_Elo`: ratings from round robins of them (`positions/strength.md`).

use crate::rules::Variant;

/// The lowest and the highest rating that can be asked for. The highest is that of full strength in
/// every game: ratings of different games do not compare.
pub const ELO: (i64, i64) = (500, 2500);

/// Levels from one rung to the next.
const RUNG: f32 = 2.0;

/// The ratings of the levels 0, 2, 4 and so on, by a smooth curve through those measured.
const fn ladder(variant: Variant) -> [i16; 11] {
    match variant {
        Variant::Ssehc => [
            1860, 1940, 2010, 2070, 2120, 2170, 2220, 2280, 2340, 2410, 2500,
        ],
        Variant::SsehcClassic => [
            2040, 2100, 2150, 2210, 2260, 2300, 2350, 2390, 2430, 2470, 2500,
        ],
        Variant::Smolowitz => [
            870, 1140, 1370, 1560, 1720, 1860, 1990, 2110, 2230, 2360, 2500,
        ],
        Variant::Unplay => [
            2310, 2330, 2350, 2370, 2390, 2410, 2420, 2440, 2460, 2480, 2500,
        ],
        Variant::UnplayRandom => [
            1540, 1570, 1630, 1710, 1820, 1930, 2050, 2180, 2300, 2410, 2500,
        ],
        Variant::UnplayPlacement => [
            1770, 1820, 1850, 1880, 1900, 1940, 1980, 2050, 2160, 2300, 2500,
        ],
        Variant::UnplayStrict => [
            620, 890, 1160, 1420, 1670, 1890, 2090, 2260, 2380, 2470, 2500,
        ],
        Variant::Unachess => [
            1130, 1210, 1320, 1440, 1590, 1740, 1900, 2060, 2220, 2370, 2500,
        ],
    }
}

/// The level from 0 to 20 that has a rating in a game, fractions in between; 0 where the rating is
/// below all levels, 20 where it is above.
#[must_use]
pub fn level(variant: Variant, elo: i64) -> f32 {
    let ladder = ladder(variant).map(f32::from);
    let elo = elo as f32;
    let steps = ladder.iter().zip(ladder.iter().skip(1));
    // Ratings rise from rung to rung: those below are climbed, the next one in part.
    let climbed = steps.map(|(from, to)| ((elo - from) / (to - from)).clamp(0.0, 1.0));
    RUNG * climbed.sum::<f32>()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::search::Strength;

    #[test]
    fn every_ladder_rises_to_full_strength() {
        for variant in Variant::ALL {
            let ladder = ladder(variant).map(i64::from);
            assert!(ladder.is_sorted_by(|low, high| low < high), "{variant}");
            assert!(ladder.first() >= Some(&ELO.0), "{variant}");
            assert_eq!(ladder.last(), Some(&ELO.1), "{variant}");
        }
    }

    #[test]
    fn a_rating_has_the_level_that_was_measured_to_have_it() {
        for variant in Variant::ALL {
            let ladder = ladder(variant).map(i64::from);
            for (rung, elo) in ladder.into_iter().enumerate() {
                assert_eq!(level(variant, elo), RUNG * rung as f32, "{variant}");
            }
            let [lowest, low, ..] = ladder;
            let between = level(variant, (lowest + low) / 2);
            assert!((between - 1.0).abs() < 0.1, "{variant}: {between}");
            assert_eq!(level(variant, ELO.0 - 1), 0.0, "{variant}");
            assert_eq!(level(variant, ELO.1 + 1), Strength::FULL_LEVEL, "{variant}");
        }
    }
}
