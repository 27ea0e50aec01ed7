//! Tests that the parser of the command line accepts the commands in the documents, in the help,
//! and in the comments of openings and books. `tests/program/cli/readme.rs` also runs the commands
//! in README.md and in the manual.

use std::ffi::OsString;
use std::path::{Path, PathBuf};

use clap::error::{ContextKind, ContextValue, ErrorKind};
use clap::{CommandFactory, Parser};

use super::declarations::subcommands;
use super::terminal::plain;
use super::{Cli, game_files};
use crate::games;

/// The paths of the documents, relative to the root of the project.
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

/// The folder of the documents about measurements. These may name games that no longer exist.
const MEASUREMENTS: &str = "benches/";

/// How commands begin.
const PROGRAMS: [&str; 2] = ["reviver ", "cargo run --release -- "];

fn project(name: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join(name)
}

fn read(path: &Path) -> String {
    std::fs::read_to_string(path).expect("a file of the project")
}

/// What must be right in a command.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Check {
    /// Everything.
    Whole,
    /// Only the names of the subcommand and its options. A command in a sentence may lack the rest,
    /// as in `reviver solve --table`.
    Names,
}

/// The commands in the lines of a text, without the name of the program. A line may begin with a
/// comment sign or `Example:`. It may end with a redirection, with a pipe, or with two spaces and a
/// description. A backslash continues a line, and `&&` joins two commands.
fn commands(text: &str) -> Vec<String> {
    let text = text.replace("\\\n", "\\");
    let lines = text.lines().flat_map(|line| line.split(" && "));
    lines.filter_map(command).collect()
}

fn command(line: &str) -> Option<String> {
    let line = line.trim_start_matches(['#', ' ']);
    let line = line.strip_prefix("Example: ").unwrap_or(line);
    let arguments = PROGRAMS.iter().find_map(|name| line.strip_prefix(name))?;
    let parts = arguments.split('\\').map(|part| {
        let part = part.trim_start();
        let end = ["  ", " > ", " | "]
            .iter()
            .filter_map(|sign| part.find(sign))
            .min();
        part.get(..end.unwrap_or(part.len()))
            .unwrap_or_default()
            .trim_end()
    });
    let arguments = parts.collect::<Vec<_>>().join(" ");
    // The first line of a proof file, `reviver proof 1`, only looks like a command.
    (!arguments.starts_with("proof ")).then_some(arguments)
}

/// The fenced blocks of a document, and the pieces of code in its sentences, one piece a line.
fn code(document: &str) -> [String; 2] {
    let mut code = [String::new(), String::new()];
    for (index, part) in document.split("```").enumerate() {
        if index % 2 == 1 {
            code[0].push_str(part);
            continue;
        }
        for span in part.replace('\n', " ").split('`').skip(1).step_by(2) {
            code[1].push_str(span);
            code[1].push('\n');
        }
    }
    code
}

/// The words of a command. Quotation marks join words.
fn words(command: &str) -> Vec<OsString> {
    let mut words = vec!["reviver".into()];
    for (index, part) in command.split('\'').enumerate() {
        if index % 2 == 1 {
            words.push(part.into());
            continue;
        }
        // Replaces the placeholders: `GAME` stands for any game, `my-unplay` and `my-unplay.toml`
        // for a reader's own game.
        words.extend(part.split_whitespace().map(|word| match word {
            "my-unplay.toml" => "positions/games/no-waiting.toml".into(),
            "GAME" | "my-unplay" => games::default_game().name().into(),
            word => word.into(),
        }));
    }
    words
}

/// The error of the parser about a command. Unknown games in [`MEASUREMENTS`] are no error. With
/// [`Check::Names`], only an unknown subcommand or an unknown argument is an error.
fn error(place: &str, command: &str, check: Check) -> Option<String> {
    let words = words(command);
    let has_file = words.iter().any(|word| word == "--game");
    // The program reads the file of `--game` and inserts the name of its game into the command
    // before it parses the command. The test inserts the name of the default game instead.
    let game = has_file.then(games::default_game);
    let words = game_files::with_names(&Cli::command(), &words, game.as_slice());
    let error = Cli::try_parse_from(&words).err()?;
    let is_name = matches!(
        error.kind(),
        ErrorKind::UnknownArgument | ErrorKind::InvalidSubcommand
    );
    let is_skipped = place.starts_with(MEASUREMENTS) && is_unknown_game(&error);
    (is_name || check == Check::Whole && !is_skipped)
        .then(|| format!("{place}: reviver {command}\n{error}"))
}

/// Whether the first error in a command is a wrong value of the argument `GAME`.
fn is_unknown_game(error: &clap::Error) -> bool {
    let argument = error.get(ContextKind::InvalidArg);
    error.kind() == ErrorKind::InvalidValue
        && matches!(argument, Some(ContextValue::String(name)) if name.contains("GAME"))
}

#[test]
fn every_command_in_a_document_is_accepted() {
    let mut errors = Vec::new();
    let mut count = 0;
    for name in DOCUMENTS {
        let text = read(&project(name));
        let [whole, spans] = match name.ends_with(".md") {
            true => code(&text),
            false => [text, String::new()],
        };
        for (text, check) in [(whole, Check::Whole), (spans, Check::Names)] {
            let commands = commands(&text);
            count += commands.len();
            let wrong = commands.iter().filter_map(|line| error(name, line, check));
            errors.extend(wrong);
        }
    }
    assert!(errors.is_empty(), "{}", errors.join("\n"));
    assert!(count > 100, "{count}");
}

#[test]
fn every_command_that_made_openings_or_a_book_is_accepted() {
    for game in games::built_in() {
        let openings = Some("openings.epd");
        let book = (!game.book_text().is_empty()).then_some("book.txt");
        for file in openings.into_iter().chain(book) {
            let name = format!("positions/{game}/{file}");
            let commands = commands(&read(&project(&name)));
            assert_eq!(commands.len(), 1, "{name}");
            assert_eq!(error(&name, &commands.concat(), Check::Whole), None);
        }
    }
}

#[test]
fn every_example_in_the_help_is_accepted() {
    let program = Cli::command();
    let mut all = subcommands(&program, "");
    all.push(("reviver".to_owned(), program));
    let mut errors = Vec::new();
    let mut count = 0;
    for (name, subcommand) in all {
        let texts = [
            subcommand.get_after_help(),
            subcommand.get_after_long_help(),
        ];
        for text in texts.into_iter().flatten() {
            let commands = commands(&plain(&text.to_string()));
            // Skips commands with shell variables: they are parts of the scripts for clusters.
            let commands = commands.iter().filter(|line| !line.contains('$'));
            for line in commands {
                count += 1;
                errors.extend(error(&name, line, Check::Whole));
            }
        }
    }
    assert!(errors.is_empty(), "{}", errors.join("\n"));
    assert!(count > 40, "{count}");
}
