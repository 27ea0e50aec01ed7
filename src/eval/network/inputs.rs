//! What a network is told of a position.

use crate::board::{Color, Pending, Role, Setup};

/// Words of 64 facts each.
const WORDS: usize = 17;

/// Where the words that do not tell of pieces on squares are.
const RESERVES: usize = 12;
const FLAGS: usize = RESERVES + 2;
const PENDING: usize = FLAGS + 1;

/// Bits of [`FLAGS`]: castling flags of White, those of Black, tens of the halfmove clock.
const CASTLING: [u32; 2] = [0, 8];
const CLOCK: u32 = 16;

/// Rows of a network: one for each fact.
pub const ROWS: usize = 64 * WORDS;

/// The facts of a position, as bits: pieces of each side and kind on squares; for each side and kind
/// whether there is one in reserve, whether two, and so on; castling flags; whether the halfmove clock
/// has come to 10, to 20, and so on; the square of the pending field, where an un-capture is allowed
/// or must be, or where the en passant square or that of the un-double-step is.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Inputs([u64; WORDS]);

impl Inputs {
    /// No fact.
    pub(super) const NONE: Inputs = Inputs([0; WORDS]);

    /// Those of a position.
    #[inline]
    #[must_use]
    pub(crate) fn of(setup: &Setup) -> Self {
        let mut words = [0; WORDS];
        let placement = &setup.placement;
        let reserve = placement.reserve();
        for (side, color) in [Color::White, Color::Black].into_iter().enumerate() {
            let pieces = placement.of(color).0;
            for (kind, role) in Role::ALL.into_iter().enumerate() {
                words[6 * side + kind] = pieces & placement.all(role).0;
                let thermometer = (1 << reserve.count(color, role).min(8)) - 1;
                words[RESERVES + side] |= thermometer << (8 * kind);
            }
        }
        let castling = u64::from(setup.castling.bits());
        words[FLAGS] = (castling & 31) << CASTLING[0] | (castling >> 5 & 31) << CASTLING[1];
        let tens = u32::from(setup.halfmove / 10).min(10);
        words[FLAGS] |= ((1 << tens) - 1) << CLOCK;
        match setup.pending {
            Pending::At(square) => words[PENDING] = 1 << square.to_u32(),
            Pending::Must(square) => words[PENDING + 1] = 1 << square.to_u32(),
            Pending::Nothing | Pending::End => {}
        }
        Self(words)
    }

    /// Tells `differ` every row, as White sees it, that one of the two positions has and the other has
    /// not, and whether `self` has it.
    #[inline]
    pub(super) fn compare(&self, before: &Inputs, mut differ: impl FnMut(usize, bool)) {
        for (index, (&new, &old)) in self.0.iter().zip(&before.0).enumerate() {
            let mut changed = new ^ old;
            while changed != 0 {
                let bit = changed.trailing_zeros();
                differ(64 * index + bit as usize, new >> bit & 1 == 1);
                changed &= changed - 1;
            }
        }
    }

    /// The rows of the facts, as White sees them.
    pub(crate) fn rows(self) -> impl Iterator<Item = usize> {
        let bits = (0..64).map(|bit| 1_u64 << bit);
        let all = self
            .0
            .into_iter()
            .flat_map(move |word| bits.clone().map(move |bit| word & bit != 0));
        all.enumerate()
            .filter_map(|(row, holds)| holds.then_some(row))
    }
}

/// The row that stands for the same as `row` once the colours are exchanged and the board is turned
/// upside down: how Black sees it.
#[inline]
#[must_use]
pub(crate) const fn mirrored(row: usize) -> usize {
    let (word, bit) = (row / 64, row % 64);
    let (word, bit) = match word {
        0..6 => (word + 6, bit ^ 56),
        6..RESERVES => (word - 6, bit ^ 56),
        RESERVES => (word + 1, bit),
        13 => (RESERVES, bit),
        FLAGS if bit < CLOCK as usize => (word, bit ^ 8),
        FLAGS => (word, bit),
        _ => (word, bit ^ 56),
    };
    64 * word + bit
}

/// The row that stands for the same as `row` once the a-file and the h-file are exchanged, and so on.
/// Where no home squares count, only castling tells the wings apart.
#[must_use]
pub(crate) const fn wings_exchanged(row: usize) -> usize {
    /// The castling letters K and Q, H and A change places.
    const LETTERS: [usize; 8] = [1, 0, 2, 4, 3, 5, 6, 7];
    let (word, bit) = (row / 64, row % 64);
    let bit = match word {
        RESERVES..FLAGS => bit,
        FLAGS if bit < CLOCK as usize => bit / 8 * 8 + LETTERS[bit % 8],
        FLAGS => bit,
        _ => bit ^ 7,
    };
    64 * word + bit
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn mirroring_and_exchanging_twice_change_nothing() {
        for row in 0..ROWS {
            assert_eq!(mirrored(mirrored(row)), row);
            assert_eq!(wings_exchanged(wings_exchanged(row)), row);
            assert_eq!(
                wings_exchanged(mirrored(row)),
                mirrored(wings_exchanged(row))
            );
        }
    }
}
