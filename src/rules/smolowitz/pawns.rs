//! Pawn captures (rules 3.2): whether the pawns can have come to their files with no more captures
//! than there are enemy pieces missing.

use std::cell::{Cell, RefCell};

use arrayvec::ArrayVec;

use super::memo::Memo;
use crate::board::{Bitboard, ByColor, Color, Square, row, row_of};

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
    /// A piece of the other side has come back: `color` has one capture less to explain its pawns.
    #[inline]
    pub(super) fn after_revival(mut self, color: Color) -> Option<Self> {
        let captures = match color {
            Color::White => &mut self.white_captures,
            Color::Black => &mut self.black_captures,
        };
        *captures = captures.checked_sub(1)?;
        Some(self)
    }

    /// With one more pawn.
    #[inline]
    pub(super) fn with(mut self, color: Color, square: Square) -> Self {
        self.pawns(color).add(square);
        self
    }

    /// With one pawn less.
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

    /// Whether there is a choice of origins, and of who pays for each crossing, with captures
    /// enough for both sides.
    #[inline]
    pub(super) fn is_possible(self) -> bool {
        if self.all_on_own_files() {
            return true;
        }
        if let Some(answer) = self.at_a_glance() {
            return answer;
        }
        KNOWN.with_borrow_mut(|known| *known.get(self, || self.has_assignment()))
    }

    /// Every pawn may stand on its own file and no two have crossed, so that none has captured.
    #[inline]
    pub(super) fn all_on_own_files(self) -> bool {
        let (white, black) = (self.white.0, self.black.0);
        (white & above(white)) | (black & above(black)) | (white & above(black)) == 0
    }

    /// The answer where it is enough to look at one side after the other: what the pawns need to come
    /// from different files is needed in any case, and a crossing needs at most two captures more, of
    /// a pawn that stands on its row 4 or higher.
    #[inline]
    fn at_a_glance(self) -> Option<bool> {
        let (white, black) = (self.white, self.black);
        let needed = [fewest(white, Color::White), fewest(black, Color::Black)];
        let (white_left, black_left) = (
            self.white_captures.checked_sub(needed[0]),
            self.black_captures.checked_sub(needed[1]),
        );
        let (Some(white_left), Some(black_left)) = (white_left, black_left) else {
            return Some(false);
        };
        let crossed = crossed_files(white, black);
        if crossed == 0 {
            return Some(true);
        }
        let low = |pawns: Bitboard, color| {
            let low = pawns & (row(color, 2) | row(color, 3));
            crossed & files_of(low.0)
        };
        let (only_black, only_white) = (low(white, Color::White), low(black, Color::Black));
        let (crossings, white_pays, black_pays) = (
            crossed.count_ones(),
            only_white.count_ones(),
            only_black.count_ones(),
        );
        if needed == [0, 0] && white_left + black_left < crossings {
            return Some(false);
        }
        let (white_pairs, black_pairs) = (white_left / 2, black_left / 2);
        let sure = only_white & only_black == 0
            && white_pairs >= white_pays
            && black_pairs >= black_pays
            && white_pairs + black_pairs >= crossings;
        sure.then_some(true)
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
        let mut white_choices = white.choices(self.white_captures, contested);
        if white_choices.is_empty() {
            return false;
        }
        let mut black_choices = black.choices(self.black_captures, contested);
        white_choices.iter_mut().any(|white_choice| {
            black_choices.iter_mut().any(|black_choice| {
                // The search over origins is kept for choices that could do.
                self.affordable(white_choice, black_choice) && {
                    white.settle(white_choice);
                    black.settle(black_choice);
                    self.affordable(white_choice, black_choice)
                }
            })
        })
    }

    /// Whether the captures of these choices and of the crossings that come of them can be paid.
    fn affordable(self, white: &Choice, black: &Choice) -> bool {
        let white_left = self.white_captures.checked_sub(white.paid);
        let black_left = self.black_captures.checked_sub(black.paid);
        let (Some(white_left), Some(black_left)) = (white_left, black_left) else {
            return false;
        };
        let left = ByColor {
            white: white_left,
            black: black_left,
        };
        crossings_payable(&white.own, &black.own, left)
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

/// What [`fewest`] says of pawns that cannot have come from different files at all.
const NEVER: u32 = 0x7f;

const FEWEST_BITS: u32 = 13;

thread_local! {
    /// Pawns of one side as White sees them, and in the low byte, where none of them stands, what
    /// they need.
    static FEWEST: [Cell<u64>; 1 << FEWEST_BITS] =
        const { [const { Cell::new(0) }; 1 << FEWEST_BITS] };
}

/// The fewest captures with which the pawns of one side come from different files.
#[inline]
fn fewest(pawns: Bitboard, color: Color) -> u32 {
    if pawns.0 & above(pawns.0) == 0 {
        return 0;
    }
    let upright = color.fold_wb(pawns.0, pawns.0.swap_bytes());
    let hash = upright.wrapping_mul(0x9e37_79b9_7f4a_7c15) >> (64 - FEWEST_BITS);
    FEWEST.with(|known| {
        let slot = &known[hash as usize];
        if slot.get() & !0xff != upright {
            let origins = Origins::new(Bitboard(upright), Color::White);
            slot.set(upright | u64::from(origins.fewest(0)));
        }
        (slot.get() & 0xff) as u32
    })
}

/// The files, one bit each, on which some white pawn stands above some black one.
fn crossed_files(white: Bitboard, black: Bitboard) -> u8 {
    files_of(white.0 & above(black.0))
}

/// The files, one bit each, of any squares.
#[inline]
const fn files_of(squares: u64) -> u8 {
    let half = squares | squares >> 32;
    let quarter = half | half >> 16;
    (quarter | quarter >> 8) as u8
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
/// origin, if any. `paid` are captures that its pawns need then: at least, and exactly once it is
/// [settled](Origins::settle).
struct Choice {
    own: OwnFiles,
    strangers: PawnSet,
    paid: u32,
    settled: bool,
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

    /// The choices that may cost no more than `budget`.
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
            let paid = self.at_least(strangers)[0];
            if paid <= budget {
                choices.push(Choice {
                    own,
                    strangers,
                    paid,
                    settled: false,
                });
            }
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

    /// For the pawns from each index on: a capture for every one that is a stranger to its file or
    /// not the only one there.
    fn at_least(&self, strangers: PawnSet) -> [u32; 9] {
        let mut at_least = [0; 9];
        let mut files = 0_u8;
        for (index, &(file, _)) in self.pawns.iter().enumerate().rev() {
            let at_home = strangers >> index & 1 == 0 && files >> file & 1 == 0;
            files |= u8::from(at_home) << file;
            at_least[index] = at_least[index + 1] + u32::from(!at_home);
        }
        at_least
    }

    /// Finds the fewest captures with which the pawns of a choice really come from distinct files.
    fn settle(&self, choice: &mut Choice) {
        if choice.settled {
            return;
        }
        choice.paid = self.fewest(choice.strangers);
        choice.settled = true;
    }

    /// The fewest captures with which the pawns come from different files and `strangers` not from
    /// their own; [`NEVER`] where they cannot.
    fn fewest(&self, strangers: PawnSet) -> u32 {
        // For each set of origins, what the first pawns need that have these: as many as it has.
        let mut needed = [NEVER as u8; 256];
        needed[0] = 0;
        let mut fewest = NEVER as u8;
        for taken in 0..needed.len() {
            if needed[taken] >= fewest {
                continue;
            }
            let index = taken.count_ones() as usize;
            let Some(&(file, row)) = self.pawns.get(index) else {
                fewest = needed[taken];
                continue;
            };
            let stranger = strangers >> index & 1;
            for origin in 0..8_u8 {
                let distance = file.abs_diff(origin);
                let comes = taken >> origin & 1 == 0 && distance >= stranger && distance + 2 <= row;
                if comes {
                    let with = taken | 1 << origin;
                    needed[with] = needed[with].min(needed[taken] + distance);
                }
            }
        }
        u32::from(fewest)
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
    fn a_glance_agrees_with_the_search_over_origins() {
        let mut state = 1_u64;
        let mut random = |below: u64| {
            state = state
                .wrapping_mul(6_364_136_223_846_793_005)
                .wrapping_add(1_442_695);
            (state >> 33) % below
        };
        let (mut glances, mut yes) = (0, 0);
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
            if let Some(glance) = structure.at_a_glance() {
                glances += 1;
                yes += u32::from(glance);
                assert_eq!(glance, exact, "{structure:?}");
            }
        }
        assert!(glances > 2_000 && yes > 500, "{glances} {yes}");
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
    fn crossed_pawns_need_captures() {
        let crossed = |captures| structure(&[Square::E5], &[Square::E4], captures);
        assert!(!crossed([0, 0]).is_possible());
        // One of them comes from another file.
        assert!(crossed([1, 0]).is_possible());
        assert!(crossed([0, 1]).is_possible());
        // A pawn on row 2 comes from its own file, and stands too low to pay for the crossing.
        let low = |captures| structure(&[Square::E3], &[Square::E2], captures);
        assert!(!low([0, 0]).is_possible());
        assert!(low([1, 0]).is_possible());
        let both_low = |captures| structure(&[Square::E7, Square::D2], &[Square::E6], captures);
        assert!(both_low([0, 1]).is_possible());
    }
}
