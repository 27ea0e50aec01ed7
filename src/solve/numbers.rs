//! Proof and disproof numbers (Allis, van der Meulen and van den Herik, *Proof-number search*, 1994).

/// How many positions must at least be shown to be won, or not to be won, until a position is: the
/// smaller, the closer. 0 says that it has been shown.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Numbers {
    /// Positions still to be won.
    pub proof: u32,
    /// Positions still to be shown not to be won.
    pub disproof: u32,
}

impl Numbers {
    /// It cannot be shown.
    pub const INFINITE: u32 = u32::MAX;
    /// As large as the number of something still open gets.
    const LARGE: u32 = u32::MAX - 1;

    pub(super) const PROVEN: Numbers = Numbers {
        proof: 0,
        disproof: Self::INFINITE,
    };
    pub(super) const DISPROVEN: Numbers = Numbers {
        proof: Self::INFINITE,
        disproof: 0,
    };
    /// No bound at all: a position is worked on until it is settled.
    pub(super) const UNBOUNDED: Numbers = Numbers {
        proof: Self::INFINITE,
        disproof: Self::INFINITE,
    };

    /// Whether the win is shown.
    #[must_use]
    pub const fn is_proven(self) -> bool {
        self.proof == 0
    }

    /// Whether it is shown that there is no win.
    #[must_use]
    pub const fn is_disproven(self) -> bool {
        self.disproof == 0
    }

    /// Whether either is shown.
    pub(super) const fn is_settled(self) -> bool {
        self.is_proven() || self.is_disproven()
    }

    /// Whether neither number has reached its limit.
    pub(super) const fn below(self, limit: Numbers) -> bool {
        self.proof < limit.proof && self.disproof < limit.disproof
    }
}

/// The sum of two numbers; what is open stays smaller than what is impossible.
pub(super) const fn sum(a: u32, b: u32) -> u32 {
    if a == Numbers::INFINITE || b == Numbers::INFINITE {
        return Numbers::INFINITE;
    }
    match a.checked_add(b) {
        Some(sum) if sum < Numbers::LARGE => sum,
        _ => Numbers::LARGE,
    }
}

/// The limit for the most promising branch when the next best has number `second`: a little more
/// than that, so that the search does not hop from one to the other all the time (Pawlewicz and Lew,
/// *Improving depth-first pn-search: 1+epsilon trick*, 2007).
pub(super) const fn a_little_more(second: u32) -> u32 {
    match sum(second, 1 + second / 4) {
        // A limit must lie above every number of something open.
        Numbers::LARGE => Numbers::INFINITE,
        limit => limit,
    }
}

/// The part of a limit on a sum that is left for one branch.
pub(super) const fn share(limit: u32, total: u32, own: u32) -> u32 {
    if limit == Numbers::INFINITE {
        return Numbers::INFINITE;
    }
    limit.saturating_sub(total.saturating_sub(own))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_open_never_counts_as_settled() {
        assert_eq!(sum(Numbers::LARGE, 5), Numbers::LARGE);
        assert_eq!(sum(Numbers::INFINITE, 5), Numbers::INFINITE);
        assert_eq!(sum(2, 3), 5);
        assert_eq!(a_little_more(Numbers::INFINITE), Numbers::INFINITE);
        assert_eq!(a_little_more(Numbers::LARGE), Numbers::INFINITE);
        assert_eq!(a_little_more(8), 11);
        assert_eq!(share(20, 15, 6), 11);
        assert_eq!(share(Numbers::INFINITE, 15, 6), Numbers::INFINITE);
    }
}
