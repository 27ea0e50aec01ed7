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
//! The games of an encounter share an opening and hang together; so intervals come from the
//! variance of encounters, not of games: the estimator of H. White, "Maximum Likelihood Estimation
//! of Misspecified Models" (Econometrica 50, 1982). It needs no opinion about how many draws to
//! expect.

use crate::arena::stats::score_of_elo;

/// How many standard deviations to either side hold 95 % of a normal distribution.
const NORMAL_95: f64 = 1.959_963_984_540_054;

/// Elo in a unit of the natural logarithm of the odds.
const ELO_PER_UNIT: f64 = 400.0 / std::f64::consts::LN_10;

/// Newton's steps; a few suffice.
const STEPS: usize = 100;

/// The games that two players played from one opening.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Encounter {
    /// The one, by its number.
    pub one: usize,
    /// The other.
    pub other: usize,
    /// Games.
    pub games: u32,
    /// Points of the one.
    pub points: f64,
}

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
}

/// The likeliest ratings of so many players.
#[must_use]
pub fn rate(players: usize, encounters: &[Encounter]) -> Ratings {
    let played: Vec<Encounter> = encounters
        .iter()
        .copied()
        .filter(|met| met.one != met.other && met.one.max(met.other) < players && met.games > 0)
        .collect();
    let is_rough = !played.is_empty() && !has_maximum(players, &played);
    let mut weighed = played.clone();
    if is_rough {
        weighed.extend(added_draws(&played));
    }
    let strengths = likeliest(players, &weighed);
    let covariance = covariance(&strengths, &weighed, is_rough);
    let ratings = strengths.iter().zip(&covariance).enumerate();
    Ratings {
        players: ratings
            .map(|(index, (strength, row))| Rating {
                elo: strength * ELO_PER_UNIT,
                error: NORMAL_95 * ELO_PER_UNIT * row[index].max(0.0).sqrt(),
            })
            .collect(),
        is_rough,
    }
}

/// Whether from every player of a connected field every other one can be reached by points that
/// were made; players who have not met are not compared.
fn has_maximum(players: usize, encounters: &[Encounter]) -> bool {
    let mut scored = Vec::new();
    let mut met = Vec::new();
    for encounter in encounters {
        let Encounter { one, other, .. } = *encounter;
        if encounter.points > 0.0 {
            scored.push((one, other));
        }
        if encounter.points < f64::from(encounter.games) {
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

/// A draw for every pairing.
fn added_draws(encounters: &[Encounter]) -> Vec<Encounter> {
    let mut pairings: Vec<(usize, usize)> = encounters
        .iter()
        .map(|met| (met.one.min(met.other), met.one.max(met.other)))
        .collect();
    pairings.sort_unstable();
    pairings.dedup();
    pairings
        .into_iter()
        .map(|(one, other)| Encounter {
            one,
            other,
            games: 1,
            points: 0.5,
        })
        .collect()
}

/// The score that the one is expected to make in a game.
fn expected(strengths: &[f64], met: &Encounter) -> f64 {
    score_of_elo((strengths[met.one] - strengths[met.other]) * ELO_PER_UNIT)
}

type Matrix = Vec<Vec<f64>>;

/// The information of the games, with the mean of the field held at 0.
fn information(strengths: &[f64], encounters: &[Encounter]) -> Matrix {
    let count = strengths.len();
    // The constant part pins down the mean, about which games say nothing; it cancels out of
    // whatever is done to vectors that sum up to 0.
    let mut matrix = vec![vec![1.0 / count.max(1) as f64; count]; count];
    for met in encounters {
        let expected = expected(strengths, met);
        let weight = f64::from(met.games) * expected * (1.0 - expected);
        matrix[met.one][met.one] += weight;
        matrix[met.other][met.other] += weight;
        matrix[met.one][met.other] -= weight;
        matrix[met.other][met.one] -= weight;
    }
    matrix
}

fn likeliest(players: usize, encounters: &[Encounter]) -> Vec<f64> {
    let mut strengths = vec![0.0; players];
    for _ in 0..STEPS {
        let mut slope = vec![0.0; players];
        for met in encounters {
            let surplus = met.points - f64::from(met.games) * expected(&strengths, met);
            slope[met.one] += surplus;
            slope[met.other] -= surplus;
        }
        let inverse = inverse(information(&strengths, encounters));
        let mut longest: f64 = 0.0;
        let steps: Vec<f64> = inverse.iter().map(|row| dot(row, &slope)).collect();
        let widest = steps
            .iter()
            .fold(0.0_f64, |widest, step| widest.max(step.abs()));
        // Far from the maximum a step may lead beyond it.
        let scale = if widest > 1.0 { 1.0 / widest } else { 1.0 };
        for (strength, step) in strengths.iter_mut().zip(steps) {
            *strength += scale * step;
            longest = longest.max((scale * step).abs());
        }
        if longest < 1e-12 {
            break;
        }
    }
    let mean = strengths.iter().sum::<f64>() / players.max(1) as f64;
    strengths.iter().map(|strength| strength - mean).collect()
}

/// How uncertain the strengths are: that of the model where draws were added or nothing varied, else
/// by the variance of encounters.
fn covariance(strengths: &[f64], encounters: &[Encounter], is_rough: bool) -> Matrix {
    let count = strengths.len();
    let mut inverse = inverse(information(strengths, encounters));
    for row in &mut inverse {
        for value in row.iter_mut() {
            *value -= 1.0 / count as f64;
        }
    }
    if is_rough {
        return inverse;
    }
    let mut covariance = vec![vec![0.0; count]; count];
    for met in encounters {
        let surplus = met.points - f64::from(met.games) * expected(strengths, met);
        let pull: Vec<f64> = inverse
            .iter()
            .map(|row| surplus * (row[met.one] - row[met.other]))
            .collect();
        for (row, one) in covariance.iter_mut().zip(&pull) {
            for (value, other) in row.iter_mut().zip(&pull) {
                *value += one * other;
            }
        }
    }
    // Where nothing came as a surprise, surprises say nothing about the error; the model still does.
    let met = encounters.iter().flat_map(|met| [met.one, met.other]);
    let silent = |player: usize| covariance[player][player] < 1e-12 * inverse[player][player];
    if met.into_iter().any(silent) {
        return inverse;
    }
    covariance
}

fn dot(row: &[f64], column: &[f64]) -> f64 {
    row.iter().zip(column).map(|(one, other)| one * other).sum()
}

/// The inverse of a matrix, by elimination. A row of which nothing is left, that of a player who
/// has not played, stays as it is.
fn inverse(mut matrix: Matrix) -> Matrix {
    let count = matrix.len();
    let mut inverse: Matrix = (0..count)
        .map(|row| {
            (0..count)
                .map(|column| f64::from(u8::from(row == column)))
                .collect()
        })
        .collect();
    for pivot in 0..count {
        let best = (pivot..count).max_by(|&one, &other| {
            let size = |row: usize| matrix[row][pivot].abs();
            size(one).total_cmp(&size(other))
        });
        let Some(best) = best.filter(|&row| matrix[row][pivot].abs() > 1e-300) else {
            continue;
        };
        matrix.swap(pivot, best);
        inverse.swap(pivot, best);
        let scale = matrix[pivot][pivot];
        for value in matrix[pivot].iter_mut().chain(inverse[pivot].iter_mut()) {
            *value /= scale;
        }
        let (lead, image) = (matrix[pivot].clone(), inverse[pivot].clone());
        for row in (0..count).filter(|&row| row != pivot) {
            let factor = matrix[row][pivot];
            for (value, lead) in matrix[row].iter_mut().zip(&lead) {
                *value -= factor * lead;
            }
            for (value, lead) in inverse[row].iter_mut().zip(&image) {
                *value -= factor * lead;
            }
        }
    }
    inverse
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::arena::stats::{Counts, elo_of_score};

    fn met(one: usize, other: usize, games: u32, points: f64) -> Encounter {
        Encounter {
            one,
            other,
            games,
            points,
        }
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
        // Both ratings move against each other, so the difference is as uncertain as both together.
        close(one.error + other.error, elo.error(), 0.01 * elo.error());
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
                surplus += sign * (game.points - f64::from(game.games) * expected);
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
}
