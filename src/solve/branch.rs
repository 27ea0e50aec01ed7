//! The branches of a node in the proof-number search: the value of the node, and the branch to
//! search next.

use super::numbers::{ProofNumbers, share, slightly_more, sum};
use super::table::NodeValue;
use crate::board::Turn;

/// Which player is to play in a node of the AND/OR tree.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum NodeKind {
    /// The winner: one winning turn is enough.
    Or,
    /// The loser: the winner must have an answer to every turn.
    And,
}

/// A turn and the value of the position after it.
#[derive(Clone, Copy)]
pub(super) struct Branch {
    /// The turn.
    pub(super) turn: Turn,
    /// The value of the position after it.
    pub(super) value: NodeValue,
}

/// The value of a node with these branches.
pub(super) fn node_value(kind: NodeKind, branches: &[Branch]) -> NodeValue {
    match kind {
        NodeKind::Or => or_value(branches),
        NodeKind::And => and_value(branches),
    }
}

fn or_value(branches: &[Branch]) -> NodeValue {
    let mut numbers = ProofNumbers::DISPROVEN;
    for branch in branches {
        if let NodeValue::Won { turns, .. } = branch.value {
            return NodeValue::Won {
                turns: turns + 1,
                first: Some(branch.turn),
            };
        }
        let child = branch.value.numbers();
        numbers.proof = numbers.proof.min(child.proof);
        numbers.disproof = sum(numbers.disproof, child.disproof);
    }
    if numbers.is_disproven() {
        NodeValue::NotWon
    } else {
        NodeValue::Open(numbers)
    }
}

fn and_value(branches: &[Branch]) -> NodeValue {
    let mut numbers = ProofNumbers::PROVEN;
    let mut longest = 0;
    for branch in branches {
        match branch.value {
            NodeValue::Won { turns, .. } => longest = longest.max(turns),
            NodeValue::NotWon => return NodeValue::NotWon,
            NodeValue::Open(child) => {
                numbers.proof = sum(numbers.proof, child.proof);
                numbers.disproof = numbers.disproof.min(child.disproof);
            }
        }
    }
    if numbers.is_proven() {
        NodeValue::Won {
            turns: longest,
            first: None,
        }
    } else {
        NodeValue::Open(numbers)
    }
}

/// The branch to search next.
pub(super) struct Selection {
    /// Its index among the branches.
    pub(super) index: usize,
    /// The proof number (in an OR node) or the disproof number (in an AND node) of the second best
    /// branch.
    second: u32,
}

impl Selection {
    /// Selects the open branch with the smallest proof number in an OR node, and the one with the
    /// smallest disproof number in an AND node.
    pub(super) fn best(kind: NodeKind, branches: &[Branch]) -> Self {
        let mut best = ProofNumbers::INFINITE;
        let mut selection = Selection {
            index: 0,
            second: ProofNumbers::INFINITE,
        };
        for (index, branch) in branches.iter().enumerate() {
            let NodeValue::Open(numbers) = branch.value else {
                continue;
            };
            let number = match kind {
                NodeKind::Or => numbers.proof,
                NodeKind::And => numbers.disproof,
            };
            if number < best {
                selection.second = best;
                selection.index = index;
                best = number;
            } else if number < selection.second {
                selection.second = number;
            }
        }
        selection
    }

    /// The thresholds for the selected branch, which has the numbers `branch`. The node above it has
    /// the thresholds `threshold` and the numbers `total`.
    pub(super) fn threshold(
        &self,
        kind: NodeKind,
        threshold: ProofNumbers,
        total: ProofNumbers,
        branch: ProofNumbers,
    ) -> ProofNumbers {
        let until_second = slightly_more(self.second);
        match kind {
            NodeKind::Or => ProofNumbers {
                proof: threshold.proof.min(until_second),
                disproof: share(threshold.disproof, total.disproof, branch.disproof),
            },
            NodeKind::And => ProofNumbers {
                proof: share(threshold.proof, total.proof, branch.proof),
                disproof: threshold.disproof.min(until_second),
            },
        }
    }
}
