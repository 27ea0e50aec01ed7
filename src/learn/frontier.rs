//! Positions at the frontier of a search tree, near its leaves.
//!
//! Random lines from the root of a search find such positions. All positions of a line after the
//! root are in the transposition table, and no turn of the line ends the game. The line ends at a
//! frontier position, or after `MAX_PLIES`. A position is at the frontier in two cases:
//!
//! - The depth of its table entry is at most 1.
//! - It has no successor in the table, apart from successors in which the game is over.
//!
//! Frontier positions are found in the table, so the search needs no code to record them.

use rand::Rng;
use rand::seq::IndexedRandom;

use super::line::Line;
use crate::rules::Rules;
use crate::search::Search;

/// The maximum length of a line from the root, in plies. The table may hold a cycle of positions.
/// Without this limit, only the draw rules would end a line in the cycle.
const MAX_PLIES: usize = 100;

/// Continues a copy of the line `root` at random, to a frontier position or by `MAX_PLIES` plies.
/// `root` ends in the position that `search` has just searched. The transposition table may also
/// have entries of earlier searches, so the copy may leave the tree of this search.
pub(super) fn frontier<R: Rules>(
    search: &Search<R>,
    root: &Line<R>,
    random: &mut impl Rng,
) -> Line<R> {
    let mut line = root.clone();
    for _ in 0..MAX_PLIES {
        if search
            .stored_depth(line.position())
            .is_some_and(|depth| depth <= 1)
        {
            break;
        }
        let turns = line.position().turns().into_iter();
        let searched: Vec<Line<R>> = turns
            .filter(|&turn| search.stored_depth(&line.position().play(turn)).is_some())
            .filter_map(|turn| line.after(turn))
            .collect();
        match searched.choose(random) {
            Some(next) => line = next.clone(),
            None => break,
        }
    }
    line
}

#[cfg(test)]
mod tests {
    use rand::SeedableRng;
    use rand_chacha::ChaCha8Rng;

    use super::*;
    use crate::games::{self, TypedGame, Visitor};
    use crate::search::{Control, Limits};

    /// Searches the start position and follows 20 random lines from it. Asserts that the last
    /// position of each line is in the table and at the frontier, and that the game is not over.
    struct CheckFrontier;

    impl Visitor for CheckFrontier {
        type Output = ();

        fn visit<R: Rules>(self, game: TypedGame<R>) {
            let root = Line::<R>::starting_at(game.start_position(0));
            let mut search = Search::new(game.search_options());
            let limits = Limits {
                nodes: Some(2000),
                ..Limits::default()
            };
            search.go(root.root(), &limits, &Control::default(), &mut |_| {});
            let mut random = ChaCha8Rng::seed_from_u64(1);
            for _ in 0..20 {
                let line = frontier(&search, &root, &mut random);
                let depth = search.stored_depth(line.position());
                let depth = depth.unwrap_or_else(|| panic!("{game}: {line:?}"));
                let mut turns = line.position().turns().into_iter();
                let has_successor = turns.any(|turn| {
                    let child = line.after(turn);
                    child.is_some_and(|child| search.stored_depth(child.position()).is_some())
                });
                assert!(depth <= 1 || !has_successor, "{game}: {depth} {line:?}");
                assert!(!line.is_over(), "{game}: {line:?}");
            }
        }
    }

    #[test]
    fn a_frontier_position_has_at_most_depth_1_or_no_successor_in_the_table() {
        for game in games::built_in() {
            game.dispatch(CheckFrontier);
        }
    }
}
