//! Reads the turns of a game in native notation, one after the other. The meaning of a turn
//! depends on the position, so the reader plays each turn that it reads.

use crate::board::{Setup, Turn};
use crate::games::{Game, TypedGame, Visitor};
use crate::notation::NativeWords;
use crate::notation::PositionError;
use crate::notation::native::{Native, NativeError};

/// A reader of the turns of one game. The trait does not depend on the type of the rules.
pub(super) trait NativeReader {
    /// Reads the next turn and plays it.
    fn read(&mut self, text: &str) -> Result<Turn, NativeError>;

    /// A reader for a variation. It starts at the position before the turn that was read last.
    fn before_last(&self) -> Box<dyn NativeReader>;
}

/// A reader of the turns of a game that starts at `start`.
pub(super) fn native_reader(
    game: &'static Game,
    start: Setup,
) -> Result<Box<dyn NativeReader>, PositionError> {
    struct Open(Setup);
    impl Visitor for Open {
        type Output = Result<Box<dyn NativeReader>, PositionError>;
        fn visit<R: NativeWords>(self, game: TypedGame<R>) -> Self::Output {
            let position = game.position(self.0)?;
            Ok(Box::new(GameReader::at(position)))
        }
    }
    game.dispatch(Open(start))
}

/// The reader of a game whose rules have the type `R`.
pub(super) struct GameReader<R> {
    /// The position before the next turn.
    position: R,
    /// The position before the turn that was read last.
    before_last: R,
}

impl<R: NativeWords> GameReader<R> {
    /// A reader of the turns from this position.
    pub(super) fn at(position: R) -> Self {
        Self {
            before_last: position.clone(),
            position,
        }
    }
}

impl<R: NativeWords> NativeReader for GameReader<R> {
    fn read(&mut self, text: &str) -> Result<Turn, NativeError> {
        let turn = Native::new(&self.position).read(text)?;
        let next = self.position.play(turn);
        self.before_last = std::mem::replace(&mut self.position, next);
        Ok(turn)
    }

    fn before_last(&self) -> Box<dyn NativeReader> {
        Box::new(GameReader::at(self.before_last.clone()))
    }
}
