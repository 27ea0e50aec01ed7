//! The command line: one file or folder for each subcommand.
//!
//! `args` declares the options that several subcommands share. A subcommand reads text, calls the
//! other layers, and prints their results. No other layer imports from this one.

#![cfg_attr(
    not(test),
    deny(
        clippy::unwrap_used,
        clippy::expect_used,
        clippy::panic,
        clippy::todo,
        clippy::indexing_slicing
    )
)]

mod analyse;
mod args;
mod bench;
mod check;
mod compare;
mod completions;
mod concurrency;
mod convert;
#[cfg(test)]
mod declarations;
mod diagram;
#[cfg(test)]
mod documents;
mod engine_guard;
mod error;
mod examples;
mod explore;
mod files;
mod first_positions;
mod foreign_weights;
mod forward;
mod game_files;
mod groups;
mod interrupt;
mod json;
mod learning;
mod lesson_place;
mod lessons;
mod man;
mod r#match;
mod meter;
mod mine;
mod notation;
mod note;
mod old_spellings;
mod openings;
mod option_values;
mod perft;
mod play;
mod ranks;
mod review;
mod rules;
mod rules_text;
mod scores;
mod search_progress;
mod selfplay;
#[cfg(feature = "serve")]
mod serve;
mod signals;
mod solve;
mod sources;
mod state_folder;
mod terminal;
mod tournament;
mod train;
mod tune;
mod turns;
mod uci;
mod variants;
mod verify;
mod version;
mod visible;

use std::ffi::OsString;
use std::io::{IsTerminal, Write, stdin};

use clap::error::ErrorKind;
use clap::{CommandFactory, FromArgMatches, Parser, Subcommand};

use crate::players::process::guard::SUBCOMMAND;
pub use error::{Error, Exit};
use note::note;

/// The command line.
#[derive(Debug, Parser)]
#[command(
    name = "reviver",
    version = version::short(),
    long_version = version::long(),
    about = "Chess in reverse: pieces un-move, and captured pieces come back",
    after_help = "Without a subcommand, reviver speaks its protocol if standard input is not a terminal.\n\
                  Start a game with: reviver play"
)]
pub struct Cli {
    #[command(flatten)]
    game_files: args::GameFiles,
    #[command(subcommand)]
    command: Option<Command>,
}

/// The subcommands.
#[derive(Debug, Subcommand)]
enum Command {
    Play(play::Args),
    #[cfg(feature = "serve")]
    Serve(serve::Args),
    /// Speak the line protocol on standard input and output: UCI, UGI and more
    Uci,
    /// List the games, and what each is good for
    #[command(alias = "games")]
    Variants,
    Rules(rules::Args),
    Perft(perft::Args),
    Bench(bench::Args),
    Forward(forward::Args),
    #[command(alias = "analyze")]
    Analyse(analyse::Args),
    Review(review::Args),
    Diagram(diagram::Args),
    Mine(mine::Args),
    Solve(solve::Args),
    Verify(verify::Args),
    Match(r#match::Args),
    Openings(openings::Args),
    Explore(explore::Args),
    Selfplay(selfplay::Args),
    Train(train::Args),
    Tune(tune::Args),
    Ranks(ranks::Args),
    Tournament(Box<tournament::Args>),
    Compare(compare::Args),
    Check(check::Args),
    Convert(convert::Args),
    Completions(completions::Args),
    Man(man::Args),
    #[command(name = SUBCOMMAND, hide = true)]
    EngineGuard(engine_guard::Args),
}

impl Cli {
    /// Reads the command line of the program. Help, the version and errors of the command line are
    /// printed, and end the program.
    #[must_use]
    pub fn read() -> Self {
        let words: Vec<OsString> = std::env::args_os().collect();
        let games = game_files::load(&Self::command(), &words).unwrap_or_else(|error| {
            let error = clap::Error::raw(ErrorKind::ValueValidation, format!("{error}\n"));
            exit(&explain(error, &words))
        });
        let named = game_files::with_names(&Self::command(), &words, &games);
        Self::parse_words(&named)
            // `named` is `words` plus the names of the games that the `--game` files define. Some
            // subcommands refuse the name of a game if a game record is given. So if `named` is
            // refused, `words` is parsed.
            .or_else(|error| match games.is_empty() {
                true => Err(error),
                false => Self::parse_words(&words).map_err(|_| error),
            })
            .unwrap_or_else(|error| exit(&explain(error, &named)))
    }

    fn parse_words(words: &[OsString]) -> Result<Self, clap::Error> {
        let program = examples::with_whole_examples(Self::command());
        let mut program = groups::grouped(program);
        let matches = program.try_get_matches_from_mut(words)?;
        Self::from_arg_matches(&matches).map_err(|error| error.format(&mut program))
    }

    /// Prints an error on standard error. At a terminal, breaks long lines between words.
    pub fn report(error: &Error) {
        note(&format!("reviver: {error}"));
    }

    /// Runs the subcommand.
    ///
    /// # Errors
    ///
    /// If the subcommand fails. The error is one line for people; [`Error::exit`] is its exit code.
    pub fn run(self) -> Result<(), Error> {
        interrupt::survive_file_size_limit();
        match self.command {
            Some(Command::Play(args)) => args.run(),
            #[cfg(feature = "serve")]
            Some(Command::Serve(args)) => args.run(),
            Some(Command::Uci) => uci::run(),
            Some(Command::Variants) => variants::run(),
            Some(Command::Rules(args)) => args.run(),
            Some(Command::Perft(args)) => args.run(),
            Some(Command::Bench(args)) => args.run(),
            Some(Command::Forward(args)) => args.run(),
            Some(Command::Analyse(args)) => args.run(),
            Some(Command::Review(args)) => args.run(),
            Some(Command::Diagram(args)) => args.run(),
            Some(Command::Mine(args)) => args.run(),
            Some(Command::Solve(args)) => args.run(),
            Some(Command::Verify(args)) => args.run(),
            Some(Command::Match(args)) => args.run(),
            Some(Command::Openings(args)) => args.run(),
            Some(Command::Explore(args)) => args.run(),
            Some(Command::Selfplay(args)) => args.run(),
            Some(Command::Train(args)) => args.run(),
            Some(Command::Tune(args)) => args.run(),
            Some(Command::Ranks(args)) => args.run(),
            Some(Command::Tournament(args)) => args.run(),
            Some(Command::Compare(args)) => args.run(),
            Some(Command::Check(args)) => args.run(),
            Some(Command::Convert(args)) => args.run(),
            Some(Command::Completions(args)) => args.run(&Self::command()),
            Some(Command::Man(args)) => args.run(&Self::command()),
            Some(Command::EngineGuard(args)) => args.run(),
            None if stdin().is_terminal() => variants::greet(),
            None => uci::run(),
        }
    }
}

/// Prints the error, the help or the version, and ends the program. At a terminal, breaks long
/// lines between words. The commands of examples stay on one line.
fn exit(error: &clap::Error) -> ! {
    let text = error.render().ansi().to_string();
    if error.use_stderr() {
        note(text.trim_end());
    } else {
        // As in `clap::Error::exit`, an error of the output is ignored.
        let _ = write!(anstream::stdout(), "{}", terminal::fitted(&text));
    }
    std::process::exit(error.exit_code())
}

/// The error of the command line. If the words contain an old spelling, the error says what to
/// write instead.
fn explain(error: clap::Error, words: &[OsString]) -> clap::Error {
    if matches!(
        error.kind(),
        ErrorKind::DisplayHelp | ErrorKind::DisplayVersion
    ) {
        return error;
    }
    let called = words.iter().skip(game_files::subcommand_at(words));
    // The name of the program, and the words from the subcommand on.
    let mut words: Vec<String> = words
        .iter()
        .take(1)
        .chain(called)
        .map(|word| word.to_string_lossy().into_owned())
        .collect();
    let mut command = Cli::command();
    command.build();
    // The typed word may be an alias of a subcommand, such as `analyze`.
    let called = words.get(1).and_then(|name| command.find_subcommand(name));
    if let (Some(called), Some(word)) = (called, words.get_mut(1)) {
        *word = called.get_name().to_owned();
    }
    let Some(answer) = old_spellings::answer(&words) else {
        return error;
    };
    let name = words.get(1).map_or("", String::as_str);
    match command.find_subcommand_mut(name) {
        Some(subcommand) => subcommand.error(ErrorKind::UnknownArgument, answer),
        None => command.error(ErrorKind::UnknownArgument, answer),
    }
}
