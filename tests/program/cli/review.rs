//! `reviver review` on the command line.

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
