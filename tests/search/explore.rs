//! Trees of best play: growth, interruption, damage and merging.

use std::fs;
use std::path::Path;
use std::sync::atomic::{AtomicBool, Ordering};

use reviver::explore::{
    Growth, GrowthEnd, OpenTree, Tree, TreeFile, TreeTerms, explorer, read_tree,
};
use reviver::files::checksum::object_with_checksum;
use reviver::games::Game;
use reviver::tournament::journal::JournalError;
use reviver::tournament::schedule::Shard;
use tempfile::TempDir;

use crate::common::some_game;

/// What a test grows: one shard of a small tree, in the file `path`, up to `size` positions.
#[derive(Clone, Copy)]
struct Part<'a> {
    path: &'a Path,
    size: usize,
    shard: &'a str,
}

fn terms(game: &'static Game) -> TreeTerms {
    TreeTerms::new(game, 200, 3)
}

/// Opens the file of a tree and reads the tree. Creates the file if there is none.
fn resumed(game: &'static Game, path: &Path) -> (Tree, OpenTree) {
    let opened = TreeFile::resume(game, path, &terms(game)).expect("a tree");
    let mut tree = Tree::new(game, 10);
    for node in &opened.nodes {
        tree.insert(node.clone());
    }
    (tree, opened)
}

/// Grows the tree of a file.
fn grown(game: &'static Game, part: Part<'_>) -> Tree {
    let (mut tree, mut opened) = resumed(game, part.path);
    let growth = Growth {
        size: part.size,
        shard: part.shard.parse().expect("a shard"),
        halt: &AtomicBool::new(false),
    };
    let mut explorer = explorer(game, &terms(game));
    let end = growth.grow(&mut tree, &mut *explorer, &mut opened.file, &mut |_| {});
    assert_eq!(end.expect("written"), GrowthEnd::Grown);
    tree
}

fn whole(path: &Path, size: usize) -> Part<'_> {
    let shard = "1/1";
    Part { path, size, shard }
}

#[test]
fn an_interrupted_tree_grows_on_as_if_it_had_not_been_interrupted() {
    let game = some_game();
    let folder = TempDir::new().expect("a folder");
    let (one, two) = (folder.path().join("one"), folder.path().join("two"));
    let tree = grown(game, whole(&one, 25));
    assert_eq!(tree.len(), 25);

    // Grows the same tree in another file, stops early, and cuts off a part of the last line.
    let (mut stopped, mut opened) = resumed(game, &two);
    let halt = AtomicBool::new(false);
    let growth = Growth {
        size: 25,
        shard: Shard::WHOLE,
        halt: &halt,
    };
    let mut explorer = explorer(game, &terms(game));
    let end = growth.grow(
        &mut stopped,
        &mut *explorer,
        &mut opened.file,
        &mut |tree: &Tree| halt.store(tree.len() == 11, Ordering::Relaxed),
    );
    assert_eq!(end.expect("written"), GrowthEnd::Halted);
    assert_eq!(stopped.len(), 11);
    drop(opened);
    let text = fs::read_to_string(&two).expect("a text");
    assert_eq!(text.lines().count(), 12);
    fs::write(&two, &text[..text.len() - 20]).expect("written");
    let again = grown(game, whole(&two, 25));
    assert_eq!(again.book(25), tree.book(25));
    assert_eq!(again.main_line(), tree.main_line());
    assert_eq!(
        fs::read(&one).expect("a file"),
        fs::read(&two).expect("a file")
    );
}

#[test]
fn a_damaged_line_is_named_and_its_position_is_searched_again() {
    let game = some_game();
    let folder = TempDir::new().expect("a folder");
    let path = folder.path().join("tree");
    let tree = grown(game, whole(&path, 12));
    let text = fs::read_to_string(&path).expect("a text");
    let lines: Vec<&str> = text.lines().collect();
    // Damages the line of the position that was added last. Without this line, the tree adds the
    // same position next.
    let last = lines.last().expect("a line");
    let damaged = last.replace("\"ply\":", "\"ply\":1");
    fs::write(&path, text.replace(last, &damaged)).expect("written");

    let (nodes, read) = read_tree(game, &path, &terms(game)).expect("read");
    assert_eq!((nodes.len(), read.len()), (11, 1));
    assert!(
        read[0]
            .to_string()
            .starts_with(&format!("line {}: the line is damaged", lines.len())),
        "{}",
        read[0]
    );
    let (_, opened) = resumed(game, &path);
    assert_eq!(opened.dropped, read);
    drop(opened);
    let again = grown(game, whole(&path, 12));
    assert_eq!(again.book(12), tree.book(12));

    let other = TreeTerms::new(game, 201, 3);
    let refused = read_tree(game, &path, &other).expect_err("other terms");
    assert!(
        refused.to_string().contains("other values of: nodes;"),
        "{refused}"
    );
    fs::write(&path, "nothing\n").expect("written");
    let refused = TreeFile::resume(game, &path, &terms(game)).expect_err("no tree");
    assert!(refused.to_string().contains("line 1: "), "{refused}");
    let exists = TreeFile::create(&path, &terms(game)).expect_err("it exists");
    assert!(matches!(exists, JournalError::Exists(_)), "{exists}");
}

#[test]
fn the_union_of_shards_does_not_depend_on_their_order() {
    let game = some_game();
    let folder = TempDir::new().expect("a folder");
    let mut union = Tree::new(game, 10);
    let mut reversed = Tree::new(game, 10);
    let mut all = Vec::new();
    for (name, shard) in [("one", "1/2"), ("two", "2/2")] {
        let path = folder.path().join(name);
        let path = path.as_path();
        grown(
            game,
            Part {
                path,
                size: 20,
                shard,
            },
        );
        all.extend(read_tree(game, path, &terms(game)).expect("read").0);
    }
    for node in &all {
        union.insert(node.clone());
    }
    for node in all.iter().rev() {
        reversed.insert(node.clone());
    }
    assert!(union.len() > 30 && union.len() < 40, "{}", union.len());
    assert_eq!(union.book(40), reversed.book(40));
    assert_eq!(union.main_line(), reversed.main_line());
    assert_eq!(union.book(1)[0].setup, game.start(0));
    assert_eq!(union.book(1)[0].entry.positions, union.len() as u64 - 1);
}

#[test]
fn a_line_with_an_impossible_ply_is_damaged() {
    let game = some_game();
    let folder = TempDir::new().expect("a folder");
    let path = folder.path().join("tree");
    grown(game, whole(&path, 2));
    let text = fs::read_to_string(&path).expect("a text");
    let last = text.lines().last().expect("a line");
    let (fields, _) = last.rsplit_once(",\"crc32\"").expect("a checksum");
    let forged = fields.replace("\"ply\":1,", "\"ply\":4294967295,");
    assert_ne!(forged, fields);
    let forged = object_with_checksum(&format!("{forged}}}"));
    fs::write(&path, text.replace(last, &forged)).expect("written");
    let (nodes, damaged) = read_tree(game, &path, &terms(game)).expect("read");
    assert_eq!((nodes.len(), damaged.len()), (1, 1));
    let reason = damaged[0].to_string();
    assert!(
        reason.contains("the ply 4294967295 is greater than 1000000"),
        "{reason}"
    );
}
