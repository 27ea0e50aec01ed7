//! The board with a game file of the server's command line.

use serde_json::json;

use crate::common::program::Folder;
use crate::server::Server;

#[test]
fn the_board_plays_a_game_of_the_servers_command_line() {
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
    for question in ["position", "state", "diagram", "eval", "lessons", "puzzles"] {
        let answer = server.ask(question, &line);
        assert!(!answer.is_null(), "{question}");
    }
    let asked = json!({ "game": "own-board", "page": "p", "turns": ["K@e1"], "nodes": 200 });
    let asked = asked.to_string();
    let mut stream = server.stream("analyse", &asked);
    let mut kinds = std::iter::from_fn(|| stream.event()).map(|(kind, _)| kind);
    assert!(kinds.any(|kind| kind == "best"));
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
