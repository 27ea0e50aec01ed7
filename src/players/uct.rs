//! Monte-Carlo tree search in its simplest form, with no knowledge but the rules.
//!
//! Upper confidence bounds applied to trees: L. Kocsis and C. Szepesvari, "Bandit based Monte-Carlo
//! Planning" (2006), in the form of C. Browne et al., "A Survey of Monte Carlo Tree Search Methods"
//! (2012), section 3.3. Each iteration goes down to an unvisited node and plays a random game (a
//! *playout*) from there. A node is expanded at its second visit. The player plays the root move
//! with the most visits.

use std::ops::Range;
use std::time::{Duration, Instant};

use rand::seq::SliceRandom;
use rand::{Rng, SeedableRng};
use rand_chacha::ChaCha8Rng;

use super::random::any_turn;
use crate::board::Turn;
use crate::eval::expected_turns;
use crate::play::fault::Halt;
use crate::play::player::{Choice, NewGame, Player, TurnRequest};
use crate::rules::draw::FIFTY_MOVES;
use crate::rules::{DrawCause, Outcome, Rules, Seat};
use crate::search::time_manager::TimeManager;

/// The exploration constant of the UCB1 formula.
const EXPLORATION: f64 = std::f64::consts::SQRT_2;

/// A playout that has not ended after this many plies counts as drawn.
const MAX_PLAYOUT_PLIES: usize = 400;

/// The number of positions to visit if neither nodes nor time is limited.
const DEFAULT_NODES: u64 = 10_000;

/// Plays the root move with the most visits. The node limit counts all positions visited, also
/// those of the playouts.
#[derive(Clone, Debug)]
pub struct Uct {
    random: ChaCha8Rng,
}

impl Uct {
    /// A player with this seed. [`Player::begin_game`] replaces this seed with the seed of the new
    /// game.
    #[must_use]
    pub fn new(seed: u64) -> Self {
        Self {
            random: ChaCha8Rng::seed_from_u64(seed),
        }
    }
}

impl<R: Rules> Player<R> for Uct {
    fn begin_game(&mut self, new: &NewGame) -> Result<(), Halt> {
        *self = Self::new(new.seed);
        Ok(())
    }

    fn choose(&mut self, request: &TurnRequest<'_, R>) -> Result<Choice, Halt> {
        let started = Instant::now();
        let position = request.game.position();
        let limits = request.search_limits();
        let expected_turns = expected_turns(position, request.game.game().expected_turns());
        let clock = TimeManager::new(limits.time, Duration::ZERO, expected_turns);
        let time = clock.map(|clock| clock.optimum.min(clock.maximum));
        let nodes = match (limits.nodes, time) {
            (Some(nodes), _) => nodes,
            (None, None) => DEFAULT_NODES,
            (None, Some(_)) => u64::MAX,
        };
        let mut tree = Tree::new(position, &mut self.random);
        while tree.visited < nodes && time.is_none_or(|time| started.elapsed() < time) {
            tree.iterate(position, &mut self.random);
        }
        Ok(tree.best().into())
    }
}

/// A turn in the tree.
struct Node {
    turn: Turn,
    /// The player who plays the turn.
    seat: Seat,
    visits: u32,
    /// The points of [`Node::seat`] in the playouts through this node: 1 for a win, 0.5 for a draw.
    points: f64,
    /// The nodes of the turns that can follow; `None` before the node is expanded.
    children: Option<Range<usize>>,
}

struct Tree {
    nodes: Vec<Node>,
    root: Range<usize>,
    iterations: u32,
    /// Positions visited.
    visited: u64,
}

impl Tree {
    fn new<R: Rules>(position: &R, random: &mut impl Rng) -> Self {
        let mut tree = Self {
            nodes: Vec::new(),
            root: 0..0,
            iterations: 0,
            visited: 0,
        };
        tree.root = tree.expand(position, random);
        tree
    }

    /// Adds a node for each turn of a position, in random order, and returns their indices.
    fn expand<R: Rules>(&mut self, position: &R, random: &mut impl Rng) -> Range<usize> {
        let start = self.nodes.len();
        let seat = position.seat();
        self.nodes
            .extend(position.turns().into_iter().map(|turn| Node {
                turn,
                seat,
                visits: 0,
                points: 0.0,
                children: None,
            }));
        self.nodes[start..].shuffle(random);
        start..self.nodes.len()
    }

    /// Does one iteration: goes down to an unvisited node, plays a random game from there, and adds
    /// the result to all nodes on the path. If the game ends on the way down, no random game is
    /// played.
    fn iterate<R: Rules>(&mut self, root: &R, random: &mut impl Rng) {
        let mut position = root.clone();
        let mut path = Vec::new();
        let mut children = self.root.clone();
        let mut visits = self.iterations;
        let outcome = loop {
            let Some(index) = self.select(children, visits) else {
                // Only a position without turns has no children.
                break Some(position.outcome_if_stuck());
            };
            position = position.play(self.nodes[index].turn);
            self.visited += 1;
            path.push(index);
            if let Some(outcome) = ended(&position) {
                break Some(outcome);
            }
            visits = self.nodes[index].visits;
            children = match self.nodes[index].children.clone() {
                Some(children) => children,
                None if visits == 0 => break self.play_out(position, random),
                None => {
                    let expanded = self.expand(&position, random);
                    self.nodes[index].children = Some(expanded.clone());
                    expanded
                }
            };
        };
        self.iterations += 1;
        for index in path {
            let node = &mut self.nodes[index];
            node.visits += 1;
            node.points += match outcome.and_then(|outcome| outcome.winner) {
                None => 0.5,
                Some(winner) if winner == node.seat => 1.0,
                Some(_) => 0.0,
            };
        }
    }

    /// The first unvisited child, or else the child with the highest upper confidence bound.
    /// `visits` is the number of visits to the parent.
    fn select(&self, children: Range<usize>, visits: u32) -> Option<usize> {
        let log_visits = f64::from(visits.max(1)).ln();
        let bound = |node: &Node| {
            let visits = f64::from(node.visits);
            node.points / visits + EXPLORATION * (log_visits / visits).sqrt()
        };
        let mut best = None;
        for index in children {
            let node = &self.nodes[index];
            if node.visits == 0 {
                return Some(index);
            }
            let bound = bound(node);
            if best.is_none_or(|(_, highest)| bound > highest) {
                best = Some((index, bound));
            }
        }
        best.map(|(index, _)| index)
    }

    /// The outcome of a random game from `position`; `None` if the game has not ended after
    /// [`MAX_PLAYOUT_PLIES`].
    fn play_out<R: Rules>(&mut self, mut position: R, random: &mut impl Rng) -> Option<Outcome> {
        for _ in 0..MAX_PLAYOUT_PLIES {
            let Some(turn) = any_turn(&position, random) else {
                return Some(position.outcome_if_stuck());
            };
            position = position.play(turn);
            self.visited += 1;
            if let Some(outcome) = ended(&position) {
                return Some(outcome);
            }
        }
        None
    }

    /// The turn with the most visits.
    fn best(&self) -> Turn {
        self.nodes[self.root.clone()]
            .iter()
            .max_by(|one, other| {
                let rank = |node: &Node| (node.visits, node.points);
                rank(one).partial_cmp(&rank(other)).expect("no NaN")
            })
            .expect("a game that is not over has a turn")
            .turn
    }
}

/// The immediate outcome of a position, or its outcome by the fifty-move rule. Repetition is not
/// detected. Positions without legal turns are left to the caller.
fn ended<R: Rules>(position: &R) -> Option<Outcome> {
    position.immediate_outcome().or_else(|| {
        let over = position.setup().halfmove >= FIFTY_MOVES && position.has_turn();
        over.then(|| position.outcome_on(DrawCause::FiftyMoves))
    })
}
