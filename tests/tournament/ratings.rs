//! Compares ratings and their intervals with the figures that Ordo 1.2.6
//! (<https://github.com/michiguel/Ordo>) prints for the same games. Ordo ran with
//! `-a 0 -z 200.2405 -D -s 20000 -F 95`. `-a` sets the average rating, `-z` the logistic scale of
//! Elo. `-D` estimates the rate of draws. `-s` and `-F` ask for errors from 20,000 simulated
//! events. An error is half the width of a 95 % interval.

use reviver::stats::ratings::{Encounter, Points, rate};

/// Two players, and the numbers of wins, draws and losses of the first one against the second one.
type Pairing = (usize, usize, [u32; 3]);

/// Rates the players of these pairings, and compares each rating and its error with those of Ordo.
fn compare(pairings: &[Pairing], players: &[(f64, f64)]) {
    let mut games = Vec::new();
    for &(one, other, counts) in pairings {
        for (points, count) in [1.0, 0.5, 0.0].into_iter().zip(counts) {
            for _ in 0..count {
                games.push(Encounter {
                    one,
                    other,
                    opening: games.len(),
                    sides: [Points { games: 1, points }, Points::default()],
                });
            }
        }
    }
    let ratings = rate(players.len(), &games);
    assert!(!ratings.has_added_draws);
    for (rating, &(elo, error)) in ratings.players.iter().zip(players) {
        assert!(
            (rating.elo - elo).abs() < 0.006,
            "{rating:?}, Ordo says {elo}"
        );
        // The errors may differ by 7 %, because Ordo computes them from simulated results, and
        // Reviver from the results that were played.
        let ratio = rating.error / error;
        assert!(
            (0.93..1.07).contains(&ratio),
            "{rating:?}, Ordo says {error}"
        );
    }
}

#[test]
fn a_round_robin_is_rated_as_ordo_rates_it() {
    compare(
        &[
            (0, 1, [52, 30, 18]),
            (0, 2, [61, 25, 14]),
            (0, 3, [70, 22, 8]),
            (1, 2, [40, 33, 27]),
            (1, 3, [48, 31, 21]),
            (2, 3, [37, 34, 29]),
        ],
        &[
            (136.74, 27.33),
            (4.40, 25.05),
            (-49.20, 25.39),
            (-91.94, 26.13),
        ],
    );
}

#[test]
fn unequal_numbers_of_games_are_rated_as_ordo_rates_them() {
    compare(
        &[(0, 1, [30, 10, 20]), (0, 2, [44, 5, 11]), (1, 2, [3, 2, 5])],
        &[(88.33, 41.80), (2.06, 56.59), (-90.38, 59.48)],
    );
}

/// Resamples 1,000 events from the encounters and rates each event. The spread of these ratings
/// agrees with the errors of the original ratings (B. Efron, "Bootstrap Methods", Annals of
/// Statistics 7, 1979).
#[test]
fn errors_are_those_of_resampled_events() {
    use rand::seq::IndexedRandom;
    let encounters: Vec<Encounter> = (0..150)
        .map(|index| Encounter {
            one: index % 3,
            other: (index + 1) % 3,
            opening: index,
            sides: [
                Points {
                    games: 2,
                    points: [2.0, 1.0, 1.0, 1.5, 0.0, 0.5, 1.0][index % 7],
                },
                Points::default(),
            ],
        })
        .collect();
    let rated = rate(3, &encounters).players;
    let mut random: rand_chacha::ChaCha8Rng = rand::SeedableRng::seed_from_u64(11);
    let events = 1000;
    // For each player, the sum of (resampled rating - original rating)² over all events.
    let mut squares = [0.0; 3];
    for _ in 0..events {
        let resampled: Vec<Encounter> = (0..encounters.len())
            .map(|opening| Encounter {
                opening,
                ..*encounters.choose(&mut random).expect("an encounter")
            })
            .collect();
        for (square, (again, original)) in squares
            .iter_mut()
            .zip(rate(3, &resampled).players.iter().zip(&rated))
        {
            *square += (again.elo - original.elo).powi(2);
        }
    }
    for (square, rating) in squares.iter().zip(&rated) {
        let error = 1.96 * (square / f64::from(events)).sqrt();
        assert!(
            (rating.error / error - 1.0).abs() < 0.1,
            "{rating:?}, resampled {error}"
        );
    }
}
