//! Where subcommands write: never over a file that they read. What they say if they cannot write.

use crate::common::program::{Folder, words};
#[cfg(unix)]
use crate::common::program::{PROGRAM, Run};

/// Two games of Ssehc.
const RECORDS: &str = "[Variant \"ssehc\"]\n\n1. f3e4 *\n\n[Variant \"ssehc\"]\n\n1. f3e4 *\n";

/// A folder with game records, games of the engine, a tree, and a game file.
fn folder() -> Folder {
    let folder = Folder::new();
    folder.write("games.pgn", RECORDS);
    folder.write(
        "own.toml",
        "name = \"own\"\nbase = \"unplay-strict\"\n[switches]\nrevived-pawns = \"any\"\n",
    );
    folder.run_ok(&words("selfplay GAME --games 4 --nodes 20 --out games"));
    folder.run_ok(&words("explore GAME --nodes 20 --tree-size 2 --out tree"));
    folder
}

#[test]
fn an_input_is_not_replaced_even_with_force() {
    let folder = folder();
    for (line, input) in [
        ("review games.pgn --nodes 20 --pgn ./games.pgn", "games.pgn"),
        ("review games.pgn --nodes 20 --html games.pgn", "games.pgn"),
        ("diagram --file games.pgn --out ./games.pgn", "games.pgn"),
        ("train GAME games --epochs 1 --out games", "games"),
        ("tune GAME games --epochs 1 --out ./games", "games"),
        (
            "explore GAME --nodes 20 --merge tree --out new --book tree",
            "tree",
        ),
        (
            "selfplay --game own.toml --games 1 --nodes 20 --out own.toml",
            "own.toml",
        ),
        (
            "solve --game own.toml --nodes 20 --proof own.toml",
            "own.toml",
        ),
        (
            "solve --game own.toml --nodes 20 --checkpoint own.toml",
            "own.toml",
        ),
    ] {
        let before = folder.bytes(input);
        for more in [&[][..], &["--force"]] {
            let run = folder.run(&[&words(line)[..], more].concat(), "");
            assert_eq!(run.code, Some(2), "{line} {more:?}: {}", run.stderr);
            assert!(
                run.stderr.contains("this file is also an input"),
                "{line}: {}",
                run.stderr
            );
            assert!(folder.bytes(input) == before, "{line}");
        }
    }
}

/// This must be possible, because `tune` and `train` advise the user after Ctrl-C to continue from
/// their own result.
#[test]
fn the_result_of_learning_may_replace_the_file_from_which_it_began() {
    let folder = folder();
    let tune = "tune GAME games --epochs 1 --out weights";
    folder.run_ok(&words(tune));
    let again = format!("{tune} --from-weights weights --force");
    folder.run_ok(&words(&again));
}

/// With a limit of 0 bytes for files, every write to a file fails, as on a full disk.
#[cfg(unix)]
#[test]
fn a_file_that_cannot_be_written_is_named() {
    let folder = Folder::new();
    let line = "ulimit -f 0; exec \"$0\" diagram unplay --out drawing.svg";
    let mut shell = std::process::Command::new("sh");
    shell.args(["-c", line, PROGRAM]);
    let output = shell.current_dir(folder.path("")).output();
    let run = Run::of(output.expect("a shell"));
    assert_eq!(run.code, Some(1));
    assert_eq!(run.stderr, "reviver: drawing.svg: File too large\n");
}
