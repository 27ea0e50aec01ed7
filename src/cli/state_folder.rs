//! The folders for the state of this program, such as the games that it keeps.

use std::fs;
use std::path::{Path, PathBuf};

use etcetera::BaseStrategy;

/// The folder `reviver/NAME` in the state folder of the system, or in its data folder if the system
/// has no state folder. `None` if the home folder of the user is unknown.
pub(super) fn state_folder(name: &str) -> Option<PathBuf> {
    let system = etcetera::choose_base_strategy().ok()?;
    let state = system.state_dir().unwrap_or_else(|| system.data_dir());
    Some(state.join("reviver").join(name))
}

/// Removes the folder in which the file was, and the folder above it, if they are empty.
pub(super) fn remove_empty_folders(file: &Path) {
    // The system refuses to remove a folder that is not empty.
    for folder in file.ancestors().skip(1).take(2) {
        let _ = fs::remove_dir(folder);
    }
}
