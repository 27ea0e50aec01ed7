//! Compares the generators of the built-in games with the oracle, a second, slow implementation of
//! the rules. Also compares the oracle with known perft counts. `tests/switches` tests games with
//! random switches.

use rayon::prelude::*;
use reviver::rules::Rules;

use crate::common::games_of;
use crate::oracle::random::{compare, positions_wanted, visit};

mod perft;
mod smolowitz;
mod ssehc;
mod unachess;
mod unplay;

/// Compares the oracle with the built-in games that have the rules `R`, on `positions` positions of
/// each game. `REVIVER_ORACLE_POSITIONS` sets another number.
fn equal_the_oracle<R: Rules>(positions: usize) {
    games_of::<R>().into_par_iter().for_each(|variant| {
        visit::<R>(variant, positions_wanted(positions), |position| {
            compare(variant, position);
        });
    });
}
