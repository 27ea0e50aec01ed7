//! Retro Chess of Mike Smolowitz (rules 3): first un-capture the enemy army near its home, then
//! switch colours and bring it there.

mod answers;
mod cache;
mod cages;
mod context;
mod explain;
mod generate;
mod king_steps;
mod origins;
mod pawn_turns;
mod pawns;
mod possible;

use std::ops::ControlFlow;

use super::{
    DrawCause, Ending, Goal, Illegality, Outcome, Refusal, Rules, Seat, Variant, revival, validate,
};
use crate::board::{
    ByColor, Color, Key, Pending, Role, Setup, Turn, TurnSet, home::at_home, key, reserve::ARMY,
};

const SALT: usize = 1;

/// A position of the game.
#[derive(Clone, Debug)]
pub struct Smolowitz {
    setup: Setup,
}

impl Smolowitz {
    /// Phase II: all 32 pieces are on the board.
    #[inline]
    fn switched(&self) -> bool {
        let reserve = self.setup.placement.reserve();
        reserve.is_empty(Color::White) && reserve.is_empty(Color::Black)
    }

    #[inline]
    fn all_home(&self, color: Color) -> bool {
        at_home(&self.setup.placement, color).count() as u32 == ARMY
    }
}

impl Rules for Smolowitz {
    const GOAL: Goal = Goal::SwitchedHome;

    fn from_setup(variant: Variant, setup: Setup) -> Result<Self, Refusal> {
        validate::reverse(&setup)?;
        if let Some(impossible) = possible::refutation(&setup.placement, setup.castling) {
            return Err(Refusal::Impossible(impossible.words()));
        }
        revival::check_enemy_king(&setup)?;
        let position = Self { setup };
        revival::check_pending(variant, &position, Self::has_possible_turn)?;
        revival::check_own_king(&position, Self::has_possible_turn)?;
        Ok(position)
    }

    #[inline]
    fn setup(&self) -> &Setup {
        &self.setup
    }

    /// Black plays first, and in phase II whoever held Black holds White, so that White is the first
    /// player's colour as far as coming home is concerned.
    #[inline]
    fn seat(&self) -> Seat {
        if self.setup.side.is_white() == self.switched() {
            Seat::First
        } else {
            Seat::Second
        }
    }

    #[inline]
    fn key(&self) -> Key {
        self.setup.key() ^ key::salt(SALT)
    }

    fn generate<B>(&self, sink: &mut impl FnMut(TurnSet) -> ControlFlow<B>) -> ControlFlow<B> {
        if self.immediate_outcome().is_some() {
            return ControlFlow::Continue(());
        }
        self.generate_legal(sink)
    }

    fn play(&self, turn: Turn) -> Self {
        Self {
            setup: revival::play(&self.setup, turn),
        }
    }

    fn immediate_outcome(&self) -> Option<Outcome> {
        if !self.switched() {
            return None;
        }
        match (self.all_home(Color::White), self.all_home(Color::Black)) {
            (false, false) => None,
            (white, black) => Some(Outcome::compared(&white, &black, Ending::Home)),
        }
    }

    fn outcome_if_stuck(&self) -> Outcome {
        self.outcome_on(DrawCause::Stalemate)
    }

    /// By points; in phase I too, where each player counts the colour of its phase II.
    fn outcome_on(&self, cause: DrawCause) -> Outcome {
        let points = self.points();
        Outcome::compared(&points.white, &points.black, cause.into())
    }

    /// One for each pawn home, two for each other piece home.
    fn points(&self) -> ByColor<i32> {
        let placement = &self.setup.placement;
        ByColor::new_with(|color| {
            let home = at_home(placement, color);
            (2 * home.count() - (home & placement.all(Role::Pawn)).count()) as i32
        })
    }

    fn checks(&self) -> ByColor<bool> {
        ByColor::new_with(|color| self.setup.placement.king_attacked(color))
    }

    fn phase(&self) -> Option<u8> {
        Some(if self.switched() { 2 } else { 1 })
    }

    fn null_move(&self) -> Option<Self> {
        let obliged = self.setup.pending != Pending::Nothing
            || self.setup.placement.king_attacked(!self.setup.side);
        if obliged {
            return None;
        }
        let mut setup = self.setup;
        setup.pass_turn(false);
        Some(Self { setup })
    }

    #[inline]
    fn is_irreversible(&self, turn: Turn) -> bool {
        revival::is_irreversible(&self.setup, turn)
    }

    fn illegality(&self, turn: Turn) -> Option<Illegality> {
        if self.is_legal(turn) {
            None
        } else {
            Some(self.reason(turn))
        }
    }
}
