//! The Smolowitz family: the Retro Chess of Mike Smolowitz. By default, the players first
//! un-capture the enemy army (phase I). When all 32 pieces are on the board, the players switch
//! colours, and each player brings home the army that it has un-captured (phase II).
//!
//! A turn is an un-move with or without an un-capture. After it, these points must hold:
//!
//! 1. the enemy king is not attacked; the player's own king may be, which is a *kcehc*;
//! 2. the position is *possible*: every piece that is cut off from its home can be a promoted pawn
//!    (`cages`), and the pawns of a side need no more captures than the enemy has pieces in reserve
//!    (`pawns`). A position that fails one of these tests cannot have come from the initial array;
//! 3. the game is over, or the opponent has an *answer*: a turn that satisfies points 1 and 2.
//!
//! After an un-capture en passant, the un-double-step that the opponent must play has to satisfy
//! all three points. Point 2 does not apply if the switch `possible` is off.

mod answers;
mod cache;
mod cages;
mod context;
mod explain;
mod free_steps;
mod generate;
mod king_steps;
mod origins;
mod pawn_turns;
mod pawns;
mod possible;
mod switches;
mod unrestricted;

use std::ops::ControlFlow;

pub use switches::Switches;

use super::reviving::{placing, turns, validate};
use super::switches::Switches as _;
use super::{Ending, Form, Goal, IllegalPosition, Illegality, Outcome, Rules, Seat};
use crate::board::{ARMY_SIZE, ByColor, Color, Key, Role, Setup, Turn, TurnSet, at_home};

/// A position of a game of the Smolowitz family.
#[derive(Clone, Debug)]
pub struct Smolowitz {
    setup: Setup,
    switches: Switches,
    salt: Key,
}

impl Smolowitz {
    #[inline]
    fn after(&self, setup: Setup) -> Self {
        Self { setup, ..*self }
    }

    /// Whether it is phase II: all 32 pieces are on the board.
    #[inline]
    fn is_phase_two(&self) -> bool {
        let reserve = self.setup.placement.reserve();
        reserve.is_empty(Color::White) && reserve.is_empty(Color::Black)
    }

    #[inline]
    fn all_home(&self, color: Color) -> bool {
        at_home(&self.setup.placement, color).count() as u32 == ARMY_SIZE
    }
}

impl Rules for Smolowitz {
    type Switches = Switches;

    const FORM: Form = Form {
        reverse: true,
        pending_uncapture: false,
    };

    fn from_setup(switches: &Switches, setup: Setup) -> Result<Self, IllegalPosition> {
        let position = Self {
            setup,
            switches: *switches,
            salt: switches.salt(),
        };
        if placing::check(&setup, &switches.common)? {
            return Ok(position);
        }
        validate::reverse(&setup)?;
        if let Some(impossible) = position.impossibility() {
            return Err(IllegalPosition::Impossible(impossible.words()));
        }
        turns::check_enemy_king(&setup)?;
        turns::check_pending(&position, Self::has_possible_turn)?;
        turns::check_own_king(&position, Self::has_possible_turn)?;
        Ok(position)
    }

    #[inline]
    fn switches(&self) -> &Switches {
        &self.switches
    }

    #[inline]
    fn goal(&self) -> Goal {
        if self.switches.switch_colours {
            Goal::SwitchedHome
        } else {
            Goal::OwnHome
        }
    }

    #[inline]
    fn setup(&self) -> &Setup {
        &self.setup
    }

    /// If the players switch colours, [`Seat::First`] holds Black in phase I and White in phase II,
    /// whichever side plays the first turn.
    #[inline]
    fn seat(&self) -> Seat {
        let has_final_color = self.is_phase_two() || !self.switches.switch_colours;
        if self.setup.side.is_white() == has_final_color {
            Seat::First
        } else {
            Seat::Second
        }
    }

    #[inline]
    fn key(&self) -> Key {
        self.setup.key() ^ self.salt
    }

    fn generate_undecided<B>(
        &self,
        sink: &mut impl FnMut(TurnSet) -> ControlFlow<B>,
    ) -> ControlFlow<B> {
        if placing::places_king(&self.setup) {
            return sink(placing::turns(&self.setup));
        }
        self.generate_legal(sink)
    }

    fn play(&self, turn: Turn) -> Self {
        let mut after = self.clone();
        turns::play(&mut after.setup, turn);
        after
    }

    fn immediate_outcome(&self) -> Option<Outcome> {
        if !self.is_phase_two() && !self.switches.home_wins_early {
            return None;
        }
        match (self.all_home(Color::White), self.all_home(Color::Black)) {
            (false, false) => None,
            (white, black) => Some(Outcome::compared(&white, &black, Ending::Home)),
        }
    }

    /// Compares points. Each player counts the colour that it has in phase II, even during phase I.
    fn judged(&self, ending: Ending) -> Outcome {
        let points = self.points();
        Outcome::compared(&points.white, &points.black, ending)
    }

    /// Points for each pawn home and for each other piece home.
    fn points(&self) -> ByColor<i32> {
        let placement = &self.setup.placement;
        let (pawn, piece) = (
            self.switches.point_pawn.get(),
            self.switches.point_piece.get(),
        );
        ByColor::new_with(|color| {
            let home = at_home(placement, color);
            let pawns = (home & placement.by_role(Role::Pawn)).count() as i32;
            piece * (home.count() as i32 - pawns) + pawn * pawns
        })
    }

    fn scoring(&self) -> Option<String> {
        let common = &self.switches.common;
        common.judges_by_points().then(|| self.switches.scoring())
    }

    fn phase(&self) -> Option<u8> {
        Some(if self.is_phase_two() { 2 } else { 1 })
    }

    fn null_move(&self) -> Option<Self> {
        turns::null_move(&self.setup).map(|setup| self.after(setup))
    }

    #[inline]
    fn is_irreversible(&self, turn: Turn) -> bool {
        turns::is_irreversible(&self.setup, turn)
    }

    fn broken_rule(&self, turn: Turn) -> Illegality {
        self.explain_illegality(turn)
    }
}
