//! Counts of turn sequences: those of `perft_switches.json` for games of one's own, and those of a
//! file `perft.json` if the variable `REVIVER_SPEC` names its folder.
//!
//! Counts above `REVIVER_PERFT_NODES` (five million by default) are left out.

use std::path::Path;
use std::sync::atomic::{AtomicUsize, Ordering};

use reviver::games::{self, Game, TypedGame, Visitor};
use reviver::rules::{self, Rules};
use serde::Deserialize;

use crate::variation;

/// A position and its counts, by the name of a game or by a base and its switches.
#[derive(Deserialize)]
struct Entry {
    variant: Option<String>,
    base: Option<String>,
    #[serde(default)]
    switches: serde_json::Map<String, serde_json::Value>,
    fen: String,
    perft: Vec<u64>,
}

struct Count<'a> {
    entry: &'a Entry,
    limit: u64,
}

impl Visitor for Count<'_> {
    /// The counts that differ, in words.
    type Output = Vec<String>;

    fn visit<R: Rules>(self, game: TypedGame<R>) -> Vec<String> {
        let Entry { fen, perft, .. } = self.entry;
        let position = match fen.as_str() {
            "startpos" => game.first_position(0),
            fen => game
                .read(fen)
                .unwrap_or_else(|error| panic!("{game} {fen}: {error}")),
        };
        let counts = (1..).zip(perft).filter(|(_, nodes)| **nodes <= self.limit);
        counts
            .filter_map(|(depth, nodes)| {
                let found = rules::perft(&position, depth);
                (found != *nodes)
                    .then(|| format!("{game} {fen}: perft {depth} is {nodes}, found {found}"))
            })
            .collect()
    }
}

impl Entry {
    /// The game; `None` if the catalogue has none of this name.
    fn game(&self) -> Option<&'static Game> {
        static COUNT: AtomicUsize = AtomicUsize::new(0);
        let Some(base) = &self.base else {
            return games::find(self.variant.as_deref()?);
        };
        let lines: Vec<String> = self
            .switches
            .iter()
            .map(|(name, value)| format!("{name} = {value}"))
            .collect();
        let number = COUNT.fetch_add(1, Ordering::Relaxed);
        let name = format!("switched-{number}");
        Some(variation(&name, base, &lines.join("\n")))
    }
}

fn counts_agree(text: &str) {
    let entries: Vec<Entry> = serde_json::from_str(text).expect("a list of counts");
    let limit = std::env::var("REVIVER_PERFT_NODES")
        .map_or(5_000_000, |nodes| nodes.parse().expect("a number"));
    let mut wrong = Vec::new();
    for entry in &entries {
        match entry.game() {
            Some(game) => wrong.extend(game.dispatch(Count { entry, limit })),
            None => eprintln!("the catalogue has no {:?}", entry.variant),
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

#[test]
fn switches_of_unplay_and_unachess_change_the_counts_as_they_should() {
    counts_agree(include_str!("perft_switches.json"));
}

#[test]
fn counts_of_the_specification_agree() {
    let Ok(folder) = std::env::var("REVIVER_SPEC") else {
        return;
    };
    for file in ["perft.json", "perft_switches.json"] {
        let path = Path::new(&folder).join(file);
        let text = std::fs::read_to_string(&path).expect("REVIVER_SPEC: a folder with counts");
        counts_agree(&text);
    }
}
