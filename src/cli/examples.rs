//! The commands in the help stay on one line each, so that a reader can copy them.

use clap::Command;

use super::terminal::unbroken;

/// How a command in the help begins.
const PROGRAM: &str = "reviver ";

/// Replaces the spaces in the example commands of the help with no-break spaces, also in the help
/// of subcommands. So each example command stays on one line. Call
/// [`plain`](super::terminal::plain) on the rendered help to get the spaces back.
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
/// line or after `: `. It ends at two spaces, after which a description begins, or else at the end
/// of the line.
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
