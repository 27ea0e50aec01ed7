//! The rules of every game: each rule on small positions, the counts and results in `positions/`,
//! and comparisons with the oracle (a second, slow implementation of the rules) and `shakmaty`.

#[path = "../common/mod.rs"]
mod common;

mod against_oracle;
mod forward;
mod invariants;
mod oracle;
mod perft;
mod results;
mod smolowitz;
mod ssehc;
mod un_castling;
mod unachess;
mod unmoves;
mod unplay;
