//! The fault files in the folder of an event: for each fault of an engine in a separate process, a
//! file with the lines to and from this engine.

use std::fs;
use std::io;
use std::path::{Path, PathBuf};

use crate::files::{Existing, Output, OutputError, is_regular};
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
    if faults.is_symlink() {
        return Err(OutputError::Link(faults));
    }
    fs::create_dir_all(&faults).map_err(|source| system(&faults, source))?;
    Output::write(folder.join(name), existing, text)
}

/// The path of the folder for fault files, if this path exists already. If so, a new event
/// must not start in `folder`, because its fault files would be mixed with those of another event.
/// But a shard may start, because the other shards write to the same folder.
pub(super) fn foreign(folder: &Path) -> Option<PathBuf> {
    let faults = folder.join(FAULTS);
    fs::symlink_metadata(&faults).is_ok().then_some(faults)
}

/// The path of the folder for fault files in `into`, the target of a merge, if the folder for fault
/// files has an unrelated file. Also returned if the path is a symbolic link or not a folder.
///
/// A file is related if one of `folders`, the sources of the merge, has the same fault file. So the
/// files that an interrupted merge has copied are related.
pub(super) fn unrelated(into: &Path, folders: &[&Path], entries: &[Entry]) -> Option<PathBuf> {
    let faults = foreign(into)?;
    let is_copy = |name: &str| {
        let own = read(&into.join(name)).ok().flatten();
        let same = |folder: &&Path| read(&folder.join(name)).ok().flatten() == own;
        own.is_some() && folders.iter().any(same)
    };
    let copies = || names(entries).filter(|name| is_copy(name)).count();
    let files = fs::read_dir(&faults).map(Iterator::count);
    (faults.is_symlink() || files.ok() != Some(copies())).then_some(faults)
}

/// The paths of the fault files of these games.
fn names(entries: &[Entry]) -> impl Iterator<Item = &str> {
    let faults = entries.iter().filter_map(|entry| entry.fault.as_ref());
    faults.filter_map(|fault| fault.file.as_deref())
}

/// Reads a file. `None` if the path does not lead to a regular file.
fn read(path: &Path) -> io::Result<Option<Vec<u8>>> {
    match is_regular(path)? {
        true => fs::read(path).map(Some),
        false => Ok(None),
    }
}

/// Copies the fault files of the games in `entries` from the folder `from` to the folder `into`.
/// Files that are missing are skipped.
///
/// # Errors
///
/// If a file cannot be read, or [`write()`] returns an error.
pub(super) fn copy(from: &Path, into: &Path, entries: &[Entry]) -> Result<(), OutputError> {
    for name in names(entries) {
        let source = from.join(name);
        // A missing file is no error. A merge calls `copy` for several folders, so the file may be
        // in another one. Or somebody has removed it.
        if let Some(text) = read(&source).map_err(|error| system(&source, error))? {
            write(into, name, text, Existing::Replace)?;
        }
    }
    Ok(())
}

fn system(path: &Path, source: io::Error) -> OutputError {
    OutputError::System {
        path: path.to_owned(),
        source,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::games;
    use crate::play::conduct::Conduct;
    use crate::play::entry::{FaultEntry, Timing};
    use crate::play::fault::FaultKind;
    use crate::record::GameResult;
    use crate::rules::Seat;

    /// A game that ended with a crash.
    fn crashed(game: usize) -> Entry {
        let variant = games::default_game();
        Entry {
            game,
            variant,
            round: 1,
            first: "a".to_owned(),
            second: "b".to_owned(),
            start: variant.start(0),
            turns: Vec::new(),
            legal_turns: None,
            result: GameResult::Won(Seat::Second),
            ending: FaultKind::Crash.word().to_owned(),
            fault: Some(FaultEntry {
                player: 1,
                engine: "a".to_owned(),
                kind: FaultKind::Crash,
                detail: "it has ended".to_owned(),
                file: Some(FaultEntry::file_name(game, FaultKind::Crash)),
            }),
            conduct: [Conduct::NONE; 2],
            timing: Timing::default(),
        }
    }

    #[test]
    fn only_copies_of_the_merged_files_are_related() {
        let folders = [(); 3].map(|()| tempfile::TempDir::new().expect("a folder"));
        let [one, other, into] = folders.each_ref().map(tempfile::TempDir::path);
        let entries = [crashed(1), crashed(2)];
        for (folder, game) in [(one, 1), (other, 2)] {
            let name = FaultEntry::file_name(game, FaultKind::Crash);
            write(folder, &name, "lines", Existing::Keep).expect("written");
        }
        let is_unrelated = || unrelated(into, &[one, other], &entries).is_some();
        assert!(!is_unrelated());
        copy(one, into, &entries).expect("copied");
        assert!(!is_unrelated());
        copy(other, into, &entries).expect("copied");
        assert!(!is_unrelated());
        let faults = into.join(FAULTS);
        fs::write(faults.join("other.txt"), "lines").expect("written");
        assert!(is_unrelated());
        fs::remove_file(faults.join("other.txt")).expect("removed");
        assert!(!is_unrelated());
        fs::write(into.join(FaultEntry::file_name(2, FaultKind::Crash)), "").expect("written");
        assert!(is_unrelated());
    }

    #[test]
    fn a_missing_file_is_skipped_and_an_unreadable_one_is_an_error() {
        let [from, into] = [(); 2].map(|()| tempfile::TempDir::new().expect("a folder"));
        copy(from.path(), into.path(), &[crashed(1)]).expect("nothing to copy");
        // A file stands in the place of the folder. So reading in this folder fails, even for root.
        fs::write(from.path().join(FAULTS), "").expect("written");
        let copied = copy(from.path(), into.path(), &[crashed(1)]);
        if cfg!(unix) {
            copied.expect_err("it cannot be read");
        }
    }
}
