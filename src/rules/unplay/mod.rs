//! The Unplay family: an un-move may un-capture an enemy piece on the square that it vacates. By
//! default, the first player to un-capture the whole enemy army wins.
//!
//! A turn must satisfy these points. After the turn,
//!
//! 1. the enemy king is not attacked;
//! 2. no side has two bishops on squares of one colour, and no side has two pawns on one file;
//! 3. an un-captured pawn stands on the player's own row 5, 6 or 7, ahead of the player's pawns on
//!    its file;
//! 4. if the turn un-captured a pawn en passant, the opponent can undo the double step of this pawn
//!    at once, by a turn that satisfies points 1 to 4;
//! 5. if the player's own king is attacked and the game is not over, the opponent has a turn that
//!    satisfies points 1 to 4.
//!
//! A turn that satisfies points 1 to 4 is *semi-legal*. Games choose with switches whether points
//! 2, 3 and 5 hold. By default point 5 does not.

mod explain;
mod generate;
mod own_check;
mod structure;
mod switches;

use std::ops::ControlFlow;

pub use switches::{Bishops, Goal, OwnCheck, PawnsOnAFile, RevivedPawns, Switches};

use super::reviving::{placing, turns, validate};
use super::switches::Switches as _;
use super::{DrawCause, Ending, Form, IllegalPosition, Illegality, Outcome, Rules};
use crate::board::{ARMY_SIZE, ByColor, Color, Key, Role, Setup, Turn, TurnSet, at_home};

/// A position of a game of the Unplay family.
#[derive(Clone, Debug)]
pub struct Unplay {
    setup: Setup,
    switches: Switches,
    salt: Key,
}

impl Unplay {
    #[inline]
    fn after(&self, setup: Setup) -> Self {
        Self { setup, ..*self }
    }

    #[inline]
    fn all_home(&self, color: Color) -> bool {
        at_home(&self.setup.placement, color).count() as u32 == ARMY_SIZE
    }
}

impl Rules for Unplay {
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
        position.check_structure()?;
        turns::check_enemy_king(&setup)?;
        turns::check_pending(&position, Self::has_semi_legal_turn)?;
        if switches.own_check == OwnCheck::Removable {
            turns::check_own_king(&position, Self::has_semi_legal_turn)?;
        }
        Ok(position)
    }

    #[inline]
    fn switches(&self) -> &Switches {
        &self.switches
    }

    #[inline]
    fn goal(&self) -> super::Goal {
        match self.switches.goal {
            Goal::Army => super::Goal::ReviveEnemy,
            Goal::Home => super::Goal::OwnHome,
        }
    }

    #[inline]
    fn setup(&self) -> &Setup {
        &self.setup
    }

    #[inline]
    fn key(&self) -> Key {
        self.setup.key() ^ self.salt
    }

    fn generate_undecided<B>(
        &self,
        sink: &mut impl FnMut(TurnSet) -> ControlFlow<B>,
    ) -> ControlFlow<B> {
        match self.switches.own_check {
            OwnCheck::Free => self.generate_semi_legal(sink),
            OwnCheck::Removable => self.generate_checks_removable(sink),
        }
    }

    fn play(&self, turn: Turn) -> Self {
        let mut after = self.clone();
        turns::play(&mut after.setup, turn);
        after
    }

    #[inline]
    fn immediate_outcome(&self) -> Option<Outcome> {
        let just_played = !self.setup.side;
        match self.switches.goal {
            Goal::Army => (self.setup.placement.by_color(self.setup.side).count() as u32
                == ARMY_SIZE)
                .then(|| Outcome::win(self.owner(just_played), Ending::Army)),
            Goal::Home => [just_played, self.setup.side]
                .into_iter()
                .find(|&color| self.all_home(color))
                .map(|color| Outcome::win(self.owner(color), Ending::Home)),
        }
    }

    fn outcome_if_stuck(&self) -> Outcome {
        let just_played = !self.setup.side;
        let left_in_check = self.setup.placement.king_attacked(just_played);
        // Retro-checkmate: the side that has just played left its own king in check, and the
        // opponent has no semi-legal turn. Point 5 forbids such a check. In a game with point 5, a
        // player without a legal turn is therefore stalemated.
        if left_in_check && self.switches.own_check == OwnCheck::Free {
            Outcome::win(self.owner(just_played), Ending::RetroCheckmate)
        } else {
            self.outcome_on(DrawCause::Stalemate)
        }
    }

    /// For each side, the number of enemy pieces on the board, the king not counted. If the game
    /// starts with the kings alone, these are the pieces that the side has un-captured.
    fn points(&self) -> ByColor<i32> {
        ByColor::new_with(|color: Color| {
            (self.setup.placement.by_color(!color) & !self.setup.placement.by_role(Role::King))
                .count() as i32
        })
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
