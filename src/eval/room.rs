//! Room to un-move: what the games in which pieces come back live on.

use super::feature::{Feature, Sink};
use super::view::{View, beside, homes, own_row};
use crate::board::{Bitboard, Color, Role, attacks, back};
use crate::rules::Seat;

/// What one side can do, as it sees the board. Counted piece by piece on the squares that are
/// empty; whether an un-move is legal is not asked, so this is an estimate from above.
pub(super) struct Room {
    /// Officers and the king that can leave their square.
    pub(super) movers: Bitboard,
    mobility: i32,
    king_mobility: i32,
    pawn_retreats: i32,
    pawn_diagonals: i32,
}

impl Room {
    #[inline]
    pub(super) fn new(view: &View) -> Self {
        let occupied = view.occupied();
        let mut movers = Bitboard::EMPTY;
        let mut mobility = 0;
        for role in [Role::Knight, Role::Bishop, Role::Rook, Role::Queen] {
            for square in *view.own.get(role) & !view.frozen {
                let targets = attacks::attacks(square, role.of(view.color), occupied) & !occupied;
                if targets.any() {
                    movers.add(square);
                    mobility += targets.count() as i32;
                }
            }
        }
        let mut king_mobility = 0;
        for square in view.own.king & !view.frozen {
            let targets = attacks::king_attacks(square) & !occupied;
            if targets.any() {
                movers.add(square);
                king_mobility = targets.count() as i32;
            }
        }
        let pawns = view.own.pawn & !own_row(2);
        let retreat = |pawns| back(Color::White, pawns);
        let single = retreat(pawns) & !occupied;
        let double =
            retreat(single & own_row(3)) & !occupied & retreat(retreat(pawns & own_row(4)));
        let diagonals = if view.enemies_missing > 0 {
            (beside(retreat(pawns)) & !occupied).count()
        } else {
            0
        };
        Self {
            movers,
            mobility,
            king_mobility,
            pawn_retreats: (single.count() + double.count()) as i32,
            pawn_diagonals: diagonals as i32,
        }
    }

    /// The terms that are worth something to whoever plays these pieces.
    #[inline]
    pub(super) fn count(&self, holder: Seat, sink: &mut impl Sink) {
        sink.add(Feature::Mobility, holder, self.mobility);
        sink.add(Feature::KingMobility, holder, self.king_mobility);
        sink.add(Feature::PawnRetreats, holder, self.pawn_retreats);
        sink.add(Feature::PawnDiagonals, holder, self.pawn_diagonals);
    }

    /// Enemy pieces come back where this side's pieces leave: what has come, and what can come now.
    #[inline]
    pub(super) fn count_revivals(&self, view: &View, holder: Seat, sink: &mut impl Sink) {
        let enemy_pawns = view.enemy.pawn.count() as i32;
        let enemies = (view.enemies & !view.enemy.king).count() as i32;
        sink.add(Feature::RevivedPawns, holder, enemy_pawns);
        sink.add(Feature::RevivedOfficers, holder, enemies - enemy_pawns);
        sink.add(Feature::Revivers, holder, self.movers.count() as i32);
        sink.add(Feature::RevivalFiles, holder, self.revival_files(view));
    }

    /// Files on which an officer can leave an enemy pawn behind at once: it stands on row 5 to 7,
    /// no enemy pawn is on the file, no own pawn on or ahead of its square (rules 4, points 2 and 3).
    #[inline]
    fn revival_files(&self, view: &View) -> i32 {
        const ZONE: Bitboard = Bitboard(own_row(5).0 | own_row(6).0 | own_row(7).0);
        let mut behind_own = view.own.pawn.0;
        behind_own |= behind_own >> 8;
        behind_own |= behind_own >> 16;
        behind_own |= behind_own >> 32;
        let leaving = self.movers & ZONE & !Bitboard(behind_own);
        let files = file_set(leaving) & !file_set(view.enemy.pawn);
        let pawns_left = 8 - view.enemy.pawn.count() as i32;
        (files.count_ones() as i32).min(pawns_left)
    }

    /// Places at which missing pieces of the enemy of this side would be welcome to come back:
    /// officers of this side, free to leave, that stand on a home square of a missing piece.
    #[inline]
    pub(super) fn hosts(&self, guest: &View) -> i32 {
        let leaving = self.movers.flip_vertical();
        let hosts = |role: Role| {
            let rooms = (leaving & homes(role)).count() as i32;
            rooms.min(*guest.reserve.get(role))
        };
        Role::ALL.into_iter().map(hosts).sum()
    }

    /// Officers of this side, free to leave, in the half of the board where the other side is home.
    #[inline]
    pub(super) fn landings(&self, guest: &View) -> i32 {
        const NEAR: Bitboard = Bitboard(0xffff_ffff);
        let leaving = (self.movers.flip_vertical() & NEAR).count() as i32;
        leaving.min(guest.missing)
    }
}

/// The files on which `squares` lie, one bit a file.
#[inline]
pub(super) const fn file_set(squares: Bitboard) -> u8 {
    let mut fold = squares.0;
    fold |= fold >> 32;
    fold |= fold >> 16;
    fold |= fold >> 8;
    fold as u8
}

/// One row of `squares`, one bit a file.
#[inline]
pub(super) const fn row_set(squares: Bitboard, number: u32) -> u8 {
    (squares.0 >> (8 * (number - 1))) as u8
}
