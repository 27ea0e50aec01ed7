//! Frames: bytes with a number and checksums. The checksums show damage when a file is read again.
//! Changed or missing bytes cost only the frames that they belong to.
//!
//! A frame is a header of 24 bytes and its content. Numbers are in little-endian order:
//!
//! | length in bytes | meaning |
//! |---|---|
//! | 4 | the marker `RvFr` |
//! | 8 | the number of the frame |
//! | 4 | the length of the content in bytes |
//! | 4 | the CRC-32 of the content (ISO 3309, as in ZIP and PNG) |
//! | 4 | the CRC-32 of the first 20 bytes of the header |
//! | the length in the header | the content |

use std::ops::Range;

/// The first bytes of a frame.
const MARKER: &[u8; 4] = b"RvFr";

/// The length of a header in bytes.
pub const HEADER_LENGTH: usize = 24;

/// A part of a file of frames: one frame, or bytes that are not a whole frame.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Part<'a> {
    /// The range of its bytes, as offsets from the start of the file.
    pub bytes: Range<usize>,
    /// What the part is.
    pub kind: PartKind<'a>,
}

/// What a part of a file is.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum PartKind<'a> {
    /// A whole frame with the right checksums.
    Frame {
        /// Its number.
        number: u64,
        /// Its content.
        content: &'a [u8],
    },
    /// Bytes that are not a frame, or a frame that was damaged.
    Damaged,
    /// The start of a frame, at the end of the file. The rest of the frame is missing.
    Incomplete,
}

/// The bytes of a frame with this number and content.
///
/// # Panics
///
/// If the content has 4 GiB or more.
#[must_use]
pub fn frame(number: u64, content: &[u8]) -> Vec<u8> {
    let length = u32::try_from(content.len()).expect("a frame has less than 4 GiB");
    let mut bytes = Vec::with_capacity(HEADER_LENGTH + content.len());
    bytes.extend(MARKER);
    bytes.extend(number.to_le_bytes());
    bytes.extend(length.to_le_bytes());
    bytes.extend(crc32fast::hash(content).to_le_bytes());
    bytes.extend(crc32fast::hash(&bytes).to_le_bytes());
    bytes.extend(content);
    bytes
}

/// Splits the bytes of a file into its parts, from the offset `start` to the end.
///
/// ```
/// use reviver::files::frames::{PartKind, frame, parts};
///
/// let mut bytes = [frame(0, b"one"), frame(1, b"two")].concat();
/// bytes[25] ^= 1;
/// let found: Vec<PartKind> = parts(&bytes, 0).map(|part| part.kind).collect();
/// let content = b"two".as_slice();
/// assert_eq!(found, [PartKind::Damaged, PartKind::Frame { number: 1, content }]);
/// ```
pub fn parts(bytes: &[u8], start: usize) -> impl Iterator<Item = Part<'_>> {
    let mut at = start;
    std::iter::from_fn(move || {
        let rest = bytes.get(at..).filter(|rest| !rest.is_empty())?;
        let (length, kind) = first_part(rest);
        let begin = at;
        at += length;
        let bytes = begin..at;
        Some(Part { bytes, kind })
    })
}

/// The length and the kind of the first part of these bytes.
fn first_part(bytes: &[u8]) -> (usize, PartKind<'_>) {
    let header = Header::read(bytes);
    if let Some(header) = &header
        && let Some(content) = bytes[HEADER_LENGTH..].get(..header.length)
    {
        let end = HEADER_LENGTH + header.length;
        if crc32fast::hash(content) == header.checksum {
            let number = header.number;
            return (end, PartKind::Frame { number, content });
        }
        // If bytes of the content are missing, the next frame begins before `end`.
        return (next_header(bytes, end).unwrap_or(end), PartKind::Damaged);
    }
    if let Some(next) = next_header(bytes, bytes.len()) {
        return (next, PartKind::Damaged);
    }
    // If the program was interrupted, the file may end within a header or a content.
    let marker = MARKER.len().min(bytes.len());
    let ends_in_header = bytes.len() < HEADER_LENGTH && bytes[..marker] == MARKER[..marker];
    let kind = if header.is_some() || ends_in_header {
        PartKind::Incomplete
    } else {
        PartKind::Damaged
    };
    (bytes.len(), kind)
}

/// The header of a frame. The checksum of the header was right.
struct Header {
    number: u64,
    length: usize,
    /// The checksum of the content.
    checksum: u32,
}

impl Header {
    fn read(bytes: &[u8]) -> Option<Self> {
        let (header, rest) = bytes.split_first_chunk::<20>()?;
        let (own, _) = rest.split_first_chunk()?;
        if !header.starts_with(MARKER) || crc32fast::hash(header) != u32::from_le_bytes(*own) {
            return None;
        }
        let (number, rest) = header[4..].split_first_chunk()?;
        let (length, rest) = rest.split_first_chunk()?;
        let (checksum, _) = rest.split_first_chunk()?;
        Some(Self {
            number: u64::from_le_bytes(*number),
            length: u32::from_le_bytes(*length) as usize,
            checksum: u32::from_le_bytes(*checksum),
        })
    }
}

/// The offset of the next header: the first offset from 1 to `end - 1` at which a header with the
/// right checksum begins.
fn next_header(bytes: &[u8], end: usize) -> Option<usize> {
    (1..end).find(|&at| Header::read(&bytes[at..]).is_some())
}

#[cfg(test)]
mod tests {
    use super::*;

    const CONTENTS: [&[u8]; 4] = [b"first", b"", b"RvFr third", b"fourth"];

    fn file() -> Vec<u8> {
        let frames = (0..).zip(CONTENTS).map(|(number, c)| frame(number, c));
        frames.flatten().collect()
    }

    fn numbers(bytes: &[u8]) -> Vec<u64> {
        let whole = parts(bytes, 0).filter_map(|part| match part.kind {
            PartKind::Frame { number, content } => {
                assert_eq!(content, CONTENTS[number as usize]);
                Some(number)
            }
            PartKind::Damaged | PartKind::Incomplete => None,
        });
        whole.collect()
    }

    #[test]
    fn a_flipped_bit_costs_one_frame_and_is_reported() {
        let file = file();
        assert_eq!(numbers(&file), [0, 1, 2, 3]);
        for bit in 0..file.len() * 8 {
            let mut damaged = file.clone();
            damaged[bit / 8] ^= 1 << (bit % 8);
            assert_eq!(numbers(&damaged).len(), 3, "bit {bit}");
            let reports = parts(&damaged, 0).filter(|part| part.kind == PartKind::Damaged);
            assert_eq!(reports.count(), 1, "bit {bit}");
        }
    }

    #[test]
    fn missing_bytes_cost_only_their_frame() {
        let file = file();
        let frame = parts(&file, 0).nth(2).expect("a frame").bytes;
        for start in frame.clone() {
            for end in start + 1..=frame.end {
                let damaged = [&file[..start], &file[end..]].concat();
                assert_eq!(numbers(&damaged), [0, 1, 3], "{start}..{end}");
                let reports = parts(&damaged, 0).filter(|part| part.kind == PartKind::Damaged);
                // If the whole frame is missing, nothing of it is left to report.
                let expected = usize::from(end - start < frame.len());
                assert_eq!(reports.count(), expected, "{start}..{end}");
            }
        }
    }

    #[test]
    fn a_file_that_is_cut_off_is_incomplete_but_not_damaged() {
        let file = file();
        let ends: Vec<usize> = parts(&file, 0).map(|part| part.bytes.end).collect();
        assert_eq!(ends.len(), CONTENTS.len());
        for length in 0..file.len() {
            let mut found: Vec<Part<'_>> = parts(&file[..length], 0).collect();
            let whole = ends.iter().filter(|&&end| end <= length).count();
            let end = ends[..whole].last().copied().unwrap_or(0);
            let torn = found.split_off(whole);
            let expected = (end < length).then_some(Part {
                bytes: end..length,
                kind: PartKind::Incomplete,
            });
            assert_eq!(torn.first(), expected.as_ref(), "{length}");
            assert_eq!(numbers(&file[..length]).len(), whole);
        }
    }
}
