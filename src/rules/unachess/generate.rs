//! The legal turns, by masks: where a check must be answered, where a pinned piece may go, where a
//! king would stand attacked. No turn is tried out.

use std::ops::ControlFlow;

use super::{Switches, Unachess, ahead, both_kings, en_passant_capturers, en_passant_legal};
use crate::board::{
    Act, Bitboard, Color, Pending, Placement, Role, Roles, Setup, Square, TurnSet, Wing, attacks,
    row,
};

/// Hands the legal turns to `sink`.
#[inline]
pub(super) fn turns<B>(
    position: &Unachess,
    sink: &mut impl FnMut(TurnSet) -> ControlFlow<B>,
) -> ControlFlow<B> {
    let (setup, switches) = (&position.setup, &position.switches);
    let masks = Masks::new(&setup.placement, setup.side, switches);
    drops(setup, &masks, sink)?;
    officers(setup, &masks, sink)?;
    pawns(setup, &masks, sink)?;
    if let Pending::At(passed) = setup.pending {
        en_passants(position, passed, sink)?;
    }
    if let Some(king) = masks.king {
        king_steps(setup, &masks, king, sink)?;
    }
    ControlFlow::Continue(())
}

/// What confines the side to play.
struct Masks {
    /// Its king, if that is on the board.
    king: Option<Square>,
    /// Whether both kings are on the board.
    both_kings: bool,
    /// The enemy pieces that give check.
    checkers: Bitboard,
    /// The squares where a piece other than the king answers the check; all of them without one.
    answers: Bitboard,
    /// The pieces that may move on the line through their king only.
    pinned: Bitboard,
    /// The enemy pieces that may be captured: none while the own king is in reserve, unless the game
    /// allows it. A king is never captured.
    prey: Bitboard,
    /// The squares on which a pawn may be dropped, as far as rows go.
    pawn_drops: Bitboard,
    /// The squares over which a pawn may make a double step.
    passed: Bitboard,
    /// The empty squares.
    empty: Bitboard,
}

impl Masks {
    #[inline]
    fn new(placement: &Placement, side: Color, switches: &Switches) -> Self {
        let king = placement.king(side);
        let occupied = placement.occupied();
        let mut masks = Self {
            king,
            both_kings: both_kings(placement),
            checkers: Bitboard::EMPTY,
            answers: Bitboard::FULL,
            pinned: Bitboard::EMPTY,
            prey: match king {
                Some(_) => placement.of(!side),
                None if switches.capture_before_king => {
                    placement.of(!side) & !placement.all(Role::King)
                }
                None => Bitboard::EMPTY,
            },
            pawn_drops: switches.pawn_rows.squares(side),
            passed: if switches.double_step {
                row(side, 3)
            } else {
                Bitboard::EMPTY
            },
            empty: !occupied,
        };
        if let (Some(king), true) = (king, masks.both_kings) {
            masks.confine(placement, side, king);
        }
        masks
    }

    /// Finds checks and pins. The lines from the king run to the first enemy piece, with at most
    /// one own piece on the way.
    #[inline]
    fn confine(&mut self, placement: &Placement, side: Color, king: Square) {
        let enemies = placement.of(!side);
        let queens = placement.all(Role::Queen);
        let straight = placement.all(Role::Rook) | queens;
        let diagonal = placement.all(Role::Bishop) | queens;
        self.checkers = (attacks::knight_attacks(king) & placement.pieces(!side, Role::Knight))
            | (attacks::pawn_attacks(side, king) & placement.pieces(!side, Role::Pawn));
        let snipers = ((attacks::rook_attacks(king, enemies) & straight)
            | (attacks::bishop_attacks(king, enemies) & diagonal))
            & enemies;
        for sniper in snipers {
            let blockers = attacks::between(king, sniper) & placement.of(side);
            if blockers.is_empty() {
                self.checkers.add(sniper);
            } else if !blockers.more_than_one() {
                self.pinned |= blockers;
            }
        }
        if let Some(checker) = self.checkers.first() {
            self.answers = if self.checkers.more_than_one() {
                Bitboard::EMPTY
            } else {
                attacks::between(king, checker).with(checker)
            };
        }
    }

    /// The squares where a piece on `from` may go as far as its own king is concerned.
    #[inline]
    fn free(&self, from: Square) -> Bitboard {
        match self.king {
            Some(king) if self.pinned.contains(from) => self.answers & attacks::ray(king, from),
            _ => self.answers,
        }
    }
}

#[inline]
fn drops<B>(
    setup: &Setup,
    masks: &Masks,
    sink: &mut impl FnMut(TurnSet) -> ControlFlow<B>,
) -> ControlFlow<B> {
    let side = setup.side;
    let reserve = setup.placement.reserve();
    if reserve.is_empty(side) {
        return ControlFlow::Continue(());
    }
    let roles = reserve.roles(side);
    let squares = masks.empty & masks.answers;
    let officers = roles.and(Roles::OFFICERS);
    if !officers.is_empty() {
        sink(TurnSet::drops(officers, squares))?;
    }
    if roles.contains(Some(Role::Pawn)) {
        sink(TurnSet::drops(Roles::PAWN, squares & masks.pawn_drops))?;
    }
    if roles.contains(Some(Role::King)) {
        sink(TurnSet::drops(
            Roles::of(Role::King),
            king_drop_squares(&setup.placement, side),
        ))?;
    }
    ControlFlow::Continue(())
}

/// The squares where a side may drop its king: all empty ones, or those that the enemy does not
/// attack if its king is on the board already.
pub(super) fn king_drop_squares(placement: &Placement, side: Color) -> Bitboard {
    let occupied = placement.occupied();
    if placement.king(!side).is_none() {
        !occupied
    } else {
        !(occupied | attacked_by(placement, !side, occupied))
    }
}

/// All squares that a side attacks, were `occupied` the occupied squares.
#[inline]
fn attacked_by(placement: &Placement, color: Color, occupied: Bitboard) -> Bitboard {
    const NOT_A: u64 = 0xfefe_fefe_fefe_fefe;
    const NOT_H: u64 = 0x7f7f_7f7f_7f7f_7f7f;
    let pawns = ahead(color, placement.pieces(color, Role::Pawn)).0;
    let mut attacked = Bitboard((pawns & NOT_A) >> 1 | (pawns & NOT_H) << 1);
    for knight in placement.pieces(color, Role::Knight) {
        attacked |= attacks::knight_attacks(knight);
    }
    if let Some(king) = placement.king(color) {
        attacked |= attacks::king_attacks(king);
    }
    let queens = placement.all(Role::Queen);
    for from in (placement.all(Role::Bishop) | queens) & placement.of(color) {
        attacked |= attacks::bishop_attacks(from, occupied);
    }
    for from in (placement.all(Role::Rook) | queens) & placement.of(color) {
        attacked |= attacks::rook_attacks(from, occupied);
    }
    attacked
}

/// Moves and captures of knights, bishops, rooks and queens.
#[inline]
fn officers<B>(
    setup: &Setup,
    masks: &Masks,
    sink: &mut impl FnMut(TurnSet) -> ControlFlow<B>,
) -> ControlFlow<B> {
    let placement = &setup.placement;
    let own = placement.of(setup.side);
    let occupied = placement.occupied();
    let goals = masks.empty | masks.prey;
    // A pinned knight has no square on the line to its king.
    for from in own & placement.all(Role::Knight) & !masks.pinned {
        let targets = attacks::knight_attacks(from) & goals & masks.answers;
        sink(TurnSet::moves(from, targets))?;
    }
    for from in own & placement.all(Role::Bishop) {
        let targets = attacks::bishop_attacks(from, occupied) & goals & masks.free(from);
        sink(TurnSet::moves(from, targets))?;
    }
    for from in own & placement.all(Role::Rook) {
        let targets = attacks::rook_attacks(from, occupied) & goals & masks.free(from);
        sink(TurnSet::moves(from, targets))?;
    }
    for from in own & placement.all(Role::Queen) {
        let targets = attacks::queen_attacks(from, occupied) & goals & masks.free(from);
        sink(TurnSet::moves(from, targets))?;
    }
    ControlFlow::Continue(())
}

/// Pawn moves, captures and promotions, en passant left out.
#[inline]
fn pawns<B>(
    setup: &Setup,
    masks: &Masks,
    sink: &mut impl FnMut(TurnSet) -> ControlFlow<B>,
) -> ControlFlow<B> {
    let side = setup.side;
    let promoting = row(side, 7);
    for from in setup.placement.pieces(side, Role::Pawn) {
        let single = ahead(side, Bitboard::from_square(from)) & masks.empty;
        let double = ahead(side, single & masks.passed) & masks.empty;
        let captures = attacks::pawn_attacks(side, from) & masks.prey;
        let targets = (single | double | captures) & masks.free(from);
        let steps = TurnSet::moves(from, targets);
        sink(if promoting.contains(from) {
            TurnSet {
                act: Act::Promotion,
                roles: Roles::OFFICERS,
                ..steps
            }
        } else {
            steps
        })?;
    }
    ControlFlow::Continue(())
}

fn en_passants<B>(
    position: &Unachess,
    passed: Square,
    sink: &mut impl FnMut(TurnSet) -> ControlFlow<B>,
) -> ControlFlow<B> {
    let setup = &position.setup;
    for from in en_passant_capturers(&setup.placement, !setup.side, passed) {
        if en_passant_legal(position, setup.side, from, passed) {
            sink(TurnSet::moves(from, Bitboard::from_square(passed)))?;
        }
    }
    ControlFlow::Continue(())
}

/// Moves and captures of the king, and castling.
#[inline]
fn king_steps<B>(
    setup: &Setup,
    masks: &Masks,
    king: Square,
    sink: &mut impl FnMut(TurnSet) -> ControlFlow<B>,
) -> ControlFlow<B> {
    let side = setup.side;
    let placement = &setup.placement;
    let attacked = if masks.both_kings {
        // The king does not shield the squares behind it.
        let without_king = placement.occupied() ^ Bitboard::from_square(king);
        attacked_by(placement, !side, without_king)
    } else {
        Bitboard::EMPTY
    };
    let mut targets = attacks::king_attacks(king) & (masks.empty | masks.prey) & !attacked;
    if masks.checkers.is_empty() {
        for wing in Wing::ALL {
            if setup.castling.on_wing(side, wing) {
                let way =
                    Bitboard::from_square(wing.rook_castled(side)).with(wing.king_castled(side));
                if (wing.lane(side) & !masks.empty).is_empty() && (way & attacked).is_empty() {
                    targets.add(wing.king_castled(side));
                }
            }
        }
    }
    sink(TurnSet::moves(king, targets))
}
