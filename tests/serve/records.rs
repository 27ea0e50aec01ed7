//! The questions `open` and `record`: game records and journals.

use reviver::games;
use serde_json::{Value, json};

#[test]
fn an_answer_with_the_first_games_of_a_text_says_that_there_are_more() {
    let open = |text: &str| {
        let body = json!({ "text": text }).to_string();
        let answer = reviver::questions::answer("open", body.as_bytes()).expect("games");
        let count = answer["games"].as_array().expect("games").len();
        (count, answer["complete"].clone())
    };
    let record = "[Variant \"unplay\"]\n\n*\n\n";
    for (games, read, complete) in [(1, 1, true), (1000, 1000, true), (1001, 1000, false)] {
        assert_eq!(
            open(&record.repeat(games)),
            (read, json!(complete)),
            "{games}"
        );
    }
}

#[test]
fn a_journal_may_begin_with_spaces() {
    let open = |text: &str| {
        let body = json!({ "text": text }).to_string();
        reviver::questions::answer("open", body.as_bytes())
            .expect_err("no game")
            .to_string()
    };
    let head = "{\"journal\":3}\n";
    assert_eq!(open(&format!(" \t{head}")), open(head));
}

#[test]
fn the_whole_lines_of_a_torn_journal_are_read() {
    let conduct = json!({
        "turns": 0, "stray": 0, "bad_info": 0, "complaints": 0, "illegal_line": 0, "other_line": 0,
    });
    let entry = |game: &str| {
        let position = games::find(game).expect("a game").start(0);
        json!({
            "game": 1, "variant": game, "round": 1, "first": "a", "second": "b",
            "start": position.to_string(), "turns": [], "movers": "", "thoughts": [],
            "result": "1-0", "ending": "time-loss", "conduct": [conduct, conduct],
            "timing": { "began": "", "turns": [], "latency": [0, 0], "lag": [0, 0] },
        })
        .to_string()
    };
    let whole = format!("{{\"journal\":3}}\n{}\n", entry("ssehc"));
    let half = entry("unachess");
    let half = &half[..half.len() / 2];
    let open = |text: &str| {
        let body = json!({ "text": text }).to_string();
        reviver::questions::answer("open", body.as_bytes())
    };
    for (end, note) in [
        ("", Value::Null),
        (
            half,
            "the last line of the journal is incomplete and was left out".into(),
        ),
        (
            "\0\0",
            "the last line of the journal is incomplete and was left out".into(),
        ),
    ] {
        let answer = open(&format!("{whole}{end}")).expect("games");
        assert_eq!(answer["games"].as_array().map(Vec::len), Some(1), "{end}");
        assert_eq!(answer["note"], note, "{end}");
    }
    // Here the half line ends with a line feed, so it is damaged, not torn.
    let error = open(&format!("{whole}{half}\n")).expect_err("a damaged line");
    assert!(
        error.to_string().starts_with("line 3 is not a game"),
        "{error}"
    );
}

#[test]
fn a_comment_at_the_start_of_a_text_does_not_make_it_a_journal() {
    let body = json!({ "text": "{a comment}\n1. f3e4 *" }).to_string();
    let error = reviver::questions::answer("open", body.as_bytes()).expect_err("no variant");
    assert!(error.to_string().starts_with("game 1: "), "{error}");
}

#[test]
fn a_record_says_how_the_game_ended() {
    let record = |game: &str, turns: &[&str], ending: &str| {
        let body = json!({ "game": game, "turns": turns, "result": "1-0", "ending": ending });
        let answer = reviver::questions::answer("record", body.to_string().as_bytes());
        answer.map(|answer| answer["text"].as_str().expect("text").to_owned())
    };
    for (game, turns, ending) in [
        ("ssehc", &["f3e2"][..], "time-loss"),
        ("unplay", &["h8g7*b"], "retro-checkmate"),
    ] {
        let text = record(game, turns, ending).expect("a record");
        assert!(
            text.contains(&format!("[Termination \"{ending}\"]")),
            "{text}"
        );
    }
    for (ending, words) in [
        (
            "time",
            "ending: 'time' is not an ending; the endings are checkmate, ",
        ),
        (
            "army",
            "ending: the game has not ended by army; it is not over by the rules",
        ),
    ] {
        let error = record("ssehc", &["f3e2"], ending).expect_err("an error");
        assert!(error.to_string().starts_with(words), "{error}");
    }
}

#[test]
fn tags_survive_writing_and_reading_a_record() {
    let ask = |question: &str, body: &Value| {
        reviver::questions::answer(question, body.to_string().as_bytes()).expect("an answer")
    };
    let tags = json!({ "White": "Ann", "WhiteType": "human", "Date": "2026.11.26" });
    let mut asked = json!({ "game": "ssehc", "turns": ["f3e2"], "tags": tags });
    asked["tags"]["Variant"] = "unplay".into();
    let text = ask("record", &asked)["text"].clone();
    let opened = ask("open", &json!({ "text": text }));
    let game = &opened["games"][0];
    assert_eq!(game["game"], "ssehc");
    for (name, value) in tags.as_object().expect("tags") {
        assert_eq!(&game["tags"][name], value, "{text}");
    }
}

#[test]
fn variations_survive_writing_and_reading_a_record() {
    let ask = |question: &str, body: &Value| {
        reviver::questions::answer(question, body.to_string().as_bytes())
    };
    let asked = json!({
        "game": "ssehc", "turns": ["f3e2", "f6e6"], "comments": ["one", ""], "preface": "all",
        "variations": [
            { "after": 0, "turn": "f3g3", "comment": "other" },
            { "after": 1, "turn": "N@f3,f6e7", "comment": "" },
            { "after": 4, "turn": "e2d2", "comment": "deep" },
            { "after": 4, "turn": "e2d1", "comment": "deeper" },
            { "after": 0, "turn": "f3g2", "comment": "" },
        ],
    });
    let text = ask("record", &asked).expect("a record")["text"].clone();
    let opened = ask("open", &json!({ "text": text })).expect("games");
    let game = &opened["games"][0];
    for field in ["turns", "comments", "preface"] {
        assert_eq!(game[field], asked[field], "{text}");
    }
    // Returns a sorted list with an entry for each turn of `variations`: the turns from the start
    // of the game to this turn, and the comment of this turn. `after` is the number of the
    // preceding turn; 0 is the start of the game. In `asked`, the turns of the game have the
    // numbers 1 and 2, and those of `variations` the numbers from 3 on.
    let tree = |game: &Value| {
        let mut lines = vec![Vec::new()];
        for turn in game["turns"].as_array().expect("turns") {
            let mut line = lines[lines.len() - 1].clone();
            line.push(turn.clone());
            lines.push(line);
        }
        let mut tree = Vec::new();
        for turn in game["variations"].as_array().expect("variations") {
            let mut line = lines[turn["after"].as_u64().expect("a number") as usize].clone();
            line.push(turn["turn"].clone());
            tree.push((format!("{line:?}"), turn["comment"].clone()));
            lines.push(line);
        }
        tree.sort_by(|one, other| one.0.cmp(&other.0));
        tree
    };
    assert_eq!(tree(game), tree(&asked));
    for (wrong, words) in [
        (json!({ "after": 3, "turn": "f3g3" }), "'after' is 3"),
        (json!({ "after": 0, "turn": "f3f6" }), "f3f6 is not legal"),
        (json!({ "after": 0, "turn": "x" }), "not a turn"),
    ] {
        let asked = json!({ "game": "ssehc", "turns": ["f3e2", "f6e6"], "variations": [wrong] });
        let error = ask("record", &asked).expect_err("an error").to_string();
        assert!(
            error.starts_with("variations: turn 1: ") && error.contains(words),
            "{error}"
        );
    }
}
