//! Starts engines. The *manager* is the Reviver process that plays games with them. On Unix, the
//! launcher can ensure that the engines are killed when the manager ends, even if the manager is
//! killed.

use std::io::{self, PipeReader};
use std::path::PathBuf;
use std::process::Child;
use std::sync::Arc;

use super::group;
use super::guard::Guard;
use super::program::stable_program_path;
use super::sweeper::Sweeper;
use crate::players::spec::THIS_PROGRAM;

/// Starts engines. The launcher must outlive the engines.
#[derive(Debug, Default)]
pub struct Launcher {
    cleanup: Option<Cleanup>,
}

/// Kills the engines when the manager ends, on Unix.
#[derive(Debug)]
struct Cleanup {
    guard: Guard,
    sweeper: Arc<Sweeper>,
}

/// An engine that has been started.
#[derive(Debug)]
pub(super) struct Started {
    pub(super) child: Child,
    /// Its standard error.
    pub(super) errors: PipeReader,
    pub(super) registration: Option<Registration>,
}

/// If the manager ends while this value exists, the engine's processes are killed (on Unix).
#[derive(Debug)]
pub(super) struct Registration {
    sweeper: Arc<Sweeper>,
    group: u32,
}

impl Launcher {
    /// A launcher. `guard` is a program whose subcommand [`engine-guard`](super::guard::SUBCOMMAND)
    /// calls [`guard::run`](super::guard::run). On Unix, processes that run `guard` ensure that the
    /// engines are killed when the manager ends, even if the manager is killed. On other systems,
    /// or if `guard` is `None`, the engines may keep running.
    ///
    /// # Errors
    ///
    /// If the system cannot start the sweeper (a process that kills remaining engine processes), or
    /// the thread that starts engines.
    pub fn new(guard: Option<PathBuf>) -> io::Result<Self> {
        let cleanup = guard.map(|program| {
            let sweeper = Arc::new(Sweeper::start(&program)?);
            let guard = Guard::new(program)?;
            Ok::<_, io::Error>(Cleanup { guard, sweeper })
        });
        let cleanup = cleanup.transpose()?;
        Ok(Self { cleanup })
    }

    /// Starts a command as the leader of a process group. If the first word of the command is
    /// [`THIS_PROGRAM`], it stands for the path of this program.
    pub(super) fn start(&self, words: &[String]) -> io::Result<Started> {
        let mut words = words.to_vec();
        if let Some(program) = words.first_mut().filter(|word| *word == THIS_PROGRAM) {
            *program = stable_program_path()?.to_string_lossy().into_owned();
        }
        let (errors, to_errors) = io::pipe()?;
        let Some(Cleanup { guard, sweeper }) = &self.cleanup else {
            return Ok(Started {
                child: group::command(&words, to_errors)?.spawn()?,
                errors,
                registration: None,
            });
        };
        let child = guard.start(&words, to_errors)?;
        let group = child.id();
        sweeper.add(group);
        let sweeper = Arc::clone(sweeper);
        Ok(Started {
            child,
            errors,
            registration: Some(Registration { sweeper, group }),
        })
    }
}

impl Drop for Registration {
    fn drop(&mut self) {
        self.sweeper.remove(self.group);
    }
}
