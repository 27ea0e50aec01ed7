//! Plays games and proves the best turns of positions.

use std::sync::atomic::AtomicBool;

use rand::Rng;
use rand_chacha::ChaCha8Rng;

use super::arguments::Args;
use super::find::{Find, What};
use crate::board::{Setup, Turn};
use crate::games::{TypedGame, Visitor};
use crate::rules::{History, Outcome, Rules, Seat};
use crate::search::{Control, Limits, Root, Search};
use crate::solve::{Claim, SolveLimits, SolveResult, Solver, WinQuery};

/// The maximum number of plies in a game.
const MAX_PLIES: usize = 400;

/// Looks for test positions of one game.
pub(super) trait Miner {
    /// Plays a game of the engine against itself, and examines the positions near its end.
    fn play_game(&mut self, rng: &mut ChaCha8Rng) -> MinedGame;

    /// Examines a position. Returns `None` in these cases:
    ///
    /// * The game refuses the position.
    /// * The game is over in this position.
    /// * The solver does not prove that one turn is better than all others.
    /// * The best turn does not have the theme that `--theme` names.
    /// * The player to play can force a win in fewer turns than `--min-turns`, or the solver cannot
    ///   exclude this.
    fn examine(&mut self, setup: Setup) -> Option<Find>;
}

/// A game that a miner has played.
pub(super) struct MinedGame {
    pub(super) plies: usize,
    /// `None` if the game was not finished.
    pub(super) outcome: Option<Outcome>,
    /// In the order of the game.
    pub(super) finds: Vec<Find>,
}

/// A miner for the game of the arguments.
pub(super) fn miner(args: &Args) -> Box<dyn Miner + '_> {
    struct Make<'a>(&'a Args);
    impl<'a> Visitor for Make<'a> {
        type Output = Box<dyn Miner + 'a>;
        fn visit<R: Rules>(self, game: TypedGame<R>) -> Self::Output {
            Box::new(GameMiner {
                args: self.0,
                game,
                search: Search::<R>::new(game.search_options()),
                solver: Solver::new(64),
                never: AtomicBool::new(false),
            })
        }
    }
    args.game.dispatch(Make(args))
}

/// The search and the solver for one type of rules.
struct GameMiner<'a, R: Rules> {
    args: &'a Args,
    game: TypedGame<R>,
    search: Search<R>,
    solver: Solver,
    never: AtomicBool,
}

impl<R: Rules> Miner for GameMiner<'_, R> {
    fn play_game(&mut self, rng: &mut ChaCha8Rng) -> MinedGame {
        let (positions, outcome) = self.play(rng);
        MinedGame {
            plies: positions.len(),
            outcome,
            finds: self.finds(&positions),
        }
    }

    fn examine(&mut self, setup: Setup) -> Option<Find> {
        // The game refuses some random positions, for example if no legal turn produces the pending
        // field.
        self.find(&self.game.position(setup).ok()?)
    }
}

impl<R: Rules> GameMiner<'_, R> {
    /// Plays a game of the engine against itself. Returns the positions before each turn, and the
    /// outcome.
    fn play(&mut self, rng: &mut ChaCha8Rng) -> (Vec<R>, Option<Outcome>) {
        let mut position = self.game.start_position(rng.random());
        let mut history = History::starting_at(&position);
        let mut positions = Vec::new();
        let limits = Limits {
            nodes: Some(self.args.nodes()),
            ..Limits::default()
        };
        self.search.clear();
        let outcome = loop {
            let outcome = history.outcome(&position);
            if outcome.is_some() || positions.len() == MAX_PLIES {
                break outcome;
            }
            let turns = position.turns();
            let Some(&first) = turns.first() else {
                break outcome;
            };
            let turn = if rng.random_range(0..100) < self.args.random_turns {
                let index = rng.random_range(0..turns.len());
                turns.get(index).copied().unwrap_or(first)
            } else {
                let control = Control::default();
                let best = self.search.go(
                    Root {
                        position: &position,
                        keys: history.keys(),
                    },
                    &limits,
                    &control,
                    &mut |_| {},
                );
                best.turn.unwrap_or(first)
            };
            let next = position.play(turn);
            history.push(next.key());
            positions.push(std::mem::replace(&mut position, next));
        };
        (positions, outcome)
    }

    /// The finds among the last positions of a game.
    fn finds(&mut self, positions: &[R]) -> Vec<Find> {
        self.solver.clear();
        let first = positions.len().saturating_sub(self.args.last_plies);
        positions
            .iter()
            .skip(first)
            .filter_map(|position| self.find(position))
            .collect()
    }

    /// Does the same as [`Miner::examine`] for a position that the game accepts.
    fn find(&mut self, position: &R) -> Option<Find> {
        let is_over = position.outcome().is_some();
        let mover = position.seat();
        let short = self.args.min_turns - 1;
        if is_over || short > 0 && self.solve(position, mover, short) != SolveResult::NotWon {
            return None;
        }
        let theme = self.args.theme;
        let is_wanted = |turn| theme.is_none_or(|theme| theme.fits(position, turn));
        if !position.turns().into_iter().any(is_wanted) {
            return None;
        }
        let (best, what) = self
            .only_win(position)
            .or_else(|| self.only_defence(position))
            .filter(|&(best, _)| is_wanted(best))?;
        Some(Find::new(position, best, what))
    }

    /// The node limit of the next proof. The solver counts the nodes of all its proofs, so the
    /// limit is its count so far plus `--effort`.
    const fn node_limit(&self) -> u64 {
        self.solver.nodes().saturating_add(self.args.effort)
    }

    /// Whether `winner` can force a win within this number of turns.
    fn solve(&mut self, position: &R, winner: Seat, turns: u8) -> SolveResult {
        let effort = SolveLimits {
            nodes: Some(self.node_limit()),
            deadline: None,
            stop: &self.never,
        };
        let claim = Claim { winner, turns };
        self.solver.solve(position, claim, effort, &mut |_| {})
    }

    /// The turn that forces the quickest win, if the solver proves that no other turn wins as
    /// quickly.
    fn only_win(&mut self, position: &R) -> Option<(Turn, What)> {
        let mover = position.seat();
        let effort = SolveLimits {
            nodes: Some(self.node_limit()),
            deadline: None,
            stop: &self.never,
        };
        let question = WinQuery {
            winners: vec![mover],
            turns: self.args.win.turns,
            at_once: false,
        };
        let verdict = self
            .solver
            .shortest(position, &question, effort, &mut |_| {});
        let win = verdict.win.filter(|win| win.turns >= self.args.min_turns)?;
        let best = win.first?;
        for turn in position.turns() {
            if turn != best
                && self.solve(&position.play(turn), mover, win.turns - 1) != SolveResult::NotWon
            {
                return None;
            }
        }
        Some((best, What::Wins(win.turns)))
    }

    /// The only turn after which the opponent cannot force a win within `--turns` turns.
    fn only_defence(&mut self, position: &R) -> Option<(Turn, What)> {
        let opponent = !position.seat();
        let turns = position.turns();
        let mut only = None;
        let mut longest = 0;
        for &turn in &turns {
            match self.solve(&position.play(turn), opponent, self.args.win.turns) {
                SolveResult::Won { turns, .. } => longest = longest.max(turns),
                SolveResult::NotWon if only.is_none() => only = Some(turn),
                _ => return None,
            }
        }
        // A position with only one legal turn tests nothing.
        (turns.len() > 1).then_some((only?, What::Saves(longest)))
    }
}
