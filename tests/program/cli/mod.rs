//! The program on its command line, as a person or a script uses it.

mod about;
mod contest;
mod explore;
#[cfg(target_os = "linux")]
mod file_names;
mod files;
mod forward;
mod json_fields;
mod kept_games;
mod left_games;
mod match_journals;
#[cfg(target_os = "linux")]
mod memory;
mod outputs;
mod play;
mod play_answers;
mod play_habits;
mod play_help;
mod play_terminal;
mod ranks;
mod readme;
mod review;
mod rules_texts;
mod save_files;
mod saved_games;
mod selfplay;
mod selfplay_opponent;
mod siblings;
mod solver;
#[cfg(unix)]
mod terminal;
mod tools;
mod tune_search;
mod words;

use crate::common::program::{Folder, Run};

/// Runs `reviver play` in a new folder with `script` as its input. The run must succeed.
fn play(arguments: &[&str], script: &str) -> Run {
    let run = Folder::new().run(&[&["play"], arguments].concat(), script);
    assert_eq!(run.code, Some(0), "{}", run.stderr);
    run
}

/// The names of all subcommands but `help`, from the help of the program.
fn subcommands() -> Vec<String> {
    let help = Folder::new().run_ok(&["help"]).stdout;
    let (_, groups) = help.split_once("Play:").expect("groups of subcommands");
    let (groups, _) = groups.split_once("Options:").expect("options");
    // If the description of a subcommand has several lines, all lines after the first are indented
    // further.
    let first = groups
        .lines()
        .filter(|line| line.starts_with("  ") && !line.starts_with("   "));
    let names = first.map(|line| line.trim_start().split(' ').next().unwrap_or_default());
    let names: Vec<String> = names
        .filter(|&name| name != "help")
        .map(str::to_owned)
        .collect();
    assert!(names.len() > 20, "{help}");
    names
}

/// Asserts that the output contains each of these answers.
fn assert_says(run: &Run, answers: &[&str]) {
    for answer in answers {
        let is_there = run.stdout.contains(answer);
        assert!(is_there, "'{answer}' is missing in\n{}", run.stdout);
    }
}
