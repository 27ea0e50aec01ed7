//! The inputs of a network.

use crate::board::{Color, Pending, Role, Setup};

/// The number of words; each holds 64 inputs.
const WORDS: usize = 17;

/// The index of the word for White's reserve. The words for pieces on squares come before it. The
/// word for Black's reserve follows.
const RESERVES: usize = 12;

/// The index of the word with the castling flags and the halfmove clock.
const FLAGS: usize = RESERVES + 2;

/// The index of the word for [`Pending::At`]. The word for [`Pending::Must`] follows.
const PENDING: usize = FLAGS + 1;

/// The bits of the word [`FLAGS`] at which White's castling flags and Black's castling flags begin.
const CASTLING: [u32; 2] = [0, 8];

/// The bit of the word [`FLAGS`] at which the tens of the halfmove clock begin.
const CLOCK: u32 = 16;

/// The number of inputs. A network has a row of weights for each.
pub const ROWS: usize = 64 * WORDS;

/// The inputs of a position, as bits:
///
/// * pieces of each side and kind on each square;
/// * for each side and kind, whether at least one, at least two, and so on, are in reserve;
/// * castling flags;
/// * whether the halfmove clock is at least 10, at least 20, and so on;
/// * the square of the [`Pending`] field.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Inputs([u64; WORDS]);

impl Inputs {
    /// No input set.
    pub(super) const NONE: Inputs = Inputs([0; WORDS]);

    /// The inputs of a position.
    #[inline(always)]
    #[must_use]
    pub(crate) fn of(setup: &Setup) -> Self {
        let mut words = [0; WORDS];
        let placement = &setup.placement;
        let reserve = placement.reserve();
        for (side, color) in [Color::White, Color::Black].into_iter().enumerate() {
            let pieces = placement.by_color(color).0;
            for (kind, role) in Role::ALL.into_iter().enumerate() {
                words[6 * side + kind] = pieces & placement.by_role(role).0;
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

    /// The words. The input at bit `bit` of word `word` has the row `64 * word + bit` of the
    /// network from White's view, and the [`mirrored`] row from Black's view.
    #[inline(always)]
    pub(super) const fn words(&self) -> &[u64; WORDS] {
        &self.0
    }

    /// For each input that is set, the index of its row of the network, from White's view. From
    /// Black's view, the row is the [`mirrored`] one.
    pub(crate) fn rows(self) -> impl Iterator<Item = usize> {
        let bits = (0..64).map(|bit| 1_u64 << bit);
        let all = self
            .0
            .into_iter()
            .flat_map(move |word| bits.clone().map(move |bit| word & bit != 0));
        all.enumerate()
            .filter_map(|(row, is_set)| is_set.then_some(row))
    }
}

/// The row with the same meaning as `row` after the colours are exchanged and the board is flipped:
/// rank 1 becomes rank 8, rank 2 becomes rank 7, and so on. The files stay.
#[inline]
#[must_use]
pub(crate) const fn mirrored(row: usize) -> usize {
    let (word, bit) = (row / 64, row % 64);
    let (word, bit) = match word {
        0..6 => (word + 6, bit ^ 56),
        6..RESERVES => (word - 6, bit ^ 56),
        RESERVES => (word + 1, bit),
        13 => (word - 1, bit),
        FLAGS if bit < CLOCK as usize => (word, bit ^ 8),
        FLAGS => (word, bit),
        _ => (word, bit ^ 56),
    };
    64 * word + bit
}

/// The row with the same meaning as `row` on a board with left and right exchanged. On request,
/// training also uses each position with left and right exchanged. This suits games in which home
/// squares do not matter. In these games, left and right differ only in castling.
#[must_use]
pub(crate) const fn flipped_files(row: usize) -> usize {
    /// For each castling flag, in the order of `Castling::LETTERS` (K, Q, E, H, A), the index of
    /// its counterpart: K and Q are exchanged, and so are H and A. The last three bits are unused.
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
    fn both_mappings_of_rows_are_their_own_inverses_and_commute() {
        for row in 0..ROWS {
            assert_eq!(mirrored(mirrored(row)), row);
            assert_eq!(flipped_files(flipped_files(row)), row);
            assert_eq!(flipped_files(mirrored(row)), mirrored(flipped_files(row)));
        }
    }
}
