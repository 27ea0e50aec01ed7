//! Lines with a checksum, so that damage is found when a file is read again.
//!
//! The checksum is the CRC-32 (ISO 3309, as in ZIP and PNG) in eight hexadecimal digits. It detects
//! any damage that is confined to 32 consecutive bits of the text. A line of text has its checksum
//! at the end, after a tab. A JSON object has it as the last field, so that the line stays a JSON
//! object. Files of older versions have no checksums. The code that reads a file decides whether a
//! line may lack its checksum.

use thiserror::Error;

/// A line that was read, with or without a checksum.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum VerifiedLine<'a> {
    /// The checksum of this text is right.
    Checked(&'a str),
    /// This text has no checksum.
    Unchecked(&'a str),
}

impl<'a> VerifiedLine<'a> {
    /// The text. A JSON object still contains its checksum, a line of text does not.
    #[must_use]
    pub const fn text(self) -> &'a str {
        match self {
            VerifiedLine::Checked(text) | VerifiedLine::Unchecked(text) => text,
        }
    }
}

/// Why a line with a checksum is damaged.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
pub enum ChecksumError {
    /// The checksum in a line is not the checksum of its text.
    #[error("the line is damaged: its checksum is '{found}' instead of {computed:08x}")]
    Checksum {
        /// The text found in place of the checksum.
        found: String,
        /// The checksum of the text.
        computed: u32,
    },
    /// The comma between the other fields of an object and the checksum is missing. Or the checksum
    /// is the only field, and a comma stands before it.
    #[error(
        "the line is damaged: a comma must stand before the field crc32, unless it is the only field"
    )]
    Comma,
}

impl ChecksumError {
    fn new(found: &str, computed: u32) -> Self {
        // A damaged line may hold anything, and may be long.
        let found = found.escape_debug().take(16).collect();
        Self::Checksum { found, computed }
    }
}

/// The text with its checksum, without a line feed. The text may contain tabs. If the line of such
/// a text loses its checksum, [`verify`] reports damage, because it takes the part after
/// the last tab for the checksum.
///
/// ```
/// use reviver::files::checksum::{self, VerifiedLine};
///
/// let line = checksum::with_checksum("{}");
/// assert_eq!(line, "{}\ta3a6bf43");
/// assert_eq!(checksum::verify(&line), Ok(VerifiedLine::Checked("{}")));
/// assert_eq!(checksum::verify("{}"), Ok(VerifiedLine::Unchecked("{}")));
/// assert!(checksum::verify("[]\ta3a6bf43").is_err());
/// ```
#[must_use]
pub fn with_checksum(text: &str) -> String {
    format!("{text}\t{:08x}", crc32fast::hash(text.as_bytes()))
}

/// Removes the checksum from a line, and compares it with the checksum of the text.
///
/// # Errors
///
/// If the checksums differ.
pub fn verify(line: &str) -> Result<VerifiedLine<'_>, ChecksumError> {
    let Some((text, found)) = line.rsplit_once('\t') else {
        return Ok(VerifiedLine::Unchecked(line));
    };
    let computed = crc32fast::hash(text.as_bytes());
    if found == format!("{computed:08x}") {
        return Ok(VerifiedLine::Checked(text));
    }
    Err(ChecksumError::new(found, computed))
}

/// The beginning of the field that holds the checksum of an object, up to the first digit.
const FIELD: &str = "\"crc32\":\"";

/// The object `{}` without its last brace.
const NO_FIELDS: &str = "{";

/// A JSON object with its checksum as the last field, `crc32`.
///
/// ```
/// use reviver::files::checksum::{self, VerifiedLine};
///
/// let line = checksum::object_with_checksum(r#"{"game":1}"#);
/// assert_eq!(line, r#"{"game":1,"crc32":"985dbbb6"}"#);
/// assert_eq!(checksum::verify_object(&line), Ok(VerifiedLine::Checked(line.as_str())));
/// assert!(checksum::verify_object(&line.replace("1,", "2,")).is_err());
/// ```
#[must_use]
pub fn object_with_checksum(object: &str) -> String {
    let fields = object.strip_suffix('}').unwrap_or(object);
    let comma = if fields == NO_FIELDS { "" } else { "," };
    format!(
        "{fields}{comma}{FIELD}{:08x}\"}}",
        checksum_of_object(fields)
    )
}

/// Compares the checksum in a JSON object with the checksum of its other fields. Returns the object
/// with its checksum.
///
/// # Errors
///
/// If the checksums differ, or if the comma before the field `crc32` is missing. Also if there is a
/// comma but no other field.
pub fn verify_object(line: &str) -> Result<VerifiedLine<'_>, ChecksumError> {
    // In a JSON string, each quote has a backslash, so no string contains `FIELD`.
    let Some((fields, end)) = line.rsplit_once(FIELD) else {
        return Ok(VerifiedLine::Unchecked(line));
    };
    let fields = match fields.strip_suffix(',') {
        Some(others) if others != NO_FIELDS => others,
        None if fields == NO_FIELDS => fields,
        _ => return Err(ChecksumError::Comma),
    };
    let computed = checksum_of_object(fields);
    if end == format!("{computed:08x}\"}}") {
        return Ok(VerifiedLine::Checked(line));
    }
    Err(ChecksumError::new(
        end.trim_end_matches(['"', '}']),
        computed,
    ))
}

/// The checksum of an object. `fields` is the object without its last brace.
fn checksum_of_object(fields: &str) -> u32 {
    let mut hasher = crc32fast::Hasher::new();
    hasher.update(fields.as_bytes());
    hasher.update(b"}");
    hasher.finalize()
}

#[cfg(test)]
mod tests {
    use std::ops::Range;

    use super::*;

    /// Flips the bits of a line, one at a time, and asserts that `verify` reports damage. If the
    /// bit is in `mark`, asserts instead that `verify` returns `Unchecked`. `mark` is the range of
    /// the bytes directly before the checksum: a tab, or [`FIELD`].
    fn flip_each_bit(
        line: &str,
        mark: Range<usize>,
        verify: impl Fn(&str) -> Result<VerifiedLine<'_>, ChecksumError>,
    ) {
        for bit in 0..line.len() * 8 {
            let mut bytes = line.as_bytes().to_vec();
            bytes[bit / 8] ^= 1 << (bit % 8);
            let Ok(flipped) = String::from_utf8(bytes) else {
                continue;
            };
            let verified = verify(&flipped);
            if mark.contains(&(bit / 8)) {
                assert_eq!(verified, Ok(VerifiedLine::Unchecked(&flipped)));
            } else {
                assert!(verified.is_err(), "{flipped}");
            }
        }
    }

    #[test]
    fn every_flipped_bit_is_found_except_in_the_mark_of_a_checksum() {
        let object = r#"{"game":1,"result":"1-0"}"#;
        let tab = object.len();
        flip_each_bit(&with_checksum(object), tab..tab + 1, verify);
        let line = object_with_checksum(object);
        let field = line.find(FIELD).expect("the checksum");
        flip_each_bit(&line, field..field + FIELD.len(), verify_object);
    }

    #[test]
    fn an_error_shows_the_checksum_and_not_the_end_of_the_object() {
        let line = object_with_checksum(r#"{"game":1}"#);
        let error = verify_object(&line.replace("1,", "2,")).expect_err("damaged");
        let found = "its checksum is '985dbbb6' instead of ";
        assert!(error.to_string().contains(found), "{error}");
    }

    #[test]
    fn the_comma_before_the_checksum_is_required() {
        let line = object_with_checksum(r#"{"a":1}"#);
        let comma = r#","crc32""#;
        for other in [r#""crc32""#, r#";"crc32""#, r#" "crc32""#, r#",,"crc32""#] {
            let damaged = line.replace(comma, other);
            assert!(verify_object(&damaged).is_err(), "{damaged}");
        }
        // `BD7#` replaces `000,`, so the damaged line has no comma before the field `crc32`. Its
        // checksum happens to be right. Only the missing comma shows the damage.
        let line = r#"{"game":48000,"crc32":"c4fb870d"}"#;
        assert_eq!(verify_object(line), Ok(VerifiedLine::Checked(line)));
        let damaged = line.replace("000,", "BD7#");
        assert_eq!(verify_object(&damaged), Err(ChecksumError::Comma));
        let empty = object_with_checksum("{}").replace('{', "{,");
        assert_eq!(verify_object(&empty), Err(ChecksumError::Comma));
    }

    #[test]
    fn an_object_without_fields_has_a_checksum_too() {
        let line = object_with_checksum("{}");
        assert_eq!(line, r#"{"crc32":"a3a6bf43"}"#);
        assert_eq!(
            verify_object(&line),
            Ok(VerifiedLine::Checked(line.as_str()))
        );
        assert_eq!(verify_object("{}"), Ok(VerifiedLine::Unchecked("{}")));
    }
}
