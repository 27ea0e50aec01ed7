//! The solver: decides claims, and collects proofs of those that hold.

use super::MAX_TURNS;
use super::df_pn::{Claim, ProofSearch, SolveLimits, SolveProgress};
use super::proof::{Proof, ProofStep};
use super::saved_table::{Loaded, TableError};
use super::table::{NodeValue, ProofTable};
use crate::board::Turn;
use crate::rules::Rules;
use crate::rules::draw::FIFTY_MOVES;

/// The result of a search.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum SolveResult {
    /// The win is forced.
    Won {
        /// The winner wins within this many own turns.
        turns: u8,
        /// The first turn, if the winner is to play.
        first: Option<Turn>,
    },
    /// There is no forced win within the turns of the claim.
    NotWon,
    /// A limit was reached before the claim was settled.
    Open,
}

/// A solver with its table, for one game.
#[derive(Debug)]
pub struct Solver {
    table: ProofTable,
    nodes: u64,
}

impl Solver {
    /// A solver with a table of this many MiB.
    #[must_use]
    pub fn new(mebibytes: usize) -> Self {
        Self {
            table: ProofTable::new(mebibytes),
            nodes: 0,
        }
    }

    /// Nodes of all searches so far.
    #[must_use]
    pub const fn nodes(&self) -> u64 {
        self.nodes
    }

    /// Clears the table. The count of nodes goes on.
    pub fn clear(&mut self) {
        self.table.clear();
    }

    /// Writes the table. `title` is its first line.
    ///
    /// # Errors
    ///
    /// Returns an error if `out` cannot be written.
    pub fn save(&self, title: &str, out: &mut dyn std::io::Write) -> std::io::Result<()> {
        self.table.save(title, out)
    }

    /// Reads a table that was saved with this title. Damaged parts are skipped.
    ///
    /// Checksums find damage, but not a table with wrong entries. So check a win that is found with a
    /// loaded table by its proof and [`verify`](super::verify::verify).
    ///
    /// # Errors
    ///
    /// Returns an error if `input` cannot be read or has another title.
    pub fn load(
        &mut self,
        title: &str,
        input: &mut dyn std::io::BufRead,
    ) -> Result<Loaded, TableError> {
        self.table.load(title, input)
    }

    /// Tries to prove or disprove a claim. `listen` receives the progress from time to time.
    ///
    /// A draw by repetition or fifty moves is not a win, and neither is a win on points that one of
    /// these rules would bring. If the side to play loses after fifty moves, that is a win of the other
    /// side. A win that the opponent's repetition would bring is never claimed: it depends on the path.
    /// So [`SolveResult::NotWon`] holds only for wins without the help of a repetition.
    pub fn solve<R: Rules>(
        &mut self,
        position: &R,
        claim: Claim,
        limits: SolveLimits<'_>,
        listen: &mut dyn FnMut(SolveProgress),
    ) -> SolveResult {
        let claim = Claim {
            turns: claim.turns.min(MAX_TURNS),
            ..claim
        };
        let mut search =
            ProofSearch::new(&mut self.table, claim, limits, listen).counting_from(self.nodes);
        let value = search.run(position);
        self.nodes = search.nodes;
        match value {
            NodeValue::Won { turns, first } => SolveResult::Won { turns, first },
            NodeValue::NotWon => SolveResult::NotWon,
            NodeValue::Open(_) => SolveResult::Open,
        }
    }

    /// The proof of a claim; `None` if it does not hold or a limit is reached. Positions that the
    /// table has lost are searched again.
    ///
    /// Each position of the proof has one number of turns and one turn, and the numbers fall with
    /// each turn of the winner. So no position occurs twice, and repetition cannot save the loser.
    pub fn proof<R: Rules>(
        &mut self,
        position: &R,
        claim: Claim,
        limits: SolveLimits<'_>,
        listen: &mut dyn FnMut(SolveProgress),
    ) -> Option<Proof> {
        let SolveResult::Won { turns, .. } = self.solve(position, claim, limits, listen) else {
            return None;
        };
        let mut proof = Proof::new(*position.setup(), claim.winner, turns);
        // Positions that the proof does not cover yet, each with the number of turns left.
        let mut open = vec![(position.clone(), turns)];
        while let Some((position, turns)) = open.pop() {
            if position.outcome().is_some() || position.setup().halfmove >= FIFTY_MOVES {
                continue;
            }
            if position.seat() != claim.winner {
                open.extend(position.turns().iter().map(|&t| (position.play(t), turns)));
                continue;
            }
            if proof.has(position.setup(), turns) {
                continue;
            }
            let claim = Claim { turns, ..claim };
            let SolveResult::Won {
                turns,
                first: Some(turn),
            } = self.solve(&position, claim, limits, listen)
            else {
                return None;
            };
            proof.add(ProofStep {
                setup: *position.setup(),
                turns,
                turn,
            });
            open.push((position.play(turn), turns.saturating_sub(1)));
        }
        Some(proof)
    }
}
