//! The tuning of search parameters by games. The method is simultaneous perturbation stochastic
//! approximation (SPSA).
//!
//! J. C. Spall described the method ("Implementation of the Simultaneous Perturbation Algorithm for
//! Stochastic Optimization", IEEE Transactions on Aerospace and Electronic Systems 34, 1998). The
//! form for chess engines is that of J. Kiiski (<https://www.chessprogramming.org/SPSA>). A pair of
//! games compares two vectors of parameters. The plus vector is the present vector with a
//! perturbation of random sign added to each parameter; in the minus vector each perturbation has
//! the opposite sign. After all pairs of an iteration, the present vector takes a step towards the
//! vectors that have won. `c_end` and `r_end` have the same meaning as in Fishtest
//! (<https://github.com/official-stockfish/fishtest>):
//!
//! ```text
//! c_k   = c_end * (N / k)^0.101                                perturbation in iteration k of N
//! a_k   = r_end * c_end^2 * ((A + N) / (A + k))^0.602          gain, with A = N / 10
//! value = value + a_k / c_k * sign * (wins - losses)           summed over the pairs of the iteration
//! ```
//!
//! In these formulas `c_end` is the perturbation of the parameter in the last iteration. The
//! setting [`SpsaSettings::c_end`] is this perturbation as a share of the range of the parameter.
//! `sign` is the sign of the perturbation in the plus vector. `wins` and `losses` are the numbers
//! of games that the plus vector has won and lost.
//!
//! Search parameters are whole numbers, so both vectors are rounded. A random fraction is added to
//! each value, and the sum is rounded down. A parameter has the same fraction in both vectors. On
//! average over many pairs, a rounded value equals the exact value. So even if the present vector
//! changes by less than 1, the rounded values of some pairs change.
//!
//! Every pair has its own signs and fractions. They depend only on the seed and on the number of
//! the pair. The present vector changes only at the end of an iteration. Therefore the result does
//! not depend on the number of threads or shards. A run keeps no state except the journals of its
//! pairs.

mod gains;
mod journals;
mod pair;
mod parameter;
mod run;
mod terms;
mod tuner;

pub use gains::{C_END, R_END};
pub use journals::{JournalOptions, PairJournals};
pub use pair::{PairGames, PlayedPair};
pub use parameter::TunedParam;
pub use run::{RunError, RunListener, SpsaRun};
pub use terms::Terms;
pub use tuner::{Candidates, Spsa, SpsaSettings};
