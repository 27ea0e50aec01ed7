//! The commands in README.md work.

use std::io::{BufRead, BufReader};
use std::path::Path;

use crate::common::program::{Folder, start};

fn file(name: &str) -> String {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join(name);
    std::fs::read_to_string(path).expect("a file of the project")
}

/// The commands in the README's shell blocks.
fn commands(readme: &str) -> Vec<String> {
    let mut commands = Vec::new();
    let mut inside = false;
    for line in readme.lines() {
        match line {
            "```sh" => inside = true,
            "```" => inside = false,
            _ if inside => commands.push(line.to_owned()),
            _ => {}
        }
    }
    commands
}

#[test]
fn every_command_of_the_readme_runs() {
    let commands = commands(&file("README.md"));
    assert!(commands.len() >= 2);
    // Some commands read what those before them have written.
    let folder = Folder::new();
    for command in commands {
        if let Some(arguments) = command.strip_prefix("cargo run --release -- ") {
            let arguments: Vec<&str> = arguments.split(' ').collect();
            if arguments[0] == "serve" {
                serves(&folder, &arguments);
                continue;
            }
            let run = folder.run(&arguments, "quit\n");
            assert_eq!(run.code, Some(0), "{command}: {}", run.stderr);
            assert!(!run.stdout.is_empty(), "{command}");
        } else {
            // The command that runs now.
            assert_eq!(command, "cargo test");
            assert!(file(".ci/run").contains(&command));
        }
    }
}

/// The server prints its address and runs until it is ended. A free port and no browser keep the test to
/// itself.
fn serves(folder: &Folder, arguments: &[&str]) {
    let mut arguments: Vec<&str> = arguments.to_vec();
    arguments.retain(|&argument| argument != "--open");
    arguments.extend(["--port", "0"]);
    let mut server = start(&mut folder.command(&arguments));
    let mut line = String::new();
    let mut stdout = BufReader::new(server.stdout.take().expect("a pipe"));
    stdout.read_line(&mut line).expect("an address");
    server.kill().expect("the server runs");
    server.wait().expect("the server ends");
    assert!(line.contains("http://127.0.0.1:"), "{line}");
}

#[test]
fn the_readme_names_every_game_and_every_subcommand() {
    let readme = file("README.md");
    for variant in reviver::games::all() {
        assert!(readme.contains(&format!("| `{variant}` |")), "{variant}");
    }
    let help = Folder::new().run(&["help"], "").stdout;
    let (_, groups) = help.split_once("Play:").expect("groups of subcommands");
    let (groups, _) = groups.split_once("Options:").expect("options");
    let mut count = 0;
    for line in groups.lines() {
        let name = line.trim_start().split(' ').next().unwrap_or_default();
        // Continued lines are indented further.
        if line.starts_with("  ") && !line.starts_with("   ") && name != "help" {
            assert!(readme.contains(&format!("| `reviver {name}` |")), "{name}");
            count += 1;
        }
    }
    assert!(count > 20, "{help}");
}
