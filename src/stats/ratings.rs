//! Ratings of a field of players by maximum likelihood, with 95 % intervals.
//!
//! The model is that of R. A. Bradley and M. E. Terry, "Rank Analysis of Incomplete Block Designs"
//! (Biometrika 39, 1952), on the logistic scale of Elo: a player is expected to score
//! `1 / (1 + 10^(-d/400))` against one who is `d` weaker. A draw counts as half a win and half a
//! loss, as in Ordo (<https://github.com/michiguel/Ordo>), so that the likeliest ratings are those
//! at which every player is expected to score what it did score.
//!
//! A finite maximum exists where no group of players has won everything against the others (L. R.
//! Ford, "Solution of a Ranking Problem from Binary Comparisons", American Mathematical Monthly 64,
//! 1957). Where one has, a draw is added to every pairing that was played, and the ratings are
//! marked as rough.
//!
//! Where the opening decides most games, whoever plays them, most pairs of games are shared, and all
//! ratings are close together, however much one player sees that another does not. [`rate_evenly`]
//! tells what an opening is worth from what players are: as Ordo and BayesElo
//! (<https://www.remi-coulom.fr/Bayesian-Elo/>) count on an advantage of White, the player of the first
//! turn has one that is the opening's own.
//!
//! The games of an encounter share an opening and hang together, and where the players are the same
//! again in each game, those of other encounters with this opening do so as well. So intervals come
//! from the variance of openings, or, where they are too few for that, of encounters: the estimator of
//! H. White, "Maximum Likelihood Estimation of Misspecified Models" (Econometrica 50, 1982). It needs
//! no opinion about how many draws to expect.

use std::collections::BTreeSet;

use super::counts::NORMAL_95;
use super::likelihood::{Likelihood, Matrix, Row};

/// Elo in a unit of the natural logarithm of the odds.
const ELO_PER_UNIT: f64 = 400.0 / std::f64::consts::LN_10;

/// From so many openings on their variance tells the error.
const ENOUGH_OPENINGS: usize = 20;

/// So often, in the mean, an opening must have been played from both sides for telling what it is
/// worth; with fewer, what it is thought to be worth follows chance.
const ENOUGH_ENCOUNTERS: usize = 10;

/// The games that two players played from one opening.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Encounter {
    /// The one, by its number.
    pub one: usize,
    /// The other.
    pub other: usize,
    /// The opening, by its number.
    pub opening: usize,
    /// What the one scored where it played the first turn, and where the other did.
    pub sides: [Score; 2],
}

impl Encounter {
    /// All its games.
    fn score(&self) -> Score {
        let [first, second] = self.sides;
        Score {
            games: first.games + second.games,
            points: first.points + second.points,
        }
    }
}

/// Points from games.
#[derive(Clone, Copy, PartialEq, Debug, Default)]
pub struct Score {
    /// Games.
    pub games: u32,
    /// Points.
    pub points: f64,
}

impl Score {
    fn row(self, terms: &[(usize, f64)], cluster: usize) -> Row {
        Row {
            terms: terms.iter().copied().collect(),
            games: f64::from(self.games),
            points: self.points,
            cluster,
        }
    }
}

/// A drawn game.
const DRAW: Score = Score {
    games: 1,
    points: 0.5,
};

/// A player's rating, in Elo above the mean of the field.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Rating {
    /// The rating.
    pub elo: f64,
    /// Half the width of its 95 % interval.
    pub error: f64,
}

/// The ratings of a field.
#[derive(Clone, PartialEq, Debug)]
pub struct Ratings {
    /// One for each player.
    pub players: Vec<Rating>,
    /// Whether draws had to be added, because somebody has won or lost everything.
    pub is_rough: bool,
    /// Of the strengths in units of the natural logarithm of the odds.
    covariance: Matrix,
}

impl Ratings {
    fn new(players: usize, strengths: &[f64], covariance: Matrix, is_rough: bool) -> Self {
        let rating = |player: usize| Rating {
            elo: strengths[player] * ELO_PER_UNIT,
            error: error(covariance[player][player]),
        };
        Self {
            players: (0..players).map(rating).collect(),
            is_rough,
            covariance,
        }
    }

    /// How much stronger one player is than another. The error is that of the difference: who met the
    /// same opponents is compared with less doubt than two ratings by themselves are known.
    ///
    /// # Panics
    ///
    /// Where there is no such player.
    #[must_use]
    pub fn lead(&self, one: usize, other: usize) -> Rating {
        let shared = |row: usize, column: usize| self.covariance[row][column];
        let variance = shared(one, one) + shared(other, other) - 2.0 * shared(one, other);
        Rating {
            elo: self.players[one].elo - self.players[other].elo,
            error: error(variance),
        }
    }
}

/// Half the 95 % interval, in Elo, of what has this variance in units of the natural logarithm of the odds.
fn error(variance: f64) -> f64 {
    NORMAL_95 * ELO_PER_UNIT * variance.max(0.0).sqrt()
}

/// The likeliest ratings of so many players by their scores.
#[must_use]
pub fn rate(players: usize, encounters: &[Encounter]) -> Ratings {
    let played = played(players, encounters);
    let is_rough = !played.is_empty() && !has_maximum(players, &played);
    let clusters = Clusters::of(&played);
    let terms = |one: usize, other: usize| [(one, 1.0), (other, -1.0)];
    let mut rows: Vec<Row> = played
        .iter()
        .enumerate()
        .map(|(index, met)| {
            let cluster = clusters.cluster(index, met);
            met.score().row(&terms(met.one, met.other), cluster)
        })
        .collect();
    if is_rough {
        let draws = pairings(&played)
            .into_iter()
            .map(|(one, other)| DRAW.row(&terms(one, other), 0));
        rows.extend(draws);
    }
    let likelihood = Likelihood {
        strengths: players,
        centred: players,
        rows: &rows,
    };
    let (strengths, _) = likelihood.likeliest();
    let covariance = if is_rough {
        likelihood.expected_covariance(&strengths)
    } else {
        likelihood.covariance(&strengths)
    };
    Ratings::new(players, &strengths, covariance, is_rough)
}

/// The likeliest ratings where the player of the first turn has an advantage or disadvantage that is
/// the opening's own: so strong are players at an opening that favours neither side.
///
/// To each opening a draw between equals is added, without which one that always went to the same side
/// would be worth infinitely much. `None` where openings were not played often enough for this, or where
/// somebody has won everything.
#[must_use]
pub fn rate_evenly(players: usize, encounters: &[Encounter]) -> Option<Ratings> {
    let played = played(players, encounters);
    let clusters = Clusters::of(&played);
    let openings = &clusters.openings;
    if openings.is_empty()
        || played.len() < ENOUGH_ENCOUNTERS * openings.len()
        || !has_maximum(players, &played)
    {
        return None;
    }
    let advantage = |opening: usize| players + clusters.place(opening);
    let mut rows = Vec::new();
    for (index, met) in played.iter().enumerate() {
        let cluster = clusters.cluster(index, met);
        for (score, sign) in met.sides.into_iter().zip([1.0, -1.0]) {
            let terms = [
                (met.one, 1.0),
                (met.other, -1.0),
                (advantage(met.opening), sign),
            ];
            rows.push(score.row(&terms, cluster));
        }
    }
    for &opening in openings {
        let terms = [(advantage(opening), 1.0)];
        rows.push(DRAW.row(&terms, clusters.place(opening)));
    }
    let likelihood = Likelihood {
        strengths: players + openings.len(),
        centred: players,
        rows: &rows,
    };
    let (strengths, is_found) = likelihood.likeliest();
    let covariance = likelihood.covariance(&strengths);
    is_found.then(|| Ratings::new(players, &strengths, covariance, false))
}

/// The encounters that say something.
fn played(players: usize, encounters: &[Encounter]) -> Vec<Encounter> {
    let says_something = |met: &&Encounter| {
        met.one != met.other && met.one.max(met.other) < players && met.score().games > 0
    };
    encounters.iter().filter(says_something).copied().collect()
}

/// Who met whom.
fn pairings(encounters: &[Encounter]) -> Vec<(usize, usize)> {
    let pairs = encounters
        .iter()
        .map(|met| (met.one.min(met.other), met.one.max(met.other)));
    sorted(pairs)
}

fn sorted<T: Ord>(values: impl Iterator<Item = T>) -> Vec<T> {
    BTreeSet::from_iter(values).into_iter().collect()
}

/// Which games hang together.
struct Clusters {
    /// The openings that were played, in order.
    openings: Vec<usize>,
}

impl Clusters {
    fn of(encounters: &[Encounter]) -> Self {
        Self {
            openings: sorted(encounters.iter().map(|met| met.opening)),
        }
    }

    fn are_openings(&self) -> bool {
        self.openings.len() >= ENOUGH_OPENINGS
    }

    /// That of an encounter with its place among all.
    fn cluster(&self, index: usize, met: &Encounter) -> usize {
        if self.are_openings() {
            self.place(met.opening)
        } else {
            self.openings.len() + index
        }
    }

    /// The place of an opening among all.
    fn place(&self, opening: usize) -> usize {
        self.openings.partition_point(|&known| known < opening)
    }
}

/// Whether from every player of a connected field every other one can be reached by points that
/// were made; players who have not met are not compared.
fn has_maximum(players: usize, encounters: &[Encounter]) -> bool {
    let mut scored = Vec::new();
    let mut met = Vec::new();
    for encounter in encounters {
        let Encounter { one, other, .. } = *encounter;
        let score = encounter.score();
        if score.points > 0.0 {
            scored.push((one, other));
        }
        if score.points < f64::from(score.games) {
            scored.push((other, one));
        }
        met.extend([(one, other), (other, one)]);
    }
    reachable(players, &scored) == reachable(players, &met)
}

/// For every player, who can be reached along these ways.
fn reachable(players: usize, ways: &[(usize, usize)]) -> Vec<Vec<bool>> {
    let mut reached = vec![vec![false; players]; players];
    for (player, row) in reached.iter_mut().enumerate() {
        let mut open = vec![player];
        while let Some(at) = open.pop() {
            if !std::mem::replace(&mut row[at], true) {
                let onward = ways.iter().filter(|(from, _)| *from == at);
                open.extend(onward.map(|&(_, to)| to));
            }
        }
    }
    reached
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::stats::counts::{Counts, elo_of_score, score_of_elo};

    fn met(one: usize, other: usize, games: u32, points: f64) -> Encounter {
        Encounter {
            one,
            other,
            opening: 0,
            sides: [Score { games, points }, Score::default()],
        }
    }

    /// Ratings where each encounter has an opening of its own.
    fn rate(players: usize, encounters: &[Encounter]) -> Ratings {
        let encounters: Vec<Encounter> = encounters
            .iter()
            .enumerate()
            .map(|(opening, &met)| Encounter { opening, ..met })
            .collect();
        super::rate(players, &encounters)
    }

    fn close(value: f64, expected: f64, tolerance: f64) {
        assert!(
            (value - expected).abs() <= tolerance,
            "{value}, expected {expected}"
        );
    }

    #[test]
    fn players_who_always_drew_are_not_known_to_be_equal() {
        let error = |pairs: usize| {
            let ratings = rate(2, &vec![met(0, 1, 2, 1.0); pairs]);
            assert!(!ratings.is_rough);
            let [one, _] = ratings.players[..] else {
                panic!("two players")
            };
            close(one.elo, 0.0, 1e-9);
            one.error
        };
        // The information of a game between equals is 1/4, and a rating is half the difference.
        close(
            error(1),
            NORMAL_95 * ELO_PER_UNIT / 2.0 * 2_f64.sqrt(),
            1e-6,
        );
        close(error(400), error(1) / 20.0, 1e-6);
    }

    #[test]
    fn two_players_differ_by_what_their_score_says() {
        let counts = Counts([3_u64, 20, 60, 40, 17]);
        let mut encounters = Vec::new();
        for (half_points, &count) in counts.0.iter().enumerate() {
            for _ in 0..count {
                encounters.push(met(0, 1, 2, half_points as f64 / 2.0));
            }
        }
        let ratings = rate(2, &encounters);
        let elo = counts.elo().expect("pairs");
        let [one, other] = ratings.players[..] else {
            panic!("two players")
        };
        close(one.elo - other.elo, elo.value, 1e-6);
        let lead = ratings.lead(0, 1);
        close(lead.elo, elo.value, 1e-6);
        close(lead.error, elo.error(), 0.01 * elo.error());
        // Both ratings move against each other, so the difference is as uncertain as both together.
        close(one.error + other.error, lead.error, 1e-9);
        assert!(!ratings.is_rough);
    }

    #[test]
    fn every_player_is_expected_to_score_what_it_scored() {
        let encounters = [
            met(0, 1, 10, 6.5),
            met(0, 2, 10, 7.0),
            met(0, 3, 4, 4.0),
            met(1, 2, 10, 3.5),
            met(1, 3, 10, 8.0),
            met(2, 3, 10, 9.5),
        ];
        let ratings = rate(4, &encounters).players;
        for player in 0..4 {
            let mut surplus = 0.0;
            for game in encounters
                .iter()
                .filter(|met| met.one == player || met.other == player)
            {
                let expected = score_of_elo(ratings[game.one].elo - ratings[game.other].elo);
                let sign = if game.one == player { 1.0 } else { -1.0 };
                let Score { games, points } = game.score();
                surplus += sign * (points - f64::from(games) * expected);
            }
            close(surplus, 0.0, 1e-9);
        }
        close(ratings.iter().map(|rating| rating.elo).sum(), 0.0, 1e-9);
    }

    #[test]
    fn who_wins_everything_is_rated_roughly() {
        let ratings = rate(3, &[met(0, 1, 10, 10.0), met(1, 2, 10, 5.0)]);
        assert!(ratings.is_rough);
        let elo: Vec<f64> = ratings.players.iter().map(|rating| rating.elo).collect();
        close(elo[0] - elo[1], elo_of_score(10.5 / 11.0), 1e-6);
        assert!(
            ratings
                .players
                .iter()
                .all(|rating| rating.error > 0.0 && rating.error.is_finite())
        );
    }

    #[test]
    fn nobody_and_strangers_have_ratings_of_nothing() {
        assert_eq!(rate(0, &[]).players, []);
        let ratings = rate(
            3,
            &[met(0, 1, 2, 1.0), met(0, 1, 2, 0.5), met(0, 1, 2, 1.5)],
        );
        assert!(ratings.players.iter().all(|rating| rating.elo.abs() < 1e-9));
        assert!(!ratings.is_rough);
        let ratings = rate(1, &[met(0, 0, 2, 1.0)]);
        assert!(!ratings.is_rough);
    }

    /// The spread of the scores of random events is what the intervals say.
    #[test]
    fn intervals_hold_the_truth_95_times_in_100() {
        use rand::{Rng, SeedableRng};
        let mut chance = rand_chacha::ChaCha8Rng::seed_from_u64(5);
        let truth = [60.0, 0.0, -60.0];
        let mut held = 0;
        let events = 400;
        for _ in 0..events {
            let mut encounters = Vec::new();
            for (one, other) in [(0, 1), (0, 2), (1, 2)] {
                for _ in 0..100 {
                    let odds: f64 = score_of_elo(truth[one] - truth[other]);
                    let mut points = 0.0;
                    for _ in 0..2 {
                        points += f64::from(u8::from(chance.random_bool(odds)));
                    }
                    encounters.push(met(one, other, 2, points));
                }
            }
            let ratings = rate(3, &encounters).players;
            held += usize::from((ratings[0].elo - truth[0]).abs() <= ratings[0].error);
        }
        let share = f64::from(held as u32) / f64::from(events);
        assert!((0.92..=0.98).contains(&share), "{share}");
    }

    /// Round robins of these players from openings with these advantages in Elo for the first turn.
    fn round_robin(truth: &[f64], advantages: &[f64]) -> Vec<Encounter> {
        use rand::{Rng, SeedableRng};
        let mut chance = rand_chacha::ChaCha8Rng::seed_from_u64(7);
        let mut encounters = Vec::new();
        for (opening, advantage) in advantages.iter().enumerate() {
            for one in 0..truth.len() {
                for other in one + 1..truth.len() {
                    let lead = truth[one] - truth[other];
                    let sides = [lead + advantage, lead - advantage].map(|elo| Score {
                        games: 1,
                        points: f64::from(u8::from(chance.random_bool(score_of_elo(elo)))),
                    });
                    encounters.push(Encounter {
                        one,
                        other,
                        opening,
                        sides,
                    });
                }
            }
        }
        encounters
    }

    #[test]
    fn what_openings_are_worth_is_told_from_what_players_are() {
        let truth: Vec<f64> = (0..10).map(|player| 60.0 * player as f64 - 270.0).collect();
        let advantages: Vec<f64> = (0..60)
            .map(|opening| 40.0 * f64::from(opening) - 1200.0)
            .collect();
        let encounters = round_robin(&truth, &advantages);
        let even = rate_evenly(truth.len(), &encounters)
            .expect("openings played often enough")
            .players;
        let held = even
            .iter()
            .zip(&truth)
            .filter(|(rating, truth)| (rating.elo - **truth).abs() <= rating.error)
            .count();
        assert!(held >= 8, "{even:?}");
        // By scores alone they are closer together.
        let plain = super::rate(truth.len(), &encounters).players;
        let range = |ratings: &[Rating]| ratings[9].elo - ratings[0].elo;
        assert!((480.0..600.0).contains(&range(&even)), "{even:?}");
        assert!(range(&plain) < 400.0, "{plain:?}");
    }

    #[test]
    fn openings_that_favour_nobody_change_no_rating() {
        let truth = [150.0, 50.0, -50.0, -150.0, 0.0];
        let encounters = round_robin(&truth, &[0.0; 200]);
        let even = rate_evenly(5, &encounters)
            .expect("openings played often enough")
            .players;
        for (even, plain) in even.iter().zip(super::rate(5, &encounters).players) {
            // Ten games tell so little of an opening that it is thought to be worth something.
            close(even.elo, plain.elo, 0.1 * plain.elo.abs() + 1.0);
        }
    }

    #[test]
    fn openings_played_by_few_are_not_rated() {
        assert_eq!(rate_evenly(0, &[]), None);
        let encounters = round_robin(&[100.0, 0.0, -100.0], &[50.0; 40]);
        assert_eq!(rate_evenly(3, &encounters), None);
        let wins = Score {
            games: 1,
            points: 1.0,
        };
        let always = Encounter {
            sides: [wins; 2],
            ..met(0, 1, 1, 1.0)
        };
        assert_eq!(rate_evenly(2, &[always; 40]), None);
    }

    #[test]
    fn what_hangs_together_in_an_opening_counts_once() {
        // One player knows half the openings and the other the rest, whoever of either kind plays.
        let knowing = |opening: usize, copies: usize| {
            let points = 2.0 * (opening % 2) as f64;
            vec![
                Encounter {
                    opening,
                    ..met(0, 1, 2, points)
                };
                copies
            ]
        };
        let error = |copies| {
            let encounters: Vec<_> = (0..40)
                .flat_map(|opening| knowing(opening, copies))
                .collect();
            super::rate(2, &encounters).players[0].error
        };
        close(error(1), error(5), 1e-6);
    }
}
