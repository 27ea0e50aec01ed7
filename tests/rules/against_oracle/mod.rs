//! Compares the generators of all games with the slow ones.

mod perft;
mod smolowitz;
mod ssehc;
mod unachess;
mod unplay;
