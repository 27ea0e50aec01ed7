//! How the leader's features scale the lead.
//!
//! Some features make every lead harder to convert, but do not matter if nobody leads. A linear term
//! cannot express this: it adds or subtracts a fixed number of centipawns, which a large lead
//! outweighs. So features of the leader also multiply the lead, as chess engines scale endgames with
//! opposite-coloured bishops (<https://www.chessprogramming.org/Endgame#Scaling>).

/// The lowest percentage by which a lead is multiplied. With 0 percent, the size of the lead would not
/// matter. With a negative percentage, the leader would count as behind.
const MIN_PERCENT: i32 = 5;

/// The highest percentage by which a lead is multiplied.
const MAX_PERCENT: i32 = 200;

/// The percentage by which a lead is multiplied: 100 plus `bonus`, between [`MIN_PERCENT`] and
/// [`MAX_PERCENT`]. `bonus` is the sum over the leader's features. It may be negative.
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
