//! `reviver mine`: finds test positions, in games of the engine against itself or among random
//! positions.
//!
//! * `scatter`, `stage`: random positions, with the pieces that a theme needs
//! * `theme`: what the best turn is about
//! * `find`: a test position; `print`: a test position as EPD

mod find;
mod print;
mod scatter;
mod stage;
mod theme;

use std::io::{Write, stdout};
use std::sync::atomic::AtomicBool;

use rand::{Rng, SeedableRng};
use rand_chacha::ChaCha8Rng;

use super::args::{self, Nodes, Seed};
use super::{Error, note};
use crate::board::Turn;
use crate::games::{Game, TypedGame, Visitor};
use crate::rules::{History, Outcome, Rules, Seat};
use crate::search::{Control, Limits, Root, Search};
use crate::solve::{Claim, SolveLimits, SolveResult, Solver, WinQuery};
use find::{Find, What};
use print::{comments, epd};
use theme::Theme;

/// The most plies of a game.
const MAX_PLIES: usize = 400;

/// Nodes for the search of a turn.
const NODES: u64 = 1000;

/// Find positions with a proven best turn in games of the engine against itself
///
/// Plays fast games with some random turns and examines the plies before their ends, or generates
/// random positions near the array. Prints positions as EPD: those where exactly one turn forces the
/// end in the fewest turns (bm, dm), and those where every turn but one loses by force (bm). The
/// solver proves all of them.
#[derive(Debug, clap::Args)]
#[command(
    mut_arg("nodes", args::default(NODES)),
    after_help = "Examples:\n  \
    reviver mine unplay-strict --games 10 --seed 1\n  \
    reviver mine ssehc --positions 10000 --theme castling"
)]
pub(super) struct Args {
    /// The game
    #[arg(value_name = "GAME", value_parser = args::game())]
    game: &'static Game,
    /// Games to play
    #[arg(long, value_name = "N", default_value_t = 10)]
    games: u64,
    /// Generate this many random positions instead of playing games: near the array, or with few pieces
    /// if --theme is given in a game with captures
    #[arg(long, value_name = "N", conflicts_with = "games")]
    positions: Option<u64>,
    /// Print only positions whose best turn is about this, and generate random positions for it
    #[arg(long, value_enum)]
    theme: Option<Theme>,
    #[command(flatten)]
    seed: Seed,
    #[command(flatten)]
    nodes: Nodes,
    /// Percentage of turns that are played at random
    #[arg(long, value_name = "PERCENT", default_value_t = 10, value_parser = clap::value_parser!(u32).range(0..=100))]
    random_turns: u32,
    /// The most turns of a forced end
    #[arg(long, value_name = "N", default_value_t = 5, value_parser = clap::value_parser!(u8).range(1..=20))]
    turns: u8,
    /// The fewest turns of a forced end
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = clap::value_parser!(u8).range(1..=20))]
    min_turns: u8,
    /// Nodes of the solver for each proof
    #[arg(long, value_name = "N", default_value_t = 200_000)]
    effort: u64,
    /// The most positions to print from one game
    #[arg(long, value_name = "N", default_value_t = 2)]
    keep: usize,
    /// The number of plies before the end of a game that are examined
    #[arg(long, value_name = "N", default_value_t = 14)]
    last_plies: usize,
}

impl Args {
    /// Plays games or generates positions, and prints what is found.
    pub(super) fn run(self) -> Result<(), Error> {
        self.game.dispatch(self)
    }

    /// The random numbers for a game or a position.
    fn rng(&self, number: u64) -> ChaCha8Rng {
        let mut rng = ChaCha8Rng::seed_from_u64(self.seed.value());
        rng.set_stream(number);
        rng
    }
}

impl Visitor for Args {
    type Output = Result<(), Error>;

    fn visit<R: Rules>(self, game: TypedGame<R>) -> Self::Output {
        let mut miner = Miner::<R>::new(&self, game);
        let mut found = 0;
        if let Some(count) = self.positions {
            return miner.examine_random_positions(count);
        }
        for number in 0..self.games {
            let mut rng = self.rng(number);
            let (positions, outcome) = miner.play_game(&mut rng)?;
            let mut finds = miner.finds(&positions);
            // The longest wins come first. A defence counts as a win that is one turn longer than the
            // opponent's. Finds of equal length stay in the order of the game.
            finds.sort_by_key(|find| match find.what {
                What::Wins(turns) => std::cmp::Reverse(turns),
                What::Saves(turns) => std::cmp::Reverse(turns + 1),
            });
            for find in finds.into_iter().take(self.keep) {
                found += 1;
                let id = format!("{game}.{}.{found}", self.seed.value());
                writeln!(stdout(), "{}", epd(game.game(), &find, &id))?;
            }
            let end = outcome.map_or("not finished", |outcome| outcome.ending.title());
            let (number, plies) = (number + 1, positions.len());
            note(&format!(
                "game {number}: {plies} plies, {end}; {found} positions so far"
            ));
        }
        Ok(())
    }
}

/// The search and the solver for one game.
struct Miner<'a, R: Rules> {
    args: &'a Args,
    game: TypedGame<R>,
    search: Search<R>,
    solver: Solver,
    never: AtomicBool,
}

impl<'a, R: Rules> Miner<'a, R> {
    fn new(args: &'a Args, game: TypedGame<R>) -> Self {
        Self {
            args,
            game,
            search: Search::new(game.search_options()),
            solver: Solver::new(64),
            never: AtomicBool::new(false),
        }
    }

    /// Generates random positions and prints those that are finds.
    fn examine_random_positions(&mut self, count: u64) -> Result<(), Error> {
        let mut found = 0;
        for number in 0..count {
            let mut rng = self.args.rng(number);
            let Some(position) =
                scatter::random_position::<R>(self.game, self.args.theme, &mut rng)
            else {
                continue;
            };
            if let Some(find) = self.find(&position) {
                found += 1;
                let id = format!("{}.random.{}.{number}", self.game, self.args.seed.value());
                writeln!(stdout(), "{}", epd(self.game.game(), &find, &id))?;
            }
        }
        note(&format!("{found} positions"));
        Ok(())
    }

    /// The positions of a game of the engine against itself, and its outcome.
    fn play_game(&mut self, rng: &mut ChaCha8Rng) -> Result<(Vec<R>, Option<Outcome>), Error> {
        let mut position = self.game.start_position(rng.random());
        let mut history = History::starting_at(&position);
        let mut positions = Vec::new();
        let limits = Limits {
            nodes: Some(self.args.nodes.nodes.unwrap_or(NODES)),
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
        Ok((positions, outcome))
    }

    /// The finds among the last positions of a game.
    fn finds(&mut self, positions: &[R]) -> Vec<Find<R>> {
        self.solver.clear();
        let first = positions.len().saturating_sub(self.args.last_plies);
        positions
            .iter()
            .skip(first)
            .filter_map(|position| self.find(position))
            .collect()
    }

    /// The position as a find, if it has a single best turn as the arguments require.
    fn find(&mut self, position: &R) -> Option<Find<R>> {
        let is_over = position.outcome().is_some();
        let mover = position.seat();
        let short = self.args.min_turns - 1;
        if is_over || short > 0 && self.solve(position, mover, short) != SolveResult::NotWon {
            return None;
        }
        let theme = self.args.theme;
        let is_wanted = |turn| theme.is_none_or(|theme| theme.is_in(&comments(position, turn)));
        if !position.turns().into_iter().any(is_wanted) {
            return None;
        }
        let (best, what) = self
            .only_win(position)
            .or_else(|| self.only_defence(position))
            .filter(|&(best, _)| is_wanted(best))?;
        Some(Find {
            position: position.clone(),
            best,
            what,
        })
    }

    /// Whether `winner` can force a win within this number of turns.
    fn solve(&mut self, position: &R, winner: Seat, turns: u8) -> SolveResult {
        let effort = SolveLimits {
            nodes: Some(self.solver.nodes() + self.args.effort),
            deadline: None,
            stop: &self.never,
        };
        let claim = Claim { winner, turns };
        self.solver.solve(position, claim, effort, &mut |_| {})
    }

    /// The only turn that wins in the fewest turns.
    fn only_win(&mut self, position: &R) -> Option<(Turn, What)> {
        let mover = position.seat();
        let effort = SolveLimits {
            nodes: Some(self.solver.nodes() + self.args.effort),
            deadline: None,
            stop: &self.never,
        };
        let question = WinQuery {
            winners: vec![mover],
            turns: self.args.turns,
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

    /// The only turn that does not lose.
    fn only_defence(&mut self, position: &R) -> Option<(Turn, What)> {
        let opponent = !position.seat();
        let turns = position.turns();
        let mut only = None;
        let mut longest = 0;
        for &turn in &turns {
            match self.solve(&position.play(turn), opponent, self.args.turns) {
                SolveResult::Won { turns, .. } => longest = longest.max(turns),
                SolveResult::NotWon if only.is_none() => only = Some(turn),
                _ => return None,
            }
        }
        // A position with a single legal turn is not a test.
        (turns.len() > 1).then_some((only?, What::Saves(longest)))
    }
}
