//! The path of the running program. On Linux it leads to the running version, even if another
//! version has replaced the file.

use std::io;
use std::path::{Path, PathBuf};

/// On Linux, this path leads to the program of the process that opens it.
const RUNNING: &str = "/proc/self/exe";

/// A path of the running program. On Linux it stays valid if the file is replaced.
///
/// # Errors
///
/// If the system does not know the path.
pub fn stable_program_path() -> io::Result<PathBuf> {
    if Path::new(RUNNING).exists() {
        Ok(PathBuf::from(RUNNING))
    } else {
        std::env::current_exe()
    }
}
