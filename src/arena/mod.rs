//! Games between players, many of them, and what follows from their results.
//!
//! Everything here is referee or bookkeeper: rules say what is legal and who has won, the search
//! plays, and the modules of this layer pair players, count, and judge whether a difference is more
//! than chance.

pub mod contest;
pub mod journal;
pub mod openings;
pub mod ordered;
pub mod player;
pub mod referee;
pub mod selfplay;
pub mod setting;
pub mod sprt;
pub mod stats;
pub mod tally;
pub mod tournament;
pub mod train;
pub mod tune;

/// A number for texts, by which they are told from others: FNV-1a in 64 bits
/// (<https://datatracker.ietf.org/doc/html/draft-eastlake-fnv>). It is the same in every version.
///
/// ```
/// # use reviver::arena::fingerprint;
/// assert_ne!(fingerprint(["a", "bc"]), fingerprint(["ab", "c"]));
/// ```
#[must_use]
pub fn fingerprint<T: AsRef<str>>(texts: impl IntoIterator<Item = T>) -> String {
    let mut hash = 0xcbf2_9ce4_8422_2325_u64;
    for text in texts {
        for byte in text.as_ref().bytes().chain([0]) {
            hash = (hash ^ u64::from(byte)).wrapping_mul(0x0000_0100_0000_01b3);
        }
    }
    format!("{hash:016x}")
}
