//! Contempt: a lead that a player adds to its evaluation because it expects to outplay the
//! opponent.
//!
//! The evaluation adds this lead to the lead in the position. It then multiplies the sum by a
//! percentage that depends on the features of the leader
//! ([`lead_percent`](super::FeatureVector::lead_percent)). In an equal position, a player with
//! contempt counts as the leader. So the player prefers features that raise this percentage: those
//! that make a lead easy to convert. The player also prefers an equal position to a draw.
//!
//! If no weight of a game changes this percentage, the search uses no contempt
//! ([`Weights::scale_leads`](super::Weights::scale_leads)). In such a game, contempt would only
//! avoid draws, as the contempt factor of most chess engines does
//! (<https://www.chessprogramming.org/Contempt_Factor>). That gained nothing in matches
//! (`benches/experiments.md`).

use crate::rules::Seat;

/// The lead that each player adds to its evaluation.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Contempt {
    /// By player, in centipawns of the evaluation.
    leads: [i32; 2],
}

impl Contempt {
    /// No contempt.
    pub const NONE: Contempt = Contempt { leads: [0; 2] };

    /// Contempt of `seat`: the lead that it adds, in centipawns of the evaluation.
    #[must_use]
    pub const fn of(seat: Seat, centipawns: i32) -> Self {
        match seat {
            Seat::First => Self {
                leads: [centipawns, -centipawns],
            },
            Seat::Second => Self {
                leads: [-centipawns, centipawns],
            },
        }
    }

    /// The lead that this player adds, in centipawns of the evaluation. The opponent's lead has the
    /// opposite sign.
    #[inline]
    #[must_use]
    pub const fn lead_of(self, seat: Seat) -> i32 {
        self.leads[seat as usize]
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_leads_of_the_players_are_opposite() {
        let contempt = Contempt::of(Seat::Second, 70);
        assert_eq!(
            [Seat::First, Seat::Second].map(|seat| contempt.lead_of(seat)),
            [-70, 70]
        );
        assert_eq!(Contempt::of(Seat::First, 0), Contempt::NONE);
    }
}
