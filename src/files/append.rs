//! A file that grows while the program runs. A later run can continue it.

use std::fs::{self, File, Metadata, OpenOptions, TryLockError};
use std::io::{self, Read, Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

use super::output::{Existing, OutputError, folder_of, sync_folder, system_error};

/// The shortest time between two syncs by [`AppendFile::append`].
const SYNC_INTERVAL: Duration = Duration::from_secs(1);

/// An open file to which bytes are appended. If the file system has locks, the file is locked: no
/// other program can open it as an `AppendFile`.
#[derive(Debug)]
pub struct AppendFile {
    path: PathBuf,
    file: File,
    last_sync: Option<Instant>,
}

impl AppendFile {
    /// Opens and locks a file that exists, and returns its contents. A symbolic link is not
    /// followed.
    ///
    /// # Errors
    ///
    /// If the path leads to a link, a folder, a pipe or a device. Also if another program has
    /// locked the file, or the file cannot be read and written.
    pub fn open(path: impl Into<PathBuf>) -> Result<(Self, Vec<u8>), OutputError> {
        Self::open_with(path.into(), &mut OpenOptions::new())
    }

    /// Opens and locks a file, and returns its contents. Creates the file if it does not exist. A
    /// symbolic link is not followed.
    ///
    /// # Errors
    ///
    /// As [`AppendFile::open`]. Also if the file does not exist and cannot be created.
    pub fn open_or_create(path: impl Into<PathBuf>) -> Result<(Self, Vec<u8>), OutputError> {
        Self::open_with(path.into(), OpenOptions::new().create(true))
    }

    /// Creates and locks an empty file.
    ///
    /// # Errors
    ///
    /// If a file or anything else of this name exists, or if the file cannot be created.
    pub fn create(path: impl Into<PathBuf>) -> Result<Self, OutputError> {
        let path = path.into();
        if fs::symlink_metadata(&path).is_ok() {
            return Err(OutputError::Exists(path));
        }
        Self::open_with(path, OpenOptions::new().create_new(true)).map(|(file, _)| file)
    }

    /// Opens and locks the file that a new file will replace. Fails if another program is writing
    /// this file. Keep the result until the new file is open, because the result holds the lock.
    /// Returns `None` if there is no file, or if `existing` is [`Existing::Keep`].
    ///
    /// # Errors
    ///
    /// As [`AppendFile::open`].
    pub fn to_replace(path: &Path, existing: Existing) -> Result<Option<Self>, OutputError> {
        let is_file = || fs::symlink_metadata(path).is_ok_and(|metadata| metadata.is_file());
        if existing == Existing::Keep || !is_file() {
            return Ok(None);
        }
        Self::open(path).map(|(file, _)| Some(file))
    }

    fn open_with(path: PathBuf, options: &mut OpenOptions) -> Result<(Self, Vec<u8>), OutputError> {
        let before = fs::symlink_metadata(&path);
        if let Ok(metadata) = &before {
            check_kind(&path, metadata)?;
        }
        let opened = open_file(&path, options).and_then(|file| Ok((file.metadata()?, file)));
        let (metadata, mut file) = opened.map_err(|source| system_error(&path, source))?;
        check_kind(&path, &metadata)?;
        match file.try_lock() {
            Ok(()) => {}
            Err(TryLockError::WouldBlock) => return Err(OutputError::Busy(path)),
            // Some file systems have no locks. There the user must not run two writers at once.
            Err(TryLockError::Error(error)) if error.kind() == io::ErrorKind::Unsupported => {}
            Err(TryLockError::Error(source)) => return Err(system_error(&path, source)),
        }
        // Another program may have replaced the file before it was locked here.
        match is_still(&path, &file) {
            Ok(true) => {}
            Ok(false) => return Err(OutputError::Busy(path)),
            Err(source) => return Err(system_error(&path, source)),
        }
        // A new file changes its folder, so the folder must be synced too.
        if before.is_err() {
            sync_folder(folder_of(&path));
        }
        let mut bytes = Vec::new();
        file.read_to_end(&mut bytes)
            .map_err(|source| system_error(&path, source))?;
        let last_sync = None;
        Ok((
            Self {
                path,
                file,
                last_sync,
            },
            bytes,
        ))
    }

    /// The name of the file.
    #[must_use]
    pub fn path(&self) -> &Path {
        &self.path
    }

    /// Cuts the file to this length in bytes, to remove an incomplete end.
    ///
    /// # Errors
    ///
    /// If the system reports an error.
    pub fn truncate(&mut self, length: u64) -> Result<(), OutputError> {
        let cut = self
            .file
            .set_len(length)
            .and_then(|()| self.file.seek(SeekFrom::End(0)));
        cut.map_err(|source| system_error(&self.path, source))
            .map(drop)
    }

    /// Appends bytes. Syncs the file to the disk if there was no sync within the last second.
    /// Otherwise the bytes are synced by a later call, by [`AppendFile::sync`], or when the
    /// `AppendFile` is dropped.
    ///
    /// # Errors
    ///
    /// If the bytes cannot be written. Also the errors of [`AppendFile::sync`].
    pub fn append(&mut self, bytes: &[u8]) -> Result<(), OutputError> {
        self.file
            .write_all(bytes)
            .map_err(|source| system_error(&self.path, source))?;
        if self
            .last_sync
            .is_none_or(|last| last.elapsed() >= SYNC_INTERVAL)
        {
            self.sync()?;
        }
        Ok(())
    }

    /// Appends bytes. When this returns, they are on the disk.
    ///
    /// # Errors
    ///
    /// If the bytes cannot be written. Also the errors of [`AppendFile::sync`].
    pub fn append_synced(&mut self, bytes: &[u8]) -> Result<(), OutputError> {
        self.file
            .write_all(bytes)
            .map_err(|source| system_error(&self.path, source))?;
        self.sync()
    }

    /// Waits until all appended bytes are on the disk.
    ///
    /// # Errors
    ///
    /// If the system reports an error. Also if another program has replaced or removed the file:
    /// then nobody would find the bytes under its name.
    pub fn sync(&mut self) -> Result<(), OutputError> {
        self.last_sync = Some(Instant::now());
        let in_file = |source| system_error(&self.path, source);
        self.file.sync_data().map_err(in_file)?;
        match is_still(&self.path, &self.file) {
            Ok(true) => Ok(()),
            Ok(false) => Err(OutputError::Replaced(self.path.clone())),
            Err(error) if error.kind() == io::ErrorKind::NotFound => {
                Err(OutputError::Replaced(self.path.clone()))
            }
            Err(error) => Err(in_file(error)),
        }
    }
}

impl Drop for AppendFile {
    fn drop(&mut self) {
        // An error can no longer be reported here.
        let _ = self.file.sync_data();
    }
}

/// Checks that a path leads to a file.
///
/// # Errors
///
/// If it leads to a symbolic link, a folder, a pipe or a device.
fn check_kind(path: &Path, metadata: &Metadata) -> Result<(), OutputError> {
    if metadata.is_file() {
        return Ok(());
    }
    let path = path.to_owned();
    Err(if metadata.is_symlink() {
        OutputError::Link(path)
    } else if metadata.is_dir() {
        OutputError::Folder(path)
    } else {
        OutputError::Stream(path)
    })
}

/// Whether an open file still has this name. Opens no file, because the program may have reached
/// the limit of open files.
#[cfg(unix)]
fn is_still(path: &Path, file: &File) -> io::Result<bool> {
    use std::os::unix::fs::MetadataExt;
    let identity = |metadata: Metadata| (metadata.dev(), metadata.ino());
    Ok(identity(fs::metadata(path)?) == identity(file.metadata()?))
}

/// Whether an open file still has this name.
#[cfg(not(unix))]
fn is_still(path: &Path, file: &File) -> io::Result<bool> {
    let opened = same_file::Handle::from_file(file.try_clone()?)?;
    Ok(same_file::Handle::from_path(path)? == opened)
}

#[cfg(unix)]
fn open_file(path: &Path, options: &mut OpenOptions) -> io::Result<File> {
    use std::os::unix::fs::OpenOptionsExt;
    // The path may have changed since the check. Do not follow a link or wait for a pipe.
    let flags = rustix::fs::OFlags::NOFOLLOW | rustix::fs::OFlags::NONBLOCK;
    options
        .read(true)
        .write(true)
        .custom_flags(flags.bits().cast_signed())
        .open(path)
}

#[cfg(not(unix))]
fn open_file(path: &Path, options: &mut OpenOptions) -> io::Result<File> {
    options.read(true).write(true).open(path)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_file_grows_at_its_end_and_has_one_writer() {
        let folder = tempfile::TempDir::new().expect("a folder");
        let path = folder.path().join("games");
        fs::write(&path, "one two th").expect("written");
        let (mut file, bytes) = AppendFile::open(&path).expect("opened");
        assert_eq!(bytes, b"one two th");
        let other = AppendFile::open(&path);
        assert!(matches!(other, Err(OutputError::Busy(_))), "{other:?}");
        file.truncate(8).expect("cut");
        file.append(b"four").expect("appended");
        drop(file);
        assert_eq!(fs::read(&path).expect("read"), b"one two four");
        AppendFile::open(&path).expect("the lock is gone");
    }

    #[cfg(unix)]
    #[test]
    fn a_symbolic_link_is_not_followed() {
        let folder = tempfile::TempDir::new().expect("a folder");
        let (target, link) = (folder.path().join("target"), folder.path().join("link"));
        fs::write(&target, "precious").expect("written");
        std::os::unix::fs::symlink(&target, &link).expect("a link");
        for opened in [AppendFile::open(&link), AppendFile::open_or_create(&link)] {
            assert!(matches!(opened, Err(OutputError::Link(_))), "{opened:?}");
        }
        let created = AppendFile::create(&link);
        assert!(
            matches!(created, Err(OutputError::Exists(_))),
            "{created:?}"
        );
        assert_eq!(fs::read(&target).expect("read"), b"precious");
    }

    #[cfg(unix)]
    #[test]
    fn a_pipe_and_a_folder_are_refused() {
        let folder = tempfile::TempDir::new().expect("a folder");
        let pipe = folder.path().join("pipe");
        let made = std::process::Command::new("mkfifo").arg(&pipe).status();
        assert!(made.expect("mkfifo").success());
        let opened = AppendFile::open_or_create(&pipe);
        assert!(matches!(opened, Err(OutputError::Stream(_))), "{opened:?}");
        let opened = AppendFile::open_or_create(folder.path());
        assert!(matches!(opened, Err(OutputError::Folder(_))), "{opened:?}");
    }

    #[test]
    fn a_file_is_created_if_there_is_none() {
        let folder = tempfile::TempDir::new().expect("a folder");
        let path = folder.path().join("games");
        let (mut file, bytes) = AppendFile::open_or_create(&path).expect("created");
        assert!(bytes.is_empty());
        file.append_synced(b"one").expect("appended");
        let created = AppendFile::create(&path);
        assert!(
            matches!(created, Err(OutputError::Exists(_))),
            "{created:?}"
        );
        drop(file);
        let (_, bytes) = AppendFile::open_or_create(&path).expect("opened");
        assert_eq!(bytes, b"one");
    }
}
