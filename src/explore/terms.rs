//! The terms of a tree: what its searches depend on. They are the first line of the tree's file.
//! Only trees with the same terms can be merged.

use serde::Serialize;

use crate::files::checksum::VerifiedLine;
use crate::files::differing_fields;
use crate::games::{Game, same_game};
use crate::tournament::digest::evaluation_digest;

/// The version of the format of the files.
const VERSION: u32 = 1;

/// What the searches of a tree depend on.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct TreeTerms {
    /// The version of the format of the files.
    explore: u32,
    /// The version of the program.
    version: &'static str,
    /// The identity of the game.
    game: String,
    /// A digest of the weights, the network and the search parameters.
    evaluation: String,
    /// The node limit of each search.
    nodes: u64,
    /// The maximum number of candidates (best turns) of a position.
    candidates: usize,
}

impl TreeTerms {
    /// The terms of a tree for a game.
    #[must_use]
    pub fn new(game: &'static Game, nodes: u64, candidates: usize) -> Self {
        Self {
            explore: VERSION,
            version: env!("CARGO_PKG_VERSION"),
            game: game.identity(),
            evaluation: evaluation_digest([game]),
            nodes,
            candidates,
        }
    }

    /// The node limit of each search.
    #[must_use]
    pub const fn nodes(&self) -> u64 {
        self.nodes
    }

    /// The maximum number of candidates (best turns) of a position.
    #[must_use]
    pub const fn candidates(&self) -> usize {
        self.candidates
    }

    /// Checks that the first line of a file has these terms.
    ///
    /// # Errors
    ///
    /// If the line has no checksum, or is not the first line of a tree in this version of the
    /// format. Also if the line has other terms: then the error names what differs.
    pub(super) fn check(&self, line: VerifiedLine<'_>) -> Result<(), String> {
        let terms = self.with_game_of(line.text());
        let Some(names) = differing_fields(line, "explore", &terms) else {
            return Err(
                "line 1: this is not a tree that this version of reviver explore can read"
                    .to_owned(),
            );
        };
        if names.is_empty() {
            return Ok(());
        }
        Err(format!(
            "line 1: this tree was made with other values of: {}; use the version of the program \
             and the arguments with which the tree was made",
            names.join(", ")
        ))
    }

    /// These terms, but with the game identity in `line`, the first line of a file. If that is not
    /// the identity of an equal game, the terms are unchanged. Equal games have different
    /// identities if the game was renamed after the file was written.
    fn with_game_of(&self, line: &str) -> Self {
        let fields = serde_json::from_str::<serde_json::Value>(line).unwrap_or_default();
        let found = fields.get("game").and_then(serde_json::Value::as_str);
        let found = found.filter(|found| same_game(found, &self.game));
        Self {
            game: found.unwrap_or(&self.game).to_owned(),
            ..self.clone()
        }
    }
}
