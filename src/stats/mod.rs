//! What the results of games say about strength: pure functions of counts.

pub mod counts;
mod likelihood;
pub mod ratings;
pub mod sprt;
