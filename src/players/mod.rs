//! Players: the engine in this process, a program in a process of its own, and simple opponents of known
//! strength.
//!
//! A player is given a game and answers with a turn. Who has won, and whose clock runs, is the
//! referee's business (`play`).

mod greedy;
pub mod process;
mod searcher;
pub mod setting;
pub mod spec;
mod uct;
mod uniform;

pub use greedy::Greedy;
pub use searcher::Searcher;
pub use uct::Uct;
pub use uniform::{Uniform, any_turn};
