//! No text makes a reader panic: a text is read or refused. A position or turn that is written as
//! text and read again is unchanged.

use proptest::prelude::*;
use reviver::board::{Setup, Turn};
use reviver::games::{self, TypedGame, Visitor};
use reviver::notation::position;
use reviver::rules::Rules;

use crate::common::play::{run_deterministically, scripts};

#[test]
fn any_text_is_read_or_refused() {
    let characters_of_fens_and_turns = "[1-8/KQRBNPkqrbnpw@*,!e\\[\\] -]{0,60}";
    run_deterministically(
        4_000,
        &(characters_of_fens_and_turns, any::<String>()),
        |(similar, arbitrary)| {
            for text in [similar, arbitrary] {
                for variant in games::all() {
                    if let Ok(setup) = position::parse(variant.form(), &text) {
                        assert_eq!(
                            position::parse(variant.form(), &setup.to_string()),
                            Ok(setup)
                        );
                    }
                }
                if let Ok(turn) = text.parse::<Turn>() {
                    assert_eq!(turn.to_string(), text);
                }
            }
        },
    );
}

#[test]
fn a_start_position_with_one_changed_character_is_read_or_refused() {
    let all = games::all();
    let starts: Vec<String> = all.iter().map(|game| game.start(0).to_string()).collect();
    let change = (0..all.len(), any::<prop::sample::Index>(), any::<char>());
    run_deterministically(4_000, &change, |(number, at, letter)| {
        let variant = all[number];
        let mut letters: Vec<char> = starts[number].chars().collect();
        let index = at.index(letters.len());
        letters[index] = letter;
        let text: String = letters.iter().collect();
        if let Ok(setup) = position::parse(variant.form(), &text) {
            assert_eq!(
                position::parse(variant.form(), &setup.to_string()),
                Ok(setup)
            );
        }
    });
}

#[test]
fn any_26_bits_are_a_turn_or_none() {
    run_deterministically(4_000, &(0..1_u32 << 26), |bits| {
        if let Some(turn) = Turn::from_bits(bits) {
            assert_eq!(turn.bits(), bits);
            let text = turn.to_string();
            if let Ok(read) = text.parse::<Turn>() {
                assert_eq!(read.to_string(), text);
            }
        }
    });
}

/// Writes and reads the positions and turns of random games.
struct RoundTrip;

impl Visitor for RoundTrip {
    type Output = ();

    fn visit<R: Rules>(self, variant: TypedGame<R>) {
        run_deterministically(20, &scripts(120), |script| {
            script.play::<R>(variant, |position, played| {
                let setup: Setup = *position.setup();
                let text = setup.to_string();
                assert_eq!(position::parse(variant.form(), &text), Ok(setup), "{text}");
                // In a reverse game the reserve has the pieces that are not on the board. So a FEN
                // without the reserve (the part in brackets) means the same position.
                if variant.is_reverse() {
                    let (open, close) = (text.find('['), text.find(']'));
                    let (Some(open), Some(close)) = (open, close) else {
                        panic!("{text} has no bracket");
                    };
                    let without_bracket = format!("{}{}", &text[..open], &text[close + 1..]);
                    assert_eq!(
                        position::parse(variant.form(), &without_bracket),
                        Ok(setup),
                        "{without_bracket}"
                    );
                }
                for turn in position.turns() {
                    assert_eq!(turn.to_string().parse(), Ok(turn));
                }
                assert!(played.is_none_or(|turn| position.is_legal(turn)));
            });
        });
    }
}

#[test]
fn positions_and_turns_of_games_are_read_as_they_are_written() {
    for variant in games::all() {
        variant.dispatch(RoundTrip);
    }
}
