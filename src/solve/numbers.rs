//! Proof and disproof numbers (Allis, van der Meulen and van den Herik, *Proof-number search*,
//! 1994).

/// The proof number and the disproof number of a position. The proof number estimates how many
/// positions below it must be proven to prove the position. The disproof number estimates how many
/// must be disproven to disprove the position. If the proof number is 0, the position is proven. If
/// the disproof number is 0, the position is disproven. A proven or disproven position is settled.
/// Any other position is open.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct ProofNumbers {
    /// Positions that must be proven to prove this one.
    pub proof: u32,
    /// Positions that must be disproven to disprove this one.
    pub disproof: u32,
}

impl ProofNumbers {
    /// The proof number of a disproven position, and the disproof number of a proven one.
    pub const INFINITE: u32 = u32::MAX;
    /// The largest proof or disproof number of an open position.
    pub(super) const LARGE: u32 = u32::MAX - 1;

    pub(super) const PROVEN: ProofNumbers = ProofNumbers {
        proof: 0,
        disproof: Self::INFINITE,
    };
    pub(super) const DISPROVEN: ProofNumbers = ProofNumbers {
        proof: Self::INFINITE,
        disproof: 0,
    };
    /// Thresholds without effect: the search goes on until the position is settled.
    pub(super) const UNBOUNDED: ProofNumbers = ProofNumbers {
        proof: Self::INFINITE,
        disproof: Self::INFINITE,
    };

    /// Whether the win is proven.
    #[must_use]
    pub const fn is_proven(self) -> bool {
        self.proof == 0
    }

    /// Whether it is proven that there is no win.
    #[must_use]
    pub const fn is_disproven(self) -> bool {
        self.disproof == 0
    }

    /// Whether the position is proven or disproven.
    pub(super) const fn is_settled(self) -> bool {
        self.is_proven() || self.is_disproven()
    }

    /// Whether both numbers are below the thresholds in `limit`.
    pub(super) const fn below(self, limit: ProofNumbers) -> bool {
        self.proof < limit.proof && self.disproof < limit.disproof
    }
}

/// The sum of two numbers. If both belong to open positions, the sum stays below
/// [`ProofNumbers::INFINITE`].
pub(super) const fn sum(a: u32, b: u32) -> u32 {
    if a == ProofNumbers::INFINITE || b == ProofNumbers::INFINITE {
        return ProofNumbers::INFINITE;
    }
    match a.checked_add(b) {
        Some(sum) if sum < ProofNumbers::LARGE => sum,
        _ => ProofNumbers::LARGE,
    }
}

/// The threshold for the best branch: slightly more than `second`, the number of the second best
/// branch. So the search does not switch between these two branches all the time
/// (Pawlewicz and Lew, *Improving depth-first pn-search: 1+epsilon trick*, 2007).
pub(super) const fn slightly_more(second: u32) -> u32 {
    match sum(second, 1 + second / 4) {
        // An open position can have the number `LARGE`. The threshold must be larger.
        ProofNumbers::LARGE => ProofNumbers::INFINITE,
        limit => limit,
    }
}

/// The threshold for one branch of a node. `limit` is the threshold of the node. `others` is what
/// the other branches add to the node's proof or disproof number.
pub(super) const fn reduced(limit: u32, others: u32) -> u32 {
    if limit == ProofNumbers::INFINITE {
        return ProofNumbers::INFINITE;
    }
    limit.saturating_sub(others)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sums_for_open_positions_stay_below_infinite_but_thresholds_may_be_infinite() {
        assert_eq!(sum(ProofNumbers::LARGE, 5), ProofNumbers::LARGE);
        assert_eq!(sum(ProofNumbers::INFINITE, 5), ProofNumbers::INFINITE);
        assert_eq!(sum(2, 3), 5);
        assert_eq!(
            slightly_more(ProofNumbers::INFINITE),
            ProofNumbers::INFINITE
        );
        assert_eq!(slightly_more(ProofNumbers::LARGE), ProofNumbers::INFINITE);
        assert_eq!(slightly_more(8), 11);
        assert_eq!(reduced(20, 9), 11);
        assert_eq!(reduced(ProofNumbers::INFINITE, 9), ProofNumbers::INFINITE);
    }
}
