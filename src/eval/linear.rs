//! The weighted sum of the features.

use super::contempt::Contempt;
use super::feature::{Feature, FeatureSink};
use super::features::{features, lateness};
use super::lead::lead_percent;
use super::weights::{self, Weights};
use crate::processor::{self, HotCode};
use crate::rules::{Rules, Seat};

/// Evaluations lie between -`LIMIT` and `LIMIT`, so that none looks like a forced end.
pub const LIMIT: i32 = 20_000;

/// The weighted sum for a position, in centipawns from the view of the player to play.
#[must_use]
pub fn evaluate<R: Rules>(position: &R, weights: &Weights) -> i32 {
    processor::run(WeightedSum { position, weights })
}

/// The arguments of [`weighted_sum`], which is compiled twice as [`HotCode`].
struct WeightedSum<'a, R> {
    position: &'a R,
    weights: &'a Weights,
}

impl<R: Rules> HotCode for WeightedSum<'_, R> {
    type Output = i32;

    #[inline(always)]
    fn run(self) -> i32 {
        weighted_sum(self.position, self.weights, Contempt::NONE)
    }
}

/// The same as [`evaluate`], with contempt, for callers that are [`HotCode`] themselves.
#[inline(always)]
pub(super) fn weighted_sum<R: Rules>(position: &R, weights: &Weights, contempt: Contempt) -> i32 {
    let mut counts = Counts([[0; Feature::COUNT]; 2]);
    features(position, &mut counts);
    let sums = counts.sums(weights);
    let lateness = lateness(position);
    let total = |seat: Seat| {
        let Sums { early, late, .. } = sums[seat as usize];
        weights::centipawns(weights::blend(early, late, lateness))
    };
    let seat = position.seat();
    let lead = total(seat) - total(!seat) + contempt.lead_of(seat);
    let leader = if lead > 0 { seat } else { !seat };
    let percent = lead_percent(sums[leader as usize].lead_percent);
    (lead * percent / 100).clamp(-LIMIT, LIMIT)
}

/// The feature sink of the search: the count of every feature for both players.
///
/// It keeps all counts, so that vector instructions can multiply them by the weights at the end.
struct Counts([[i32; Feature::COUNT]; 2]);

/// The weighted sums of the counts of one player: one sum for each field of
/// [`Weight`](super::Weight).
#[derive(Clone, Copy, Default)]
struct Sums {
    early: i32,
    late: i32,
    lead_percent: i32,
}

impl Counts {
    #[inline(always)]
    fn sums(&self, weights: &Weights) -> [Sums; 2] {
        let mut sums = [Sums::default(); 2];
        for (sums, counts) in sums.iter_mut().zip(&self.0) {
            for (weight, &count) in weights.all().iter().zip(counts) {
                sums.early += weight.early * count;
                sums.late += weight.late * count;
                sums.lead_percent += weight.lead_percent * count;
            }
        }
        sums
    }
}

impl FeatureSink for Counts {
    #[inline(always)]
    fn add(&mut self, feature: Feature, seat: Seat, count: i32) {
        self.0[seat as usize][feature as usize] += count;
    }
}
