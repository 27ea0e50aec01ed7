//! What engines scored, and how certain that is.

use std::collections::BTreeMap;

use serde::Serialize;

use super::count::{Game, half_points, seat_of};
use crate::rules::Seat;
use crate::stats::counts::{Counts, Estimate, GameCounts, NORMAL_95, PairCounts, elo_of_score};

/// A quantity with its 95 % interval.
#[derive(Clone, Copy, PartialEq, Debug, Serialize)]
pub struct Interval {
    /// The likeliest value.
    pub value: f64,
    /// The lower end.
    pub low: f64,
    /// The upper end.
    pub high: f64,
}

impl Interval {
    /// A share, which lies between 0 and 1, of so many observations.
    ///
    /// Where all of them came out the same, their scatter says nothing about the error. Then the
    /// interval is that of E. B. Wilson, "Probable Inference, the Law of Succession, and Statistical
    /// Inference" (Journal of the American Statistical Association 22, 1927), which does not ask for
    /// it: as if each observation were won or lost, the widest that a share can scatter.
    fn of_share(estimate: Estimate, observations: u64) -> Self {
        let (mut low, mut high) = (estimate.low, estimate.high);
        let share = estimate.value;
        if low == high {
            let count = observations as f64;
            let square = NORMAL_95 * NORMAL_95;
            let middle = share + square / (2.0 * count);
            let reach =
                NORMAL_95 * (share * (1.0 - share) / count + square / (4.0 * count * count)).sqrt();
            let scale = 1.0 + square / count;
            (low, high) = ((middle - reach) / scale, (middle + reach) / scale);
        }
        // What is seen is never outside, whatever is lost in rounding.
        Self {
            value: share,
            low: low.clamp(0.0, 1.0).min(share),
            high: high.clamp(0.0, 1.0).max(share),
        }
    }
}

/// What an engine scored.
#[derive(Clone, Copy, PartialEq, Debug, Default, Serialize)]
pub struct Tally {
    /// Games.
    pub games: u64,
    /// Won.
    pub wins: u64,
    /// Drawn.
    pub draws: u64,
    /// Lost.
    pub losses: u64,
    /// Pairs of games that scored 0, 1/2, 1, 1 1/2 and 2 points.
    pub pairs: [u64; 5],
}

impl Tally {
    /// What the players of the first turn scored.
    pub(super) fn of_first_players(games: &[Game<'_>]) -> Self {
        let mut tally = Self::default();
        for game in games {
            tally.record(half_points(game.entry.result, Seat::First));
        }
        tally
    }

    fn record(&mut self, half_points: usize) {
        self.games += 1;
        match half_points {
            0 => self.losses += 1,
            1 => self.draws += 1,
            _ => self.wins += 1,
        }
    }

    /// Points.
    #[must_use]
    pub fn points(&self) -> f64 {
        self.wins as f64 + self.draws as f64 / 2.0
    }

    /// Points a game.
    #[must_use]
    pub fn score(&self) -> f64 {
        self.points() / self.games.max(1) as f64
    }

    fn game_counts(&self) -> GameCounts {
        GameCounts::of(self.wins, self.draws, self.losses)
    }

    /// The score with its interval, from pairs where all games are paired, else from games.
    #[must_use]
    pub fn share(&self) -> Option<Interval> {
        let pairs: PairCounts = Counts(self.pairs);
        Some(if 2 * pairs.total() == self.games {
            Interval::of_share(pairs.score_estimate()?, pairs.total())
        } else {
            Interval::of_share(self.game_counts().score_estimate()?, self.games)
        })
    }

    /// The difference in Elo that the score stands for.
    #[must_use]
    pub fn elo(&self) -> Option<Interval> {
        let share = self.share()?;
        Some(Interval {
            value: elo_of_score(share.value),
            low: elo_of_score(share.low),
            high: elo_of_score(share.high),
        })
    }
}

/// The tallies of every engine against every other, over some games.
pub(super) fn tallies(games: &[Game<'_>]) -> BTreeMap<(usize, usize), Tally> {
    let mut tallies: BTreeMap<(usize, usize), Tally> = BTreeMap::new();
    let mut open: BTreeMap<usize, Game<'_>> = BTreeMap::new();
    for &game in games {
        let (first, second) = (game.plan.first, game.plan.second);
        if first == second {
            continue;
        }
        for (engine, opponent, seat) in
            [(first, second, Seat::First), (second, first, Seat::Second)]
        {
            let tally = tallies.entry((engine, opponent)).or_default();
            tally.record(half_points(game.entry.result, seat));
        }
        if let Some(former) = open.insert(game.plan.encounter, game) {
            for (engine, opponent) in [(first, second), (second, first)] {
                let points: usize = [former, game]
                    .iter()
                    .map(|game| half_points(game.entry.result, seat_of(game.plan, engine)))
                    .sum();
                let tally = tallies.entry((engine, opponent)).or_default();
                if let Some(count) = tally.pairs.get_mut(points) {
                    *count += 1;
                }
            }
        }
    }
    tallies
}

/// The sum of an engine's tallies.
pub(super) fn total(tallies: &BTreeMap<(usize, usize), Tally>, engine: usize) -> Tally {
    let mut sum = Tally::default();
    for ((_, _), tally) in tallies.iter().filter(|((one, _), _)| *one == engine) {
        sum.games += tally.games;
        sum.wins += tally.wins;
        sum.draws += tally.draws;
        sum.losses += tally.losses;
        for (count, more) in sum.pairs.iter_mut().zip(tally.pairs) {
            *count += more;
        }
    }
    sum
}

#[cfg(test)]
mod tests {
    use super::*;

    fn close(interval: Option<Interval>, expected: [f64; 3]) {
        let interval = interval.expect("games");
        for (value, expected) in [interval.value, interval.low, interval.high]
            .into_iter()
            .zip(expected)
        {
            assert!(
                value == expected || (value - expected).abs() < 5e-5,
                "{interval:?}, expected {expected}"
            );
        }
    }

    #[test]
    fn what_has_not_varied_is_not_therefore_certain() {
        let won = Tally {
            games: 10,
            wins: 10,
            pairs: [0, 0, 0, 0, 5],
            ..Tally::default()
        };
        // The lower end of Wilson's interval at 5 of 5 is 5 / (5 + 1.96^2).
        close(won.share(), [1.0, 0.565_5, 1.0]);
        close(won.elo(), [f64::INFINITY, 45.789_5, f64::INFINITY]);
        let drawn = Tally {
            games: 2,
            draws: 2,
            pairs: [0, 0, 1, 0, 0],
            ..Tally::default()
        };
        close(drawn.share(), [0.5, 0.054_62, 0.945_38]);
        // What has varied says itself how much: here by the scores of games, which are not paired.
        let mixed = Tally {
            games: 4,
            wins: 2,
            losses: 2,
            ..Tally::default()
        };
        close(mixed.share(), [0.5, 0.010_01, 0.989_99]);
    }
}
