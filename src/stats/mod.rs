//! What the results of games say about strength: pure functions of counts.
//!
//! Nothing here knows what a game is, who played it or where results are kept.

pub mod counts;
mod likelihood;
pub mod ratings;
pub mod sprt;
pub mod tally;
