//! Positions from random games, for comparing the oracle with the fast generator.

use std::collections::BTreeMap;

use rand::{
    Rng, SeedableRng,
    seq::{IndexedRandom, IteratorRandom},
};
use rand_chacha::ChaCha8Rng;
use reviver::board::{Act, Color, Pending, ROLES, Role, Setup, Turn};
use reviver::eval;
use reviver::games::{Game, TypedGame};
use reviver::rules::{DrawCause, Rules, Seat, Uncapture};

use super::game_rules::GameRules;
use super::unmove::candidates;
use super::{king_attacked, made_up, row};
use crate::common::{positions, read};

/// The maximum length of a random game, in plies, is one of these numbers. In 400 plies, the armies
/// can come home.
const PLIES: [usize; 4] = [15, 50, 150, 400];

/// How many positions a test compares: `REVIVER_ORACLE_POSITIONS`, or `by_default` if it is not
/// set.
pub fn positions_wanted(by_default: usize) -> usize {
    std::env::var("REVIVER_ORACLE_POSITIONS").map_or(by_default, |wanted| {
        wanted.parse().expect("a number of positions")
    })
}

/// The turns that a random player prefers. Uniform random play rarely reaches full boards, ends of
/// games and rare turns.
#[derive(Clone, Copy, Debug)]
enum Preference {
    Anything,
    RareTurns,
    Home,
    Checks,
    Sensible,
}

const PREFERENCES: [Preference; 5] = [
    Preference::Anything,
    Preference::RareTurns,
    Preference::Home,
    Preference::Checks,
    Preference::Sensible,
];

/// A random game that was played: its start and its turns.
pub struct PlayedGame<R> {
    pub start: R,
    pub turns: Vec<Turn>,
}

/// The index of a game in the list of all games.
fn number_of(game: &'static Game) -> u64 {
    let games = reviver::games::all();
    games
        .iter()
        .position(|&other| other == game)
        .expect("a game") as u64
}

/// An endless series of random games of a built-in game, the same in every run. Each game starts
/// from the start position, from a position of its `perft.txt`, or from a made-up position.
pub fn games<R: Rules>(variant: TypedGame<R>) -> impl Iterator<Item = PlayedGame<R>> {
    let seed = 0x6f72_6163_6c65 ^ number_of(variant.game());
    games_from(variant, starts::<R>(variant), seed)
}

/// An endless series of random games. Each game starts from the start position, from one of
/// `starts`, or from a made-up position.
pub fn games_from<R: Rules>(
    variant: TypedGame<R>,
    starts: Vec<R>,
    seed: u64,
) -> impl Iterator<Item = PlayedGame<R>> {
    let mut random = ChaCha8Rng::seed_from_u64(seed);
    std::iter::repeat_with(move || {
        let start = match random.random_range(0..6) {
            0 => start::<R>(variant, random.random()),
            1 | 2 => starts.choose(&mut random).expect("a position").clone(),
            _ => made_up::position::<R>(variant, &mut random),
        };
        let preference = *PREFERENCES.choose(&mut random).expect("a preference");
        let plies = *PLIES.choose(&mut random).expect("a length");
        let mut turns = Vec::new();
        let mut position = start.clone();
        while turns.len() < plies
            && let Some(turn) = pick(&position, (variant.game(), preference), &mut random)
        {
            turns.push(turn);
            position = position.play(turn);
        }
        PlayedGame { start, turns }
    })
}

/// Calls `look` with `count` positions of random games of a variant: see [`visit_games`].
pub fn visit<R: Rules>(variant: TypedGame<R>, count: usize, look: impl FnMut(&R)) {
    visit_games(games::<R>(variant), count, look);
}

/// Calls `look` with `count` positions of `games`. Takes a few positions of each game, and prefers
/// unusual ones.
pub fn visit_games<R: Rules>(
    games: impl Iterator<Item = PlayedGame<R>>,
    count: usize,
    mut look: impl FnMut(&R),
) {
    if count == 0 {
        return;
    }
    let mut random = ChaCha8Rng::seed_from_u64(0x6c6f_6f6b);
    let mut seen = 0;
    for played in games {
        let mut position = played.start;
        // The chance to take an ordinary position. A long game without unusual positions gives
        // about three positions.
        let chance = 3.0 / (played.turns.len() + 3) as f64;
        for turn in played.turns.into_iter().map(Some).chain([None]) {
            let factor = if is_unusual(&position) { 5.0 } else { 1.0 };
            if random.random_bool((factor * chance).min(1.0)) {
                look(&position);
                seen += 1;
                if seen == count {
                    return;
                }
            }
            if let Some(turn) = turn {
                position = position.play(turn);
            }
        }
    }
}

/// Whether a position is unusual: the pending field may concern en passant, the side to play is in
/// check or has fewer than five turns, or the reserve of a side holds a single piece.
fn is_unusual<R: Rules>(position: &R) -> bool {
    let setup = position.setup();
    let may_be_en_passant = match setup.pending {
        Pending::At(_) => position.uncapture() == Uncapture::None,
        Pending::Must(vacated) => row(setup.side, vacated) == 3,
        _ => false,
    };
    let last_reserve = Color::ALL
        .into_iter()
        .any(|color| setup.placement.reserve().total(color) == 1);
    may_be_en_passant || last_reserve || king_attacked(setup, setup.side) || position.count() < 5
}

/// The start position. If it is random, `seed` selects it.
pub fn start<R: Rules>(variant: TypedGame<R>, seed: u64) -> R {
    variant
        .position(variant.start(seed))
        .expect("a start position")
}

/// The positions of `positions/<game>/perft.txt`.
fn starts<R: Rules>(variant: TypedGame<R>) -> Vec<R> {
    let fens = positions::perft_fens(variant.game());
    fens.iter().map(|fen| read(variant, fen)).collect()
}

/// A random legal turn. In seven of ten cases it is a preferred turn, if there is one.
fn pick<R: Rules>(
    position: &R,
    (variant, preference): (&'static Game, Preference),
    random: &mut ChaCha8Rng,
) -> Option<Turn> {
    let turns = position.turns();
    if random.random_bool(0.3) {
        return turns.choose(random).copied();
    }
    let preferred: Vec<Turn> = match preference {
        Preference::Anything => Vec::new(),
        Preference::RareTurns => turns
            .iter()
            .copied()
            .filter(|&turn| is_rare(position, turn))
            .collect(),
        Preference::Home => {
            let progress_of = |after: &R| {
                let progress = |color| after.progress(color).home + after.progress(color).on_board;
                progress(Color::White) + progress(Color::Black)
            };
            let most = turns
                .iter()
                .map(|&turn| progress_of(&position.play(turn)))
                .max();
            let best = |turn: &Turn| Some(progress_of(&position.play(*turn))) == most;
            turns.iter().copied().filter(best).collect()
        }
        Preference::Checks => turns
            .iter()
            .copied()
            .filter(|&turn| {
                let after = position.play(turn);
                Color::ALL
                    .into_iter()
                    .any(|color| king_attacked(after.setup(), color))
            })
            .collect(),
        // The turn of an engine that searches one ply.
        Preference::Sensible => {
            let weights = variant.weights();
            let score = |&turn: &Turn| {
                let after = position.play(turn);
                let score_of_next = eval::evaluate(&after, weights);
                if after.seat() == position.seat() {
                    score_of_next
                } else {
                    -score_of_next
                }
            };
            turns
                .iter()
                .copied()
                .max_by_key(score)
                .into_iter()
                .collect()
        }
    };
    preferred.choose(random).or(turns.choose(random)).copied()
}

/// Whether a turn is castling, un-castling, en passant, an un-promotion, or a double or diagonal
/// step of a pawn. A turn that un-moves a pawn just un-captured is rare too.
fn is_rare<R: Rules>(position: &R, turn: Turn) -> bool {
    let (from, to) = (turn.from(), turn.to());
    let role = position.setup().placement.role_at(from);
    match turn.act() {
        Act::UnPromotion | Act::UnEnPassant => true,
        Act::Move => match role {
            Some(Role::King) => from.distance(to) > 1,
            Some(Role::Pawn) => from.distance(to) > 1 || from.file() != to.file(),
            // The turn un-moves the pawn that it has just un-captured.
            None => turn.role() == Some(Role::Pawn),
            _ => false,
        },
        _ => false,
    }
}

/// Asserts that the fast generator and the oracle agree on the legal turns, on the position after
/// each turn, and on the result. If both kings are on the board, tests the mirrored position too.
pub fn compare<R: Rules>(variant: TypedGame<R>, position: &R) {
    compare_by(&GameRules::of(variant.name()), variant, position);
}

/// Like [`compare`]. `oracle` has the rules of the variant.
pub fn compare_by<R: Rules>(oracle: &GameRules, variant: TypedGame<R>, position: &R) {
    compare_setup::<R>(oracle, variant, position.setup());
    let placed = Color::ALL
        .into_iter()
        .all(|color| position.setup().placement.king(color).is_some());
    if placed {
        compare_setup::<R>(oracle, variant, &position.setup().mirrored());
    }
}

fn compare_setup<R: Rules>(oracle: &GameRules, variant: TypedGame<R>, setup: &Setup) {
    let position = variant
        .position(*setup)
        .unwrap_or_else(|error| panic!("{variant} refuses {setup}: {error}"));
    let mut fast: Vec<(String, Turn)> = position
        .turns()
        .into_iter()
        .map(|turn| (turn.to_string(), turn))
        .collect();
    fast.sort();
    let slow = oracle.turns(setup);
    let only_fast: Vec<&String> = fast
        .iter()
        .map(|(text, _)| text)
        .filter(|text| !slow.contains_key(*text))
        .collect();
    let only_slow: Vec<&String> = slow
        .keys()
        .filter(|text| fast.binary_search_by(|(other, _)| other.cmp(text)).is_err())
        .collect();
    assert!(
        only_fast.is_empty() && only_slow.is_empty(),
        "{variant} {setup}\n\
         only the fast generator has {only_fast:?}\n\
         only the oracle has {only_slow:?}"
    );
    assert_eq!(fast.len(), slow.len(), "a turn generated twice in {setup}");
    compare_results(oracle, &position, !slow.is_empty());
    compare_illegalities(&position, &slow);
    for (text, turn) in fast {
        let (fast, slow) = (position.play(turn), &slow[&text]);
        assert_eq!(
            fast.setup().to_string(),
            *slow,
            "{variant} {setup} after {text}"
        );
    }
}

/// Asserts that [`Rules::illegality`] is `None` exactly for the turns that the oracle lists. Tests
/// some of these turns, and random turns.
fn compare_illegalities<R: Rules>(position: &R, slow: &BTreeMap<String, String>) {
    let setup = position.setup();
    let mut random = ChaCha8Rng::seed_from_u64(position.key());
    let mut texts: Vec<String> = slow.keys().cloned().choose_multiple(&mut random, 20);
    for candidate in candidates(setup)
        .into_iter()
        .choose_multiple(&mut random, 100)
    {
        let tails = ["", "", "*q", "*r", "*b", "*n", "*p", "*ep"];
        let tail = tails.choose(&mut random).expect("a tail");
        texts.push(format!("{}{tail}", candidate.text()));
        if let Pending::At(square) | Pending::Must(square) = setup.pending {
            let role = ROLES.choose(&mut random).expect("a kind").upper_char();
            texts.push(format!("{role}@{square},{}", candidate.text()));
            texts.push(format!("{role}@{square},end"));
        }
    }
    texts.push("end".to_owned());
    for text in texts {
        let Ok(turn) = text.parse() else { continue };
        let illegality = position.illegality(turn);
        assert_eq!(
            illegality.is_none(),
            slow.contains_key(&text),
            "{setup} {text} {illegality:?}"
        );
    }
}

fn compare_results<R: Rules>(oracle: &GameRules, position: &R, has_turn: bool) {
    let setup = position.setup();
    let outcome = position.outcome();
    assert_eq!(
        outcome.map(|outcome| (outcome.result(), outcome.ending.word())),
        oracle.result(setup, has_turn),
        "{oracle:?} {setup}"
    );
    assert_eq!(
        position.seat() == Seat::First,
        setup.side == oracle.color_of_first(setup),
        "{oracle:?} {setup}"
    );
    for (cause, word) in [
        (DrawCause::Repetition, "repetition"),
        (DrawCause::FiftyMoves, "fifty-moves"),
        (DrawCause::Stalemate, "stalemate"),
    ] {
        assert_eq!(
            position.outcome_on(cause).result(),
            oracle.result_on(word, setup),
            "{oracle:?} {setup}"
        );
    }
}
