//! The command line: what the program understands, and one thin file per subcommand.
//!
//! Nothing here knows a rule. Text goes in and out, the layers below do the work.

mod analyse;
mod bench;
mod check;
mod convert;
mod diagram;
mod error;
mod forward;
mod interrupt;
mod learning;
mod r#match;
mod meter;
mod mine;
mod notation;
mod openings;
mod perft;
mod play;
mod review;
mod selfplay;
mod signals;
mod solve;
mod start;
mod tournament;
mod train;
mod tune;
mod uci;
mod variants;
mod verify;

use std::io::{IsTerminal, Write, stdin};

use clap::{Parser, Subcommand};

pub use error::{Error, Exit};

/// What the program understands on its command line.
#[derive(Debug, Parser)]
#[command(
    name = "reviver",
    version,
    about = "Chess in reverse: pieces un-move and un-capture, and games end in the opening array",
    after_help = "Without a subcommand, reviver speaks its protocol when another program is at the other \
                  end of standard input.\nStart a game with: reviver play ssehc"
)]
pub struct Cli {
    #[command(subcommand)]
    command: Option<Command>,
}

/// What the program can do.
#[derive(Debug, Subcommand)]
enum Command {
    Play(play::Args),
    /// Speak the protocol on standard input and output: UCI, UGI and the rules on tap
    Uci,
    /// List the games
    Variants,
    Perft(perft::Args),
    Bench(bench::Args),
    Forward(forward::Args),
    Analyse(analyse::Args),
    Review(review::Args),
    Diagram(diagram::Args),
    Mine(mine::Args),
    Solve(solve::Args),
    Verify(verify::Args),
    Match(r#match::Args),
    Openings(openings::Args),
    Selfplay(selfplay::Args),
    Train(train::Args),
    Tune(tune::Args),
    Tournament(Box<tournament::Args>),
    Check(check::Args),
    Convert(convert::Args),
}

impl Cli {
    /// Does what the command line asks for.
    ///
    /// # Errors
    ///
    /// Says in one line what went wrong; [`Error::exit`] tells whose fault it was.
    pub fn run(self) -> Result<(), Error> {
        match self.command {
            Some(Command::Play(args)) => args.run(),
            Some(Command::Uci) => uci::run(),
            Some(Command::Variants) => variants::run(),
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
            Some(Command::Selfplay(args)) => args.run(),
            Some(Command::Train(args)) => args.run(),
            Some(Command::Tune(args)) => args.run(),
            Some(Command::Tournament(args)) => args.run(),
            Some(Command::Check(args)) => args.run(),
            Some(Command::Convert(args)) => args.run(),
            None if stdin().is_terminal() => variants::greet(),
            None => uci::run(),
        }
    }
}

/// Says something on standard error, and does not mind when nobody is there any more.
fn note(text: &str) {
    let _ = writeln!(anstream::stderr(), "{text}");
}
