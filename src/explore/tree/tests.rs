//! Tests of trees with scores that the tests choose.

use super::*;
use crate::games::{self, Visitor};
use crate::notation::NativeWords;

/// A test of a game with any rules type.
trait GameTest {
    fn run<R: Rules>(self, game: TypedGame<R>);
}

struct Tested<F>(F);

impl<F: GameTest> Visitor for Tested<F> {
    type Output = ();
    fn visit<R: Rules + NativeWords>(self, game: TypedGame<R>) {
        self.0.run(game);
    }
}

/// The searched node of a position whose first turns have these scores.
fn node<R: Rules>(leaf: Leaf<R>, scores: &[i32]) -> Node<R> {
    let turns = leaf.position.turns();
    let scored: Vec<_> = turns
        .iter()
        .copied()
        .zip(scores.iter().map(|&score| Score(score)))
        .collect();
    Node::new(leaf.position, leaf.ply, &scored)
}

/// Searches the next leaf with these scores, and returns the ply of the leaf.
fn grow<R: Rules>(tree: &mut Tree<R>, scores: &[i32]) -> u32 {
    let leaf = tree.next_leaf(Shard::WHOLE).expect("a leaf");
    let ply = leaf.ply;
    assert_eq!(tree.insert(node(leaf, scores)), Inserted::Stays);
    ply
}

struct Expands;

impl GameTest for Expands {
    fn run<R: Rules>(self, game: TypedGame<R>) {
        let mut tree = Tree::new(game, 10);
        let start: R = game.start_position(0);
        assert!(tree.is_empty() && tree.main_line().is_none());
        assert_eq!(grow(&mut tree, &[50, 45, -900]), 0);
        let first = start.turns()[0];
        let second = start.turns()[1];
        assert_eq!(tree.main_line(), Some((Score(50), vec![first])));
        // The best turn is searched first. The reply is better than expected, so the other turn becomes the
        // best one, and it is searched next.
        assert_eq!(grow(&mut tree, &[80]), 1);
        assert!(tree.contains(&start.play(first)));
        assert_eq!(tree.main_line(), Some((Score(45), vec![second])));
        assert_eq!(grow(&mut tree, &[-60, -70]), 1);
        assert!(tree.contains(&start.play(second)));
        let reply = start.play(second).turns()[0];
        assert_eq!(tree.main_line(), Some((Score(60), vec![second, reply])));
        // The third turn is so bad that longer lines are searched before it.
        for _ in 0..8 {
            let (_, line) = tree.main_line().expect("a line");
            let ply = grow(&mut tree, &[0, -5]);
            assert!(ply > 1, "{line:?}");
        }
        let book = tree.book(3);
        assert_eq!(book.len(), 3);
        assert_eq!(book[0].setup, *start.setup());
        assert_eq!(book[0].entry.positions, 10);
        let best = tree.main_line().expect("a line");
        assert_eq!(
            (book[0].entry.score, book[0].entry.turn),
            (best.0, best.1[0])
        );
    }
}

#[test]
fn the_leaf_that_deviates_least_is_searched_next() {
    games::default_game().dispatch(Tested(Expands));
}

struct Shards;

impl GameTest for Shards {
    fn run<R: Rules>(self, game: TypedGame<R>) {
        let part = |text: &str| text.parse::<Shard>().expect("a shard");
        let mut union = Tree::new(game, 10);
        for (number, shard) in [part("1/2"), part("2/2")].into_iter().enumerate() {
            let mut tree = Tree::<R>::new(game, 10);
            for _ in 0..30 {
                let Some(leaf) = tree.next_leaf(shard) else {
                    break;
                };
                tree.insert(node(leaf.clone(), &[0, 0, 0]));
                union.insert(node(leaf, &[0, 0, 0]));
            }
            let divided = tree.nodes.iter().filter(|node| node.ply == SHARD_PLY);
            let mut keys = divided.map(|node| node.position.key());
            assert!(keys.all(|key| key % 2 == number as u64));
        }
        let whole = union.next_leaf(Shard::WHOLE).expect("a leaf");
        assert!(!union.contains(&whole.position));
    }
}

#[test]
fn shards_divide_the_tree_below_its_first_plies() {
    games::default_game().dispatch(Tested(Shards));
}

#[test]
fn a_forced_end_is_further_away_one_ply_earlier() {
    let win = Score::WIN - 3;
    assert_eq!(one_ply_further(win), Score::WIN - 4);
    assert_eq!(one_ply_further(-win), -Score::WIN + 4);
    assert_eq!(one_ply_further(Score(120)), Score(120));
}
