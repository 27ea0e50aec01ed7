//! The way home: how much of an army is home, how far the rest has to go, and what will never
//! get there.

use super::feature::{Feature, Sink};
use super::room::{Room, file_set, row_set};
use super::steps;
use super::view::{View, homes, own_row};
use crate::board::{Bitboard, Role, Square};
use crate::rules::Seat;

/// Rows 1 and 2, where an army is home.
const HOME_ROWS: Bitboard = Bitboard(own_row(1).0 | own_row(2).0);

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
    count_steps(view, owner, sink);
    count_places(view, home, owner, sink);
    count_lost(view, home, owner, sink);
    sink.add(Feature::Buried, owner, buried(view, home));
    let strays = (room.movers & !home).count() as i32;
    sink.add(Feature::Strays, owner, strays);
    sink.add(Feature::Hosts, owner, host.hosts(view));
    sink.add(Feature::Landings, owner, host.landings(view));
}

/// How far each piece still has to go.
#[inline]
fn count_steps(view: &View, owner: Seat, sink: &mut impl Sink) {
    let alone = |piece: Bitboard, steps: &steps::Steps| piece.first().map_or(0, |s| steps.from(s));
    sink.add(
        Feature::KingSteps,
        owner,
        alone(view.own.king, &steps::KING),
    );
    sink.add(
        Feature::QueenSteps,
        owner,
        alone(view.own.queen, &steps::QUEEN),
    );
    let corners = [Square::A1, Square::H1];
    let rooks = steps::pair(view.own.rook, corners, &steps::ROOKS);
    sink.add(Feature::RookSteps, owner, rooks);
    let knight_homes = [Square::B1, Square::G1];
    let knights = steps::pair(view.own.knight, knight_homes, &steps::KNIGHTS);
    sink.add(Feature::KnightSteps, owner, knights);
    let bishops: i32 = [DARK, !DARK]
        .into_iter()
        .zip(&steps::BISHOPS)
        .map(|(shade, steps)| {
            // The nearest goes; a second bishop of the same square colour has nowhere to go.
            let bishops = (view.own.bishop & shade).into_iter();
            bishops.map(|square| steps.from(square)).min().unwrap_or(0)
        })
        .sum();
    sink.add(Feature::BishopSteps, owner, bishops);
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

/// Who stands where it should not.
#[inline]
fn count_places(view: &View, home: Bitboard, owner: Seat, sink: &mut impl Sink) {
    const FAR_ROWS: Bitboard = Bitboard(own_row(7).0 | own_row(8).0);
    let far = (view.army & FAR_ROWS).count() as i32;
    let taken = (view.enemies & HOME_ROWS).count() as i32;
    let misplaced = (view.army & HOME_ROWS & !home).count() as i32;
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
    sink.add(Feature::LostOfficers, owner, lost_officers(view, home));
    let outside = (view.officers() & !home & !view.own.knight).count() as i32;
    let closed = (view.own.pawn & own_row(2)).count() as i32 - 5;
    sink.add(Feature::Crowding, owner, outside * closed.max(0));
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

/// Officers that cannot get home: a second bishop of one square colour, and whatever home pawns,
/// walled-in bishops and un-castled pieces shut out. Pieces that can still step aside do not count
/// as walls, and knights jump over all.
#[inline]
fn lost_officers(view: &View, home: Bitboard) -> i32 {
    let doubled = [DARK, !DARK].into_iter().map(|shade| {
        let bishops = (view.own.bishop & shade).count() as i32;
        (bishops - 1).max(0)
    });
    let doubled: i32 = doubled.sum();
    let pawns = row_set(view.own.pawn, 2);
    let outside = view.officers() & !home & !view.own.knight;
    if outside.is_empty() || pawns.count_ones() < 2 {
        return doubled;
    }
    doubled + shut_out(view, pawns, outside)
}

/// Officers of `outside` for which no door to a home square is open, `pawns` being the files of the
/// home pawns.
#[inline]
fn shut_out(view: &View, pawns: u8, outside: Bitboard) -> i32 {
    const B_AND_D: u8 = 0b0000_1010;
    const E_AND_G: u8 = 0b0101_0000;
    let first = row_set(view.army, 1);
    let bishops = row_set(view.own.bishop & homes(Role::Bishop), 1);
    let mut walls = row_set(view.frozen, 1);
    let mut lost = 0;
    for (neighbours, home, shade) in [(B_AND_D, 0b0000_0100, DARK), (E_AND_G, 0b0010_0000, !DARK)] {
        if pawns & neighbours != neighbours {
            continue;
        }
        if bishops & home != 0 {
            walls |= home;
        } else if (view.own.bishop & shade).any() {
            lost += 1;
        }
    }
    debug_assert!(first & walls == walls, "walls are pieces");
    let doors = !pawns;
    let slanted_doors = doors | doors << 1 | doors >> 1;
    // A piece that has to get to `home` is lost when neither a door nor the piece itself lies on
    // the stretch of row 1 between the walls.
    let is_lost = |pieces: Bitboard, home: u8, doors: u8| {
        let stretch = stretch(home, !walls);
        (stretch & (doors | row_set(pieces, 1))) == 0
    };
    let king = outside & view.own.king;
    let queen = outside & view.own.queen;
    lost += i32::from(king.any() && is_lost(king, 0b0001_0000, slanted_doors));
    lost += i32::from(queen.any() && is_lost(queen, 0b0000_1000, slanted_doors));
    let rooks = outside & view.own.rook;
    if rooks.any() {
        let home_rooks = row_set(view.own.rook, 1);
        let open = |corner: u8| home_rooks & corner == 0 && !is_lost(rooks, corner, doors);
        let open_corners = i32::from(open(0b0000_0001)) + i32::from(open(0b1000_0000));
        lost += (rooks.count() as i32 - open_corners).max(0);
    }
    lost
}

/// Home squares that their piece has left and can enter only after another has stepped aside.
#[inline]
fn buried(view: &View, home: Bitboard) -> i32 {
    const APPROACHES: [(Role, Square, Bitboard); 6] = [
        (Role::Rook, Square::A1, Bitboard(0x0102)),
        (Role::Bishop, Square::C1, Bitboard(0x0a00)),
        (Role::Queen, Square::D1, Bitboard(0x1c14)),
        (Role::King, Square::E1, Bitboard(0x3828)),
        (Role::Bishop, Square::F1, Bitboard(0x5000)),
        (Role::Rook, Square::H1, Bitboard(0x8040)),
    ];
    let is_buried = |(role, square, approach): &(Role, Square, Bitboard)| {
        !view.own.get(*role).contains(*square) && (*approach & !home).is_empty()
    };
    APPROACHES.iter().filter(|entry| is_buried(entry)).count() as i32
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
