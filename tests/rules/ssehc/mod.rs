//! The rules of Ssehc in both editions, one test for each rule. Most cases are tested for both
//! colours.

mod endings;
mod reading;
mod turns;
mod unmoves;

use crate::common::{game, turn, typed};
use reviver::board::{Square, Turn};
use reviver::notation::{PositionError, position};
use reviver::rules::{Field, Outcome, Rules, ssehc::Ssehc};

const EDITIONS: [&str; 2] = ["ssehc", "ssehc-classic"];

fn read(variant: &str, text: &str) -> Ssehc {
    typed(variant)
        .read(text)
        .unwrap_or_else(|error| panic!("{text}: {error}"))
}

/// Calls `test` in both editions, with the position and with its mirror image. The last argument of
/// `test` is a function that reads a turn. For the mirror image, this function also mirrors the
/// turn.
fn each_way(text: &str, test: impl Fn(&str, &Ssehc, &dyn Fn(&str) -> Turn)) {
    for variant in EDITIONS {
        let position = read(variant, text);
        test(variant, &position, &turn);
        let mirrored = typed::<Ssehc>(variant)
            .position(position.setup().mirrored())
            .unwrap_or_else(|error| panic!("{text}, mirrored: {error}"));
        test(variant, &mirrored, &|text| turn(text).mirrored());
    }
}

fn assert_legal(text: &str, turns: &[&str]) {
    each_way(text, |variant, position, turn| {
        for wanted in turns {
            let turn = turn(wanted);
            assert!(
                position.is_legal(turn),
                "{variant} {}: {turn} ({:?})",
                position.setup(),
                position.illegality(turn)
            );
            assert_eq!(position.illegality(turn), None, "{variant} {text}: {turn}");
        }
    });
}

/// Mirrors the square that `words` name, if any.
fn mirrored_words(words: &str) -> String {
    let mut parts = words.split([' ', ',']);
    match parts.find_map(|part| part.parse::<Square>().ok()) {
        Some(square) => words.replace(&square.to_string(), &square.flip_vertical().to_string()),
        None => words.to_owned(),
    }
}

/// Asserts that the turns are illegal and that each reason contains `words`. At most one square may
/// be named in `words`.
fn assert_illegal(text: &str, turns: &[&str], words: &str) {
    each_way(text, |variant, position, turn| {
        let words = if position.side() == read(variant, text).side() {
            words.to_owned()
        } else {
            mirrored_words(words)
        };
        for unwanted in turns {
            let turn = turn(unwanted);
            assert!(
                !position.is_legal(turn),
                "{variant} {}: {turn}",
                position.setup()
            );
            let reason = position
                .illegality(turn)
                .expect("it is not legal")
                .to_string();
            assert!(
                reason.contains(&words),
                "{variant} {text}: {turn}: {reason}, not {words}"
            );
            assert!(!reason.contains("not a legal turn here"), "{text}: {turn}");
        }
    });
}

/// Asserts that a turn is legal, and the position after it. Ignores the counters.
fn assert_leads_to(text: &str, played: &str, expected: &str) {
    each_way(text, |variant, position, turn| {
        let turn = turn(played);
        assert!(position.is_legal(turn), "{variant} {text}: {turn}");
        let after = position.play(turn);
        let expected = read(variant, expected);
        let mut expected = if after.side() == expected.side() {
            *expected.setup()
        } else {
            expected.setup().mirrored()
        };
        expected.halfmove = after.setup().halfmove;
        expected.fullmove = after.setup().fullmove;
        assert_eq!(after.setup(), &expected, "{text}: {played}");
        assert_eq!(
            after.setup().placement.key(),
            after.setup().placement.recomputed_key()
        );
    });
}

/// Asserts the pending field of the position after a turn.
fn assert_pending_after(text: &str, played: &str, pending: &str) {
    let position = read("ssehc", text);
    assert!(position.is_legal(turn(played)), "{text}: {played}");
    let after = position.play(turn(played)).setup().to_string();
    assert_eq!(after.split(' ').nth(3), Some(pending), "{text}: {played}");
}

fn assert_invalid(text: &str, field: Field, words: &str) {
    for variant in EDITIONS {
        let error = typed::<Ssehc>(variant).read(text).expect_err(text);
        assert_eq!(error.field(), Some(field), "{text}: {error}");
        assert!(error.to_string().contains(words), "{text}: {error}");
        if let PositionError::Illegal(_) = error {
            let mirrored =
                position::parse(game(variant).form(), text).map(|setup| setup.mirrored());
            if let Ok(mirrored) = mirrored {
                let error = typed::<Ssehc>(variant).position(mirrored).expect_err(text);
                assert_eq!(error.field(), field, "{text}, mirrored: {error}");
            }
        }
    }
}

fn outcome(variant: &str, text: &str) -> Option<Outcome> {
    read(variant, text).outcome()
}

/// The turns of a position as text, sorted.
fn turns(position: &impl Rules) -> Vec<String> {
    let mut turns: Vec<String> = position.turns().iter().map(Turn::to_string).collect();
    turns.sort();
    turns
}

const START: &str = "8/8/5k2/8/8/5K2/8/8[QRRBBNNPPPPPPPPqrrbbnnpppppppp] w - - 0 1";
