//! Depth-first proof-number search (Nagai, *Df-pn algorithm for searching AND/OR trees*, 2002) with
//! a limit on the number of the winner's turns.
//!
//! This limit makes the tree finite and free of cycles: each turn of the winner leaves one turn
//! less, so a position never occurs below itself with the same number of turns left. The value of a
//! position therefore does not depend on the path to it, except by the fifty-move rule. If that
//! rule can apply within the turns left, the key contains the halfmove clock, and whether a win by
//! this rule counts. Repetition needs no treatment: see [`Solver::proof`](super::Solver::proof).

use std::ops::ControlFlow;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Instant;

use super::branch::{Branch, NodeKind, Selection, first_numbers, node_value};
use super::clock_win::ClockWin;
use super::numbers::ProofNumbers;
use super::table::{NodeValue, ProofTable};
use crate::board::{Key, Turn, TurnList};
use crate::rules::draw::FIFTY_MOVES;
use crate::rules::{Rules, Seat};

/// Nodes between two checks of the limits.
const POLL_INTERVAL: u64 = 1 << 10;
/// Nodes between two reports.
const REPORT_INTERVAL: u64 = 1 << 17;

/// What the solver tries to prove.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Claim {
    /// The player who wins.
    pub winner: Seat,
    /// The player wins within this many own turns.
    pub turns: u8,
}

/// The limits of a solver's search.
#[derive(Clone, Copy, Debug)]
pub struct SolveLimits<'a> {
    /// Nodes of all searches since [`Solver::new`](super::Solver::new) together.
    pub nodes: Option<u64>,
    /// The time to stop.
    pub deadline: Option<Instant>,
    /// Another thread sets this to stop the search.
    pub stop: &'a AtomicBool,
}

/// The progress of a search.
#[derive(Clone, Copy, Debug)]
pub struct SolveProgress {
    /// What the solver tries to prove.
    pub claim: Claim,
    /// Nodes so far.
    pub nodes: u64,
    /// The proof numbers of the root.
    pub root: ProofNumbers,
    /// How full the table is, in permille.
    pub fill: u32,
}

/// A position in the tree, with everything else on which its value depends.
struct Node<'a, R> {
    position: &'a R,
    /// The turns that the winner may still take.
    turns: u8,
    clock_win: ClockWin,
}

impl<R> Clone for Node<'_, R> {
    fn clone(&self) -> Self {
        *self
    }
}

impl<R> Copy for Node<'_, R> {}

impl<R: Rules> Node<'_, R> {
    /// The node after a turn.
    fn child<'a>(&self, position: &'a R, turns: u8) -> Node<'a, R> {
        Node {
            position,
            turns,
            clock_win: self.clock_win.after(self.position, position),
        }
    }
}

/// One search for a claim.
pub(super) struct ProofSearch<'a> {
    table: &'a mut ProofTable,
    /// Nodes of all searches of the solver so far, this one included.
    pub(super) nodes: u64,
    claim: Claim,
    limits: SolveLimits<'a>,
    stopped: bool,
    next_poll: u64,
    next_report: u64,
    root_numbers: ProofNumbers,
    /// Plies between the root and the current node.
    ply: u32,
    listen: &'a mut dyn FnMut(SolveProgress),
}

impl<'a> ProofSearch<'a> {
    /// A search for a claim, before its first node.
    pub(super) fn new(
        table: &'a mut ProofTable,
        claim: Claim,
        limits: SolveLimits<'a>,
        listen: &'a mut dyn FnMut(SolveProgress),
    ) -> Self {
        Self {
            table,
            nodes: 0,
            claim,
            limits,
            stopped: false,
            next_poll: 0,
            next_report: REPORT_INTERVAL,
            root_numbers: ProofNumbers {
                proof: 1,
                disproof: 1,
            },
            ply: 0,
            listen,
        }
    }

    /// The same search, with a node count that starts at `nodes`, the count of earlier searches.
    pub(super) fn counting_from(self, nodes: u64) -> Self {
        Self {
            nodes,
            next_poll: nodes,
            next_report: nodes + REPORT_INTERVAL,
            ..self
        }
    }

    /// Searches the root until it is settled or a limit is reached.
    pub(super) fn run<R: Rules>(&mut self, position: &R, clock_win: ClockWin) -> NodeValue {
        let root = Node {
            position,
            turns: self.claim.turns,
            clock_win,
        };
        let value = self.first_value(root);
        if value.numbers().is_settled() {
            return value;
        }
        self.expand(root, ProofNumbers::UNBOUNDED)
    }

    fn kind<R: Rules>(&self, position: &R) -> NodeKind {
        if position.seat() == self.claim.winner {
            NodeKind::Or
        } else {
            NodeKind::And
        }
    }

    /// The key of a node. It covers everything on which the value depends, except the number of
    /// turns.
    fn key<R: Rules>(&self, node: Node<'_, R>) -> Key {
        let Node {
            position,
            turns,
            clock_win,
        } = node;
        let winner_key = match self.claim.winner {
            Seat::First => 0,
            Seat::Second => 0x5bd1_e995_9d1b_0f47,
        };
        let clock = position.setup().halfmove;
        // The loser replies to each turn of the winner, and may play one turn before the first of
        // them. When the players switch colours, one of them plays twice in a row.
        let plies_left = 2 * u16::from(turns) + 3;
        let fifty_moves_possible = clock.saturating_add(plies_left) >= FIFTY_MOVES;
        let clock_key = if fifty_moves_possible {
            let counts = u64::from(clock_win == ClockWin::Counts) << 16;
            (counts + u64::from(clock) + 1).wrapping_mul(0x9e37_79b9_7f4a_7c15)
        } else {
            0
        };
        position.key() ^ winner_key ^ clock_key
    }

    /// The value of a node before it is expanded.
    fn first_value<R: Rules>(&mut self, node: Node<'_, R>) -> NodeValue {
        let Node {
            position,
            turns,
            clock_win,
        } = node;
        self.nodes += 1;
        if let Some(outcome) = position.immediate_outcome() {
            return self.final_value(outcome.winner);
        }
        if let Some(value) = self.table.probe(self.key(node), turns) {
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

    /// The value of a position in which the game is over; `winner` is `None` for a draw.
    fn final_value(&self, winner: Option<Seat>) -> NodeValue {
        if winner == Some(self.claim.winner) {
            NodeValue::Won {
                turns: 0,
                first: None,
            }
        } else {
            NodeValue::NotWon
        }
    }

    /// Whether each turn of the loser ends the game with the win that is claimed.
    fn every_turn_loses<R: Rules>(&self, node: Node<'_, R>) -> bool {
        let position = node.position;
        let loses = |turn: Turn| {
            let after = position.play(turn);
            let winner = match after.outcome() {
                Some(outcome) => outcome.winner,
                None if after.setup().halfmove >= FIFTY_MOVES => {
                    node.clock_win.after(position, &after).winner(&after)
                }
                None => None,
            };
            winner == Some(self.claim.winner)
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

    /// Searches below a node until it is settled, one of its numbers reaches its threshold, or a
    /// limit is reached.
    fn expand<R: Rules>(&mut self, node: Node<'_, R>, threshold: ProofNumbers) -> NodeValue {
        let Node {
            position, turns, ..
        } = node;
        let nodes_before = self.nodes;
        let kind = self.kind(position);
        let turns_left = match kind {
            NodeKind::Or => turns - 1,
            NodeKind::And => turns,
        };
        let mut branches = self.branches(node, turns_left);
        let value = loop {
            let value = node_value(kind, &branches);
            let numbers = value.numbers();
            if self.ply == 0 {
                self.root_numbers = numbers;
            }
            if !numbers.below(threshold) || numbers.is_settled() || self.reached_limit() {
                break value;
            }
            let selection = Selection::best(kind, &branches);
            let branch = &mut branches[selection.index];
            let threshold = selection.threshold(kind, threshold, numbers, branch.value.numbers());
            let child = position.play(branch.turn);
            self.ply += 1;
            branch.value = self.expand(node.child(&child, turns_left), threshold);
            self.ply -= 1;
        };
        let key = self.key(node);
        self.table
            .store(key, turns, value, self.nodes - nodes_before);
        value
    }

    /// The branches of a node. If one of them settles the node, it is the only one returned.
    /// Disproven branches of an OR node are left out.
    fn branches<R: Rules>(&mut self, node: Node<'_, R>, turns_left: u8) -> Vec<Branch> {
        let position = node.position;
        let kind = self.kind(position);
        let turns: TurnList = position.turns();
        let mut branches = Vec::with_capacity(turns.len());
        for turn in turns {
            let child = position.play(turn);
            let value = self.first_value(node.child(&child, turns_left));
            let branch = Branch { turn, value };
            let numbers = value.numbers();
            let settles = match kind {
                NodeKind::Or => numbers.is_proven(),
                NodeKind::And => numbers.is_disproven(),
            };
            if settles {
                return vec![branch];
            }
            // Keeps all branches but disproven ones. Those belong to an OR node (they would settle
            // an AND node), where they no longer matter.
            if !numbers.is_settled() || matches!(value, NodeValue::Won { .. }) {
                branches.push(branch);
            }
        }
        branches
    }

    /// Whether a limit is reached. Reports the progress from time to time.
    fn reached_limit(&mut self) -> bool {
        if self.nodes >= self.next_poll && !self.stopped {
            self.next_poll = self.nodes + POLL_INTERVAL;
            self.stopped = self.limits.stop.load(Ordering::Relaxed)
                || self.limits.nodes.is_some_and(|nodes| self.nodes >= nodes)
                || self
                    .limits
                    .deadline
                    .is_some_and(|deadline| Instant::now() >= deadline);
            if self.nodes >= self.next_report {
                self.next_report = self.nodes + REPORT_INTERVAL;
                (self.listen)(SolveProgress {
                    claim: self.claim,
                    nodes: self.nodes,
                    root: self.root_numbers,
                    fill: self.table.fill(),
                });
            }
        }
        self.stopped
    }
}
