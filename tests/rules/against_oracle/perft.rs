//! Compares the oracle (a second, slow implementation of the rules) with the perft counts of the
//! reverse games, `positions/GAME/perft.txt`.

use rayon::prelude::*;
use reviver::games::{self, Game};
use reviver::notation::position;

use crate::common::positions;
use crate::oracle::game_rules::GameRules;

/// Counts above this limit are skipped, except counts of depth 1. `REVIVER_ORACLE_NODES` sets
/// another limit.
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
            let ["perft", depth, nodes] = words.as_slice() else {
                panic!("'{part}' in '{line}' does not have the form 'perft DEPTH COUNT'");
            };
            let depth = depth.parse().expect("a depth");
            let nodes: usize = nodes.parse().expect("a count");
            if nodes <= limit || depth == 1 {
                let found = GameRules::of(variant.name()).perft(&setup, depth);
                if found != nodes {
                    wrong.push(format!(
                        "{fen}: perft {depth}: the file has {nodes}, the oracle {found}"
                    ));
                }
            }
        }
    }
    assert!(wrong.is_empty(), "{variant}:\n{}", wrong.join("\n"));
}

#[test]
fn the_oracle_agrees_with_the_counts_of_every_reverse_game() {
    games::built_in()
        .into_par_iter()
        .filter(|game| game.is_reverse())
        .for_each(agrees_with_counts);
}
