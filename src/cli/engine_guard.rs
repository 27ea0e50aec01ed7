//! `reviver engine-guard`: on Unix, kills engines when their manager ends. The manager is the
//! process that plays games with the engines. The manager runs this subcommand; users do not.
//!
//! The process `engine-guard sweep` kills the remaining engines when the manager ends. On Linux,
//! the manager also starts each engine as `engine-guard become`. The new process first asks Linux
//! to kill it when the manager ends. Then it becomes the engine.

use super::Error;
use super::interrupt::on_signal;
use crate::files::reason;
use crate::players::process::guard::{Engine, Task, run};

/// Guard engines for a tournament
#[derive(Debug, clap::Args)]
pub(super) struct Args {
    #[command(subcommand)]
    task: Words,
}

#[derive(Debug, clap::Subcommand)]
enum Words {
    /// Read process groups from standard input; when the input ends, kill the groups
    Sweep,
    /// Become an engine
    Become {
        /// The process ID of the manager
        manager: u32,
        /// The manager's file descriptor for the engine's standard error
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
                // Ignores Ctrl-C, SIGTERM and SIGHUP: this process must outlive the manager.
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
        run(&task).map_err(|error| Error::Failed(format!("engine-guard: {}", reason(&error))))
    }
}
