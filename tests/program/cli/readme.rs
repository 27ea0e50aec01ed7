//! Tests README.md and the manual, `src/cli/manual.md`, for example by running the commands in
//! their fenced blocks.

use std::io::{BufRead, BufReader};
use std::path::Path;

use super::subcommands;
use crate::common::program::{Folder, PROGRAM, finish, start};

fn project(name: &str) -> std::path::PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join(name)
}

fn file(name: &str) -> String {
    std::fs::read_to_string(project(name)).expect("a file of the project")
}

/// The shell commands in the fenced blocks of a document.
fn commands(document: &str) -> Vec<String> {
    let mut commands = Vec::new();
    let mut block = None;
    for line in document.lines() {
        match (line.strip_prefix("```"), &block) {
            (Some(language), None) => block = Some(language.to_owned()),
            (Some(_), Some(_)) => block = None,
            (None, Some(language)) if language == "sh" => commands.push(line.to_owned()),
            // A block in another language has commands and output. A command begins with `reviver`.
            // A line that begins with `reviver proof` is no command: it begins a proof file.
            (None, Some(_))
                if line.starts_with("reviver ") && !line.starts_with("reviver proof ") =>
            {
                commands.push(line.to_owned());
            }
            _ => {}
        }
    }
    commands
}

/// The commands of README.md and of the manual. The first list has the arguments of each command
/// that runs `reviver`. The second list has the other commands, unchanged.
fn documented_commands() -> (Vec<String>, Vec<String>) {
    let mut ours = Vec::new();
    let mut others = Vec::new();
    for name in ["README.md", "src/cli/manual.md"] {
        for command in commands(&file(name)) {
            let arguments = command
                .strip_prefix("cargo run --release -- ")
                .or_else(|| command.strip_prefix("reviver "));
            match arguments {
                Some(arguments) => ours.push(arguments.to_owned()),
                None => others.push(command),
            }
        }
    }
    (ours, others)
}

/// Small limits for slow commands: the beginning of the command, an option, and its value here.
const LIMITS: [(&str, &str, &str); 9] = [
    ("play", "--movetime", "50ms"),
    ("match", "--games", "2"),
    ("match", "--nodes", "50"),
    ("analyse", "--depth", "4"),
    ("tournament --engine", "--rounds", "1"),
    ("ranks", "--games", "3"),
    ("ranks", "--nodes", "50"),
    ("explore", "--tree-size", "3"),
    ("explore", "--nodes", "50"),
];

/// Splits a command into words, and gives it the small limits of [`LIMITS`].
fn limited(command: &str) -> Vec<String> {
    let mut words: Vec<String> = command.split(' ').map(str::to_owned).collect();
    for (beginning, option, value) in LIMITS {
        if !command.starts_with(beginning) {
            continue;
        }
        match words.iter().position(|word| word == option) {
            Some(at) => words[at + 1] = value.to_owned(),
            // Without `--nodes` the subcommand searches for a long time, so the option is added.
            None if option == "--nodes" => words.extend([option.to_owned(), value.to_owned()]),
            None => {}
        }
    }
    words
}

/// A folder with the files that the commands read.
fn prepared() -> Folder {
    let folder = Folder::new();
    let games = folder.path("positions/games");
    std::fs::create_dir_all(&games).expect("a folder");
    for entry in std::fs::read_dir(project("positions/games")).expect("a folder") {
        let path = entry.expect("a file").path();
        std::fs::copy(&path, games.join(path.file_name().expect("a name"))).expect("a copy");
    }
    folder.write(
        "game.pgn",
        "[Result \"*\"]\n\n1. e4 e5 2. Nf3 Nc6 3. Bb5 *\n",
    );
    let saved = "reviver-ssehc-20260101-1.pgn";
    folder.write(saved, "[Variant \"ssehc\"]\n\n1. f3e4 *\n");
    let event = "variants = [\"unplay-strict\"]\nrounds = 1\n[limits]\nnodes = 50\n\
                 [[engine]]\nname = \"one\"\n[[engine]]\nname = \"two\"\n";
    folder.write("event.toml", event);
    folder
}

#[test]
fn the_commands_in_the_blocks_of_the_readme_and_the_manual_run() {
    let (commands, others) = documented_commands();
    assert!(commands.len() > 30, "{commands:?}");
    let folder = prepared();
    for command in commands {
        if command.contains("--listen 192.168") {
            // This address is an example. A machine without the address cannot use it.
            continue;
        }
        if command.starts_with("serve") {
            assert_serves(&folder, &command);
            continue;
        }
        let words = limited(&command);
        let words: Vec<&str> = words.iter().map(String::as_str).collect();
        let mut process = folder.command(&words);
        // Some commands, such as `tournament --engine reviver`, start `reviver` by its name.
        let bin = Path::new(PROGRAM).parent().expect("a folder");
        process.env("PATH", bin);
        let run = finish(start(&mut process), "quit\n");
        assert_eq!(run.code, Some(0), "{command}: {}{}", run.stdout, run.stderr);
        assert!(
            !(run.stdout.is_empty() && run.stderr.is_empty()),
            "{command}"
        );
    }
    for command in others {
        match command.as_str() {
            // `cargo test` runs this test, so this test cannot run it.
            "cargo test" => assert!(file(".ci/run").contains(&command)),
            // These two take too long for this test. `.ci/package-test` runs `cargo install`, and
            // tests what `.ci/package` has made.
            "cargo install --locked --path ." | ".ci/package" => {
                let tested = file(".ci/package-test");
                assert!(tested.contains("cargo install --locked --quiet --path ."));
                assert!(tested.contains("run .ci/package first"));
            }
            other => panic!("no test runs {other}"),
        }
    }
}

/// `.ci/first-game` has the input of a game. `.ci/package-test` plays it with an installed
/// program.
#[test]
fn the_first_game_of_an_installed_program_is_played_to_its_end() {
    let arguments = ["play", "--nodes", "100", "--seed", "1", "unachess"];
    let run = Folder::new().run(&arguments, &file(".ci/first-game"));
    assert_eq!(run.code, Some(0), "{}", run.stderr);
    assert!(run.stdout.contains("the result is 0-1"), "{}", run.stdout);
    let script = file(".ci/package-test");
    assert!(script.contains(&format!("{} <.ci/first-game", arguments.join(" "))));
}

#[test]
fn the_readme_opens_with_a_picture_and_the_first_commands() {
    let readme = file("README.md");
    let first: Vec<&str> = readme.lines().take(40).collect();
    let line = |words: &str| first.iter().position(|line| line.contains(words));
    let picture = line("<img src=").expect("a picture");
    let browser = line("-- serve --open").expect("the board in the browser");
    let terminal = line("-- play").expect("a game in the terminal");
    let install = line("cargo install").expect("an installation");
    assert!(picture < browser && browser < terminal && terminal < install);
    assert!(readme.lines().count() < 130);
}

/// Starts a server, reads its address, and kills it. The server takes a free port and opens no
/// browser, so that it does not disturb other programs.
fn assert_serves(folder: &Folder, command: &str) {
    let mut arguments: Vec<&str> = command.split(' ').collect();
    arguments.retain(|&argument| argument != "--open");
    if let Some(at) = arguments.iter().position(|&word| word == "--port") {
        arguments.drain(at..at + 2);
    }
    if arguments.contains(&"--event") {
        let event = folder.path("my-tournament");
        let _ = std::fs::create_dir(event);
    }
    arguments.extend(["--port", "0"]);
    let mut server = start(&mut folder.command(&arguments));
    let mut line = String::new();
    let mut stdout = BufReader::new(server.stdout.take().expect("a pipe"));
    stdout.read_line(&mut line).expect("an address");
    server.kill().expect("the server runs");
    let output = server.wait_with_output().expect("the server ends");
    let errors = String::from_utf8_lossy(&output.stderr);
    assert!(line.contains("http://"), "{command}: {line}{errors}");
}

/// Checks only the rows of built-in games. The table may lack a game, and may have a row for a game
/// that has been deleted.
#[test]
fn the_table_of_games_in_the_readme_links_the_rules_of_each_game() {
    let readme = file("README.md");
    let mut count = 0;
    for game in reviver::games::built_in() {
        let mut rows = readme.lines();
        if let Some(row) = rows.find(|line| line.starts_with(&format!("| `{game}` |"))) {
            let link = format!("| [read](src/games/{game}/rules.md) |");
            assert!(row.ends_with(&link), "README.md: {row}");
            count += 1;
        }
    }
    assert!(count > 1, "{count}");
}

#[test]
fn the_readme_names_every_subcommand() {
    let readme = file("README.md");
    for name in subcommands() {
        assert!(readme.contains(&format!("| `reviver {name}` |")), "{name}");
    }
}

#[test]
fn the_manual_explains_every_figure_of_the_result_of_a_match() {
    let manual = file("src/cli/manual.md");
    for words in [
        "+/- 25.1 Elo`",
        "`+inf, > -233.8 Elo`",
        "`nElo` is normalised Elo",
        "`LOS`, the likelihood of superiority",
        "`+2 =0 -0`",
        "`pairs [0, 0, 0, 0, 1]`",
    ] {
        assert!(manual.contains(words), "{words}");
    }
}
