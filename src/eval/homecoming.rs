//! Features of games in which an army must come home: how much of it is home, how far the rest has
//! to go, and what has no way home.

use super::feature::{Feature, FeatureSink};
use super::mobility::Mobility;
use super::steps;
use super::view::{View, file_set, homes, own_row, row_set};
use crate::board::{Bitboard, Role};
use crate::rules::Seat;

/// Rows 1 and 2, which contain all home squares.
const HOME_ROWS: Bitboard = Bitboard(own_row(1).0 | own_row(2).0);

/// For each home square of a bishop: its file, and the files of the two squares of row 2 diagonally
/// in front of it. Each file is one bit.
const BISHOP_HOMES: [(u8, u8); 2] = [(0b0000_0100, 0b0000_1010), (0b0010_0000, 0b0101_0000)];

/// Un-moves of pieces that are not home are counted up to this number.
const MAX_STRAY_UNMOVES: i32 = 8;

/// One army.
pub(super) struct Army<'a> {
    /// The position from the view of its side.
    pub(super) view: &'a View,
    /// Its mobility.
    pub(super) mobility: &'a Mobility,
    /// Its owner: the player who gains when it comes home.
    pub(super) owner: Seat,
    /// Its holder: the player who plays it now.
    pub(super) holder: Seat,
}

/// Counts the features of one army.
#[inline(always)]
pub(super) fn count(army: &Army<'_>, enemy: &Army<'_>, sink: &mut impl FeatureSink) {
    let Army {
        view,
        mobility,
        owner,
        holder,
    } = *army;
    let home = view.at_home();
    let non_pawns_home = home & !view.own.pawn;
    let locked = if owner == holder {
        Bitboard::EMPTY
    } else {
        non_pawns_home & !mobility.movers
    };
    let pawns_on_board = view.own.pawn.count() as i32;
    let on_board = view.army.count() as i32;
    let pawns_home = (home & view.own.pawn).count() as i32;
    sink.add(Feature::PawnsHome, owner, pawns_home);
    sink.add(Feature::OfficersHome, owner, non_pawns_home.count() as i32);
    sink.add(Feature::LockedHome, owner, locked.count() as i32);
    sink.add(Feature::PawnsOnBoard, owner, pawns_on_board);
    sink.add(Feature::OfficersOnBoard, owner, on_board - pawns_on_board);
    let complete = i32::from(view.missing == 0);
    let lead = home.count() as i32 - enemy.view.at_home().count() as i32;
    sink.add(Feature::Complete, owner, complete);
    sink.add(Feature::Lead, owner, complete * lead.max(0));
    let stray_unmoves = mobility.stray_unmoves().min(MAX_STRAY_UNMOVES);
    let settled = complete * i32::from(lead > 0) * (MAX_STRAY_UNMOVES - stray_unmoves);
    sink.add(Feature::Settled, owner, settled);
    let can_leave = enemy.mobility.movers.flip_vertical();
    let squatters = view.enemies & !view.enemy.pawn & HOME_ROWS & !can_leave;
    sink.add(Feature::Squatters, owner, squatters.count() as i32);
    count_steps(view, home | squatters, owner, sink);
    count_by_square(view, home, owner, sink);
    count_lost(view, home, owner, sink);
    let strays = (mobility.movers & !home).count() as i32;
    sink.add(Feature::Strays, owner, strays);
    sink.add(Feature::Hosts, owner, enemy.mobility.hosts(view));
    sink.add(Feature::Landings, owner, enemy.mobility.landings(view));
}

/// Counts how far the pieces have to go. The paths of kings, queens, rooks and bishops are blocked
/// by pawns, and by the pieces on `obstacles` other than own knights. The un-moves of knights and
/// pawns are counted on an empty board.
#[inline(always)]
fn count_steps(view: &View, obstacles: Bitboard, owner: Seat, sink: &mut impl FeatureSink) {
    const KINDS: [(Role, Feature); 4] = [
        (Role::King, Feature::KingSteps),
        (Role::Queen, Feature::QueenSteps),
        (Role::Rook, Feature::RookSteps),
        (Role::Bishop, Feature::BishopSteps),
    ];
    let mut blocked = 0;
    for (role, feature) in KINDS {
        let paths = steps::paths(view, obstacles, role);
        blocked += paths.blocked;
        sink.add(feature, owner, paths.steps);
    }
    sink.add(Feature::Blocked, owner, blocked);
    let knights = steps::knights(view.own.knight);
    sink.add(Feature::KnightSteps, owner, knights);
    sink.add(Feature::PawnSteps, owner, steps::pawns(view.own.pawn));
    sink.add(Feature::Rows, owner, rows(view.army));
}

/// The sum of (row - 1) over the army. The three bits of (row - 1) are summed separately.
#[inline(always)]
fn rows(army: Bitboard) -> i32 {
    const ODD: u64 = 0xff00_ff00_ff00_ff00;
    const TWOS: u64 = 0xffff_0000_ffff_0000;
    const FOURS: u64 = 0xffff_ffff_0000_0000;
    let among = |mask| (army & Bitboard(mask)).count() as i32;
    among(ODD) + 2 * among(TWOS) + 4 * among(FOURS)
}

/// Counts pieces on good and bad squares of the board.
#[inline(always)]
fn count_by_square(view: &View, home: Bitboard, owner: Seat, sink: &mut impl FeatureSink) {
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

/// Counts pieces that need help to come home or have no way home.
#[inline(always)]
fn count_lost(view: &View, home: Bitboard, owner: Seat, sink: &mut impl FeatureSink) {
    let (side_pawns, lost_pawns) = astray_pawns(view.own.pawn, view.enemies_missing);
    sink.add(Feature::SidePawns, owner, side_pawns);
    sink.add(Feature::LostPawns, owner, lost_pawns);
    let crossed = crossed_pawns(view.own.pawn, view.enemy.pawn);
    sink.add(Feature::CrossedPawns, owner, crossed);
    sink.add(Feature::LostOfficers, owner, lost_non_pawns(view));
    let (closed_homes, last_doors) = doors(view, home);
    sink.add(Feature::ClosedHomes, owner, closed_homes);
    sink.add(Feature::LastDoors, owner, last_doors);
    // Six pieces cannot jump over the home pawns: king, queen, rooks and bishops. `inside` is the
    // number of them that are home. More home pawns leave fewer gaps for the others.
    let inside = (home & !view.own.pawn & !view.own.knight).count() as i32;
    let home_pawns = (view.own.pawn & own_row(2)).count() as i32;
    let crowding = (6 - inside) * (home_pawns - 3).max(0);
    sink.add(Feature::Crowding, owner, crowding);
}

/// Counts pawns without a file of their own: n - 1 of the n pawns on a file. Returns the number
/// that may still come home by diagonal un-moves, and the number that never can. Each diagonal
/// un-capture needs one row and one enemy piece in reserve. So a pawn on row r can never come home
/// if its file and all files at most r - 2 away have home pawns. And no more pawns can change files
/// than the enemy reserve has pieces.
#[inline(always)]
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

/// The number of pawns with an enemy pawn below them on their file. The two pawns block each other
/// until one leaves the file by a diagonal un-move. They also obstruct other pieces.
#[inline(always)]
const fn crossed_pawns(pawns: Bitboard, enemies: Bitboard) -> i32 {
    let mut above = enemies.0 << 8;
    above |= above << 8;
    above |= above << 16;
    above |= above << 32;
    (pawns.0 & above).count_ones() as i32
}

/// The number of home squares that are [shut off](shut_out) and lack their piece, plus the bishops
/// beyond the first on each square colour. Only home pawns, frozen pieces, and home bishops behind
/// home pawns shut off a square. Knights jump, so their home squares are not counted.
#[inline(always)]
fn lost_non_pawns(view: &View) -> i32 {
    let doubled = [Bitboard::DARK_SQUARES, Bitboard::LIGHT_SQUARES]
        .into_iter()
        .map(|shade| {
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

/// The number of home squares of king, queen, rooks and bishops that lack their piece and are shut
/// off from every piece of their kind. A rook that is home does not count for the other corner,
/// because it should stay home. `pawns` are the files of the home pawns, one bit per file. A *door*
/// is a square of row 2 without a home pawn. Pieces enter row 1 through doors.
#[inline(always)]
fn shut_out(view: &View, pawns: u8) -> i32 {
    let bishops = row_set(view.own.bishop, 1);
    let mut walls = row_set(view.frozen, 1);
    let mut lost = 0;
    for (home, front) in BISHOP_HOMES {
        if pawns & front == front {
            walls |= bishops & home;
            lost += i32::from(bishops & home == 0);
        }
    }
    let doors = !pawns;
    let king_entries = doors | doors << 1 | doors >> 1;
    // The walls are the frozen pieces and the home bishops behind home pawns. The stretch of a home
    // square is the part of row 1 around it, up to the next wall on each side. A piece reaches its
    // home square if it stands on the stretch, or if a door leads to the stretch.
    let is_shut = |pieces: Bitboard, home: u8, entries: u8| {
        let pieces = row_set(pieces, 1);
        pieces & home == 0 && stretch(home, !walls) & (entries | pieces) == 0
    };
    lost += i32::from(is_shut(view.own.king, 0b0001_0000, king_entries));
    lost += i32::from(is_shut(view.own.queen, 0b0000_1000, king_entries));
    let rooks_away = view.own.rook & !homes(Role::Rook);
    for corner in [0b0000_0001, 0b1000_0000] {
        let lacks_rook = row_set(view.own.rook, 1) & corner == 0;
        lost += i32::from(lacks_rook && is_shut(rooks_away, corner, doors));
    }
    lost
}

/// Counts home squares of kings, queens, rooks and bishops that lack their piece. Returns how many
/// of them have no entrance, and how many have exactly one.
///
/// The entrances of a bishop's home are the squares diagonally in front of it without a home pawn.
/// The entrances of any other home are squares of its stretch: the part of row 1 around it, up to
/// the next home piece on each side (knights do not count). For a rook, a square of the stretch is
/// an entrance if no home pawn stands in front of it. For a king or queen, a square of the stretch
/// is an entrance if a square of row 2 next to it, straight or diagonally, has no home pawn.
#[inline(always)]
fn doors(view: &View, home: Bitboard) -> (i32, i32) {
    const OTHERS: [(u8, Role); 4] = [
        (0b0000_0001, Role::Rook),
        (0b0000_1000, Role::Queen),
        (0b0001_0000, Role::King),
        (0b1000_0000, Role::Rook),
    ];
    let open = !row_set(view.own.pawn, 2);
    let king_entries = open | open << 1 | open >> 1;
    let home_non_knights = row_set(home & !view.own.knight, 1);
    let (mut closed, mut last) = (0, 0);
    let mut count_home = |entrances: u8| {
        closed += i32::from(entrances == 0);
        last += i32::from(entrances.is_power_of_two());
    };
    for (square, front) in BISHOP_HOMES {
        if home_non_knights & square == 0 {
            count_home(front & open);
        }
    }
    for (square, role) in OTHERS {
        if home_non_knights & square == 0 {
            let stretch = stretch(square, !home_non_knights);
            let entrances = if role == Role::Rook {
                open
            } else {
                king_entries
            };
            count_home(stretch & entrances);
        }
    }
    (closed, last)
}

/// The files of row 1 that are connected with `from` through `free` files.
#[inline(always)]
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
    fn a_pawn_on_the_file_of_a_home_pawn_needs_another_file() {
        let two = squares(&[Square::E2, Square::E3]);
        assert_eq!(astray_pawns(two, 5), (1, 0));
        assert_eq!(astray_pawns(two, 0), (0, 1));
        let closed = squares(&[Square::D2, Square::E2, Square::F2, Square::E3]);
        assert_eq!(astray_pawns(closed, 5), (0, 1));
        let higher = squares(&[Square::D2, Square::E2, Square::F2, Square::E4]);
        assert_eq!(astray_pawns(higher, 5), (1, 0));
    }

    #[test]
    fn rows_sum_the_distances_to_the_first_row() {
        assert_eq!(rows(squares(&[Square::A1, Square::B2, Square::H8])), 8);
    }

    #[test]
    fn a_stretch_ends_at_walls() {
        assert_eq!(stretch(0b0000_0001, 0b1111_1011), 0b0000_0011);
        assert_eq!(stretch(0b1000_0000, 0b1111_1011), 0b1111_1000);
    }
}
