//! The help of the program lists the subcommands in groups by purpose.

use std::fmt::Write;

use clap::Command;

/// The groups, each with the names of its subcommands in the order of the help.
const GROUPS: [(&str, &[&str]); 5] = [
    ("Play", &["play", "serve", "rules", "variants"]),
    (
        "Analyse",
        &[
            "analyse", "review", "solve", "verify", "diagram", "forward", "convert",
        ],
    ),
    (
        "Engines",
        &["uci", "match", "tournament", "check", "openings", "compare"],
    ),
    (
        "Learning",
        &["selfplay", "tune", "train", "ranks", "mine", "explore"],
    ),
    // Subcommands without a group are listed at the end of this group.
    (TOOLS, &["bench", "perft", "completions", "man", "help"]),
];

/// The last group.
const TOOLS: &str = "Tools";

/// The maximum width of the help in columns.
const WIDTH: usize = 100;

/// Returns the program with a help that lists the subcommands in groups.
pub(super) fn grouped(mut program: Command) -> Command {
    // Adds the subcommand `help`, so that it is listed too.
    program.build();
    let text = listed(&program);
    let header = program.get_styles().get_header();
    let template = format!(
        "{{before-help}}{{about-with-newline}}\n{{usage-heading}} {{usage}}\n\n{text}\
         {header}Options:{header:#}\n{{options}}{{after-help}}"
    );
    program.help_template(template)
}

/// All groups as text.
fn listed(program: &Command) -> String {
    let is_named = |name: &str| GROUPS.iter().any(|(_, names)| names.contains(&name));
    let visible = || program.get_subcommands().filter(|one| !one.is_hide_set());
    let names = visible().map(|one| one.get_name().len());
    let column = names.max().unwrap_or_default() + 4;
    let (header, literal) = (
        program.get_styles().get_header(),
        program.get_styles().get_literal(),
    );
    let mut text = String::new();
    for (title, names) in GROUPS {
        let of_group = names
            .iter()
            .filter_map(|name| visible().find(|one| one.get_name() == *name));
        let others = visible().filter(|one| title == TOOLS && !is_named(one.get_name()));
        let _ = writeln!(text, "{header}{title}:{header:#}");
        for command in of_group.chain(others) {
            let name = command.get_name();
            let about = command.get_about().map(ToString::to_string);
            let about = about.unwrap_or_default();
            let gap = column - 2 - name.len();
            let _ = write!(text, "  {literal}{name}{literal:#}{:gap$}", "");
            let _ = writeln!(text, "{}", indented(&about, column));
        }
        text.push('\n');
    }
    text
}

/// Breaks a text into lines. All lines after the first begin at `column`.
fn indented(text: &str, column: usize) -> String {
    let width = terminal_width().saturating_sub(column).max(20);
    let mut lines = vec![String::new()];
    for word in text.split_whitespace() {
        let Some(line) = lines.last_mut() else { break };
        if !line.is_empty() && line.chars().count() + 1 + word.chars().count() > width {
            lines.push(word.to_owned());
        } else {
            if !line.is_empty() {
                line.push(' ');
            }
            line.push_str(word);
        }
    }
    lines.join(&format!("\n{:column$}", ""))
}

/// The width of the terminal in columns, but at most [`WIDTH`]. Without a terminal, [`WIDTH`].
fn terminal_width() -> usize {
    let columns = terminal_size::terminal_size().map(|(width, _)| usize::from(width.0));
    columns.unwrap_or(WIDTH).min(WIDTH)
}

#[cfg(test)]
mod tests {
    use super::{GROUPS, grouped, indented, listed};
    use crate::cli::Cli;
    use clap::CommandFactory;

    #[test]
    fn every_subcommand_is_listed_once() {
        let program = grouped(Cli::command());
        let text = listed(&program);
        for command in program.get_subcommands() {
            let name = format!("{}  ", command.get_name());
            let plain = anstream::adapter::strip_str(&text).to_string();
            let lines = plain.lines().filter(|line| {
                line.strip_prefix("  ")
                    .is_some_and(|line| line.starts_with(&name))
            });
            assert_eq!(lines.count(), usize::from(!command.is_hide_set()), "{name}");
        }
    }

    #[test]
    fn no_subcommand_is_in_two_groups() {
        let mut names: Vec<&str> = GROUPS.iter().flat_map(|group| group.1).copied().collect();
        let all = names.len();
        names.sort_unstable();
        names.dedup();
        assert_eq!(names.len(), all);
    }

    #[test]
    fn further_lines_of_a_long_text_are_indented() {
        assert_eq!(indented("one two", 10), "one two");
        let long = indented(&"word ".repeat(40), 10);
        assert!(long.lines().count() > 1, "{long}");
        assert!(
            long.lines()
                .skip(1)
                .all(|line| line.starts_with(&" ".repeat(10))
                    && line.len() <= 100
                    && !line.ends_with(' ')),
            "{long}"
        );
    }
}
