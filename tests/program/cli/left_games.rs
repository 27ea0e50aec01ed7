//! `reviver play`: no game is lost when the person leaves it. The program keeps a copy of the
//! unfinished game in its state folder. If it cannot write this copy, it saves the game elsewhere.

#![cfg(unix)]

use std::fs;
use std::io::Write;
use std::os::unix::fs::symlink;
use std::process::Command;
use std::thread::sleep;
use std::time::Duration;

use rexpect::process::{Signal, WaitStatus};

use super::kept_games::{Playing, kept, killed};
use super::play_terminal::{terminal, types, wait_for};
use super::saved_games::{saved, turns_of_records};
use crate::common::program::{Folder, finish, start};

/// A game of two people.
const BOTH: [&str; 4] = ["play", "ssehc", "--side", "both"];

/// A game of two people that cannot be kept, because there is no state folder.
fn not_kept(folder: &Folder) -> Command {
    let mut command = folder.command(&BOTH);
    command.env("XDG_STATE_HOME", "/dev/null/state");
    command
}

#[test]
fn a_kept_copy_that_is_older_than_the_saved_game_is_not_offered() {
    let folder = Folder::new();
    let mut game = Playing::of(&mut folder.command(&BOTH));
    game.types("f3e4");
    game.wait_for("Turn 2: ");
    // The test moves the kept copy to `copy` and puts a symbolic link in its place. The program
    // refuses to write through a link. So after the next turn it saves the game in another file,
    // and must remove the link. Otherwise the next start would read the link and offer the game
    // without that turn.
    let file = kept(&folder).remove(0);
    let copy = folder.path("copy");
    fs::rename(&file, &copy).expect("renamed");
    symlink(&copy, &file).expect("a link");
    game.types("f6e6");
    game.wait_for("Turn 3: ");
    game.types("quit");
    let run = game.end();
    assert!(run.stderr.contains("It is in reviver-"), "{}", run.stderr);
    let resumed = folder.run(&["play", "--resume"], "");
    let answer = "there is no unfinished game";
    assert!(resumed.stderr.contains(answer), "{}", resumed.stdout);
}

#[test]
fn the_place_of_a_game_that_cannot_be_kept_is_reported_again_if_it_changes() {
    let folder = Folder::new();
    let (here, temporary) = (folder.path("here"), folder.path("temporary"));
    fs::create_dir(&here).expect("a folder");
    let mut command = not_kept(&folder);
    command.current_dir(&here).env("TMPDIR", &temporary);
    let mut game = Playing::of(&mut command);
    game.wait_for("Turn 1: ");
    fs::remove_dir(&here).expect("removed");
    game.types("f3e4");
    game.wait_for("Turn 2: ");
    fs::create_dir(&temporary).expect("a folder");
    game.types("f6e6");
    game.wait_for("Turn 3: ");
    game.types("quit");
    let run = game.end();
    let (first, second) = run.stderr.split_once("It is in ").expect("a place");
    assert!(first.contains("Free some space"), "{first}");
    let place = temporary.to_str().expect("text");
    assert!(second.starts_with(place), "{second}");
}

#[test]
fn turns_that_were_taken_back_are_saved_once_if_the_game_cannot_be_kept() {
    let folder = Folder::new();
    let child = start(&mut not_kept(&folder));
    finish(child, "f3e4\nf6e6\nundo\nquit\n");
    assert_eq!(turns_of_records(&folder), [1, 2]);
}

#[test]
fn turns_are_saved_again_if_their_file_was_removed() {
    for rest in [&["undo", "quit"][..], &["undo", "save", "redo", "quit"]] {
        let folder = Folder::new();
        let mut game = Playing::of(&mut folder.command(&BOTH));
        for line in ["f3e4", "f6e6", "save a.pgn"] {
            game.types(line);
        }
        game.wait_for("The game is saved in a.pgn");
        fs::remove_file(folder.path("a.pgn")).expect("removed");
        for line in rest {
            game.types(line);
        }
        let run = game.end();
        assert_eq!(run.code, Some(0), "{}", run.stderr);
        let turns = turns_of_records(&folder);
        assert!(turns.contains(&2), "{rest:?}: {turns:?}");
    }
}

#[test]
fn a_game_that_was_left_with_ctrl_c_is_offered_at_the_next_start() {
    let folder = Folder::new();
    let mut session = terminal(&folder, &["play", "ssehc", "--movetime", "60m"]);
    wait_for(&mut session, "Turn 1: you are to play");
    types(&mut session, "f3e4");
    wait_for(&mut session, "thinking: ");
    // The first signal stops the search, and the second ends the program.
    while session.process().status() == Some(WaitStatus::StillAlive) {
        let _ = session.process_mut().signal(Signal::SIGINT);
        sleep(Duration::from_millis(1));
    }
    assert_eq!(folder.records().len(), 1);

    let mut session = terminal(&folder, &["play", "unachess", "--side", "both"]);
    let before = wait_for(&mut session, "Turn 1: ");
    assert!(!before.contains("was not finished"), "{before}");
    types(&mut session, "quit");
    session.exp_eof().expect("the end");

    let mut session = terminal(&folder, &["play", "ssehc", "--side", "both"]);
    wait_for(&mut session, "Your game of ssehc (");
    wait_for(&mut session, "Continue it? [Y/n] ");
    types(&mut session, "quit");
    session.exp_eof().expect("the end");
}

#[test]
fn the_latest_unfinished_game_is_resumed_whether_it_was_interrupted_or_left() {
    let folder = Folder::new();
    killed(&folder, "-KILL");
    // File times can be as coarse as a hundredth of a second.
    sleep(Duration::from_millis(50));
    let unplay = ["play", "unplay-strict", "--side", "both"];
    let mut session = terminal(&folder, &unplay);
    wait_for(&mut session, "Turn 1: ");
    types(&mut session, "h8h7");
    wait_for(&mut session, "Turn 2: ");
    types(&mut session, "quit");
    session.exp_eof().expect("the end");

    for (game, resumed) in [
        (&[][..], "Your game of unplay-strict goes on."),
        (&["ssehc"], "Your game of ssehc goes on."),
        (&["unplay-strict"], "Your game of unplay-strict goes on."),
    ] {
        let arguments = [&["play"], game, &["--resume"]].concat();
        let mut session = terminal(&folder, &arguments);
        wait_for(&mut session, resumed);
        session.process_mut().signal(Signal::SIGKILL).expect("sent");
    }
    let run = folder.run(&["play", "ssehc"], "quit\n");
    let note = "Continue it with:\n  reviver play ssehc --resume";
    assert!(run.stderr.contains(note), "{}", run.stderr);
    let run = folder.run(&["play", "unachess", "--resume"], "");
    let answer = "there is no unfinished game of unachess";
    assert!(run.stderr.contains(answer), "{}", run.stderr);
}

#[test]
fn loading_a_game_again_does_not_change_its_file() {
    let save = [&BOTH[..], &["--save", "mine.pgn"]].concat();
    for (arguments, script) in [
        (&save[..], "f3e4\nsave\nf6e6\nload mine.pgn\nquit\n"),
        (
            &["play", "--load", "mine.pgn"],
            "f6e6\nload ./mine.pgn\nquit\n",
        ),
    ] {
        let folder = Folder::new();
        if !arguments.contains(&"--save") {
            folder.run(&save, "f3e4\nquit\n");
        }
        let run = folder.run(arguments, script);
        assert_eq!(run.code, Some(0), "{}", run.stderr);
        let saved = "The game that you left is saved in reviver-ssehc-";
        assert!(run.stderr.contains(saved), "{}", run.stderr);
        let same = "Nothing has changed: the game is in ";
        assert!(run.stderr.contains(same), "{}", run.stderr);
        // The first file is `mine.pgn`. The program has chosen the name of the second.
        assert_eq!(turns_of_records(&folder), [1, 2]);
    }
}

#[test]
fn a_kept_game_that_the_system_cannot_read_is_not_called_damaged() {
    let folder = Folder::new();
    killed(&folder, "-KILL");
    let file = kept(&folder).remove(0);
    let aside = folder.path("aside");
    fs::rename(&file, &aside).expect("renamed");
    // The system cannot read a folder as a file.
    fs::create_dir(&file).expect("a folder");
    let run = folder.run(&["play", "--resume"], "");
    assert_eq!(run.code, Some(1));
    let complaint = "A kept game cannot be read: ";
    assert!(run.stderr.contains(complaint), "{}", run.stderr);
    fs::remove_dir(&file).expect("the folder has kept its name");
    fs::rename(&aside, &file).expect("renamed");
    let run = folder.run(&["play", "--resume"], "quit\n");
    assert!(
        run.stdout.contains("Turn 3: you are to play"),
        "{}",
        run.stdout
    );
}

#[test]
fn each_game_that_cannot_be_kept_is_reported_with_its_file() {
    let folder = Folder::new();
    let child = start(&mut not_kept(&folder));
    let run = finish(child, "f3e2\nnew ssehc\nyes\nf3e2\nquit\n");
    let count = run.stderr.matches("The game cannot be kept: ").count();
    assert_eq!(count, 2, "{}", run.stderr);
    let records = folder.records();
    assert_eq!(records.len(), 2, "{}", run.stderr);
    for record in records {
        let name = record.file_name().expect("a name").to_string_lossy();
        assert!(run.stderr.contains(&*name), "{name}: {}", run.stderr);
    }
}

#[test]
fn a_game_that_cannot_be_kept_is_saved_in_one_file_even_if_turns_are_taken_back() {
    for arguments in [&BOTH[..], &[&BOTH[..], &["--save", "mine.pgn"]].concat()] {
        for (script, turns) in [
            ("f3e4\nundo\nf3e2\nquit\n", vec!["f3e2"]),
            ("f3e4\nf6e6\nundo\nredo\nquit\n", vec!["f3e4", "f6e6"]),
            (
                "f3e4\nf6e6\nsave\ne4d4\nundo\ne4e3\nquit\n",
                vec!["f3e4", "f6e6", "e4e3"],
            ),
        ] {
            let folder = Folder::new();
            let mut command = folder.command(arguments);
            command.env("XDG_STATE_HOME", "/dev/null/state");
            let run = finish(start(&mut command), script);
            assert_eq!(run.code, Some(0), "{}", run.stderr);
            assert_eq!(turns_of_records(&folder), [turns.len()], "{script}");
            let record = saved(&folder);
            let played = record.turns.iter().map(|turn| turn.turn.to_string());
            assert_eq!(played.collect::<Vec<_>>(), turns, "{script}");
            let reports = run.stderr.matches("It is in ").count();
            assert_eq!(reports, 1, "{}", run.stderr);
        }
    }
}

#[test]
fn a_saved_game_stays_in_its_file_if_a_game_that_departs_from_it_cannot_be_kept() {
    let folder = Folder::new();
    let script = "f3e4\nf6e6\nsave a.pgn\nsave\nundo\nundo\nf3e2\nundo\nf3e4\nf6e6\nquit\n";
    let run = finish(start(&mut not_kept(&folder)), script);
    assert_eq!(turns_of_records(&folder), [2, 2, 1], "{}", run.stderr);
}

#[test]
fn a_game_that_cannot_be_kept_or_saved_in_its_file_goes_on_in_one_new_file() {
    let goes_on = |script: &str| {
        let folder = Folder::new();
        folder.write("mine", "[Variant \"ssehc\"]\n\n1. f3e4 *\n");
        symlink("mine", folder.path("link")).expect("a link");
        let mut command = folder.command(&["play", "--load", "link", "--side", "both"]);
        command.env("XDG_STATE_HOME", "/dev/null/state");
        let run = finish(start(&mut command), script);
        assert_eq!(run.code, Some(0), "{}", run.stderr);
        assert_eq!(turns_of_records(&folder), [4], "{script}{}", run.stderr);
        run.stderr
    };
    let notes = goes_on("f6e6\ne4d4\ne6e7\nquit\n");
    assert_eq!(notes.matches("cannot be kept").count(), 1, "{notes}");
    let why = "link is a symbolic link, which is not followed; name the file itself.\n\
               The game cannot be kept: ";
    assert!(notes.contains(why), "{notes}");
    // The new file stays the file of the game, even if the game departs from the loaded one.
    goes_on("f6e6\nundo\nf6e7\ne4d4\ne7e8\nquit\n");
    goes_on("f6e6\nundo\nundo\nf3e2\nf6e6\ne2d2\ne6e7\nquit\n");
}

#[test]
fn a_loaded_game_whose_file_has_become_a_folder_is_saved_in_a_new_file() {
    let folder = Folder::new();
    folder.write("mine", "[Variant \"ssehc\"]\n\n1. f3e4 *\n");
    let mut game = Playing::of(&mut folder.command(&["play", "--load", "mine", "--side", "both"]));
    game.wait_for("Turn 2: ");
    fs::remove_file(folder.path("mine")).expect("removed");
    fs::create_dir(folder.path("mine")).expect("a folder");
    game.types("quit");
    let run = game.end();
    assert_eq!(turns_of_records(&folder), [1], "{}", run.stderr);
}

#[test]
fn an_interrupted_game_can_be_continued_while_another_start_waits_for_its_file() {
    let folder = Folder::new();
    killed(&folder, "-KILL");
    let pipe = folder.path("pipe");
    let made = Command::new("mkfifo").arg(&pipe).status();
    assert!(made.expect("mkfifo").success());
    let mut game = Playing::of(&mut folder.command(&["play", "--load", "pipe", "--side", "both"]));
    // Opening the pipe waits until the program reads from it.
    let mut writer = fs::OpenOptions::new()
        .write(true)
        .open(&pipe)
        .expect("open");
    let resumed = folder.run(&["play", "--resume"], "quit\n");
    let record = "[Variant \"ssehc\"]\n\n1. f3e4 *\n";
    writer.write_all(record.as_bytes()).expect("written");
    drop(writer);
    game.types("quit");
    game.end();
    assert_eq!(resumed.code, Some(0), "{}", resumed.stderr);
}

#[test]
fn a_loaded_game_keeps_its_name_if_a_kept_game_has_the_same_name() {
    let folder = Folder::new();
    let define = |switch: &str| {
        let text = format!("name = \"own\"\nbase = \"unplay\"\n\n[switches]\n{switch}\n");
        folder.write("own.toml", &text);
    };
    let play = ["play", "own", "--game", "own.toml", "--side", "both"];
    define("goal = \"home\"");
    let run = folder.run(
        &[&play[..], &["--save", "mine.pgn"]].concat(),
        "moves\n1\nquit\n",
    );
    assert_eq!(run.code, Some(0), "{}", run.stderr);
    define("repetition = \"loses\"");
    let mut game = Playing::of(&mut folder.command(&play));
    game.types("moves");
    game.types("1");
    game.wait_for("Turn 2: ");
    game.signal("-KILL");
    game.end();
    assert_eq!(kept(&folder).len(), 1);

    let run = folder.run(&["play", "--load", "mine.pgn"], "quit\n");
    let goes_on = "Your game of own goes on.";
    assert!(run.stdout.contains(goes_on), "{}{}", run.stdout, run.stderr);
}
