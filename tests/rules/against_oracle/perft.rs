//! Compares the oracle with the counts of `positions/`, to a small depth.

use reviver::games::Game;
use reviver::notation::position;

use crate::common::{game, positions};
use crate::oracle::referee::Referee;

/// The slow generator skips counts above this by default;
/// `REVIVER_ORACLE_NODES` sets another limit.
const NODES: usize = 600;

fn agrees_with_counts(variant: &'static Game) {
    let limit = std::env::var("REVIVER_ORACLE_NODES")
        .map_or(NODES, |nodes| nodes.parse().expect("a number of nodes"));
    let mut wrong = Vec::new();
    for line in positions::text(variant, "perft.txt").lines() {
        let mut parts = line.split(" ; ");
        let fen = parts.next().expect("a position");
        let setup = position::parse(variant.form(), fen).expect(fen);
        for part in parts {
            let words: Vec<&str> = part.split(' ').collect();
            let [_, depth, nodes] = words.as_slice() else {
                panic!("'{part}' in {line}");
            };
            let depth = depth.parse().expect("a depth");
            let nodes: usize = nodes.parse().expect("a count");
            if nodes <= limit || depth == 1 {
                let found = Referee::of(variant.name()).perft(&setup, depth);
                if found != nodes {
                    wrong.push(format!(
                        "{fen} perft {depth} = {nodes}, but the oracle has {found}"
                    ));
                }
            }
        }
    }
    assert!(wrong.is_empty(), "{variant}:\n{}", wrong.join("\n"));
}

#[test]
fn ssehc() {
    agrees_with_counts(game("ssehc"));
}

#[test]
fn ssehc_classic() {
    agrees_with_counts(game("ssehc-classic"));
}

#[test]
fn smolowitz() {
    agrees_with_counts(game("smolowitz"));
}

#[test]
fn unplay() {
    agrees_with_counts(game("unplay"));
}

#[test]
fn unplay_random() {
    agrees_with_counts(game("unplay-random"));
}

#[test]
fn unplay_placement() {
    agrees_with_counts(game("unplay-placement"));
}

#[test]
fn unplay_strict() {
    agrees_with_counts(game("unplay-strict"));
}
