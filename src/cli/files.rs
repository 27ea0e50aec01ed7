//! Reads and writes text files, and reads standard input. Every error about a file names the file.

use std::io::{self, BufWriter, Read, Write};
use std::path::Path;

use super::{Error, note};
use crate::files::{Existing, Output};
use crate::games::{self, Game};
use crate::record::text_of;

/// An I/O error, with the path of the file.
pub(super) fn file_error(path: &Path, source: io::Error) -> Error {
    Error::File {
        path: path.display().to_string(),
        source,
    }
}

/// Refuses a folder for results if its name is that of a file.
pub(super) fn check_folder(folder: &Path) -> Result<(), Error> {
    if folder.exists() && !folder.is_dir() {
        let name = folder.display();
        let text = format!("{name} is a file; name another folder with --out");
        return Err(Error::Failed(text));
    }
    Ok(())
}

/// The text of a file.
pub(super) fn read_file(path: impl AsRef<Path>) -> Result<String, Error> {
    let path = path.as_ref();
    std::fs::read_to_string(path).map_err(|error| file_error(path, error))
}

/// The text of a file of game records, made from its bytes by [`text_of`].
pub(super) fn read_record_file(path: impl AsRef<Path>) -> Result<String, Error> {
    let path = path.as_ref();
    let bytes = std::fs::read(path).map_err(|error| file_error(path, error))?;
    Ok(text_of(&bytes).into_owned())
}

/// The bytes of standard input.
pub(super) fn read_stdin() -> Result<Vec<u8>, Error> {
    let mut bytes = Vec::new();
    io::stdin().lock().read_to_end(&mut bytes)?;
    Ok(bytes)
}

/// Whether two paths name the same file. If one of them does not exist or is not a regular file,
/// the paths are compared as text: opening a pipe could take for ever.
pub(super) fn is_same_file(one: &Path, other: &Path) -> bool {
    if one.is_file()
        && other.is_file()
        && let Ok(is_same) = same_file::is_same_file(one, other)
    {
        return is_same;
    }
    let absolute = |path: &Path| std::path::absolute(path).unwrap_or_else(|_| path.to_owned());
    absolute(one) == absolute(other)
}

/// Refuses an output that is one of the inputs or a game file of the command line. If it were
/// written, the input would be lost. The input `-` is standard input, not a file.
pub(super) fn refuse_input<'a>(
    output: &Path,
    inputs: impl IntoIterator<Item = &'a Path>,
) -> Result<(), Error> {
    let game_files = games::all().into_iter().filter_map(Game::path);
    let inputs = inputs.into_iter().filter(|&input| input != Path::new("-"));
    if inputs
        .chain(game_files)
        .any(|input| is_same_file(output, input))
    {
        return Err(Error::Usage(format!(
            "{}: this file is also an input, which the output would replace; name another file for the output",
            output.display()
        )));
    }
    Ok(())
}

/// Writes a file, and reports it on standard error.
pub(super) fn write_file(path: &Path, existing: Existing, text: &str) -> Result<(), Error> {
    Output::write(path, existing, text)?;
    note(&format!("Written: {}", path.display()));
    Ok(())
}

/// Writes a file in pieces. The file gets its name when all pieces are written.
pub(super) fn write_pieces(
    path: &Path,
    existing: Existing,
    write: &mut dyn FnMut(&mut dyn Write) -> io::Result<()>,
) -> Result<(), Error> {
    let mut buffer = BufWriter::new(Output::create(path, existing)?);
    write(&mut buffer).map_err(|error| file_error(path, error))?;
    let output = buffer
        .into_inner()
        .map_err(|error| file_error(path, error.into_error()))?;
    Ok(output.finish()?)
}
