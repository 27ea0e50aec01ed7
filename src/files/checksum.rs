//! Lines that carry a checksum, so that a flipped bit is found when they are read again.
//!
//! A line is a JSON object; its checksum stands behind it, separated by a tab: the CRC-32 of the
//! object (ISO 3309, as in zip and PNG) in eight hexadecimal digits. A line of an older program has
//! none.

/// A line as it was read.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Checked<'a> {
    /// The line without its checksum.
    pub text: &'a str,
    /// Whether a checksum vouches for it.
    pub is_vouched: bool,
}

/// The checksum of a line is not that of its text.
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
#[error("the line is damaged: its checksum should be {computed:08x}")]
pub struct Damaged {
    /// The checksum of the text.
    pub computed: u32,
}

/// The line with its checksum.
///
/// ```
/// use reviver::files::checksum;
///
/// let line = checksum::seal("{}");
/// assert_eq!(line, "{}\ta3a6bf43");
/// assert_eq!(checksum::open(&line).map(|line| line.text), Ok("{}"));
/// assert!(checksum::open("[]\ta3a6bf43").is_err());
/// ```
#[must_use]
pub fn seal(text: &str) -> String {
    format!("{text}\t{:08x}", crc32fast::hash(text.as_bytes()))
}

/// Takes the checksum off a line and compares it.
///
/// # Errors
///
/// When it is not that of the text. A line without a checksum is returned as it is.
pub fn open(line: &str) -> Result<Checked<'_>, Damaged> {
    let Some((text, digits)) = line.rsplit_once('\t') else {
        return Ok(Checked {
            text: line,
            is_vouched: false,
        });
    };
    let computed = crc32fast::hash(text.as_bytes());
    // JSON on one line has no raw tab: what stands behind one is a checksum, whole or hit.
    if digits == format!("{computed:08x}") {
        Ok(Checked {
            text,
            is_vouched: true,
        })
    } else {
        Err(Damaged { computed })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_flipped_bit_is_found() {
        let line = seal(r#"{"game":1,"result":"1-0"}"#);
        for bit in 0..line.len() * 8 {
            let mut bytes = line.clone().into_bytes();
            bytes[bit / 8] ^= 1 << (bit % 8);
            if let Ok(flipped) = std::str::from_utf8(&bytes) {
                let vouched = open(flipped).is_ok_and(|line| line.is_vouched);
                assert!(!vouched, "bit {bit}: {flipped}");
            }
        }
    }

    #[test]
    fn lines_of_older_programs_are_read() {
        let line = open("{\"game\":1}").expect("a line");
        assert!(!line.is_vouched);
        assert_eq!(line.text, "{\"game\":1}");
    }
}
