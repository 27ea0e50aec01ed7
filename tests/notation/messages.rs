//! What errors about positions and turns say.

use reviver::board::Turn;
use reviver::games;
use reviver::notation::{position, turn};

use crate::common::game;

#[test]
fn control_characters_do_not_reach_the_terminal() {
    let form = game("unplay").form();
    let error = turn::read(form, "\u{1b}[31mh8").expect_err("no turn");
    assert!(
        error
            .to_string()
            .starts_with("' [31mh8' is not a turn of this game; ")
    );
    // A direction mark and a line separator.
    let error = turn::read(form, "\u{202e}h\u{2028}8'\\").expect_err("no turn");
    assert!(
        error
            .to_string()
            .starts_with("' h 8'\\' is not a turn of this game; "),
        "{error}"
    );
    let fen = "7K/8/8/8/8/8/8/k7 \u{1b}[31m\u{7} - - 0 1";
    let error = position::parse(form, fen)
        .expect_err("no position")
        .to_string();
    assert!(error.contains("found ' [31m ' at character 19"), "{error}");
}

#[test]
fn an_error_does_not_put_the_end_of_a_field_between_quotation_marks() {
    let form = game("unplay").form();
    for (fen, words) in [
        (
            "7K/8/8/8/8/8/8 w - - 0 1",
            "found the end of the field at character 15, expected 8 ranks",
        ),
        (
            "7K/8/8/8/8/8/8/k7[Q w - - 0 1",
            "found the end of the field at character 20, expected ']'",
        ),
        (
            "7K/8/8/8/8/8/9/k7[] w - - 0 1",
            "found '9/k7[]' at character 14, expected one of KQRBNPkqrbnp, a number from 1 to 8, or '/'",
        ),
        (
            "7K/8/8/8/8/8/8/k7[9] w - - 0 1",
            "found '9]' at character 19, expected one of KQRBNPkqrbnp",
        ),
        (
            "7K/8/8/8/8/8/8/k7 x - - 0 1",
            "found 'x' at character 19, expected w or b",
        ),
    ] {
        let error = position::parse(form, fen).expect_err(fen).to_string();
        assert!(error.contains(words), "{error}");
    }
}

#[test]
fn an_error_shows_only_turns_of_its_game_as_examples() {
    for variant in games::all() {
        let error = turn::read(variant.form(), "z9")
            .expect_err("no turn")
            .to_string();
        let (_, examples) = error.split_once("write it like ").expect("examples");
        for text in examples
            .split([' ', ';'])
            .map(|word| word.trim_end_matches(','))
        {
            assert!(text == "or" || text.parse::<Turn>().is_ok(), "{error}");
        }
        let form = variant.form();
        let examples = examples.split(';').next().unwrap_or_default();
        let foreign: &[&str] = match (form.reverse, form.pending_uncapture) {
            (false, _) => &["*", "end", "8g7p", ",f"],
            (true, true) => &["*", "8q"],
            (true, false) => &["@", "end", "8q"],
        };
        for part in foreign {
            assert!(!examples.contains(part), "{variant}: {examples}");
        }
    }
}
