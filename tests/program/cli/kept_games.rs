//! `reviver play`: how games survive signals, full disks and damaged files. While a game is played,
//! it is *kept*: written to the state folder after every turn. When the person leaves it, it is
//! *saved*: written to a record outside that folder.

#![cfg(unix)]

use std::io::{BufRead, BufReader, Lines, Write};
use std::process::{Child, ChildStdout, Command, Stdio};
use std::time::{Duration, Instant};

use reviver::record::read;

use super::play_terminal::{terminal, types, wait_for};
use super::saved_games::turns_of_records;
use crate::common::program::{Folder, PROGRAM, Run, finish, start};

/// A running game, in which a test types lines and waits for the answers.
pub(super) struct Playing {
    child: Child,
    lines: Lines<BufReader<ChildStdout>>,
}

impl Playing {
    fn start(folder: &Folder, arguments: &[&str]) -> Self {
        Self::of(&mut folder.command(arguments))
    }

    pub(super) fn of(command: &mut Command) -> Self {
        let mut child = start(command);
        let lines = BufReader::new(child.stdout.take().expect("a pipe")).lines();
        Self { child, lines }
    }

    pub(super) fn types(&mut self, text: &str) {
        let stdin = self.child.stdin.as_mut().expect("a pipe");
        writeln!(stdin, "{text}").expect("the program reads its input");
        stdin.flush().expect("the program reads its input");
    }

    /// Waits until a line with this text is printed.
    pub(super) fn wait_for(&mut self, what: &str) {
        let mut lines = self.lines.by_ref().map(|line| line.expect("text"));
        let found = lines.any(|line| line.contains(what));
        assert!(found, "'{what}' is not printed");
    }

    pub(super) fn signal(&self, signal: &str) {
        let pid = self.child.id().to_string();
        let status = Command::new("kill").args([signal, &pid]).status();
        assert!(status.expect("kill is there").success());
    }

    /// Waits for the end of the program, while its standard input stays open.
    pub(super) fn end(mut self) -> Run {
        let started = Instant::now();
        while self.child.try_wait().expect("a child").is_none() {
            assert!(
                started.elapsed() < Duration::from_secs(60),
                "the program does not end"
            );
            std::thread::sleep(Duration::from_millis(5));
        }
        finish(self.child, "")
    }
}

/// Arguments that make the engine fast and deterministic.
const QUICK: [&str; 6] = ["play", "ssehc", "--nodes", "30", "--seed", "1"];

/// Plays two turns, then ends the program with a signal. The unfinished game stays on disk.
pub(super) fn killed(folder: &Folder, signal: &str) -> Run {
    let mut game = Playing::start(folder, &QUICK);
    game.wait_for("Turn 1: you are to play");
    game.types("f3e4");
    game.wait_for("Turn 3: you are to play");
    game.signal(signal);
    game.end()
}

/// The number of turns of the only saved game.
fn saved_turns(folder: &Folder) -> usize {
    let records = folder.records();
    assert_eq!(records.len(), 1, "{records:?}");
    let text = std::fs::read_to_string(&records[0]).expect("a file");
    read(&text).expect("a record").turns.len()
}

/// The files of kept games, without their lock files.
pub(super) fn kept(folder: &Folder) -> Vec<std::path::PathBuf> {
    let Ok(entries) = std::fs::read_dir(folder.state().join("reviver/play")) else {
        return Vec::new();
    };
    let paths = entries.map(|entry| entry.expect("an entry").path());
    paths
        .filter(|path| path.extension().is_some_and(|ending| ending != "lock"))
        .collect()
}

#[test]
fn a_game_survives_every_signal_and_is_offered_at_the_next_start() {
    for (signal, code) in [
        ("-TERM", Some(143)),
        ("-HUP", Some(129)),
        ("-QUIT", Some(131)),
        ("-KILL", None),
    ] {
        let folder = Folder::new();
        let run = killed(&folder, signal);
        assert_eq!(run.code, code, "{signal}");
        if signal != "-KILL" {
            assert!(
                run.stderr
                    .contains("The game is kept. Continue it with:\n  reviver play --resume")
            );
        }
        assert!(folder.records().is_empty(), "{signal}");

        let other = folder.run(&QUICK, "quit\n");
        let message = "Your game of ssehc (2 turns, less than a minute ago) was not finished. \
                       Continue it with:\n  reviver play ssehc --resume";
        assert!(other.stderr.contains(message), "{signal}: {}", other.stderr);

        let resumed = folder.run(&["play", "--resume"], "quit\n");
        assert_eq!(resumed.code, Some(0), "{signal}: {}", resumed.stderr);
        assert!(
            resumed.stdout.contains("Turn 3: you are to play"),
            "{signal}"
        );
        assert_eq!(saved_turns(&folder), 2, "{signal}");
        assert!(kept(&folder).is_empty(), "{signal}");
    }
}

/// Plays a game that ends with a resignation, then ends the program with a signal.
fn killed_at_the_end(folder: &Folder, signal: &str) -> Run {
    let mut game = Playing::start(folder, &["play", "ssehc", "--side", "both"]);
    for line in ["f3e4", "resign", "yes"] {
        game.types(line);
    }
    game.wait_for("Game over: ");
    game.signal(signal);
    game.end()
}

#[test]
fn a_game_that_is_over_is_saved_and_not_offered() {
    for (signal, named) in [("-HUP", "ssehc"), ("-KILL", "unplay")] {
        let folder = Folder::new();
        let ended = killed_at_the_end(&folder, signal);
        if signal == "-HUP" {
            let kept = "The game is kept. The next start of reviver play at a terminal saves it.\n";
            assert_eq!(ended.stderr, kept);
        }
        assert!(folder.records().is_empty(), "{signal}");
        let resumed = folder.run(&["play", named, "--resume"], "");
        let answer = format!("there is no unfinished game of {named}");
        assert!(resumed.stderr.contains(&answer), "{}", resumed.stdout);
        let is_over =
            "Your game of ssehc (1 turn, less than a minute ago) is over. The game is saved";
        assert!(resumed.stderr.contains(is_over), "{}", resumed.stderr);
        let review = "Review it with:\n  reviver review reviver-ssehc-";
        assert!(resumed.stderr.contains(review), "{}", resumed.stderr);
        assert_eq!(saved_turns(&folder), 1);
        assert!(kept(&folder).is_empty());
    }
}

#[test]
fn a_game_that_is_over_stays_kept_until_a_start_at_a_terminal() {
    let folder = Folder::new();
    killed_at_the_end(&folder, "-HUP");
    let run = folder.run(&["play", "unplay", "--side", "both"], "quit\n");
    let is_kept = "Your game of ssehc (1 turn, less than a minute ago) is over. \
                   The next start of reviver play at a terminal saves it.\n";
    assert_eq!(run.stderr, is_kept);
    assert!(folder.records().is_empty());

    let from = ["play", "ssehc", "--fen", "startpos", "--side", "both"];
    let mut session = terminal(&folder, &from);
    wait_for(&mut session, "is over. The game is saved");
    types(&mut session, "quit");
    session.exp_eof().expect("the end");
    assert_eq!(saved_turns(&folder), 1);
    assert!(kept(&folder).is_empty());
}

#[test]
fn turns_that_were_taken_back_survive_a_signal() {
    for (undone, turns) in [(1, vec![1, 2]), (2, vec![2])] {
        let folder = Folder::new();
        let mut game = Playing::start(&folder, &["play", "ssehc", "--side", "both"]);
        for line in &["f3e4", "f6e6", "undo", "undo"][..2 + undone] {
            game.types(line);
        }
        game.wait_for("Turn 3: ");
        game.wait_for(&format!("Turn {}: ", 3 - undone));
        game.signal("-HUP");
        let ended = game.end();
        let is_kept = "The game with the turns that you took back is kept. \
                       The next start of reviver play at a terminal saves it.\n";
        assert!(ended.stderr.contains(is_kept), "{}", ended.stderr);
        assert!(folder.records().is_empty());

        let resumed = folder.run(&["play", "--resume"], "quit\n");
        let place = "(2 turns, less than a minute ago) has the turns that you took back. The game is saved in ";
        assert!(resumed.stderr.contains(place), "{}", resumed.stderr);
        let mut found = turns_of_records(&folder);
        found.sort_unstable();
        assert_eq!(found, turns);
        assert!(kept(&folder).is_empty());
    }
}

#[test]
fn the_record_of_turns_that_were_taken_back_is_printed_if_they_cannot_be_saved() {
    let folder = Folder::new();
    let run = on_a_full_disk(
        &folder,
        "play ssehc --side both",
        "f3e4\nf6e6\nundo\nundo\nquit\n",
    );
    let (_, record) = run
        .stderr
        .split_once("This is its record:\n\n")
        .unwrap_or_else(|| panic!("{}", run.stderr));
    assert_eq!(read(record).expect("a record").turns.len(), 2);
}

#[test]
fn a_game_that_is_over_is_saved_even_if_a_later_one_is_unfinished() {
    let folder = Folder::new();
    killed_at_the_end(&folder, "-KILL");
    // File times can be as coarse as a hundredth of a second.
    std::thread::sleep(Duration::from_millis(50));
    let mut game = Playing::start(&folder, &["play", "unplay-strict", "--side", "both"]);
    game.types("h8h7");
    game.wait_for("Turn 2: ");
    game.signal("-KILL");
    game.end();

    let run = folder.run(&["play", "--resume"], "quit\n");
    assert_eq!(run.code, Some(0), "{}", run.stderr);
    let is_over = "Your game of ssehc (1 turn, less than a minute ago) is over. The game is saved";
    assert!(run.stderr.contains(is_over), "{}", run.stderr);
    let resumed = "Your game of unplay-strict goes on.";
    assert!(run.stdout.contains(resumed), "{}", run.stdout);
    assert_eq!(folder.records().len(), 2);
}

#[test]
fn signals_other_than_ctrl_c_end_the_program_while_the_engine_thinks() {
    for (signal, code) in [("-TERM", 143), ("-HUP", 129), ("-QUIT", 131)] {
        let folder = Folder::new();
        let mut game = Playing::start(&folder, &["play", "ssehc", "--movetime", "60m"]);
        game.types("f3e4");
        game.wait_for("Turn 2: Reviver is to play");
        game.signal(signal);
        assert_eq!(game.end().code, Some(code));
        let run = folder.run(&["play", "--resume", "--nodes", "30"], "quit\n");
        assert!(
            run.stdout.contains("Turn 2: Reviver is to play"),
            "{signal}"
        );
    }
}

#[test]
fn a_game_is_on_disk_after_every_turn() {
    let folder = Folder::new();
    let mut game = Playing::start(&folder, &["play", "ssehc", "--side", "both"]);
    for (turn, next) in [("f3e4", "Turn 2"), ("f6e6", "Turn 3")] {
        game.types(turn);
        game.wait_for(next);
        // The game is written before the program prints the number of the next turn.
        let files = kept(&folder);
        let text = std::fs::read_to_string(&files[0]).expect("a file");
        assert!(text.contains(turn), "{text}");
    }
    game.signal("-KILL");
    game.end();
}

#[test]
fn a_file_that_somebody_else_has_changed_is_not_overwritten() {
    for rest in [
        &["save", "f6e6", "quit"][..],
        &["undo", "f3e2", "save mine.pgn", "quit"],
    ] {
        let folder = Folder::new();
        let arguments = ["play", "ssehc", "--side", "both", "--save", "mine.pgn"];
        let mut game = Playing::start(&folder, &arguments);
        game.types("f3e4");
        game.types("save");
        game.wait_for("The game is saved in mine.pgn");
        folder.write("mine.pgn", "my own notes");
        for line in rest {
            game.types(line);
        }
        let run = game.end();
        assert_eq!(run.code, Some(0), "{}", run.stderr);
        assert_eq!(folder.read("mine.pgn"), "my own notes");
        assert_eq!(folder.records().len(), 2, "the game must be in a new file");
    }
}

#[test]
fn a_game_that_is_being_played_is_not_offered() {
    let folder = Folder::new();
    let mut game = Playing::start(&folder, &QUICK);
    game.types("f3e4");
    game.wait_for("Turn 3: you are to play");
    let other = folder.run(&QUICK, "quit\n");
    assert_eq!(other.stderr, "");
    let resumed = folder.run(&["play", "--resume"], "");
    assert_eq!(resumed.code, Some(1));
    assert!(resumed.stderr.contains("there is no unfinished game"));
    game.types("quit");
    assert_eq!(game.end().code, Some(0));
    assert_eq!(saved_turns(&folder), 2);
    assert!(kept(&folder).is_empty());
}

/// Runs the program with a limit of 0 bytes for files: every write to a file fails, as on a full
/// disk.
fn on_a_full_disk(folder: &Folder, arguments: &str, script: &str) -> Run {
    let shell = format!("ulimit -f 0; exec {PROGRAM} {arguments}");
    let mut command = Command::new("sh");
    command
        .args(["-c", &shell])
        .current_dir(folder.path(""))
        .env("XDG_STATE_HOME", folder.state())
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped());
    finish(start(&mut command), script)
}

#[test]
fn on_a_full_disk_the_old_kept_copy_stays_and_the_whole_record_is_printed() {
    let folder = Folder::new();
    killed(&folder, "-KILL");
    let before = std::fs::read(&kept(&folder)[0]).expect("a file");
    let run = on_a_full_disk(&folder, "play --resume --nodes 30", "moves\n1\nquit\n");
    assert!(
        run.stderr.contains("The game cannot be kept: "),
        "{}",
        run.stderr
    );
    assert_eq!(
        run.stderr.matches("cannot be kept").count(),
        1,
        "{}",
        run.stderr
    );
    let (_, record) = run
        .stderr
        .split_once("This is its record:\n\n")
        .unwrap_or_else(|| panic!("{}", run.stderr));
    assert_eq!(read(record).expect("a record").turns.len(), 4);
    assert_eq!(std::fs::read(&kept(&folder)[0]).expect("a file"), before);
}

#[test]
fn a_damaged_kept_game_is_reported_and_renamed() {
    let folder = Folder::new();
    killed(&folder, "-KILL");
    let file = kept(&folder).remove(0);
    let text = std::fs::read_to_string(&file).expect("a file");
    std::fs::write(&file, text.replace("f3e4", "f3e3")).expect("written");
    let run = folder.run(&["play", "--resume"], "");
    assert_eq!(run.code, Some(1));
    assert!(
        run.stderr
            .contains("A kept game is damaged: its checksum is wrong or missing. Its file "),
        "{}",
        run.stderr
    );
    let again = folder.run(&QUICK, "quit\n");
    assert_eq!(again.stderr, "", "the damaged game is reported again");
    assert!(
        kept(&folder)[0].ends_with(file.with_extension("damaged").file_name().expect("a name"))
    );
}
