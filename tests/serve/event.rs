//! A tournament that is watched.

use serde_json::json;

use crate::common::program::Folder;
use crate::server::Server;

#[test]
fn an_event_is_shown_by_its_folder() {
    let folder = Folder::new();
    folder.done(&[
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
    // The journal can be opened from the visitor's disk too.
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

/// The lines of a journal with the first games of an event.
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
    folder.done(&["tournament", "event.toml", "--out", "event"]);
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
    // More games have been played, and the last line is still being written.
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

#[test]
fn a_game_of_ones_own_is_served() {
    let folder = Folder::new();
    let file = folder.write(
        "half.toml",
        "name = \"half\"\nbase = \"unplay-strict\"\n[switches]\ngoal = \"home\"\n",
    );
    let server = Server::with(&["--game", &file.to_string_lossy()]);
    let games = server.ask("games", "{}");
    let games = games["games"].as_array().expect("games");
    let own = games
        .iter()
        .find(|game| game["name"] == "half")
        .expect("the game");
    for field in ["title", "summary", "win", "sample", "start"] {
        assert!(own[field].is_string(), "{field}: {own}");
    }
    for question in ["rules", "lessons", "puzzles", "position"] {
        server.ask(question, "{\"game\":\"half\"}");
    }
}

#[test]
fn without_an_event_there_is_none() {
    let server = Server::start();
    assert_eq!(
        server.ask("event", "{}"),
        serde_json::json!({ "name": null })
    );
    let run = crate::common::program::run(&["serve", "--port", "0", "--event", "no-folder"]);
    assert_eq!(run.code, Some(2));
    assert!(run.stderr.contains("no-folder"), "{}", run.stderr);
}
