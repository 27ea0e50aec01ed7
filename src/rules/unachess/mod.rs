//! Unachess (rules 5): chess from an empty board, the king in hand like everything else.
//!
//! What sets it apart from chess is that *check needs both kings*: as long as one of them is in
//! reserve, none is in check, and whose own king is in reserve may not capture. A king can never
//! be captured: with both on the board the side to play always finds the enemy king unattacked,
//! because the enemy has just left it so.

mod castling;
mod explain;
mod from_setup;
mod generate;

use std::ops::ControlFlow;

use super::{DrawCause, Ending, Goal, Illegality, Outcome, Refusal, Rules, Variant};
use crate::board::{
    Act, Bitboard, ByColor, Castling, Color, Key, Pending, Placement, Role, Setup, Square, Turn,
    TurnSet, Wing, attacks, key, row,
};

const SALT: usize = 3;

/// A position of Unachess.
#[derive(Clone, Debug)]
pub struct Unachess {
    setup: Setup,
}

/// Whether both kings are on the board, without which there is no check.
#[inline]
fn both_kings(placement: &Placement) -> bool {
    placement.all(Role::King).more_than_one()
}

/// Whether a side's king is in check: both kings are on the board, and the enemy attacks it.
#[inline]
fn in_check(placement: &Placement, color: Color) -> bool {
    both_kings(placement) && placement.king_attacked(color)
}

/// The squares one step ahead of `squares`, as `color` sees it.
#[inline]
const fn ahead(color: Color, squares: Bitboard) -> Bitboard {
    match color {
        Color::White => Bitboard(squares.0 << 8),
        Color::Black => Bitboard(squares.0 >> 8),
    }
}

/// Rows 2, 3 and 4 of a side: where its pawns may be dropped.
#[inline]
const fn pawn_drop_rows(color: Color) -> Bitboard {
    Bitboard(row(color, 2).0 | row(color, 3).0 | row(color, 4).0)
}

/// The pawns that stand ready to capture a pawn of `passer` over the square `passed`.
#[inline]
fn en_passant_capturers(placement: &Placement, passer: Color, passed: Square) -> Bitboard {
    attacks::pawn_attacks(passer, passed) & placement.pieces(!passer, Role::Pawn)
}

/// Whether the side of the pawn on `from` may capture over `passed`: its king is on the board, and
/// not in check once both pawns have gone from their squares.
fn en_passant_legal(placement: &Placement, side: Color, from: Square, passed: Square) -> bool {
    let Some(king) = placement.king(side) else {
        return false;
    };
    if placement.king(!side).is_none() {
        return true;
    }
    let captured = ahead(!side, Bitboard::from_square(passed));
    let occupied = (placement.occupied() ^ Bitboard::from_square(from) ^ captured).with(passed);
    (placement.attackers(king, !side, occupied) & !captured).is_empty()
}

/// The pending field after a pawn of `passer` has advanced by two squares over `passed`: the en
/// passant square, if a capture there is legal.
fn pending_after_double_step(placement: &Placement, passer: Color, passed: Square) -> Pending {
    let legal = en_passant_capturers(placement, passer, passed)
        .into_iter()
        .any(|from| en_passant_legal(placement, !passer, from, passed));
    if legal {
        Pending::At(passed)
    } else {
        Pending::Nothing
    }
}

impl Unachess {
    /// The wing on which a king's step is a castling: two squares along its first row.
    #[inline]
    fn castling_wing(from: Square, to: Square) -> Option<Wing> {
        match to.to_u32() as i32 - from.to_u32() as i32 {
            2 => Some(Wing::King),
            -2 => Some(Wing::Queen),
            _ => None,
        }
    }

    #[inline]
    fn play_drop(setup: &mut Setup, role: Role, to: Square) {
        setup.placement.revive(role.of(setup.side), to);
        match role {
            Role::King => castling::king_dropped(setup, to),
            Role::Rook => castling::rook_dropped(setup, to),
            _ => {}
        }
    }

    /// Plays a move, capture, castling or promotion, and tells whether it was irreversible.
    #[inline]
    fn play_move(setup: &mut Setup, turn: Turn, en_passant: Option<Square>) -> bool {
        let (side, from, to) = (setup.side, turn.from(), turn.to());
        let placement = &mut setup.placement;
        let Some(role) = placement.role_at(from) else {
            debug_assert!(false, "no piece on {from} in {setup}");
            return false;
        };
        let captured = placement.role_at(to);
        if let Some(captured) = captured {
            placement.take(captured.of(!side), to);
        }
        match role {
            Role::Pawn => {
                let becomes = match turn.act() {
                    Act::Promotion => turn.role().unwrap_or(Role::Queen),
                    _ => Role::Pawn,
                };
                placement.take(Role::Pawn.of(side), from);
                placement.put(becomes.of(side), to);
                if en_passant == Some(to) {
                    let behind = Square::from_coords(to.file(), from.rank());
                    placement.take(Role::Pawn.of(!side), behind);
                } else if from.to_u32().abs_diff(to.to_u32()) == 16 {
                    let passed = Square::new(from.to_u32().midpoint(to.to_u32()));
                    setup.pending = pending_after_double_step(placement, side, passed);
                }
            }
            Role::King => {
                placement.shift(Role::King.of(side), from, to);
                if let Some(wing) = Self::castling_wing(from, to) {
                    let rook = Role::Rook.of(side);
                    placement.shift(rook, wing.rook_home(side), wing.rook_castled(side));
                }
            }
            _ => placement.shift(role.of(side), from, to),
        }
        if setup.castling != Castling::NONE {
            castling::moved(setup, role, from, to);
        }
        captured.is_some() || role == Role::Pawn
    }
}

impl Rules for Unachess {
    const GOAL: Goal = Goal::Checkmate;
    const CAPTURES: bool = true;

    fn from_setup(_variant: Variant, setup: Setup) -> Result<Self, Refusal> {
        from_setup::checked(setup).map(|setup| Self { setup })
    }

    #[inline]
    fn setup(&self) -> &Setup {
        &self.setup
    }

    #[inline]
    fn key(&self) -> Key {
        self.setup.key() ^ key::salt(SALT)
    }

    #[inline]
    fn generate<B>(&self, sink: &mut impl FnMut(TurnSet) -> ControlFlow<B>) -> ControlFlow<B> {
        generate::turns(&self.setup, sink)
    }

    fn play(&self, turn: Turn) -> Self {
        debug_assert!(self.is_legal(turn), "{turn} is not legal in {}", self.setup);
        let mut setup = self.setup;
        let en_passant = match setup.pending {
            Pending::At(passed) => Some(passed),
            _ => None,
        };
        setup.pending = Pending::Nothing;
        let irreversible = match (turn.act(), turn.role()) {
            (Act::Drop, Some(role)) => {
                Self::play_drop(&mut setup, role, turn.to());
                true
            }
            _ => Self::play_move(&mut setup, turn, en_passant),
        };
        setup.pass_turn(irreversible);
        Self { setup }
    }

    /// Mate and stalemate are a matter of turns; nothing else decides a game.
    #[inline]
    fn immediate_outcome(&self) -> Option<Outcome> {
        None
    }

    fn outcome_if_stuck(&self) -> Outcome {
        let side = self.setup.side;
        if in_check(&self.setup.placement, side) {
            Outcome::win(self.owner(!side), Ending::Checkmate)
        } else {
            Outcome::draw(Ending::Stalemate)
        }
    }

    fn outcome_on(&self, cause: DrawCause) -> Outcome {
        Outcome::draw(cause.into())
    }

    fn points(&self) -> ByColor<i32> {
        ByColor::default()
    }

    fn checks(&self) -> ByColor<bool> {
        ByColor::new_with(|color| in_check(&self.setup.placement, color))
    }

    /// Whoever passes lets an en passant capture go, as with any other turn.
    fn null_move(&self) -> Option<Self> {
        let mut setup = self.setup;
        if in_check(&setup.placement, setup.side) {
            return None;
        }
        setup.pending = Pending::Nothing;
        setup.pass_turn(false);
        Some(Self { setup })
    }

    /// A capture, a pawn move or a drop.
    #[inline]
    fn is_irreversible(&self, turn: Turn) -> bool {
        let placement = &self.setup.placement;
        match turn.act() {
            Act::Move => {
                placement.occupied().contains(turn.to())
                    || placement.all(Role::Pawn).contains(turn.from())
            }
            _ => true,
        }
    }

    fn illegality(&self, turn: Turn) -> Option<Illegality> {
        if self.is_legal(turn) {
            None
        } else {
            Some(explain::reason(&self.setup, turn))
        }
    }
}
