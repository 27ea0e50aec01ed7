//! The fault files in the folder of an event. If an engine in a separate process commits a fault,
//! a file has the lines to and from this engine.

use std::fs;
use std::io;
use std::path::{Path, PathBuf};

use crate::files::{Existing, Output, OutputError};
use crate::play::entry::{Entry, FAULTS};

/// Writes the file of a fault. `name` is the path of the file, relative to the folder of the event.
///
/// # Errors
///
/// If the file cannot be written, or if the file or the folder of the faults is a symbolic link.
pub(super) fn write(
    folder: &Path,
    name: &str,
    text: impl AsRef<[u8]>,
    existing: Existing,
) -> Result<(), OutputError> {
    let faults = folder.join(FAULTS);
    let is_link = fs::symlink_metadata(&faults).is_ok_and(|metadata| metadata.is_symlink());
    if is_link {
        return Err(OutputError::Link(faults));
    }
    fs::create_dir_all(&faults).map_err(|source| system(&faults, source))?;
    Output::write(folder.join(name), existing, text)
}

/// The path of the folder for fault files, if this path exists already. A new event does not write
/// there, because its files would be mixed with those of another event.
pub(super) fn foreign(folder: &Path) -> Option<PathBuf> {
    let faults = folder.join(FAULTS);
    fs::symlink_metadata(&faults).is_ok().then_some(faults)
}

/// Copies the fault files of the games in `entries` from the folder `from` to the folder `into`.
/// Missing files are skipped.
///
/// # Errors
///
/// If a file cannot be read, or [`write()`] returns an error.
pub(super) fn copy(from: &Path, into: &Path, entries: &[Entry]) -> Result<(), OutputError> {
    let faults = entries.iter().filter_map(|entry| entry.fault.as_ref());
    for name in faults.filter_map(|fault| fault.file.as_deref()) {
        let source = from.join(name);
        // The file may be in the folder of another merged journal, or somebody has removed it.
        if !source.is_file() {
            continue;
        }
        let text = fs::read(&source).map_err(|error| system(&source, error))?;
        write(into, name, text, Existing::Replace)?;
    }
    Ok(())
}

fn system(path: &Path, source: io::Error) -> OutputError {
    OutputError::System {
        path: path.to_owned(),
        source,
    }
}
