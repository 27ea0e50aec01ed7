//! How the leader's features scale the lead.
//!
//! Some features make every lead harder to convert, but do not matter if nobody leads. A linear term
//! cannot express this: it adds or subtracts a fixed number of centipawns, which a large lead
//! outweighs. So features of the leader also multiply the lead, as chess engines scale endgames with
//! opposite-coloured bishops (<https://www.chessprogramming.org/Endgame#Scaling>).

/// A lead counts at least this percentage. With 0 percent, the size of the lead would not matter. With a
/// negative percentage, the leader would count as behind.
const MIN_PERCENT: i32 = 5;

/// A lead counts at most this percentage.
const MAX_PERCENT: i32 = 200;

/// How much a lead counts, in percent, if the leader's features add `bonus` percent (negative to
/// subtract).
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
