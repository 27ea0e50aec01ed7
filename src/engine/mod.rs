//! A game and its search, behind an interface without type parameters. The protocol and servers use it.
//!
//! [`Engine`] is that interface, and `game_engine` implements it for every type of rules. `state` and
//! [`view`] are what clients get as JSON. Lines of the protocol are read and written in `protocol`.

mod api;
mod game_engine;
mod perft;
mod replay;
mod state;
pub mod view;

pub use api::{
    Engine, EngineError, Evaluation, Event, EventSink, PlayedGame, SearchRequest, Start,
    TapsAnswer, TypedTurnError,
};
pub use replay::replay;
pub use state::{Pair, State};

use crate::games::{Game, TypedGame, Visitor};
use crate::notation::NativeWords;
use game_engine::GameEngine;

/// An engine for a game, at its start position. `seed` draws the start position of a game that has
/// several.
#[must_use]
pub fn new(game: &'static Game, seed: u64) -> Box<dyn Engine> {
    struct Make(u64);
    impl Visitor for Make {
        type Output = Box<dyn Engine>;
        fn visit<R: NativeWords>(self, game: TypedGame<R>) -> Self::Output {
            let start = game.position(game.start(self.0));
            // Every game accepts all its start positions; a test checks it.
            let start = start.unwrap_or_else(|error| panic!("{game}: {error}"));
            Box::new(GameEngine::new(game, start))
        }
    }
    game.dispatch(Make(seed))
}
