//! `reviver engine-guard`: sees to it that no engine runs on after the tournament or check that started it
//! (the manager) has ended. The manager starts it once, to kill the engines that are left at that time. On
//! Linux, the manager also starts it for each engine, and it then becomes that engine. Users do not call it.

use super::Error;
use super::interrupt::on_signal;
use crate::players::process::guard::{Engine, Task, run};

/// Guard engines for a tournament
#[derive(Debug, clap::Args)]
pub(super) struct Args {
    #[command(subcommand)]
    task: Words,
}

#[derive(Debug, clap::Subcommand)]
enum Words {
    /// Read process groups from standard input; when it ends, kill them
    Sweep,
    /// Become an engine
    Become {
        /// The process ID of the manager
        manager: u32,
        /// The manager's file descriptor for standard error
        errors: u32,
        /// The command of the engine
        #[arg(required = true, last = true)]
        words: Vec<String>,
    },
}

impl Args {
    /// Runs the task.
    pub(super) fn run(self) -> Result<(), Error> {
        let task = match self.task {
            Words::Sweep => {
                // Ignores Ctrl-C, SIGTERM and SIGHUP, because this process must outlive the manager.
                on_signal(|| {});
                Task::Sweep
            }
            Words::Become {
                manager,
                errors,
                words,
            } => Task::Become(Engine {
                manager,
                errors,
                words,
            }),
        };
        Ok(run(&task)?)
    }
}
