//! A line of a book: `FEN ; turn ; score ; positions`.

use std::fmt;

use thiserror::Error;

use crate::board::{Setup, Turn};
use crate::games::TypedGame;
use crate::notation::{PositionError, TurnError, turn};
use crate::rules::{Illegality, Rules};
use crate::search::Score;

/// What a book knows of a position.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct BookEntry {
    /// The best turn.
    pub turn: Turn,
    /// The score of the turn, from the view of the player to play.
    pub score: Score,
    /// The number of positions below this position in the explored tree.
    pub positions: u64,
}

/// A position of a book and what the book knows of it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct BookLine {
    /// The position.
    pub setup: Setup,
    /// What the book knows of it.
    pub entry: BookEntry,
}

/// Why a line of a book is wrong.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
pub enum BookLineError {
    /// The line does not have four fields.
    #[error(
        "a line needs four fields, separated by ' ; ': position, turn, score, \
         number of positions below this position"
    )]
    Fields,
    /// The first field is not a position of the game.
    #[error(transparent)]
    Position(#[from] PositionError),
    /// The second field is not a turn.
    #[error(transparent)]
    Turn(#[from] TurnError),
    /// The turn is not legal.
    #[error("{turn} is not legal: {illegality}")]
    Illegal {
        /// The turn.
        turn: Turn,
        /// The rule that it breaks.
        illegality: Illegality,
    },
    /// The third field is not a score.
    #[error("'{0}' is not a score; a score is written like 'cp -12' or 'mate 3'")]
    Score(String),
    /// The fourth field is not a number of positions.
    #[error("'{0}' is not a number of positions")]
    Positions(String),
    /// An earlier line has the same position.
    #[error("an earlier line has the same position")]
    Twice,
}

impl fmt::Display for BookLine {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { setup, entry } = self;
        let BookEntry {
            turn,
            score,
            positions,
        } = entry;
        write!(f, "{setup} ; {turn} ; {score} ; {positions}")
    }
}

impl BookLine {
    /// Reads a line.
    ///
    /// # Errors
    ///
    /// If the line does not have four valid fields, or the turn is not legal.
    pub(super) fn read<R: Rules>(
        game: TypedGame<R>,
        text: &str,
    ) -> Result<(R, BookEntry), BookLineError> {
        let fields: Vec<&str> = text.split(" ; ").map(str::trim).collect();
        let &[position, turn, score, positions] = fields.as_slice() else {
            return Err(BookLineError::Fields);
        };
        let position = game.read(position)?;
        let turn = turn::read(R::FORM, turn)?;
        if let Some(illegality) = position.illegality(turn) {
            return Err(BookLineError::Illegal { turn, illegality });
        }
        let excerpt = |text: &str| text.chars().take(20).collect::<String>();
        let entry = BookEntry {
            turn,
            score: read_score(score).ok_or_else(|| BookLineError::Score(excerpt(score)))?,
            positions: positions
                .parse()
                .map_err(|_| BookLineError::Positions(excerpt(positions)))?,
        };
        Ok((position, entry))
    }
}

/// Reads a score in the form that [`Score`] prints. `mate` gives a number of turns, but not the
/// exact number of plies. The score is read as if the winner plays the last turn: `mate 3` as a
/// win in 5 plies, `mate -3` as a loss in 6.
fn read_score(text: &str) -> Option<Score> {
    if let Some(turns) = text.strip_prefix("mate ") {
        let turns: i32 = turns
            .parse()
            .ok()
            .filter(|turns: &i32| turns.unsigned_abs() <= 120)?;
        return Some(match turns > 0 {
            true => Score::WIN - (2 * turns - 1),
            false => -Score::WIN - 2 * turns,
        });
    }
    let centipawns: i32 = text.strip_prefix("cp ")?.parse().ok()?;
    let score = Score(centipawns);
    (score > -Score::FORCED && score < Score::FORCED).then_some(score)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_score_is_read_back() {
        for score in [
            Score(0),
            Score(-12),
            Score(250),
            Score::PATH_DEPENDENT_WIN - 3,
            Score::WIN - 1,
            Score::WIN - 7,
            -Score::WIN,
            -Score::WIN + 6,
        ] {
            assert_eq!(read_score(&score.to_string()), Some(score), "{score}");
        }
        for wrong in [
            "",
            "12",
            "cp",
            "cp x",
            "cp 31000",
            "mate 500",
            "mate -2147483648",
            "mate",
        ] {
            assert_eq!(read_score(wrong), None, "{wrong}");
        }
    }
}
