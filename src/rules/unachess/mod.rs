//! The Unachess family: chess from an empty board, with all pieces in reserve.
//!
//! Unlike in chess, *check needs both kings*: while one of them is in reserve, neither is in check.
//! By default, a side whose king is in reserve may not capture.
//!
//! A king is never captured, even by a side whose own king is in reserve. With both kings on the
//! board, no turn may leave the player's own king attacked.

mod castling;
mod checks;
mod explain;
mod generate;
mod switches;
mod validate;

use std::ops::ControlFlow;

pub use switches::{PawnRows, Switches};

use checks::{ahead, en_passant_capturers, in_check};

use super::switches::Switches as _;
use super::{DrawCause, Ending, Form, Goal, IllegalPosition, Illegality, Outcome, Rules};
use crate::board::{
    Act, Bitboard, ByColor, Castling, Color, Key, Pending, Reversibility, Role, Setup, Square,
    Turn, TurnSet, Wing,
};

/// A position of a game of the Unachess family.
#[derive(Clone, Debug)]
pub struct Unachess {
    setup: Setup,
    switches: Switches,
    salt: Key,
}

impl Unachess {
    /// Whether the pawn of `side` on `from` may capture en passant on `passed`. If the king of
    /// `side` is on the board, it must not be in check after the capture. If the king is in
    /// reserve, the switch `capture_before_king` decides.
    fn en_passant_legal(&self, side: Color, from: Square, passed: Square) -> bool {
        let placement = &self.setup.placement;
        let Some(king) = placement.king(side) else {
            return self.switches.capture_before_king;
        };
        if placement.king(!side).is_none() {
            return true;
        }
        let captured = ahead(!side, Bitboard::from_square(passed));
        let occupied = (placement.occupied() ^ Bitboard::from_square(from) ^ captured).with(passed);
        (placement.attackers(king, !side, occupied) & !captured).is_empty()
    }

    /// The pending field after a double step of `passer` over `passed`. It names `passed` only if
    /// an en passant capture is legal.
    fn pending_after_double_step(&self, passer: Color, passed: Square) -> Pending {
        let legal = en_passant_capturers(&self.setup.placement, passer, passed)
            .into_iter()
            .any(|from| self.en_passant_legal(!passer, from, passed));
        if legal {
            Pending::At(passed)
        } else {
            Pending::Nothing
        }
    }

    /// The wing on which the king castles, if it goes two squares along its first row.
    #[inline]
    fn castling_wing(from: Square, to: Square) -> Option<Wing> {
        match to.to_u32() as i32 - from.to_u32() as i32 {
            2 => Some(Wing::King),
            -2 => Some(Wing::Queen),
            _ => None,
        }
    }

    #[inline]
    fn play_drop(&mut self, role: Role, to: Square) {
        let setup = &mut self.setup;
        setup.placement.revive(role.of(setup.side), to);
        match role {
            Role::King if self.switches.castling => castling::king_dropped(setup, to),
            Role::Rook if self.switches.castling => castling::rook_dropped(setup, to),
            _ => {}
        }
    }

    /// Plays a move, capture, castling or promotion. `en_passant` is the en passant square before
    /// the turn. Returns whether the turn was irreversible.
    #[inline]
    fn play_move(&mut self, turn: Turn, en_passant: Option<Square>) -> bool {
        let setup = &mut self.setup;
        let (side, from, to) = (setup.side, turn.from(), turn.to());
        let placement = &mut setup.placement;
        let Some(role) = placement.role_at(from) else {
            debug_assert!(false, "no piece on {from} in {setup}");
            return false;
        };
        let captured = placement.role_at(to);
        if let Some(captured) = captured {
            placement.remove(captured.of(!side), to);
        }
        match role {
            Role::Pawn => {
                let becomes = match turn.act() {
                    Act::Promotion => turn.role().unwrap_or(Role::Queen),
                    _ => Role::Pawn,
                };
                placement.remove(Role::Pawn.of(side), from);
                placement.put(becomes.of(side), to);
                if en_passant == Some(to) {
                    let captured_on = Square::from_coords(to.file(), from.rank());
                    placement.remove(Role::Pawn.of(!side), captured_on);
                } else if from.to_u32().abs_diff(to.to_u32()) == 16 {
                    let passed = Square::new(from.to_u32().midpoint(to.to_u32()));
                    self.setup.pending = self.pending_after_double_step(side, passed);
                }
            }
            Role::King => {
                placement.move_piece(Role::King.of(side), from, to);
                if let Some(wing) = Self::castling_wing(from, to) {
                    let rook = Role::Rook.of(side);
                    placement.move_piece(rook, wing.rook_home(side), wing.rook_castled(side));
                }
            }
            _ => placement.move_piece(role.of(side), from, to),
        }
        if self.setup.castling != Castling::NONE {
            castling::moved(&mut self.setup, role, from, to);
        }
        captured.is_some() || role == Role::Pawn
    }
}

impl Rules for Unachess {
    type Switches = Switches;

    const FORM: Form = Form {
        reverse: false,
        pending_uncapture: false,
    };

    fn from_setup(switches: &Switches, setup: Setup) -> Result<Self, IllegalPosition> {
        let position = Self {
            setup,
            switches: *switches,
            salt: switches.salt(),
        };
        position.checked()
    }

    #[inline]
    fn switches(&self) -> &Switches {
        &self.switches
    }

    #[inline]
    fn goal(&self) -> Goal {
        Goal::Checkmate
    }

    fn has_castling(&self) -> bool {
        self.switches.castling
    }

    fn has_en_passant(&self) -> bool {
        self.switches.has_double_steps()
    }

    #[inline]
    fn setup(&self) -> &Setup {
        &self.setup
    }

    #[inline]
    fn key(&self) -> Key {
        self.setup.key() ^ self.salt
    }

    #[inline]
    fn generate_undecided<B>(
        &self,
        sink: &mut impl FnMut(TurnSet) -> ControlFlow<B>,
    ) -> ControlFlow<B> {
        self.generate_turns(sink)
    }

    fn play(&self, turn: Turn) -> Self {
        debug_assert!(self.is_legal(turn), "{turn} is not legal in {}", self.setup);
        let mut after = self.clone();
        let en_passant = match after.setup.pending {
            Pending::At(passed) => Some(passed),
            _ => None,
        };
        after.setup.pending = Pending::Nothing;
        let irreversible = match (turn.act(), turn.role()) {
            (Act::Drop, Some(role)) => {
                after.play_drop(role, turn.to());
                true
            }
            _ => after.play_move(turn, en_passant),
        };
        after
            .setup
            .end_turn(Reversibility::irreversible_if(irreversible));
        after
    }

    /// Always `None`: checkmate and stalemate depend on the legal turns.
    #[inline]
    fn immediate_outcome(&self) -> Option<Outcome> {
        None
    }

    fn outcome_if_stuck(&self) -> Outcome {
        let side = self.setup.side;
        if in_check(&self.setup.placement, side) {
            Outcome::win(self.owner(!side), Ending::Checkmate)
        } else {
            self.outcome_on(DrawCause::Stalemate)
        }
    }

    fn points(&self) -> ByColor<i32> {
        ByColor::default()
    }

    fn checks(&self) -> ByColor<bool> {
        ByColor::new_with(|color| in_check(&self.setup.placement, color))
    }

    /// Like every other turn, a null move ends the right to capture en passant.
    fn null_move(&self) -> Option<Self> {
        let mut setup = self.setup;
        if in_check(&setup.placement, setup.side) {
            return None;
        }
        setup.pending = Pending::Nothing;
        setup.end_turn(Reversibility::Reversible);
        Some(Self { setup, ..*self })
    }

    /// Whether a turn is a capture, a pawn move or a drop.
    #[inline]
    fn is_irreversible(&self, turn: Turn) -> bool {
        let placement = &self.setup.placement;
        match turn.act() {
            Act::Move => {
                placement.occupied().contains(turn.to())
                    || placement.by_role(Role::Pawn).contains(turn.from())
            }
            _ => true,
        }
    }

    fn broken_rule(&self, turn: Turn) -> Illegality {
        self.explain_illegality(turn)
    }
}
