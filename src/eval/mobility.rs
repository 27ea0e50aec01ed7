//! Mobility in reverse games: where pieces can un-move to, and where enemy pieces can come back.

use super::feature::{Feature, FeatureSink};
use super::view::{View, beside, file_set, homes, own_row};
use crate::board::{Bitboard, Color, Role, Square, back};
use crate::rules::Seat;
use crate::rules::reviving::unmove::reach;

/// The mobility of one side. As in the [`View`] of this side, rank 1 is its first row. Every empty
/// square that a piece reaches counts, even if the un-move is illegal.
pub(super) struct Mobility {
    /// The kings, queens, rooks, bishops and knights that are not frozen and reach an empty square.
    pub(super) movers: Bitboard,
    /// The empty squares that the movers reach.
    reach: Bitboard,
    /// `mobility` and the next three fields are the counts of the features with the same names.
    mobility: i32,
    king_mobility: i32,
    pawn_retreats: i32,
    pawn_diagonals: i32,
    /// The number of empty squares that a mover reaches, summed over the movers that are not home.
    stray_mobility: i32,
}

/// The empty squares that a piece reaches.
#[inline(always)]
fn targets(role: Role, square: Square, occupied: Bitboard) -> Bitboard {
    reach(role, square, occupied) & !occupied
}

impl Mobility {
    #[inline(always)]
    pub(super) fn new(view: &View) -> Self {
        let occupied = view.occupied();
        let mut mobility = Self {
            movers: Bitboard::EMPTY,
            reach: Bitboard::EMPTY,
            mobility: 0,
            king_mobility: 0,
            pawn_retreats: 0,
            pawn_diagonals: 0,
            stray_mobility: 0,
        };
        mobility.mobility = mobility.add_kind(view, Role::Knight)
            + mobility.add_kind(view, Role::Bishop)
            + mobility.add_kind(view, Role::Rook)
            + mobility.add_kind(view, Role::Queen);
        mobility.king_mobility = mobility.add_kind(view, Role::King);
        let pawns = view.own.pawn & !own_row(2);
        let retreat = |pawns| back(Color::White, pawns);
        let single = retreat(pawns) & !occupied;
        let double =
            retreat(single & own_row(3)) & !occupied & retreat(retreat(pawns & own_row(4)));
        mobility.pawn_retreats = (single.count() + double.count()) as i32;
        if view.enemies_missing > 0 {
            let diagonals = beside(retreat(pawns)) & !occupied;
            mobility.pawn_diagonals = diagonals.count() as i32;
        }
        mobility
    }

    /// Adds the pieces of one kind (not pawns). Returns the number of their targets. The function
    /// is inlined for each kind, so that branches on the kind disappear.
    #[inline(always)]
    fn add_kind(&mut self, view: &View, role: Role) -> i32 {
        let mut mobility = 0;
        for square in *view.own.get(role) & !view.frozen {
            let targets = targets(role, square, view.occupied());
            if targets.any() {
                self.movers.add(square);
                self.reach |= targets;
                let targets = targets.count() as i32;
                mobility += targets;
                if !homes(role).contains(square) {
                    self.stray_mobility += targets;
                }
            }
        }
        mobility
    }

    /// The number of un-moves of pieces that are not home. Un-promotions are not counted. A square
    /// that two pawns reach diagonally counts once. In games with a declared end, a player who has
    /// such an un-move usually may not declare the end.
    #[inline(always)]
    pub(super) const fn stray_unmoves(&self) -> i32 {
        self.stray_mobility + self.pawn_retreats + self.pawn_diagonals
    }

    /// Counts the mobility features of the player who holds these pieces (`holder`).
    #[inline(always)]
    pub(super) fn count(&self, holder: Seat, sink: &mut impl FeatureSink) {
        sink.add(Feature::Mobility, holder, self.mobility);
        sink.add(Feature::KingMobility, holder, self.king_mobility);
        sink.add(Feature::PawnRetreats, holder, self.pawn_retreats);
        sink.add(Feature::PawnDiagonals, holder, self.pawn_diagonals);
    }

    /// Counts the enemy pieces that have come back, the movers (an enemy piece can come back on the
    /// square that a mover leaves), and the files on which enemy pawns can come back.
    #[inline(always)]
    pub(super) fn count_revivals(&self, view: &View, holder: Seat, sink: &mut impl FeatureSink) {
        let enemy_pawns = view.enemy.pawn.count() as i32;
        let enemies = (view.enemies & !view.enemy.king).count() as i32;
        sink.add(Feature::RevivedPawns, holder, enemy_pawns);
        sink.add(Feature::RevivedOfficers, holder, enemies - enemy_pawns);
        sink.add(Feature::Revivers, holder, self.movers.count() as i32);
        self.count_files(view, holder, sink);
    }

    /// Counts the features about the files on which missing enemy pawns can come back.
    ///
    /// Only un-captures by own pieces other than pawns count. The enemy pawn comes back on the
    /// square that the own piece leaves. This square is on rows 5 to 7. Its file has no enemy pawn,
    /// and no own pawn ahead of the square. The switches `pawns-on-a-file` and `revived-pawns`
    /// change these rules, but not these features.
    #[inline(always)]
    fn count_files(&self, view: &View, holder: Seat, sink: &mut impl FeatureSink) {
        const ZONE: Bitboard = Bitboard(own_row(5).0 | own_row(6).0 | own_row(7).0);
        let mut behind_own_pawns = view.own.pawn.0;
        behind_own_pawns |= behind_own_pawns >> 8;
        behind_own_pawns |= behind_own_pawns >> 16;
        behind_own_pawns |= behind_own_pawns >> 32;
        let enemy_files = file_set(view.enemy.pawn);
        let other_files = u64::from(!enemy_files) * 0x0101_0101_0101_0101;
        let zone = ZONE & Bitboard(other_files) & !Bitboard(behind_own_pawns);
        let ready = self.movers & zone;
        let ready_files = file_set(ready);
        let near_files = file_set(self.reach & zone) & !ready_files;
        let pawns_left = 8 - view.enemy.pawn.count() as i32;
        let non_pawns_missing = view.enemies_missing - pawns_left;
        let to_visit = pawns_left - ready_files.count_ones() as i32;
        let hops = ready.into_iter().filter(|&from| {
            let Some(role) = Role::ALL
                .into_iter()
                .find(|&role| view.own.get(role).contains(from))
            else {
                return false;
            };
            let others = zone & !Bitboard::from_file(from.file());
            targets(role, from, view.occupied()).intersects(others)
        });
        sink.add(
            Feature::RevivalFiles,
            holder,
            ready_files.count_ones() as i32,
        );
        sink.add(Feature::NearFiles, holder, near_files.count_ones() as i32);
        sink.add(Feature::RevivalHops, holder, hops.count() as i32);
        sink.add(
            Feature::IdleUnmoves,
            holder,
            (to_visit - non_pawns_missing).max(0),
        );
    }

    /// The number of home squares of the other side (`guest`) from which a piece of this side,
    /// other than a pawn, can un-move. With one knight in the reserve of `guest`, at most one of
    /// the two home squares of knights counts. The same holds for each other kind of piece.
    #[inline(always)]
    pub(super) fn hosts(&self, guest: &View) -> i32 {
        let leaving = self.movers.flip_vertical();
        let hosts = |role: Role| {
            let squares = (leaving & homes(role)).count() as i32;
            squares.min(*guest.reserve.get(role))
        };
        Role::ALL.into_iter().map(hosts).sum()
    }

    /// The number of pieces of this side, other than pawns, that can un-move from rows 1 to 4 of
    /// the other side (`guest`). At most the number of pieces in the reserve of `guest`.
    #[inline(always)]
    pub(super) fn landings(&self, guest: &View) -> i32 {
        const NEAR: Bitboard = Bitboard(0xffff_ffff);
        let leaving = (self.movers.flip_vertical() & NEAR).count() as i32;
        leaving.min(guest.missing)
    }
}
