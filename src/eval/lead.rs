//! How the leader's features scale the lead.
//!
//! Some features make every lead harder to convert, but do not matter if nobody leads. A linear
//! term cannot express this: its size does not depend on the lead. So features of the leader also
//! multiply the lead. Chess engines scale endgames with opposite-coloured bishops in the same way
//! (<https://www.chessprogramming.org/Endgame#Scaling>).

/// The lowest percentage by which a lead is multiplied. At 0 percent, the size of the lead would
/// not matter. Below 0, the leader would count as behind.
const MIN_PERCENT: i32 = 5;

/// The highest percentage by which a lead is multiplied.
const MAX_PERCENT: i32 = 200;

/// The percentage by which a lead is multiplied: 100 plus `bonus`, between [`MIN_PERCENT`] and
/// [`MAX_PERCENT`]. `bonus`, the sum over the leader's features, may be negative.
#[inline]
pub(super) fn lead_percent(bonus: i32) -> i32 {
    (100 + bonus).clamp(MIN_PERCENT, MAX_PERCENT)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_lead_never_disappears() {
        assert_eq!([0, 20, -60].map(lead_percent), [100, 120, 40]);
        assert_eq!([-160, 1000].map(lead_percent), [MIN_PERCENT, MAX_PERCENT]);
    }
}
