//! How much of a lead can be made good.
//!
//! Linear terms cannot say that something spoils the game for whoever leads and costs nobody else
//! anything: they would be outweighed by ever more of a lead that leads nowhere. Nor can they say that
//! with a great lead it is time to finish rather than to lead by more. So the features of the leader
//! multiply a lead as well, as chess engines do where bishops of opposite colours are left
//! (<https://www.chessprogramming.org/Endgame#Scaling>).

/// Percent of a lead that is left in any case, so that more is still better than less.
const LEAST: i32 = 5;

/// A lead is at most worth so many percent.
const MOST: i32 = 200;

/// What a lead is worth, in percent, where the features of the leader make `prospects` percent more or
/// less of it.
#[inline]
pub(super) fn lead_percent(prospects: i32) -> i32 {
    (100 + prospects).clamp(LEAST, MOST)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn some_of_a_lead_is_always_left() {
        assert_eq!([0, 20, -60].map(lead_percent), [100, 120, 40]);
        assert_eq!([-160, 1000].map(lead_percent), [LEAST, MOST]);
    }
}
