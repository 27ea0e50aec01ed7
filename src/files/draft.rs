//! A result that grows during long work.

use std::fs::File;
use std::io::{self, Seek, Write};
use std::path::{Path, PathBuf};

use super::output::{Existing, Output, OutputError, folder_of, system_error};

/// A result that grows during long work. Until [`Draft::finish`] its bytes are in a file without a
/// name in the folder of the result. So nothing remains of it if the program is killed.
#[derive(Debug)]
pub struct Draft {
    path: PathBuf,
    existing: Existing,
    file: File,
}

impl Draft {
    /// Starts to write a result.
    ///
    /// # Errors
    ///
    /// As [`Output::check`]. Also if no file can be created in the folder of the result.
    pub fn create(path: impl Into<PathBuf>, existing: Existing) -> Result<Self, OutputError> {
        let path = path.into();
        Output::check(&path, existing)?;
        let file = tempfile::tempfile_in(folder_of(&path));
        Ok(Self {
            file: file.map_err(|source| system_error(&path, source))?,
            path,
            existing,
        })
    }

    /// The name of the result.
    #[must_use]
    pub fn path(&self) -> &Path {
        &self.path
    }

    /// Writes the result to its file.
    ///
    /// # Errors
    ///
    /// As [`Output::write`].
    pub fn finish(mut self) -> Result<(), OutputError> {
        let failed = |source| system_error(&self.path, source);
        let mut output = Output::create(&self.path, self.existing)?;
        self.file.rewind().map_err(failed)?;
        io::copy(&mut self.file, &mut output).map_err(failed)?;
        output.finish()
    }
}

impl Write for Draft {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.file.write(bytes)
    }

    fn flush(&mut self) -> io::Result<()> {
        self.file.flush()
    }
}

#[cfg(test)]
mod tests {
    use std::fs;

    use super::*;

    #[test]
    fn a_draft_has_no_name_until_it_is_finished() {
        let folder = tempfile::TempDir::new().expect("a folder");
        let path = folder.path().join("result.txt");
        let mut draft = Draft::create(&path, Existing::Keep).expect("created");
        draft.write_all(b"one, ").expect("written");
        draft.write_all(b"two").expect("written");
        let entries = || fs::read_dir(folder.path()).expect("a listing").count();
        assert_eq!(entries(), 0);
        draft.finish().expect("finished");
        assert_eq!(fs::read_to_string(&path).expect("read"), "one, two");
        assert_eq!(entries(), 1);
        let refused = Draft::create(&path, Existing::Keep);
        assert!(matches!(refused, Err(OutputError::Exists(_))));
    }
}
