//! Tests of trees with scores that the tests choose.

use super::*;
use crate::games::{self, TypedGame, Visitor};
use crate::rules::{Rules, draw::FIFTY_MOVES};

/// Makes a node of a leaf, as if the leaf had been searched. The first legal turns of its position
/// get `scores`. The other turns get no score.
struct Searched<'a> {
    leaf: Leaf,
    scores: &'a [i32],
}

impl Visitor for Searched<'_> {
    type Output = Node;

    fn visit<R: Rules>(self, game: TypedGame<R>) -> Node {
        let position = self.leaf.position(game);
        let turns = position.turns();
        let scores = self.scores.iter().map(|&score| Score(score));
        let scored: Vec<_> = turns.iter().copied().zip(scores).collect();
        Node::new(&position, self.leaf.ply, &scored)
    }
}

/// The searched node of a leaf, in the default game.
fn node(leaf: Leaf, scores: &[i32]) -> Node {
    games::default_game().dispatch(Searched { leaf, scores })
}

/// Adds the next leaf to the tree, as a searched node whose first turns get `scores`.
fn grow(tree: &mut Tree, scores: &[i32]) -> Node {
    let node = node(tree.next_leaf(Shard::WHOLE).expect("a leaf"), scores);
    assert_eq!(tree.insert(node.clone()), Inserted::Stays);
    node
}

#[test]
fn the_leaf_that_deviates_least_is_searched_next() {
    let mut tree = Tree::new(games::default_game(), 10);
    assert!(tree.is_empty() && tree.main_line().is_none());
    let start = grow(&mut tree, &[50, 45, -900]);
    assert_eq!(start.ply, 0);
    let [first, second] = [start.candidates[0], start.candidates[1]];
    assert_eq!(tree.main_line(), Some((Score(50), vec![first.turn])));
    // The position after the best turn is searched first. The opponent's reply scores 80 for the
    // opponent, so the first turn now scores -80. The second turn is now the best turn, and the
    // position after it is searched next.
    assert_eq!(grow(&mut tree, &[80]).key, first.next);
    assert!(tree.contains(first.next) && !tree.contains(second.next));
    assert_eq!(tree.main_line(), Some((Score(45), vec![second.turn])));
    let after_second = grow(&mut tree, &[-60, -70]);
    assert_eq!(after_second.key, second.next);
    let reply = after_second.candidates[0].turn;
    let line = vec![second.turn, reply];
    assert_eq!(tree.main_line(), Some((Score(60), line)));
    // The third turn is so bad that for now only positions after the other two are searched. All
    // of these have a ply above 1. The position after the third turn would have ply 1.
    for _ in 0..8 {
        let (_, line) = tree.main_line().expect("a line");
        assert!(grow(&mut tree, &[0, -5]).ply > 1, "{line:?}");
    }
    let book = tree.book(3);
    assert_eq!(book.len(), 3);
    assert_eq!(book[0].setup, start.setup);
    assert_eq!(book[0].entry.positions, 10);
    let best = tree.main_line().expect("a line");
    assert_eq!(
        (book[0].entry.score, book[0].entry.turn),
        (best.0, best.1[0])
    );
}

#[test]
fn a_start_position_in_which_the_game_is_over_is_not_searched() {
    let definition = "unachess start=7k/5KQ1/8/8/8/8/8/8[] b - - 0 20";
    let game = games::defined("over", definition).expect("a game");
    assert!(Tree::new(game, 10).next_leaf(Shard::WHOLE).is_none());
}

#[test]
fn a_position_in_which_the_game_is_over_by_fifty_moves_is_not_searched() {
    let game = |clock: u16| {
        let kings = "7K/8/8/8/8/8/8/k7[QRRBBNNPPPPPPPPqrrbbnnpppppppp]";
        let definition = format!("unplay-strict start={kings} w - - {clock} 60");
        games::defined(&format!("late-{clock}"), &definition).expect("a game")
    };
    assert!(Tree::new(game(100), 10).next_leaf(Shard::WHOLE).is_none());
    let late = game(99);
    let mut tree = Tree::new(late, 10);
    let scores = [0; 500];
    for _ in 0..30 {
        let leaf = tree.next_leaf(Shard::WHOLE).expect("a leaf");
        let scores = &scores;
        let node = late.dispatch(Searched { leaf, scores });
        assert!(node.setup.halfmove < FIFTY_MOVES, "{}", node.setup);
        tree.insert(node);
    }
    let start = &tree.nodes[0];
    let ends = start.candidates.iter().filter(|turn| turn.ends_game);
    assert!(ends.clone().count() > 0);
    // Insert a node with the key of the position after a turn that ends the game, but with a
    // halfmove clock of 0. This node is not the child of the turn.
    let mut found = node(Leaf::after(start, start.candidates[0].turn), &[0]);
    let end = *ends.clone().next().expect("a turn");
    found.key = end.next;
    found.setup.halfmove = 0;
    tree.insert(found);
    assert_eq!(tree.child(0, &end), None);
}

#[test]
fn shards_divide_the_tree_below_its_first_plies() {
    let part = |text: &str| text.parse::<Shard>().expect("a shard");
    let mut union = Tree::new(games::default_game(), 10);
    for (number, shard) in [part("1/2"), part("2/2")].into_iter().enumerate() {
        let mut tree = Tree::new(games::default_game(), 10);
        for _ in 0..30 {
            let Some(leaf) = tree.next_leaf(shard) else {
                break;
            };
            tree.insert(node(leaf, &[0, 0, 0]));
            union.insert(node(leaf, &[0, 0, 0]));
        }
        let mut divided = tree.nodes.iter().filter(|node| node.ply == SHARD_PLY);
        assert!(divided.clone().count() > 0);
        assert!(divided.all(|node| node.key % 2 == number as u64));
    }
    // Together the shards have searched every position at `SHARD_PLY`.
    let parents = union.nodes.iter().filter(|node| node.ply == SHARD_PLY - 1);
    let mut children = parents.flat_map(|node| &node.candidates);
    assert!(children.all(|child| union.contains(child.next)));
}

#[test]
fn a_forced_end_is_further_away_one_ply_earlier() {
    let win = Score::WIN - 3;
    assert_eq!(one_ply_further(win), Score::WIN - 4);
    assert_eq!(one_ply_further(-win), -Score::WIN + 4);
    assert_eq!(one_ply_further(Score(120)), Score(120));
    assert_eq!(one_ply_further(Score::FORCED), Score::FORCED);
    assert_eq!(one_ply_further(-Score::FORCED), -Score::FORCED);
}
