//! The path of the running program. With it the program can be started again even if another
//! version has replaced its file, so that all engines of an event are the same version.

use std::io;
use std::path::{Path, PathBuf};

/// The program of the process that opens this path, on Linux.
const RUNNING: &str = "/proc/self/exe";

/// A path of the running program: its file, or [`RUNNING`] if the file has been replaced.
///
/// # Errors
///
/// If the system does not know the path.
pub(super) fn this_program() -> io::Result<PathBuf> {
    match std::env::current_exe() {
        // The file is another program now.
        Ok(path) if is_replaced(&path) => Ok(PathBuf::from(RUNNING)),
        path => path,
    }
}

/// A path of the running program. On Linux it stays valid if the file is replaced later.
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

/// Whether the file is no longer the program of this process.
#[cfg(unix)]
fn is_replaced(path: &Path) -> bool {
    use std::os::unix::fs::MetadataExt;
    let file = |path: &Path| {
        let data = path.metadata().ok()?;
        Some((data.dev(), data.ino()))
    };
    let running = file(Path::new(RUNNING));
    running.is_some() && file(path) != running
}

#[cfg(not(unix))]
fn is_replaced(_path: &Path) -> bool {
    false
}
