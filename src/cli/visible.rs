//! The command line without its hidden subcommands, for shell completions and manual pages.

use clap::Command;

/// The program without its hidden subcommands.
pub(super) fn visible(program: &Command) -> Command {
    let mut copy = Command::new(program.get_name().to_owned())
        .version(program.get_version().unwrap_or_default().to_owned())
        .disable_help_subcommand(true)
        .args(program.get_arguments().cloned())
        .subcommands(
            program
                .get_subcommands()
                .filter(|subcommand| !subcommand.is_hide_set())
                .cloned(),
        );
    if let Some(about) = program.get_about() {
        copy = copy.about(about.clone());
    }
    if let Some(text) = program.get_after_help() {
        copy = copy.after_help(text.clone());
    }
    copy
}
