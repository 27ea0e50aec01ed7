//! `reviver man`: the manual pages.

use std::io::{Write, stdout};

use clap::Command;
use clap_mangen::Man;

use super::args::{Force, Out};
use super::files::file_error;
use super::terminal::plain;
use super::visible::visible;
use super::{Error, note};
use crate::files::Output;

/// Print the manual page of the program or of a subcommand, or write all manual pages to a folder
#[derive(Debug, clap::Args)]
#[command(after_help = "Examples:\n  \
    reviver man | man -l -\n  \
    reviver man analyse | man -l -\n  \
    reviver man --out ~/.local/share/man/man1")]
pub(super) struct Args {
    /// The subcommand
    #[arg(value_name = "SUBCOMMAND", conflicts_with = "out")]
    names: Vec<String>,
    #[command(flatten)]
    out: Out,
    #[command(flatten)]
    force: Force,
}

impl Args {
    /// Prints the page of one command, or writes all pages into a folder.
    pub(super) fn run(&self, program: &Command) -> Result<(), Error> {
        let mut program = visible(program);
        // Gives each subcommand its full name.
        program.build();
        let Some(folder) = &self.out.out else {
            let page = render(named(&program, &self.names)?)?;
            return Ok(stdout().lock().write_all(&page)?);
        };
        std::fs::create_dir_all(folder).map_err(|error| file_error(folder, error))?;
        let mut pages = Vec::new();
        collect(&program, &mut pages);
        let path_of = |command| folder.join(format!("{}.1", full_name(command)));
        // Checks all paths before the first page is written.
        for command in &pages {
            Output::check(path_of(command), self.force.existing())?;
        }
        for command in &pages {
            let path = path_of(command);
            let mut output = Output::create(&path, self.force.existing())?;
            output
                .write_all(&render(command)?)
                .map_err(|error| file_error(&path, error))?;
            output.finish()?;
        }
        note(&format!(
            "Written: {} manual pages in {}",
            pages.len(),
            folder.display()
        ));
        Ok(())
    }
}

/// Finds a subcommand at any level below `program`. `names` has one name for each level, from the
/// top. Without names, returns `program`.
fn named<'a>(program: &'a Command, names: &[String]) -> Result<&'a Command, Error> {
    let mut command = program;
    for name in names {
        command = command.find_subcommand(name).ok_or_else(|| {
            Error::Usage(format!(
                "'{name}' is not a subcommand of {}; `{0} --help` lists the subcommands",
                command.get_name()
            ))
        })?;
    }
    Ok(command)
}

/// Adds a command and its subcommands at all levels to `pages`.
fn collect<'a>(command: &'a Command, pages: &mut Vec<&'a Command>) {
    pages.push(command);
    for subcommand in command.get_subcommands() {
        collect(subcommand, pages);
    }
}

/// The full name of a command, with its parent commands, as in `reviver-play`.
fn full_name(command: &Command) -> &str {
    command.get_display_name().unwrap_or(command.get_name())
}

/// The page of a command.
fn render(command: &Command) -> Result<Vec<u8>, Error> {
    let mut page = Vec::new();
    Man::new(command.clone())
        .source(concat!("Reviver ", env!("CARGO_PKG_VERSION")))
        .manual("Reviver")
        .render(&mut page)?;
    Ok(plain(&String::from_utf8_lossy(&page)).into_bytes())
}
