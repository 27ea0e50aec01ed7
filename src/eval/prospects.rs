//! How much of a lead can still be made good.
//!
//! Linear terms cannot say that something spoils the game for whoever leads and costs nobody else
//! anything: they would be outweighed by ever more of a lead that leads nowhere. So this is a factor, as
//! chess engines have one for bishops of opposite colours
//! (<https://www.chessprogramming.org/Endgame#Scaling>).

use super::feature::{Feature, Sink};
use super::view::View;
use crate::board::Bitboard;
use crate::rules::Seat;

/// Percent of a lead that each crossed pawn of the leader's takes away. 12 did about as well against
/// chance, 30 worse (`positions/strength.md`).
const LOSS: i32 = 20;

/// Percent of a lead that is left in any case, so that more is still better than less.
const LEAST: i32 = 5;

/// What a lead is worth with so many crossed pawns of the leader's, in percent.
#[inline]
#[must_use]
pub const fn lead_percent(crossed: i32) -> i32 {
    let percent = 100 - LOSS * crossed;
    if percent > LEAST { percent } else { LEAST }
}

/// Counts the pawns with an enemy pawn below them on their file. Unless one of the two leaves the file by
/// a diagonal un-capture neither gets home, and both stand in the way of other pieces.
#[inline]
pub(super) fn count_crossed(view: &View, owner: Seat, sink: &mut impl Sink) {
    let crossed = (view.own.pawn & above(view.enemy.pawn)).count() as i32;
    sink.add(Feature::CrossedPawns, owner, crossed);
}

/// All squares above `pieces` on their files.
#[inline]
const fn above(pieces: Bitboard) -> Bitboard {
    let mut fill = pieces.0 << 8;
    fill |= fill << 8;
    fill |= fill << 16;
    fill |= fill << 32;
    Bitboard(fill)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::Square;

    #[test]
    fn above_is_the_rest_of_the_file() {
        let pieces: Bitboard = [Square::C3, Square::H7, Square::E8].into_iter().collect();
        let expected: Bitboard = [
            Square::C4,
            Square::C5,
            Square::C6,
            Square::C7,
            Square::C8,
            Square::H8,
        ]
        .into_iter()
        .collect();
        assert_eq!(above(pieces), expected);
    }

    #[test]
    fn some_of_a_lead_is_always_left() {
        assert_eq!([0, 1, 3].map(lead_percent), [100, 80, 40]);
        assert_eq!(lead_percent(8), LEAST);
    }
}
