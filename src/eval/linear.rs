//! The weighted sum of the features.

use super::contempt::Contempt;
use super::feature::{Feature, FeatureSink};
use super::features::{features, lateness};
use super::lead::lead_percent;
use super::weights::{self, Weights};
use crate::rules::{Rules, Seat};

/// Evaluations lie between -`LIMIT` and `LIMIT`, so that none looks like a forced end.
pub const LIMIT: i32 = 20_000;

/// The weighted sum for a position, in centipawns from the view of the player to play.
#[must_use]
pub fn evaluate<R: Rules>(position: &R, weights: &Weights) -> i32 {
    evaluate_with_contempt(position, weights, Contempt::NONE)
}

/// The weighted sum for a position, with contempt, in centipawns from the view of the player to
/// play.
#[must_use]
pub(crate) fn evaluate_with_contempt<R: Rules>(
    position: &R,
    weights: &Weights,
    contempt: Contempt,
) -> i32 {
    let mut sum = WeightedSum {
        weights,
        early: [0; 2],
        late: [0; 2],
        lead_percent: [0; 2],
    };
    features(position, &mut sum);
    let lateness = lateness(position);
    let total = |seat: Seat| {
        let (early, late) = (sum.early[seat as usize], sum.late[seat as usize]);
        weights::centipawns(weights::blend(early, late, lateness))
    };
    let seat = position.seat();
    let lead = total(seat) - total(!seat) + contempt.lead_of(seat);
    let leader = if lead > 0 { seat } else { !seat };
    let percent = lead_percent(sum.lead_percent[leader as usize]);
    (lead * percent / 100).clamp(-LIMIT, LIMIT)
}

/// The feature sink of the search: sums for both players.
struct WeightedSum<'a> {
    weights: &'a Weights,
    early: [i32; 2],
    late: [i32; 2],
    lead_percent: [i32; 2],
}

impl FeatureSink for WeightedSum<'_> {
    #[inline]
    fn add(&mut self, feature: Feature, seat: Seat, count: i32) {
        let weight = &self.weights[feature];
        self.early[seat as usize] += weight.early * count;
        self.late[seat as usize] += weight.late * count;
        self.lead_percent[seat as usize] += weight.lead_percent * count;
    }
}
