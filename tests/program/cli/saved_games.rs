//! `reviver play`: what the file of a saved game contains, and how the game is continued.

use reviver::record::{Record, read};

use crate::common::program::{Folder, Run};
#[cfg(unix)]
use crate::common::program::{finish, start};

/// The record in the folder. The folder must have exactly one record.
pub(super) fn saved(folder: &Folder) -> Record {
    let records = folder.records();
    assert_eq!(records.len(), 1, "{records:?}");
    let text = std::fs::read_to_string(&records[0]).expect("a file");
    read(&text).expect("a record")
}

/// How many turns each record in the folder has, in the order of the names of the files.
pub(super) fn turns_of_records(folder: &Folder) -> Vec<usize> {
    let turns = |path| {
        let text = std::fs::read_to_string(path).expect("a file");
        read(&text).expect("a record").turns.len()
    };
    folder.records().into_iter().map(turns).collect()
}

/// Runs the program, and asserts that its exit code is 0.
pub(super) fn run_ok(folder: &Folder, arguments: &[&str], script: &str) -> Run {
    let run = folder.run(arguments, script);
    assert_eq!(run.code, Some(0), "{}", run.stderr);
    run
}

#[test]
fn a_saved_game_keeps_sides_level_limits_clocks_and_notation() {
    let folder = Folder::new();
    let arguments = [
        "play",
        "unplay-strict",
        "--side",
        "second",
        "--level",
        "4",
        "--time",
        "60s+1s",
        "--nodes",
        "500",
        "--notation",
        "native",
        "--seed",
        "3",
    ];
    let run = run_ok(&folder, &arguments, "save mine.pgn\nquit\n");
    assert!(run.stdout.contains(
        "Reviver plays at level 4 of 20, with a clock of 60s+1s, at most 500 nodes a turn."
    ));
    let record = saved(&folder);
    let tag = |name: &str| record.tags.get(name);
    assert_eq!(tag("WhiteType"), Some("program"));
    assert_eq!(tag("BlackType"), Some("human"));
    assert_eq!(tag("EngineLevel"), Some("4"));
    assert_eq!(tag("EngineLimits"), Some("nodes=500 time=60s+1s"));
    assert_eq!(tag("EngineSeed"), Some("3"));
    assert_eq!(tag("ShownNotation"), Some("native"));
    assert_eq!(tag("BlackClock"), Some("60000ms"));
    let clock = tag("WhiteClock").expect("a clock").to_owned();
    assert_ne!(clock, "60000ms", "the engine's clock is unchanged");
    let before = folder.bytes("mine.pgn");

    let again = run_ok(&folder, &["play", "--load", "mine.pgn"], "level\nquit\n");
    for line in [
        "You are the second player",
        "Reviver plays at level 4 of 20, with a clock of 60s+1s, at most 500 nodes a turn.",
        "Kh8-",
    ] {
        let all = format!(
            "{}{}",
            again.stdout,
            run_ok(
                &folder,
                &["play", "--load", "mine.pgn"],
                "undo\nmoves\nquit\n"
            )
            .stdout
        );
        assert!(all.contains(line), "{line}\n{all}");
    }
    assert_eq!(folder.bytes("mine.pgn"), before, "the file has changed");
    assert_eq!(saved(&folder).tags.get("WhiteClock"), Some(clock.as_str()));

    let loaded_in_another_game = run_ok(
        &folder,
        &["play", "unachess", "--nodes", "30"],
        "load mine.pgn\nlevel\nquit\n",
    );
    assert!(
        loaded_in_another_game
            .stdout
            .contains("Reviver plays at level 4 of 20"),
        "{}",
        loaded_in_another_game.stdout
    );
    let with_other_settings = [
        "play",
        "--load",
        "mine.pgn",
        "--level",
        "9",
        "--movetime",
        "10ms",
        "--side",
        "first",
    ];
    let other = run_ok(&folder, &with_other_settings, "quit\n");
    assert!(
        other
            .stdout
            .contains("Reviver plays at level 9 of 20, with at most 10ms a turn.")
    );
    assert!(other.stdout.contains("You are the first player"));
}

#[test]
fn a_record_without_settings_is_continued_too() {
    let folder = Folder::new();
    folder.write(
        "foreign.pgn",
        "[Event \"Club\"]\n[Annotator \"Ann\"]\n[Variant \"ssehc\"]\n\n{Hello} 1. f3e4 f6e6 *\n",
    );
    let run = run_ok(
        &folder,
        &["play", "--load", "foreign.pgn", "--nodes", "30"],
        "moves\n1\nquit\n",
    );
    assert!(
        run.stdout.contains("Turn 3: you are to play"),
        "{}",
        run.stdout
    );
    let record = read(&folder.read("foreign.pgn")).expect("a record");
    assert_eq!(
        record.turns.len(),
        4,
        "foreign.pgn does not have all four turns"
    );
    assert_eq!(record.tags.get("Event"), Some("Club"));
    assert_eq!(record.tags.get("Annotator"), Some("Ann"));
    assert!(record.preface.is_some());
}

#[test]
fn a_loaded_game_keeps_its_variations_and_the_names_of_its_players() {
    let folder = Folder::new();
    let moves =
        "1. f3e4 $1 {good} (1. f3e2 $2 {alt} f6e6 (1... f6f5)) 1... N@f3,f6e6 {c2} (1... f6f5)";
    let names = "[White \"Anna\"]\n[Black \"Bert\"]\n";
    folder.write(
        "v.pgn",
        &format!("{names}[Variant \"ssehc\"]\n\n{{intro}} {moves} *\n"),
    );
    let loaded = read(&folder.read("v.pgn")).expect("a record");
    // Two turns are taken back and played again, and only then a new turn follows.
    let again = "undo\nundo\nf3e4\nN@f3,f6e6\ne4d4\nquit\n";
    run_ok(
        &folder,
        &["play", "--load", "v.pgn", "--side", "both"],
        again,
    );
    let record = saved(&folder);
    assert_eq!(record.turns[..2], loaded.turns);
    assert_eq!(record.turns.len(), 3);
    assert_eq!(record.turns[0].glyphs, [1]);
    assert_eq!(record.turns[0].variations[0][0].glyphs, [2]);
    assert_eq!(record.preface, loaded.preface);
    let name = |tag: &str| saved(&folder).tags.get(tag).map(str::to_owned);
    assert_eq!(name("White").as_deref(), Some("Anna"));
    assert_eq!(name("Black").as_deref(), Some("Bert"));

    // The engine takes the place of player 2, who was a person.
    let engine = [
        "play", "--load", "v.pgn", "--side", "first", "--nodes", "30",
    ];
    run_ok(&folder, &engine, "quit\n");
    assert_eq!(saved(&folder).turns.len(), 4);
    assert_eq!(name("White").as_deref(), Some("Anna"));
    let black = name("Black").expect("a name");
    assert!(black.starts_with("Reviver "), "{black}");
}

#[test]
fn a_loaded_game_with_a_result_is_over_until_the_result_is_taken_back() {
    let play = ["play", "--load", "r.pgn", "--side", "both"];
    for (result, termination, answer) in [
        (
            "1-0",
            "",
            "Game over: the first player wins, as the record says.\nIn game records",
        ),
        ("1/2-1/2", "", "Game over: a draw, as the record says.\n"),
        (
            "0-1",
            "[Termination \"time-loss\"]\n",
            "Game over: the second player wins, as the record says. An engine exceeded its time.\n",
        ),
    ] {
        let folder = Folder::new();
        let tags = format!("[Variant \"ssehc\"]\n[Result \"{result}\"]\n{termination}");
        folder.write("r.pgn", &format!("{tags}\n1. f3e4 N@f3,f6e6 {result}\n"));
        let run = run_ok(&folder, &play, "e4d4\nsave copy.pgn\nquit\n");
        assert!(run.stdout.contains(answer), "{}", run.stdout);
        let copy = read(&folder.read("copy.pgn")).expect("a record");
        assert_eq!(copy.turns.len(), 2, "a turn was played in a finished game");
        assert_eq!(copy.result.to_string(), result);
        assert_eq!(
            copy.tags.get("Termination").is_some(),
            !termination.is_empty()
        );

        run_ok(&folder, &play, "undo\ne4d4\nquit\n");
        let record = read(&folder.read("r.pgn")).expect("a record");
        assert_eq!(record.turns.len(), 3);
        assert_eq!(record.result.to_string(), "*");
        assert_eq!(record.tags.get("Termination"), Some("unterminated"));
    }
}

#[test]
fn a_game_in_latin_1_is_loaded_and_saved_in_utf_8() {
    let folder = Folder::new();
    let record = b"[White \"M\xfcller\"]\n[Variant \"ssehc\"]\n\n1. f3e4 {sch\xf6n} *\n";
    folder.write("l.pgn", record);
    let play = ["play", "--load", "l.pgn", "--side", "both"];
    run_ok(&folder, &play, "f6e6\nquit\n");
    assert_eq!(saved(&folder).tags.get("White"), Some("M\u{fc}ller"));
    let text = folder.read("l.pgn");
    assert!(text.contains("1. f3e4 {sch\u{f6}n} f6e6 *"), "{text}");

    let chess = b"[White \"M\xfcller\"]\n\n1. e4 {sch\xf6n} e5 *\n";
    folder.write("chess.pgn", chess);
    let from = ["play", "ssehc", "--from", "chess.pgn", "--side", "both"];
    run_ok(&folder, &from, "quit\n");
}

#[test]
fn a_record_with_a_wrong_tag_is_refused_and_the_tag_is_named() {
    let folder = Folder::new();
    folder.write(
        "wrong.pgn",
        "[Variant \"ssehc\"]\n[EngineLevel \"99\"]\n\n1. f3e4 *\n",
    );
    let run = folder.run(&["play", "--load", "wrong.pgn"], "");
    assert_eq!(run.code, Some(1));
    let line = "wrong.pgn: EngineLevel: '99' is not a level; write a number from 0 to 20";
    assert!(run.stderr.contains(line), "{}", run.stderr);
}

#[test]
fn other_commands_read_a_saved_game() {
    let folder = Folder::new();
    let quick = [
        "play",
        "unplay-strict",
        "--nodes",
        "30",
        "--seed",
        "1",
        "--save",
        "mine.pgn",
    ];
    run_ok(&folder, &quick, "moves\n1\nmoves\n1\nquit\n");
    for arguments in [
        &["review", "mine.pgn", "--nodes", "20"][..],
        &["analyse", "mine.pgn", "--nodes", "20"],
        &["convert", "mine.pgn"],
        &["forward", "--file", "mine.pgn"],
    ] {
        run_ok(&folder, arguments, "");
    }
}

#[cfg(unix)]
#[test]
fn the_date_of_a_game_is_the_local_date() {
    // The clocks of these two time zones are 26 hours apart, so they never show the same date.
    let [east, west] = ["EAST-14", "WEST+12"].map(|zone| {
        let folder = Folder::new();
        let mut command = folder.command(&["play", "ssehc", "--side", "both"]);
        let run = finish(start(command.env("TZ", zone)), "f3e4\nquit\n");
        assert_eq!(run.code, Some(0), "{}", run.stderr);
        let name = folder.records()[0].file_name().expect("a name").to_owned();
        let date = saved(&folder).tags.get("Date").map(str::to_owned);
        (name, date.expect("a date"))
    });
    assert_ne!(east.0, west.0);
    assert_ne!(east.1, west.1);
}
