//! Proofs of forced wins: a player wins against every defence.
//!
//! [`Solver`] searches for a proof in any game. A [`Proof`] can be written to a file. [`verify`]
//! checks this file by the rules alone, without the code of the search. Nothing here depends on a
//! particular game.

mod branch;
mod claim;
mod clock_win;
mod df_pn;
mod node;
mod numbers;
pub mod proof;
mod repetition;
mod saved_table;
mod shared;
mod shortest;
mod solver;
mod table;
mod threads;
pub mod verify;

pub use claim::{Claim, SolveLimits, SolveProgress};
pub use clock_win::{THIRD_OCCURRENCE, counts_clock_wins};
pub use numbers::ProofNumbers;
pub use proof::{Proof, ProofStep};
pub use saved_table::{Loaded, TableError};
pub use shortest::{Win, WinBounds, WinQuery};
pub use solver::{SolveResult, Solver};

/// The solver searches only for wins in which the winner plays at most this many turns.
pub const MAX_TURNS: u8 = 120;
