//! Tests of perft counts. `perft_switches.json` in this folder has counts of games with changed
//! switches. If the variable `REVIVER_SPEC` names a folder, its `perft.json` and
//! `perft_switches.json` are checked too.
//!
//! Counts of `perft.json` above `REVIVER_PERFT_NODES` (five million by default) are left out.

use std::path::Path;
use std::sync::atomic::{AtomicUsize, Ordering};

use rayon::prelude::*;
use reviver::games::{self, Game, TypedGame, Visitor};
use reviver::rules::{self, Rules};
use serde::Deserialize;

use crate::variation;

/// A position and its counts. The game is given by its name, or by a base and switches.
#[derive(Deserialize)]
struct Entry {
    variant: Option<String>,
    base: Option<String>,
    #[serde(default)]
    switches: serde_json::Map<String, serde_json::Value>,
    fen: String,
    perft: Vec<u64>,
}

/// Checks the perft counts of `entry`. Counts above `limit` are left out.
struct Compare<'a> {
    entry: &'a Entry,
    limit: u64,
}

impl Visitor for Compare<'_> {
    /// A message for each wrong count.
    type Output = Vec<String>;

    fn visit<R: Rules>(self, game: TypedGame<R>) -> Vec<String> {
        let Entry { fen, perft, .. } = self.entry;
        let position = match fen.as_str() {
            "startpos" => game.start_position(0),
            fen => game
                .read(fen)
                .unwrap_or_else(|error| panic!("{game} {fen}: {error}")),
        };
        let counts = (1..).zip(perft).filter(|(_, nodes)| **nodes <= self.limit);
        counts
            .filter_map(|(depth, nodes)| {
                let found = rules::perft(&position, depth);
                (found != *nodes).then(|| {
                    format!("{game} {fen}: perft {depth}: expected {nodes}, found {found}")
                })
            })
            .collect()
    }
}

impl Entry {
    /// The game; `None` if the catalogue has no game of this name.
    fn game(&self) -> Option<&'static Game> {
        static NEXT_NUMBER: AtomicUsize = AtomicUsize::new(0);
        let Some(base) = &self.base else {
            return games::find(self.variant.as_deref()?);
        };
        let lines: Vec<String> = self
            .switches
            .iter()
            .map(|(name, value)| format!("{name} = {value}"))
            .collect();
        let number = NEXT_NUMBER.fetch_add(1, Ordering::Relaxed);
        let name = format!("switched-{number}");
        Some(variation(&name, base, &lines.join("\n")))
    }
}

/// Compares all counts up to `limit`, and returns how many it has compared.
fn check_counts(text: &str, limit: u64) -> usize {
    let entries: Vec<Entry> = serde_json::from_str(text).expect("a list of counts");
    let wrong: Vec<String> = entries
        .par_iter()
        .flat_map_iter(|entry| match entry.game() {
            Some(game) => game.dispatch(Compare { entry, limit }),
            None => panic!("the catalogue has no {:?}", entry.variant),
        })
        .collect();
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
    let counts = entries.iter().flat_map(|entry| &entry.perft);
    counts.filter(|count| **count <= limit).count()
}

/// Counts of `perft.json` above this number are not compared.
fn limit() -> u64 {
    std::env::var("REVIVER_PERFT_NODES").map_or(5_000_000, |nodes| nodes.parse().expect("a number"))
}

#[test]
fn switches_of_unplay_and_unachess_change_the_counts_as_they_should() {
    let counts = check_counts(include_str!("perft_switches.json"), u64::MAX);
    assert_eq!(counts, 105);
}

#[test]
fn counts_of_the_specification_agree() {
    let Ok(folder) = std::env::var("REVIVER_SPEC") else {
        return;
    };
    for (file, limit) in [("perft.json", limit()), ("perft_switches.json", u64::MAX)] {
        let path = Path::new(&folder).join(file);
        let text = std::fs::read_to_string(&path).expect("REVIVER_SPEC: a folder with counts");
        assert!(check_counts(&text, limit) > 0, "{file} has no counts");
    }
}
