//! Unplay.

use std::ops::ControlFlow;

use super::{DrawCause, Forbidden, Goal, Outcome, Refusal, Rules, Seat, Variant};
use crate::board::{ByColor, Color, Key, Setup, Turn, TurnSet};

/// A position of this game.
#[derive(Clone, Debug)]
pub struct Unplay {
    setup: Setup,
}

impl Rules for Unplay {
    const GOAL: Goal = Goal::OwnHome;
    fn from_setup(_variant: Variant, _setup: Setup) -> Result<Self, Refusal> {
        todo!()
    }
    fn setup(&self) -> &Setup {
        &self.setup
    }
    fn seat(&self) -> Seat {
        todo!()
    }
    fn owner(&self, _color: Color) -> Seat {
        todo!()
    }
    fn key(&self) -> Key {
        self.setup.key()
    }
    fn generate<B>(&self, _sink: &mut impl FnMut(TurnSet) -> ControlFlow<B>) -> ControlFlow<B> {
        todo!()
    }
    fn play(&self, _turn: Turn) -> Self {
        todo!()
    }
    fn decided(&self) -> Option<Outcome> {
        todo!()
    }
    fn without_turns(&self) -> Outcome {
        todo!()
    }
    fn ends_as(&self, _cause: DrawCause) -> Outcome {
        todo!()
    }
    fn points(&self) -> ByColor<i32> {
        todo!()
    }
    fn checks(&self) -> ByColor<bool> {
        todo!()
    }
    fn pass(&self) -> Option<Self> {
        todo!()
    }
    fn is_irreversible(&self, _turn: Turn) -> bool {
        todo!()
    }
    fn forbids(&self, _turn: Turn) -> Option<Forbidden> {
        todo!()
    }
}
