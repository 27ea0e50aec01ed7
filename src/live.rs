//! A game in progress: its first position, the turns so far, and the keys of its positions. The
//! keys show repetition.

use thiserror::Error;

use crate::board::{Color, Key, Turn};
use crate::games::{Game, TypedGame};
use crate::rules::{History, Illegality, Outcome, Rules, Seat};

/// A game from its start to the present position. Turns can be taken back and played again.
#[derive(Clone, Debug)]
pub struct LiveGame<R: Rules> {
    game: TypedGame<R>,
    start: R,
    played: Vec<(Turn, R)>,
    /// Turns that were taken back. The last one is the next to be played again.
    undone: Vec<Turn>,
    history: History,
}

/// Why a turn cannot be played.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
pub enum PlayError {
    /// The rules forbid it.
    #[error("{turn} is not legal: {illegality}")]
    Illegal {
        /// The turn.
        turn: Turn,
        /// The rule that it breaks, and what is wrong.
        illegality: Illegality,
    },
    /// The game is already over.
    #[error("{turn} cannot be played: the game is over ({})", outcome.ending.description())]
    Over {
        /// The turn.
        turn: Turn,
        /// How the game ended.
        outcome: Outcome,
    },
}

impl<R: Rules> LiveGame<R> {
    /// A live game that starts at `start`, which is a position of `game`.
    #[must_use]
    pub fn new(game: TypedGame<R>, start: R) -> Self {
        Self {
            game,
            history: History::starting_at(&start),
            start,
            played: Vec::new(),
            undone: Vec::new(),
        }
    }

    /// The game that is played.
    #[must_use]
    pub const fn game(&self) -> &'static Game {
        self.game.game()
    }

    /// The game that is played, with its rules type.
    #[must_use]
    pub const fn typed_game(&self) -> TypedGame<R> {
        self.game
    }

    /// The first position.
    #[must_use]
    pub const fn start(&self) -> &R {
        &self.start
    }

    /// Whether the first position is a start position of the game.
    #[must_use]
    pub fn is_from_start(&self) -> bool {
        self.game().is_start(self.start.setup())
    }

    /// The present position.
    #[must_use]
    pub fn position(&self) -> &R {
        self.played
            .last()
            .map_or(&self.start, |(_, position)| position)
    }

    /// The turns so far.
    pub fn turns(&self) -> impl DoubleEndedIterator<Item = Turn> + ExactSizeIterator {
        self.played.iter().map(|&(turn, _)| turn)
    }

    /// The latest turn.
    #[must_use]
    pub fn last_turn(&self) -> Option<Turn> {
        self.turns().next_back()
    }

    /// The position before the latest turn.
    #[must_use]
    pub fn before_last(&self) -> Option<&R> {
        let (_, before) = self.played.split_last()?;
        Some(before.last().map_or(&self.start, |(_, position)| position))
    }

    /// How often the present position has occurred in this game, including now.
    #[must_use]
    pub fn repetitions(&self) -> usize {
        let reversible = self.position().setup().halfmove;
        1 + self.history.earlier_occurrences(reversible)
    }

    /// The position after the last irreversible turn, and the turns since. If no turn was
    /// irreversible: the start and all turns. Turns before the returned position have no effect on
    /// repetition and the fifty-move count.
    pub fn since_irreversible(&self) -> (&R, impl Iterator<Item = Turn>) {
        let count = self.played.len();
        let reversible = usize::from(self.position().setup().halfmove).min(count);
        let (before, since) = self.played.split_at(count - reversible);
        let start = before.last().map_or(&self.start, |(_, position)| position);
        (start, since.iter().map(|&(turn, _)| turn))
    }

    /// The keys of all positions so far, oldest first.
    #[must_use]
    pub fn keys(&self) -> &[Key] {
        self.history.keys()
    }

    /// The result, if the game is over by its rules, by repetition or by fifty moves.
    #[must_use]
    pub fn outcome(&self) -> Option<Outcome> {
        self.history.outcome(self.position())
    }

    /// The colour that a player has at present.
    #[must_use]
    pub fn color_of(&self, seat: Seat) -> Color {
        let position = self.position();
        if position.seat() == seat {
            position.side()
        } else {
            !position.side()
        }
    }

    /// The player who has this colour at present.
    #[must_use]
    pub fn seat_of(&self, color: Color) -> Seat {
        if self.color_of(Seat::First) == color {
            Seat::First
        } else {
            Seat::Second
        }
    }

    /// Plays a turn, and forgets the turns that were taken back.
    ///
    /// # Errors
    ///
    /// If the game is over, or the turn is illegal. The error says how the game ended, or names the
    /// rule that the turn breaks.
    pub fn play(&mut self, turn: Turn) -> Result<(), PlayError> {
        if let Some(outcome) = self.outcome() {
            return Err(PlayError::Over { turn, outcome });
        }
        self.play_ignoring_draws(turn)
    }

    /// Plays a turn, even after repetition or fifty moves have ended the game. For games in which
    /// another program is the referee.
    ///
    /// # Errors
    ///
    /// If the turn is illegal. The error names the rule that the turn breaks.
    pub fn play_ignoring_draws(&mut self, turn: Turn) -> Result<(), PlayError> {
        if let Some(illegality) = self.position().illegality(turn) {
            return Err(PlayError::Illegal { turn, illegality });
        }
        self.undone.clear();
        self.push(turn);
        Ok(())
    }

    fn push(&mut self, turn: Turn) {
        let position = self.position().play(turn);
        self.history.push(position.key());
        self.played.push((turn, position));
    }

    /// Takes the latest turn back.
    pub fn undo(&mut self) -> Option<Turn> {
        let (turn, _) = self.played.pop()?;
        self.history.pop();
        self.undone.push(turn);
        Some(turn)
    }

    /// Plays again the turn that was taken back last.
    pub fn redo(&mut self) -> Option<Turn> {
        let turn = self.undone.pop()?;
        self.push(turn);
        Some(turn)
    }
}
