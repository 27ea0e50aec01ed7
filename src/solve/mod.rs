//! Proofs of forced ends: whether a player wins whatever the other one does, shown rather than
//! estimated.
//!
//! [`Solver`] searches for a proof, generic over the rules and knowing no game. [`Proof`] is what it
//! finds, in a form that goes to a file. [`verify`] checks such a file with nothing but the rules:
//! it shares no code with the search.

mod numbers;
pub mod proof;
mod shortest;
mod solver;
mod table;
pub mod verify;

pub use numbers::Numbers;
pub use proof::{Proof, Step};
pub use shortest::{Question, Verdict, Win};
pub use solver::{Answer, Effort, Order, Progress, Solver};
pub use table::TableError;

/// The most turns of the winner that a proof may take.
pub const MAX_TURNS: u8 = 120;
