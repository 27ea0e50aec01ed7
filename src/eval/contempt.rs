//! Contempt: what a player counts on beyond what the board shows, because it expects to outplay the
//! other.
//!
//! A lead that is still to come is worth as much as can be made of it
//! ([`lead_percent`](super::FeatureVector::lead_percent)). So a player who counts on one keeps the
//! position open from the first turn on, and does not wait for the lead to think of what it will need
//! to convert it; and a draw, which ends all hope of it, is worth less than standing evenly. Alone the
//! latter is not worth having, so the search counts on nothing by weights that do not weigh leads
//! ([`Weights::weigh_leads`](super::Weights::weigh_leads)). The term is that of chess engines
//! (<https://www.chessprogramming.org/Contempt_Factor>), which mostly stop at the second half of this.

use crate::rules::Seat;

/// The lead on which a player counts.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Contempt {
    /// By the player to play, in centipawns of the evaluation.
    ahead: [i32; 2],
}

impl Contempt {
    /// Nobody counts on anything.
    pub const NONE: Contempt = Contempt { ahead: [0; 2] };

    /// A player counts on a lead of so many centipawns of the evaluation.
    #[must_use]
    pub const fn of(seat: Seat, centipawns: i32) -> Self {
        match seat {
            Seat::First => Self {
                ahead: [centipawns, -centipawns],
            },
            Seat::Second => Self {
                ahead: [-centipawns, centipawns],
            },
        }
    }

    /// By how much this player is thought to be ahead, in centipawns of the evaluation.
    #[inline]
    #[must_use]
    pub const fn ahead(self, seat: Seat) -> i32 {
        self.ahead[seat as usize]
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_one_counts_on_the_other_lacks() {
        let contempt = Contempt::of(Seat::Second, 70);
        assert_eq!(
            [Seat::First, Seat::Second].map(|seat| contempt.ahead(seat)),
            [-70, 70]
        );
        assert_eq!(Contempt::of(Seat::First, 0), Contempt::NONE);
    }
}
