//! The branches of a node in the proof-number search: the value of the node, and the branch to
//! search next.

use super::numbers::{ProofNumbers, reduced, slightly_more, sum};
use super::table::NodeValue;
use crate::board::{Key, Turn};

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
    /// The key of the position after it.
    pub(super) key: Key,
    /// The value of the position after it.
    pub(super) value: NodeValue,
}

/// An unexpanded OR node has the disproof number 1, plus 1 for every
/// `TURNS_PER_POSITION` turns.
const TURNS_PER_POSITION: usize = 8;

/// The numbers of an unexpanded node with this many turns. The fewer replies the loser has, the
/// easier the proof is. The fewer turns the winner has, the easier the disproof is.
pub(super) const fn first_numbers(kind: NodeKind, turns: usize) -> ProofNumbers {
    match kind {
        NodeKind::Or => ProofNumbers {
            proof: 1,
            disproof: (1 + turns / TURNS_PER_POSITION) as u32,
        },
        NodeKind::And => ProofNumbers {
            proof: turns as u32,
            disproof: 1,
        },
    }
}

/// The value of a node with these branches.
pub(super) fn node_value(kind: NodeKind, branches: &[Branch]) -> NodeValue {
    match kind {
        NodeKind::Or => or_value(branches),
        NodeKind::And => and_value(branches),
    }
}

/// The value of an OR node. Its disproof number is the largest disproof number of its open
/// branches, plus 1 for each other open branch (Ueda, Hashimoto, Hashimoto and Iida, *Weak
/// proof-number search*, 2008). The sum of all disproof numbers would be too large: one defence
/// often refutes many turns.
fn or_value(branches: &[Branch]) -> NodeValue {
    let mut numbers = ProofNumbers::DISPROVEN;
    let mut open = 0;
    for branch in branches {
        match branch.value {
            NodeValue::Won { turns, .. } => {
                return NodeValue::Won {
                    turns: turns + 1,
                    first: Some(branch.turn),
                };
            }
            NodeValue::NotWon => {}
            NodeValue::Open(child) => {
                numbers.proof = numbers.proof.min(child.proof);
                numbers.disproof = numbers.disproof.max(child.disproof);
                open += 1;
            }
        }
    }
    if open == 0 {
        return NodeValue::NotWon;
    }
    numbers.disproof = sum(numbers.disproof, open - 1);
    NodeValue::Open(numbers)
}

/// The value of an AND node. Its proof number is the sum of the proof numbers of its branches.
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

/// An open node whose numbers are below its thresholds.
#[derive(Clone, Copy)]
pub(super) struct OpenNode {
    /// Which player is to play.
    pub(super) kind: NodeKind,
    /// Its numbers.
    pub(super) numbers: ProofNumbers,
    /// Its thresholds.
    pub(super) threshold: ProofNumbers,
}

/// The branch to search next.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Selection {
    /// Its index among the branches.
    pub(super) index: usize,
    /// Its thresholds.
    pub(super) threshold: ProofNumbers,
}

impl OpenNode {
    /// Selects the open branch with the smallest number: the proof number in an OR node, the
    /// disproof number in an AND node. For this comparison, each thread that searches below a
    /// branch adds 1 to the number of the branch, so threads spread over the branches.
    ///
    /// Because of these additions, a number of the selected branch may have reached its threshold.
    /// Then the search of the branch could end without any change, so this method selects again
    /// without the additions.
    pub(super) fn select(
        &self,
        branches: &[Branch],
        threads_below: impl Fn(&Branch) -> u32,
    ) -> Selection {
        let selection = self.best(branches, threads_below);
        let numbers = branches[selection.index].value.numbers();
        if numbers.below(selection.threshold) {
            selection
        } else {
            self.best(branches, |_| 0)
        }
    }

    /// The open branch with the smallest number, and its thresholds.
    fn best(&self, branches: &[Branch], threads_below: impl Fn(&Branch) -> u32) -> Selection {
        let (mut best, mut second) = (ProofNumbers::INFINITE, ProofNumbers::INFINITE);
        let (mut index, mut open) = (0, 0);
        for (candidate, branch) in branches.iter().enumerate() {
            let NodeValue::Open(numbers) = branch.value else {
                continue;
            };
            open += 1;
            let number = match self.kind {
                NodeKind::Or => numbers.proof,
                NodeKind::And => numbers.disproof,
            };
            let number = sum(number, threads_below(branch));
            if number < best {
                second = best;
                index = candidate;
                best = number;
            } else if number < second {
                second = number;
            }
        }
        let until_second = slightly_more(second);
        let threshold = match self.kind {
            NodeKind::Or => ProofNumbers {
                proof: self.threshold.proof.min(until_second),
                disproof: reduced(self.threshold.disproof, open - 1),
            },
            NodeKind::And => {
                let branch = branches[index].value.numbers();
                let others = self.numbers.proof.saturating_sub(branch.proof);
                ProofNumbers {
                    proof: reduced(self.threshold.proof, others),
                    disproof: self.threshold.disproof.min(until_second),
                }
            }
        };
        Selection { index, threshold }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::{Act, Square, TurnFields};

    /// Open branches with these proof and disproof numbers. Their keys are 0, 1, 2 and so on.
    fn branches<const N: usize>(numbers: [(u32, u32); N]) -> Vec<Branch> {
        let fields = TurnFields::new(Act::Move, Square::E2, Square::E4);
        let turn = Turn::new(fields).expect("a turn");
        let branch = |(key, (proof, disproof))| Branch {
            turn,
            key,
            value: NodeValue::Open(ProofNumbers { proof, disproof }),
        };
        (0..).zip(numbers).map(branch).collect()
    }

    #[test]
    fn an_and_node_adds_the_proof_numbers_but_an_or_node_does_not_add_the_disproof_numbers() {
        let branches = branches([(5, 20), (3, 30), (9, 10)]);
        let numbers = |kind| {
            let ProofNumbers { proof, disproof } = node_value(kind, &branches).numbers();
            (proof, disproof)
        };
        assert_eq!(numbers(NodeKind::Or), (3, 32));
        assert_eq!(numbers(NodeKind::And), (17, 10));
    }

    fn open_node(kind: NodeKind, branches: &[Branch], threshold: u32) -> OpenNode {
        OpenNode {
            kind,
            numbers: node_value(kind, branches).numbers(),
            threshold: ProofNumbers {
                proof: threshold,
                disproof: threshold,
            },
        }
    }

    #[test]
    fn the_threshold_of_a_branch_leaves_room_for_the_other_branches() {
        let branches = branches([(5, 20), (3, 30), (9, 10)]);
        let selected = |kind| {
            let Selection { index, threshold } =
                open_node(kind, &branches, 100).select(&branches, |_| 0);
            (index, threshold.proof, threshold.disproof)
        };
        // 7: slightly more than 5, the second best proof number. 98: 100 - 2 other branches.
        assert_eq!(selected(NodeKind::Or), (1, 7, 98));
        // 92: 100 - (5 + 3), the proof numbers of the other branches. 26: slightly more than 20,
        // the second best disproof number.
        assert_eq!(selected(NodeKind::And), (2, 92, 26));
    }

    #[test]
    fn a_thread_avoids_a_branch_below_which_others_search() {
        let branches = branches([(5, 1), (3, 1), (9, 1)]);
        let node = open_node(NodeKind::Or, &branches, 100);
        let selected = |threads: u32| {
            let below = |branch: &Branch| if branch.key == 1 { threads } else { 0 };
            node.select(&branches, below).index
        };
        assert_eq!([0, 1, 3].map(selected), [1, 1, 0]);
    }

    #[test]
    fn the_selected_branch_is_below_its_thresholds_whatever_other_threads_search() {
        for (kind, numbers) in [
            (NodeKind::Or, [(6, 1), (5, 1)]),
            (NodeKind::And, [(1, 6), (1, 5)]),
        ] {
            let branches = branches(numbers);
            let node = open_node(kind, &branches, 6);
            for threads in 0..4 {
                let below = |branch: &Branch| if branch.key == 1 { threads } else { 0 };
                let Selection { index, threshold } = node.select(&branches, below);
                assert!(
                    branches[index].value.numbers().below(threshold),
                    "{threads}"
                );
            }
        }
    }
}
