//! The options that several subcommands share. Each option is declared once, in a struct for
//! `#[command(flatten)]`, so that the option has the same name, the same meaning and the same form everywhere.
//!
//! * `search`: limits, threads and memory of a search
//! * `start`: which game is played, and from which position
//! * `runs`: games at a time, parts of a run, its result, and how it is continued
//! * `output`: the form of the output
//!
//! A default that belongs to one subcommand is a constant in the file of the subcommand; [`default`] writes
//! it into the help. `options.md` beside this file lists all shared options; a test keeps it equal to the
//! declarations.

mod output;
mod runs;
mod search;
mod start;

use std::ops::RangeInclusive;

use clap::Arg;

use super::Error;

pub(super) use super::option_values::{color, game, whole_number};
pub(super) use output::{Json, Look, OutputFormat, Pieces};
pub(super) use runs::{Concurrency, DropDamaged, Force, Out, Resume};
pub(super) use search::{
    Clock, Depth, Hash, Movetime, Nodes, SearchLimits, SearchResources, Threads,
};
pub(super) use start::{Fen, GameFiles, Games, Seed, Start};

/// Returns a function for `mut_arg` that writes a default at the end of an argument's help. If the help has a
/// default already, the function replaces it.
pub(super) fn default(value: impl ToString) -> impl FnOnce(Arg) -> Arg {
    let value = value.to_string();
    move |argument| {
        let help = argument.get_help().map(ToString::to_string);
        let help = help.unwrap_or_default();
        let help = help.split(" [default: ").next().unwrap_or_default();
        let text = format!("{help} [default: {value}]");
        argument.help(text)
    }
}

/// As [`default`], for a limit that is used only if the command line gives no other limit.
pub(super) fn default_limit(limit: impl ToString) -> impl FnOnce(Arg) -> Arg {
    default(format!(
        "{}, unless there is another limit",
        limit.to_string()
    ))
}

/// The allowed numbers of random plies, from `min` to `max`.
///
/// # Errors
///
/// If `min` is greater than `max`.
pub(super) fn random_plies(min: usize, max: usize) -> Result<RangeInclusive<usize>, Error> {
    if min > max {
        return Err(Error::Usage(format!(
            "--min-random-plies {min} is more than --max-random-plies {max}"
        )));
    }
    Ok(min..=max)
}
