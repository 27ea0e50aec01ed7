//! Ratings of fields whose truth is known.

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
