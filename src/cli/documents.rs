//! Tests of the commands that documents, comments in files of data, and the help print: the parser of
//! the command line accepts each of them. Those of README.md and of the manual are also run, by
//! `tests/program/cli/readme.rs`.

use std::ffi::OsString;
use std::path::{Path, PathBuf};

use clap::{Command, CommandFactory, Parser};

use super::{Cli, game_files};
use crate::games;

/// The documents, from the folder of the project.
const DOCUMENTS: [&str; 11] = [
    "README.md",
    "ARCHITECTURE.md",
    "CONTRIBUTING.md",
    "protocol.md",
    "src/cli/manual.md",
    "src/cli/options.md",
    "src/games/inventing.md",
    "positions/README.md",
    "benches/experiments.md",
    "benches/strength.md",
    "benches/levels.toml",
];

/// How commands begin.
const PROGRAMS: [&str; 2] = ["reviver ", "cargo run --release -- "];

fn project(name: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join(name)
}

fn read(path: &Path) -> String {
    std::fs::read_to_string(path).expect("a file of the project")
}

/// The commands in the lines of a text, without the name of the program. A line may begin with a
/// comment sign or `Example:`, and end with a description after two spaces. A backslash continues a
/// line, and `&&` joins two commands.
fn commands(text: &str) -> Vec<String> {
    let text = text.replace("\\\n", " ");
    let lines = text.lines().flat_map(|line| line.split(" && "));
    lines.filter_map(command).collect()
}

fn command(line: &str) -> Option<String> {
    let line = line.trim_start_matches(['#', ' ']);
    let line = line.strip_prefix("Example: ").unwrap_or(line);
    let arguments = PROGRAMS.iter().find_map(|name| line.strip_prefix(name))?;
    let mut arguments = arguments.trim_start();
    // Continued lines are indented.
    if !line.contains("    --") {
        arguments = arguments.split("  ").next().unwrap_or_default();
    }
    Some(arguments.to_owned())
}

/// The text in the fenced blocks of a document, and the pieces of code in its sentences, one a line.
fn code(document: &str) -> String {
    let mut code = String::new();
    for (index, part) in document.split("```").enumerate() {
        if index % 2 == 1 {
            code.push_str(part);
            continue;
        }
        for span in part.replace('\n', " ").split('`').skip(1).step_by(2) {
            code.push('\n');
            code.push_str(span);
        }
        code.push('\n');
    }
    code
}

/// The words of a command. Quotation marks join words.
fn words(command: &str) -> Vec<OsString> {
    let mut words = vec!["reviver".into()];
    for (index, part) in command.split('\'').enumerate() {
        if index % 2 == 1 {
            words.push(part.into());
        } else {
            words.extend(part.split_whitespace().map(|word| {
                // What stands for a name in a sentence, and the file of a game of the reader's.
                match word {
                    "GAME" => "ssehc".into(),
                    "my-unplay.toml" => "positions/games/no-waiting.toml".into(),
                    "my-unplay" => "unplay".into(),
                    word => word.into(),
                }
            }));
        }
    }
    words
}

/// Asserts that the parser accepts a command.
fn parses(place: &str, command: &str) {
    let words = words(command);
    let has_file = words.iter().any(|word| word == "--game");
    // The game of a file is read before the words are parsed; any game will do.
    let games = if has_file { games::all() } else { Vec::new() };
    let games = games.get(..usize::from(has_file)).unwrap_or_default();
    let words = game_files::with_names(&Cli::command(), &words, games);
    if let Err(error) = Cli::try_parse_from(&words) {
        panic!("{place}: reviver {command}\n{error}");
    }
}

#[test]
fn every_command_in_a_document_is_one() {
    let mut count = 0;
    for name in DOCUMENTS {
        let text = read(&project(name));
        let text = if name.ends_with(".md") {
            code(&text)
        } else {
            text
        };
        for command in commands(&text) {
            // The first line of a proof, and names of subcommands in sentences.
            if command.starts_with("proof ") || !command.contains(' ') {
                continue;
            }
            parses(name, &command);
            count += 1;
        }
    }
    assert!(count > 70, "{count}");
}

#[test]
fn every_command_that_made_openings_is_one() {
    for game in games::all().into_iter().filter(|game| game.is_built_in()) {
        let name = format!("positions/{game}/openings.epd");
        let commands = commands(&read(&project(&name)));
        assert_eq!(commands.len(), 1, "{name}");
        parses(&name, &commands[0]);
    }
}

#[test]
fn every_example_in_the_help_is_a_command() {
    fn examples(command: &Command, found: &mut Vec<(String, String)>) {
        let texts = [command.get_after_help(), command.get_after_long_help()];
        for text in texts.into_iter().flatten() {
            let commands = commands(&text.to_string()).into_iter();
            found.extend(commands.map(|example| (command.get_name().to_owned(), example)));
        }
        for subcommand in command.get_subcommands() {
            examples(subcommand, found);
        }
    }
    let mut found = Vec::new();
    examples(&Cli::command(), &mut found);
    assert!(found.len() > 40, "{found:?}");
    for (name, example) in found {
        // The script for a cluster has variables of the shell.
        if !example.contains('$') {
            parses(&name, &example);
        }
    }
}
