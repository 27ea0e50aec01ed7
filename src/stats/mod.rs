//! Statistics of game results: scores, Elo, ratings and the SPRT, as pure functions.
//!
//! Nothing here depends on the rules, on the players or on where results are stored.

pub mod counts;
mod likelihood;
pub mod ratings;
pub mod sprt;
pub mod tally;
