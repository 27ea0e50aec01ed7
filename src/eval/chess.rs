//! Features of the games that are played forwards, with chess moves: material, mobility, pawns,
//! king safety. The names of the features call pieces in reserve "in hand".

use super::feature::{Feature, FeatureSink};
use super::view::{View, beside, file_set};
use crate::board::{Bitboard, Role, attacks};
use crate::rules::Seat;
use crate::rules::reviving::unmove::reach;

/// Squares at least one, at least two, and three steps away from the edge.
const INNER_SQUARES: [Bitboard; 3] = [
    Bitboard(0x007e_7e7e_7e7e_7e00),
    Bitboard(0x0000_3c3c_3c3c_0000),
    Bitboard(0x0000_0018_1800_0000),
];

/// What one side attacks, from its view: its first row is rank 1.
pub(super) struct Reach {
    /// Squares attacked by a pawn.
    pawns: Bitboard,
    /// Squares attacked by any piece other than the king.
    pieces: Bitboard,
    /// All attacked squares.
    all: Bitboard,
    /// The number of attacks of knights, bishops, rooks and queens on squares next to the enemy
    /// king.
    ring_attacks: i32,
    /// The mobility of knights, bishops, rooks and queens: the number of their attacks on squares
    /// that no own piece occupies and no enemy pawn attacks.
    mobility: [i32; 4],
}

impl Reach {
    #[inline(always)]
    pub(super) fn new(view: &View) -> Self {
        let pawns = beside(Bitboard(view.own.pawn.0 << 8));
        let mut reach = Self {
            pawns,
            pieces: pawns,
            all: Bitboard::EMPTY,
            ring_attacks: 0,
            mobility: [0; 4],
        };
        reach.mobility = [
            reach.add_kind(view, Role::Knight),
            reach.add_kind(view, Role::Bishop),
            reach.add_kind(view, Role::Rook),
            reach.add_kind(view, Role::Queen),
        ];
        reach.all = reach.pieces | ring(view.own.king);
        reach
    }

    /// Adds what the pieces of one kind attack. Returns their mobility. The function is inlined for
    /// each kind, so that branches on the kind disappear.
    #[inline(always)]
    fn add_kind(&mut self, view: &View, role: Role) -> i32 {
        let enemy_pawns = beside(Bitboard(view.enemy.pawn.0 >> 8));
        let ring = ring(view.enemy.king);
        let mut mobility = 0;
        for square in *view.own.get(role) {
            let attacked = reach(role, square, view.occupied());
            self.pieces |= attacked;
            mobility += (attacked & !view.army & !enemy_pawns).count() as i32;
            self.ring_attacks += (attacked & ring).count() as i32;
        }
        mobility
    }
}

/// The squares next to a king; none if it is not on the board.
#[inline(always)]
fn ring(king: Bitboard) -> Bitboard {
    king.first().map_or(Bitboard::EMPTY, attacks::king_attacks)
}

/// One side.
pub(super) struct Side<'a> {
    /// The position from the view of the side.
    pub(super) view: &'a View,
    /// What the side attacks.
    pub(super) reach: &'a Reach,
    /// The player of the side.
    pub(super) seat: Seat,
}

impl Side<'_> {
    /// Counts the features of the side. `enemy` is what the enemy attacks, from the enemy's view.
    #[inline(always)]
    pub(super) fn count(&self, enemy: &Reach, sink: &mut impl FeatureSink) {
        let Side { view, reach, seat } = *self;
        count_material(view, seat, sink);
        let [knights, bishops, rooks, queens] = reach.mobility;
        sink.add(Feature::KnightMobility, seat, knights);
        sink.add(Feature::BishopMobility, seat, bishops);
        sink.add(Feature::RookMobility, seat, rooks);
        sink.add(Feature::QueenMobility, seat, queens);
        let active = view.own.knight | view.own.bishop | view.own.queen;
        sink.add(Feature::Centre, seat, steps_from_edge(active));
        self.count_pawns(sink);
        self.count_king(sink);
        self.count_threats(enemy, sink);
    }

    #[inline(always)]
    fn count_pawns(&self, sink: &mut impl FeatureSink) {
        let Side { view, reach, seat } = *self;
        const VALUE_BY_RANK: [i32; 8] = [0, 1, 1, 2, 4, 7, 12, 0];
        let pawns = view.own.pawn;
        let mut rows = 0;
        for square in pawns {
            rows += square.rank() as i32 - 1;
        }
        sink.add(Feature::PawnRows, seat, rows);
        let stoppable = behind(view.enemy.pawn | beside(view.enemy.pawn));
        let passed = pawns & !stoppable & !behind(pawns);
        let value = passed
            .into_iter()
            .map(|square| VALUE_BY_RANK[square.rank() as usize]);
        sink.add(Feature::PassedPawns, seat, value.sum());
        let doubled = (pawns & behind(pawns)).count() as i32;
        sink.add(Feature::DoubledPawns, seat, doubled);
        let files = file_set(pawns);
        let supported = u64::from(files << 1 | files >> 1) * 0x0101_0101_0101_0101;
        let isolated = (pawns & !Bitboard(supported)).count() as i32;
        sink.add(Feature::IsolatedPawns, seat, isolated);
        let defended = (pawns & reach.pawns).count() as i32;
        sink.add(Feature::DefendedPawns, seat, defended);
        let central = INNER_SQUARES[2];
        let centre = (pawns & central).count() + (reach.pawns & central).count();
        sink.add(Feature::PawnCentre, seat, centre as i32);
    }

    #[inline(always)]
    fn count_king(&self, sink: &mut impl FeatureSink) {
        let Side { view, reach, seat } = *self;
        let king = view.own.king;
        sink.add(Feature::KingPlaced, seat, i32::from(king.any()));
        sink.add(Feature::KingCentre, seat, steps_from_edge(king));
        sink.add(Feature::RingAttacks, seat, reach.ring_attacks);
        let ring = ring(king);
        let king_and_front = Bitboard(king.0 | king.0 << 8 | king.0 << 16);
        let shelter_squares = king_and_front | beside(king_and_front);
        let shelter = (view.own.pawn & shelter_squares).count() as i32;
        sink.add(Feature::Shelter, seat, shelter);
        let holes = (ring & !view.occupied() & !reach.pieces).count() as i32;
        let in_reserve = view.enemy_queen_to_knight_missing.min(4);
        sink.add(Feature::RingHoles, seat, holes * in_reserve);
    }

    /// Counts the enemy pieces that the side threatens. Counts none while the side's king is in
    /// reserve, even if the switch `capture-before-king` lets the side capture then.
    #[inline(always)]
    fn count_threats(&self, enemy: &Reach, sink: &mut impl FeatureSink) {
        let Side { view, reach, seat } = *self;
        let may_capture = view.own.king.any();
        let targets = if may_capture {
            view.enemies & !view.enemy.king
        } else {
            Bitboard::EMPTY
        };
        let threatened = (targets & reach.pawns & !view.enemy.pawn).count() as i32;
        sink.add(Feature::PawnThreats, seat, threatened);
        let defended = enemy.all.flip_vertical();
        let hanging = (targets & reach.all & !defended).count() as i32;
        sink.add(Feature::Hanging, seat, hanging);
    }
}

/// The steps from the edge, 0 to 3, summed over `squares`.
#[inline(always)]
fn steps_from_edge(squares: Bitboard) -> i32 {
    INNER_SQUARES
        .into_iter()
        .map(|inner| (squares & inner).count() as i32)
        .sum()
}

#[inline(always)]
fn count_material(view: &View, seat: Seat, sink: &mut impl FeatureSink) {
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
    let bishops = view.own.bishop;
    let pair =
        bishops.intersects(Bitboard::DARK_SQUARES) && bishops.intersects(Bitboard::LIGHT_SQUARES);
    sink.add(Feature::BishopPair, seat, i32::from(pair));
    let pawns = file_set(view.own.pawn);
    let any_pawns = pawns | file_set(view.enemy.pawn);
    let rooks_outside = |files: u8| {
        let files = u64::from(!files) * 0x0101_0101_0101_0101;
        (view.own.rook & Bitboard(files)).count() as i32
    };
    let open = rooks_outside(pawns) + rooks_outside(any_pawns);
    sink.add(Feature::OpenRooks, seat, open);
}

/// All squares behind `pawns` on their files.
#[inline(always)]
const fn behind(pawns: Bitboard) -> Bitboard {
    let mut fill = pawns.0 >> 8;
    fill |= fill >> 8;
    fill |= fill >> 16;
    fill |= fill >> 32;
    Bitboard(fill)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::Square;

    #[test]
    fn steps_are_counted_from_the_edge() {
        let of = |square| steps_from_edge(Bitboard::from_square(square));
        let diagonal = [Square::A1, Square::B2, Square::C3, Square::D4];
        assert_eq!(diagonal.map(of), [0, 1, 2, 3]);
    }

    #[test]
    fn behind_excludes_the_square_itself() {
        let pawn = Bitboard::from_square(Square::C3);
        assert_eq!(behind(pawn), [Square::C1, Square::C2].into_iter().collect());
    }
}
