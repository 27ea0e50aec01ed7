//! Players: the engine in this process, a program in a process of its own, and simple opponents of known
//! strength.
//!
//! A player is given a game and answers with a turn. Who has won, and whose clock runs, is the
//! referee's business (`play`).

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
