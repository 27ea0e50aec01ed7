//! `reviver` at a terminal: what `play` and the lessons ask at their start, what happens to a game
//! when the terminal is closed, and keys that are typed during a search.

#![cfg(unix)]

use std::process::Command;

use rexpect::process::Signal;
use rexpect::session::{PtySession, spawn_command};

use crate::common::program::{Folder, PROGRAM};

/// The longest wait for an answer, in milliseconds.
const TIMEOUT_MS: u64 = 60_000;

/// Starts the program at a terminal, in this folder.
pub(super) fn terminal(folder: &Folder, arguments: &[&str]) -> PtySession {
    let mut command = Command::new(PROGRAM);
    command
        .args(arguments)
        .current_dir(folder.path(""))
        .env("XDG_STATE_HOME", folder.state())
        .env("TERM", "xterm");
    spawn_command(command, Some(TIMEOUT_MS)).expect("a terminal")
}

/// Waits for a text, and returns what came before it.
pub(super) fn wait_for(session: &mut PtySession, text: &str) -> String {
    session
        .exp_string(text)
        .unwrap_or_else(|error| panic!("no '{text}': {error}"))
}

/// Types a line and Enter.
pub(super) fn types(session: &mut PtySession, line: &str) {
    session
        .send_line(line)
        .expect("the program reads its input");
}

#[test]
fn the_program_asks_for_the_strength_if_no_option_sets_it() {
    let folder = Folder::new();
    let mut session = terminal(&folder, &["play", "ssehc", "--seed", "1"]);
    wait_for(&mut session, "Level or time? [5] ");
    types(&mut session, "soon");
    wait_for(&mut session, "'soon' is neither a level nor a limit");
    wait_for(&mut session, "quit ends the program.");
    types(&mut session, "help");
    wait_for(&mut session, "quit ends the program.");
    types(&mut session, "3 200ms");
    wait_for(
        &mut session,
        "Reviver plays at level 3 of 20, with at most 200ms a turn.",
    );
    types(&mut session, "quit");
    session.exp_eof().expect("the end");

    let mut session = terminal(&folder, &["play", "ssehc"]);
    wait_for(&mut session, "Level or time? [5] ");
    types(&mut session, "");
    wait_for(
        &mut session,
        "Reviver plays at level 5 of 20, with at most 2s a turn.",
    );
    types(&mut session, "quit");
    session.exp_eof().expect("the end");

    let mut session = terminal(&folder, &["play", "ssehc"]);
    wait_for(&mut session, "Level or time? [5] ");
    types(&mut session, "quit");
    session.exp_eof().expect("the end");

    for option in [
        &["--level", "3"][..],
        &["--nodes", "30"],
        &["--side", "both"],
    ] {
        let arguments = [&["play", "ssehc"], option].concat();
        let mut session = terminal(&folder, &arguments);
        let before = wait_for(&mut session, "Turn 1: ");
        assert!(!before.contains("How strong"), "{before}");
        types(&mut session, "quit");
        session.exp_eof().expect("the end");
    }
}

#[test]
fn a_game_is_offered_at_the_next_start_after_the_terminal_was_closed() {
    let folder = Folder::new();
    let arguments = ["play", "ssehc", "--level", "3", "--seed", "1"];
    let mut session = terminal(&folder, &arguments);
    wait_for(&mut session, "Turn 1: you are to play");
    types(&mut session, "f3e4");
    wait_for(&mut session, "Turn 3: you are to play");
    session
        .process_mut()
        .signal(Signal::SIGHUP)
        .expect("a process");
    session.exp_eof().expect("the end");

    // A game is not offered to a person who names another one.
    let mut session = terminal(&folder, &["play", "unachess", "--side", "both"]);
    let before = wait_for(&mut session, "Turn 1: ");
    assert!(!before.contains("was not finished"), "{before}");
    types(&mut session, "quit");
    session.exp_eof().expect("the end");

    let mut session = terminal(&folder, &["play"]);
    wait_for(&mut session, "Your game of ssehc (2 turns, ");
    wait_for(&mut session, "Continue it? [Y/n] ");
    types(&mut session, "");
    wait_for(&mut session, "Reviver plays at level 3 of 20");
    wait_for(&mut session, "Turn 3: you are to play");
    session
        .process_mut()
        .signal(Signal::SIGHUP)
        .expect("a process");
    session.exp_eof().expect("the end");

    let mut session = terminal(&folder, &arguments);
    wait_for(&mut session, "Continue it? [Y/n] ");
    types(&mut session, "n");
    wait_for(&mut session, "Continue it with:");
    wait_for(&mut session, "  reviver play --load reviver-ssehc-");
    wait_for(&mut session, "Turn 1: you are to play");
    types(&mut session, "quit");
    session.exp_eof().expect("the end");
    assert_eq!(folder.records().len(), 1);
}

#[test]
fn an_unfinished_game_that_was_left_is_offered_until_it_is_declined() {
    let folder = Folder::new();
    let both = ["play", "ssehc", "--side", "both"];
    let mut session = terminal(&folder, &both);
    wait_for(&mut session, "Turn 1: ");
    types(&mut session, "f3e4");
    wait_for(&mut session, "Turn 2: ");
    types(&mut session, "quit");
    session.exp_eof().expect("the end");

    let other = ["play", "--side", "both"];
    let mut session = terminal(&folder, &other);
    wait_for(&mut session, "Your game of ssehc (1 turn, ");
    wait_for(&mut session, "Continue it? [Y/n] ");
    types(&mut session, "");
    wait_for(&mut session, "Your game of ssehc goes on.");
    wait_for(&mut session, "Turn 2: ");
    types(&mut session, "quit");
    wait_for(&mut session, "Nothing has changed: the game is in ");
    session.exp_eof().expect("the end");

    let mut session = terminal(&folder, &other);
    wait_for(&mut session, "Continue it? [Y/n] ");
    types(&mut session, "no");
    wait_for(&mut session, "It stays in reviver-ssehc-");
    wait_for(&mut session, "Which game? ");
    types(&mut session, "unachess");
    wait_for(&mut session, "Turn 1: ");
    types(&mut session, "quit");
    session.exp_eof().expect("the end");

    // The game that was declined is not offered again, and a game that is over is never offered.
    let mut session = terminal(&folder, &both);
    let before = wait_for(&mut session, "Turn 1: ");
    assert!(!before.contains("Continue it?"), "{before}");
    types(&mut session, "f3e4");
    wait_for(&mut session, "Turn 2: ");
    types(&mut session, "draw");
    wait_for(&mut session, "Do both players agree to a draw?");
    types(&mut session, "yes");
    wait_for(&mut session, "Game over: a draw by agreement.");
    types(&mut session, "quit");
    session.exp_eof().expect("the end");
    let mut session = terminal(&folder, &both);
    let before = wait_for(&mut session, "Turn 1: ");
    assert!(!before.contains("Continue it?"), "{before}");
    types(&mut session, "quit");
    session.exp_eof().expect("the end");
}

#[test]
fn a_game_left_by_quit_is_offered_after_a_game_interrupted_by_a_signal_was_declined() {
    let folder = Folder::new();
    let mut session = terminal(&folder, &["play", "ssehc", "--side", "both"]);
    wait_for(&mut session, "Turn 1: ");
    types(&mut session, "f3e4");
    wait_for(&mut session, "Turn 2: ");
    types(&mut session, "quit");
    session.exp_eof().expect("the end");

    // With `--fen`, the program offers no earlier game.
    let fen = "8/8/8/8/8/8/8/8[KQRRBBNNPPPPPPPPkqrrbbnnpppppppp] w - - 0 1";
    let arguments = ["play", "unachess", "--side", "both", "--fen", fen];
    let mut session = terminal(&folder, &arguments);
    wait_for(&mut session, "Turn 1: ");
    types(&mut session, "K@e1");
    wait_for(&mut session, "Turn 2: ");
    session
        .process_mut()
        .signal(Signal::SIGHUP)
        .expect("a process");
    session.exp_eof().expect("the end");

    let other = ["play", "--side", "both"];
    for game in ["unachess", "ssehc"] {
        let mut session = terminal(&folder, &other);
        wait_for(&mut session, &format!("Your game of {game} (1 turn, "));
        wait_for(&mut session, "Continue it? [Y/n] ");
        types(&mut session, "no");
        wait_for(&mut session, "Which game? ");
        types(&mut session, "unplay");
        wait_for(&mut session, "Turn 1: ");
        types(&mut session, "quit");
        session.exp_eof().expect("the end");
    }
    let mut session = terminal(&folder, &other);
    let before = wait_for(&mut session, "Which game? ");
    assert!(!before.contains("Continue it?"), "{before}");
    types(&mut session, "quit");
    session.exp_eof().expect("the end");
}

#[test]
fn quit_in_a_replay_leaves_only_the_replay() {
    let folder = Folder::new();
    let mut session = terminal(&folder, &["play", "ssehc", "--side", "both"]);
    wait_for(&mut session, "Turn 1: ");
    types(&mut session, "f3e4");
    wait_for(&mut session, "Turn 2: ");
    types(&mut session, "watch");
    wait_for(&mut session, "q to stop: ");
    types(&mut session, "Quit");
    wait_for(&mut session, "> ");
    types(&mut session, "f6e6");
    wait_for(&mut session, "Turn 3: ");
    types(&mut session, "quit");
    session.exp_eof().expect("the end");
}

#[test]
fn lessons_go_on_where_the_reader_stopped() {
    let folder = Folder::new();
    let lessons = ["rules", "unplay-strict", "--lessons"];
    let mut session = terminal(&folder, &lessons);
    for lesson in ["Lesson 1 of ", "Lesson 2 of ", "Lesson 3 of "] {
        wait_for(&mut session, lesson);
        wait_for(&mut session, "turn> ");
        types(&mut session, "next");
    }
    wait_for(&mut session, "Lesson 4 of ");
    wait_for(&mut session, "turn> ");
    types(&mut session, "hint");
    wait_for(&mut session, "Begin with the piece on ");
    wait_for(&mut session, "turn> ");
    types(&mut session, "show");
    wait_for(&mut session, "The solution: ");
    wait_for(&mut session, "q to stop) ");
    types(&mut session, "q");
    session.exp_eof().expect("the end");

    // Lesson 4 counts as solved because its solution was shown. So lesson 5 comes next.
    let mut session = terminal(&folder, &lessons);
    wait_for(&mut session, "You stopped at lesson 5: ");
    wait_for(&mut session, "Go on there? [Y/n] ");
    types(&mut session, "");
    wait_for(&mut session, "Lesson 5 of ");
    wait_for(&mut session, "turn> ");
    types(&mut session, "q");
    session.exp_eof().expect("the end");

    let mut session = terminal(&folder, &lessons);
    wait_for(&mut session, "Go on there? [Y/n] ");
    types(&mut session, "n");
    wait_for(&mut session, "Lesson 1 of ");
    wait_for(&mut session, "turn> ");
    types(&mut session, "q");
    session.exp_eof().expect("the end");

    let mut session = terminal(&folder, &lessons);
    let before = wait_for(&mut session, "Lesson 1 of ");
    assert!(!before.contains("Go on there?"), "{before}");
    types(&mut session, "q");
    session.exp_eof().expect("the end");
}

#[test]
fn at_the_question_go_on_there_ctrl_c_goes_back_to_the_game_and_ctrl_d_ends_the_program() {
    let folder = Folder::new();
    let mut session = terminal(&folder, &["play", "ssehc", "--side", "both"]);
    wait_for(&mut session, "Turn 1: ");
    types(&mut session, "learn");
    wait_for(&mut session, "turn> ");
    types(&mut session, "next");
    wait_for(&mut session, "Lesson 2 of ");
    wait_for(&mut session, "turn> ");
    types(&mut session, "q");
    wait_for(&mut session, "Turn 1: ");
    for (key, answer) in [('c', "Turn 1: "), ('d', "")] {
        types(&mut session, "learn");
        wait_for(&mut session, "Go on there? [Y/n] ");
        session
            .send_control(key)
            .expect("the program reads its input");
        wait_for(&mut session, answer);
    }
    session.exp_eof().expect("the end");
}

#[test]
fn commands_of_a_lesson_ignore_case() {
    let lessons = ["rules", "unplay-strict", "--lessons"];
    let run = Folder::new().run(&lessons, "HELP\nNext\nBack\nQUIT\n");
    let count = |words: &str| run.stdout.matches(words).count();
    // This line is printed once at the start, and once for HELP.
    assert_eq!(count("'moves' lists all turns"), 2, "{}", run.stdout);
    assert_eq!(count("Lesson 1 of "), 2, "{}", run.stdout);
    assert_eq!(count("Lesson 2 of "), 1, "{}", run.stdout);
}

#[test]
fn keys_that_are_typed_while_the_engine_thinks_appear_at_the_prompt() {
    let folder = Folder::new();
    let arguments = ["play", "ssehc", "--movetime", "2s", "--seed", "1"];
    let mut session = terminal(&folder, &arguments);
    wait_for(&mut session, "Turn 1: you are to play");
    types(&mut session, "f3e4");
    wait_for(&mut session, "thinking: ");
    session.send("fen").expect("the program reads its input");
    session.flush().expect("the program reads its input");
    let before = wait_for(&mut session, "Reviver plays ");
    assert!(!before.contains("fen"), "{before}");
    wait_for(&mut session, "Turn 3: you are to play");
    types(&mut session, "");
    wait_for(&mut session, "] w ");
    types(&mut session, "quit");
    session.exp_eof().expect("the end");
}

#[test]
fn every_line_that_is_typed_while_the_engine_thinks_is_read() {
    let folder = Folder::new();
    let arguments = ["play", "ssehc", "--movetime", "2s", "--seed", "1"];
    let mut session = terminal(&folder, &arguments);
    wait_for(&mut session, "Turn 1: you are to play");
    types(&mut session, "f3e4");
    wait_for(&mut session, "thinking: ");
    for line in ["fen", "flop", "quit"] {
        types(&mut session, line);
    }
    wait_for(&mut session, "Turn 3: you are to play");
    wait_for(&mut session, "] w ");
    wait_for(&mut session, "Did you mean flip?");
    session.exp_eof().expect("the end");
}
