//! `reviver mine`: looks for test positions in games that the engine plays against itself.

mod scatter;
mod stage;

use std::io::{Write, stdout};
use std::sync::atomic::AtomicBool;

use rand::{Rng, SeedableRng};
use rand_chacha::ChaCha8Rng;

use super::start::variant;
use super::{Error, note};
use crate::board::{Act, Pending, Role, Turn};
use crate::rules::{Goal, History, Outcome, Rules, Seat, Uncapture, Variant, Visitor};
use crate::search::{Control, Limits, Options, Root, Search};
use crate::solve::{Claim, SolveLimits, SolveResult, Solver, WinQuery};
use stage::Theme;

/// Plies after which a game is given up.
const LONGEST: usize = 400;

/// Find positions with a proven best turn in games of the engine against itself
///
/// Plays fast games with some turns at random and looks at the plies before their ends, or draws
/// positions near the array by lot. Prints as EPD the positions where exactly one turn forces the
/// end in the fewest turns (bm, dm), and those where every turn but one loses by force (bm). All of
/// it is proven by the solver.
#[derive(Debug, clap::Args)]
#[command(after_help = "Examples:\n  \
    reviver mine unplay-strict --games 10 --seed 1\n  \
    reviver mine smolowitz --lots 10000 --theme castling")]
pub(super) struct Args {
    /// The game
    #[arg(value_parser = variant())]
    variant: Variant,
    /// Games to play
    #[arg(long, value_name = "N", default_value_t = 10)]
    games: u64,
    /// Draw so many positions near the array by lot instead of playing games
    #[arg(long, value_name = "N", conflicts_with = "games")]
    lots: Option<u64>,
    /// Print only positions whose best turn has to do with this, and set the lots up for it
    #[arg(long, value_enum)]
    theme: Option<Theme>,
    /// Seed of all chance
    #[arg(long, value_name = "N", default_value_t = 0)]
    seed: u64,
    /// Nodes for the search of a turn
    #[arg(long, value_name = "N", default_value_t = 1000)]
    nodes: u64,
    /// Turns in a hundred that are played at random
    #[arg(long, value_name = "N", default_value_t = 10, value_parser = clap::value_parser!(u32).range(0..=100))]
    slips: u32,
    /// The most turns of a forced end
    #[arg(long, value_name = "N", default_value_t = 5, value_parser = clap::value_parser!(u8).range(1..=20))]
    turns: u8,
    /// The fewest turns of a forced end to print
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = clap::value_parser!(u8).range(1..=20))]
    least: u8,
    /// Nodes of the solver for one question
    #[arg(long, value_name = "N", default_value_t = 200_000)]
    effort: u64,
    /// Positions to keep of a game
    #[arg(long, value_name = "N", default_value_t = 2)]
    keep: usize,
    /// Plies before the end of a game to look at
    #[arg(long, value_name = "N", default_value_t = 14)]
    plies: usize,
}

impl Args {
    /// Plays, proves and prints.
    pub(super) fn run(self) -> Result<(), Error> {
        self.variant.dispatch(self)
    }
}

/// A position with what is proven about it.
struct Find<R> {
    position: R,
    best: Turn,
    what: What,
}

/// What makes a turn the best one.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum What {
    /// It alone wins within so many turns.
    Wins(u8),
    /// Every other one loses within so many turns of the opponent.
    Saves(u8),
}

impl Visitor for Args {
    type Output = Result<(), Error>;

    fn visit<R: Rules>(self, variant: Variant) -> Self::Output {
        let mut miner = Miner::<R>::new(&self, variant);
        let mut found = 0;
        if let Some(lots) = self.lots {
            return miner.draw_lots(lots);
        }
        for number in 0..self.games {
            let mut rng = ChaCha8Rng::seed_from_u64(self.seed);
            rng.set_stream(number);
            let (game, outcome) = miner.game(&mut rng)?;
            let mut finds = miner.finds(&game);
            // The longest first; of equals the first, which comes earliest in the game.
            finds.sort_by_key(|find| match find.what {
                What::Wins(turns) => std::cmp::Reverse(turns),
                What::Saves(turns) => std::cmp::Reverse(turns + 1),
            });
            for find in finds.into_iter().take(self.keep) {
                found += 1;
                let id = format!("{variant}.{}.{found}", self.seed);
                writeln!(stdout(), "{}", epd(variant, &find, &id))?;
            }
            let end = outcome.map_or("given up", |outcome| outcome.ending.word());
            let (number, plies) = (number + 1, game.len());
            note(&format!(
                "game {number}: {plies} plies, {end}; {found} positions so far"
            ));
        }
        Ok(())
    }
}

/// What is needed for mining in one game.
struct Miner<'a, R> {
    args: &'a Args,
    variant: Variant,
    search: Search<R>,
    solver: Solver,
    never: AtomicBool,
}

impl<'a, R: Rules> Miner<'a, R> {
    fn new(args: &'a Args, variant: Variant) -> Self {
        Self {
            args,
            variant,
            search: Search::new(Options::of(variant)),
            solver: Solver::new(64),
            never: AtomicBool::new(false),
        }
    }

    /// Looks at positions drawn by lot, each with a solver that knows nothing of the others.
    fn draw_lots(&mut self, lots: u64) -> Result<(), Error> {
        let mut found = 0;
        for number in 0..lots {
            let mut rng = ChaCha8Rng::seed_from_u64(self.args.seed);
            rng.set_stream(number);
            let Some(position) = scatter::draw::<R>(self.variant, self.args.theme, &mut rng) else {
                continue;
            };
            if let Some(find) = self.find(&position) {
                found += 1;
                let id = format!("{}.lot.{}.{number}", self.variant, self.args.seed);
                writeln!(stdout(), "{}", epd(self.variant, &find, &id))?;
            }
        }
        note(&format!("{found} positions"));
        Ok(())
    }

    /// The positions of a game of the engine against itself, and how it ends.
    fn game(&mut self, rng: &mut ChaCha8Rng) -> Result<(Vec<R>, Option<Outcome>), Error> {
        let mut position = R::from_setup(self.variant, self.variant.start(rng.random()))?;
        let mut history = History::starting_at(&position);
        let mut positions = Vec::new();
        let limits = Limits {
            nodes: Some(self.args.nodes),
            ..Limits::default()
        };
        self.search.clear();
        let outcome = loop {
            let outcome = history.outcome(&position);
            if outcome.is_some() || positions.len() == LONGEST {
                break outcome;
            }
            let turns = position.turns();
            let turn = if rng.random_range(0..100) < self.args.slips {
                turns[rng.random_range(0..turns.len())]
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
                best.turn.unwrap_or(turns[0])
            };
            let next = position.play(turn);
            history.push(next.key());
            positions.push(std::mem::replace(&mut position, next));
        };
        Ok((positions, outcome))
    }

    /// What is found before the end of a game.
    fn finds(&mut self, game: &[R]) -> Vec<Find<R>> {
        self.solver.clear();
        let first = game.len().saturating_sub(self.args.plies);
        let positions = game[first..].iter();
        positions
            .filter_map(|position| self.find(position))
            .collect()
    }

    fn find(&mut self, position: &R) -> Option<Find<R>> {
        let end = position.outcome().is_some();
        let mover = position.seat();
        let short = self.args.least - 1;
        if end || short > 0 && self.solve(position, mover, short) != SolveResult::NotWon {
            return None;
        }
        let theme = self.args.theme;
        let is_wanted = |turn| theme.is_none_or(|theme| theme.is_in(&themes(position, turn)));
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

    fn solve(&mut self, position: &R, winner: Seat, turns: u8) -> SolveResult {
        let effort = SolveLimits {
            nodes: Some(self.solver.nodes() + self.args.effort),
            deadline: None,
            stop: &self.never,
        };
        let order = Claim { winner, turns };
        self.solver.solve(position, order, effort, &mut |_| {})
    }

    /// The one turn that wins within the fewest turns.
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
        let win = verdict.win.filter(|win| win.turns >= self.args.least)?;
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

    /// The one turn that does not lose.
    fn only_defence(&mut self, position: &R) -> Option<(Turn, What)> {
        let other = !position.seat();
        let turns = position.turns();
        let mut only = None;
        let mut longest = 0;
        for &turn in &turns {
            match self.solve(&position.play(turn), other, self.args.turns) {
                SolveResult::Won { turns, .. } => longest = longest.max(turns),
                SolveResult::NotWon if only.is_none() => only = Some(turn),
                _ => return None,
            }
        }
        // With one turn there is nothing to find.
        (turns.len() > 1).then_some((only?, What::Saves(longest)))
    }
}

fn epd<R: Rules>(variant: Variant, find: &Find<R>, id: &str) -> String {
    let Find {
        position,
        best,
        what,
    } = find;
    let proven = match what {
        What::Wins(turns) => format!("dm {turns}; "),
        What::Saves(_) => String::new(),
    };
    let mut words = themes(position, *best);
    if let What::Saves(turns) = what {
        words.insert(0, format!("every other turn loses within {turns}"));
    }
    let comment = if words.is_empty() {
        String::new()
    } else {
        format!(" c0 \"{}\";", words.join(", "))
    };
    format!(
        "{} bm {best}; {proven}variant {variant}; id \"{id}\";{comment}",
        position.setup()
    )
}

/// What a turn has to do with, in the words of the rules.
fn themes<R: Rules>(position: &R, turn: Turn) -> Vec<String> {
    let mut words = Vec::new();
    let placement = &position.setup().placement;
    let king = placement.king(position.side());
    let un = if R::GOAL == Goal::Checkmate {
        ""
    } else {
        "un-"
    };
    if position.checks()[position.side()] {
        words.push("out of check".to_owned());
    }
    if position.checks()[!position.side()] {
        words.push("out of kcehc".to_owned());
    }
    match turn.act() {
        Act::UnEnPassant => words.push("en passant".to_owned()),
        Act::UnPromotion | Act::Promotion => words.push(format!("{un}promotion")),
        Act::Drop => words.push("drop".to_owned()),
        Act::End => words.push("declares the end".to_owned()),
        Act::Move => {}
    }
    let is_capture = placement.piece_at(turn.to()).is_none()
        && position.setup().pending == Pending::At(turn.to())
        && turn.from().file() != turn.to().file()
        && placement.role_at(turn.from()) == Some(Role::Pawn);
    if R::CAPTURES && turn.act() == Act::Move && is_capture {
        words.push("en passant".to_owned());
    }
    let wide = turn.from().file().distance(turn.to().file()) == 2;
    if turn.act() == Act::Move && king == Some(turn.from()) && wide {
        words.push(format!("{un}castling"));
    }
    let vacated = match position.uncapture() {
        Uncapture::None => None,
        Uncapture::May(square) | Uncapture::Must(square) => Some(square),
    };
    if turn.head().is_some() && turn.head() != vacated {
        words.push("en passant".to_owned());
    }
    if turn.head().is_some() || turn.tail_revival().is_some() {
        let what = match turn.role() {
            Some(Role::Pawn) => "un-captures a pawn",
            _ => "un-captures a piece",
        };
        words.push(what.to_owned());
    }
    let after = position.play(turn);
    if after.checks()[position.side()] {
        words.push("leaves a check".to_owned());
    }
    if after.outcome().is_some() {
        words.push("ends the game".to_owned());
    }
    words
}
