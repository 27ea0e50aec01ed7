//! The names of games and families, and the files in which they may occur.

use std::collections::BTreeSet;
use std::fs;
use std::path::Path;

use super::source::Source;

/// The names of the folders in a folder of the project.
fn folders(path: &str) -> BTreeSet<String> {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join(path);
    let entries = fs::read_dir(path).expect("a folder").flatten();
    let folders = entries.filter(|entry| entry.path().is_dir());
    folders
        .filter_map(|entry| entry.file_name().into_string().ok())
        .collect()
}

/// The names of games and families.
pub(crate) struct GameNames {
    /// The names of the families: the folders of `src/rules` with a file `switches.rs`.
    families: BTreeSet<String>,
    /// The names of the families and of the built-in games, in lower case and without hyphens.
    names: BTreeSet<String>,
}

impl GameNames {
    /// Reads the names of the families from `src/rules`, and of the games from `src/games`.
    pub(crate) fn read() -> Self {
        let mut families = folders("src/rules");
        families.retain(|name| {
            let file = format!("src/rules/{name}/switches.rs");
            Path::new(env!("CARGO_MANIFEST_DIR")).join(file).exists()
        });
        let mut names = folders("src/games");
        names.extend(families.iter().cloned());
        let names = names.iter().map(|name| Self::letters_of(name)).collect();
        Self { families, names }
    }

    fn letters_of(word: &str) -> String {
        word.to_lowercase().replace(['-', '_'], "")
    }

    /// Whether a file may name games. Only these files may: all files of the layer `games`; the
    /// `mod.rs` of `rules` and of `notation::native`; all files of those submodules of `rules` and
    /// `notation::native` that are named after a family.
    pub(crate) fn may_be_in(&self, source: &Source) -> bool {
        let module: Vec<&str> = source.module.iter().map(String::as_str).collect();
        match module.as_slice() {
            ["rules", name, ..] | ["notation", "native", name, ..] => self.families.contains(*name),
            ["games", ..] | ["rules"] | ["notation", "native"] => true,
            _ => false,
        }
    }

    /// Whether a word (an identifier or a literal) contains one of the names. A word that contains
    /// `Example` is excepted, because examples in help texts may name games.
    pub(crate) fn is_in(&self, word: &str) -> bool {
        let letters = Self::letters_of(word);
        !word.contains("Example") && self.names.iter().any(|name| letters.contains(name))
    }
}
