//! The counts of `positions/<game>/perft.txt`, one position a line:
//! `FEN ; perft 1 N ; perft 2 N ; ...`.

use crate::common::game;
use reviver::games::{Game, TypedGame, Visitor};
use reviver::rules::{self, Rules};

use crate::common::positions;

/// Counts above this are skipped by default; `REVIVER_PERFT_NODES` sets another limit.
const NODES: u64 = 5_000_000;

/// A line of a file, to be counted.
struct Line<'a> {
    text: &'a str,
    limit: u64,
}

impl Visitor for Line<'_> {
    type Output = Vec<String>;

    fn visit<R: Rules>(self, variant: TypedGame<R>) -> Vec<String> {
        let mut parts = self.text.split(" ; ");
        let fen = parts.next().unwrap_or_default();
        let position: R = variant.read(fen).unwrap_or_else(|e| panic!("{fen}: {e}"));
        assert_eq!(position.setup().to_string(), fen, "printed as it was read");
        let mut wrong = Vec::new();
        for part in parts {
            let words: Vec<&str> = part.split(' ').collect();
            let ["perft", depth, nodes] = words.as_slice() else {
                panic!("'{part}' in '{}'", self.text);
            };
            let depth = depth.parse().expect("a depth");
            let nodes: u64 = nodes.parse().expect("a count");
            if nodes > self.limit {
                continue;
            }
            let found = rules::perft(&position, depth);
            if found != nodes {
                wrong.push(format!("{fen} perft {depth} is {nodes}, found {found}"));
            }
        }
        wrong
    }
}

fn counts_agree(variant: &'static Game) {
    let limit = std::env::var("REVIVER_PERFT_NODES").map_or(NODES, |nodes| {
        nodes.parse().expect("REVIVER_PERFT_NODES: a number")
    });
    let file = positions::text(variant, "perft.txt");
    let lines = file.lines().filter(|line| !line.trim().is_empty());
    let wrong: Vec<String> = lines
        .flat_map(|text| variant.dispatch(Line { text, limit }))
        .collect();
    assert!(wrong.is_empty(), "{variant}:\n{}", wrong.join("\n"));
}

#[test]
fn ssehc() {
    counts_agree(game("ssehc"));
}

#[test]
fn ssehc_classic() {
    counts_agree(game("ssehc-classic"));
}

#[test]
fn smolowitz() {
    counts_agree(game("smolowitz"));
}

#[test]
fn unplay() {
    counts_agree(game("unplay"));
}

#[test]
fn unplay_random() {
    counts_agree(game("unplay-random"));
}

#[test]
fn unplay_placement() {
    counts_agree(game("unplay-placement"));
}

#[test]
fn unplay_strict() {
    counts_agree(game("unplay-strict"));
}

#[test]
fn unachess() {
    counts_agree(game("unachess"));
}
