//! Searches, which the server reports as streams of events.

use std::io::Write;
use std::process::Command;
use std::time::{Duration, Instant};

use serde_json::json;

use crate::server::Server;

/// A server that allows one search at a time: each search uses all processors.
fn server_with_one_search() -> Server {
    let cores = std::thread::available_parallelism().expect("cores");
    Server::with(&["--threads", &cores.to_string()])
}

/// An analysis that does not ask for a limit. The server ends it after ten minutes.
fn endless(page: &str) -> String {
    json!({ "game": "ssehc", "page": page }).to_string()
}

#[test]
fn an_analysis_reports_lines_and_then_the_best_turn() {
    let server = Server::start();
    let asked = json!({ "game": "unplay-strict", "page": "p", "multipv": 3, "depth": 3 });
    let asked = asked.to_string();
    let mut stream = server.stream("analyse", &asked);
    let mut ranks = Vec::new();
    let best = loop {
        let (kind, value) = stream.event().expect("an event");
        match kind.as_str() {
            "info" => {
                let pv = value["pv"].as_array().expect("a line");
                assert_eq!(
                    pv.len().min(10),
                    value["pv_native"].as_array().expect("words").len()
                );
                assert!(value["score"]["cp"].is_i64() || value["score"]["mate"].is_i64());
                let wdl: i64 = value["wdl"]
                    .as_array()
                    .expect("wdl")
                    .iter()
                    .flat_map(|x| x.as_i64())
                    .sum();
                assert_eq!(wdl, 1000);
                ranks.push(value["multipv"].as_u64());
            }
            "best" => break value,
            other => panic!("{other}"),
        }
    };
    for rank in 1..=3 {
        assert!(ranks.contains(&Some(rank)), "{ranks:?}");
    }
    assert!(best["turn"].is_string() && best["depth"] == 3, "{best}");
    assert!(stream.event().is_none());
}

#[test]
fn the_same_level_and_seed_give_the_same_turn() {
    let server = Server::start();
    let turn = |level: u32| {
        let asked = json!({
            "game": "unachess", "mode": "play", "level": level, "nodes": 3000, "seed": 7,
            "turns": ["K@e1", "K@e8"], "page": "p",
        });
        let mut stream = server.stream("analyse", &asked.to_string());
        let events = std::iter::from_fn(|| stream.event());
        events.last().expect("an answer").1["turn"].to_string()
    };
    assert_eq!(turn(0), turn(0));
    assert_eq!(turn(20), turn(20));
}

#[test]
fn a_review_covers_every_turn() {
    let server = Server::start();
    let turns = ["f3e2", "N@f3,f6e6", "e2d2"];
    let asked = json!({ "game": "ssehc", "page": "p", "turns": turns, "nodes": 500 }).to_string();
    let mut stream = server.stream("review", &asked);
    let mut progress = 0;
    let review = loop {
        let (kind, value) = stream.event().expect("an event");
        match kind.as_str() {
            "progress" => {
                assert!(value["done"].as_u64() <= value["of"].as_u64());
                progress += 1;
            }
            "review" => break value,
            other => panic!("{other}: {value}"),
        }
    };
    assert!(progress > 0);
    let reviewed = review["turns"].as_array().expect("turns");
    let texts: Vec<_> = reviewed
        .iter()
        .map(|turn| turn["text"].as_str().expect("text"))
        .collect();
    assert_eq!(texts, turns);
    assert_eq!(
        review["chances"].as_array().expect("chances").len(),
        turns.len() + 1
    );
}

#[test]
fn the_search_of_a_page_ends_when_the_page_closes_the_connection() {
    let server = server_with_one_search();
    // Three pages, one after another, start a search and close their connection. Then the search of
    // a fourth page still starts.
    for round in 0..3 {
        drop(server.stream("analyse", &endless(&round.to_string())));
    }
    let mut stream = server.stream(
        "analyse",
        &json!({ "game": "ssehc", "page": "next", "depth": 1 }).to_string(),
    );
    while let Some((kind, value)) = stream.event() {
        assert!(["info", "best"].contains(&kind.as_str()), "{value}");
    }
}

#[test]
fn a_page_has_one_search_at_a_time() {
    let server = Server::start();
    let mut first = server.stream("analyse", &endless("page"));
    let _second = server.stream("analyse", &endless("page"));
    let started = Instant::now();
    let events = std::iter::from_fn(|| first.event());
    let (kind, _) = events.last().expect("an answer");
    assert_eq!(kind, "best");
    // Without the second search, the first one would go on for ten minutes.
    assert!(started.elapsed() < Duration::from_secs(60));
}

/// The server must know the page, because a page can have only one search at a time.
#[test]
fn a_search_that_does_not_name_its_page_is_refused() {
    let server = Server::start();
    for question in ["analyse", "review"] {
        let answer = server.post(question, "{\"game\":\"ssehc\",\"depth\":1}");
        assert_eq!(answer.status, 400, "{question}");
        let error = answer.json()["error"].to_string();
        assert!(error.contains("page"), "{question}: {error}");
    }
}

#[test]
fn a_draw_offer_is_answered() {
    let server = Server::start();
    // White (player 1) plays first and can win with the first turn. The engine answers for the
    // opponent of the player who offers: Black accepts White's offer, and White refuses Black's.
    let accepted = |offers: u32| {
        let asked = json!({
            "game": "unplay", "page": "p", "mode": "draw", "offered_by": offers, "depth": 3,
        });
        let mut stream = server.stream("analyse", &asked.to_string());
        let events = std::iter::from_fn(|| stream.event());
        events.last().expect("an answer").1["accepted"].as_bool()
    };
    assert_eq!((accepted(1), accepted(2)), (Some(true), Some(false)));
    let asked = json!({ "game": "unplay", "page": "p", "mode": "draw" }).to_string();
    assert_eq!(server.post("analyse", &asked).status, 400);
}

#[test]
fn a_search_that_waits_too_long_for_a_processor_is_refused() {
    let server = server_with_one_search();
    let page = server.stream("analyse", &endless("page"));
    let answer = server.post("analyse", &endless("one more"));
    assert_eq!(answer.status, 429, "{}", answer.body);
    assert!(
        answer.body.contains("all processors are busy"),
        "{}",
        answer.body
    );
    // Questions without a search are still answered.
    assert_eq!(server.post("turns", "{\"game\":\"ssehc\"}").status, 200);
    drop(page);
}

#[test]
fn questions_without_a_search_are_answered_while_many_searches_wait() {
    let server = Server::start();
    let waiting: Vec<_> = (0..64)
        .map(|page| {
            let mut connection = server.connect();
            let request = server.request("POST", "/api/analyse", &endless(&page.to_string()));
            connection.write_all(request.as_bytes()).expect("sent");
            connection
        })
        .collect();
    for _ in 0..20 {
        assert_eq!(server.post("turns", "{\"game\":\"ssehc\"}").status, 200);
    }
    drop(waiting);
}

/// The server should end within a second. The test allows 30, because the machine may be busy.
#[cfg(unix)]
#[test]
fn ctrl_c_ends_the_server_with_streams_open() {
    let mut server = Server::start();
    let _stream = server.stream("analyse", &endless("page"));
    let _idle = server.connect();
    let id = server.child.id().to_string();
    let sent = Command::new("kill").args(["-INT", &id]).status();
    assert!(sent.expect("kill").success());
    let started = Instant::now();
    let status = server.child.wait().expect("an end");
    assert_eq!(status.code(), Some(0));
    assert!(started.elapsed() < Duration::from_secs(30));
}
