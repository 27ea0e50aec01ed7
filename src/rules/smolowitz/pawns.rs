//! Pawn captures: whether enough enemy pieces are missing for the captures that the pawns need.
//!
//! The pawns of a side have different *files of origin*. A pawn that stands n files away from its
//! origin has made n captures, so it stands on its row n + 2 or higher.
//!
//! Let a white and a black pawn stand on one file, which is the origin of both. They have *crossed*
//! if the white pawn is above the black one. Then one of the two has left the file and come back.
//! The side of this pawn *pays* for the crossing with two more captures, and this pawn stands on
//! its row 4 or higher.

use std::cell::{Cell, RefCell};

use super::cache::Cache;
use super::origins::{Choice, Origins, crossings_affordable};
use crate::board::{Bitboard, ByColor, Color, Square, row};

/// The pawns of both sides, and the captures that they may have made.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(super) struct PawnStructure {
    /// White's pawns.
    pub(super) white: Bitboard,
    /// Black's pawns.
    pub(super) black: Bitboard,
    /// The captures that White's pawns may have made: the missing pieces of Black.
    pub(super) white_captures: u32,
    /// The captures that Black's pawns may have made: the missing pieces of White.
    pub(super) black_captures: u32,
}

/// The number of slots of the cache.
const SLOTS: usize = 1 << 14;

thread_local! {
    static CACHE: RefCell<Cache<PawnStructure, bool>> = RefCell::new(Cache::new(SLOTS));
}

impl PawnStructure {
    /// The structure after `color` has un-captured a piece: `color` has one capture less. `None` if
    /// `color` had no capture left before.
    #[inline]
    pub(super) fn after_revival(mut self, color: Color) -> Option<Self> {
        let captures = match color {
            Color::White => &mut self.white_captures,
            Color::Black => &mut self.black_captures,
        };
        *captures = captures.checked_sub(1)?;
        Some(self)
    }

    /// The structure with one more pawn.
    #[inline]
    pub(super) fn with(mut self, color: Color, square: Square) -> Self {
        self.pawns(color).add(square);
        self
    }

    /// The structure with one pawn less.
    #[inline]
    pub(super) fn without(mut self, color: Color, square: Square) -> Self {
        self.pawns(color).discard(square);
        self
    }

    fn pawns(&mut self, color: Color) -> &mut Bitboard {
        match color {
            Color::White => &mut self.white,
            Color::Black => &mut self.black,
        }
    }

    /// Whether one can choose a file of origin for each pawn, and for each crossing a side that
    /// pays, such that no side needs more captures than it may have made.
    #[inline]
    pub(super) fn is_possible(self) -> bool {
        if self.all_on_own_files() {
            return true;
        }
        if let Some(answer) = self.quick_answer() {
            return answer;
        }
        CACHE.with_borrow_mut(|cache| *cache.get(self, || self.has_assignment()))
    }

    /// Whether all pawns can have come from the files on which they stand, without crossing. Then
    /// no captures are needed.
    #[inline]
    pub(super) fn all_on_own_files(self) -> bool {
        let (white, black) = (self.white.0, self.black.0);
        (white & above(white)) | (black & above(black)) | (white & above(black)) == 0
    }

    /// The answer of [`Self::is_possible`] if simple bounds decide it; `None` if not.
    ///
    /// * Each side needs at least [`fewest`] captures.
    /// * On a *contested* file, a white pawn stands above a black one. If `fewest` is 0 for both
    ///   sides, only one pawn of each side stands there. Each contested file then needs at least
    ///   one capture: one of its two pawns has left the file and come back, or comes from another
    ///   file.
    /// * With two captures beyond `fewest`, a side can pay for the crossing on a contested file,
    ///   unless its pawn there stands too low: on its row 2 or 3.
    #[inline]
    fn quick_answer(self) -> Option<bool> {
        let (white, black) = (self.white, self.black);
        let needed = [fewest(white, Color::White), fewest(black, Color::Black)];
        let (white_left, black_left) = (
            self.white_captures.checked_sub(needed[0]),
            self.black_captures.checked_sub(needed[1]),
        );
        let (Some(white_left), Some(black_left)) = (white_left, black_left) else {
            return Some(false);
        };
        let contested = contested_files(white, black);
        if contested == 0 {
            return Some(true);
        }
        let with_low_pawn = |pawns: Bitboard, color| {
            let low = pawns & (row(color, 2) | row(color, 3));
            contested & files_of(low.0)
        };
        // The files on which only one side can pay, because the other side's pawn stands too low.
        let only_black = with_low_pawn(white, Color::White);
        let only_white = with_low_pawn(black, Color::Black);
        let crossings = contested.count_ones();
        if needed == [0, 0] && white_left + black_left < crossings {
            return Some(false);
        }
        // The number of crossings for which each side can pay.
        let (white_pays, black_pays) = (white_left / 2, black_left / 2);
        let is_enough = only_white & only_black == 0
            && white_pays >= only_white.count_ones()
            && black_pays >= only_black.count_ones()
            && white_pays + black_pays >= crossings;
        is_enough.then_some(true)
    }

    /// Squares on which one more pawn of the enemy of `color` certainly needs no capture. On the
    /// file of such a square, the enemy has no pawn yet, and every pawn of `color` stands below the
    /// square, from the view of `color`. Empty if the present pawns need captures.
    pub(super) fn uncontested(self, color: Color) -> Bitboard {
        if !self.all_on_own_files() {
            return Bitboard::EMPTY;
        }
        let (white, black) = (self.white.0, self.black.0);
        Bitboard(!match color {
            Color::White => black | above(black) | below(black) | white | below(white),
            Color::Black => white | above(white) | below(white) | black | above(black),
        })
    }

    /// The exact answer, by a search over all origins.
    fn has_assignment(self) -> bool {
        let contested = contested_files(self.white, self.black);
        let white = Origins::new(self.white, Color::White);
        let black = Origins::new(self.black, Color::Black);
        let mut white_choices = white.choices(self.white_captures, contested);
        if white_choices.is_empty() {
            return false;
        }
        let mut black_choices = black.choices(self.black_captures, contested);
        white_choices.iter_mut().any(|white_choice| {
            black_choices.iter_mut().any(|black_choice| {
                // Calculates exact costs only for choices whose lower bounds are affordable.
                self.is_affordable(white_choice, black_choice) && {
                    white.find_exact_cost(white_choice);
                    black.find_exact_cost(black_choice);
                    self.is_affordable(white_choice, black_choice)
                }
            })
        })
    }

    /// Whether both sides have enough captures for the costs of these choices of origins, and for
    /// the crossings. Only pawns whose origin is their own file ([`Choice::own`]) can have crossed.
    fn is_affordable(self, white: &Choice, black: &Choice) -> bool {
        let white_left = self.white_captures.checked_sub(white.cost);
        let black_left = self.black_captures.checked_sub(black.cost);
        let (Some(white_left), Some(black_left)) = (white_left, black_left) else {
            return false;
        };
        let left = ByColor {
            white: white_left,
            black: black_left,
        };
        crossings_affordable(&white.own, &black.own, left)
    }
}

/// All squares above these squares on their files, from White's view.
#[inline]
const fn above(squares: u64) -> u64 {
    let mut fill = squares << 8;
    fill |= fill << 8;
    fill |= fill << 16;
    fill | fill << 32
}

/// All squares below these squares on their files, from White's view.
#[inline]
const fn below(squares: u64) -> u64 {
    above(squares.swap_bytes()).swap_bytes()
}

/// The cache for `fewest` has `1 << FEWEST_BITS` entries.
const FEWEST_BITS: u32 = 13;

thread_local! {
    /// The cache for `fewest`. An entry is the bitboard of the pawns of one side, flipped
    /// vertically if they are Black's. No pawn stands on rank 1, so the lowest byte holds the
    /// result of `fewest`.
    static FEWEST: [Cell<u64>; 1 << FEWEST_BITS] =
        const { [const { Cell::new(0) }; 1 << FEWEST_BITS] };
}

/// The fewest captures that the pawns of one side need if no two come from the same file. If two
/// must come from the same file, the result is more captures than a side can make.
#[inline]
fn fewest(pawns: Bitboard, color: Color) -> u32 {
    if pawns.0 & above(pawns.0) == 0 {
        return 0;
    }
    let upright = color.fold_wb(pawns.0, pawns.0.swap_bytes());
    let hash = upright.wrapping_mul(0x9e37_79b9_7f4a_7c15) >> (64 - FEWEST_BITS);
    FEWEST.with(|cache| {
        let slot = &cache[hash as usize];
        if slot.get() & !0xff != upright {
            let origins = Origins::new(Bitboard(upright), Color::White);
            slot.set(upright | u64::from(origins.fewest(0)));
        }
        (slot.get() & 0xff) as u32
    })
}

/// The files on which a white pawn stands above a black one, one bit each.
fn contested_files(white: Bitboard, black: Bitboard) -> u8 {
    files_of(white.0 & above(black.0))
}

/// The files of these squares, one bit each.
#[inline]
const fn files_of(squares: u64) -> u8 {
    let half = squares | squares >> 32;
    let quarter = half | half >> 16;
    (quarter | quarter >> 8) as u8
}

#[cfg(test)]
mod tests {
    use super::*;

    fn structure(white: &[Square], black: &[Square], captures: [u32; 2]) -> PawnStructure {
        PawnStructure {
            white: white.iter().copied().collect(),
            black: black.iter().copied().collect(),
            white_captures: captures[0],
            black_captures: captures[1],
        }
    }

    #[test]
    fn the_quick_answer_agrees_with_the_search_over_origins() {
        let mut state = 1_u64;
        let mut random = |below: u64| {
            state = state
                .wrapping_mul(6_364_136_223_846_793_005)
                .wrapping_add(1_442_695);
            (state >> 33) % below
        };
        let (mut quick, mut possible) = (0, 0);
        for _ in 0..20_000 {
            let mut squares = [Bitboard::EMPTY; 2];
            for side in 0..2 {
                for _ in 0..random(9) {
                    let square = Square::new(8 + random(48) as u32);
                    if !(squares[0] | squares[1]).contains(square) {
                        squares[side].add(square);
                    }
                }
            }
            let structure = PawnStructure {
                white: squares[0],
                black: squares[1],
                white_captures: random(8) as u32,
                black_captures: random(8) as u32,
            };
            let exact = structure.has_assignment();
            if structure.all_on_own_files() {
                assert!(exact, "{structure:?}");
            }
            if let Some(answer) = structure.quick_answer() {
                quick += 1;
                possible += u32::from(answer);
                assert_eq!(answer, exact, "{structure:?}");
            }
        }
        assert!(quick > 2_000 && possible > 500, "{quick} {possible}");
    }

    #[test]
    fn pawns_on_one_file_need_captures() {
        let doubled = |captures| structure(&[Square::E3, Square::E4], &[], [captures, 0]);
        assert!(!doubled(0).is_possible());
        assert!(doubled(1).is_possible());
    }

    #[test]
    fn a_pawn_on_row_2_comes_from_its_own_file() {
        let squares = [Square::H2, Square::H3, Square::G2];
        assert!(!structure(&squares, &[], [9, 0]).is_possible());
    }

    #[test]
    fn crossed_pawns_need_captures() {
        let crossed = |captures| structure(&[Square::E5], &[Square::E4], captures);
        assert!(!crossed([0, 0]).is_possible());
        // One of them comes from another file.
        assert!(crossed([1, 0]).is_possible());
        assert!(crossed([0, 1]).is_possible());
        // A pawn on row 3 stands too low to pay for a crossing, but may come from the next file.
        let low_white = |captures| structure(&[Square::E3], &[Square::E2], captures);
        assert!(!low_white([0, 0]).is_possible());
        assert!(low_white([1, 0]).is_possible());
        let low_black = |captures| structure(&[Square::E7, Square::D2], &[Square::E6], captures);
        assert!(low_black([0, 1]).is_possible());
    }
}
