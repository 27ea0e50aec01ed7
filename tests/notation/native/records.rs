//! Game records in native notation read back as the same records.

use std::cell::Cell;

use proptest::prelude::*;
use reviver::games::{self, Game, TypedGame, Visitor};
use reviver::live::LiveGame;
use reviver::record::{Comment, Record, read};
use reviver::rules::Rules;

use crate::common::play::{run_deterministically, scripts};
use crate::common::{game, turn};

struct ReadsBack;

impl Visitor for ReadsBack {
    type Output = ();

    fn visit<R: Rules>(self, variant: TypedGame<R>) {
        let longest = Cell::new(0);
        run_deterministically(12, &scripts(40), |script| {
            let mut game: Option<LiveGame<R>> = None;
            script.play::<R>(variant, |position, turn| {
                let game = game.get_or_insert_with(|| LiveGame::new(variant, position.clone()));
                // A repetition ends the game, but the script plays on.
                if let (Some(turn), None) = (turn, game.outcome()) {
                    game.play(turn).unwrap_or_else(|error| panic!("{error}"));
                }
            });
            let mut record = Record::of(&game.expect("a position"));
            longest.set(record.turns.len().max(longest.get()));
            record.tags.set("White", "A \"B\" {C}");
            record.preface = Comment::new("before all");
            for recorded in record.turns.iter_mut().step_by(5) {
                recorded.comment = Comment::new("a remark;  (with) => signs");
            }
            let words = record.to_native_text().expect("a legal game");
            let expected = read(&record.to_string()).expect("what is written");
            assert_eq!(expected.turns, record.turns);
            assert!(read(&words).as_ref() == Ok(&expected), "{words}");
        });
        assert!(longest.get() > 5, "{variant}: {longest:?}");
    }
}

#[test]
fn records_in_native_notation_read_back() {
    for variant in games::all() {
        variant.dispatch(ReadsBack);
    }
}

fn record(variant: &'static Game, turns: &[&str]) -> Record {
    let mut record = Record {
        game: variant,
        start: variant.start(0),
        tags: Default::default(),
        preface: None,
        turns: Vec::new(),
        result: Default::default(),
    };
    record.turns = turns.iter().map(|text| turn(text).into()).collect();
    record
}

fn body(record: &Record) -> String {
    let text = record.to_native_text().expect("a legal game");
    let (tags, body) = text.split_once("\n\n").expect("an empty line");
    assert!(tags.contains("[Notation \"native\"]"));
    body.to_owned()
}

#[test]
fn records_in_native_notation_look_like_those_of_the_authors() {
    let unachess = record(game("unachess"), &["P@e3", "N@g5", "B@f4", "g5e6"]);
    assert_eq!(body(&unachess), "1.  P>e3    n>g5\n2.  B>f4    n-e6\n*\n\n");
    let smolowitz = record(game("smolowitz"), &["e3d3*b", "e6f6", "d3c3"]);
    assert_eq!(
        body(&smolowitz),
        "1...  Black: k e3-d3; B-e3 =>\n2.  White: K e6-f6 =>    Black: k d3-c3 =>\n*\n\n"
    );
}

#[test]
fn errors_in_native_notation_name_line_and_column() {
    let head = "[Variant \"unachess\"]\n[Notation \"native\"]\n\n";
    for (text, expected) in [
        (
            format!("{head}1.  P>e3    n>g5\n2.  B>f4    n-c6\n*\n"),
            "line 5, column 13: 'n-c6': g5c6 is not legal: a knight does not go from g5 to c6",
        ),
        (
            format!("{head}1.  P>e3    n>k5 *\n"),
            "line 4, column 15: 'n>k5': found 'k5', expected a square",
        ),
        (format!("{head}1.  K>e1     !zzz"), "line 4, column 14: "),
        (
            format!("{head}1. P>e3  {{open"),
            "line 4, column 10: the comment",
        ),
        (
            format!("{head}1. P>e3"),
            "line 4, column 8: the game breaks off",
        ),
        (
            "[Notation \"algebraic\"]".to_owned(),
            "line 1, column 1: unknown notation 'algebraic'; write protocol or native",
        ),
        (
            "[Notation \"\u{1b}]0;title\u{7}\"]".to_owned(),
            "line 1, column 1: unknown notation ' ]0;title '",
        ),
        (
            format!("{head}1.  P>e3  > n>g5\n*\n"),
            "line 4, column 11: '> n>g5'",
        ),
        (
            format!("{head}1.  P>e3  =n>g5\n*\n"),
            "line 4, column 11: '=n>g5'",
        ),
    ] {
        let error = read(&text).expect_err(&text).to_string();
        assert!(error.starts_with(expected), "{error}");
    }
}

#[test]
fn blanks_may_precede_the_parenthesis_of_a_variation() {
    let head = "[Variant \"unachess\"]\n[Notation \"native\"]\n\n";
    let text =
        |before: &str| format!("{head}1.  P>e3\n{before}(\n1.  B>f4\n{before})\n1...  n>g5\n*\n");
    let expected = read(&text("")).expect("a record");
    assert_eq!(expected.turns[0].variations.len(), 1);
    for before in [" ", "  \t"] {
        assert_eq!(read(&text(before)).expect("a record"), expected);
    }
}

#[test]
fn a_glyph_ends_a_turn_in_native_notation() {
    let text = "[Variant \"unachess\"]\n[Notation \"native\"]\n\n1.  P>e3 $1  n>g5$2\n*\n";
    assert_eq!(read(text).expect("a record").turns.len(), 2);
}

#[test]
fn damaged_records_in_native_notation_are_read_or_refused() {
    let smolowitz = record(game("smolowitz"), &["e3d3*b", "e6f6", "d3c3"]);
    let unachess = record(game("unachess"), &["K@h1", "N@f2", "Q@g2", "K@d8"]);
    let texts = [smolowitz, unachess].map(|record| record.to_native_text().expect("legal"));
    let damage = (
        0..2_usize,
        any::<prop::sample::Index>(),
        any::<char>(),
        0..3_u8,
    );
    run_deterministically(1500, &damage, |(which, index, letter, how)| {
        let mut letters: Vec<char> = texts[which].chars().collect();
        let at = index.index(letters.len());
        match how {
            0 => {
                letters.remove(at);
            }
            1 => letters.insert(at, char::from(b' ' + (letter as u32 % 95) as u8)),
            _ => letters[at] = letter,
        }
        let text: String = letters.into_iter().collect();
        if let Err(error) = read(&text) {
            let line = error.to_string();
            assert!(line.starts_with("line "), "{line}");
            assert!(error.place.line <= text.lines().count() + 1, "{line}");
        }
    });
}
