//! The Unplay games (rules 4): the first to un-capture the whole enemy army wins.
//!
//! One type serves four names: three differ in the start position, the fourth asks that a check on
//! one's own king be removable.

mod explain;
mod generate;

use std::ops::ControlFlow;

use super::{
    DrawCause, Ending, Goal, Illegality, Outcome, Refusal, Rules, Variant, revival, validate,
};
use crate::board::{
    Act, Bitboard, ByColor, Color, Key, Pending, Role, Setup, Turn, TurnSet, key, reserve::ARMY,
};

const SALT: usize = 2;
const STRICT_SALT: usize = 5;

/// The squares of the colour of a1.
const DARK: Bitboard = Bitboard(0xaa55_aa55_aa55_aa55);

/// What a check on one's own king asks for.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum OwnCheck {
    /// Nothing: if no turn removes it, it is a retro-checkmate.
    Free,
    /// The opponent must have a turn that removes it (`unplay-strict`).
    Removable,
}

/// A position of one of the Unplay games.
#[derive(Clone, Debug)]
pub struct Unplay {
    setup: Setup,
    own_check: OwnCheck,
}

impl Unplay {
    fn after(&self, setup: Setup) -> Self {
        Self {
            setup,
            own_check: self.own_check,
        }
    }

    /// The side whose king is still to be placed is the one to play.
    fn places_king(&self) -> bool {
        self.setup.placement.king(self.setup.side).is_none()
    }

    /// Rules 4, point 2, for a whole position.
    fn check_structure(setup: &Setup) -> Result<(), Refusal> {
        for color in [Color::White, Color::Black] {
            let bishops = setup.placement.pieces(color, Role::Bishop);
            if [bishops & DARK, bishops & !DARK]
                .into_iter()
                .any(Bitboard::more_than_one)
            {
                return Err(Refusal::BishopsOnOneColor(color));
            }
            let pawns = setup.placement.pieces(color, Role::Pawn);
            let doubled = |pawn| (super::unmove::file_of(pawn) & pawns).more_than_one();
            if pawns.into_iter().any(doubled) {
                return Err(Refusal::DoubledPawns(color));
            }
        }
        Ok(())
    }

    /// Positions of the opening of `unplay-placement`, in which a king is still to be placed.
    fn check_placing(setup: &Setup) -> Result<(), Refusal> {
        let placement = &setup.placement;
        let white = placement.king(Color::White);
        let white_king_alone = white.map_or(Bitboard::EMPTY, Bitboard::from_square);
        if placement.occupied() != white_king_alone {
            return Err(Refusal::KingInReserve(
                "a king in reserve goes with no piece but White's king",
            ));
        }
        if setup.side
            != if white.is_some() {
                Color::Black
            } else {
                Color::White
            }
        {
            return Err(Refusal::KingInReserve(
                "White places its king first, then Black",
            ));
        }
        if setup.pending != Pending::Nothing {
            return Err(Refusal::Pending(
                "nothing is pending while kings are placed",
            ));
        }
        validate::frozen(setup)
    }
}

impl Rules for Unplay {
    const GOAL: Goal = Goal::ReviveEnemy;

    fn from_setup(variant: Variant, setup: Setup) -> Result<Self, Refusal> {
        let own_check = match variant {
            Variant::UnplayStrict => OwnCheck::Removable,
            _ => OwnCheck::Free,
        };
        let position = Self { setup, own_check };
        validate::armies(&setup)?;
        let king_missing = Color::ALL
            .into_iter()
            .any(|c| setup.placement.king(c).is_none());
        if variant == Variant::UnplayPlacement && king_missing {
            Self::check_placing(&setup)?;
            return Ok(position);
        }
        validate::reverse(&setup)?;
        Self::check_structure(&setup)?;
        revival::check_enemy_king(&setup)?;
        revival::check_pending(variant, &position, Self::has_plain_turn)?;
        if own_check == OwnCheck::Removable {
            revival::check_own_king(&position, Self::has_plain_turn)?;
        }
        Ok(position)
    }

    #[inline]
    fn setup(&self) -> &Setup {
        &self.setup
    }

    #[inline]
    fn key(&self) -> Key {
        let salt = match self.own_check {
            OwnCheck::Free => SALT,
            OwnCheck::Removable => STRICT_SALT,
        };
        self.setup.key() ^ key::salt(salt)
    }

    fn generate<B>(&self, sink: &mut impl FnMut(TurnSet) -> ControlFlow<B>) -> ControlFlow<B> {
        if self.immediate_outcome().is_some() {
            return ControlFlow::Continue(());
        }
        match self.own_check {
            OwnCheck::Free => self.generate_plain(sink),
            OwnCheck::Removable => self.generate_removable(sink),
        }
    }

    fn play(&self, turn: Turn) -> Self {
        if turn.act() == Act::Drop {
            let mut setup = self.setup;
            setup.placement.revive(Role::King.of(setup.side), turn.to());
            setup.pass_turn(true);
            return self.after(setup);
        }
        self.after(revival::play(&self.setup, turn))
    }

    #[inline]
    fn immediate_outcome(&self) -> Option<Outcome> {
        let just_played = !self.setup.side;
        (self.setup.placement.of(self.setup.side).count() as u32 == ARMY)
            .then(|| Outcome::win(self.owner(just_played), Ending::Army))
    }

    fn outcome_if_stuck(&self) -> Outcome {
        let just_played = !self.setup.side;
        let left_in_check = self.setup.placement.king_attacked(just_played);
        // Strictly, the check could be removed at the price of another one that cannot: a stalemate.
        if left_in_check && self.own_check == OwnCheck::Free {
            Outcome::win(self.owner(just_played), Ending::RetroCheckmate)
        } else {
            Outcome::draw(Ending::Stalemate)
        }
    }

    fn outcome_on(&self, cause: DrawCause) -> Outcome {
        Outcome::draw(cause.into())
    }

    /// The enemy pieces that a side has un-captured so far, the king not counted.
    fn points(&self) -> ByColor<i32> {
        ByColor::new_with(|color: Color| {
            (self.setup.placement.of(!color) & !self.setup.placement.all(Role::King)).count() as i32
        })
    }

    fn checks(&self) -> ByColor<bool> {
        ByColor::new_with(|color| self.setup.placement.king_attacked(color))
    }

    fn null_move(&self) -> Option<Self> {
        let obliged = self.setup.pending != Pending::Nothing
            || self.places_king()
            || self.setup.placement.king_attacked(!self.setup.side);
        if obliged {
            return None;
        }
        let mut setup = self.setup;
        setup.pass_turn(false);
        Some(self.after(setup))
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
