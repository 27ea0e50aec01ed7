//! Compares the generator of every built-in game with the oracle. Compares the oracle with the known perft
//! counts of the reverse games. `tests/switches` compares the generators with the oracle in games with random
//! switches.

use rayon::prelude::*;
use reviver::rules::Rules;

use crate::common::games_of;
use crate::oracle::random::{compare, positions_wanted, visit};

mod perft;
mod smolowitz;
mod ssehc;
mod unachess;
mod unplay;

/// Compares every built-in game with the rules type `R` with the oracle, on `positions` positions of each game.
fn equal_the_oracle<R: Rules>(positions: usize) {
    games_of::<R>().into_par_iter().for_each(|variant| {
        visit::<R>(variant, positions_wanted(positions), |position| {
            compare(variant, position);
        });
    });
}
