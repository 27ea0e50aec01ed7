//! A game and its search, behind an interface without type parameters. The protocol and servers use
//! this interface.
//!
//! [`Engine`] is the interface, and `game_engine` implements it for every type of rules. `state`
//! and [`view`] are what clients get as JSON. `search_thread` is where searches run.

mod api;
mod game_engine;
mod perft;
mod replay;
mod search_thread;
mod state;
pub mod view;

pub use api::{
    Engine, EngineError, EngineEvent, Evaluation, EventSink, NO_THREAD, PlayedGame, SearchRequest,
    Start, TapsAnswer, TypedTurnError,
};
pub use replay::replay;
pub use search_thread::SearchThread;
pub use state::{Pair, State};

use std::sync::Arc;

use crate::games::{Game, TypedGame, Visitor};
use crate::notation::NativeWords;
use game_engine::GameEngine;

/// An engine for a game, at its start position. If the game has several, `seed` selects one. Each
/// search or perft starts a thread.
#[must_use]
pub fn new(game: &'static Game, seed: u64) -> Box<dyn Engine> {
    make(game, seed, None)
}

/// An engine like that of [`new`], but all its searches and perfts run in `thread`.
#[must_use]
pub fn with_thread(game: &'static Game, seed: u64, thread: &Arc<SearchThread>) -> Box<dyn Engine> {
    make(game, seed, Some(Arc::clone(thread)))
}

fn make(game: &'static Game, seed: u64, thread: Option<Arc<SearchThread>>) -> Box<dyn Engine> {
    struct Make(u64, Option<Arc<SearchThread>>);
    impl Visitor for Make {
        type Output = Box<dyn Engine>;
        fn visit<R: NativeWords>(self, game: TypedGame<R>) -> Self::Output {
            Box::new(GameEngine::new(game, game.start_position(self.0), self.1))
        }
    }
    game.dispatch(Make(seed, thread))
}
