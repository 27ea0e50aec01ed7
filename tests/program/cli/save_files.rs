//! `reviver play`: the file in which a game is saved.

use reviver::record::read;

#[cfg(unix)]
use super::kept_games::kept;
use super::saved_games::{run_ok, saved, turns_of_records};
use crate::common::program::Folder;
#[cfg(unix)]
use crate::common::program::{PROGRAM, Run};

#[test]
fn a_loaded_game_is_saved_in_its_own_file_and_only_if_it_has_changed() {
    let folder = Folder::new();
    let quick = ["play", "ssehc", "--nodes", "30", "--seed", "1"];
    let run = run_ok(
        &folder,
        &quick,
        "moves\n1\nsave a b.pgn\nboard\nflip\nlevel\nquit\n",
    );
    let line = "The game is saved in a b.pgn.\nContinue it with:\n  reviver play --load 'a b.pgn'";
    assert!(run.stdout.contains(line), "{}", run.stdout);
    assert!(!run.stderr.contains("saved"), "{}", run.stderr);
    assert_eq!(saved(&folder).turns.len(), 2);

    // The loaded game has not changed, so it is not saved again.
    let load = ["play", "--load", "a b.pgn"];
    let run = run_ok(&folder, &load, "fen\nquit\n");
    let unchanged = "Nothing has changed: the game is in a b.pgn.\n";
    assert_eq!(run.stderr, unchanged);
    assert!(!run.stdout.contains("You win by"), "{}", run.stdout);
    assert!(
        run.stdout.starts_with("Your game of ssehc goes on.\n"),
        "{}",
        run.stdout
    );
    let run = run_ok(&folder, &load, "moves\n1\nquit\n");
    assert!(
        run.stderr.contains("The game is saved in a b.pgn.\n"),
        "{}",
        run.stderr
    );
    assert_eq!(saved(&folder).turns.len(), 4);

    // A resignation is saved in the same file too. A later run without a change saves nothing.
    let run = run_ok(&folder, &load, "resign\nyes\nquit\n");
    let line = "The game is saved in a b.pgn.\nReview it with:\n  reviver review 'a b.pgn'";
    assert!(run.stderr.contains(line), "{}", run.stderr);
    let run = run_ok(&folder, &load, "quit\n");
    assert!(
        run.stdout
            .contains("Game over: Reviver wins. You resigned."),
        "{}",
        run.stdout
    );
    assert!(!run.stderr.contains("saved"), "{}", run.stderr);
    assert_eq!(saved(&folder).result.to_string(), "0-1");
}

#[test]
fn a_copy_stays_as_it_was_saved_and_later_turns_go_into_another_file() {
    let folder = Folder::new();
    let both = ["play", "ssehc", "--side", "both"];
    let run = run_ok(&folder, &both, "f3e4\nsave mine.pgn\nf6e6\nquit\n");
    let answer =
        "This file stays as it is. If you play on now, the later turns go into another file.\n";
    assert!(run.stdout.contains(answer), "{}", run.stdout);
    assert_eq!(turns_of_records(&folder), [1, 2]);

    // With `--save mine.pgn`, the command `save mine.pgn` makes no copy. The later turns go into
    // mine.pgn.
    let folder = Folder::new();
    let save = [&both[..], &["--save", "mine.pgn"]].concat();
    run_ok(&folder, &save, "f3e4\nsave mine.pgn\nf6e6\nquit\n");
    assert_eq!(saved(&folder).turns.len(), 2);
}

#[test]
fn a_loaded_game_is_saved_on_demand_in_its_own_file() {
    let folder = Folder::new();
    let both = ["play", "ssehc", "--side", "both"];
    run_ok(&folder, &both, "f3e4\nsave mine.pgn\nquit\n");
    let load = ["play", "--load", "mine.pgn"];
    let run = run_ok(&folder, &load, "f6e6\nsave ./mine.pgn\nquit\n");
    assert!(run.stdout.contains("saved in ./mine.pgn"), "{}", run.stdout);
    assert_eq!(saved(&folder).turns.len(), 2);
}

#[test]
fn the_command_save_recognises_the_file_of_the_option_save_in_another_spelling() {
    let folder = Folder::new();
    let save = ["play", "ssehc", "--side", "both", "--save", "mine.pgn"];
    let script = "f3e4\nsave ./mine.pgn\nsave mine.pgn\nf6e6\nquit\n";
    let run = run_ok(&folder, &save, script);
    assert!(!run.stdout.contains("exists already"), "{}", run.stdout);
    assert_eq!(saved(&folder).turns.len(), 2);
}

#[cfg(unix)]
#[test]
fn a_game_is_not_saved_in_a_pipe_or_a_device() {
    let folder = Folder::new();
    let mut mkfifo = std::process::Command::new("mkfifo");
    let made = mkfifo.arg(folder.path("pipe")).status();
    assert!(made.expect("mkfifo").success());
    let both = ["play", "ssehc", "--side", "both"];
    for path in ["/dev/stdout", "/dev/null", "pipe"] {
        let complaint = format!("{path} is a pipe, a device or an open file; name another file");
        let run = run_ok(&folder, &both, &format!("f3e4\nsave {path}\nquit\n"));
        let answer = format!("{complaint}. The game is not saved.\n");
        assert!(run.stdout.contains(&answer), "{}", run.stdout);
        assert_eq!(saved(&folder).turns.len(), 1, "the game is lost");
        std::fs::remove_file(&folder.records()[0]).expect("removed");

        let run = folder.run(&[&both[..], &["--save", path]].concat(), "f3e4\nquit\n");
        assert_eq!(run.code, Some(1));
        assert_eq!(run.stderr, format!("reviver: {complaint}\n"));
        assert_eq!(run.stdout, "");
    }
}

#[cfg(unix)]
#[test]
fn a_game_that_is_loaded_through_a_symbolic_link_is_saved_in_a_new_file() {
    let folder = Folder::new();
    let both = ["play", "ssehc", "--side", "both"];
    run_ok(&folder, &both, "f3e4\nsave mine\nquit\n");
    std::os::unix::fs::symlink(folder.path("mine"), folder.path("link")).expect("a link");
    let run = run_ok(&folder, &["play", "--load", "link"], "f6e6\nquit\n");
    assert!(
        run.stderr.contains(
            "link is a symbolic link, which is not followed; name the file itself.\n\
             The game is saved in reviver-"
        ),
        "{}",
        run.stderr
    );
    assert_eq!(saved(&folder).turns.len(), 2);
}

#[test]
fn a_game_that_departs_from_the_loaded_one_is_saved_in_a_new_file() {
    let folder = Folder::new();
    let save = ["play", "ssehc", "--side", "both", "--save", "mine.pgn"];
    run_ok(&folder, &save, "f3e4\nf6e6\nquit\n");
    let before = folder.bytes("mine.pgn");
    run_ok(
        &folder,
        &["play", "--load", "mine.pgn"],
        "undo\nf6f7\nquit\n",
    );
    assert_eq!(folder.bytes("mine.pgn"), before);
    assert_eq!(folder.records().len(), 2);
}

#[test]
fn with_the_option_save_a_game_that_departs_from_the_saved_one_is_saved_in_a_new_file() {
    let folder = Folder::new();
    let save = ["play", "ssehc", "--side", "both", "--save", "mine.pgn"];
    let script = "f3e4\nf6e6\nsave\nundo\nundo\nf3e2\nquit\n";
    let run = run_ok(&folder, &save, script);
    let record = read(&folder.read("mine.pgn")).expect("a record");
    assert_eq!(record.turns.len(), 2, "the longer game is lost");
    assert_eq!(folder.records().len(), 2);
    let place = "The game is saved in reviver-ssehc-";
    assert!(run.stderr.contains(place), "{}", run.stderr);
}

#[test]
fn turns_that_were_taken_back_are_saved_in_a_file_of_their_own() {
    let both = ["play", "ssehc", "--side", "both"];
    for (undone, turns) in [("undo\n", &[1, 2][..]), ("undo\nundo\n", &[2])] {
        let folder = Folder::new();
        let run = run_ok(&folder, &both, &format!("f3e4\nf6e6\n{undone}quit\n"));
        let place = "The game with the turns that you took back is saved in reviver-ssehc-";
        assert!(run.stderr.contains(place), "{}", run.stderr);
        assert_eq!(turns_of_records(&folder), turns);
    }

    // A file has these turns already.
    let folder = Folder::new();
    run_ok(
        &folder,
        &both,
        "f3e4\nf6e6\nsave mine.pgn\nundo\nundo\nquit\n",
    );
    assert_eq!(saved(&folder).turns.len(), 2);
    run_ok(
        &folder,
        &["play", "--load", "mine.pgn"],
        "undo\nundo\nquit\n",
    );
    assert_eq!(saved(&folder).turns.len(), 2);
}

#[test]
fn turns_that_an_earlier_file_has_are_not_saved_again() {
    let both = &["play", "ssehc", "--side", "both"][..];
    let save = &[both, &["--save", "mine.pgn"]].concat()[..];
    for (arguments, script, turns) in [
        (both, "save\nundo\nsave\nquit\n", [2, 1]),
        (both, "save a.pgn\nundo\nsave b.pgn\nquit\n", [2, 1]),
        (save, "save\nundo\nsave\nredo\nquit\n", [2, 1]),
        // The second `save` replaces the two turns in the file. So they are saved again.
        (both, "save a.pgn\nundo\nsave ./a.pgn\nquit\n", [1, 2]),
    ] {
        let folder = Folder::new();
        run_ok(&folder, arguments, &format!("f3e4\nf6e6\n{script}"));
        assert_eq!(turns_of_records(&folder), turns, "{script}");
    }

    for script in ["undo\nload mine.pgn\nquit\n", "undo\nsave\nquit\n"] {
        let folder = Folder::new();
        run_ok(&folder, save, "f3e4\nf6e6\nquit\n");
        run_ok(&folder, &["play", "--load", "mine.pgn"], script);
        assert_eq!(turns_of_records(&folder), [2, 1], "{script}");
    }
}

#[test]
fn the_command_that_continues_a_game_works_if_the_name_of_its_file_begins_with_a_minus_sign() {
    let folder = Folder::new();
    let both = ["play", "ssehc", "--side", "both"];
    let run = run_ok(&folder, &both, "f3e4\nsave -x.pgn\nquit\n");
    let command = "  reviver play --load ./-x.pgn\n";
    assert!(run.stdout.contains(command), "{}", run.stdout);
    run_ok(&folder, &["play", "--load", "./-x.pgn"], "quit\n");
}

#[test]
fn a_game_goes_on_in_the_file_that_has_most_of_its_turns() {
    let folder = Folder::new();
    let save = ["play", "ssehc", "--side", "both", "--save", "mine.pgn"];
    let script = "f3e4\nf6e6\nsave\nundo\nsave\nredo\ne4d4\nquit\n";
    run_ok(&folder, &save, script);
    assert_eq!(turns_of_records(&folder), [3, 1]);
}

#[test]
fn the_file_of_the_game_is_named_when_the_person_leaves_if_another_file_was_named_last() {
    let folder = Folder::new();
    let both = ["play", "ssehc", "--side", "both"];
    let script = "f3e4\nf6e6\nsave a.pgn\nundo\nsave b.pgn\nredo\nquit\n";
    let run = run_ok(&folder, &both, script);
    assert_eq!(run.stderr, "The game is in a.pgn.\n");
    assert_eq!(turns_of_records(&folder), [2, 1]);
}

#[test]
fn a_game_that_a_file_has_is_not_saved_again_on_demand() {
    let folder = Folder::new();
    let save = ["play", "ssehc", "--side", "both", "--save", "mine.pgn"];
    let script = "f3e4\nf6e6\nsave\nundo\nsave\nredo\nsave\nquit\n";
    let run = run_ok(&folder, &save, script);
    let place = "The game is saved in mine.pgn.";
    assert_eq!(run.stdout.matches(place).count(), 2, "{}", run.stdout);
    assert_eq!(run.stderr, "The game is in mine.pgn.\n");
    assert_eq!(turns_of_records(&folder), [2, 1]);
}

#[cfg(unix)]
#[test]
fn the_option_save_refuses_a_link_a_folder_and_an_open_file() {
    let folder = Folder::new();
    folder.write("game", "");
    std::os::unix::fs::symlink("game", folder.path("link")).expect("a link");
    std::fs::create_dir(folder.path("folder")).expect("a folder");
    for (name, why) in [
        (
            "link",
            "is a symbolic link, which is not followed; name the file itself",
        ),
        ("folder", "is a folder; name a file"),
        (
            "/dev/fd/0",
            "is a pipe, a device or an open file; name another file",
        ),
    ] {
        let both = ["play", "ssehc", "--side", "both"];
        let run = folder.run(&[&both[..], &["--save", name]].concat(), "f3e4\nquit\n");
        assert_eq!(run.code, Some(1));
        assert_eq!(run.stderr, format!("reviver: {name} {why}\n"));
        assert_eq!(run.stdout, "");
    }
}

#[cfg(unix)]
#[test]
fn a_game_from_a_pipe_is_saved_if_it_has_changed_or_another_game_follows() {
    let folder = Folder::new();
    let both = ["play", "ssehc", "--side", "both"];
    run_ok(&folder, &both, "f3e4\nsave game\nquit\n");
    for (script, turns) in [
        ("quit\n", vec![]),
        ("f6e6\nquit\n", vec![2]),
        ("new ssehc\nyes\nquit\n", vec![1]),
    ] {
        let mut command = std::process::Command::new("sh");
        let shell = format!("cat game | {PROGRAM} play --load /dev/fd/3 3<&0 <script");
        folder.write("script", script);
        command.args(["-c", &shell]).current_dir(folder.path(""));
        command.env("XDG_STATE_HOME", folder.state());
        let run = Run::of(command.output().expect("a shell"));
        assert_eq!(run.code, Some(0), "{}", run.stderr);
        assert_eq!(turns_of_records(&folder), turns, "{}", run.stderr);
        for record in folder.records() {
            std::fs::remove_file(record).expect("removed");
        }
        if turns.is_empty() {
            assert_eq!(
                run.stderr,
                "Nothing has changed, so the game is not saved.\n"
            );
        }
        assert!(kept(&folder).is_empty(), "the kept copy stays");
    }
}

#[test]
fn the_command_save_writes_settings_that_the_command_line_has_changed() {
    let folder = Folder::new();
    let game = ["play", "ssehc", "--side", "both", "--level", "20"];
    run_ok(&folder, &game, "f3e4\nsave mine.pgn\nquit\n");
    let load = ["play", "--load", "mine.pgn", "--level", "5"];
    run_ok(&folder, &load, "save\nquit\n");
    assert_eq!(saved(&folder).tags.get("EngineLevel"), Some("5"));
}

#[test]
fn the_command_save_writes_the_file_of_the_option_save_after_a_copy() {
    let folder = Folder::new();
    let save = ["play", "ssehc", "--side", "both", "--save", "mine.pgn"];
    let run = run_ok(&folder, &save, "f3e4\nsave a.pgn\nsave\nquit\n");
    let place = "The game is saved in mine.pgn.";
    assert!(run.stdout.contains(place), "{}", run.stdout);
    assert_eq!(turns_of_records(&folder), [1, 1]);
}
