//! The counts of `positions/<game>/perft.txt`, one position a line:
//! `FEN ; perft 1 N ; perft 2 N ; ...`.

use reviver::notation::position;
use reviver::rules::{self, Rules, Variant, Visitor};

use crate::common::positions;

/// Counts above this are left out, unless `REVIVER_PERFT_NODES` says otherwise.
const NODES: u64 = 5_000_000;

/// A line of a file, asked of the rules of its game.
struct Line<'a> {
    text: &'a str,
    limit: u64,
}

impl Visitor for Line<'_> {
    type Output = Vec<String>;

    fn visit<R: Rules>(self, variant: Variant) -> Vec<String> {
        let mut parts = self.text.split(" ; ");
        let fen = parts.next().unwrap_or_default();
        let position: R = position::read(variant, fen).unwrap_or_else(|e| panic!("{fen}: {e}"));
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

fn counts_agree(variant: Variant) {
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
    counts_agree(Variant::Ssehc);
}

#[test]
fn ssehc_classic() {
    counts_agree(Variant::SsehcClassic);
}

#[test]
fn smolowitz() {
    counts_agree(Variant::Smolowitz);
}

#[test]
fn unplay() {
    counts_agree(Variant::Unplay);
}

#[test]
fn unplay_random() {
    counts_agree(Variant::UnplayRandom);
}

#[test]
fn unplay_placement() {
    counts_agree(Variant::UnplayPlacement);
}

#[test]
fn unplay_strict() {
    counts_agree(Variant::UnplayStrict);
}

#[test]
fn unachess() {
    counts_agree(Variant::Unachess);
}
