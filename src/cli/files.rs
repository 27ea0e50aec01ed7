//! Files of text, with errors that name them.

use std::fs::File;
use std::io::{self, BufWriter, Write};
use std::path::{Path, PathBuf};

use super::{Error, note};

/// The error of a file.
pub(super) fn file_error(path: &Path, source: io::Error) -> Error {
    Error::File {
        path: path.display().to_string(),
        source,
    }
}

/// The text of a file.
pub(super) fn read_file(path: impl AsRef<Path>) -> Result<String, Error> {
    let path = path.as_ref();
    std::fs::read_to_string(path).map_err(|error| file_error(path, error))
}

/// Writes a file and reports it on standard error.
pub(super) fn write_file(path: &Path, text: &str) -> Result<(), Error> {
    std::fs::write(path, text).map_err(|error| file_error(path, error))?;
    note(&format!("Written: {}", path.display()));
    Ok(())
}

/// Writes a file. An earlier file of this name is replaced only when the new one is complete.
pub(super) fn replace_file(
    path: &Path,
    write: &mut dyn FnMut(&mut dyn Write) -> io::Result<()>,
) -> Result<(), Error> {
    let mut part = path.as_os_str().to_owned();
    part.push(".part");
    let part = PathBuf::from(part);
    let written = File::create(&part).and_then(|file| {
        let mut file = BufWriter::new(file);
        write(&mut file)?;
        file.flush()
    });
    written.map_err(|error| file_error(&part, error))?;
    std::fs::rename(&part, path).map_err(|error| file_error(path, error))
}
