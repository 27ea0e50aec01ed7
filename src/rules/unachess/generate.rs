//! The legal turns, computed by masks for checks, pins and attacked squares. No turn is played.

use std::ops::ControlFlow;

use super::checks::{ahead, both_kings, en_passant_capturers};
use super::{Switches, Unachess};
use crate::board::{
    Act, Bitboard, Color, Pending, Placement, Role, Roles, Setup, Square, TurnSet, Wing, attacks,
    row,
};

impl Unachess {
    /// Passes the legal turns to `sink`.
    #[inline]
    pub(super) fn generate_turns<B>(
        &self,
        sink: &mut impl FnMut(TurnSet) -> ControlFlow<B>,
    ) -> ControlFlow<B> {
        let setup = &self.setup;
        let masks = Masks::new(&setup.placement, setup.side, &self.switches);
        drops(setup, &masks, sink)?;
        queen_to_knight_moves(setup, &masks, sink)?;
        pawns(setup, &masks, sink)?;
        if let Pending::At(passed) = setup.pending {
            en_passants(self, passed, sink)?;
        }
        if let Some(king) = masks.king {
            king_moves(setup, &masks, king, sink)?;
        }
        ControlFlow::Continue(())
    }
}

/// What restricts the side to play.
struct Masks {
    /// The king's square; `None` if the king is in reserve.
    king: Option<Square>,
    /// Whether both kings are on the board. If not, no king can be in check.
    both_kings: bool,
    /// The enemy pieces that give check.
    checkers: Bitboard,
    /// The squares on which a piece other than the king ends the check, by a move or a drop. All
    /// squares if there is no check.
    evasions: Bitboard,
    /// The pinned pieces, which may only move on the line through their king.
    pinned: Bitboard,
    /// The enemy pieces that may be captured. While the player's own king is in reserve: none or,
    /// with the switch `capture_before_king`, all except the enemy king.
    capturable: Bitboard,
    /// The rows on which a pawn may be dropped.
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
            evasions: Bitboard::FULL,
            pinned: Bitboard::EMPTY,
            capturable: match king {
                Some(_) => placement.by_color(!side),
                None if switches.capture_before_king => {
                    placement.by_color(!side) & !placement.by_role(Role::King)
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
            masks.find_checks_and_pins(placement, side, king);
        }
        masks
    }

    /// Finds checks and pins. The lines from the king pass through own pieces and end at the first
    /// enemy piece. An enemy piece that slides along its line gives check if no own piece stands in
    /// between. If exactly one own piece stands in between, that own piece is pinned.
    #[inline]
    fn find_checks_and_pins(&mut self, placement: &Placement, side: Color, king: Square) {
        let enemies = placement.by_color(!side);
        let queens = placement.by_role(Role::Queen);
        let straight = placement.by_role(Role::Rook) | queens;
        let diagonal = placement.by_role(Role::Bishop) | queens;
        self.checkers = (attacks::knight_attacks(king) & placement.pieces(!side, Role::Knight))
            | (attacks::pawn_attacks(side, king) & placement.pieces(!side, Role::Pawn));
        let sliders = ((attacks::rook_attacks(king, enemies) & straight)
            | (attacks::bishop_attacks(king, enemies) & diagonal))
            & enemies;
        for slider in sliders {
            let blockers = attacks::between(king, slider) & placement.by_color(side);
            if blockers.is_empty() {
                self.checkers.add(slider);
            } else if !blockers.more_than_one() {
                self.pinned |= blockers;
            }
        }
        if let Some(checker) = self.checkers.first() {
            self.evasions = if self.checkers.more_than_one() {
                Bitboard::EMPTY
            } else {
                attacks::between(king, checker).with(checker)
            };
        }
    }

    /// The squares to which a piece on `from`, not the king, may go without leaving its own king in
    /// check. How the piece moves is not considered.
    #[inline]
    fn allowed_from(&self, from: Square) -> Bitboard {
        match self.king {
            Some(king) if self.pinned.contains(from) => self.evasions & attacks::ray(king, from),
            _ => self.evasions,
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
    let squares = masks.empty & masks.evasions;
    let queen_to_knight = roles.and(Roles::QUEEN_TO_KNIGHT);
    if !queen_to_knight.is_empty() {
        sink(TurnSet::drops(queen_to_knight, squares))?;
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

/// The squares on which a side may drop its king: the empty squares. If the enemy king is on the
/// board, the squares that the enemy attacks are left out.
pub(super) fn king_drop_squares(placement: &Placement, side: Color) -> Bitboard {
    let occupied = placement.occupied();
    if placement.king(!side).is_none() {
        !occupied
    } else {
        !(occupied | attacked_by(placement, !side, occupied))
    }
}

/// All squares that a side attacks. The squares of `occupied` block sliders.
#[inline]
fn attacked_by(placement: &Placement, color: Color, occupied: Bitboard) -> Bitboard {
    const NOT_A_FILE: u64 = 0xfefe_fefe_fefe_fefe;
    const NOT_H_FILE: u64 = 0x7f7f_7f7f_7f7f_7f7f;
    let pawns = ahead(color, placement.pieces(color, Role::Pawn)).0;
    let mut attacked = Bitboard((pawns & NOT_A_FILE) >> 1 | (pawns & NOT_H_FILE) << 1);
    for knight in placement.pieces(color, Role::Knight) {
        attacked |= attacks::knight_attacks(knight);
    }
    if let Some(king) = placement.king(color) {
        attacked |= attacks::king_attacks(king);
    }
    let queens = placement.by_role(Role::Queen);
    for from in (placement.by_role(Role::Bishop) | queens) & placement.by_color(color) {
        attacked |= attacks::bishop_attacks(from, occupied);
    }
    for from in (placement.by_role(Role::Rook) | queens) & placement.by_color(color) {
        attacked |= attacks::rook_attacks(from, occupied);
    }
    attacked
}

/// Moves and captures of knights, bishops, rooks and queens.
#[inline]
fn queen_to_knight_moves<B>(
    setup: &Setup,
    masks: &Masks,
    sink: &mut impl FnMut(TurnSet) -> ControlFlow<B>,
) -> ControlFlow<B> {
    let placement = &setup.placement;
    let own = placement.by_color(setup.side);
    let occupied = placement.occupied();
    let allowed = masks.empty | masks.capturable;
    // A pinned knight cannot move.
    for from in own & placement.by_role(Role::Knight) & !masks.pinned {
        let targets = attacks::knight_attacks(from) & allowed & masks.evasions;
        sink(TurnSet::moves(from, targets))?;
    }
    for from in own & placement.by_role(Role::Bishop) {
        let targets = attacks::bishop_attacks(from, occupied) & allowed & masks.allowed_from(from);
        sink(TurnSet::moves(from, targets))?;
    }
    for from in own & placement.by_role(Role::Rook) {
        let targets = attacks::rook_attacks(from, occupied) & allowed & masks.allowed_from(from);
        sink(TurnSet::moves(from, targets))?;
    }
    for from in own & placement.by_role(Role::Queen) {
        let targets = attacks::queen_attacks(from, occupied) & allowed & masks.allowed_from(from);
        sink(TurnSet::moves(from, targets))?;
    }
    ControlFlow::Continue(())
}

/// Pawn moves, captures and promotions, without en passant.
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
        let captures = attacks::pawn_attacks(side, from) & masks.capturable;
        let targets = (single | double | captures) & masks.allowed_from(from);
        let moves = TurnSet::moves(from, targets);
        sink(if promoting.contains(from) {
            TurnSet {
                act: Act::Promotion,
                roles: Roles::QUEEN_TO_KNIGHT,
                ..moves
            }
        } else {
            moves
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
        if position.en_passant_legal(setup.side, from, passed) {
            sink(TurnSet::moves(from, Bitboard::from_square(passed)))?;
        }
    }
    ControlFlow::Continue(())
}

/// Moves and captures of the king, and castling.
#[inline]
fn king_moves<B>(
    setup: &Setup,
    masks: &Masks,
    king: Square,
    sink: &mut impl FnMut(TurnSet) -> ControlFlow<B>,
) -> ControlFlow<B> {
    let side = setup.side;
    let placement = &setup.placement;
    let attacked = if masks.both_kings {
        // A slider that attacks the king also attacks the squares behind the king.
        let without_king = placement.occupied() ^ Bitboard::from_square(king);
        attacked_by(placement, !side, without_king)
    } else {
        Bitboard::EMPTY
    };
    let mut targets = attacks::king_attacks(king) & (masks.empty | masks.capturable) & !attacked;
    if masks.checkers.is_empty() {
        for wing in Wing::ALL {
            if setup.castling.has_wing(side, wing) {
                let path =
                    Bitboard::from_square(wing.rook_castled(side)).with(wing.king_castled(side));
                if (wing.squares_between(side) & !masks.empty).is_empty()
                    && (path & attacked).is_empty()
                {
                    targets.add(wing.king_castled(side));
                }
            }
        }
    }
    sink(TurnSet::moves(king, targets))
}
