//! Variants with random switches. The engine and the *oracle* (a second, slow implementation of the
//! rules) agree about the legal turns and the ends of games. The invariants of `common::invariants`
//! hold. The forward game of each reverse game is a legal chess game.
//!
//! `REVIVER_SWITCH_GAMES` sets the number of variants of each family for all tests.

use std::collections::{BTreeMap, BTreeSet, HashSet};

use rand::seq::{IndexedRandom, SliceRandom};
use rand::{Rng, SeedableRng};
use rand_chacha::ChaCha8Rng;
use rayon::prelude::*;
use reviver::board::{Key, Turn};
use reviver::games::{self, Game, TypedGame, Visitor};
use reviver::live::LiveGame;
use reviver::record::{self, Record};
use reviver::rules::Rules;

use crate::common::invariants::{self, RandomTurns};
use crate::common::{families, game, positions};
use crate::oracle::chess_program::read_back;
use crate::oracle::game_rules::GameRules;
use crate::oracle::random::{compare_by, games_from, visit_games};

/// The default number of variants of each family.
const GAMES: usize = 500;
/// The default number of variants of each family in the test that takes minutes. If a family has
/// fewer variants, all of them are tested.
const MORE_GAMES: usize = 5000;
/// [`random_variants`] stops after this number of tries in a row that found no new variant.
const MAX_KNOWN_IN_A_ROW: usize = 20_000;

/// For each variant, the legal turns of the start position and of this number of random positions
/// are compared with the oracle.
const POSITIONS: usize = 3;

/// The maximum number of plies that [`CompareWithOracle::play_and_compare`] plays in a game.
const PLIES: usize = 140;

/// The switches of the draw rules, and the values of each.
const DRAW_RULES: [(&str, &[&str]); 3] = [
    ("repetition", &["draw", "loses", "points"]),
    ("fifty-moves", &["draw", "loses", "points"]),
    ("stalemate", &["draw", "loses", "points"]),
];

/// The side that plays first.
const SIDES: (&str, &[&str]) = ("first", &["white", "black"]);

/// Every range of rows within 1 to 7.
const PAWN_ROWS: [&str; 28] = [
    "[1, 1]", "[1, 2]", "[1, 3]", "[1, 4]", "[1, 5]", "[1, 6]", "[1, 7]", "[2, 2]", "[2, 3]",
    "[2, 4]", "[2, 5]", "[2, 6]", "[2, 7]", "[3, 3]", "[3, 4]", "[3, 5]", "[3, 6]", "[3, 7]",
    "[4, 4]", "[4, 5]", "[4, 6]", "[4, 7]", "[5, 5]", "[5, 6]", "[5, 7]", "[6, 6]", "[6, 7]",
    "[7, 7]",
];

/// The starts of the reverse families.
const STARTS: (&str, &[&str]) = (
    "start",
    &[
        "base",
        "random-kings",
        "placement",
        "8/8/2k5/8/8/5K2/8/3R4[QRBBNNPPPPPPPPqrrbbnnpppppppp] w - - 0 1",
    ],
);

const FLAGS: &[&str] = &["true", "false"];

const POINTS: &[&str] = &["-9", "-2", "-1", "0", "1", "2", "9"];

/// The switches of a family and some of their values.
fn choices(family: &str) -> Vec<(&'static str, &'static [&'static str])> {
    let mut choices = DRAW_RULES.to_vec();
    choices.extend_from_slice(match family {
        "ssehc" => &[
            SIDES,
            STARTS,
            ("declare", &["never", "stuck", "stuck-or-full"]),
            ("home-wins", FLAGS),
            ("compare", &["points", "home-board-distance"]),
            ("point-home", POINTS),
            ("point-far", POINTS),
        ],
        "smolowitz" => &[
            SIDES,
            STARTS,
            ("switch-colours", FLAGS),
            ("possible", FLAGS),
            ("point-pawn", &["0", "1", "2", "9"]),
            ("point-piece", &["0", "1", "2", "9"]),
            ("home-wins-early", FLAGS),
        ],
        "unplay" => &[
            SIDES,
            STARTS,
            ("own-check", &["free", "removable"]),
            ("bishops", &["any", "two-colours"]),
            ("pawns-on-a-file", &["any", "one"]),
            ("revived-pawns", &["any", "ahead"]),
            ("goal", &["army", "home"]),
        ],
        _ => &[
            SIDES,
            (
                "start",
                &[
                    "base",
                    "8/8/8/8/8/8/8/8[KQRRBNPPPPPPkqrbbnnppppp] w - - 0 1",
                    "4k3/8/8/8/8/8/8/8[KQRRBBNNPPPPPPPPqrrbbnnpppppppp] b - - 0 2",
                ],
            ),
            ("pawn-rows", &PAWN_ROWS),
            ("double-step", FLAGS),
            ("castling", FLAGS),
            ("capture-before-king", FLAGS),
        ],
    });
    choices
}

/// A variant with random switches: the game and its rules in the oracle.
struct RandomVariant {
    game: &'static Game,
    oracle: GameRules,
}

/// Returns `count` different variants of a family with random switches, or fewer if the family has
/// fewer variants.
fn random_variants(family: &'static str, count: usize) -> Vec<RandomVariant> {
    let mut random = ChaCha8Rng::seed_from_u64(0x7377_6974_6368);
    let (mut found, mut tried, mut known) = (Vec::new(), HashSet::new(), BTreeSet::new());
    let mut known_in_a_row = 0;
    while found.len() < count && known_in_a_row < MAX_KNOWN_IN_A_ROW {
        known_in_a_row += 1;
        let mut given: BTreeMap<&str, &str> = BTreeMap::new();
        let mut choices = choices(family);
        choices.shuffle(&mut random);
        let switch_count = random.random_range(1..=choices.len());
        for (name, values) in &choices[..switch_count] {
            given.insert(name, values.choose(&mut random).expect("a value"));
        }
        if let Some(position) = given.get("start").filter(|start| start.contains('/')) {
            // The side to play in the position plays first, so `first` must name it.
            let is_black = position.contains(" b ");
            given.insert("first", if is_black { "black" } else { "white" });
        }
        if !tried.insert(given.clone()) {
            continue;
        }
        let lines: Vec<String> = given
            .iter()
            .map(|(name, value)| {
                let unquoted = value.starts_with('[')
                    || ["true", "false"].contains(value)
                    || value.parse::<i32>().is_ok();
                let quote = if unquoted { "" } else { "\"" };
                format!("{name} = {quote}{value}{quote}")
            })
            .collect();
        let name = format!("random-{family}-{}", tried.len());
        let text = families::game_file(&name, family, &lines.join("\n"));
        match games::add(&text, &families::beside) {
            Ok(game) if known.insert(std::ptr::from_ref(game)) => {
                known_in_a_row = 0;
                found.push(RandomVariant {
                    game,
                    oracle: GameRules::with(family, given),
                });
            }
            // Other switches with the same effect have led to this game before.
            Ok(_) => {}
            // Random switches are refused for one of three reasons:
            // 1. A draw rule has the value `points`, but the family has no points.
            // 2. Every game would be a draw.
            // 3. `first` contradicts the start position. This can happen only if the built-in game
            //    of the family has been deleted: then `game_file` adds a start position.
            Err(error) => {
                let words = error.to_string();
                assert!(
                    words.contains("not judged by points")
                        || words.contains("would be a draw")
                        || (!families::is_built_in(family) && words.contains("delete 'first'")),
                    "{text}: {words}"
                );
            }
        }
    }
    found
}

/// Asserts that a game is found by its [identity](Game::identity): its name and, if the game is not
/// built in, its definition.
fn identity_finds_the_game(game: &'static Game) {
    let again = games::identified(&game.identity());
    let again = again.unwrap_or_else(|error| panic!("{}: {error}", game.identity()));
    assert!(
        again.is_some_and(|again| std::ptr::eq(again, game)),
        "{}",
        game.identity()
    );
}

fn variants_of(family: &'static str, games: usize) -> Vec<RandomVariant> {
    let count = std::env::var("REVIVER_SWITCH_GAMES")
        .map_or(games, |games| games.parse().expect("a number of games"));
    let variants = random_variants(family, count);
    assert!(variants.len() >= count.min(GAMES), "{}", variants.len());
    variants
}

/// Compares a game with the oracle.
struct CompareWithOracle<'a> {
    oracle: &'a GameRules,
    seed: u64,
}

impl Visitor for CompareWithOracle<'_> {
    type Output = ();

    fn visit<R: Rules>(self, game: TypedGame<R>) {
        // The positions of the family's perft file that are legal in this game.
        let fens = positions::perft_fens(crate::common::game(self.oracle.family()));
        let starts: Vec<R> = fens.iter().filter_map(|fen| game.read(fen).ok()).collect();
        let starts = if starts.is_empty() {
            vec![game.start_position(self.seed)]
        } else {
            starts
        };
        let mut random_turns = RandomTurns(self.seed);
        let games = games_from(game, starts.clone(), self.seed);
        visit_games(
            games.inspect(|played| {
                if game.is_reverse() && played.turns.len() > 1 {
                    read_back(&played.start, &played.turns);
                }
            }),
            POSITIONS,
            |position| {
                compare_by(self.oracle, game, position);
                invariants::assert_position(game, position);
                invariants::illegal_turns_have_an_illegality(position, &mut random_turns);
                for &turn in position.turns().iter().take(5) {
                    invariants::assert_turn(game, position, turn);
                }
            },
        );
        compare_by(self.oracle, game, &game.start_position(self.seed));
        self.play_and_compare(game, game.start_position(self.seed));
        for start in starts.into_iter().take(2) {
            self.play_and_compare(game, start);
        }
    }
}

impl CompareWithOracle<'_> {
    /// Plays a random game and compares the outcome of each position with the oracle. In about half
    /// of the games, the players repeat a position whenever they can.
    fn play_and_compare<R: Rules>(&self, game: TypedGame<R>, start: R) {
        let mut random = ChaCha8Rng::seed_from_u64(self.seed);
        let mut seen: BTreeMap<String, usize> = BTreeMap::new();
        let mut live = LiveGame::new(game, start);
        let prefers_repetition = random.random_bool(0.5);
        for _ in 0..PLIES {
            let position = live.position();
            let setup = position.setup();
            let text = setup.to_string();
            // The counters do not matter for repetition.
            let fields: Vec<&str> = text.split(' ').take(4).collect();
            let occurrences = seen.entry(fields.join(" ")).or_default();
            *occurrences += 1;
            let turns = position.turns();
            let mut expected = self.oracle.result(setup, !turns.is_empty());
            if expected.is_none() && *occurrences >= 3 {
                expected = Some((self.oracle.result_on("repetition", setup), "repetition"));
            } else if expected.is_none() && setup.halfmove >= 100 {
                expected = Some((self.oracle.result_on("fifty-moves", setup), "fifty-moves"));
            }
            let outcome = live.outcome();
            assert_eq!(
                outcome.map(|outcome| (outcome.result(), outcome.ending.word())),
                expected,
                "{:?} {setup}",
                self.oracle
            );
            if outcome.is_some() {
                break;
            }
            let reversible: Vec<Turn> = turns
                .iter()
                .copied()
                .filter(|&turn| !position.is_irreversible(turn))
                .collect();
            let repeats = |turn: &Turn| {
                let key: Key = position.play(*turn).key();
                live.keys().contains(&key)
            };
            let turn = if prefers_repetition {
                reversible.iter().copied().find(repeats)
            } else {
                None
            };
            let turn = turn
                .or_else(|| reversible.choose(&mut random).copied())
                .or_else(|| turns.choose(&mut random).copied())
                .expect("a game that goes on has a turn");
            live.play(turn).unwrap_or_else(|error| panic!("{error}"));
        }
        let written = Record::of(&live);
        let read = record::read(&written.to_string()).unwrap_or_else(|error| panic!("{error}"));
        assert_eq!((read.game, read.start), (written.game, written.start));
        assert_eq!((read.turns, read.result), (written.turns, written.result));
    }
}

/// Compares variants of a family with the oracle. They have random switches. Their number is at
/// most `games` or, if the environment variable `REVIVER_SWITCH_GAMES` is set, at most its value.
fn agree_with_the_oracle(family: &'static str, games: usize) {
    assert_eq!(game(family).name(), family);
    variants_of(family, games)
        .par_iter()
        .enumerate()
        .for_each(|(number, variant)| {
            identity_finds_the_game(variant.game);
            variant.game.dispatch(CompareWithOracle {
                oracle: &variant.oracle,
                seed: number as u64,
            });
        });
}

#[test]
#[ignore = "takes minutes"]
fn more_games_of_every_family_agree_with_the_oracle() {
    for family in ["ssehc", "smolowitz", "unplay", "unachess"] {
        agree_with_the_oracle(family, MORE_GAMES);
    }
}

#[test]
fn games_of_the_ssehc_family_agree_with_the_oracle() {
    agree_with_the_oracle("ssehc", GAMES);
}

#[test]
fn games_of_the_smolowitz_family_agree_with_the_oracle() {
    agree_with_the_oracle("smolowitz", GAMES);
}

#[test]
fn games_of_the_unplay_family_agree_with_the_oracle() {
    agree_with_the_oracle("unplay", GAMES);
}

#[test]
fn games_of_the_unachess_family_agree_with_the_oracle() {
    agree_with_the_oracle("unachess", GAMES);
}
