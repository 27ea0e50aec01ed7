//! Depth-first proof-number search (Nagai, *Df-pn algorithm for searching AND/OR trees*, 2002) with
//! a limit on the number of the winner's turns.
//!
//! This limit makes the tree finite and free of cycles: each turn of the winner reduces the number
//! of turns left by one. The fifty-move rule can make the value of a position depend on the path.
//! If this rule can apply within the turns left, the table key (`Node::key`) includes two more
//! values: the halfmove clock, and whether a win by this rule counts (`ClockWin`). Repetition is
//! ignored: see [`Solver::proof`](super::Solver::proof).

use std::ops::ControlFlow;

use super::branch::{Branch, NodeKind, OpenNode, first_numbers, node_value};
use super::claim::SolveProgress;
use super::node::Node;
use super::numbers::ProofNumbers;
use super::shared::SharedSearch;
use super::table::NodeValue;
use crate::board::{Key, Turn, TurnList};
use crate::rules::draw::FIFTY_MOVES;
use crate::rules::{Rules, Seat};

/// Nodes between two checks of the limits.
const POLL_INTERVAL: u64 = 1 << 10;
/// Nodes between two reports.
const REPORT_INTERVAL: u64 = 1 << 17;

/// One thread of a search.
pub(super) struct Worker<'a> {
    shared: &'a SharedSearch<'a>,
    /// Nodes of this thread so far.
    nodes: u64,
    /// The nodes of this thread that `shared` has counted.
    nodes_counted: u64,
    next_poll: u64,
    next_report: u64,
    root_numbers: ProofNumbers,
    /// Plies between the root and the current node.
    ply: u32,
    listen: &'a mut dyn FnMut(SolveProgress),
}

impl<'a> Worker<'a> {
    /// A thread of a search, before its first node.
    pub(super) fn new(
        shared: &'a SharedSearch<'a>,
        listen: &'a mut dyn FnMut(SolveProgress),
    ) -> Self {
        Self {
            shared,
            nodes: 0,
            nodes_counted: 0,
            next_poll: 0,
            next_report: shared.nodes() + REPORT_INTERVAL,
            root_numbers: ProofNumbers {
                proof: 1,
                disproof: 1,
            },
            ply: 0,
            listen,
        }
    }

    /// The value of the root before it is expanded.
    pub(super) fn root_value<R: Rules>(&mut self, root: Node<'_, R>) -> NodeValue {
        let value = self.first_value(root, root.key(self.shared.claim));
        self.count_nodes();
        value
    }

    /// Searches below the root until a thread settles the root (proves or disproves it) or a limit
    /// is reached. The root must be open: neither proven nor disproven.
    pub(super) fn run<R: Rules>(&mut self, root: Node<'_, R>) -> NodeValue {
        let value = self.expand(root, ProofNumbers::UNBOUNDED);
        self.count_nodes();
        self.shared.set_result(value);
        value
    }

    fn kind<R: Rules>(&self, position: &R) -> NodeKind {
        if position.seat() == self.shared.claim.winner {
            NodeKind::Or
        } else {
            NodeKind::And
        }
    }

    /// The value of a node before it is expanded.
    fn first_value<R: Rules>(&mut self, node: Node<'_, R>, key: Key) -> NodeValue {
        let Node {
            position,
            turns,
            clock_win,
        } = node;
        self.nodes += 1;
        if let Some(outcome) = position.immediate_outcome() {
            return self.final_value(outcome.winner);
        }
        if let Some(value) = self.shared.table.probe(key, turns) {
            return value;
        }
        let kind = self.kind(position);
        let count = if turns == 0 {
            usize::from(position.has_turn())
        } else {
            position.count()
        };
        if count == 0 {
            return self.final_value(position.outcome_if_stuck().winner);
        }
        if position.setup().halfmove >= FIFTY_MOVES {
            return self.final_value(clock_win.winner(position));
        }
        if turns > 0 {
            return NodeValue::Open(first_numbers(kind, count));
        }
        if kind == NodeKind::And && self.every_turn_loses(node) {
            return NodeValue::Won {
                turns: 0,
                first: None,
            };
        }
        NodeValue::NotWon
    }

    /// The value of a position in which the game is over. `winner` is `None` for a draw, and for a
    /// win by the fifty-move rule that the solver does not count.
    fn final_value(&self, winner: Option<Seat>) -> NodeValue {
        if winner == Some(self.shared.claim.winner) {
            NodeValue::Won {
                turns: 0,
                first: None,
            }
        } else {
            NodeValue::NotWon
        }
    }

    /// Whether every turn of the loser ends the game with a loss. After a turn the loser may be to
    /// play again. Then every turn in the new position must end the game with a loss.
    fn every_turn_loses<R: Rules>(&self, node: Node<'_, R>) -> bool {
        let position = node.position;
        let loses = |turn: Turn| {
            let after = position.play(turn);
            let winner = match after.outcome() {
                Some(outcome) => outcome.winner,
                None if after.setup().halfmove >= FIFTY_MOVES => {
                    node.clock_win.after(position, &after).winner(&after)
                }
                None if after.seat() == position.seat() => {
                    return self.every_turn_loses(node.child(&after, node.turns));
                }
                None => None,
            };
            winner == Some(self.shared.claim.winner)
        };
        position
            .generate(&mut |set| {
                if set.turns().all(loses) {
                    ControlFlow::Continue(())
                } else {
                    ControlFlow::Break(())
                }
            })
            .is_continue()
    }

    /// Searches below a node until it is settled, one of its numbers reaches its threshold, or the
    /// search must stop.
    fn expand<R: Rules>(&mut self, node: Node<'_, R>, threshold: ProofNumbers) -> NodeValue {
        let Node {
            position, turns, ..
        } = node;
        let key = node.key(self.shared.claim);
        let nodes_before = self.nodes;
        let kind = self.kind(position);
        let turns_left = match kind {
            NodeKind::Or => turns - 1,
            NodeKind::And => turns,
        };
        let mut branches = self.branches(node, turns_left);
        let value = loop {
            let settled = self.shared.settled_by_others(key, turns);
            let value = settled.unwrap_or_else(|| node_value(kind, &branches));
            let numbers = value.numbers();
            if self.ply == 0 {
                self.root_numbers = numbers;
            }
            if !numbers.below(threshold) || numbers.is_settled() || self.must_stop() {
                break value;
            }
            let threads_below = |branch: &Branch| self.shared.threads_below(branch.key);
            let open = OpenNode {
                kind,
                numbers,
                threshold,
            };
            let selection = open.select(&branches, threads_below);
            let branch = &mut branches[selection.index];
            let found = self.shared.found_by_others(branch.key, turns_left);
            if let Some(value) = found.filter(|&value| value != branch.value) {
                branch.value = value;
                continue;
            }
            let child = position.play(branch.turn);
            self.ply += 1;
            self.shared.enter(branch.key);
            branch.value = self.expand(node.child(&child, turns_left), selection.threshold);
            self.shared.leave(branch.key);
            self.ply -= 1;
        };
        let nodes = self.nodes - nodes_before;
        self.shared.table.store(key, turns, value, nodes);
        value
    }

    /// The branches of a node. If a branch settles the node, only this branch is returned. The
    /// disproven branches of OR nodes are left out.
    fn branches<R: Rules>(&mut self, node: Node<'_, R>, turns_left: u8) -> Vec<Branch> {
        let position = node.position;
        let kind = self.kind(position);
        let turns: TurnList = position.turns();
        let mut branches = Vec::with_capacity(turns.len());
        for turn in turns {
            let child = position.play(turn);
            let child = node.child(&child, turns_left);
            let key = child.key(self.shared.claim);
            let value = self.first_value(child, key);
            let branch = Branch { turn, key, value };
            let numbers = value.numbers();
            let settles = match kind {
                NodeKind::Or => numbers.is_proven(),
                NodeKind::And => numbers.is_disproven(),
            };
            if settles {
                return vec![branch];
            }
            // Leave out a disproven branch of an OR node: it does not change the node's value. A
            // disproven branch of an AND node settles the node and was returned above.
            if !numbers.is_settled() || matches!(value, NodeValue::Won { .. }) {
                branches.push(branch);
            }
        }
        branches
    }

    /// Whether the search must stop. From time to time, checks the limits and reports the progress.
    fn must_stop(&mut self) -> bool {
        if self.nodes >= self.next_poll && !self.shared.is_stopped() {
            self.next_poll = self.nodes + POLL_INTERVAL;
            self.count_nodes();
            self.shared.check_limits();
            let nodes = self.shared.nodes();
            if nodes >= self.next_report {
                self.next_report = nodes + REPORT_INTERVAL;
                self.report();
            }
        }
        self.shared.is_stopped()
    }

    /// Reports the progress of the search.
    pub(super) fn report(&mut self) {
        (self.listen)(SolveProgress {
            claim: self.shared.claim,
            nodes: self.shared.nodes(),
            threads: self.shared.threads(),
            root: self.root_numbers,
            fill: self.shared.table.fill(),
        });
    }

    /// Adds the new nodes of this thread to the nodes of all threads.
    fn count_nodes(&mut self) {
        self.shared.add_nodes(self.nodes - self.nodes_counted);
        self.nodes_counted = self.nodes;
    }
}
