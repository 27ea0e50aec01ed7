//! Impossible positions are refused. Positions that arise in play are accepted.

use rand::{Rng, SeedableRng, rngs::StdRng};
use reviver::board::{Act, Setup, Square, Turn, TurnFields};
use reviver::rules::{Field, Rules, ssehc::Ssehc};

use super::{EDITIONS, START, assert_invalid, read, turns};
use crate::common::typed;

// ----- what is refused -----

#[test]
fn impossible_positions_are_refused() {
    assert_invalid(
        "4k3/8/8/8/8/8/8/K7[QRRBBNNPPPPPPPqrrbbnnpppppppp] w - - 0 1",
        Field::Reserve,
        "8 pawns",
    );
    assert_invalid("4k3/8/8/8/8/8/8/8 w - - 0 1", Field::Placement, "king");
    assert_invalid("4k3/8/8/8/8/8/8/KP6 w - - 0 1", Field::Placement, "b1");
    assert_invalid("8/8/8/8/8/8/k7/K7 w - - 0 1", Field::Placement, "touch");
    assert_invalid("4k3/8/8/8/8/8/8/K7 w K - 0 1", Field::Castling, "e1");
    // Black, the side to play, is in check and has no un-capture.
    assert_invalid("4k3/8/8/8/8/8/8/K3R3 b - - 0 1", Field::Side, "check");
    // White has just left its king attacked by the knight on h8. Black has no turn that takes back
    // this check.
    assert_invalid("7n/5K2/6p1/8/8/8/8/k7 b - f6 0 1", Field::Side, "check");
    // The next four pending fields are impossible. `f3!` says that a white pawn has just left f3.
    // Each of the other three says that a white piece other than a pawn has just left the square.
    assert_invalid("4k3/8/8/8/8/4K3/8/8 b - e3 0 1", Field::Pending, "occupied");
    assert_invalid("4k3/8/8/8/8/4K3/8/8 b - a5 0 1", Field::Pending, "no piece");
    assert_invalid("4k3/8/8/8/8/4K3/8/8 b - f3! 0 1", Field::Pending, "no pawn");
    assert_invalid(
        "4k3/8/8/8/4P3/8/8/K7 b - d5 0 1",
        Field::Pending,
        "no piece",
    );
    // The castling field K says that king and rook are frozen, so the king has not just left e2.
    assert_invalid("8/8/8/8/8/k7/8/4K2R b K e2 0 1", Field::Pending, "no piece");
    // White's king cannot have un-moved from a1 to b1. The forward move from b1 to a1 would leave
    // the king in check from the rook on a7.
    assert_invalid(
        "4k3/r7/8/8/8/8/8/1K6 b - a1 0 1",
        Field::Pending,
        "no piece",
    );
    assert_invalid(
        "4k3/8/8/8/8/8/8/K7 w - end 0 1",
        Field::Pending,
        "declare the end",
    );
}

// ----- play -----

#[test]
fn positions_of_games_are_accepted_and_illegal_turns_have_a_reason() {
    let mut rng = StdRng::seed_from_u64(20);
    for variant in EDITIONS {
        for game in 0..60 {
            let mut position = read(variant, START);
            for ply in 0..150 {
                let turns = position.turns();
                if turns.is_empty() {
                    break;
                }
                let played = turns[rng.random_range(0..turns.len())];
                let after = position.play(played);
                let setup = *after.setup();
                let read_again = typed::<Ssehc>(variant)
                    .position(setup)
                    .unwrap_or_else(|error| panic!("game {game}, ply {ply}, {setup}: {error}"));
                assert_eq!(read_again.key(), after.key());
                assert_eq!(setup.placement.key(), setup.placement.recomputed_key());
                only_illegal_turns_have_an_illegality(&position, &mut rng);
                position = after;
            }
        }
    }
}

/// Tests random turns, most of which are illegal.
fn only_illegal_turns_have_an_illegality(position: &Ssehc, rng: &mut StdRng) {
    let legal = position.turns();
    for _ in 0..20 {
        let act = [Act::Move, Act::Move, Act::UnPromotion, Act::End][rng.random_range(0..4)];
        let base = legal.get(rng.random_range(0..legal.len().max(1)));
        let (from, to) = (rng.random_range(0..64), rng.random_range(0..64));
        let role = base.and_then(|turn| turn.role());
        let from = match base {
            Some(turn) if from % 2 == 0 => turn.from(),
            _ => Square::new(from),
        };
        let built = Turn::new(TurnFields {
            role,
            head: base.and_then(|turn| turn.head()),
            ..TurnFields::new(act, from, Square::new(to))
        });
        let Some(turn) = built.and_then(|turn| turn.to_string().parse::<Turn>().ok()) else {
            continue;
        };
        let illegality = position.illegality(turn);
        assert_eq!(
            illegality.is_none(),
            legal.contains(&turn),
            "{}: {turn} {illegality:?}",
            position.setup()
        );
        if let Some(illegality) = illegality {
            let words = illegality.to_string();
            assert!(
                !words.contains("not a legal turn here"),
                "{}: {turn}",
                position.setup()
            );
        }
    }
}

#[test]
fn the_other_colour_has_the_mirrored_turns() {
    let mut rng = StdRng::seed_from_u64(3);
    for variant in EDITIONS {
        let mut position = read(variant, START);
        for _ in 0..400 {
            let mirrored: Setup = position.setup().mirrored();
            let mirrored_position = typed::<Ssehc>(variant)
                .position(mirrored)
                .expect("the mirrored position is accepted");
            let mut expected: Vec<String> = position
                .turns()
                .iter()
                .map(|turn| turn.mirrored().to_string())
                .collect();
            expected.sort();
            assert_eq!(turns(&mirrored_position), expected, "{}", position.setup());
            let list = position.turns();
            if list.is_empty() {
                position = read(variant, START);
            } else {
                position = position.play(list[rng.random_range(0..list.len())]);
            }
        }
    }
}
