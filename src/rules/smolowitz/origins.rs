//! The exact search for files of origin, the files on which the pawns stood in the initial array.
//! [`super::pawns`] explains when a white and a black pawn have *crossed*, and what this costs.
//!
//! A *contested* file is one on which a white pawn stands above a black one. Pawns can have crossed
//! only on such a file.

use arrayvec::ArrayVec;

use crate::board::{Bitboard, ByColor, Color, Square, row_of};

/// The cost if there are no possible origins for the pawns: more captures than any side can have
/// made.
const IMPOSSIBLE: u32 = 0x7f;

/// For each file, the row of the pawn of one side that stands on this file and has it as origin.
/// The row is counted from the view of this side. The value is 0 if there is no such pawn, or if
/// the file is not contested.
pub(super) type OwnFiles = [u8; 8];

/// Whether the sides can pay for all crossings of these pawns. For each crossing, one of the two
/// sides pays two captures. A side can pay only if its crossed pawn stands on row 4 or higher.
/// `left` is the number of captures that each side has left.
pub(super) fn crossings_affordable(white: &OwnFiles, black: &OwnFiles, left: ByColor<u32>) -> bool {
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

/// A choice for one side: for each contested file, one pawn of this side that stands on the file
/// and has it as origin, or no pawn.
pub(super) struct Choice {
    /// The chosen pawns.
    pub(super) own: OwnFiles,
    /// The fewest captures that the side's pawns need if those in `foreign` come from other files.
    /// Until [`Origins::find_exact_cost`] has been called, this is only a lower bound.
    pub(super) cost: u32,
    /// The pawns that must come from another file than the one on which they stand.
    foreign: PawnSet,
    /// Whether `cost` is the exact number.
    is_exact: bool,
}

/// A pawn of one side.
#[derive(Clone, Copy)]
struct Pawn {
    /// 0 to 7, from the a-file to the h-file.
    file: u8,
    /// 2 to 7, from the view of its side.
    row: u8,
}

/// The pawns of one side, sorted by row. Pawns on low rows come first. They have the fewest
/// possible origins, so [`Origins::fewest`] tries fewer sets of origins in this order.
pub(super) struct Origins {
    pawns: ArrayVec<Pawn, 8>,
}

/// Pawns of one side by their index in [`Origins`], one bit each.
type PawnSet = u8;

/// A choice that has been made for some of the contested files.
#[derive(Clone, Copy)]
struct PartialChoice {
    /// The contested files for which the choice has not been made yet, one bit each.
    unchosen: u8,
    own: OwnFiles,
    /// The pawns that must come from another file than the one on which they stand.
    foreign: PawnSet,
}

impl Origins {
    pub(super) fn new(pawns: Bitboard, color: Color) -> Self {
        let pawn = |square: Square| Pawn {
            file: square.file().to_u32() as u8,
            row: row_of(color, square) as u8,
        };
        let mut pawns: ArrayVec<Pawn, 8> = pawns.into_iter().map(pawn).take(8).collect();
        pawns.sort_unstable_by_key(|pawn| pawn.row);
        Self { pawns }
    }

    /// The choices whose lower bound is at most `budget` captures. `contested` has one bit for each
    /// contested file.
    pub(super) fn choices(&self, budget: u32, contested: u8) -> Vec<Choice> {
        let mut choices = Vec::new();
        let start = PartialChoice {
            unchosen: contested,
            own: [0; 8],
            foreign: 0,
        };
        self.choose(budget, start, &mut choices);
        choices
    }

    fn choose(&self, budget: u32, partial: PartialChoice, choices: &mut Vec<Choice>) {
        let PartialChoice {
            unchosen,
            own,
            foreign,
        } = partial;
        if unchosen == 0 {
            let cost = self.lower_bound(foreign);
            if cost <= budget {
                choices.push(Choice {
                    own,
                    cost,
                    foreign,
                    is_exact: false,
                });
            }
            return;
        }
        let file = unchosen.trailing_zeros() as u8;
        let on_file = self.on_file(file);
        let unchosen = unchosen & (unchosen - 1);
        for (index, pawn) in self.pawns.iter().enumerate() {
            if on_file >> index & 1 != 0 {
                let mut own = own;
                own[usize::from(file)] = pawn.row;
                let foreign = foreign | on_file & !(1 << index);
                self.choose(
                    budget,
                    PartialChoice {
                        unchosen,
                        own,
                        foreign,
                    },
                    choices,
                );
            }
        }
        let foreign = foreign | on_file;
        self.choose(
            budget,
            PartialChoice {
                unchosen,
                own,
                foreign,
            },
            choices,
        );
    }

    fn on_file(&self, file: u8) -> PawnSet {
        let on_file =
            |set, (index, pawn): (usize, &Pawn)| set | u8::from(pawn.file == file) << index;
        self.pawns.iter().enumerate().fold(0, on_file)
    }

    /// A lower bound on the number of captures. On each file, one pawn that is not foreign may have
    /// come without a capture. Every other pawn needs at least one.
    fn lower_bound(&self, foreign: PawnSet) -> u32 {
        let mut captures = 0;
        let mut files = 0_u8;
        for (index, pawn) in self.pawns.iter().enumerate().rev() {
            let may_be_own = foreign >> index & 1 == 0 && files >> pawn.file & 1 == 0;
            files |= u8::from(may_be_own) << pawn.file;
            captures += u32::from(!may_be_own);
        }
        captures
    }

    /// Replaces the cost of a choice by the exact number of captures.
    pub(super) fn find_exact_cost(&self, choice: &mut Choice) {
        if choice.is_exact {
            return;
        }
        choice.cost = self.fewest(choice.foreign);
        choice.is_exact = true;
    }

    /// The fewest captures that the pawns need; [`IMPOSSIBLE`] if there are no possible origins. No
    /// two pawns have the same origin. The origin of a pawn of `foreign` is not the file on which
    /// the pawn stands.
    pub(super) fn fewest(&self, foreign: PawnSet) -> u32 {
        // The index of `needed` is a set of n origins, one bit each. The value is the fewest
        // captures with which the first n pawns come from these origins.
        let mut needed = [IMPOSSIBLE as u8; 256];
        needed[0] = 0;
        let mut fewest = IMPOSSIBLE as u8;
        for taken in 0..needed.len() {
            if needed[taken] >= fewest {
                continue;
            }
            let index = taken.count_ones() as usize;
            let Some(pawn) = self.pawns.get(index) else {
                fewest = needed[taken];
                continue;
            };
            let least_distance = foreign >> index & 1;
            for origin in 0..8_u8 {
                let distance = pawn.file.abs_diff(origin);
                let is_free = taken >> origin & 1 == 0;
                if is_free && distance >= least_distance && distance + 2 <= pawn.row {
                    let with = taken | 1 << origin;
                    needed[with] = needed[with].min(needed[taken] + distance);
                }
            }
        }
        u32::from(fewest)
    }
}
