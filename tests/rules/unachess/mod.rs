//! The rules of Unachess, one test for each. Most positions are tested for both colours: as they
//! are written, and mirrored.

mod castling;
mod check;
mod endings;
mod illegal_positions;
mod turns;

use reviver::notation::PositionError;
use reviver::rules::unachess::Unachess;
use reviver::rules::{IllegalPosition, Rules};

use crate::common::{mirror, turn, typed};

const START: &str = "8/8/8/8/8/8/8/8[KQRRBBNNPPPPPPPPkqrrbbnnpppppppp] w - - 0 1";

fn read(fen: &str) -> Unachess {
    typed("unachess")
        .read(fen)
        .unwrap_or_else(|e| panic!("{fen}: {e}"))
}

/// Asserts which turns are legal, in the position and in its mirror image.
fn assert_legality(fen: &str, legal: &[&str], illegal: &[&str]) {
    let position = read(fen);
    let mirrored = mirror(typed("unachess"), &position);
    for (texts, expected) in [(legal, true), (illegal, false)] {
        for text in texts {
            let turn = turn(text);
            let reason = position.illegality(turn);
            assert_eq!(
                position.is_legal(turn),
                expected,
                "{text} in {fen}: {reason:?}"
            );
            assert_eq!(reason.is_none(), expected, "{text} in {fen}: {reason:?}");
            assert_eq!(
                mirrored.is_legal(turn.mirrored()),
                expected,
                "{text} mirrored, in {}",
                mirrored.setup()
            );
        }
    }
}

/// The rule that an illegal turn breaks.
fn rule(fen: &str, text: &str) -> &'static str {
    let position = read(fen);
    match position.illegality(turn(text)) {
        Some(illegality) => illegality.rule,
        None => panic!("{text} is legal in {fen}"),
    }
}

/// The position after some turns. Asserts that the mirrored turns lead to the mirrored position.
fn after(fen: &str, turns: &[&str]) -> Unachess {
    let mut position = read(fen);
    let mut mirrored = mirror(typed("unachess"), &position);
    for text in turns {
        let turn = turn(text);
        assert!(position.is_legal(turn), "{text} in {}", position.setup());
        position = position.play(turn);
        mirrored = mirrored.play(turn.mirrored());
        // The full-move number may differ, because it counts Black's turns.
        let mut expected = position.setup().mirrored();
        expected.fullmove = mirrored.setup().fullmove;
        assert_eq!(*mirrored.setup(), expected);
    }
    position
}

fn castling_field(position: &Unachess) -> String {
    let text = position.setup().to_string();
    text.split(' ').nth(2).unwrap_or_default().to_owned()
}

fn illegal_position(fen: &str) -> IllegalPosition {
    match typed::<Unachess>("unachess").read(fen) {
        Err(PositionError::Illegal(illegal_position)) => illegal_position,
        other => panic!("{fen}: {other:?}"),
    }
}
