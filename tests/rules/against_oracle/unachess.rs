//! Compares the generator of Unachess with the slow generator of the oracle and with `shakmaty`, in
//! random games. If both reserves are empty, the turns must be those of chess. If both kings are on
//! the board, the turns must be those of Crazyhouse, without pawn drops on rows 5 to 7.

use std::collections::BTreeSet;

use rand::{Rng, SeedableRng, seq::IndexedRandom};
use rand_chacha::ChaCha8Rng;
use reviver::board::{Act, Color, Pending, Role, Roles, Square, Turn, TurnSet, Wing, row};
use reviver::games::TypedGame;
use reviver::rules::{Rules, unachess::Unachess};
use shakmaty::{CastlingMode, Chess, Position, fen::Fen, uci::UciMove, variant::Crazyhouse};

use crate::common::{game, typed};
use crate::oracle::unachess::Switches;

const START: &str = "8/8/8/8/8/8/8/8[KQRRBBNNPPPPPPPPkqrrbbnnpppppppp] w - - 0 1";
const KIWIPETE: &str = "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R[] w KQkq - 0 1";
const PAWNS: &str = "r3k2r/pppppppp/8/8/8/8/PPPPPPPP/R3K2R[QBBNNqbbnn] w KQkq - 0 1";
const KINGS_IN_RESERVE: &str = "r6r/8/8/8/8/8/PPPPPPPP/R6R[KQBBNNkqbbnnpppppppp] b HAha - 0 1";

fn read(fen: &str) -> Unachess {
    typed("unachess")
        .read(fen)
        .unwrap_or_else(|e| panic!("{fen}: {e}"))
}

fn texts(position: &Unachess) -> BTreeSet<String> {
    let turns = position.turns();
    let texts: BTreeSet<String> = turns.iter().map(Turn::to_string).collect();
    assert_eq!(
        texts.len(),
        turns.len(),
        "a turn twice in {}",
        position.setup()
    );
    texts
}

/// Whether a turn is special: castling, en passant, a double step, a promotion, a king or rook
/// dropped at home, or a pawn dropped on row 2 or 4.
fn is_special(position: &Unachess, turn: Turn) -> bool {
    let setup = position.setup();
    let (from, to) = (turn.from(), turn.to());
    let moving = setup.placement.role_at(from);
    match turn.act() {
        Act::Promotion => true,
        Act::Drop => {
            let side = setup.side;
            let corner = Wing::ALL.into_iter().any(|wing| wing.rook_home(side) == to);
            match turn.role() {
                Some(Role::King) => to == Wing::king_home(side),
                Some(Role::Rook) => corner,
                Some(Role::Pawn) => row(side, 2).contains(to) || row(side, 4).contains(to),
                _ => false,
            }
        }
        _ => match moving {
            Some(Role::King) => from.file().distance(to.file()) == 2,
            Some(Role::Pawn) => {
                from.rank().distance(to.rank()) == 2 || setup.pending == Pending::At(to)
            }
            _ => false,
        },
    }
}

/// Plays random games from several positions, with a preference for special turns.
fn walk(seed: u64, games: usize, plies: usize, mut visit: impl FnMut(&Unachess)) {
    let mut rng = ChaCha8Rng::seed_from_u64(seed);
    for game in 0..games {
        let fen = [START, KIWIPETE, PAWNS, KINGS_IN_RESERVE][game % 4];
        let mut position = read(fen);
        for _ in 0..plies {
            visit(&position);
            let turns = position.turns();
            let special: Vec<Turn> = turns
                .iter()
                .copied()
                .filter(|&turn| is_special(&position, turn))
                .collect();
            let choice = if rng.random_ratio(1, 3) && !special.is_empty() {
                special.choose(&mut rng)
            } else {
                turns.choose(&mut rng)
            };
            let Some(&turn) = choice else { break };
            position = position.play(turn);
        }
    }
}

#[test]
fn the_games_of_unachess_equal_the_oracle() {
    super::equal_the_oracle::<Unachess>(200);
}

#[test]
fn the_fast_generator_equals_the_slow_one() {
    let (mut positions, mut checks, mut castlings, mut en_passants, mut waiting) = (0, 0, 0, 0, 0);
    walk(1, 80, 90, |position| {
        let setup = position.setup();
        let slow = crate::oracle::unachess::SquareMap::new(Switches::BASE, setup);
        let expected = slow.turns();
        let found = texts(position);
        let expected_texts: BTreeSet<String> = expected.keys().cloned().collect();
        assert_eq!(found, expected_texts, "turns of {setup}");
        for turn in position.turns() {
            let after = position.play(turn);
            assert_eq!(
                after.setup().to_string(),
                expected[&turn.to_string()].to_string(),
                "{turn} in {setup}"
            );
        }
        assert_eq!(position.count(), found.len());
        assert_eq!(position.has_turn(), !found.is_empty());
        for color in Color::ALL {
            assert_eq!(*position.checks().get(color), slow.in_check(color));
        }
        positions += 1;
        checks += usize::from(slow.in_check(setup.side));
        en_passants += usize::from(setup.pending != Pending::Nothing);
        // `H` and `A` in the castling field (indices 3 and 4) mean that a rook in a corner waits
        // for its king.
        waiting += usize::from((0..2).any(|wing| {
            setup.castling.has(Color::White, 3 + wing) || setup.castling.has(Color::Black, 3 + wing)
        }));
        let king = Role::King.of(setup.side);
        castlings += usize::from(["e1g1", "e1c1", "e8g8", "e8c8"].into_iter().any(|turn| {
            let from = turn[..2].parse().expect("a square");
            found.contains(turn) && setup.placement.piece_at(from) == Some(king)
        }));
    });
    assert!(positions > 5000, "{positions} positions");
    for (what, count) in [
        ("checks", checks),
        ("castlings", castlings),
        ("en passant squares", en_passants),
        ("rooks that wait for their king", waiting),
    ] {
        assert!(count > 50, "{count} {what} in {positions} positions");
    }
}

#[test]
fn every_position_reached_is_accepted_and_its_mirror_has_mirrored_turns() {
    walk(2, 40, 90, |position| {
        let setup = position.setup();
        let again = read(&setup.to_string());
        assert_eq!(again.setup(), setup);
        assert_eq!(again.key(), position.key());
        assert_eq!(
            setup.placement.key(),
            setup.placement.recomputed_key(),
            "{setup}"
        );
        let mirror = TypedGame::<Unachess>::new(game("unachess"))
            .expect("the rules of Unachess")
            .position(setup.mirrored())
            .unwrap_or_else(|e| panic!("mirror of {setup}: {e}"));
        let mirrored: BTreeSet<String> = position
            .turns()
            .into_iter()
            .map(|turn| turn.mirrored().to_string())
            .collect();
        assert_eq!(texts(&mirror), mirrored, "mirror of {setup}");
    });
}

/// Turns, legal or not: every drop, every move, every promotion on rank 1 or 8, and some turns that
/// Unachess does not have.
fn conceivable() -> Vec<Turn> {
    let all = reviver::board::Bitboard::FULL;
    let mut turns = Vec::new();
    let roles = Roles::QUEEN_TO_KNIGHT
        .or(Roles::PAWN)
        .or(Roles::of(Role::King));
    turns.extend(TurnSet::drops(roles, all).turns());
    for from in Square::ALL {
        turns.extend(TurnSet::moves(from, all).turns());
        let promotions = TurnSet {
            act: Act::Promotion,
            roles,
            ..TurnSet::moves(from, row(Color::White, 8) | row(Color::Black, 8))
        };
        turns.extend(promotions.turns());
    }
    for text in ["e6d5*ep", "e4d3*q", "g8g7p", "N@f3,f6e6", "end", "a7a6q"] {
        turns.push(text.parse().expect(text));
    }
    turns
}

#[test]
fn every_turn_is_legal_or_has_an_illegality() {
    let conceivable = conceivable();
    let mut number = 0;
    walk(3, 20, 90, |position| {
        number += 1;
        // To save time, only every ninth position is tested.
        if number % 9 != 0 {
            return;
        }
        let legal: BTreeSet<u32> = position.turns().iter().map(|turn| turn.bits()).collect();
        for &turn in &conceivable {
            let illegality = position.illegality(turn);
            assert_eq!(
                illegality.is_none(),
                legal.contains(&turn.bits()),
                "{turn} in {}: {illegality:?}",
                position.setup()
            );
        }
    });
}

/// The FEN of the position in the form that `shakmaty` reads. In the castling field, it lacks the
/// letters E, H and A of Unachess, which mark an unmoved king or rook without its partner. If
/// `with_reserve` is false, the reserve must be empty, and the FEN lacks its brackets `[]`.
fn for_shakmaty(position: &Unachess, with_reserve: bool) -> String {
    let text = position.setup().to_string();
    let fields: Vec<&str> = text.split(' ').collect();
    let mut castling: String = fields[2].chars().filter(|c| "KQkq".contains(*c)).collect();
    if castling.is_empty() {
        castling.push('-');
    }
    let board = if with_reserve {
        fields[0].to_owned()
    } else {
        fields[0].replace("[]", "")
    };
    format!("{board} {} {castling} {} 0 1", fields[1], fields[3])
}

fn shakmaty_turns<P: Position>(game: &P) -> BTreeSet<String> {
    game.legal_moves()
        .iter()
        .map(|&turn| UciMove::from_move(turn, CastlingMode::Standard).to_string())
        .collect()
}

#[test]
fn unachess_with_empty_reserves_is_chess() {
    let mut compared = 0;
    walk(4, 200, 120, |position| {
        let reserve = position.setup().placement.reserve();
        if !Color::ALL.into_iter().all(|color| reserve.is_empty(color)) {
            return;
        }
        let fen = for_shakmaty(position, false);
        let setup: Fen = fen.parse().expect("a FEN");
        let Ok(game) = setup.into_position::<Chess>(CastlingMode::Standard) else {
            return;
        };
        compared += 1;
        assert_eq!(texts(position), shakmaty_turns(&game), "{fen}");
    });
    assert!(compared > 3000, "{compared} positions");
}

#[test]
fn unachess_with_both_kings_on_the_board_is_crazyhouse_without_far_pawn_drops() {
    let mut compared = 0;
    walk(5, 200, 90, |position| {
        let setup = position.setup();
        let reserve = setup.placement.reserve();
        let empty = Color::ALL.into_iter().all(|color| reserve.is_empty(color));
        let both_kings = Color::ALL
            .into_iter()
            .all(|color| setup.placement.king(color).is_some());
        if empty || !both_kings {
            return;
        }
        let fen = for_shakmaty(position, true);
        let parsed: Fen = fen.parse().expect("a FEN");
        let Ok(game) = parsed.into_position::<Crazyhouse>(CastlingMode::Standard) else {
            return;
        };
        let side = setup.side;
        let far = row(side, 5) | row(side, 6) | row(side, 7);
        let expected: BTreeSet<String> = shakmaty_turns(&game)
            .into_iter()
            .filter(|turn| {
                let square = turn.strip_prefix("P@").and_then(|at| at.parse().ok());
                square.is_none_or(|square: Square| !far.contains(square))
            })
            .collect();
        compared += 1;
        assert_eq!(texts(position), expected, "{fen}");
    });
    assert!(compared > 3000, "{compared} positions");
}
