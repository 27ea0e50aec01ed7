//! Two tests: weak levels vary their first turn, and the engine beats a player that plays random
//! turns.
//!
//! By default the second test plays two games of every variant, one from each side, with few nodes
//! a turn. The engine must take at least half of the points in every variant, and more than half of
//! all points. With `REVIVER_STRENGTH_GAMES=20` it plays 20 games of every variant with 100
//! milliseconds a turn, and the engine must take at least 95 percent of the points in every
//! variant. This test prints the points and the longest time for a turn
//! (`cargo test --release --test search strength -- --nocapture`).

use std::collections::HashSet;
use std::num::NonZeroU64;
use std::time::{Duration, Instant};

use rand::SeedableRng;
use rand_chacha::ChaCha8Rng;
use reviver::games::{self, TypedGame, Visitor};
use reviver::live::LiveGame;
use reviver::players::any_turn;
use reviver::rules::{Rules, Seat};
use reviver::search::{Control, Limits, Options, Root, Search, Strength, TimeLimit};

/// Plays the first turn of a game at this skill level, with 16 different seeds.
struct FirstTurns(f32);

impl Visitor for FirstTurns {
    /// The number of different first turns, and the number of legal turns.
    type Output = (usize, usize);

    fn visit<R: Rules>(self, game: TypedGame<R>) -> Self::Output {
        let start = game.start_position(0);
        let played = (0..16).map(|seed| {
            let mut search = Search::new(Options {
                strength: Strength::Level(self.0),
                seed,
                hash: 1,
                ..game.game().search_options()
            });
            let root = Root {
                position: &start,
                keys: &[start.key()],
            };
            let limits = Limits {
                is_from_start: true,
                ..Limits::default()
            };
            let best = search.go(root, &limits, &Control::default(), &mut |_| {});
            best.turn.expect("a legal turn")
        });
        let played: HashSet<_> = played.collect();
        (played.len(), start.count())
    }
}

#[test]
fn weak_levels_vary_their_first_turn() {
    for variant in games::built_in() {
        for level in [0.0, 2.0, 5.0] {
            let (played, legal) = variant.dispatch(FirstTurns(level));
            let least = legal.min(3);
            assert!(
                played >= least,
                "{variant}, level {level}: {played} of {legal}"
            );
        }
    }
}

struct Contest {
    games: u64,
    limits: Limits,
}

/// The engine's score in half points, and its longest time for a turn.
struct EngineScore {
    half_points: u64,
    longest: Duration,
}

impl Visitor for Contest {
    type Output = EngineScore;

    fn visit<R: Rules>(self, variant: TypedGame<R>) -> EngineScore {
        let mut score = EngineScore {
            half_points: 0,
            longest: Duration::ZERO,
        };
        for number in 0..self.games {
            let engine = if number % 2 == 0 {
                Seat::First
            } else {
                Seat::Second
            };
            let (winner, longest) = play::<R>(variant, engine, number, &self.limits);
            score.longest = longest.max(score.longest);
            score.half_points += match winner {
                Some(seat) if seat == engine => 2,
                Some(_) => 0,
                None => 1,
            };
        }
        score
    }
}

/// Plays a game against random turns. Returns the winner and the engine's longest time for a turn.
fn play<R: Rules>(
    variant: TypedGame<R>,
    engine: Seat,
    seed: u64,
    limits: &Limits,
) -> (Option<Seat>, Duration) {
    let mut longest = Duration::ZERO;
    let mut random = ChaCha8Rng::seed_from_u64(seed);
    let mut search = Search::<R>::new(Options {
        seed,
        ..variant.search_options()
    });
    let start = variant
        .position(variant.start(seed))
        .expect("a start position");
    let mut game = LiveGame::new(variant, start);
    loop {
        if let Some(outcome) = game.outcome() {
            return (outcome.winner, longest);
        }
        let turn = if game.position().seat() == engine {
            let since = Instant::now();
            let control = Control::default();
            let best = search.go(
                Root {
                    position: game.position(),
                    keys: game.keys(),
                },
                limits,
                &control,
                &mut |_| {},
            );
            longest = since.elapsed().max(longest);
            best.turn.expect("there is a turn")
        } else {
            any_turn(game.position(), &mut random).expect("there is a turn")
        };
        game.play(turn)
            .unwrap_or_else(|error| panic!("{variant}, seed {seed}: {error}"));
    }
}

#[test]
fn the_engine_beats_random_turns() {
    let games = std::env::var("REVIVER_STRENGTH_GAMES").ok().map(|text| {
        let games: Result<NonZeroU64, _> = text.parse();
        games
            .expect("REVIVER_STRENGTH_GAMES: a number above 0")
            .get()
    });
    let mut too_few = Vec::new();
    let (mut all_points, mut all_games) = (0.0, 0);
    for variant in games::built_in() {
        let limits = match games {
            Some(_) => Limits {
                time: TimeLimit::Fixed(Duration::from_millis(100)),
                ..Limits::default()
            },
            None => Limits {
                nodes: Some(400),
                ..Limits::default()
            },
        };
        let games = games.unwrap_or(2);
        let score = variant.dispatch(Contest { games, limits });
        let (points, longest) = (score.half_points as f64 / 2.0, score.longest);
        println!("{variant}: {points} of {games}, longest turn {longest:?}");
        all_points += points;
        all_games += games;
        let needed = if games >= 20 { 0.95 } else { 0.5 };
        if points < needed * games as f64 {
            too_few.push(format!("{variant}: {points} of {games}"));
        }
    }
    assert!(too_few.is_empty(), "too few points: {}", too_few.join(", "));
    let half = all_games as f64 / 2.0;
    assert!(all_points > half, "{all_points} of {all_games} points");
}
