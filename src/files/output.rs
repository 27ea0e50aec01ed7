//! Writes a result to a temporary file in the folder of the result. The complete file is synced,
//! and then renamed.
//!
//! If the program is interrupted, the file of the result is complete, unchanged or still absent. A
//! file that exists is replaced only if the user allows it. The new file gets the permissions of
//! the old file. Symbolic links are refused, except the names of open files (`/dev/fd/3`). Pipes
//! and devices (`/dev/stdout`, a FIFO) are written directly, because a rename would replace them
//! by a file.

use std::fs::{self, File, OpenOptions};
use std::io::{self, Write};
use std::path::{Path, PathBuf};

use tempfile::NamedTempFile;
use thiserror::Error;

use super::reason;

/// What to do if the file exists already.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Existing {
    /// Keep it, and refuse to write.
    Keep,
    /// Replace it by the new file.
    Replace,
}

/// Why a result cannot be written.
#[derive(Debug, Error)]
pub enum OutputError {
    /// A file of this name exists.
    #[error("{} exists already; --force replaces it", .0.display())]
    Exists(PathBuf),
    /// The name is that of a symbolic link.
    #[error("{} is a symbolic link, which is not followed; name the file itself", .0.display())]
    Link(PathBuf),
    /// The name is that of a folder.
    #[error("{} is a folder; name a file", .0.display())]
    Folder(PathBuf),
    /// The name is that of a pipe, a device or an open file (`/dev/fd/3`), but the result must be
    /// a file of its own, which can be read again.
    #[error("{} is a pipe, a device or an open file; name another file", .0.display())]
    Stream(PathBuf),
    /// Another program has locked the file, or has just replaced it.
    #[error("{}: another program is writing this file", .0.display())]
    Busy(PathBuf),
    /// The file of an `AppendFile` no longer has its name.
    #[error("{}: another program has replaced or removed this file while it was written", .0.display())]
    Replaced(PathBuf),
    /// The system reports an error.
    #[error("{}: {}", path.display(), reason(source))]
    System {
        /// The file.
        path: PathBuf,
        /// The error of the system.
        source: io::Error,
    },
}

/// A result that is being written. If it is dropped before [`Output::finish`], no new file remains.
/// What was written to a pipe or a device is not taken back.
#[derive(Debug)]
pub struct Output {
    path: PathBuf,
    existing: Existing,
    target: Target,
}

#[derive(Debug)]
enum Target {
    /// A temporary file in the folder of the result.
    TemporaryFile(NamedTempFile),
    /// A pipe, a device, or a file that is already open.
    Stream(File),
}

/// What a name refers to.
enum Destination {
    /// A file, or nothing yet.
    File,
    /// A pipe, a device, or a file that is already open.
    Stream(Stream),
}

/// A pipe, a device, or a file that is already open (`/dev/fd/3`).
enum Stream {
    /// The standard output of this program.
    Stdout,
    /// The standard error of this program.
    Stderr,
    /// Any other, which is opened by its name.
    Named,
}

impl Output {
    /// Checks whether [`Output::create`] would succeed, and leaves no file. Commands do this before
    /// they begin long work.
    ///
    /// # Errors
    ///
    /// As [`Output::create`], but a pipe or a device is not opened.
    pub fn check(path: impl Into<PathBuf>, existing: Existing) -> Result<(), OutputError> {
        let path = path.into();
        match destination(&path, existing)? {
            Destination::File => temporary_file(&path).map(drop),
            // If the pipe were opened and closed here, its reader would see the end of its input.
            Destination::Stream(_) => Ok(()),
        }
    }

    /// Checks that a result at this path would be a file, which can be read again. Commands whose
    /// result must not be lost do this.
    ///
    /// # Errors
    ///
    /// If the name is that of a folder, a symbolic link, a pipe, a device or an open file
    /// (`/dev/fd/3`).
    pub fn check_file(path: &Path) -> Result<(), OutputError> {
        match destination(path, Existing::Replace)? {
            Destination::File => Ok(()),
            Destination::Stream(_) => Err(OutputError::Stream(path.to_owned())),
        }
    }

    /// Starts to write a result.
    ///
    /// # Errors
    ///
    /// If the name is that of a folder, a symbolic link, or a file that must be kept. Also if the
    /// folder of the result cannot be written, or a pipe or a device cannot be opened.
    pub fn create(path: impl Into<PathBuf>, existing: Existing) -> Result<Self, OutputError> {
        let path = path.into();
        let target = match destination(&path, existing)? {
            Destination::File => Target::TemporaryFile(temporary_file(&path)?),
            Destination::Stream(stream) => {
                let opened = open_stream(&stream, &path);
                Target::Stream(opened.map_err(|source| system_error(&path, source))?)
            }
        };
        Ok(Self {
            path,
            existing,
            target,
        })
    }

    /// The name of the result.
    #[must_use]
    pub fn path(&self) -> &Path {
        &self.path
    }

    /// Writes a whole result at once.
    ///
    /// # Errors
    ///
    /// As [`Output::create`] and [`Output::finish`].
    pub fn write(
        path: impl Into<PathBuf>,
        existing: Existing,
        bytes: impl AsRef<[u8]>,
    ) -> Result<(), OutputError> {
        let mut output = Self::create(path, existing)?;
        output
            .write_all(bytes.as_ref())
            .map_err(|source| system_error(&output.path, source))?;
        output.finish()
    }

    /// Syncs a file to the disk, and then gives it its name. Flushes a pipe or a device.
    ///
    /// # Errors
    ///
    /// If the result cannot be written, or if a file of this name has appeared and must be kept.
    pub fn finish(self) -> Result<(), OutputError> {
        let Self {
            path,
            existing,
            target,
        } = self;
        let temporary_file = match target {
            Target::Stream(mut file) => {
                return file.flush().map_err(|source| system_error(&path, source));
            }
            Target::TemporaryFile(temporary_file) => temporary_file,
        };
        temporary_file
            .as_file()
            .sync_all()
            .map_err(|source| system_error(&path, source))?;
        let renamed = match existing {
            Existing::Replace => temporary_file.persist(&path),
            Existing::Keep => temporary_file.persist_noclobber(&path),
        };
        match renamed {
            Ok(_) => {
                sync_folder(folder_of(&path));
                Ok(())
            }
            Err(error) if error.error.kind() == io::ErrorKind::AlreadyExists => {
                Err(OutputError::Exists(path))
            }
            Err(error) => Err(system_error(&path, error.error)),
        }
    }
}

impl Write for Output {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.target.file().write(bytes)
    }

    fn flush(&mut self) -> io::Result<()> {
        self.target.file().flush()
    }
}

impl Target {
    /// The open file. [`NamedTempFile`] itself would add the name of the temporary file to an error
    /// of the system.
    fn file(&mut self) -> &mut File {
        match self {
            Target::TemporaryFile(temporary_file) => temporary_file.as_file_mut(),
            Target::Stream(file) => file,
        }
    }
}

/// What a name refers to.
///
/// # Errors
///
/// If the name is that of a folder, a symbolic link, or a file that must be kept.
fn destination(path: &Path, existing: Existing) -> Result<Destination, OutputError> {
    match path.to_str() {
        Some("/dev/stdout" | "/dev/fd/1" | "/proc/self/fd/1") => {
            return Ok(Destination::Stream(Stream::Stdout));
        }
        Some("/dev/stderr" | "/dev/fd/2" | "/proc/self/fd/2") => {
            return Ok(Destination::Stream(Stream::Stderr));
        }
        _ => {}
    }
    // These folders have links to the open files of this program.
    let parent = path.parent().and_then(Path::to_str);
    if matches!(parent, Some("/dev/fd" | "/proc/self/fd")) {
        return Ok(Destination::Stream(Stream::Named));
    }
    match fs::symlink_metadata(path) {
        Ok(metadata) if metadata.is_symlink() => Err(OutputError::Link(path.to_owned())),
        Ok(metadata) if metadata.is_dir() => Err(OutputError::Folder(path.to_owned())),
        Ok(metadata) if metadata.is_file() && existing == Existing::Keep => {
            Err(OutputError::Exists(path.to_owned()))
        }
        Ok(metadata) if !metadata.is_file() => Ok(Destination::Stream(Stream::Named)),
        _ => Ok(Destination::File),
    }
}

/// Opens a pipe or a device. Standard output and standard error are duplicated, because a duplicate
/// shares the file offset of the original. A reopened file would have its own offset: if standard
/// output is redirected to a file, later output could overwrite the result. Any other open file
/// (`/dev/fd/3`) is reopened, and the result is appended to it.
#[cfg(unix)]
fn open_stream(stream: &Stream, path: &Path) -> io::Result<File> {
    use std::os::fd::AsFd;
    match stream {
        Stream::Stdout => Ok(io::stdout().as_fd().try_clone_to_owned()?.into()),
        Stream::Stderr => Ok(io::stderr().as_fd().try_clone_to_owned()?.into()),
        Stream::Named => OpenOptions::new().append(true).open(path),
    }
}

#[cfg(not(unix))]
fn open_stream(_: &Stream, path: &Path) -> io::Result<File> {
    OpenOptions::new().write(true).open(path)
}

/// A new, empty temporary file in the folder of a result. On Unix it has the permissions of the
/// file that it will replace. If there is no such file, it has the usual ones of a new file.
fn temporary_file(path: &Path) -> Result<NamedTempFile, OutputError> {
    create_temporary_file(path).map_err(|source| system_error(path, source))
}

#[cfg(unix)]
fn create_temporary_file(path: &Path) -> io::Result<NamedTempFile> {
    use std::os::unix::fs::{OpenOptionsExt, PermissionsExt};
    let mode_of = |permissions: fs::Permissions| permissions.mode() & 0o777;
    let replaced = fs::symlink_metadata(path).ok();
    let replaced = replaced.map(|metadata| mode_of(metadata.permissions()));
    // The umask still applies.
    let file = open_temporary_file(path, OpenOptions::new().mode(replaced.unwrap_or(0o666)))?;
    // The umask may forbid a permission that the replaced file has.
    if let Some(mode) = replaced
        && mode_of(file.as_file().metadata()?.permissions()) != mode
    {
        let permissions = fs::Permissions::from_mode(mode);
        file.as_file().set_permissions(permissions)?;
    }
    Ok(file)
}

#[cfg(not(unix))]
fn create_temporary_file(path: &Path) -> io::Result<NamedTempFile> {
    open_temporary_file(path, &mut OpenOptions::new())
}

/// Opens a new temporary file in the folder of a result. [`tempfile::Builder::tempfile_in`] would
/// add the name of the temporary file to an error of the system.
fn open_temporary_file(path: &Path, options: &mut OpenOptions) -> io::Result<NamedTempFile> {
    options.read(true).write(true).create_new(true);
    let open = |temporary: &Path| options.open(temporary);
    tempfile::Builder::new()
        .prefix(".reviver-")
        .make_in(folder_of(path), open)
}

pub(super) fn system_error(path: &Path, source: io::Error) -> OutputError {
    OutputError::System {
        path: path.to_owned(),
        source,
    }
}

/// The folder of a file: `.` if the path names no folder.
pub(crate) fn folder_of(path: &Path) -> &Path {
    match path.parent() {
        Some(folder) if !folder.as_os_str().is_empty() => folder,
        _ => Path::new("."),
    }
}

/// Syncs a folder, so that a new name in it is on the disk. Some systems cannot do this, so errors
/// are ignored.
pub(super) fn sync_folder(folder: &Path) {
    if let Ok(folder) = File::open(folder) {
        let _ = folder.sync_all();
    }
}

#[cfg(test)]
mod tests;
