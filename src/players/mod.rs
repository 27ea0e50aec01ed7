//! Players: the engine in this process, engines in separate processes, and simple opponents.
//!
//! A player gets a game and answers with a turn. The referee (`play`) runs the clocks and decides
//! how the game ends.

mod engine;
mod greedy;
pub mod process;
mod random;
pub mod settings;
pub mod spec;
mod uct;

pub use engine::EnginePlayer;
pub use greedy::Greedy;
pub use random::{RandomMover, any_turn};
pub use uct::Uct;
