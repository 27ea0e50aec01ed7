//! The files of `positions/` that come with a game: openings, test positions, positions for the bench,
//! and games with their results.

use std::io::Read;
use std::sync::OnceLock;

use flate2::read::DeflateDecoder;

use super::game::Game;

/// A file that `build.rs` has compressed into the program. It is expanded when it is first read.
struct PackedFile {
    /// `GAME/FILE`, as in `positions/`.
    path: &'static str,
    packed: &'static [u8],
    text: OnceLock<String>,
}

impl PackedFile {
    const fn new(path: &'static str, packed: &'static [u8]) -> Self {
        Self {
            path,
            packed,
            text: OnceLock::new(),
        }
    }

    fn text(&self) -> &str {
        self.text.get_or_init(|| {
            let mut text = String::new();
            // This cannot fail: a test reads every file.
            DeflateDecoder::new(self.packed)
                .read_to_string(&mut text)
                .unwrap_or_else(|error| panic!("{}: {error}", self.path));
            text
        })
    }
}

// Defines `FILES`, the files of all games, ordered by path.
include!(concat!(env!("OUT_DIR"), "/positions.rs"));

impl Game {
    /// The positions from which matches start, one FEN a line; lines that begin with `#` are comments.
    /// Empty for a game without a folder in `positions/`.
    #[must_use]
    pub fn openings_text(&self) -> &'static str {
        self.file("openings.epd")
    }

    /// The test positions, one EPD a line. Empty for a game without them.
    #[must_use]
    pub fn suite_text(&self) -> &'static str {
        self.file("suite.epd")
    }

    /// The positions that `reviver bench` searches, one FEN a line, and a comment with the number of
    /// nodes. Empty for a game without them.
    #[must_use]
    pub fn bench_text(&self) -> &'static str {
        self.file("bench.epd")
    }

    /// Games with their results, one a line: `FEN ; turns ; result and reason`. Empty for a game without
    /// them.
    #[must_use]
    pub fn results_text(&self) -> &'static str {
        self.file("results.txt")
    }

    fn file(&self, name: &str) -> &'static str {
        let path = format!("{}/{name}", self.name());
        FILES
            .binary_search_by(|file| file.path.cmp(&path))
            .map_or("", |index| FILES[index].text())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_packed_file_is_the_file_of_its_folder() {
        assert!(!FILES.is_empty());
        assert!(FILES.is_sorted_by(|one, next| one.path < next.path));
        for file in &FILES {
            let path = format!("{}/positions/{}", env!("CARGO_MANIFEST_DIR"), file.path);
            let text = std::fs::read_to_string(&path).expect("a file of positions/");
            assert!(file.text() == text, "{path}");
        }
    }
}
