//! The answers to questions. They are the same over HTTP and over the line protocol.

use std::collections::BTreeMap;
use std::io::{BufRead, BufReader, Write};
use std::process::{Child, Command, Stdio};

use reviver::games;
use reviver::questions::NAMES;
use serde_json::{Value, json};

use crate::common::program::PROGRAM;
use crate::server::Server;

/// Every question that needs no search, with the body of its request.
fn questions(game: &str) -> Vec<(&'static str, Value)> {
    let turns = match games::find(game).map(games::Game::is_reverse) {
        Some(true) => first_turns(game),
        _ => vec!["K@e1".to_owned(), "K@e8".to_owned()],
    };
    let position = json!({ "game": game, "seed": 3, "turns": turns });
    let with = |more: Value| {
        let mut body = position.clone();
        let (Value::Object(fields), Value::Object(more)) = (&mut body, more) else {
            panic!("both are objects");
        };
        fields.extend(more);
        body
    };
    let pgn = "1. f3 e5 2. g4 Qh4# 0-1";
    let record = "[Variant \"ssehc\"]\n\n{all} 1. f3e4 {a} (1. f3e2 f6e6 (1... f6e7)) *\n";
    vec![
        (
            "check",
            json!({ "game": game, "fen": games::find(game).expect("a game").start(3).to_string() }),
        ),
        (
            "check",
            json!({ "game": game, "position": { "placement": { "f3": "K", "f6": "k" } } }),
        ),
        ("diagram", with(json!({ "flip": true }))),
        ("eval", position.clone()),
        (
            "explain",
            with(json!({ "taps": [{ "square": "a1" }, { "square": "h8" }] })),
        ),
        ("explain", with(json!({ "turn": "a1h7" }))),
        ("forward", position.clone()),
        ("from-pgn", json!({ "game": game, "pgn": pgn })),
        ("games", json!({})),
        ("lessons", json!({ "game": game })),
        ("open", json!({ "text": record })),
        ("parse", with(json!({ "text": "nonsense" }))),
        ("position", position.clone()),
        ("puzzles", json!({ "game": game })),
        (
            "record",
            with(json!({
                "players": ["a", "b"], "comments": ["good"], "preface": "all",
                "variations": [{ "after": 0, "turn": turns[0], "comment": "again" }],
            })),
        ),
        ("rules", json!({ "game": game })),
        ("state", position.clone()),
        ("turns", position.clone()),
        ("words", position),
    ]
}

/// The first two turns of a game. Each is the first in the list of legal turns. If the first turn
/// ends the game, there is no second turn.
fn first_turns(game: &str) -> Vec<String> {
    let mut turns = Vec::new();
    for _ in 0..2 {
        let body = json!({ "game": game, "seed": 3, "turns": turns }).to_string();
        let answer = reviver::questions::answer("turns", body.as_bytes()).expect("turns");
        let next = answer["turns"].as_array().and_then(|turns| turns.first());
        turns.extend(
            next.and_then(|turn| turn["text"].as_str())
                .map(str::to_owned),
        );
    }
    turns
}

/// Starts `reviver uci` with pipes.
fn session() -> Child {
    Command::new(PROGRAM)
        .arg("uci")
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
        .expect("the program starts")
}

/// The answers of the program to lines on its standard input.
fn lines(input: &str) -> Vec<String> {
    let mut child = session();
    let mut stdin = child.stdin.take().expect("a pipe");
    let input = input.to_owned();
    let writer = std::thread::spawn(move || stdin.write_all(input.as_bytes()));
    let output = child.wait_with_output().expect("an end");
    writer.join().expect("a writer").expect("written");
    let text = String::from_utf8(output.stdout).expect("UTF-8");
    text.lines().map(str::to_owned).collect()
}

/// The lines that the program prints for an input with a search. The input stays open until the
/// answer comes, because the end of the input would stop the search.
fn search_lines(input: &str) -> Vec<String> {
    let mut child = session();
    let mut stdin = child.stdin.take().expect("a pipe");
    stdin.write_all(input.as_bytes()).expect("written");
    let output = BufReader::new(child.stdout.take().expect("a pipe"));
    let mut answers = Vec::new();
    for line in output.lines() {
        answers.push(line.expect("a line"));
        let last = answers[answers.len() - 1].as_str();
        // The answer to an invalid question begins with `{`.
        let final_answers = ["json best ", "json review ", "json error ", "{"];
        if final_answers.iter().any(|start| last.starts_with(start)) {
            break;
        }
    }
    drop(stdin);
    child.wait().expect("an end");
    answers
}

#[test]
fn http_and_the_line_protocol_give_the_same_json() {
    let server = Server::start();
    let mut asked: Vec<&str> = Vec::new();
    for game in games::names() {
        let questions = questions(game);
        asked.extend(questions.iter().map(|(name, _)| name));
        let input: String = questions
            .iter()
            .map(|(name, body)| format!("json {name} {body}\n"))
            .collect();
        let answers = lines(&input);
        assert_eq!(answers.len(), questions.len(), "{game}");
        for ((name, body), line) in questions.iter().zip(answers) {
            let line: Value = serde_json::from_str(&line).expect("JSON");
            assert!(line.get("error").is_none(), "{game}: {name}: {line}");
            let http = server.post(name, &body.to_string()).json();
            assert_eq!(line, http, "{game}: {name}");
        }
    }
    for name in NAMES {
        assert!(asked.contains(&name), "{name} is not compared");
    }
}

#[test]
fn a_question_without_a_game_is_about_the_session() {
    let input = "position startpos moves f3e2\njson state\njson state {\"game\":\"ssehc\",\"turns\":[\"f3e2\"]}\n\
                 json turns {}\njson turns {\"game\":\"ssehc\",\"turns\":[\"f3e2\"]}\n";
    let answers = lines(input);
    assert_eq!(answers[0], answers[1]);
    assert_eq!(answers[2], answers[3]);
}

/// The last report of each kind, such as `best`, without times and speeds. The lines of analysis
/// (`info`) with different `multipv` numbers are different kinds. Earlier reports are ignored,
/// because a stream over HTTP may omit them.
fn latest(news: impl Iterator<Item = (String, Value)>) -> BTreeMap<String, Value> {
    let mut latest = BTreeMap::new();
    for (kind, mut value) in news {
        let rank = value["multipv"].to_string();
        if let Value::Object(fields) = &mut value {
            fields.retain(|name, _| !["time", "nps"].contains(&name.as_str()));
        }
        latest.insert(format!("{kind} {rank}"), value);
    }
    latest
}

#[test]
fn searches_give_the_same_news_over_http_and_the_line_protocol() {
    let server = Server::with(&["--threads", "1"]);
    for (question, body, kinds) in [
        (
            "analyse",
            json!({ "game": "ssehc", "turns": ["f3e2"], "nodes": 3000, "multipv": 2 }),
            3,
        ),
        (
            "analyse",
            json!({ "game": "unachess", "mode": "play", "level": 3, "seed": 5, "nodes": 2000 }),
            2,
        ),
        (
            "analyse",
            json!({ "game": "unplay", "mode": "draw", "offered_by": 2, "depth": 3 }),
            2,
        ),
        (
            "review",
            json!({ "game": "ssehc", "turns": ["f3e2", "N@f3,f6e6", "e2d2"], "nodes": 500 }),
            2,
        ),
    ] {
        let answers = search_lines(&format!(
            "setoption name Hash value 1\njson {question} {body}\n"
        ));
        let over_lines = latest(answers.iter().map(|line| {
            let mut words = line.splitn(3, ' ').skip(1);
            let (kind, value) = (words.next().expect("a kind"), words.next().expect("JSON"));
            (
                kind.to_owned(),
                serde_json::from_str(value).unwrap_or_else(|error| panic!("{error}: {line}")),
            )
        }));
        let mut asked = body.clone();
        asked["page"] = "p".into();
        let mut stream = server.stream(question, &asked.to_string());
        let over_http = latest(std::iter::from_fn(|| stream.event()));
        assert_eq!(over_lines, over_http, "{question} {body}");
        assert_eq!(over_http.len(), kinds, "{over_http:?}");
    }
}

#[test]
fn a_search_over_the_line_protocol_reports_infos_and_a_best_turn_or_an_error() {
    let answers = lines(
        "setoption name Hash value 1\njson analyse {\"game\":\"nothing\"}\n\
         json analyse {\"depth\":2,\"multipv\":2}\nisready\n",
    );
    let infos = answers
        .iter()
        .filter(|line| line.starts_with("json info {"));
    assert!(infos.count() >= 2, "{answers:?}");
    assert!(
        answers.iter().any(|line| line.starts_with("json best {")),
        "{answers:?}"
    );
    assert!(
        answers[0].starts_with("{\"error\":") && answers[0].contains("nothing"),
        "{answers:?}"
    );
}

/// The answer to `position` lists the squares that each legal turn changes.
#[test]
fn the_changes_of_a_turn_lead_to_the_next_position() {
    let ask = |question: &str, body: &Value| {
        reviver::questions::answer(question, body.to_string().as_bytes()).expect("an answer")
    };
    for game in games::names() {
        let turns = first_turns(game);
        let before = json!({ "game": game, "seed": 3, "turns": turns });
        let answer = ask("position", &before);
        let state = &answer["state"];
        for turn in answer["turns"].as_array().expect("turns").iter().step_by(7) {
            let mut after = turns.clone();
            after.push(turn["text"].as_str().expect("text").to_owned());
            let next = ask("state", &json!({ "game": game, "seed": 3, "turns": after }));
            let mut placement = state["placement"].as_object().expect("a board").clone();
            for (square, piece) in turn["board"].as_object().expect("changes") {
                if piece.is_null() {
                    placement.remove(square);
                } else {
                    placement.insert(square.clone(), piece.clone());
                }
            }
            assert_eq!(
                Value::Object(placement),
                next["placement"],
                "{game} {}",
                turn["text"]
            );
            assert!(!turn["taps"].as_array().expect("taps").is_empty());
            assert!(!turn["steps"].as_array().expect("steps").is_empty());
        }
    }
}
