//! `reviver completions`: a script that lets a shell complete the words of a command.

use std::io::{Write, stdout};

use clap::Command;
use clap_complete::Shell;

use super::Error;
use super::visible::visible;

/// Print a script with which a shell completes the words of a command
#[derive(Debug, clap::Args)]
#[command(after_help = "Examples:\n  \
    reviver completions bash > ~/.local/share/bash-completion/completions/reviver\n  \
    reviver completions zsh > ~/.zfunc/_reviver\n  \
    reviver completions fish > ~/.config/fish/completions/reviver.fish")]
pub(super) struct Args {
    /// The shell
    shell: Shell,
}

impl Args {
    /// Prints the script for a program.
    pub(super) fn run(&self, program: &Command) -> Result<(), Error> {
        let mut script = Vec::new();
        let mut program = visible(program);
        clap_complete::generate(self.shell, &mut program, "reviver", &mut script);
        Ok(stdout().lock().write_all(&script)?)
    }
}
