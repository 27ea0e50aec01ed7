//! The variations of a game as a flat list, so that a client need not read nested lists.
//!
//! The turns of the game are numbered from 1, and the numbers of the list continue these numbers:
//! after a game of 10 turns, the first turn of the list is number 11. Each turn of the list gives
//! the number of the turn that it follows, or 0 for the start. Turns that follow the same turn are
//! alternatives.

use serde::{Deserialize, Serialize};
use thiserror::Error;

use crate::board::Turn;
use crate::notation::{TurnError, turn};
use crate::record::{Comment, MAX_VARIATION_DEPTH, RecordedTurn};
use crate::rules::{Illegality, Rules};

/// A turn of a variation.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct VariationTurn {
    /// The number of the turn that this turn follows, or 0 for the start.
    pub(super) after: usize,
    /// The turn.
    pub(super) turn: String,
    /// A comment on it, or an empty text.
    #[serde(default)]
    pub(super) comment: String,
}

/// What is wrong with a turn of a variation.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
pub enum VariationError {
    /// `after` is neither 0 nor the number of an earlier turn.
    #[error(
        "the field 'after' is {0}, but it must be 0 or the number of an earlier turn of the game or of this list"
    )]
    After(usize),
    /// Its text is not a turn.
    #[error(transparent)]
    Turn(#[from] TurnError),
    /// It is not legal.
    #[error("{turn} is not legal: {illegality}")]
    Illegal {
        /// The turn.
        turn: Turn,
        /// The rule that it breaks.
        illegality: Illegality,
    },
    /// Variations are nested too deep.
    #[error("variations are nested more than {MAX_VARIATION_DEPTH} deep")]
    TooDeep,
}

/// The variations of a game as a list.
pub(super) fn listed(turns: &[RecordedTurn]) -> Vec<VariationTurn> {
    let mut list = Vec::new();
    let game = Line {
        turns,
        first: 1,
        before: 0,
    };
    add_variations(&mut list, game, turns.len());
    list
}

/// A line whose turns are numbered.
struct Line<'a> {
    turns: &'a [RecordedTurn],
    /// The number of the first turn. The second turn has the number `first + 1`, and so on.
    first: usize,
    /// The number of the turn that the line follows, or 0 for the start.
    before: usize,
}

/// Adds the variations of a line. `count` is the number of turns of the game.
fn add_variations(list: &mut Vec<VariationTurn>, line: Line<'_>, count: usize) {
    for (index, recorded) in line.turns.iter().enumerate() {
        let before = match index {
            0 => line.before,
            _ => line.first + index - 1,
        };
        for turns in &recorded.variations {
            let first = count + list.len() + 1;
            for (index, recorded) in turns.iter().enumerate() {
                list.push(VariationTurn {
                    after: if index == 0 {
                        before
                    } else {
                        first + index - 1
                    },
                    turn: recorded.turn.to_string(),
                    comment: recorded
                        .comment
                        .as_ref()
                        .map_or_else(String::new, |comment| comment.text().to_owned()),
                });
            }
            let variation = Line {
                turns,
                first,
                before,
            };
            add_variations(list, variation, count);
        }
    }
}

/// A turn with the turns that follow it.
struct Node<R> {
    recorded: RecordedTurn,
    /// The position after the turn.
    position: R,
    /// The indices of the nodes that follow it.
    next: Vec<usize>,
}

/// The turns of a game with the variations of a list. If turns of the list follow the last turn of
/// the game, the first of them continues the game, and the others begin variations.
///
/// # Errors
///
/// The place of the wrong turn in the list, counted from 1, and what is wrong with the turn. If
/// variations are nested too deep, the place is that of the last turn of the list.
pub(super) fn with_variations<R: Rules>(
    start: &R,
    turns: Vec<RecordedTurn>,
    list: &[VariationTurn],
) -> Result<Vec<RecordedTurn>, (usize, VariationError)> {
    let mut tree = Tree {
        start,
        at_start: Vec::new(),
        nodes: Vec::with_capacity(turns.len() + list.len()),
    };
    for (after, recorded) in turns.into_iter().enumerate() {
        tree.add(after, recorded);
    }
    for (number, turn) in (1..).zip(list) {
        let recorded = variation_turn(start, &tree.nodes, turn).map_err(|error| (number, error))?;
        tree.add(turn.after, recorded);
    }
    let mut at_start = tree.at_start.into_iter();
    match at_start.next() {
        None => Ok(Vec::new()),
        Some(main_line) => line(&mut tree.nodes, main_line, at_start.collect(), 0)
            .ok_or((list.len(), VariationError::TooDeep)),
    }
}

/// The turns of a game and of its variations.
struct Tree<'a, R> {
    start: &'a R,
    /// The indices of the nodes that follow the start.
    at_start: Vec<usize>,
    nodes: Vec<Node<R>>,
}

impl<R: Rules> Tree<'_, R> {
    /// Adds a turn after the turn with the number `after`, or after the start if `after` is 0.
    fn add(&mut self, after: usize, recorded: RecordedTurn) {
        let index = self.nodes.len();
        let before = after
            .checked_sub(1)
            .and_then(|index| self.nodes.get_mut(index));
        let position = match before {
            None => {
                self.at_start.push(index);
                self.start.play(recorded.turn)
            }
            Some(node) => {
                node.next.push(index);
                node.position.play(recorded.turn)
            }
        };
        self.nodes.push(Node {
            recorded,
            position,
            next: Vec::new(),
        });
    }
}

/// Reads a turn of the list. It must be legal.
fn variation_turn<R: Rules>(
    start: &R,
    nodes: &[Node<R>],
    asked: &VariationTurn,
) -> Result<RecordedTurn, VariationError> {
    let position = match asked.after.checked_sub(1) {
        None => start,
        Some(index) => {
            let node = nodes.get(index);
            &node.ok_or(VariationError::After(asked.after))?.position
        }
    };
    let turn = turn::read(R::FORM, &asked.turn)?;
    match position.illegality(turn) {
        Some(illegality) => Err(VariationError::Illegal { turn, illegality }),
        None => Ok(RecordedTurn {
            comment: Comment::new(&asked.comment),
            ..turn.into()
        }),
    }
}

/// The line that begins with the node at index `at`. `alternatives` are the indices of the nodes
/// that are alternatives to this node; a variation begins with each. `None` if variations are
/// nested too deep.
fn line<R>(
    nodes: &mut [Node<R>],
    mut at: usize,
    mut alternatives: Vec<usize>,
    depth: usize,
) -> Option<Vec<RecordedTurn>> {
    if depth > MAX_VARIATION_DEPTH {
        return None;
    }
    let mut turns = Vec::new();
    loop {
        let node = nodes.get_mut(at)?;
        let mut recorded = node.recorded.clone();
        let mut next = std::mem::take(&mut node.next).into_iter();
        for alternative in alternatives {
            let variation = line(nodes, alternative, Vec::new(), depth + 1)?;
            recorded.variations.push(variation);
        }
        turns.push(recorded);
        let Some(following) = next.next() else {
            return Some(turns);
        };
        at = following;
        alternatives = next.collect();
    }
}
