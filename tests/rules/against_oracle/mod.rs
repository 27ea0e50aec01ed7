//! Compares the generator of every built-in game except `unachess-2` with the oracle. Compares the oracle with
//! the known perft counts of the reverse games. `tests/switches` compares the generators with the oracle in
//! games with random switches.

mod perft;
mod smolowitz;
mod ssehc;
mod unachess;
mod unplay;
