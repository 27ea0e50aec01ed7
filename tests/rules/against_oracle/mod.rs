//! Compares the generators of all games but `unachess-2` with the oracle, and the oracle with the known
//! counts of the reverse games. `tests/switches` compares the generators with the oracle in games with
//! random switches.

mod perft;
mod smolowitz;
mod ssehc;
mod unachess;
mod unplay;
