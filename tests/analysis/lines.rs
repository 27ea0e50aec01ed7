//! The lines of an analysis: as many as requested, even if the search is interrupted.

use reviver::analysis::Analyser;
use reviver::board::Turn;
use reviver::games::{self, TypedGame, Visitor};
use reviver::live::LiveGame;
use reviver::rules::Rules;
use reviver::search::{Control, Limits, Options};

const LINES: usize = 3;

/// Analyses the start position of a variant, and checks the lines. The field is the node limit.
struct Look(u64);

impl Visitor for Look {
    type Output = ();

    fn visit<R: Rules>(self, variant: TypedGame<R>) {
        let start = variant.position(variant.start(0)).expect("a start");
        let mut analyser = Analyser::<R>::new(Options {
            hash: 1,
            multipv: LINES,
            ..variant.search_options()
        });
        let limits = Limits {
            nodes: Some(self.0),
            ..Limits::default()
        };
        let game = LiveGame::new(variant, start);
        let found = analyser.analyse(&game, &limits, &Control::default(), &mut |_| {});
        let what = format!("{variant}, {} nodes: {:?}", self.0, found.lines);
        assert_eq!(found.lines.len(), LINES, "{what}");
        let mut turns: Vec<Option<&Turn>> =
            found.lines.iter().map(|line| line.turns.first()).collect();
        turns.sort_by_key(|turn| turn.map(ToString::to_string));
        turns.dedup();
        assert_eq!(turns.len(), LINES, "{what}");
        // The first line is not compared: it has the final score of the search. The others have the
        // scores of their last reports, which can be higher.
        for pair in found.lines[1..].windows(2) {
            let (one, next) = (&pair[0], &pair[1]);
            assert!(one.depth >= next.depth, "{what}");
            assert!(one.depth > next.depth || one.score >= next.score, "{what}");
        }
    }
}

#[test]
fn an_interrupted_search_keeps_all_its_lines() {
    for nodes in [2_000, 5_000, 11_000, 23_000] {
        for variant in games::built_in() {
            variant.dispatch(Look(nodes));
        }
    }
}
