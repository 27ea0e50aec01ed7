//! Chess played forward, with pieces in hand: material, activity, pawns, the king's safety.

use super::feature::{Feature, Sink};
use super::room::file_set;
use super::view::{View, beside};
use crate::board::{Bitboard, Color, Role, attacks};
use crate::rules::Seat;

/// Squares at least one, two and three steps from the edge.
const RINGS: [Bitboard; 3] = [
    Bitboard(0x007e_7e7e_7e7e_7e00),
    Bitboard(0x0000_3c3c_3c3c_0000),
    Bitboard(0x0000_0018_1800_0000),
];

/// What one side attacks, as it sees the board.
pub(super) struct Reach {
    /// Attacked by a pawn.
    pawns: Bitboard,
    /// Attacked by anything but the king.
    pieces: Bitboard,
    /// Attacked at all.
    all: Bitboard,
    /// Attacks of knights, bishops, rooks and queens on squares next to the enemy king.
    ring_attacks: i32,
    mobility: [i32; 4],
}

const RANGERS: [(Role, Feature); 4] = [
    (Role::Knight, Feature::KnightMobility),
    (Role::Bishop, Feature::BishopMobility),
    (Role::Rook, Feature::RookMobility),
    (Role::Queen, Feature::QueenMobility),
];

impl Reach {
    #[inline]
    pub(super) fn new(view: &View) -> Self {
        let occupied = view.occupied();
        let enemy_pawns = beside(Bitboard(view.enemy.pawn.0 >> 8));
        let ring = ring(view.enemy.king);
        let pawns = beside(Bitboard(view.own.pawn.0 << 8));
        let mut pieces = pawns;
        let mut ring_attacks = 0;
        let mobility = RANGERS.map(|(role, _)| {
            let mut mobility = 0;
            for square in *view.own.get(role) {
                let attacked = attacks::attacks(square, role.of(Color::White), occupied);
                pieces |= attacked;
                mobility += (attacked & !view.army & !enemy_pawns).count() as i32;
                ring_attacks += (attacked & ring).count() as i32;
            }
            mobility
        });
        Self {
            pawns,
            pieces,
            all: pieces | self::ring(view.own.king),
            ring_attacks,
            mobility,
        }
    }
}

/// The squares next to a king, none while it is not on the board.
#[inline]
fn ring(king: Bitboard) -> Bitboard {
    king.first().map_or(Bitboard::EMPTY, attacks::king_attacks)
}

/// All terms of one side.
#[inline]
pub(super) fn count(
    (view, reach): (&View, &Reach),
    enemy: &Reach,
    seat: Seat,
    sink: &mut impl Sink,
) {
    count_material(view, seat, sink);
    for ((_, feature), mobility) in RANGERS.into_iter().zip(reach.mobility) {
        sink.add(feature, seat, mobility);
    }
    let active = view.own.knight | view.own.bishop | view.own.queen;
    sink.add(Feature::Centre, seat, rings(active));
    count_pawns(view, reach, seat, sink);
    count_king(view, reach, seat, sink);
    count_threats(view, reach, enemy, seat, sink);
}

#[inline]
fn rings(squares: Bitboard) -> i32 {
    RINGS
        .into_iter()
        .map(|ring| (squares & ring).count() as i32)
        .sum()
}

#[inline]
fn count_material(view: &View, seat: Seat, sink: &mut impl Sink) {
    const KINDS: [(Role, Feature, Feature); 5] = [
        (Role::Pawn, Feature::Pawns, Feature::PawnsInHand),
        (Role::Knight, Feature::Knights, Feature::KnightsInHand),
        (Role::Bishop, Feature::Bishops, Feature::BishopsInHand),
        (Role::Rook, Feature::Rooks, Feature::RooksInHand),
        (Role::Queen, Feature::Queens, Feature::QueensInHand),
    ];
    for (role, on_board, in_hand) in KINDS {
        sink.add(on_board, seat, view.own.get(role).count() as i32);
        sink.add(in_hand, seat, *view.reserve.get(role));
    }
    const DARK: Bitboard = Bitboard(0xaa55_aa55_aa55_aa55);
    let pair = view.own.bishop.intersects(DARK) && view.own.bishop.intersects(!DARK);
    sink.add(Feature::BishopPair, seat, i32::from(pair));
    let pawns = file_set(view.own.pawn);
    let any_pawns = pawns | file_set(view.enemy.pawn);
    let rooks_off = |files: u8| {
        let files = u64::from(!files) * 0x0101_0101_0101_0101;
        (view.own.rook & Bitboard(files)).count() as i32
    };
    let open = rooks_off(pawns) + rooks_off(any_pawns);
    sink.add(Feature::OpenRooks, seat, open);
}

/// The squares behind `pawns` on their files.
#[inline]
const fn behind(pawns: Bitboard) -> Bitboard {
    let mut fill = pawns.0 >> 8;
    fill |= fill >> 8;
    fill |= fill >> 16;
    fill |= fill >> 32;
    Bitboard(fill)
}

#[inline]
fn count_pawns(view: &View, reach: &Reach, seat: Seat, sink: &mut impl Sink) {
    const WORTH: [i32; 8] = [0, 1, 1, 2, 4, 7, 12, 0];
    let pawns = view.own.pawn;
    let mut rows = 0;
    for square in pawns {
        rows += square.rank() as i32 - 1;
    }
    sink.add(Feature::PawnRows, seat, rows);
    let hindered = behind(view.enemy.pawn | beside(view.enemy.pawn));
    let passed = pawns & !hindered & !behind(pawns);
    let worth = passed
        .into_iter()
        .map(|square| WORTH[square.rank() as usize]);
    sink.add(Feature::PassedPawns, seat, worth.sum());
    let doubled = (pawns & behind(pawns)).count() as i32;
    sink.add(Feature::DoubledPawns, seat, doubled);
    let files = file_set(pawns);
    let supported = u64::from(files << 1 | files >> 1) * 0x0101_0101_0101_0101;
    let isolated = (pawns & !Bitboard(supported)).count() as i32;
    sink.add(Feature::IsolatedPawns, seat, isolated);
    let defended = (pawns & reach.pawns).count() as i32;
    sink.add(Feature::DefendedPawns, seat, defended);
    let centre = (pawns & RINGS[2]).count() + (reach.pawns & RINGS[2]).count();
    sink.add(Feature::PawnCentre, seat, centre as i32);
}

#[inline]
fn count_king(view: &View, reach: &Reach, seat: Seat, sink: &mut impl Sink) {
    let king = view.own.king;
    sink.add(Feature::KingPlaced, seat, i32::from(king.any()));
    sink.add(Feature::KingCentre, seat, rings(king));
    sink.add(Feature::RingAttacks, seat, reach.ring_attacks);
    let ring = ring(king);
    let before = Bitboard(king.0 | king.0 << 8 | king.0 << 16);
    let shelter = (view.own.pawn & (before | beside(before))).count() as i32;
    sink.add(Feature::Shelter, seat, shelter);
    let holes = (ring & !view.occupied() & !reach.pieces).count() as i32;
    let enemy_officers_in_hand = view.enemy_officers_missing.min(4);
    sink.add(Feature::RingHoles, seat, holes * enemy_officers_in_hand);
}

/// Captures in the air; a side may not capture before its king is placed.
#[inline]
fn count_threats(view: &View, reach: &Reach, enemy: &Reach, seat: Seat, sink: &mut impl Sink) {
    let may_capture = view.own.king.any();
    let targets = if may_capture {
        view.enemies & !view.enemy.king
    } else {
        Bitboard::EMPTY
    };
    let forked = (targets & reach.pawns & !view.enemy.pawn).count() as i32;
    sink.add(Feature::PawnThreats, seat, forked);
    let defended = enemy.all.flip_vertical();
    let hanging = (targets & reach.all & !defended).count() as i32;
    sink.add(Feature::Hanging, seat, hanging);
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::Square;

    #[test]
    fn rings_count_from_the_edge() {
        let of = |square| rings(Bitboard::from_square(square));
        let diagonal = [Square::A1, Square::B2, Square::C3, Square::D4];
        assert_eq!(diagonal.map(of), [0, 1, 2, 3]);
    }

    #[test]
    fn behind_leaves_the_square_itself_out() {
        let pawn = Bitboard::from_square(Square::C3);
        assert_eq!(behind(pawn), [Square::C1, Square::C2].into_iter().collect());
    }
}
