//! Pawn captures (rules 3.2): whether the pawns can have come to their files with no more captures
//! than there are enemy pieces missing.

use std::cell::RefCell;

use arrayvec::ArrayVec;

use super::memo::Memo;
use crate::board::{Bitboard, ByColor, Color, Square, row_of};

/// The pawns of both sides and what they may have captured.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(super) struct PawnStructure {
    /// White's pawns.
    pub(super) white: Bitboard,
    /// Black's pawns.
    pub(super) black: Bitboard,
    /// Captures that White's pawns may have made: Black's missing pieces.
    pub(super) white_captures: u32,
    /// Captures that Black's pawns may have made: White's missing pieces.
    pub(super) black_captures: u32,
}

const SLOTS: usize = 1 << 14;

thread_local! {
    static KNOWN: RefCell<Memo<PawnStructure, bool>> = RefCell::new(Memo::new(SLOTS));
}

impl PawnStructure {
    /// Whether there is a choice of origins, and of who pays for each crossing, with captures
    /// enough for both sides.
    #[inline]
    pub(super) fn is_possible(self) -> bool {
        if self.all_on_own_files() {
            return true;
        }
        if self.at_least() > self.white_captures + self.black_captures {
            return false;
        }
        KNOWN.with_borrow_mut(|known| *known.get(self, || self.has_assignment()))
    }

    /// Every pawn may stand on its own file and no two have crossed, so that none has captured.
    #[inline]
    pub(super) fn all_on_own_files(self) -> bool {
        let (white, black) = (self.white.0, self.black.0);
        (white & above(white)) | (black & above(black)) | (white & above(black)) == 0
    }

    /// Captures that both sides together need at least: one for each pawn beyond the first of a
    /// file, and one for each file on which all pawns have crossed, if only to come from elsewhere.
    #[inline]
    fn at_least(self) -> u32 {
        let (white, black) = (self.white.0, self.black.0);
        let doubled = (white & above(white)).count_ones() + (black & above(black)).count_ones();
        if doubled == 0 {
            (white & above(black)).count_ones()
        } else {
            doubled
        }
    }

    /// The squares on which one more pawn of `color`'s enemy certainly asks for no capture: none
    /// where these pawns do, else the files without such a pawn, ahead of all of `color`'s pawns.
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

    /// The whole question: are there origins for both sides, and payers for all crossings?
    fn has_assignment(self) -> bool {
        let contested = crossed_files(self.white, self.black);
        let white = Origins::new(self.white, Color::White);
        let black = Origins::new(self.black, Color::Black);
        let white_choices = white.choices(self.white_captures, contested);
        if white_choices.is_empty() {
            return false;
        }
        let black_choices = black.choices(self.black_captures, contested);
        white_choices.iter().any(|white| {
            black_choices
                .iter()
                .any(|black| self.affordable(white, black))
        })
    }

    /// Whether these origins and the crossings that come of them can be paid.
    fn affordable(self, white: &Choice, black: &Choice) -> bool {
        let white_left = self.white_captures.checked_sub(white.paid);
        let black_left = self.black_captures.checked_sub(black.paid);
        match (white_left, black_left) {
            (Some(white_left), Some(black_left)) => {
                let left = ByColor {
                    white: white_left,
                    black: black_left,
                };
                crossings_payable(&white.own, &black.own, left)
            }
            _ => false,
        }
    }
}

/// All squares above those squares, file by file, as White sees it.
#[inline]
const fn above(squares: u64) -> u64 {
    let mut fill = squares << 8;
    fill |= fill << 8;
    fill |= fill << 16;
    fill | fill << 32
}

/// All squares below those squares.
#[inline]
const fn below(squares: u64) -> u64 {
    above(squares.swap_bytes()).swap_bytes()
}

/// The files, one bit each, on which some white pawn stands above some black one.
fn crossed_files(white: Bitboard, black: Bitboard) -> u8 {
    let crossed = white.0 & above(black.0);
    (0..8).fold(0, |files, rank| files | (crossed >> (8 * rank)) as u8)
}

/// Row by file of the pawn that has its own file as origin, 0 where there is none or where no
/// crossing is possible anyway.
type OwnFiles = [u8; 8];

/// Whether the crossings between pawns on their own files can be paid: each costs one of the two
/// sides two captures, and the pawn that pays stands on its row 4 or higher.
fn crossings_payable(white: &OwnFiles, black: &OwnFiles, left: ByColor<u32>) -> bool {
    let (mut only_white, mut only_black, mut either) = (0, 0, 0);
    for (&white, &black) in white.iter().zip(black) {
        let crossed = white != 0 && black != 0 && white > 9 - black;
        match (crossed, white >= 4, black >= 4) {
            (false, ..) => {}
            (true, true, true) => either += 1,
            (true, true, false) => only_white += 1,
            (true, false, true) => only_black += 1,
            (true, false, false) => return false,
        }
    }
    let (white, black) = (left.white / 2, left.black / 2);
    white >= only_white && black >= only_black && white + black >= only_white + only_black + either
}

/// What one side chooses on the contested files: for each, the pawn that may have that file as
/// origin, if any. `paid` are the fewest captures with which its pawns can do then.
struct Choice {
    own: OwnFiles,
    paid: u32,
}

/// The pawns of one side, by file and row, the least advanced first: these have the least choice of
/// origins.
struct Origins {
    pawns: ArrayVec<(u8, u8), 8>,
}

/// Pawns of one side by their index in [`Origins`], one bit each.
type PawnSet = u8;

impl Origins {
    fn new(pawns: Bitboard, color: Color) -> Self {
        let place = |square: Square| (square.file().to_u32() as u8, row_of(color, square) as u8);
        let mut pawns: ArrayVec<(u8, u8), 8> = pawns.into_iter().map(place).take(8).collect();
        pawns.sort_unstable_by_key(|&(_, row)| row);
        Self { pawns }
    }

    /// The choices that cost at most `budget`.
    fn choices(&self, budget: u32, contested: u8) -> Vec<Choice> {
        let mut choices = Vec::new();
        self.choose(budget, contested, (0, [0; 8]), &mut choices);
        choices
    }

    fn choose(
        &self,
        budget: u32,
        contested: u8,
        (strangers, own): (PawnSet, OwnFiles),
        choices: &mut Vec<Choice>,
    ) {
        if contested == 0 {
            choices.extend(
                self.fewest_captures(budget, strangers)
                    .map(|paid| Choice { own, paid }),
            );
            return;
        }
        let file = contested.trailing_zeros() as u8;
        let on_file = self.on_file(file);
        let rest = contested & (contested - 1);
        for (index, &(_, row)) in self.pawns.iter().enumerate() {
            if on_file >> index & 1 != 0 {
                let mut own = own;
                own[usize::from(file)] = row;
                let strangers = strangers | on_file & !(1 << index);
                self.choose(budget, rest, (strangers, own), choices);
            }
        }
        self.choose(budget, rest, (strangers | on_file, own), choices);
    }

    fn on_file(&self, file: u8) -> PawnSet {
        let on_file =
            |set, (index, pawn): (usize, &(u8, u8))| set | u8::from(pawn.0 == file) << index;
        self.pawns.iter().enumerate().fold(0, on_file)
    }

    /// The fewest captures with which the pawns can come from distinct files, if these are at most
    /// `budget`. The `strangers` do not come from their own file.
    fn fewest_captures(&self, budget: u32, strangers: PawnSet) -> Option<u32> {
        // For the pawns from each index on: a capture for every one that is a stranger or not the
        // only one of its file.
        let mut at_least = [0; 9];
        let mut files = 0_u8;
        for (index, &(file, _)) in self.pawns.iter().enumerate().rev() {
            let at_home = strangers >> index & 1 == 0 && files >> file & 1 == 0;
            files |= u8::from(at_home) << file;
            at_least[index] = at_least[index + 1] + u32::from(!at_home);
        }
        let mut search = Fewest {
            strangers,
            at_least,
            best: budget + 1,
        };
        search.go(&self.pawns, 0, (0, 0));
        (search.best <= budget).then_some(search.best)
    }
}

/// Branch and bound over origins, nearest first.
struct Fewest {
    strangers: PawnSet,
    at_least: [u32; 9],
    best: u32,
}

impl Fewest {
    fn go(&mut self, pawns: &[(u8, u8)], index: usize, (taken, paid): (u8, u32)) {
        if paid + self.at_least[index] >= self.best {
            return;
        }
        let Some(&(file, row)) = pawns.get(index) else {
            self.best = paid;
            return;
        };
        let stranger = self.strangers >> index & 1 != 0;
        for distance in u8::from(stranger)..=row.saturating_sub(2) {
            let below = file.checked_sub(distance);
            let above = Some(file + distance).filter(|&file| distance > 0 && file < 8);
            for origin in [below, above].into_iter().flatten() {
                if taken >> origin & 1 == 0 {
                    let next = (taken | 1 << origin, paid + u32::from(distance));
                    self.go(pawns, index + 1, next);
                }
            }
        }
    }
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
    fn pawns_of_one_file_need_captures() {
        let doubled = |captures| structure(&[Square::E3, Square::E4], &[], [captures, 0]);
        assert!(!doubled(0).is_possible());
        assert!(doubled(1).is_possible());
    }

    #[test]
    fn a_pawn_on_row_2_has_no_origin_but_its_own_file() {
        let squares = [Square::H2, Square::H3, Square::G2];
        assert!(!structure(&squares, &[], [9, 0]).is_possible());
    }

    #[test]
    fn crossed_pawns_need_two_captures_of_a_pawn_on_row_4() {
        let crossed = |white, black, captures| structure(&[white], &[black], captures);
        assert!(!crossed(Square::E5, Square::E4, [1, 1]).is_possible());
        assert!(crossed(Square::E5, Square::E4, [2, 0]).is_possible());
        assert!(crossed(Square::E5, Square::E4, [0, 2]).is_possible());
        assert!(!crossed(Square::E3, Square::E2, [2, 0]).is_possible());
        assert!(crossed(Square::E3, Square::E2, [0, 2]).is_possible());
    }
}
