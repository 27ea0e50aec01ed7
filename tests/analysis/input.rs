//! Positions and games are read from files; an error names the file, the line and the column.

use reviver::analysis::input::{self, Content, Item};
use reviver::analysis::{Epd, epd};
use reviver::games;

use crate::common::game;
use crate::played_games;

const START: &str = "8/8/5k2/8/8/5K2/8/8 w - - 0 1";

fn errors(text: &str) -> Vec<String> {
    input::read("f.epd", text.as_bytes(), None)
        .into_iter()
        .filter_map(Result::err)
        .map(|error| error.to_string())
        .collect()
}

fn positions(text: &str) -> Vec<Epd> {
    let of = |item: Item| match item.content {
        Content::Position(epd) => epd,
        Content::Game(_) => panic!("a position was expected"),
    };
    let read = input::read("f.epd", text.as_bytes(), None);
    read.into_iter().filter_map(Result::ok).map(of).collect()
}

#[test]
fn the_operations_of_an_epd_line_are_read() {
    let line = format!(
        "{START} bm f3e4 f3e3; am f3g4; dm 7; id \"a; name\"; c0 \"unknown\"; variant ssehc;"
    );
    let epd = epd::read(&line, None).expect("it is an EPD");
    assert_eq!(epd.game, game("ssehc"));
    assert_eq!(epd.id.as_deref(), Some("a; name"));
    let texts: Vec<String> = epd.best.iter().map(ToString::to_string).collect();
    assert_eq!(texts, ["f3e4", "f3e3"]);
    assert_eq!(epd.avoid.len(), 1);
    assert_eq!(epd.mate, Some(7));
    assert!(epd.is_test());
}

#[test]
fn a_semicolon_may_follow_the_six_fields_and_may_be_missing_after_a_quoted_text_at_the_end() {
    for tail in [
        " ; id \"7\"",
        "; id \"7\"",
        ";id \"7\";",
        " id \"7\"",
        " ; bm f3e4; id \"7\" ",
    ] {
        let line = format!("ssehc {START}{tail}");
        let epd = epd::read(&line, None).unwrap_or_else(|error| panic!("{tail}: {error}"));
        assert_eq!(epd.id.as_deref(), Some("7"), "{tail}");
    }
    for game in games::all() {
        let path = format!("positions/{game}/openings.epd");
        let Ok(openings) = std::fs::read(&path) else {
            continue;
        };
        let read = input::read(&path, &openings, Some(game));
        let errors: Vec<_> = read.into_iter().filter_map(Result::err).collect();
        assert_eq!(errors, [], "{path}");
    }
}

#[test]
fn the_variant_is_named_before_or_after_the_position_or_by_the_caller() {
    let read = |line: &str, game| epd::read(line, game).map(|epd| epd.game);
    assert_eq!(read(&format!("ssehc {START}"), None), Ok(game("ssehc")));
    assert_eq!(read(START, Some(game("ssehc"))), Ok(game("ssehc")));
    let line = format!("{START} variant ssehc-classic;");
    assert_eq!(read(&line, Some(game("ssehc"))), Ok(game("ssehc-classic")));
    assert!(read(START, None).is_err());
    let line = |name: &str| format!("ssehc {START} variant {name};");
    assert_eq!(read(&line("ssehc"), None), Ok(game("ssehc")));
    assert_eq!(
        errors(&line("unplay")),
        [
            "f.epd: line 1, column 45: variant: unplay, but the line begins with ssehc; name one game"
        ]
    );
}

#[test]
fn comments_and_empty_lines_are_skipped() {
    let text = format!("# a suite\r\n\r\n% nothing\n\u{20}\nssehc {START}\r\nssehc {START}");
    assert_eq!(positions(&text).len(), 2);
    assert_eq!(errors(&text), Vec::<String>::new());
}

#[test]
fn lines_that_begin_with_a_hash_before_the_first_game_are_skipped() {
    let record = "[Variant \"unplay\"]\n\n1. h8g7 *\n\n";
    let wrong = "[Variant \"unplay\"]\n\n1. h8h5 *\n";
    let text = format!("# my games\n\n  # of May\n{record}{wrong}");
    let read = input::read("f.pgn", text.as_bytes(), None);
    let games = read.iter().flatten().map(|item| item.place.line);
    assert_eq!(games.collect::<Vec<_>>(), [4]);
    let [error] = &errors(&text)[..] else {
        panic!("{:?}", errors(&text));
    };
    assert!(
        error.contains("line 10, column 4: h8h5 is not legal"),
        "{error}"
    );
    assert_eq!(input::games("f.pgn", text.as_bytes()).len(), 2);
    assert_eq!(
        errors("# nothing\n"),
        ["f.epd: line 1, column 1: there is neither a position nor a game here"]
    );
}

#[test]
fn an_error_in_a_line_names_its_column() {
    for (line, expected) in [
        (
            START.to_owned(),
            "f.epd: line 1, column 1: the game is missing",
        ),
        (
            format!("{START} variant chess;"),
            "f.epd: line 1, column 39: variant: no variant is called 'chess'",
        ),
        (
            format!("ssehc {START} bm f3e9;"),
            "f.epd: line 1, column 40: bm: 'f3e9' is not a turn",
        ),
        (
            format!("ssehc {START} bm f3a1;"),
            "f.epd: line 1, column 40: bm: f3a1 is not legal",
        ),
        (
            format!("ssehc {START} dm 0;"),
            "f.epd: line 1, column 40: dm: '0' is not a number",
        ),
        (
            format!("ssehc {START} bm;"),
            "f.epd: line 1, column 37: the operation bm needs",
        ),
        (
            format!("ssehc {START} id \"open;"),
            "f.epd: line 1, column 40: the text that starts here",
        ),
        (
            format!("ssehc {START} id \"a\"; id \"b\";"),
            "f.epd: line 1, column 45: the operation id is given",
        ),
        (
            format!("ssehc {START} bm f3e4"),
            "f.epd: line 1, column 44: an operation is",
        ),
        (
            format!("ssehc {START} moves f3e4"),
            "f.epd: line 1, column 47: an operation is",
        ),
        (
            format!("ssehc {START} f3e4"),
            "f.epd: line 1, column 37: an operation is",
        ),
        (
            "ssehc 8/8/8 w - - 0 1".to_owned(),
            "f.epd: line 1, column 12: placement: found the end of the field, expected ",
        ),
        (
            format!("sehc {START} bm f3e4;"),
            "f.epd: line 1, column 1: variant: no variant is called 'sehc'",
        ),
        (
            "ssehc 8/8/8/3Kk3/8/8/8/8 w - - 0 1".to_owned(),
            "f.epd: line 1, column 7: placement: the kings",
        ),
        (
            "ssehc 8/8/5k2/8/8/5K2/8/8 w K - 0 1".to_owned(),
            "f.epd: line 1, column 29: castling:",
        ),
        (
            "ssehc 8/8/5k2/8/8/5K2/8/8 w - - 0".to_owned(),
            "f.epd: line 1, column 34: position: a position has 6 fields",
        ),
    ] {
        let found = errors(&line);
        assert_eq!(found.len(), 1, "{line}");
        assert!(found[0].starts_with(expected), "{}\n{expected}", found[0]);
    }
}

#[test]
fn an_error_message_is_one_line_and_every_sound_line_is_read() {
    let text = format!("ssehc {START}\nssehc {START} bm \u{1b}[31m\u{7f};\nssehc {START}\n");
    assert_eq!(positions(&text).len(), 2);
    let found = errors(&text);
    assert_eq!(found.len(), 1);
    assert!(!found[0].contains(char::is_control), "{:?}", found[0]);
    assert!(found[0].starts_with("f.epd: line 2, column 40: "));
}

#[test]
fn a_byte_order_mark_may_stand_before_each_game() {
    let game = "\u{feff}[Event \"E\"]\n[Variant \"ssehc\"]\n\n1. f3e4 *\n\n";
    let wrong = "\u{feff}[Event \"E\"]\n[Variant \"ssehc\"]\n\n1. f3e9 *\n\n";
    let text = [game, game, wrong, game].concat();
    let read = input::games("f", text.as_bytes());
    let events = read.iter().map(|read| {
        let game = read.as_ref().ok();
        game.map(|(_, record)| record.tags.get("Event"))
    });
    let events: Vec<_> = events.collect();
    let good = Some(Some("E"));
    assert_eq!(events, [good, good, None, good]);
}

#[test]
fn positions_and_games_may_be_in_latin_1_or_utf_16() {
    let epd = format!("ssehc {START} id \"sch\u{f6}n\";\n");
    let game = "[White \"M\u{fc}ller\"]\n[Variant \"ssehc\"]\n\n1. f3e4 {sch\u{f6}n} *\n";
    for text in [epd.as_str(), game] {
        let latin_1: Vec<u8> = text.chars().map(|letter| letter as u8).collect();
        let units = || std::iter::once(0xfeff).chain(text.encode_utf16());
        let little: Vec<u8> = units().flat_map(u16::to_le_bytes).collect();
        let big: Vec<u8> = units().flat_map(u16::to_be_bytes).collect();
        let expected = input::read("f", text.as_bytes(), None);
        assert!(expected.len() == 1 && expected[0].is_ok(), "{expected:?}");
        for bytes in [latin_1, little, big] {
            assert_eq!(input::read("f", &bytes, None), expected);
        }
    }
}

#[test]
fn an_illegal_turn_of_a_game_is_named_with_its_place_and_the_next_game_is_read() {
    let good = played_games::record(game("unachess"), 1, 6).to_string();
    let bad = "[Variant \"unplay\"]\n\n1. h8g7 a1a2\n2.g7a1 *\n\n";
    let broken = "[Variant \"unplay\"]\n\n1. h8g7\n\n";
    let text = format!("{good}\n{bad}{broken}{bad}{good}");
    let read = input::read("g.pgn", text.as_bytes(), None);
    let good_lines = good.lines().count();
    let errors: Vec<String> = read
        .iter()
        .filter_map(|read| read.as_ref().err().map(ToString::to_string))
        .collect();
    assert_eq!(errors.len(), 3, "{errors:?}");
    for (error, (line, column, words)) in errors.iter().zip([
        (good_lines + 5, 3, "g7a1 is not legal"),
        (good_lines + 11, 1, "the game breaks off here"),
        (good_lines + 14, 3, "g7a1 is not legal"),
    ]) {
        let place = format!("g.pgn: line {line}, column {column}: {words}");
        assert!(error.starts_with(&place), "{error}\n{place}");
    }
    assert_eq!(read.iter().filter(|read| read.is_ok()).count(), 2);
}

#[test]
fn tags_after_an_empty_line_start_another_game() {
    let good = played_games::record(game("unachess"), 1, 6).to_string();
    let text = format!("{good}[Event \"none\"]\n\n{good}");
    let read = input::read("g.pgn", text.as_bytes(), None);
    let contents: Vec<Option<&Content>> = read
        .iter()
        .map(|read| read.as_ref().ok().map(|item| &item.content))
        .collect();
    assert_eq!(contents.len(), 3, "{read:?}");
    assert!(contents[0].is_some() && contents[1].is_none() && contents[2] == contents[0]);
    let line = good.lines().count() + 3;
    let expected = format!("g.pgn: line {line}, column 1: the game breaks off here");
    let error = read[1].as_ref().expect_err("it has no turns").to_string();
    assert!(error.starts_with(&expected), "{error}\n{expected}");
}

#[test]
fn an_empty_file_is_an_error() {
    for text in ["", "\n\n", "# only a remark\n"] {
        let found = errors(text);
        assert_eq!(found.len(), 1);
        assert!(found[0].contains("neither a position nor a game"));
    }
}

#[test]
fn after_an_error_a_game_with_indented_tags_is_read() {
    let bad = "[Variant \"unplay\"]\n\n1. h8h5 *\n\n";
    let good = "  [Variant \"unplay\"]\n\n  1. h8g7 *\n\n";
    let read = input::read("g.pgn", format!("{bad}{good}").as_bytes(), None);
    let is_read: Vec<bool> = read.iter().map(Result::is_ok).collect();
    assert_eq!(is_read, [false, true], "{read:?}");
}

#[test]
fn a_game_with_an_error_is_reported_once() {
    for (text, place) in [
        (
            "[Variant \"ssehc\"]\n\n1. f3e4",
            "line 3, column 8: the game breaks off here",
        ),
        (
            "{ note }\n[Variant \"ssehc\"]",
            "line 2, column 18: the game breaks off here",
        ),
        (
            "{ note }\n[White \"a\"]\n[White \"b\"]\n[Variant \"ssehc\"]\n\n1. f3e4 *\n",
            "line 3, column 1: the tag White is given for the second time",
        ),
        (
            "[Variant \"ssehc\"]\n% a note\n[White \"a\"]\n[White \"b\"]\n\n1. f3e4 *\n",
            "line 4, column 1: the tag White is given for the second time",
        ),
        (
            "[Variant \"chess\"]\n% a note\n[White \"a\"]\n\n1. e2e4 *\n",
            "line 1, column 1: Variant: no variant is called 'chess'",
        ),
    ] {
        let errors = errors(text);
        assert_eq!(errors.len(), 1, "{errors:?}");
        assert!(
            errors[0].starts_with(&format!("f.epd: {place}")),
            "{}",
            errors[0]
        );
    }
}

#[test]
fn after_an_error_a_comment_with_a_bracket_does_not_hide_the_next_game() {
    let bad = "[Variant \"unplay\"]\n\n1. h8h5 *\n";
    let text = format!("{bad}{{ more\n[x] }}\n[Variant \"unplay\"]\n\n1. h8g7 *\n");
    let read = input::read("g.pgn", text.as_bytes(), None);
    let is_read: Vec<bool> = read.iter().map(Result::is_ok).collect();
    assert_eq!(is_read, [false, true], "{read:?}");
}
