//! Games between players, many of them, and what follows from their results.
//!
//! Everything here is referee or bookkeeper: rules say what is legal and who has won, the search
//! plays, and the modules of this layer pair players, count, and judge whether a difference is more
//! than chance.

pub mod contest;
pub mod journal;
pub mod openings;
pub mod ordered;
pub mod player;
pub mod referee;
pub mod setting;
pub mod sprt;
pub mod stats;
pub mod tally;
