//! These words and this exit code say that the computer lacks memory, threads or files. From them,
//! a program that plays games with Reviver concludes that the engine is not at fault.

pub use crate::engine::NO_THREAD;

/// The last words of the error message `512 MiB are more than the 100 MiB that are free`, about a
/// value of `Hash`.
pub const NOT_FREE: &str = "MiB that are free";

/// An error message that begins with this refuses `go`: no `bestmove` follows. If no thread can be
/// started for the search, the message contains [`NO_THREAD`].
pub const GO_REFUSED: &str = "go: ";

/// The exit code of a program that lacks memory, threads or files: `EX_TEMPFAIL` of `sysexits.h`.
pub const EX_TEMPFAIL: i32 = 75;
