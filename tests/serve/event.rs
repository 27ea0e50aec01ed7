//! With `--event FOLDER`, the server shows the tournament in FOLDER, even while it is being played.

use std::io::Write;
use std::process::Command;
use std::thread::{available_parallelism, sleep};
use std::time::Duration;

use serde_json::json;

use crate::common::program::Folder;
use crate::server::Server;

#[test]
fn the_event_in_a_folder_is_shown() {
    let folder = Folder::new();
    folder.run_ok(&[
        "tournament",
        "--engine",
        "reviver",
        "--variant",
        "unplay-strict",
        "--rounds",
        "1",
        "--nodes",
        "20",
        "--out",
        "event",
    ]);
    let path = folder.path("event");
    let server = Server::with(&["--event", &path.to_string_lossy()]);
    let event = server.ask("event", "{}");
    assert_eq!(event["played"], event["total"], "{event}");
    assert!(event["standings"].is_array());
    let games = event["games"].as_array().expect("games");
    assert!(!games.is_empty());
    assert_eq!(games[0]["game"], "unplay-strict");
    // A browser can also send a journal as text. The answer has the games of the journal.
    let journal = folder.read("event/journal.jsonl");
    let opened = server.ask("open", &serde_json::json!({ "text": journal }).to_string());
    assert_eq!(
        opened["games"].as_array().expect("games").len(),
        games.len()
    );
}

const EVENT: &str = "
event = \"Spring\"
variants = [\"unplay-strict\", \"unachess\"]
rounds = 1
[[engine]]
name = \"Ann\"
limits = { nodes = 20 }
[[engine]]
name = \"Bob\"
limits = { nodes = 30 }
[[engine]]
name = \"Cleo\"
limits = { nodes = 40 }
";

/// The first lines of `journal`: its header and its first `games` games.
fn journal_with(journal: &str, games: usize) -> String {
    journal
        .lines()
        .take(1 + games)
        .flat_map(|line| [line, "\n"])
        .collect()
}

#[test]
fn an_event_of_several_engines_is_watched_while_it_is_played() {
    let folder = Folder::new();
    folder.write("event.toml", EVENT);
    folder.run_ok(&["tournament", "event.toml", "--out", "event"]);
    let whole = folder.read("event/journal.jsonl");
    folder.write("event/journal.jsonl", &journal_with(&whole, 5));
    let path = folder.path("event");
    let server = Server::with(&["--event", &path.to_string_lossy()]);
    let points = |event: &serde_json::Value| -> f64 {
        let standings = event["standings"].as_array().expect("standings");
        let mut names: Vec<_> = standings.iter().map(|row| row["name"].as_str()).collect();
        names.sort_unstable();
        assert_eq!(names, [Some("Ann"), Some("Bob"), Some("Cleo")]);
        standings
            .iter()
            .map(|row| row["points"].as_f64().expect("points"))
            .sum()
    };
    let event = server.ask("event", "{}");
    assert_eq!((&event["played"], &event["total"]), (&json!(5), &json!(12)));
    assert!((points(&event) - 5.0).abs() < 1e-9, "{event}");
    // Six more games have been played, and the line of the next game is only partly written.
    let torn = format!("{}{{\"game\":12,", journal_with(&whole, 11));
    folder.write("event/journal.jsonl", &torn);
    let event = server.ask("event", "{}");
    assert_eq!(event["played"], 11);
    assert!((points(&event) - 11.0).abs() < 1e-9, "{event}");
    let games = event["games"].as_array().expect("games");
    assert_eq!(games.len(), 11);
    // Every game of the journal can be shown.
    for game in games {
        let line = json!({ "game": game["game"], "start": game["start"], "turns": game["turns"] });
        let state = server.ask("state", &line.to_string());
        assert_eq!(state["ply"], game["turns"].as_array().expect("turns").len());
    }
}

/// Asserts that a page keeps to its content security policy, and returns the text of the page.
fn page_within_policy(server: &Server, path: &str) -> String {
    let answer = server.get(path);
    assert_eq!(answer.status, 200, "{path}: {}", answer.body);
    let kind = answer.header("content-type");
    assert_eq!(kind, Some("text/html; charset=utf-8"), "{path}");
    let policy = answer.header("content-security-policy").expect("a policy");
    assert!(policy.contains("default-src 'none'"), "{policy}");
    let text = answer.body.replace("http://www.w3.org/2000/svg", "");
    let text = text.replace("<script src=\"", "");
    for word in [
        "<style",
        " style=",
        "<script",
        "onclick=",
        "onload=",
        "javascript:",
        "http:",
        "https:",
    ] {
        assert!(!text.contains(word), "{path}: {word}");
    }
    let mut loaded: Vec<&str> = Vec::new();
    for start in ["<link rel=\"stylesheet\" href=\"", "<script src=\""] {
        let parts = answer.body.split(start).skip(1);
        loaded.extend(parts.map(|part| part.split('"').next().expect("its end")));
    }
    assert!(!loaded.is_empty(), "{path}");
    for file in loaded {
        let answer = server.get(file);
        assert_eq!(answer.status, 200, "{file}");
        let kind = answer.header("content-type").expect("a type");
        assert!(
            kind.starts_with("text/css") || kind.starts_with("text/javascript"),
            "{file}"
        );
    }
    answer.body
}

/// Plays an event with one engine, and starts a server that watches it.
fn server_with_event(folder: &Folder) -> Server {
    folder.run_ok(&[
        "tournament",
        "--engine",
        "reviver",
        "--variant",
        "unplay-strict",
        "--nodes",
        "20",
        "--out",
        "event",
    ]);
    let path = folder.path("event");
    Server::with(&["--event", &path.to_string_lossy()])
}

#[test]
fn other_requests_are_answered_while_reviews_of_an_event_wait() {
    let folder = Folder::new();
    let server = server_with_event(&folder);
    let request = server.request("GET", "/event/games/1", "");
    let waiting: Vec<_> = (0..64)
        .map(|_| {
            let mut connection = server.connect();
            connection.write_all(request.as_bytes()).expect("sent");
            connection
        })
        .collect();
    for _ in 0..100 {
        assert_eq!(server.post("games", "").status, 200);
    }
    drop(waiting);
}

#[test]
fn the_report_and_the_reviews_of_an_event_keep_to_the_content_security_policy() {
    let folder = Folder::new();
    let server = server_with_event(&folder);
    let report = page_within_policy(&server, "/event/report");
    assert!(report.contains("href=\"/event/games/1\""), "{report}");
    // The page has other links than the file `report.html`, but the same table of results.
    let table = |page: &str| {
        let rest = page
            .split("<table id=\"variants\">")
            .nth(1)
            .expect("a table");
        rest.split("</table>").next().expect("its end").to_owned()
    };
    assert_eq!(table(&report), table(&folder.read("event/report.html")));
    let review = page_within_policy(&server, "/event/games/1");
    assert!(review.contains("<svg id=\"board\"") && review.contains("id=\"note-1\""));
    for path in ["/event/games/0", "/event/games/99"] {
        assert_eq!(server.get(path).status, 404, "{path}");
    }
    for path in ["/event/games/x", "/event/games/-1", "/event/games/..%2f1"] {
        let status = server.get(path).status;
        assert!((400..500).contains(&status), "{path}: {status}");
    }
    let without_event = Server::start();
    assert_eq!(without_event.get("/event/report").status, 404);
    assert_eq!(without_event.get("/event/games/1").status, 404);
}

#[test]
fn a_server_without_an_event_reports_none() {
    let server = Server::start();
    assert_eq!(
        server.ask("event", "{}"),
        serde_json::json!({ "name": null })
    );
    let run = crate::common::program::run(&["serve", "--port", "0", "--event", "no-folder"]);
    assert_eq!(run.code, Some(2));
    assert!(run.stderr.contains("no-folder"), "{}", run.stderr);
}

/// Each request for a review counts as one of the searches that may run at the same time, and waits
/// for a journal that never comes.
#[cfg(unix)]
#[test]
fn questions_are_answered_while_reviews_of_games_take_all_places_of_searches() {
    let folder = Folder::new();
    let pipe = folder.path("journal.jsonl");
    let made = Command::new("mkfifo").arg(&pipe).status();
    assert!(made.expect("mkfifo starts").success());
    let path = folder.path("");
    let server = Server::with(&["--event", &path.to_string_lossy()]);
    let places = available_parallelism().map_or(1, usize::from);
    let request = server.request("GET", "/event/games/1", "");
    let reviews: Vec<_> = (0..places)
        .map(|_| {
            let mut connection = server.connect();
            let sent = connection.write_all(request.as_bytes());
            sent.expect("the server listens");
            connection
        })
        .collect();
    sleep(Duration::from_millis(500));
    server.ask("state", "{\"game\":\"ssehc\"}");
    drop(reviews);
}
