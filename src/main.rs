//! The `reviver` program: runs the command line and ends with its exit code.

use std::process::ExitCode;

use reviver::cli::{Cli, Exit};

fn main() -> ExitCode {
    let exit = match Cli::read().run() {
        Ok(()) => Exit::Success,
        Err(error) => {
            let exit = error.exit();
            if exit != Exit::Success {
                Cli::report(&error);
            }
            exit
        }
    };
    ExitCode::from(exit as u8)
}
