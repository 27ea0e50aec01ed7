//! The texts of input and output errors, and the kinds of paths.

use std::io;
use std::path::Path;

/// The text of an error, without the error number of the operating system.
#[must_use]
pub fn reason(error: &io::Error) -> String {
    let text = error.to_string();
    let number = error
        .raw_os_error()
        .map(|code| format!(" (os error {code})"));
    let words = number.and_then(|number| Some(text.strip_suffix(&number)?.to_owned()));
    words.unwrap_or(text)
}

/// Whether a path leads to a regular file. `false` if it leads to nothing, to a folder, or to a pipe
/// or a device, which could block the program that reads it.
///
/// # Errors
///
/// If the system cannot say what is there.
pub fn is_regular(path: &Path) -> io::Result<bool> {
    match path.metadata() {
        Ok(metadata) => Ok(metadata.is_file()),
        Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(false),
        Err(error) => Err(error),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_reason_has_no_number() {
        let error = std::fs::read("there is no such file").expect_err("no file");
        assert!(error.to_string().contains("os error"), "{error}");
        let reason = reason(&error);
        assert!(
            !reason.contains("os error") && !reason.is_empty(),
            "{reason}"
        );
    }

    #[test]
    fn an_error_without_a_number_is_not_changed() {
        assert_eq!(
            reason(&io::Error::other("no name is free")),
            "no name is free"
        );
    }
}
