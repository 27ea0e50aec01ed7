//! `reviver explore`: grows a tree of best play from the start of a game, and makes a book from it.

use std::io::{Write, stdout};
use std::path::{Path, PathBuf};

use super::args::{self, Force, Nodes, Out, Part, Resume, whole_number};
use super::files::{is_same_file, refuse_input, write_file};
use super::meter::Meter;
use super::{Error, interrupt, note};
use crate::book;
use crate::explore::{
    Growth, GrowthEnd, Inserted, OpenTree, Tree, TreeFile, TreeTerms, explorer, is_of_one_run,
    read_tree,
};
use crate::files::Output;
use crate::games::Game;
use crate::record::score_label;
use crate::tournament::journal::{DamagedLine, JournalError};

/// The default number of nodes for each search.
const NODES: u64 = 100_000;

/// The default number of positions at which a tree stops growing.
const TREE_SIZE: usize = 500;

/// Grow a tree of best play from the start of a game, and make a book from it
///
/// Each search scores the best turns of a position. The position that is searched next is the one whose
/// path from the start deviates least from best play. Every searched position is written to the file of
/// --out at once. Ctrl-C ends the program after the present search; --resume continues the tree. --force
/// replaces the file of --book, never that of --out. With --shard, each part of the tree has a file of its own, and
/// --merge joins the parts. The last line on standard output has the number of
/// positions, the score of the start from the view of the player who begins, and the turns of best play.
#[derive(Debug, clap::Args)]
#[command(
    mut_arg("nodes", args::default(NODES)),
    after_help = "Examples:\n  \
    reviver explore ssehc --out ssehc.tree --tree-size 300 --book book.txt\n  \
    reviver explore ssehc --out ssehc.tree --tree-size 600 --resume\n  \
    reviver explore ssehc --out second.tree --shard 2/2\n  \
    reviver explore ssehc --out all.tree --merge first.tree second.tree --book book.txt"
)]
pub(super) struct Args {
    /// The game
    #[arg(value_parser = args::game(), value_name = "GAME")]
    game: &'static Game,
    #[command(flatten)]
    out: Out,
    /// Number of positions at which the tree stops growing [default: 500; with --merge, the size of the merged
    /// tree]
    #[arg(long, value_name = "N")]
    tree_size: Option<usize>,
    #[command(flatten)]
    nodes: Nodes,
    /// Number of turns that the search scores in each position
    #[arg(long, value_name = "N", default_value_t = 4, value_parser = clap::value_parser!(u16).range(1..=500))]
    candidates: u16,
    /// Centipawns that each ply adds to the deviation of a path from best play. A lower value gives longer
    /// lines
    #[arg(long, value_name = "CP", default_value_t = 5)]
    ply_cost: u16,
    #[command(flatten)]
    part: Part,
    /// Add the positions of these trees
    #[arg(long, value_name = "FILE", num_args = 1..)]
    merge: Vec<PathBuf>,
    /// Write a book of the tree to this file
    #[arg(long, value_name = "FILE")]
    book: Option<PathBuf>,
    /// Maximum number of positions in the book
    #[arg(long, value_name = "N", default_value_t = 60, value_parser = whole_number(1..=usize::MAX))]
    most: usize,
    #[command(flatten)]
    resume: Resume,
    #[command(flatten)]
    force: Force,
}

impl Args {
    /// Grows the tree and writes the book.
    pub(super) fn run(self) -> Result<(), Error> {
        let out = self.out.required()?;
        if let Some(book) = &self.book {
            if is_same_file(book, out) {
                return Err(Error::Usage(format!(
                    "--out and --book name the same file, {}: choose another file for the book",
                    book.display()
                )));
            }
            refuse_input(book, self.merge.iter().map(PathBuf::as_path))?;
            Output::check(book, self.force.existing())?;
        }
        let nodes = self.nodes.nodes.unwrap_or(NODES);
        let terms = TreeTerms::new(self.game, nodes, usize::from(self.candidates));
        let (mut tree, mut file) = self.read(&terms)?;
        self.grow(&mut tree, &mut file, &terms)?;
        writeln!(stdout(), "{} positions: {}", tree.len(), main_line(&tree))?;
        self.write_book(&tree, &terms)
    }

    /// Opens the tree of --out, and adds the trees of --merge to the tree and its file.
    fn read(&self, terms: &TreeTerms) -> Result<(Tree, TreeFile), Error> {
        let mut merged = Vec::new();
        for path in &self.merge {
            let (nodes, damaged) = read_tree(self.game, path, terms)?;
            note_damage(path, &damaged, "the line is skipped");
            merged.extend(nodes);
        }
        let OpenTree {
            mut file,
            nodes,
            dropped,
        } = self.open(terms)?;
        let consequence = "the line was dropped, and its position is searched again";
        note_damage(self.out.required()?, &dropped, consequence);
        let mut tree = Tree::new(self.game, self.ply_cost);
        for node in nodes {
            tree.insert(node);
        }
        for node in merged {
            if tree.insert(node.clone()) == Inserted::Stays {
                file.append(&node)?;
            }
        }
        Ok((tree, file))
    }

    /// Grows the tree to [`Self::size`] positions. Stops earlier if no leaf is left or a signal
    /// arrives.
    fn grow(&self, tree: &mut Tree, file: &mut TreeFile, terms: &TreeTerms) -> Result<(), Error> {
        let size = self.size(tree.len());
        let halt = interrupt::flag();
        let growth = Growth {
            size,
            shard: self.part.shard(),
            halt: &halt,
        };
        let mut meter = Meter::new(tree.len() as u64, size as u64, "positions");
        let mut explorer = explorer(self.game, terms);
        let grown = growth.grow(tree, &mut *explorer, file, &mut |tree| {
            meter.set(tree.len() as u64, || main_line(tree));
        });
        meter.finish();
        match grown? {
            GrowthEnd::Grown => {}
            GrowthEnd::NoLeaf => note("No leaf is left to search."),
            GrowthEnd::Halted => {
                return Err(Error::Unfinished(format!(
                    "interrupted at {} of {size} positions; to continue, repeat the command with --resume",
                    tree.len()
                )));
            }
        }
        Ok(())
    }

    /// Opens the file of the tree. Without `--resume`, creates it.
    fn open(&self, terms: &TreeTerms) -> Result<OpenTree, Error> {
        let path = self.out.required()?;
        if self.resume.resume {
            return Ok(TreeFile::resume(self.game, path, terms)?);
        }
        TreeFile::create(path, terms).map_err(|error| match error {
            JournalError::Exists(path) => Error::Failed(format!(
                "{} exists already: --resume continues this tree; for a new tree choose another file \
                 with --out",
                path.display()
            )),
            error => error.into(),
        })
    }

    /// Writes a book of the tree if the command line has `--book`.
    fn write_book(&self, tree: &Tree, terms: &TreeTerms) -> Result<(), Error> {
        let Some(path) = &self.book else {
            return Ok(());
        };
        let lines = tree.book(self.most);
        let (game, size) = (self.game, tree.len());
        let mut comments = vec![format!(
            "{game}: {} of the {size} positions of a tree",
            lines.len()
        )];
        comments.extend(self.book_command(tree, terms));
        comments.push("position ; best turn ; its score ; positions below in the tree".to_owned());
        write_file(path, self.force.existing(), &book::text(&comments, &lines))
    }

    /// The command that makes the same book again, if a single run without --shard and --merge
    /// makes the same tree. Otherwise `None`: this can happen after --shard or --merge, or if the
    /// tree grew with several values of --ply-cost. Also `None` if [`quoted_name`] refuses the name
    /// of the game's file.
    fn book_command(&self, tree: &Tree, terms: &TreeTerms) -> Option<String> {
        if !is_of_one_run(self.game, tree) {
            return None;
        }
        let size = tree.len();
        let Self {
            game,
            most,
            ply_cost,
            ..
        } = self;
        let file = match game.path() {
            None => String::new(),
            Some(path) => format!(" --game {}", quoted_name(path)?),
        };
        let (nodes, candidates) = (terms.nodes(), terms.candidates());
        Some(format!(
            "reviver explore {game}{file} --out {game}.tree --tree-size {size} --nodes {nodes} \
             --candidates {candidates} --ply-cost {ply_cost} --book book.txt --most {most}"
        ))
    }

    /// The size at which the tree stops growing. `merged` is its size after the trees of --merge
    /// are added.
    fn size(&self, merged: usize) -> usize {
        let default = if self.merge.is_empty() {
            TREE_SIZE
        } else {
            merged
        };
        self.tree_size.unwrap_or(default)
    }
}

/// The name of a file without its folder, as a word of a shell. `None` if the name is not Unicode,
/// or contains a control character such as a line break.
fn quoted_name(path: &Path) -> Option<String> {
    let name = path.file_name()?.to_str()?;
    let is_one_line = !name.contains(char::is_control);
    let word = is_one_line.then(|| shlex::try_quote(name).ok()).flatten()?;
    Some(word.into_owned())
}

/// Reports each damaged line of a file, followed by `consequence`.
fn note_damage(path: &Path, lines: &[DamagedLine], consequence: &str) {
    for line in lines {
        note(&format!("{}: {line}; {consequence}", path.display()));
    }
}

/// The score of the start and the turns of the best line, as text.
fn main_line(tree: &Tree) -> String {
    let Some((score, turns)) = tree.main_line() else {
        return "the start is not searched".to_owned();
    };
    let turns = turns.iter().map(|turn| format!(" {turn}"));
    format!("{}{}", score_label(score), turns.collect::<String>())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_name_of_a_file_is_a_word_of_a_shell() {
        for (path, expected) in [
            ("/folder/own.toml", Some("own.toml")),
            ("/folder/my own.toml", Some("'my own.toml'")),
            ("/folder/my\nown.toml", None),
        ] {
            let name = quoted_name(Path::new(path));
            assert_eq!(name.as_deref(), expected, "{path:?}");
        }
    }
}
