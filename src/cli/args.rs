//! The options that several subcommands share. Each option is declared once, in a struct for
//! `#[command(flatten)]`. So it has the same name, meaning and form everywhere.
//!
//! * `search`: limits, threads and memory of a search
//! * `start`: which game is played, and from which position
//! * `runs`: games at a time, shards, where the result goes, and `--resume`
//! * `matches`: how many games, from which positions, and between whom
//! * `learning`: which positions are taken from games, and how weights are learned from them
//! * `records`: recorded games, and drawings of their positions
//! * `output`: the form of the output
//!
//! The file of a subcommand may give a shared option another default. [`default_value`] sets this
//! default. [`default`] and [`default_limit`] only write it into the help; the code of the
//! subcommand applies it.
//!
//! `options.md` beside this file lists all shared options. A test compares it with the
//! declarations.

mod learning;
mod matches;
mod output;
mod records;
mod runs;
mod search;
mod start;

use clap::Arg;

pub(super) use super::option_values::{GameList, game, games, whole_number, within};
pub(super) use learning::{Learning, Sampling, Siblings};
pub(super) use matches::{
    EngineSettings, GameCount, OpeningsFile, Opponent, PlyLimit, RandomPlies, SequentialTest,
};
pub(super) use output::{Json, Look, OutputFormat, Pieces};
pub(super) use records::{Bottom, NamedText, NotationOption, Ply, RecordFile};
pub(super) use runs::{Concurrency, DropDamaged, Force, Out, Part, Resume};
pub(super) use search::{
    Clock, Depth, Hash, Movetime, Nodes, SearchLimits, SearchResources, Threads, WinTurns,
};
pub(super) use start::{Fen, GameFiles, Games, Seed, Start};

/// Returns a function for `mut_arg`. It writes a default at the end of an argument's help, and
/// removes an earlier default there.
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

/// Like [`default`], for a limit. The help adds "unless there is another limit".
pub(super) fn default_limit(limit: impl ToString) -> impl FnOnce(Arg) -> Arg {
    default(format!(
        "{}, unless there is another limit",
        limit.to_string()
    ))
}

/// Returns a function for `mut_arg` that sets or replaces the default of an argument.
pub(super) fn default_value(value: impl ToString) -> impl FnOnce(Arg) -> Arg {
    let value = value.to_string();
    move |argument| argument.required(false).default_value(value)
}
