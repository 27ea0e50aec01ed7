//! The generators of all games against the slow ones.

mod perft;
mod smolowitz;
mod ssehc;
mod unachess;
mod unplay;
