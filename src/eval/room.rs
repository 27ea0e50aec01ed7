//! Room to un-move: what the games in which pieces come back live on.

use super::feature::{Feature, Sink};
use super::view::{View, beside, homes, own_row};
use crate::board::{Bitboard, Color, Role, Square, attacks, back};
use crate::rules::{Seat, reviving::unmove::file_of};

/// What one side can do, as it sees the board. Counted piece by piece on the squares that are
/// empty; whether an un-move is legal is not asked, so this is an estimate from above.
pub(super) struct Room {
    /// Officers and the king that can leave their square.
    pub(super) movers: Bitboard,
    /// Squares where one of them can arrive.
    reach: Bitboard,
    mobility: i32,
    king_mobility: i32,
    pawn_retreats: i32,
    pawn_diagonals: i32,
    /// Squares to which the officers that are not home can go.
    stray_mobility: i32,
}

/// The empty squares to which a piece can go.
#[inline]
fn targets(role: Role, square: Square, occupied: Bitboard) -> Bitboard {
    attacks::attacks(square, role.of(Color::White), occupied) & !occupied
}

impl Room {
    #[inline]
    pub(super) fn new(view: &View) -> Self {
        let occupied = view.occupied();
        let mut movers = Bitboard::EMPTY;
        let mut reach = Bitboard::EMPTY;
        let mut stray_mobility = 0;
        let mut count = |role: Role| {
            let mut mobility = 0;
            for square in *view.own.get(role) & !view.frozen {
                let targets = targets(role, square, occupied);
                if targets.any() {
                    movers.add(square);
                    reach |= targets;
                    let targets = targets.count() as i32;
                    mobility += targets;
                    if !homes(role).contains(square) {
                        stray_mobility += targets;
                    }
                }
            }
            mobility
        };
        let officers = [Role::Knight, Role::Bishop, Role::Rook, Role::Queen];
        let mobility = officers.into_iter().map(&mut count).sum();
        let king_mobility = count(Role::King);
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
            reach,
            mobility,
            king_mobility,
            pawn_retreats: (single.count() + double.count()) as i32,
            pawn_diagonals: diagonals as i32,
            stray_mobility,
        }
    }

    /// The un-moves of pieces that are not home, each of which forbids to declare the end.
    #[inline]
    pub(super) const fn stray_unmoves(&self) -> i32 {
        self.stray_mobility + self.pawn_retreats + self.pawn_diagonals
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
        self.count_files(view, holder, sink);
    }

    /// Where the enemy pawns that are missing can come: an officer leaves a square of row 5 to 7 on
    /// a file without enemy pawn, no own pawn standing on or ahead of the square (rules 4, points 2
    /// and 3).
    #[inline]
    fn count_files(&self, view: &View, holder: Seat, sink: &mut impl Sink) {
        const ZONE: Bitboard = Bitboard(own_row(5).0 | own_row(6).0 | own_row(7).0);
        let mut behind_own = view.own.pawn.0;
        behind_own |= behind_own >> 8;
        behind_own |= behind_own >> 16;
        behind_own |= behind_own >> 32;
        let enemy_files = file_set(view.enemy.pawn);
        let open_files = u64::from(!enemy_files) * 0x0101_0101_0101_0101;
        let zone = ZONE & Bitboard(open_files) & !Bitboard(behind_own);
        let ready = self.movers & zone;
        let ready_files = file_set(ready);
        let near_files = file_set(self.reach & zone) & !ready_files;
        let pawns_left = 8 - view.enemy.pawn.count() as i32;
        let officers_left = view.enemies_missing - pawns_left;
        let to_visit = pawns_left - ready_files.count_ones() as i32;
        let hops = ready.into_iter().filter(|&from| {
            let Some(role) = Role::ALL
                .into_iter()
                .find(|&role| view.own.get(role).contains(from))
            else {
                return false;
            };
            let others = zone & !file_of(from);
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
            (to_visit - officers_left).max(0),
        );
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
