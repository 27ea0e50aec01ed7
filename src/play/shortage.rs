//! Shortages: a game cannot be played, but no player is at fault. For example, the computer lacks
//! memory or open files.

use std::io;

use thiserror::Error;

/// Why a game cannot be played now. The game has no result, and can be played later.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
#[error("{problem}; {remedy}, then run the command again, with --resume if games were saved")]
pub struct Shortage {
    problem: String,
    remedy: &'static str,
}

// The remedies: what a person can do about a shortage.

const FEWER_FILES: &str =
    "play fewer games at a time (--concurrency) or allow more open files (ulimit -n)";
const LESS_MEMORY: &str = "free memory or play fewer games at a time (--concurrency)";
const FEWER_THREADS: &str =
    "play fewer games at a time (--concurrency) or allow more processes (ulimit -u)";
const PROGRAM_BACK: &str = "put the program back or wait until it is built";
const RUNNABLE: &str = "make the program executable";
const FOR_ENGINE: &str = "give the engine the memory, threads or files that it lacks, or play fewer games at a \
     time (--concurrency)";
const FEWER_STOPS: &str = "do not suspend this program while it plays";
const ANY: &str = "remove the cause";

impl Shortage {
    /// The shortage behind an error of the system. `what` says what failed: `engine A: ./a cannot
    /// be started`.
    #[must_use]
    pub fn from_error(what: &str, error: &io::Error) -> Self {
        let remedy = match error.kind() {
            _ if is_limit_of_files(error) => FEWER_FILES,
            io::ErrorKind::OutOfMemory => LESS_MEMORY,
            io::ErrorKind::WouldBlock => FEWER_THREADS,
            io::ErrorKind::NotFound | io::ErrorKind::ExecutableFileBusy => PROGRAM_BACK,
            io::ErrorKind::PermissionDenied => RUNNABLE,
            _ => ANY,
        };
        Self {
            problem: format!("{what}: {error}"),
            remedy,
        }
    }

    /// The system has killed a process because memory ran out. `what` names the process.
    #[must_use]
    pub fn of_memory(what: &str) -> Self {
        Self {
            problem: format!("{what} was killed when memory ran out"),
            remedy: LESS_MEMORY,
        }
    }

    /// An engine says that the computer lacks something. `what` names the engine, and `words` is
    /// its message.
    #[must_use]
    pub fn of_engine(what: &str, words: &str) -> Self {
        Self {
            problem: format!("{what}: {words}"),
            remedy: FOR_ENGINE,
        }
    }

    /// This program was suspended, as by Ctrl-Z, in every attempt to play a game.
    #[must_use]
    pub fn of_time(game: usize, attempts: u32) -> Self {
        Self {
            problem: format!(
                "game {game}: this program was suspended, as by Ctrl-Z, in {attempts} attempts to play it"
            ),
            remedy: FEWER_STOPS,
        }
    }

    /// This many games at a time need `needed` open files, but the limit is lower.
    #[must_use]
    pub fn of_files(limit: u64, games: u64, needed: u64) -> Self {
        Self {
            problem: format!(
                "{games} games at a time need {needed} open files, and the limit is {limit}"
            ),
            remedy: FEWER_FILES,
        }
    }
}

/// Whether a command that failed with this error may succeed if it is repeated later. After other
/// errors, such as a wrong path, somebody must correct the cause first.
#[must_use]
pub fn is_temporary(error: &io::Error) -> bool {
    is_limit_of_files(error)
        || matches!(
            error.kind(),
            io::ErrorKind::OutOfMemory
                | io::ErrorKind::WouldBlock
                | io::ErrorKind::ExecutableFileBusy
                | io::ErrorKind::Interrupted
        )
}

#[cfg(unix)]
fn is_limit_of_files(error: &io::Error) -> bool {
    use rustix::io::Errno;
    matches!(
        Errno::from_io_error(error),
        Some(Errno::MFILE | Errno::NFILE)
    )
}

#[cfg(not(unix))]
fn is_limit_of_files(_error: &io::Error) -> bool {
    false
}

#[cfg(all(test, unix))]
mod tests {
    use rustix::io::Errno;

    use super::*;

    #[test]
    fn every_shortage_says_what_to_do() {
        for (errno, word, temporary) in [
            (Errno::MFILE, "ulimit -n", true),
            (Errno::NFILE, "ulimit -n", true),
            (Errno::NOMEM, "free memory", true),
            (Errno::AGAIN, "ulimit -u", true),
            (Errno::TXTBSY, "wait until it is built", true),
            (Errno::NOENT, "put the program back", false),
            (Errno::ACCESS, "executable", false),
        ] {
            let error = io::Error::from(errno);
            let shortage = Shortage::from_error("engine A: ./a cannot be started", &error);
            let text = shortage.to_string();
            assert!(
                text.starts_with("engine A: ./a cannot be started: "),
                "{text}"
            );
            assert!(text.contains(word), "{text}");
            assert!(
                text.ends_with("with --resume if games were saved"),
                "{text}"
            );
            assert_eq!(is_temporary(&error), temporary, "{text}");
        }
    }
}
