//! The board with user-defined games, from game files and from records.

use serde_json::json;

use crate::common::program::Folder;
use crate::server::Server;

#[test]
fn a_user_defined_game_is_listed_and_served() {
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
fn the_board_plays_a_game_that_the_command_line_of_the_server_names() {
    let folder = Folder::new();
    let path = folder.write(
        "own.toml",
        "name = \"own-board\"\ntitle = \"Own board\"\nbase = \"unachess\"\n[switches]\n\
         pawn-rows = [1, 6]\ncastling = false\n",
    );
    let server = Server::with(&["--game", path.to_str().expect("UTF-8")]);
    let games = server.ask("games", "{}").to_string();
    assert!(
        games.contains("own-board") && games.contains("Own board"),
        "{games}"
    );
    let line = json!({ "game": "own-board", "turns": ["K@e1", "K@e8", "P@a6"] }).to_string();
    assert!(
        server.ask("turns", &line)["turns"]
            .as_array()
            .is_some_and(|turns| !turns.is_empty())
    );
    let rules = server.ask("rules", &json!({ "game": "own-board" }).to_string());
    assert!(
        rules.to_string().contains("There is no castling."),
        "{rules}"
    );
    let record = server.ask("record", &line).to_string();
    assert!(
        record.contains("unachess castling=false pawn-rows=[1,6]"),
        "{record}"
    );
    for question in ["position", "state", "diagram", "eval"] {
        let answer = server.ask(question, &line);
        assert!(!answer.is_null(), "{question}");
    }
    for question in ["lessons", "puzzles"] {
        let answer = server.ask(question, &json!({ "game": "own-board" }).to_string());
        assert!(!answer.is_null(), "{question}");
    }
    let asked = json!({ "game": "own-board", "page": "p", "turns": ["K@e1"], "nodes": 200 });
    let asked = asked.to_string();
    let mut stream = server.stream("analyse", &asked);
    let mut kinds = std::iter::from_fn(|| stream.event()).map(|(kind, _)| kind);
    assert!(kinds.any(|kind| kind == "best"));
}

/// The text of a record that defines the rules of its game with the tag `Switches`.
fn record(name: &str, switches: &str) -> String {
    format!("[Variant \"{name}\"]\n[Switches \"{switches}\"]\n[Result \"*\"]\n\n1. K@a2 *\n\n")
}

#[test]
fn games_defined_by_records_are_playable_and_limited_in_number_but_not_listed() {
    let server = Server::start();
    let list = server.ask("games", "{}");
    let open = |text: &str| server.post("open", &json!({ "text": text }).to_string());
    let opened = open(&record(
        "of-a-record",
        "unachess castling=false capture-before-king=true",
    ));
    assert_eq!(opened.status, 200, "{}", opened.body);
    assert_eq!(server.ask("games", "{}"), list);
    let about = server.ask("games", &json!({ "name": "of-a-record" }).to_string());
    assert_eq!(about["games"][0]["title"], "of-a-record");
    let line = json!({ "game": "of-a-record", "turns": ["K@a2"] }).to_string();
    assert!(!server.ask("turns", &line)["turns"].is_null());
    // Records may define 256 games: the game above and these 255, which share the name `e`.
    let definition =
        |count: usize| format!("unachess start=8/8/8/8/8/8/8/8[KQkq] w - - 0 {}", count + 1);
    let many: String = (1..=255)
        .map(|count| record("e", &definition(count)))
        .collect();
    let opened = open(&many);
    assert_eq!(opened.status, 200, "{}", opened.body);
    assert_eq!(server.ask("games", "{}"), list);
    let refused = open(&record("e", &definition(256)));
    assert_eq!(refused.status, 400);
    assert!(
        refused
            .body
            .contains("have defined 256 games, which is the maximum"),
        "{}",
        refused.body
    );
    // Records that define no new game are still read: the games of `many` are known, and
    // `unachess-2` is a built-in game.
    assert_eq!(open(&many).status, 200);
    assert_eq!(open(&record("other", "unachess-2")).status, 200);
}

#[test]
fn the_identity_of_a_game_defines_it_again_after_a_restart() {
    let opened = |server: &Server, switches: &str| {
        let text = record("of-a-record", switches);
        server.ask("open", &json!({ "text": text }).to_string());
        let about = server.ask("games", &json!({ "name": "of-a-record" }).to_string());
        about["games"][0]["identity"].clone()
    };
    let identity = opened(&Server::start(), "unachess castling=false");
    assert_eq!(identity, "of-a-record unachess castling=false");
    let server = Server::start();
    let other = opened(&server, "unachess capture-before-king=true");
    assert_eq!(other, "of-a-record unachess capture-before-king=true");
    let line = json!({ "game": identity, "turns": ["K@a2"] }).to_string();
    let written = server.ask("record", &line)["text"].to_string();
    assert!(written.contains("unachess castling=false"), "{written}");
    let about = server.ask("games", &json!({ "name": identity }).to_string());
    assert_eq!(about["games"][0]["name"], "of-a-record-2");
    assert_eq!(server.ask("games", "{}")["games"][0]["identity"], "ssehc");
    for (game, words) in [
        ("no game", "no variant is called 'no game'"),
        ("mine unachess castling=maybe", "castling"),
    ] {
        let answer = server.post("state", &json!({ "game": game }).to_string());
        assert_eq!(answer.status, 400, "{}", answer.body);
        assert!(answer.body.contains(words), "{}", answer.body);
    }
}

#[test]
fn a_page_cannot_name_a_game_file() {
    let folder = Folder::new();
    let path = folder.write(
        "page.toml",
        "name = \"of-a-page\"\nbase = \"unplay\"\n[switches]\nbishops = \"any\"\n",
    );
    let server = Server::start();
    for game in [path.display().to_string(), "of-a-page".to_owned()] {
        let answer = server.post("turns", &json!({ "game": game }).to_string());
        assert_eq!(answer.status, 400, "{}", answer.body);
    }
}

#[test]
fn a_tap_on_another_piece_before_the_king_is_placed_is_refused_with_the_reason() {
    let folder = Folder::new();
    let game = "name = \"placed\"\nbase = \"ssehc\"\n[switches]\nstart = \"placement\"\n";
    let path = folder.write("placed.toml", game);
    let server = Server::with(&["--game", path.to_str().expect("UTF-8")]);
    let asked = json!({ "game": "placed", "taps": [{ "pocket": "N" }] });
    let answer = server.ask("explain", &asked.to_string());
    assert_eq!(
        answer["reason"],
        "White must place its king in this turn, for example with K@e4"
    );
}
