//! A tournament that is watched.

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
