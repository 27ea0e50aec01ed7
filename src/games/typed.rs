//! A game together with its rules type.

use std::any::Any;
use std::ops::Deref;

use super::game::Game;
use super::values::{FamilyVisitor, Values};
use crate::board::Setup;
use crate::notation::{NativeWords, PositionError, position};
use crate::rules::{IllegalPosition, Rules, Seat};

/// A function that is generic over the rules type of a game.
pub trait Visitor {
    /// The result of the function.
    type Output;
    /// Calls the function for a game with the rules `R`.
    fn visit<R: Rules + NativeWords>(self, game: TypedGame<R>) -> Self::Output;
}

/// A game together with its rules type. It makes the positions of the game.
#[derive(Debug)]
pub struct TypedGame<R: Rules> {
    game: &'static Game,
    switches: R::Switches,
}

impl<R: Rules> Clone for TypedGame<R> {
    fn clone(&self) -> Self {
        *self
    }
}

impl<R: Rules> Copy for TypedGame<R> {}

impl<R: Rules> Deref for TypedGame<R> {
    type Target = Game;

    fn deref(&self) -> &Game {
        self.game
    }
}

impl<R: Rules> std::fmt::Display for TypedGame<R> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        self.game.fmt(f)
    }
}

impl<R: Rules> TypedGame<R> {
    /// The game, if `R` is its rules type.
    #[must_use]
    pub fn new(game: &'static Game) -> Option<Self> {
        struct Cast;
        impl FamilyVisitor for Cast {
            type Output = Box<dyn Any>;
            fn visit<R: Rules + NativeWords>(
                self,
                switches: R::Switches,
                _: fn(R::Switches) -> Values,
            ) -> Box<dyn Any> {
                Box::new(switches)
            }
        }
        let switches = *game.values.visit(Cast).downcast::<R::Switches>().ok()?;
        Some(Self { game, switches })
    }

    /// The game without its rules type.
    #[must_use]
    pub const fn game(self) -> &'static Game {
        self.game
    }

    /// The switches of the game.
    #[must_use]
    pub const fn switches(&self) -> &R::Switches {
        &self.switches
    }

    /// A position of the game from its six fields.
    ///
    /// # Errors
    ///
    /// If the game does not accept the position. The error names the field and the reason.
    pub fn position(self, setup: Setup) -> Result<R, IllegalPosition> {
        R::from_setup(&self.switches, setup)
    }

    /// A position of the game from text.
    ///
    /// # Errors
    ///
    /// If the text is not a position of the game. The error names the field and the reason.
    pub fn read(self, text: &str) -> Result<R, PositionError> {
        position::read(&self.switches, text)
    }

    /// The start position. If the game has several, `seed` selects one.
    ///
    /// # Panics
    ///
    /// Never: the rules of every game accept its start.
    #[must_use]
    pub fn start_position(self, seed: u64) -> R {
        self.position(self.game.start(seed))
            .unwrap_or_else(|error| panic!("{}: {error}", self.game))
    }

    /// The player who plays the first turn of the game. In every built-in game it is
    /// [`Seat::First`]. In a user-defined game it can be [`Seat::Second`]. For example, the first
    /// seat has White in a game with the base `unplay`; if the file sets `first = "black"`, the
    /// second seat plays the first turn.
    #[must_use]
    pub fn first_seat(self) -> Seat {
        self.start_position(0).seat()
    }
}

impl Game {
    /// The player who plays the first turn of the game: [`TypedGame::first_seat`].
    #[must_use]
    pub fn first_seat(&'static self) -> Seat {
        struct FirstSeat;
        impl Visitor for FirstSeat {
            type Output = Seat;
            fn visit<R: Rules>(self, game: TypedGame<R>) -> Seat {
                game.first_seat()
            }
        }
        self.dispatch(FirstSeat)
    }

    /// Calls `visitor` with the rules type of this game.
    pub fn dispatch<V: Visitor>(&'static self, visitor: V) -> V::Output {
        self.values.visit(Dispatch(self, visitor))
    }
}

/// Hands a game and its rules type on to a visitor.
struct Dispatch<V>(&'static Game, V);

impl<V: Visitor> FamilyVisitor for Dispatch<V> {
    type Output = V::Output;

    fn visit<R: Rules + NativeWords>(
        self,
        switches: R::Switches,
        _: fn(R::Switches) -> Values,
    ) -> V::Output {
        let Dispatch(game, visitor) = self;
        visitor.visit(TypedGame::<R> { game, switches })
    }
}
