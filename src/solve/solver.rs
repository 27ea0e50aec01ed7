//! Depth-first proof-number search (Nagai, *Df-pn algorithm for searching AND/OR trees*, 2002)
//! within a number of turns of the player who is to win.
//!
//! The bound makes the tree finite and free of cycles: every turn of the winner uses one up, so a
//! position with so many turns left never lies below itself. What is found therefore does not hang
//! on the way to a position, except by the rule of fifty moves, and where that can come into reach
//! the halfmove clock is part of the key. Repetition needs no rule here: see [`Solver::proof`].

use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Instant;

use super::numbers::{Numbers, a_little_more, share, sum};
use super::table::{Known, Table};
use super::{MAX_TURNS, Proof, Step, TableError};
use crate::board::{Key, Turn, TurnList};
use crate::rules::draw::FIFTY_MOVES;
use crate::rules::{Rules, Seat};

/// Nodes between two looks at the clock.
const NODES_A_LOOK: u64 = 1 << 10;
/// Nodes between two reports.
const NODES_A_REPORT: u64 = 1 << 17;

/// What is to be shown.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Order {
    /// The player who is to win.
    pub winner: Seat,
    /// In so many own turns at most.
    pub turns: u8,
}

/// What a search has come to.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Answer {
    /// The win is forced within so many turns, and begins with this turn where the winner is to
    /// play.
    Won {
        /// Turns of the winner, at most as many as asked for.
        turns: u8,
        /// The first turn.
        first: Option<Turn>,
    },
    /// There is no forced win within the turns asked for.
    NotWon,
    /// The effort was not enough to tell.
    Open,
}

/// What a search may cost.
#[derive(Clone, Copy, Debug)]
pub struct Effort<'a> {
    /// Nodes, all searches of the solver since [`Solver::new`] together.
    pub nodes: Option<u64>,
    /// The moment to stop at.
    pub deadline: Option<Instant>,
    /// Set from outside to stop.
    pub stop: &'a AtomicBool,
}

/// How far a search has come.
#[derive(Clone, Copy, Debug)]
pub struct Progress {
    /// What is being shown.
    pub order: Order,
    /// Nodes so far.
    pub nodes: u64,
    /// The numbers of the root.
    pub root: Numbers,
    /// How full the table is, in permille.
    pub fill: u32,
}

/// A solver with its table, for one game.
#[derive(Debug)]
pub struct Solver {
    table: Table,
    nodes: u64,
}

/// One search: the order and what bounds it.
struct Search<'a> {
    table: &'a mut Table,
    nodes: u64,
    order: Order,
    effort: Effort<'a>,
    stopped: bool,
    next_look: u64,
    next_report: u64,
    root: Numbers,
    listen: &'a mut dyn FnMut(Progress),
}

/// A turn and what is known of the position behind it.
#[derive(Clone, Copy)]
struct Branch {
    turn: Turn,
    known: Known,
}

impl Known {
    const fn numbers(self) -> Numbers {
        match self {
            Known::Won { .. } => Numbers::PROVEN,
            Known::NotWon => Numbers::DISPROVEN,
            Known::Open(numbers) => numbers,
        }
    }
}

impl Solver {
    /// A solver with a table of so many MiB.
    #[must_use]
    pub fn new(mebibytes: usize) -> Self {
        Self {
            table: Table::new(mebibytes),
            nodes: 0,
        }
    }

    /// Nodes of all searches so far.
    #[must_use]
    pub const fn nodes(&self) -> u64 {
        self.nodes
    }

    /// Forgets everything but the count of nodes.
    pub fn clear(&mut self) {
        self.table.clear();
    }

    /// Writes the table under a title of one line.
    ///
    /// # Errors
    ///
    /// When `out` cannot be written.
    pub fn save(&self, title: &str, out: &mut dyn std::io::Write) -> std::io::Result<()> {
        self.table.save(title, out)
    }

    /// Goes on from a table that was saved under this title.
    ///
    /// # Errors
    ///
    /// When `input` cannot be read or has another title.
    pub fn load(&mut self, title: &str, input: &mut dyn std::io::Read) -> Result<(), TableError> {
        self.table.load(title, input)
    }

    /// Looks for a forced win. `listen` hears of the progress now and then.
    ///
    /// A draw by repetition or fifty moves is no win, and neither is a win on points that either of
    /// them would bring.
    pub fn solve<R: Rules>(
        &mut self,
        position: &R,
        order: Order,
        effort: Effort<'_>,
        listen: &mut dyn FnMut(Progress),
    ) -> Answer {
        let order = Order {
            turns: order.turns.min(MAX_TURNS),
            ..order
        };
        let mut search = Search {
            table: &mut self.table,
            nodes: self.nodes,
            order,
            effort,
            stopped: false,
            next_look: self.nodes,
            next_report: self.nodes + NODES_A_REPORT,
            root: Numbers {
                proof: 1,
                disproof: 1,
            },
            listen,
        };
        let known = search.settle(position);
        self.nodes = search.nodes;
        match known {
            Known::Won { turns, first } => Answer::Won { turns, first },
            Known::NotWon => Answer::NotWon,
            Known::Open(_) => Answer::Open,
        }
    }

    /// The proof of a win that [`Solver::solve`] has found; `None` when there is none within these
    /// turns, or the effort ends first. What the table has lost meanwhile is searched again.
    ///
    /// Each position of the proof has one number of turns and one turn, and the numbers fall with
    /// each turn of the winner. So no position comes a second time, and no repetition can save the
    /// loser.
    pub fn proof<R: Rules>(
        &mut self,
        position: &R,
        order: Order,
        effort: Effort<'_>,
        listen: &mut dyn FnMut(Progress),
    ) -> Option<Proof> {
        let Answer::Won { turns, .. } = self.solve(position, order, effort, listen) else {
            return None;
        };
        let mut proof = Proof::new(*position.setup(), order.winner, turns);
        // Positions still to be entered, each with the turns that are left there.
        let mut open = vec![(position.clone(), turns)];
        while let Some((position, turns)) = open.pop() {
            if position.outcome().is_some() {
                continue;
            }
            if position.seat() != order.winner {
                open.extend(position.turns().iter().map(|&t| (position.play(t), turns)));
                continue;
            }
            if proof.has(position.setup(), turns) {
                continue;
            }
            let order = Order { turns, ..order };
            let Answer::Won {
                turns,
                first: Some(turn),
            } = self.solve(&position, order, effort, listen)
            else {
                return None;
            };
            proof.enter(Step {
                setup: *position.setup(),
                turns,
                turn,
            });
            open.push((position.play(turn), turns.saturating_sub(1)));
        }
        Some(proof)
    }
}

impl Search<'_> {
    /// Works on the root until it is settled or the effort ends.
    fn settle<R: Rules>(&mut self, position: &R) -> Known {
        let turns = self.order.turns;
        let known = self.look(position, turns);
        if known.numbers().is_settled() {
            return known;
        }
        self.work_on(position, turns, Numbers::UNBOUNDED, true)
    }

    /// The key of a position, in which everything is contained that its value hangs on, except the
    /// number of turns.
    fn key<R: Rules>(&self, position: &R, turns: u8) -> Key {
        let player = match self.order.winner {
            Seat::First => 0,
            Seat::Second => 0x5bd1_e995_9d1b_0f47,
        };
        let clock = position.setup().halfmove;
        // The loser replies to each turn once and may have had one before, and where the players
        // switch colours one of them plays twice.
        let plies_left = 2 * u16::from(turns) + 3;
        let in_reach = clock.saturating_add(plies_left) >= FIFTY_MOVES;
        let salt = if in_reach {
            (u64::from(clock) + 1).wrapping_mul(0x9e37_79b9_7f4a_7c15)
        } else {
            0
        };
        position.key() ^ player ^ salt
    }

    /// What is known of a position at first sight.
    fn look<R: Rules>(&mut self, position: &R, turns: u8) -> Known {
        self.nodes += 1;
        if let Some(outcome) = position.immediate_outcome() {
            return self.ended(outcome.winner);
        }
        if let Some(known) = self.table.probe(self.key(position, turns), turns) {
            return known;
        }
        let to_win = position.seat() == self.order.winner;
        let choices = if to_win || turns == 0 {
            usize::from(position.has_turn())
        } else {
            position.count()
        };
        if choices == 0 {
            return self.ended(position.outcome_if_stuck().winner);
        }
        if position.setup().halfmove >= FIFTY_MOVES {
            return Known::NotWon;
        }
        if turns > 0 {
            // The fewer replies there are, the closer is the win.
            return Known::Open(Numbers {
                proof: choices as u32,
                disproof: 1,
            });
        }
        if !to_win && self.must_lose(position) {
            return Known::Won {
                turns: 0,
                first: None,
            };
        }
        Known::NotWon
    }

    fn ended(&self, winner: Option<Seat>) -> Known {
        if winner == Some(self.order.winner) {
            Known::Won {
                turns: 0,
                first: None,
            }
        } else {
            Known::NotWon
        }
    }

    /// Whether each turn of the loser ends the game with the win of the other.
    fn must_lose<R: Rules>(&self, position: &R) -> bool {
        let mut saved = false;
        let _ = position.generate(&mut |set| {
            for turn in set.turns() {
                let outcome = position.play(turn).outcome();
                if outcome.and_then(|outcome| outcome.winner) != Some(self.order.winner) {
                    saved = true;
                    return std::ops::ControlFlow::Break(());
                }
            }
            std::ops::ControlFlow::Continue(())
        });
        !saved
    }

    /// Searches below a position until one of its numbers reaches its limit.
    fn work_on<R: Rules>(
        &mut self,
        position: &R,
        turns: u8,
        limit: Numbers,
        is_root: bool,
    ) -> Known {
        let started = self.nodes;
        let to_win = position.seat() == self.order.winner;
        let left = turns - u8::from(to_win);
        let mut branches = self.branches(position, to_win, left);
        let known = loop {
            let known = if to_win {
                best_of(&branches)
            } else {
                all_of(&branches)
            };
            if is_root {
                self.root = known.numbers();
            }
            if !known.numbers().below(limit) || known.numbers().is_settled() || self.is_over() {
                break known;
            }
            let choice = Choice::among(&branches, to_win);
            let own = branches[choice.index].known.numbers();
            let limit = choice.limit(limit, known.numbers(), own, to_win);
            let next = position.play(branches[choice.index].turn);
            branches[choice.index].known = self.work_on(&next, left, limit, false);
        };
        let key = self.key(position, turns);
        self.table.store(key, turns, known, self.nodes - started);
        known
    }

    /// The positions behind all turns; where one of them settles the matter, the rest are left out.
    fn branches<R: Rules>(&mut self, position: &R, to_win: bool, left: u8) -> Vec<Branch> {
        let turns: TurnList = position.turns();
        let mut branches = Vec::with_capacity(turns.len());
        for turn in turns {
            let known = self.look(&position.play(turn), left);
            let branch = Branch { turn, known };
            let numbers = known.numbers();
            if to_win && numbers.is_proven() || !to_win && numbers.is_disproven() {
                return vec![branch];
            }
            // What can no longer change the matter is not kept.
            if !numbers.is_settled() || matches!(known, Known::Won { .. }) {
                branches.push(branch);
            }
        }
        branches
    }

    /// Whether the effort has been spent.
    fn is_over(&mut self) -> bool {
        if self.nodes >= self.next_look && !self.stopped {
            self.next_look = self.nodes + NODES_A_LOOK;
            self.stopped = self.effort.stop.load(Ordering::Relaxed)
                || self.effort.nodes.is_some_and(|nodes| self.nodes >= nodes)
                || self
                    .effort
                    .deadline
                    .is_some_and(|deadline| Instant::now() >= deadline);
            if self.nodes >= self.next_report {
                self.next_report = self.nodes + NODES_A_REPORT;
                (self.listen)(Progress {
                    order: self.order,
                    nodes: self.nodes,
                    root: self.root,
                    fill: self.table.fill(),
                });
            }
        }
        self.stopped
    }
}

/// The value of a position in which the winner is to play: that of its best turn.
fn best_of(branches: &[Branch]) -> Known {
    let mut numbers = Numbers::DISPROVEN;
    for branch in branches {
        if let Known::Won { turns, .. } = branch.known {
            return Known::Won {
                turns: turns + 1,
                first: Some(branch.turn),
            };
        }
        let own = branch.known.numbers();
        numbers.proof = numbers.proof.min(own.proof);
        numbers.disproof = sum(numbers.disproof, own.disproof);
    }
    if numbers.is_disproven() {
        Known::NotWon
    } else {
        Known::Open(numbers)
    }
}

/// The value of a position in which the loser is to play: every turn must be answered.
fn all_of(branches: &[Branch]) -> Known {
    let mut numbers = Numbers::PROVEN;
    let mut longest = 0;
    for branch in branches {
        match branch.known {
            Known::Won { turns, .. } => longest = longest.max(turns),
            Known::NotWon => return Known::NotWon,
            Known::Open(own) => {
                numbers.proof = sum(numbers.proof, own.proof);
                numbers.disproof = numbers.disproof.min(own.disproof);
            }
        }
    }
    if numbers.is_proven() {
        Known::Won {
            turns: longest,
            first: None,
        }
    } else {
        Known::Open(numbers)
    }
}

/// The branch to search next, and the number of the next best.
struct Choice {
    index: usize,
    second: u32,
}

impl Choice {
    /// The most promising of the open branches.
    fn among(branches: &[Branch], to_win: bool) -> Self {
        let mut best = Numbers::INFINITE;
        let mut choice = Choice {
            index: 0,
            second: Numbers::INFINITE,
        };
        for (index, branch) in branches.iter().enumerate() {
            let Known::Open(numbers) = branch.known else {
                continue;
            };
            let number = if to_win {
                numbers.proof
            } else {
                numbers.disproof
            };
            if number < best {
                choice.second = best;
                choice.index = index;
                best = number;
            } else if number < choice.second {
                choice.second = number;
            }
        }
        choice
    }

    /// How far the chosen branch is to be searched.
    fn limit(&self, limit: Numbers, total: Numbers, own: Numbers, to_win: bool) -> Numbers {
        let step = a_little_more(self.second);
        if to_win {
            Numbers {
                proof: limit.proof.min(step),
                disproof: share(limit.disproof, total.disproof, own.disproof),
            }
        } else {
            Numbers {
                proof: share(limit.proof, total.proof, own.proof),
                disproof: limit.disproof.min(step),
            }
        }
    }
}
