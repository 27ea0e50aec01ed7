//! The way home: how much of an army is home, how far the rest has to go, and what will never
//! get there.

use super::feature::{Feature, Sink};
use super::room::{Room, file_set, row_set};
use super::steps;
use super::view::{View, homes, own_row};
use crate::board::{Bitboard, Role};
use crate::rules::Seat;

/// Rows 1 and 2, where an army is home.
const HOME_ROWS: Bitboard = Bitboard(own_row(1).0 | own_row(2).0);

/// Un-moves of pieces that are not home from which on more of them make no difference.
const RESTLESS: i32 = 8;

/// The squares of the colour of a1.
const DARK: Bitboard = Bitboard(0xaa55_aa55_aa55_aa55);

/// The way home of one army, which `holder` plays and `owner` gains by. `host` is the room of the
/// other side, `rival` its army.
#[inline]
pub(super) fn count(
    (view, room): (&View, &Room),
    (rival, host): (&View, &Room),
    (owner, holder): (Seat, Seat),
    sink: &mut impl Sink,
) {
    let home = view.at_home();
    let officers_home = home & !view.own.pawn;
    let locked = if owner == holder {
        Bitboard::EMPTY
    } else {
        officers_home & !room.movers
    };
    let pawns_on_board = view.own.pawn.count() as i32;
    let on_board = view.army.count() as i32;
    sink.add(
        Feature::PawnsHome,
        owner,
        (home & view.own.pawn).count() as i32,
    );
    sink.add(Feature::OfficersHome, owner, officers_home.count() as i32);
    sink.add(Feature::LockedHome, owner, locked.count() as i32);
    sink.add(Feature::PawnsOnBoard, owner, pawns_on_board);
    sink.add(Feature::OfficersOnBoard, owner, on_board - pawns_on_board);
    let complete = i32::from(view.missing == 0);
    let lead = home.count() as i32 - rival.at_home().count() as i32;
    sink.add(Feature::Complete, owner, complete);
    sink.add(Feature::Lead, owner, complete * lead.max(0));
    let unsettled = room.stray_unmoves().min(RESTLESS);
    let settled = complete * i32::from(lead > 0) * (RESTLESS - unsettled);
    sink.add(Feature::Settled, owner, settled);
    let squatters = view.enemies & !view.enemy.pawn & HOME_ROWS & !host.movers.flip_vertical();
    sink.add(Feature::Squatters, owner, squatters.count() as i32);
    count_steps(view, home | squatters, owner, sink);
    count_places(view, home, owner, sink);
    count_lost(view, home, owner, sink);
    let strays = (room.movers & !home).count() as i32;
    sink.add(Feature::Strays, owner, strays);
    sink.add(Feature::Hosts, owner, host.hosts(view));
    sink.add(Feature::Landings, owner, host.landings(view));
}

/// How far each piece still has to go round pawns and other pieces that `stay`.
#[inline]
fn count_steps(view: &View, stay: Bitboard, owner: Seat, sink: &mut impl Sink) {
    const KINDS: [(Role, Feature); 4] = [
        (Role::King, Feature::KingSteps),
        (Role::Queen, Feature::QueenSteps),
        (Role::Rook, Feature::RookSteps),
        (Role::Bishop, Feature::BishopSteps),
    ];
    let mut blocked = 0;
    for (role, feature) in KINDS {
        let ways = steps::ways(view, stay, role);
        blocked += ways.blocked;
        sink.add(feature, owner, ways.steps);
    }
    sink.add(Feature::Blocked, owner, blocked);
    let knights = steps::knights(view.own.knight);
    sink.add(Feature::KnightSteps, owner, knights);
    sink.add(Feature::PawnSteps, owner, steps::pawns(view.own.pawn));
    sink.add(Feature::Rows, owner, rows(view.army));
}

/// Sum of (row - 1), by the three bits of that number.
#[inline]
fn rows(army: Bitboard) -> i32 {
    const ODD: u64 = 0xff00_ff00_ff00_ff00;
    const TWOS: u64 = 0xffff_0000_ffff_0000;
    const FOURS: u64 = 0xffff_ffff_0000_0000;
    let among = |mask| (army & Bitboard(mask)).count() as i32;
    among(ODD) + 2 * among(TWOS) + 4 * among(FOURS)
}

/// Who stands where it should, and who does not.
#[inline]
fn count_places(view: &View, home: Bitboard, owner: Seat, sink: &mut impl Sink) {
    const FAR_ROWS: Bitboard = Bitboard(own_row(7).0 | own_row(8).0);
    let far = (view.army & FAR_ROWS).count() as i32;
    let taken = (view.enemies & HOME_ROWS).count() as i32;
    let misplaced = (view.army & HOME_ROWS & !home).count() as i32;
    let filled = (view.occupied() & HOME_ROWS).count() as i32;
    sink.add(Feature::FilledRows, owner, filled);
    sink.add(Feature::FarRows, owner, far);
    sink.add(Feature::HomeTaken, owner, taken);
    sink.add(Feature::Misplaced, owner, misplaced);
}

/// What needs help to get home, or never will.
#[inline]
fn count_lost(view: &View, home: Bitboard, owner: Seat, sink: &mut impl Sink) {
    let (side_pawns, lost_pawns) = astray_pawns(view.own.pawn, view.enemies_missing);
    sink.add(Feature::SidePawns, owner, side_pawns);
    sink.add(Feature::LostPawns, owner, lost_pawns);
    let crossed = crossed_pawns(view.own.pawn, view.enemy.pawn);
    sink.add(Feature::CrossedPawns, owner, crossed);
    sink.add(Feature::LostOfficers, owner, lost_officers(view));
    let (closed_homes, last_doors) = doors(view, home);
    sink.add(Feature::ClosedHomes, owner, closed_homes);
    sink.add(Feature::LastDoors, owner, last_doors);
    // Knights get home in any case; of the other seven the reserve's have to come as well.
    let inside = (home & !view.own.pawn & !view.own.knight).count() as i32;
    let closed = (view.own.pawn & own_row(2)).count() as i32;
    let crowding = (6 - inside) * (closed - 3).max(0);
    sink.add(Feature::Crowding, owner, crowding);
}

/// Pawns without a file of their own: those that a diagonal un-capture could help, and those that
/// nothing helps. A diagonal costs a row, so a pawn of row r strays r - 2 files at most, and an
/// enemy piece from the reserve, so there are no more of them than such pieces.
#[inline]
fn astray_pawns(pawns: Bitboard, enemies_missing: i32) -> (i32, i32) {
    let without_file = pawns.count() as i32 - file_set(pawns).count_ones() as i32;
    if without_file == 0 {
        return (0, 0);
    }
    let mut reached = !row_set(pawns, 2);
    let mut lost = 0;
    for row in 3..=7 {
        reached |= reached << 1 | reached >> 1;
        lost += (row_set(pawns, row) & !reached).count_ones() as i32;
    }
    let lost = lost.max(without_file - enemies_missing).min(without_file);
    (without_file - lost, lost)
}

/// Pawns with an enemy pawn below them on their file. Unless one of the two leaves the file by a
/// diagonal un-capture neither gets home, and both stand in the way of other pieces.
#[inline]
const fn crossed_pawns(pawns: Bitboard, enemies: Bitboard) -> i32 {
    let mut above = enemies.0 << 8;
    above |= above << 8;
    above |= above << 16;
    above |= above << 32;
    (pawns.0 & above).count_ones() as i32
}

/// Officers that cannot get home, or whose home square none can enter any more: a second bishop of
/// one square colour, and whatever home pawns, walled-in bishops and un-castled pieces shut out.
/// Pieces that can still step aside are no walls, and knights jump over all.
#[inline]
fn lost_officers(view: &View) -> i32 {
    let doubled = [DARK, !DARK].into_iter().map(|shade| {
        let bishops = (view.own.bishop & shade).count() as i32;
        (bishops - 1).max(0)
    });
    let doubled: i32 = doubled.sum();
    let pawns = row_set(view.own.pawn, 2);
    if pawns.count_ones() < 2 {
        return doubled;
    }
    doubled + shut_out(view, pawns)
}

/// Vacant home squares to which no door is open, `pawns` being the files of the home pawns.
#[inline]
fn shut_out(view: &View, pawns: u8) -> i32 {
    const BISHOPS: [(u8, u8); 2] = [(0b0000_1010, 0b0000_0100), (0b0101_0000, 0b0010_0000)];
    let bishops = row_set(view.own.bishop, 1);
    let mut walls = row_set(view.frozen, 1);
    let mut lost = 0;
    for (doors, home) in BISHOPS {
        if pawns & doors == doors {
            walls |= bishops & home;
            lost += i32::from(bishops & home == 0);
        }
    }
    let doors = !pawns;
    let slanted_doors = doors | doors << 1 | doors >> 1;
    // A piece that is not on its home square gets there where a door or the piece itself lies on
    // the same stretch of row 1 between the walls.
    let is_shut = |pieces: Bitboard, home: u8, doors: u8| {
        let pieces = row_set(pieces, 1);
        pieces & home == 0 && stretch(home, !walls) & (doors | pieces) == 0
    };
    lost += i32::from(is_shut(view.own.king, 0b0001_0000, slanted_doors));
    lost += i32::from(is_shut(view.own.queen, 0b0000_1000, slanted_doors));
    let rooks_away = view.own.rook & !homes(Role::Rook);
    for corner in [0b0000_0001, 0b1000_0000] {
        let vacant = row_set(view.own.rook, 1) & corner == 0;
        lost += i32::from(vacant && is_shut(rooks_away, corner, doors));
    }
    lost
}

/// Vacant home squares of kings, queens, rooks and bishops to which no door or only one is open:
/// squares of row 2 without home pawn, on the same stretch of row 1 between pieces that are home.
/// Knights step aside.
#[inline]
fn doors(view: &View, home: Bitboard) -> (i32, i32) {
    const BISHOPS: [(u8, u8); 2] = [(0b0000_0100, 0b0000_1010), (0b0010_0000, 0b0101_0000)];
    const OTHERS: [(u8, Role); 4] = [
        (0b0000_0001, Role::Rook),
        (0b0000_1000, Role::Queen),
        (0b0001_0000, Role::King),
        (0b1000_0000, Role::Rook),
    ];
    let open = !row_set(view.own.pawn, 2);
    let slanted = open | open << 1 | open >> 1;
    let settled = row_set(home & !view.own.knight, 1);
    let (mut closed, mut last) = (0, 0);
    let mut count = |doors: u8| {
        closed += i32::from(doors == 0);
        last += i32::from(doors.is_power_of_two());
    };
    for (home, doors) in BISHOPS {
        if settled & home == 0 {
            count(doors & open);
        }
    }
    for (home, role) in OTHERS {
        if settled & home == 0 {
            let stretch = stretch(home, !settled);
            count(stretch & if role == Role::Rook { open } else { slanted });
        }
    }
    (closed, last)
}

/// The files of row 1 that are connected with `from` through `free` files.
#[inline]
const fn stretch(from: u8, free: u8) -> u8 {
    let mut reached = from & free;
    let mut step = 0;
    while step < 7 {
        reached |= (reached << 1 | reached >> 1) & free;
        step += 1;
    }
    reached
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::Square;

    fn squares(squares: &[Square]) -> Bitboard {
        squares.iter().copied().collect()
    }

    #[test]
    fn a_pawn_behind_a_home_pawn_needs_a_neighbouring_file() {
        let two = squares(&[Square::E2, Square::E3]);
        assert_eq!(astray_pawns(two, 5), (1, 0));
        assert_eq!(astray_pawns(two, 0), (0, 1));
        let closed = squares(&[Square::D2, Square::E2, Square::F2, Square::E3]);
        assert_eq!(astray_pawns(closed, 5), (0, 1));
        let higher = squares(&[Square::D2, Square::E2, Square::F2, Square::E4]);
        assert_eq!(astray_pawns(higher, 5), (1, 0));
    }

    #[test]
    fn rows_are_the_distance_to_the_first_row() {
        assert_eq!(rows(squares(&[Square::A1, Square::B2, Square::H8])), 8);
    }

    #[test]
    fn walls_split_the_first_row() {
        assert_eq!(stretch(0b0000_0001, 0b1111_1011), 0b0000_0011);
        assert_eq!(stretch(0b1000_0000, 0b1111_1011), 0b1111_1000);
    }
}
