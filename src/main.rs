//! The `reviver` program: reads its arguments, and turns what became of them into an exit code.

use std::process::ExitCode;

use clap::Parser;
use reviver::cli::{Cli, Exit};

fn main() -> ExitCode {
    let exit = match Cli::parse().run() {
        Ok(()) => Exit::Success,
        Err(error) => {
            let exit = error.exit();
            if exit != Exit::Success {
                eprintln!("reviver: {error}");
            }
            exit
        }
    };
    ExitCode::from(exit as u8)
}
