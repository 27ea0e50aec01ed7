//! Makes a game from its first position and the texts of its turns.

use super::api::{EngineError, Start};
use crate::board::Turn;
use crate::games::TypedGame;
use crate::live::LiveGame;
use crate::notation::turn;
use crate::rules::Rules;

/// Plays turns from a first position. Repetition and fifty moves do not end the game here: the
/// client may be the referee and let the game go on.
///
/// # Errors
///
/// The error names the wrong field of the position or the number of the wrong turn, and says what
/// is wrong.
pub fn replay<R: Rules>(
    game: TypedGame<R>,
    start: Start<'_>,
    turns: &[String],
) -> Result<LiveGame<R>, EngineError> {
    let start = match start {
        Start::Startpos(seed) => game.start_position(seed),
        Start::Fen(fen) => game.read(fen)?,
    };
    let mut live = LiveGame::new(game, start);
    for (number, text) in (1..).zip(turns) {
        let turn = parse_turn::<R>(number, text)?;
        live.play_ignoring_draws(turn)
            .map_err(|error| EngineError::Play { number, error })?;
    }
    Ok(live)
}

/// Reads the text of a turn. `number`, counted from 1, names the turn in the error.
pub(super) fn parse_turn<R: Rules>(number: usize, text: &str) -> Result<Turn, EngineError> {
    turn::read(R::FORM, text).map_err(|error| EngineError::Turn { number, error })
}
