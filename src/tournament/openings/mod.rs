//! Positions from which matches start: files of them, and how they are made.
//!
//! A file holds a position a line, in the six fields of the project's own notation, with what is
//! said about it behind a semicolon:
//!
//! ```text
//! # Ssehc, 2 to 8 plies from the start
//! 8/8/5k2/8/8/4K3/8/8[QRRBBNNPPPPPPPPqrrbbnnpppppppp] b - f3 1 1 ; id "1"
//! ```

mod first_positions;
mod make;

use rand::SeedableRng;
use rand::seq::SliceRandom;
use rand_chacha::ChaCha8Rng;
use thiserror::Error;

pub use first_positions::{FirstPositions, FirstPositionsError};
pub use make::{Candidate, Maker};

use crate::board::Setup;
use crate::games::{Game, TypedGame, Visitor};
use crate::notation::PositionError;
use crate::rules::Rules;

/// A line of a file of openings that is no position of the game.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
#[error("line {line}: {problem}")]
pub struct OpeningError {
    /// The line, from 1.
    pub line: usize,
    /// What is wrong with it.
    pub problem: OpeningProblem,
}

/// Why nothing can start from a line.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
pub enum OpeningProblem {
    /// It is no position of the game.
    #[error(transparent)]
    Position(#[from] PositionError),
    /// The game is over there.
    #[error("the game is over in this position")]
    Over,
}

/// The openings that come with the program, in the order of their file.
#[must_use]
pub fn embedded(variant: &'static Game) -> Vec<Setup> {
    // A test reads every one of them.
    read(variant, variant.openings())
        .unwrap_or_else(|error| panic!("openings of {variant}: {error}"))
}

/// The positions of a file of openings, in its order. Empty lines and those that begin with `#` are
/// passed over.
///
/// # Errors
///
/// Names the first line from which no game of the variant can start, and why.
pub fn read(variant: &'static Game, text: &str) -> Result<Vec<Setup>, OpeningError> {
    variant.dispatch(Reading(text))
}

struct Reading<'a>(&'a str);

impl Visitor for Reading<'_> {
    type Output = Result<Vec<Setup>, OpeningError>;

    fn visit<R: Rules>(self, variant: TypedGame<R>) -> Self::Output {
        let lines = self.0.lines().zip(1..);
        let positions = lines.filter(|(line, _)| !line.trim().is_empty() && !line.starts_with('#'));
        positions
            .map(|(text, line)| {
                opening::<R>(variant, text).map_err(|problem| OpeningError { line, problem })
            })
            .collect()
    }
}

fn opening<R: Rules>(variant: TypedGame<R>, line: &str) -> Result<Setup, OpeningProblem> {
    let fen = line.split(';').next().unwrap_or_default().trim();
    let position: R = variant.read(fen)?;
    if position.outcome().is_some() {
        return Err(OpeningProblem::Over);
    }
    Ok(*position.setup())
}

/// Puts openings in an order that follows from the seed.
pub fn shuffle(openings: &mut [Setup], seed: u64) {
    openings.shuffle(&mut ChaCha8Rng::seed_from_u64(seed));
}
