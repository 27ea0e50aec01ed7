//! Game records: they read back as they were written, and errors name line and column.

use std::time::Duration;

use proptest::prelude::*;
use reviver::board::Turn;
use reviver::games::{self};
use reviver::live::LiveGame;
use reviver::record::{
    Comment, EngineComment, GameResult, Reader, Record, RecordErrorKind, RecordedTurn, Tags,
    TextPosition, read,
};
use reviver::rules::{Rules, unplay::Unplay};
use reviver::search::Score;

use crate::common::{game, typed};

fn turn() -> impl Strategy<Value = Turn> {
    let square = "[a-h][1-8]";
    let step = (square, square).prop_map(|(from, to)| from + &to);
    let text = prop_oneof![
        step.clone(),
        (step.clone(), "p|\\*q|\\*p|p\\*r|\\*ep|q").prop_map(|(step, tail)| step + &tail),
        ("[KQRBNP]", square).prop_map(|(role, at)| format!("{role}@{at}")),
        ("[KQRBNP]", square, step).prop_map(|(role, at, step)| format!("{role}@{at},{step}")),
        Just("end".to_owned()),
    ];
    text.prop_filter_map("a step from a square to itself is no turn", |text| {
        text.parse().ok()
    })
}

fn recorded_turn() -> impl Strategy<Value = RecordedTurn> {
    let comment = prop_oneof![Just(String::new()), any::<String>()];
    let glyphs = proptest::collection::vec(any::<u8>(), 0..3);
    let without_variations = (turn(), glyphs, comment)
        .prop_map(|(turn, glyphs, comment)| RecordedTurn {
            glyphs,
            comment: Comment::new(&comment),
            ..turn.into()
        })
        .boxed();
    without_variations
        .clone()
        .prop_recursive(3, 12, 3, move |inner| {
            let variation = proptest::collection::vec(inner, 1..4);
            let variations = proptest::collection::vec(variation, 0..3);
            (without_variations.clone(), variations)
                .prop_map(|(turn, variations)| RecordedTurn { variations, ..turn })
        })
}

fn record() -> impl Strategy<Value = Record> {
    let tag_name = proptest::sample::select(vec!["Event", "Site", "Round", "White", "TimeControl"]);
    let tags = proptest::collection::vec((tag_name, any::<String>()), 0..4);
    let turns = proptest::collection::vec(recorded_turn(), 0..40);
    (
        proptest::sample::select(games::all().to_vec()),
        any::<u64>(),
        tags,
        any::<String>(),
        turns,
        proptest::sample::select(GameResult::ALL.to_vec()),
    )
        .prop_map(|(variant, seed, pairs, preface, turns, result)| {
            let mut tags = Tags::default();
            // A record is written with PGN's seven tag roster first, so the test sets these tags
            // first, in the same order. The seventh, `Result`, is a field of `Record`.
            for name in ["Event", "Site", "Date", "Round", "White", "Black"] {
                let value = pairs.iter().find(|(tag, _)| *tag == name);
                tags.set(name, value.map_or("?", |(_, value)| value));
            }
            for (name, value) in &pairs {
                if tags.get(name).is_none() {
                    tags.set(name, value);
                }
            }
            Record {
                game: variant,
                start: variant.start(seed),
                tags,
                preface: Comment::new(&preface),
                turns,
                result,
            }
        })
}

proptest! {
    #[test]
    fn a_written_record_reads_back_the_same(record in record()) {
        prop_assert_eq!(read(&record.to_string()), Ok(record));
    }

    #[test]
    fn records_in_a_row_read_back_one_by_one(records in proptest::collection::vec(record(), 0..4)) {
        let text: String = records.iter().map(Record::to_string).collect();
        let back: Result<Vec<Record>, _> = Reader::new(&text).collect();
        prop_assert_eq!(back, Ok(records));
    }

    #[test]
    fn every_text_is_read_or_refused(text in any::<String>()) {
        let _ = Reader::new(&text).count();
        let _ = text.parse::<EngineComment>();
    }

    #[test]
    fn a_damaged_record_is_read_or_refused(
        record in record(),
        at in any::<prop::sample::Index>(),
        replacement in any::<char>(),
    ) {
        let mut letters: Vec<char> = record.to_string().chars().collect();
        let place = at.index(letters.len());
        letters[place] = replacement;
        let text: String = letters.into_iter().collect();
        let _ = read(&text);
    }

    #[test]
    fn an_engines_comment_reads_back_to_the_millisecond(
        score in -30_000..30_000,
        depth in 0_u32..200,
        millis in 0_u64..10_000_000,
    ) {
        let comment = EngineComment { score: Score(score), depth, time: Duration::from_millis(millis) };
        prop_assert_eq!(comment.to_string().parse(), Ok(comment));
    }
}

#[test]
fn the_distance_to_a_forced_end_is_written_in_turns() {
    for (score, text) in [
        (Score(Score::WIN.0 - 5), "+M3/9 0.020s"),
        (Score(-Score::WIN.0 + 6), "-M3/9 0.020s"),
        (Score(-7), "-0.07/9 0.020s"),
    ] {
        let time = Duration::from_millis(20);
        let comment = EngineComment {
            score,
            depth: 9,
            time,
        };
        assert_eq!(comment.to_string(), text);
        assert_eq!(text.parse(), Ok(comment));
    }
}

#[test]
fn only_possible_distances_to_a_forced_end_are_read() {
    for text in ["+M0/1 0.000s", "+M20000/1 0.000s", "-M20000/1 0.000s"] {
        assert!(text.parse::<EngineComment>().is_err(), "{text}");
    }
    assert!("-M0/1 0.000s".parse::<EngineComment>().is_ok());
}

const GAME: &str = "[Event \"Evening\"]
[White \"A \\\"quoted\\\" name\"]
[Result \"1-0\"]
[Variant \"unplay\"]

{before the first turn}
1. h8g7*b {a bishop} ; and more of it
a1a2 $1 2 g7g6
% a line for other programs
1-0
";

#[test]
fn numbers_glyphs_and_comments_of_all_forms_are_read() {
    let record = read(GAME).unwrap();
    assert_eq!(record.game, game("unplay"));
    assert_eq!(record.start, game("unplay").start(0));
    assert_eq!(record.tags.get("White"), Some("A \"quoted\" name"));
    let text = |comment: &Option<Comment>| comment.as_ref().map(|c| c.text().to_owned());
    assert_eq!(
        text(&record.preface).as_deref(),
        Some("before the first turn")
    );
    let turns: Vec<String> = record.turns.iter().map(|t| t.turn.to_string()).collect();
    assert_eq!(turns, ["h8g7*b", "a1a2", "g7g6"]);
    assert_eq!(
        text(&record.turns[0].comment).as_deref(),
        Some("a bishop and more of it")
    );
    let windows = format!("\u{feff}{}", GAME.replace('\n', "\r\n"));
    assert_eq!(read(&windows), Ok(record));
}

#[test]
fn errors_name_line_and_column() {
    let place = |line, column| TextPosition { line, column };
    let unplay = "[Variant \"unplay\"]\n";
    for (text, line, column, words) in [
        ("", 1, 1, "no game here"),
        ("[Variant]", 1, 1, "a tag has the form"),
        (r#"[Site "C:\games"]"#, 1, 1, r"write \\ for a backslash"),
        (
            "[Variant \"ssehc\"]\n[White \"x]\n*",
            2,
            1,
            "a tag has the form",
        ),
        (
            "[Event \"x\"] [Variant \"chess\"]\n1. h8g7 *",
            1,
            13,
            "no variant is called 'chess'",
        ),
        (
            "[Variant \"x\"]\n [Switches \"unplay goal=draw\"]\n*",
            2,
            2,
            "Switches: the switches of 'x': goal: ",
        ),
        ("[Event \"x\"]\n*", 2, 1, "tag Variant is missing"),
        ("[Variant \"unplay-random\"] *", 1, 27, "tag FEN is missing"),
        (
            "[Variant \"ssehc\"]\n[FEN \"8/8 w - - 0 1\"]\n\n*",
            2,
            1,
            "FEN: placement",
        ),
        (
            "[Event \"x\"]\n[Event \"y\"]\n*",
            2,
            1,
            "tag Event is given for the second",
        ),
        (
            "[Result \"2-0\"]\n[Variant \"ssehc\"]",
            1,
            1,
            "'2-0' is not a result",
        ),
        (
            "[Result \"\u{1b}[31mred\"]",
            1,
            1,
            "' [31mred' is not a result",
        ),
    ] {
        let error = read(text).unwrap_err();
        assert_eq!(error.place, place(line, column), "{text}: {error}");
        assert!(error.to_string().contains(words), "{text}: {error}");
    }
    for (moves, line, column, words) in [
        ("1. h8g7 xyz", 2, 9, "'xyz' is not a turn"),
        ("1.h8g9", 2, 3, "'h8g9' is not a turn"),
        ("1. h8g7", 2, 8, "breaks off here"),
        ("1. h8g7 {open", 2, 9, "is not closed"),
        (
            "(1. h8g7) *",
            2,
            1,
            "there is no turn before this variation",
        ),
        (
            "1. h8g7 ((h8h7)) *",
            2,
            10,
            "there is no turn before this variation",
        ),
        ("1. h8g7 (h8h7 *", 2, 15, "has no closing parenthesis"),
        (
            "1. h8g7 (h8h7 * ) *",
            2,
            15,
            "a result may stand only after the last turn",
        ),
        ("1. h8g7 (h8h7", 2, 14, "breaks off here"),
        ("1. h8g7) *", 2, 8, "')' is not allowed here"),
        ("1. h8g7 } *", 2, 9, "'}' is not allowed here"),
        ("1. h8g7 *\nmore", 3, 1, "only one game was expected"),
    ] {
        let error = read(&format!("{unplay}{moves}")).unwrap_err();
        assert_eq!(error.place, place(line, column), "{moves}: {error}");
        assert!(error.to_string().contains(words), "{moves}: {error}");
    }
    let mismatch = read("[Result \"0-1\"][Variant \"unplay\"] 1-0").unwrap_err();
    assert!(
        matches!(mismatch.kind, RecordErrorKind::ResultMismatch { .. }),
        "{mismatch}"
    );
}

#[test]
fn a_glyph_may_follow_a_turn_directly_and_is_kept() {
    let record = read("[Variant \"unplay\"]\n\n1. h8g7$1 (1. h8h7$2$14) a1a2$3 *").unwrap();
    let turns: Vec<String> = record
        .turns
        .iter()
        .map(|one| one.turn.to_string())
        .collect();
    assert_eq!(turns, ["h8g7", "a1a2"]);
    let native = record.to_native_text().unwrap();
    for written in [record.to_string(), native] {
        let again = read(&written).unwrap();
        assert_eq!(again.turns, record.turns, "{written}");
        let [first, second] = again.turns.as_slice() else {
            panic!("{written}");
        };
        assert_eq!(first.glyphs, [1], "{written}");
        assert_eq!(first.variations[0][0].glyphs, [2, 14], "{written}");
        assert_eq!(second.glyphs, [3], "{written}");
    }
    let late = read("[Variant \"unplay\"]\n\n1. h8g7 (1. h8h7) $5 {good} $6 * $7\n").unwrap();
    assert_eq!(late.turns[0].glyphs, [5, 6]);
}

#[test]
fn a_result_may_follow_a_native_turn_after_one_space() {
    for (variant, turn) in [
        ("unplay", "Kh8-g7(*B)"),
        ("unachess", "P>e3"),
        ("ssehc", "un-move king to e2"),
    ] {
        for result in ["1-0", "0-1", "1/2-1/2", "*"] {
            for end in ["", " ", "\r\n", " {a comment}\n"] {
                let tags = format!("[Variant \"{variant}\"]\n[Notation \"native\"]");
                let record = read(&format!("{tags}\n\n1. {turn} {result}{end}")).unwrap();
                assert_eq!(record.result.to_string(), result, "{turn}");
                assert_eq!(record.turns.len(), 1);
            }
        }
    }
    let error = read("[Variant \"unplay\"]\n[Notation \"native\"]\n\n1. Kh8-g7 1-0 x").unwrap_err();
    assert!(error.to_string().contains("found '1-0'"), "{error}");
}

#[test]
fn a_notation_tag_holds_only_for_its_own_record() {
    let native = "[Variant \"unplay\"]\n[Notation \"native\"]\n\n1. Kh8-g7\n*\n\n";
    let other = "(1. h8g7) *\n";
    let error = |text: &str| {
        let mut games = Reader::new(text);
        games.find_map(Result::err).map(|error| error.kind)
    };
    assert!(error(other).is_some());
    assert_eq!(error(&format!("{native}{other}")), error(other));
}

#[test]
fn a_played_game_is_recorded_and_replayed() {
    let variant = typed::<Unplay>("unplay-strict");
    let start = variant.start_position(0);
    let mut game = LiveGame::new(variant, start);
    for pick in [3, 5, 7, 2, 11] {
        let turns = game.position().turns();
        game.play(turns[pick % turns.len()]).unwrap();
    }
    let record = read(&Record::of(&game).to_string()).unwrap();
    let replayed: LiveGame<Unplay> = record.replay(variant).unwrap();
    assert!(replayed.turns().eq(game.turns()));
    assert_eq!(replayed.keys(), game.keys());
}

#[test]
fn an_illegal_turn_in_a_record_is_named_with_number_and_rule() {
    let record = read("[Variant \"unplay\"] 1. h8g7 h1h2 *").unwrap();
    let error = record.replay(typed::<Unplay>("unplay")).unwrap_err();
    assert!(error.to_string().starts_with("turn 2: h1h2 is not legal: "));
}
