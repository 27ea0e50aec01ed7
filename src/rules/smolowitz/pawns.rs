//! Pawn captures (rules 3.2): whether the pawns can have come to their files with no more captures
//! than there are enemy pieces missing.

use std::cell::RefCell;

use super::memo::Memo;
use crate::board::{Bitboard, ByColor, Color, row_of};

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

const SLOTS: usize = 1 << 12;

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
        KNOWN.with_borrow_mut(|known| known.get(self, || self.has_assignment()))
    }

    /// Every pawn may stand on its own file and no two have crossed, so that none has captured.
    #[inline]
    fn all_on_own_files(self) -> bool {
        let (white, black) = (self.white.0, self.black.0);
        let above = |squares: u64| {
            let mut fill = squares << 8;
            fill |= fill << 8;
            fill |= fill << 16;
            fill | fill << 32
        };
        (white & above(white)) | (black & above(black)) | (white & above(black)) == 0
    }

    /// The whole question, by search over origins.
    pub(super) fn has_assignment(self) -> bool {
        let white = Origins::new(self.white, Color::White);
        let black = Origins::new(self.black, Color::Black);
        let budget = ByColor {
            white: self.white_captures,
            black: self.black_captures,
        };
        white.any(budget.white, &mut |own_white, paid_white| {
            black.any(budget.black, &mut |own_black, paid_black| {
                let left = ByColor {
                    white: budget.white - paid_white,
                    black: budget.black - paid_black,
                };
                crossings_payable(own_white, own_black, left)
            })
        })
    }
}

/// Row by file of the pawn that has its own file as origin, 0 where there is none.
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

/// The pawns of one side, by file and row.
struct Origins {
    pawns: arrayvec::ArrayVec<(u8, u8), 8>,
}

impl Origins {
    fn new(pawns: Bitboard, color: Color) -> Self {
        let place = |square: crate::board::Square| {
            (square.file().to_u32() as u8, row_of(color, square) as u8)
        };
        Self {
            pawns: pawns.into_iter().map(place).take(8).collect(),
        }
    }

    /// Whether `accept` takes any assignment of distinct origins that costs at most `budget`.
    fn any(&self, budget: u32, accept: &mut dyn FnMut(&OwnFiles, u32) -> bool) -> bool {
        self.assign(0, 0, (0, budget), &mut [0; 8], accept)
    }

    fn assign(
        &self,
        index: usize,
        taken: u8,
        (paid, budget): (u32, u32),
        own: &mut OwnFiles,
        accept: &mut dyn FnMut(&OwnFiles, u32) -> bool,
    ) -> bool {
        let Some(&(file, row)) = self.pawns.get(index) else {
            return accept(own, paid);
        };
        let reach = u32::from(row.saturating_sub(2)).min(budget - paid);
        for distance in 0..=reach as i8 {
            let sides = if distance == 0 {
                [Some(0), None]
            } else {
                [Some(-distance), Some(distance)]
            };
            for step in sides.into_iter().flatten() {
                let origin = file as i8 + step;
                if !(0..8).contains(&origin) || taken >> origin & 1 != 0 {
                    continue;
                }
                if distance == 0 {
                    own[file as usize] = row;
                }
                let paid = paid + distance.unsigned_abs() as u32;
                if self.assign(index + 1, taken | 1 << origin, (paid, budget), own, accept) {
                    return true;
                }
                if distance == 0 {
                    own[file as usize] = 0;
                }
            }
        }
        false
    }
}
