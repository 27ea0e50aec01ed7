//! The project files that the program contains, compressed by `build.rs`: all files of the folders
//! in `src/games/`, and some files of the folders in `positions/`. A build with the feature
//! `serve` also contains the files of `src/serve/page`.

use std::io::Read;
use std::sync::OnceLock;

use flate2::read::DeflateDecoder;

/// A file that is expanded when it is first read.
struct PackedFile {
    /// The path from the root of the project, with slashes.
    path: &'static str,
    packed: &'static [u8],
    contents: OnceLock<Vec<u8>>,
}

impl PackedFile {
    const fn new(path: &'static str, packed: &'static [u8]) -> Self {
        Self {
            path,
            packed,
            contents: OnceLock::new(),
        }
    }

    fn contents(&self) -> &[u8] {
        self.contents.get_or_init(|| {
            let mut contents = Vec::new();
            // This does not fail: a test reads every file.
            DeflateDecoder::new(self.packed)
                .read_to_end(&mut contents)
                .unwrap_or_else(|error| panic!("{}: {error}", self.path));
            contents
        })
    }
}

// Defines `FILES`, all files in the order of their paths.
include!(concat!(env!("OUT_DIR"), "/packed.rs"));

/// The contents of a file. The path starts at the root of the project, as in
/// `src/games/unplay/game.toml`. `None` if the program does not contain the file.
pub(crate) fn contents(path: &str) -> Option<&'static [u8]> {
    let index = FILES.binary_search_by(|file| file.path.cmp(path)).ok()?;
    Some(FILES[index].contents())
}

/// Like [`contents`], but as text. `None` also if the file is not UTF-8.
pub(crate) fn text(path: &str) -> Option<&'static str> {
    std::str::from_utf8(contents(path)?).ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_packed_file_is_the_file_of_the_project() {
        assert!(!FILES.is_empty());
        assert!(FILES.is_sorted_by(|one, next| one.path < next.path));
        for file in &FILES {
            let path = format!("{}/{}", env!("CARGO_MANIFEST_DIR"), file.path);
            let contents = std::fs::read(&path).expect("a file of the project");
            assert!(contents == file.contents(), "{path}");
        }
    }
}
