//! Compares the generators of all games with the oracle, and the oracle with known counts.

mod perft;
mod smolowitz;
mod ssehc;
mod unachess;
mod unplay;
