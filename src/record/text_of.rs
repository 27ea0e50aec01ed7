//! The text of a file of game records.

use std::borrow::Cow;

/// The text of the bytes of a file. A text with the byte order mark of UTF-16 is UTF-16. Any other
/// text is UTF-8, and each byte that is not UTF-8 is a character of Latin-1, the character set of
/// the PGN standard. The byte order mark is left out.
///
/// ```
/// use reviver::record::text_of;
/// assert_eq!(text_of(b"Jos\xe9"), "Jos\u{e9}");
/// assert_eq!(text_of(b"Jos\xc3\xa9"), "Jos\u{e9}");
/// assert_eq!(text_of(b"\xff\xfeJ\0o\0"), "Jo");
/// ```
#[must_use]
pub fn text_of(bytes: &[u8]) -> Cow<'_, str> {
    match bytes {
        [0xff, 0xfe, units @ ..] => Cow::Owned(utf_16(units, u16::from_le_bytes)),
        [0xfe, 0xff, units @ ..] => Cow::Owned(utf_16(units, u16::from_be_bytes)),
        _ => utf_8_or_latin_1(bytes.strip_prefix(b"\xef\xbb\xbf").unwrap_or(bytes)),
    }
}

fn utf_16(bytes: &[u8], unit: fn([u8; 2]) -> u16) -> String {
    let (pairs, _) = bytes.as_chunks::<2>();
    let units = pairs.iter().map(|&pair| unit(pair));
    char::decode_utf16(units)
        .map(|letter| letter.unwrap_or(char::REPLACEMENT_CHARACTER))
        .collect()
}

fn utf_8_or_latin_1(bytes: &[u8]) -> Cow<'_, str> {
    if let Ok(text) = std::str::from_utf8(bytes) {
        return Cow::Borrowed(text);
    }
    let mut text = String::with_capacity(bytes.len());
    for chunk in bytes.utf8_chunks() {
        text.push_str(chunk.valid());
        text.extend(chunk.invalid().iter().map(|&byte| char::from(byte)));
    }
    Cow::Owned(text)
}
