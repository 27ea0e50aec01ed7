//! Ratings from given results, and from games drawn at random between players of known strengths.

use super::*;
use crate::stats::counts::{Counts, elo_of_score, score_of_elo};

fn encounter(one: usize, other: usize, games: u32, points: f64) -> Encounter {
    Encounter {
        one,
        other,
        opening: 0,
        sides: [Points { games, points }, Points::default()],
    }
}

/// The ratings by `super::rate`, with a different opening for each encounter.
fn rate(players: usize, encounters: &[Encounter]) -> Ratings {
    let encounters: Vec<Encounter> = encounters
        .iter()
        .enumerate()
        .map(|(opening, &encounter)| Encounter {
            opening,
            ..encounter
        })
        .collect();
    super::rate(players, &encounters)
}

fn assert_close(value: f64, expected: f64, tolerance: f64) {
    assert!(
        (value - expected).abs() <= tolerance,
        "{value}, expected {expected}"
    );
}

#[test]
fn draws_alone_leave_an_uncertain_rating() {
    let error = |pairs: usize| {
        let ratings = rate(2, &vec![encounter(0, 1, 2, 1.0); pairs]);
        assert!(!ratings.has_added_draws);
        let [one, _] = ratings.players[..] else {
            panic!("two players")
        };
        assert_close(one.elo, 0.0, 1e-9);
        one.error
    };
    // All scores are equal, so the sandwich estimate of the variance is 0. The error then comes
    // from the Fisher information of the model, which is 1/4 for a game between equals. After two
    // games, the difference of the ratings therefore has the variance 2. Each rating is plus or
    // minus half of this difference.
    assert_close(error(1), Z_95 * ELO_PER_UNIT / 2.0 * 2_f64.sqrt(), 1e-6);
    assert_close(error(400), error(1) / 20.0, 1e-6);
}

#[test]
fn two_players_differ_by_the_elo_of_their_score() {
    let counts = Counts([3_u64, 20, 60, 40, 17]);
    let mut encounters = Vec::new();
    for (half_points, &count) in counts.0.iter().enumerate() {
        for _ in 0..count {
            encounters.push(encounter(0, 1, 2, half_points as f64 / 2.0));
        }
    }
    let ratings = rate(2, &encounters);
    let elo = counts.elo().expect("pairs");
    let [one, other] = ratings.players[..] else {
        panic!("two players")
    };
    assert_close(one.elo - other.elo, elo.value, 1e-6);
    let lead = ratings.lead(0, 1).expect("they met");
    assert_close(lead.elo, elo.value, 1e-6);
    assert_close(lead.error, elo.error(), 0.01 * elo.error());
    // One rating rises as the other falls, so the errors add up to the error of the difference.
    assert_close(one.error + other.error, lead.error, 1e-9);
    assert!(!ratings.has_added_draws);
}

#[test]
fn the_expected_score_of_each_player_is_its_score() {
    let encounters = [
        encounter(0, 1, 10, 6.5),
        encounter(0, 2, 10, 7.0),
        encounter(0, 3, 4, 4.0),
        encounter(1, 2, 10, 3.5),
        encounter(1, 3, 10, 8.0),
        encounter(2, 3, 10, 9.5),
    ];
    let ratings = rate(4, &encounters).players;
    for player in 0..4 {
        let mut surplus = 0.0;
        for encounter in encounters
            .iter()
            .filter(|encounter| encounter.one == player || encounter.other == player)
        {
            let expected = score_of_elo(ratings[encounter.one].elo - ratings[encounter.other].elo);
            let sign = if encounter.one == player { 1.0 } else { -1.0 };
            let Points { games, points } = encounter.score();
            surplus += sign * (points - f64::from(games) * expected);
        }
        assert_close(surplus, 0.0, 1e-9);
    }
    assert_close(ratings.iter().map(|rating| rating.elo).sum(), 0.0, 1e-9);
}

#[test]
fn draws_are_added_if_a_player_won_all_games() {
    let ratings = rate(3, &[encounter(0, 1, 10, 10.0), encounter(1, 2, 10, 5.0)]);
    assert!(ratings.has_added_draws);
    let elo: Vec<f64> = ratings.players.iter().map(|rating| rating.elo).collect();
    assert_close(elo[0] - elo[1], elo_of_score(10.5 / 11.0), 1e-6);
    assert!(
        ratings
            .players
            .iter()
            .all(|rating| rating.error > 0.0 && rating.error.is_finite())
    );
}

#[test]
fn players_without_games_are_rated_0() {
    assert_eq!(rate(0, &[]).players, []);
    let ratings = rate(
        3,
        &[
            encounter(0, 1, 2, 1.0),
            encounter(0, 1, 2, 1.5),
            encounter(0, 1, 2, 1.5),
        ],
    );
    let elo: Vec<f64> = ratings.players.iter().map(|rating| rating.elo).collect();
    assert_close(elo[0] - elo[1], elo_of_score(2.0 / 3.0), 1e-6);
    assert_eq!(elo[2], 0.0);
    assert!(!ratings.has_added_draws);
    let ratings = rate(1, &[encounter(0, 0, 2, 1.0)]);
    let nothing = Rating {
        elo: 0.0,
        error: 0.0,
    };
    assert_eq!(ratings.players, [nothing]);
    assert!(!ratings.has_added_draws);
}

#[test]
fn players_who_are_not_linked_by_games_are_rated_as_in_events_of_their_own() {
    // A player who scores 65 % is 107.5 Elo stronger than the opponent.
    let half = elo_of_score(0.65) / 2.0;
    let games = [encounter(0, 1, 10, 6.5)];
    let alone = rate(2, &games);
    let with_another = rate(3, &games);
    for (player, expected) in [half, -half, 0.0].into_iter().enumerate() {
        assert_close(with_another.players[player].elo, expected, 1e-6);
    }
    assert_close(with_another.players[0].error, alone.players[0].error, 1e-6);
    assert_close(with_another.players[2].error, 0.0, 1e-6);
    let two_groups = rate(6, &[encounter(0, 3, 10, 6.5), encounter(2, 4, 10, 3.5)]);
    for (player, expected) in [half, 0.0, -half, -half, half, 0.0].into_iter().enumerate() {
        assert_close(two_groups.players[player].elo, expected, 1e-6);
    }
    for (one, other) in [(0, 3), (2, 4)] {
        assert!(two_groups.lead(one, other).is_some(), "{one} and {other}");
    }
    for (one, other) in [(0, 2), (0, 4), (4, 3), (0, 1), (1, 5)] {
        assert_eq!(two_groups.lead(one, other), None, "{one} and {other}");
    }
}

#[test]
fn intervals_contain_the_true_rating_in_95_percent_of_events() {
    use rand::{Rng, SeedableRng};
    let mut random = rand_chacha::ChaCha8Rng::seed_from_u64(5);
    let truth = [60.0, 0.0, -60.0];
    let mut contained = 0;
    let events = 400;
    for _ in 0..events {
        let mut encounters = Vec::new();
        for (one, other) in [(0, 1), (0, 2), (1, 2)] {
            for _ in 0..100 {
                let expected: f64 = score_of_elo(truth[one] - truth[other]);
                let mut points = 0.0;
                for _ in 0..2 {
                    points += f64::from(u8::from(random.random_bool(expected)));
                }
                encounters.push(encounter(one, other, 2, points));
            }
        }
        let ratings = rate(3, &encounters).players;
        contained += usize::from((ratings[0].elo - truth[0]).abs() <= ratings[0].error);
    }
    let share = f64::from(contained as u32) / f64::from(events);
    assert!((0.92..=0.98).contains(&share), "{share}");
}

/// A round robin for each opening. `truth` has the true rating of each player, and `advantages` the
/// Elo that each opening gives to the player in the first seat.
fn round_robin(truth: &[f64], advantages: &[f64]) -> Vec<Encounter> {
    use rand::{Rng, SeedableRng};
    let mut random = rand_chacha::ChaCha8Rng::seed_from_u64(7);
    let mut encounters = Vec::new();
    for (opening, advantage) in advantages.iter().enumerate() {
        for one in 0..truth.len() {
            for other in one + 1..truth.len() {
                let lead = truth[one] - truth[other];
                let sides = [lead + advantage, lead - advantage].map(|elo| Points {
                    games: 1,
                    points: f64::from(u8::from(random.random_bool(score_of_elo(elo)))),
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
fn ratings_and_advantages_of_openings_are_estimated_together() {
    let truth: Vec<f64> = (0..10).map(|player| 60.0 * player as f64 - 270.0).collect();
    let advantages: Vec<f64> = (0..60)
        .map(|opening| 40.0 * f64::from(opening) - 1200.0)
        .collect();
    let encounters = round_robin(&truth, &advantages);
    let even = rate_with_opening_advantages(truth.len(), &encounters)
        .expect("openings played often enough")
        .players;
    let contained = even
        .iter()
        .zip(&truth)
        .filter(|(rating, truth)| (rating.elo - **truth).abs() <= rating.error)
        .count();
    assert!(contained >= 8, "{even:?}");
    // From an opening with a large advantage, the players usually win one game each. `super::rate`
    // ignores the advantages, so its ratings are closer together.
    let by_scores = super::rate(truth.len(), &encounters).players;
    let range = |ratings: &[Rating]| ratings[9].elo - ratings[0].elo;
    assert!((480.0..600.0).contains(&range(&even)), "{even:?}");
    assert!(range(&by_scores) < 400.0, "{by_scores:?}");
}

#[test]
fn fair_openings_hardly_change_a_rating() {
    let truth = [150.0, 50.0, -50.0, -150.0, 0.0];
    let encounters = round_robin(&truth, &[0.0; 200]);
    let even = rate_with_opening_advantages(5, &encounters)
        .expect("openings played often enough")
        .players;
    for (even, by_scores) in even.iter().zip(super::rate(5, &encounters).players) {
        // With only twenty games from each opening, chance makes openings look a little unfair.
        assert_close(even.elo, by_scores.elo, 0.1 * by_scores.elo.abs() + 1.0);
    }
}

#[test]
fn with_few_games_per_opening_or_one_winner_there_are_no_ratings() {
    assert_eq!(rate_with_opening_advantages(0, &[]), None);
    let encounters = round_robin(&[100.0, 0.0, -100.0], &[50.0; 40]);
    assert_eq!(rate_with_opening_advantages(3, &encounters), None);
    let wins = Points {
        games: 1,
        points: 1.0,
    };
    let one_sided = Encounter {
        sides: [wins; 2],
        ..encounter(0, 1, 1, 1.0)
    };
    assert_eq!(rate_with_opening_advantages(2, &[one_sided; 40]), None);
}

#[test]
fn games_from_the_same_opening_form_one_cluster() {
    // Player 0 wins all games from the openings with odd numbers, player 1 wins all other games.
    let games_from = |opening: usize, copies: usize| {
        let points = 2.0 * (opening % 2) as f64;
        vec![
            Encounter {
                opening,
                ..encounter(0, 1, 2, points)
            };
            copies
        ]
    };
    let error = |copies| {
        let encounters: Vec<_> = (0..40)
            .flat_map(|opening| games_from(opening, copies))
            .collect();
        super::rate(2, &encounters).players[0].error
    };
    assert_close(error(1), error(5), 1e-6);
}
