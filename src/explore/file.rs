//! The file of a tree. The first line has the terms: what the searches depend on, such as the node
//! limit. Then comes a line for each searched position. Every line has a checksum.

use std::ops::RangeInclusive;
use std::path::Path;

use super::node::Node;
use super::terms::TreeTerms;
use crate::files::checksum::VerifiedLine;
use crate::games::Game;
use crate::tournament::journal::{
    Contents, DamagedLine, DamagedLines, Journal, JournalError, LineReader, read_contents,
};

/// An open file of a tree, to which searched positions are appended.
#[derive(Debug)]
pub struct TreeFile {
    journal: Journal<Node>,
}

/// The file of a tree and what it holds.
#[derive(Debug)]
pub struct OpenTree {
    /// The file.
    pub file: TreeFile,
    /// The searched positions in the order of the file.
    pub nodes: Vec<Node>,
    /// The lines that were damaged. The file no longer has them.
    pub dropped: Vec<DamagedLine>,
}

/// Reads the lines after the first one.
#[derive(Debug)]
struct NodeReader {
    game: &'static Game,
}

impl LineReader for NodeReader {
    type Entry = Node;

    fn read(&self, line: &str) -> Result<Node, String> {
        Node::read(self.game, line)
    }

    /// An empty range, because the lines of a tree have no game numbers. In a journal of games, two
    /// lines with the same game number count as damaged. A tree may have two lines with the same
    /// position.
    #[expect(clippy::reversed_empty_ranges, reason = "the range has to be empty")]
    fn games(&self, _: &Node) -> RangeInclusive<usize> {
        1..=0
    }
}

impl TreeFile {
    /// Creates the file of a new tree.
    ///
    /// # Errors
    ///
    /// If the file exists already or cannot be written.
    pub fn create(path: &Path, terms: &TreeTerms) -> Result<OpenTree, JournalError> {
        Ok(OpenTree {
            file: Self {
                journal: Journal::create(path, terms)?,
            },
            nodes: Vec::new(),
            dropped: Vec::new(),
        })
    }

    /// Opens the file of a tree with these terms, and removes its damaged lines. Creates the file
    /// if there is none.
    ///
    /// # Errors
    ///
    /// If the first line is damaged or has other terms, if another program is writing the file, or
    /// if the file cannot be read or written.
    pub fn resume(
        game: &'static Game,
        path: &Path,
        terms: &TreeTerms,
    ) -> Result<OpenTree, JournalError> {
        let open = |line: VerifiedLine<'_>| terms.check(line).map(|()| NodeReader { game });
        let (journal, contents) = Journal::resume(path, terms, DamagedLines::Drop, open)?;
        let Contents {
            entries, damaged, ..
        } = contents;
        Ok(OpenTree {
            file: Self { journal },
            nodes: entries,
            dropped: damaged,
        })
    }

    /// Appends a searched position. When the function returns, the position is on the disk.
    ///
    /// # Errors
    ///
    /// If the position cannot be written.
    pub fn append(&mut self, node: &Node) -> Result<(), JournalError> {
        self.journal.append(node)
    }
}

/// Reads the file of a tree, even while another program writes it. Returns the searched positions
/// and the damaged lines.
///
/// # Errors
///
/// If the file cannot be read or has no complete line, or if the first line is damaged or has other
/// terms.
pub fn read_tree(
    game: &'static Game,
    path: &Path,
    terms: &TreeTerms,
) -> Result<(Vec<Node>, Vec<DamagedLine>), JournalError> {
    let open = |line: VerifiedLine<'_>| terms.check(line).map(|()| NodeReader { game });
    let contents = read_contents(path, open)?;
    if contents.reader.is_none() {
        return Err(JournalError::NoFirstLine(path.to_owned()));
    }
    Ok((contents.entries, contents.damaged))
}
