//! `reviver review` on the command line.

use serde_json::Value;

use crate::common::program::{Folder, words};

/// A folder with two games in the file `games.pgn`.
fn folder() -> Folder {
    let folder = Folder::new();
    let game = "[Variant \"ssehc\"]\n\n1. f3e4 *\n\n";
    folder.write("games.pgn", &game.repeat(2));
    folder
}

#[test]
fn a_start_is_refused_together_with_files() {
    let folder = folder();
    for option in ["--fen startpos", "--seed 1"] {
        let arguments = format!("review games.pgn --nodes 10 {option}");
        let run = folder.run(&words(&arguments), "");
        assert_eq!(run.code, Some(2), "{option}: {}", run.stderr);
        let complaint = "a game record names its own start";
        assert!(run.stderr.contains(complaint), "{option}: {}", run.stderr);
        assert_eq!(run.stdout, "", "{option}");
    }
}

#[test]
fn two_outputs_with_one_name_are_refused_before_the_review() {
    let folder = folder();
    for outputs in ["--html out --pgn ./out", "--html out --pgn out-2 --force"] {
        let arguments = format!("review games.pgn --nodes 10 {outputs}");
        let run = folder.run(&words(&arguments), "");
        assert_eq!(run.code, Some(2), "{outputs}: {}", run.stderr);
        let complaint = ": two outputs have this file";
        assert!(run.stderr.contains(complaint), "{outputs}: {}", run.stderr);
        assert_eq!(run.stdout, "", "{outputs}");
        assert!(!folder.path("out").exists(), "{outputs}");
    }
    folder.run_ok(&words(
        "review games.pgn --nodes 10 --html out --pgn out.pgn",
    ));
    assert!(folder.path("out-2").exists());
}

#[test]
fn a_loser_who_lost_no_winning_chances_has_no_turning_point() {
    // Black has one legal turn. White then gives mate.
    let fen = "k7/8/1K6/8/8/8/8/7R[] b - - 0 20";
    let arguments = [
        "review", "unachess", "--fen", fen, "a8b8", "h1h8", "--nodes", "1000", "--json",
    ];
    let run = Folder::new().run_ok(&arguments);
    let last = run.stdout.lines().last().expect("a line");
    let review: Value = serde_json::from_str(last).expect("JSON");
    assert_eq!(review["result"], "1-0", "{last}");
    assert_eq!(review.get("turning_point"), Some(&Value::Null), "{last}");
}

#[test]
fn review_with_a_game_file_needs_no_name_of_a_game_before_the_turns() {
    let folder = folder();
    let file = "name = \"own\"\nbase = \"unplay-strict\"\n[switches]\nbishops = \"any\"\n";
    folder.write("own.toml", file);
    let named = folder.run_ok(&words("review own h8h7 a1a2 --game own.toml --nodes 10"));
    let run = folder.run_ok(&words("review --game own.toml h8h7 a1a2 --nodes 10"));
    assert_eq!(run.stdout, named.stdout);
    let run = folder.run_ok(&words("review --game own.toml games.pgn --nodes 10"));
    assert!(run.stdout.starts_with("ssehc\n"), "{}", run.stdout);
}
