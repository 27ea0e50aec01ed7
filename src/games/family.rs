//! The families of games: which rules type and which switches belong together.

use std::any::Any;
use std::ops::Deref;

use super::Game;
use crate::board::Setup;
use crate::notation::{NativeWords, PositionError, position};
use crate::rules::smolowitz::{self, Smolowitz};
use crate::rules::ssehc::{self, Ssehc};
use crate::rules::switches::Common;
use crate::rules::unachess::{self, Unachess};
use crate::rules::unplay::{self, Unplay};
use crate::rules::{Form, Refusal, Rules, Switches};

/// Something to do with the rules of a game, whichever type they are.
pub trait Visitor {
    /// What it returns.
    type Output;
    /// Does it for a game with the rules `R`.
    fn visit<R: Rules + NativeWords>(self, game: TypedGame<R>) -> Self::Output;
}

/// A game together with its rules type: what makes its positions.
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
    /// Refuses what the game cannot have, naming the field and the reason.
    pub fn position(self, setup: Setup) -> Result<R, Refusal> {
        R::from_setup(&self.switches, setup)
    }

    /// A position of the game from text.
    ///
    /// # Errors
    ///
    /// Names the field and the reason.
    pub fn read(self, text: &str) -> Result<R, PositionError> {
        position::read(&self.switches, text)
    }

    /// The start position, drawn by `seed` if it is drawn at random.
    ///
    /// # Panics
    ///
    /// Never: a game is only made if its rules accept its start.
    #[must_use]
    pub fn first_position(self, seed: u64) -> R {
        self.position(self.game.start(seed))
            .unwrap_or_else(|refusal| panic!("{}: {refusal}", self.game))
    }
}

/// The switches of a game, which say its family.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Values {
    Ssehc(ssehc::Switches),
    Smolowitz(smolowitz::Switches),
    Unplay(unplay::Switches),
    Unachess(unachess::Switches),
}

/// Something to do with the switches of a game, whichever type they are.
pub(super) trait FamilyVisitor {
    /// What it returns.
    type Output;
    /// Does it for switches of the rules `R`; `wrap` makes values of them again.
    fn visit<R: Rules + NativeWords>(
        self,
        switches: R::Switches,
        wrap: fn(R::Switches) -> Values,
    ) -> Self::Output;
}

impl Values {
    /// The base values of every family.
    pub(super) fn bases() -> [Values; 4] {
        [
            Values::Ssehc(ssehc::Switches::BASE),
            Values::Smolowitz(smolowitz::Switches::BASE),
            Values::Unplay(unplay::Switches::BASE),
            Values::Unachess(unachess::Switches::BASE),
        ]
    }

    /// Calls `visitor` with the switches and their rules type: the only `match` over families.
    pub(super) fn visit<V: FamilyVisitor>(self, visitor: V) -> V::Output {
        match self {
            Values::Ssehc(switches) => visitor.visit::<Ssehc>(switches, Values::Ssehc),
            Values::Smolowitz(switches) => visitor.visit::<Smolowitz>(switches, Values::Smolowitz),
            Values::Unplay(switches) => visitor.visit::<Unplay>(switches, Values::Unplay),
            Values::Unachess(switches) => visitor.visit::<Unachess>(switches, Values::Unachess),
        }
    }

    /// The name of the family.
    pub(super) fn family(self) -> &'static str {
        self.facts().0
    }

    /// What the fields of positions may hold.
    pub(super) fn form(self) -> Form {
        self.facts().1
    }

    /// The switches that every family has.
    pub(super) fn common(self) -> Common {
        self.facts().2
    }

    fn facts(self) -> (&'static str, Form, Common) {
        struct Facts;
        impl FamilyVisitor for Facts {
            type Output = (&'static str, Form, Common);
            fn visit<R: Rules + NativeWords>(
                self,
                switches: R::Switches,
                _: fn(R::Switches) -> Values,
            ) -> Self::Output {
                (R::Switches::FAMILY, R::FORM, *switches.common())
            }
        }
        self.visit(Facts)
    }
}

/// Hands a game on to a visitor together with its rules type.
pub(super) struct Dispatch<V>(pub(super) &'static Game, pub(super) V);

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
