//! Reads files of openings.

use rand::SeedableRng;
use rand::seq::SliceRandom;
use rand_chacha::ChaCha8Rng;
use thiserror::Error;

use super::line;
use crate::board::Setup;
use crate::games::{Game, TypedGame, Visitor};
use crate::live::LiveGame;
use crate::notation::PositionError;
use crate::rules::Rules;

/// An error in a file of openings: the file has a line from which no game can start.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
#[error("line {line}: {problem}")]
pub struct OpeningError {
    /// The line, from 1.
    pub line: usize,
    /// What is wrong with it.
    pub problem: OpeningProblem,
}

/// Why no game can start from a line.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
pub enum OpeningProblem {
    /// It is not a position of the variant.
    #[error(transparent)]
    Position(#[from] PositionError),
    /// The game is over in this position.
    #[error("the game is over in this position")]
    Over,
}

/// The openings of a variant that come with the program, in the order of their file.
#[must_use]
pub fn embedded(variant: &'static Game) -> Vec<Setup> {
    // This cannot panic: a test reads the openings of every built-in variant, and other variants
    // have none.
    read(variant, variant.openings_text())
        .unwrap_or_else(|error| panic!("openings of {variant}: {error}"))
}

/// The positions of the variant in a file of openings, in the order of the file. Empty lines,
/// remarks and lines of other variants are skipped.
///
/// # Errors
///
/// If a remaining line is not a position of the variant, or if the game is over in this position,
/// for example by fifty moves. The error is about the first wrong line.
pub fn read(variant: &'static Game, text: &str) -> Result<Vec<Setup>, OpeningError> {
    variant.dispatch(Reading(text))
}

struct Reading<'a>(&'a str);

impl Visitor for Reading<'_> {
    type Output = Result<Vec<Setup>, OpeningError>;

    fn visit<R: Rules>(self, variant: TypedGame<R>) -> Self::Output {
        let lines = self.0.lines().zip(1..);
        let positions =
            lines.filter_map(|(text, line)| Some((line::position(variant.game(), text)?, line)));
        positions
            .map(|(fen, line)| {
                opening::<R>(variant, &fen).map_err(|problem| OpeningError { line, problem })
            })
            .collect()
    }
}

fn opening<R: Rules>(variant: TypedGame<R>, fen: &str) -> Result<Setup, OpeningProblem> {
    let game: LiveGame<R> = LiveGame::new(variant, variant.read(fen)?);
    if game.outcome().is_some() {
        return Err(OpeningProblem::Over);
    }
    Ok(*game.position().setup())
}

/// Puts openings in a random order that depends only on the seed.
pub fn shuffle(openings: &mut [Setup], seed: u64) {
    openings.shuffle(&mut ChaCha8Rng::seed_from_u64(seed));
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::games;
    use crate::rules::draw::FIFTY_MOVES;

    #[test]
    fn a_position_in_which_fifty_moves_end_the_game_is_no_opening() {
        for variant in games::all() {
            let at = |halfmove| Setup {
                halfmove,
                fullmove: halfmove,
                ..variant.start(0)
            };
            let [last, over] = [FIFTY_MOVES - 1, FIFTY_MOVES].map(at);
            assert_eq!(
                read(variant, &last.to_string()),
                Ok(vec![last]),
                "{variant}"
            );
            let problem = OpeningProblem::Over;
            let refused = Err(OpeningError { line: 1, problem });
            assert_eq!(read(variant, &over.to_string()), refused, "{variant}");
        }
    }
}
