//! Tests the perft counts in `positions/<game>/perft.txt`. Each line has one position and its
//! counts: `FEN ; perft 1 N ; perft 2 N ; ...`.

use reviver::games::{self, TypedGame, Visitor};
use reviver::rules::{self, Rules};

use crate::common::positions;

/// Counts above this limit are skipped. `REVIVER_PERFT_NODES` sets another limit.
const NODES: u64 = 5_000_000;

/// A line of a file. Counts above `limit` are not compared.
struct Line<'a> {
    text: &'a str,
    limit: u64,
}

impl Visitor for Line<'_> {
    /// The counts that differ, in words.
    type Output = Vec<String>;

    fn visit<R: Rules>(self, variant: TypedGame<R>) -> Vec<String> {
        let mut parts = self.text.split(" ; ");
        let fen = parts.next().unwrap_or_default();
        let position: R = variant.read(fen).unwrap_or_else(|e| panic!("{fen}: {e}"));
        assert_eq!(
            position.setup().to_string(),
            fen,
            "the position is not written as in the file"
        );
        let mut counts = parts.peekable();
        assert!(counts.peek().is_some(), "'{fen}' has no count");
        let mut wrong = Vec::new();
        for part in counts {
            let words: Vec<&str> = part.split(' ').collect();
            let ["perft", depth, nodes] = words.as_slice() else {
                panic!(
                    "'{part}' in '{}' does not have the form 'perft DEPTH COUNT'",
                    self.text
                );
            };
            let depth = depth.parse().expect("a depth");
            let nodes: u64 = nodes.parse().expect("a count");
            if nodes > self.limit {
                continue;
            }
            let found = rules::perft(&position, depth);
            if found != nodes {
                wrong.push(format!(
                    "{variant} {fen}: perft {depth}: expected {nodes}, found {found}"
                ));
            }
        }
        wrong
    }
}

#[test]
fn the_counts_of_every_game_agree() {
    let limit = std::env::var("REVIVER_PERFT_NODES").map_or(NODES, |nodes| {
        nodes.parse().expect("REVIVER_PERFT_NODES: a number")
    });
    let mut wrong = Vec::new();
    for game in games::built_in() {
        let file = positions::text(game, "perft.txt");
        let mut lines = file
            .lines()
            .filter(|line| !line.trim().is_empty())
            .peekable();
        assert!(lines.peek().is_some(), "{game}: no positions");
        wrong.extend(lines.flat_map(|text| game.dispatch(Line { text, limit })));
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}
