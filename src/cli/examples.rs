//! The commands in the help stay on one line each, so that a reader can copy them.

use clap::Command;

use super::terminal::unbroken;

/// How a command in the help begins.
const PROGRAM: &str = "reviver ";

/// Returns the command and its subcommands with help texts in which each command of an example
/// stays on one line. [`plain`](super::terminal::plain) must be called on the rendered help.
pub(super) fn with_whole_examples(command: Command) -> Command {
    let mut command = command.mut_subcommands(with_whole_examples);
    if let Some(text) = command.get_after_help().map(ToString::to_string) {
        command = command.after_help(whole_commands(&text));
    }
    if let Some(text) = command.get_after_long_help().map(ToString::to_string) {
        command = command.after_long_help(whole_commands(&text));
    }
    command
}

/// The text with no-break spaces in its commands.
fn whole_commands(text: &str) -> String {
    let lines = text.split('\n').map(whole_command);
    lines.collect::<Vec<_>>().join("\n")
}

/// A line with no-break spaces in its command, if it has one. A command stands at the start of the
/// line or after `: `. It ends before two spaces, which begin a description, or with the line.
fn whole_command(line: &str) -> String {
    let Some((before, command)) = line
        .find(PROGRAM)
        .map(|at| line.split_at(at))
        .filter(|(before, _)| before.trim().is_empty() || before.ends_with(": "))
    else {
        return line.to_owned();
    };
    let (command, description) = command.split_at(command.find("  ").unwrap_or(command.len()));
    format!("{before}{}{description}", unbroken(command))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_the_spaces_of_a_command_become_no_break_spaces() {
        for (line, expected) in [
            ("  reviver man | man -l -", "  reviver_man_|_man_-l_-"),
            (
                "Example: reviver bench --depth 4",
                "Example: reviver_bench_--depth_4",
            ),
            (
                "  reviver serve --open    for a page",
                "  reviver_serve_--open    for a page",
            ),
            (
                "Without it, reviver speaks its protocol",
                "Without it, reviver speaks its protocol",
            ),
        ] {
            assert_eq!(whole_command(line), expected.replace('_', "\u{a0}"));
        }
    }
}
