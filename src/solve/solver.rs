//! The solver: proves or disproves that a player wins within a number of turns (a [`Claim`]), and
//! collects the proof of a win.

use std::collections::HashMap;

use super::MAX_TURNS;
use super::claim::{Claim, SolveLimits, SolveProgress};
use super::clock_win::ClockWin;
use super::node::Node;
use super::proof::{Proof, ProofStep};
use super::saved_table::{Loaded, TableError};
use super::shared::SharedSearch;
use super::table::{NodeValue, ProofTable};
use super::threads;
use crate::board::{Key, Setup, Turn};
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
    /// There is no forced win within the turns of the claim. Some wins do not count, see
    /// [`Solver::solve`].
    NotWon,
    /// A limit was reached before the claim was settled.
    Open,
}

/// A solver with its table, for one game.
#[derive(Debug)]
pub struct Solver {
    table: ProofTable,
    threads: usize,
    nodes: u64,
}

impl Solver {
    /// A solver with a table of this many MiB. It searches in one thread.
    #[must_use]
    pub fn new(mebibytes: usize) -> Self {
        Self {
            table: ProofTable::new(mebibytes),
            threads: 1,
            nodes: 0,
        }
    }

    /// The same solver, with this many threads for each search. With more than one, node counts and
    /// proofs can differ from run to run.
    #[must_use]
    pub fn with_threads(self, threads: usize) -> Self {
        Self { threads, ..self }
    }

    /// Nodes of all searches so far.
    #[must_use]
    pub const fn nodes(&self) -> u64 {
        self.nodes
    }

    /// Clears the table. The node count is kept.
    pub fn clear(&mut self) {
        self.table.clear();
    }

    /// Writes the wins and the proof numbers in the table to `out`. `title` is the first line.
    ///
    /// # Errors
    ///
    /// If `out` cannot be written.
    pub fn save(&self, title: &str, out: &mut dyn std::io::Write) -> std::io::Result<()> {
        self.table.save(title, out)
    }

    /// Replaces the table by one that was saved with this title. Damaged parts are skipped.
    ///
    /// An entry that was wrong when it was saved has a correct checksum too. If a win is found with
    /// a loaded table, make its [`proof`](Self::proof) and check the proof with
    /// [`verify`](super::verify::verify).
    ///
    /// # Errors
    ///
    /// If `input` cannot be read or has another title.
    pub fn load(
        &mut self,
        title: &str,
        input: &mut dyn std::io::BufRead,
    ) -> Result<Loaded, TableError> {
        self.table.load(title, input)
    }

    /// Tries to prove or disprove a claim. `listen` receives the progress from time to time.
    ///
    /// The position is treated as the first of its game. A proven win must not depend on the path,
    /// so some wins do not count:
    ///
    /// * A win on points by repetition or by the fifty-move rule.
    /// * A win because the opponent made a position occur for the third time.
    /// * A win because the opponent is to play when the fifty-move rule ends the game. There is one
    ///   exception: it counts if [`counts_clock_wins`](super::counts_clock_wins) is true for
    ///   `position` and no turn after `position` resets the halfmove clock.
    ///
    /// [`SolveResult::NotWon`] does not exclude these wins.
    pub fn solve<R: Rules>(
        &mut self,
        position: &R,
        claim: Claim,
        limits: SolveLimits<'_>,
        listen: &mut dyn FnMut(SolveProgress),
    ) -> SolveResult {
        let root = SearchRoot {
            position,
            clock_win: ClockWin::from_root(position),
        };
        self.search(root, claim, limits, listen)
    }

    fn search<R: Rules>(
        &mut self,
        root: SearchRoot<'_, R>,
        claim: Claim,
        limits: SolveLimits<'_>,
        listen: &mut dyn FnMut(SolveProgress),
    ) -> SolveResult {
        let claim = Claim {
            turns: claim.turns.min(MAX_TURNS),
            ..claim
        };
        let root = Node {
            position: root.position,
            turns: claim.turns,
            clock_win: root.clock_win,
        };
        let shared =
            SharedSearch::new(&self.table, claim, limits, self.nodes).in_threads(self.threads);
        let value = threads::search(&shared, root, self.threads, listen);
        self.nodes = shared.nodes();
        match value {
            NodeValue::Won { turns, first } => SolveResult::Won { turns, first },
            NodeValue::NotWon => SolveResult::NotWon,
            NodeValue::Open(_) => SolveResult::Open,
        }
    }

    /// The proof of a claim. `None` if the claim does not hold, a limit is reached in a search, or
    /// a loaded table gives an illegal turn.
    ///
    /// Only positions that the table no longer has are searched again. If it has all positions, the
    /// proof is made even if a limit has been reached.
    ///
    /// No line of the proof reaches a position for the third time, so the repetition rule does not
    /// matter:
    ///
    /// * As long as the proof counts wins by the fifty-move rule, this rule ends the game before a
    ///   position can occur for the third time.
    /// * As long as it does not count them, no line repeats a position. If a line did, the halfmove
    ///   clock would be higher at the second occurrence, and the win would take fewer turns from
    ///   there. But in the proof, the win from a position at a lower clock takes at most as many
    ///   turns as the win from it at a higher clock.
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
        let claim = Claim { turns, ..claim };
        let mut wins = ShortestWins::default();
        loop {
            let mut search = |root: SearchRoot<'_, R>, claim| match self.search(
                root,
                claim,
                limits,
                &mut *listen,
            ) {
                SolveResult::Won {
                    turns,
                    first: Some(turn),
                } => Some(StepWin { turns, turn }),
                _ => None,
            };
            let proof = steps(position, claim, &mut wins, &mut search)?;
            if !std::mem::take(&mut wins.improved) {
                return Some(proof);
            }
        }
    }
}

/// A position that is searched.
struct SearchRoot<'a, R> {
    position: &'a R,
    clock_win: ClockWin,
}

/// A forced win from a position with the winner to play.
struct StepWin {
    /// The winner wins within this many own turns.
    turns: u8,
    /// The first turn.
    turn: Turn,
}

/// A proof of a claim. `search` finds the win of each step, and `wins` collects these wins. `None`
/// if `search` finds no win (a limit may be reached), or if a loaded table gives an illegal turn.
///
/// If `wins` has a win from the position of a step, at the same or a higher halfmove clock, the
/// step takes no more turns than this win. `wins` is not used for wins that may depend on the
/// fifty-move rule.
fn steps<R: Rules>(
    root: &R,
    claim: Claim,
    wins: &mut ShortestWins,
    search: &mut dyn FnMut(SearchRoot<'_, R>, Claim) -> Option<StepWin>,
) -> Option<Proof> {
    let mut proof = Proof::new(*root.setup(), claim.winner, claim.turns);
    // Positions that the proof does not cover yet, with the turns left.
    let mut uncovered = vec![(root.clone(), claim.turns, ClockWin::from_root(root))];
    while let Some((position, turns, clock_win)) = uncovered.pop() {
        if position.outcome().is_some() || position.setup().halfmove >= FIFTY_MOVES {
            continue;
        }
        let mut follow = |turn: Turn, turns: u8| {
            let next = position.play(turn);
            let clock_win = clock_win.after(&position, &next);
            uncovered.push((next, turns, clock_win));
        };
        if position.seat() != claim.winner {
            for turn in position.turns() {
                follow(turn, turns);
            }
            continue;
        }
        let setup = *position.setup();
        // A win that may depend on the fifty-move rule says nothing about other halfmove clocks.
        let holds_at_other_clocks = clock_win == ClockWin::Ignored;
        let most = turns.min(if holds_at_other_clocks {
            wins.within(&setup)
        } else {
            MAX_TURNS
        });
        if proof.has(&setup, most) {
            continue;
        }
        let claim = Claim {
            turns: most,
            ..claim
        };
        let root = SearchRoot {
            position: &position,
            clock_win,
        };
        let StepWin { turns, turn } = search(root, claim)?;
        if position.illegality(turn).is_some() {
            return None;
        }
        if holds_at_other_clocks {
            wins.add(&setup, turns);
        }
        proof.add(ProofStep { setup, turns, turn });
        follow(turn, turns.saturating_sub(1));
    }
    Some(proof)
}

/// The shortest known win of each position, at each halfmove clock.
#[derive(Default)]
struct ShortestWins {
    /// The halfmove clock and the number of turns of each win, by the key of the position.
    wins: HashMap<Key, Vec<(u16, u8)>>,
    /// Whether an added win is shorter than a known win from the same position at a lower clock. If
    /// so, the proof is made again, because it may use the longer win.
    improved: bool,
}

impl ShortestWins {
    /// The fewest turns of a known win from `setup`; [`MAX_TURNS`] if none is known. A win at a
    /// higher clock is also a win at the clock of `setup`.
    fn within(&self, setup: &Setup) -> u8 {
        let known = self.wins.get(&setup.key()).into_iter().flatten();
        let later = known.filter(|(clock, _)| *clock >= setup.halfmove);
        later.map(|&(_, turns)| turns).min().unwrap_or(MAX_TURNS)
    }

    fn add(&mut self, setup: &Setup, turns: u8) {
        let clock = setup.halfmove;
        let known = self.wins.entry(setup.key()).or_default();
        self.improved |= known
            .iter()
            .any(|&(known_clock, known_turns)| known_clock < clock && known_turns > turns);
        // A known win at a lower clock stays if it takes as many turns as the new win. For example,
        // the win (clock 10, 5 turns) stays when (20, 5) is added. If (15, 4) is added later, only
        // the comparison with (10, 5) sets `improved`.
        known.retain(|&(known_clock, known_turns)| {
            known_clock > clock
                || known_turns < turns
                || (known_clock < clock && known_turns == turns)
        });
        known.push((clock, turns));
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::games::{self, TypedGame};
    use crate::rules::Seat;
    use crate::rules::unplay::Unplay;

    fn position() -> Unplay {
        let game = games::find("unplay-random").expect("a built-in game");
        TypedGame::new(game)
            .expect("its rules")
            .read("8/8/8/8/8/8/8/K2k4 w - - 0 1")
            .expect("a position")
    }

    #[test]
    fn a_shorter_win_between_the_clocks_of_two_equal_wins_sets_improved() {
        let mut setup = *position().setup();
        let mut wins = ShortestWins::default();
        for (clock, turns, improved) in [(10, 5, false), (20, 5, false), (15, 4, true)] {
            setup.halfmove = clock;
            wins.add(&setup, turns);
            assert_eq!(wins.improved, improved, "clock {clock}");
        }
    }

    #[test]
    fn a_win_that_begins_with_an_illegal_turn_has_no_proof() {
        let position = position();
        let claim = Claim {
            winner: Seat::First,
            turns: 2,
        };
        let turn: Turn = "a1c3".parse().expect("a turn");
        let mut searches = 0;
        let mut search = |_: SearchRoot<'_, Unplay>, claim: Claim| {
            searches += 1;
            let turns = claim.turns;
            Some(StepWin { turns, turn })
        };
        let proof = steps(&position, claim, &mut ShortestWins::default(), &mut search);
        assert!(proof.is_none());
        // The first search gives the illegal turn, so no further position is searched.
        assert_eq!(searches, 1);
    }
}
