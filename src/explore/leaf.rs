//! Positions that are not searched yet, and the start positions of a game.

use super::node::Node;
use crate::board::{Key, Setup, Turn};
use crate::games::{Game, TypedGame, Visitor};
use crate::rules::{History, Rules};

/// A position that is not searched yet.
#[derive(Clone, Copy, Debug)]
pub struct Leaf {
    /// The position before `turn`. If `turn` is `None`, the position of the leaf itself.
    setup: Setup,
    /// The turn that leads to the position of the leaf; `None` at the start of the game.
    turn: Option<Turn>,
    /// The number of plies from the start.
    pub ply: u32,
}

impl Leaf {
    /// The leaf to which `turn` leads from `node`. The turn must be legal.
    pub(super) const fn after(node: &Node, turn: Turn) -> Self {
        Self {
            setup: node.setup,
            turn: Some(turn),
            ply: node.ply + 1,
        }
    }

    /// The position.
    ///
    /// # Panics
    ///
    /// If `game` does not accept the position. A game accepts every leaf of its own trees.
    #[must_use]
    pub fn position<R: Rules>(&self, game: TypedGame<R>) -> R {
        let position = accepted(game, self.setup);
        match self.turn {
            None => position,
            Some(turn) => position.play(turn),
        }
    }
}

impl From<Root> for Leaf {
    fn from(root: Root) -> Self {
        Self {
            setup: root.setup,
            turn: None,
            ply: 0,
        }
    }
}

/// A start position of a game.
#[derive(Clone, Copy, Debug)]
pub(super) struct Root {
    setup: Setup,
    /// The key of the position.
    pub(super) key: Key,
    /// Whether the game is over in the position.
    pub(super) is_over: bool,
}

/// The start positions of a game.
pub(super) fn roots(game: &'static Game) -> Vec<Root> {
    struct Roots;
    impl Visitor for Roots {
        type Output = Vec<Root>;
        fn visit<R: Rules>(self, game: TypedGame<R>) -> Vec<Root> {
            let root = |setup| {
                let position = accepted(game, setup);
                Root {
                    setup,
                    key: position.key(),
                    is_over: History::starting_at(&position).outcome(&position).is_some(),
                }
            };
            game.starts().into_iter().map(root).collect()
        }
    }
    game.dispatch(Roots)
}

/// The position that `setup` describes. Panics if `game` does not accept it.
fn accepted<R: Rules>(game: TypedGame<R>, setup: Setup) -> R {
    let position = game.position(setup);
    position.unwrap_or_else(|error| panic!("{game}: {error}"))
}
