//! Statistics as pure functions. For results of games: scores, Elo, ratings and the SPRT. For other
//! numbers: rank correlation, t quantiles and bootstrap intervals.
//!
//! Nothing here depends on the rules, the players or the files.

pub mod bootstrap;
pub mod counts;
mod distribution;
mod likelihood;
pub mod ranks;
pub mod ratings;
pub mod sprt;
pub mod student;
pub mod tally;
