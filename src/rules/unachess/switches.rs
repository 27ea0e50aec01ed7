//! The switches of the Unachess family.

use serde::{Deserialize, Serialize};

use crate::board::{Bitboard, Castling, Color, Setup};
use crate::rules::switches::{Common, NoEffect};

/// The switches of the Unachess family.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub struct Switches {
    /// The rows on which pawns are dropped.
    pub pawn_rows: PawnRows,
    /// Whether a pawn on its row 2 may advance two squares. It may then be captured en passant.
    pub double_step: bool,
    /// Whether a side may castle.
    pub castling: bool,
    /// Whether a side whose king is in reserve may capture.
    pub capture_before_king: bool,
    /// The switches that every family has.
    #[serde(flatten)]
    pub common: Common,
}

/// A range of rows within 1 to 7, both ends included.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
#[serde(try_from = "[i64; 2]", into = "[i64; 2]")]
pub struct PawnRows {
    lowest: u8,
    highest: u8,
}

impl PawnRows {
    /// The rows from `lowest` to `highest`; `None` unless `1 <= lowest <= highest <= 7`.
    #[must_use]
    pub const fn new(lowest: u8, highest: u8) -> Option<Self> {
        if 1 <= lowest && lowest <= highest && highest <= 7 {
            Some(Self { lowest, highest })
        } else {
            None
        }
    }

    /// The lowest row.
    #[must_use]
    pub const fn lowest(self) -> u8 {
        self.lowest
    }

    /// The highest row.
    #[must_use]
    pub const fn highest(self) -> u8 {
        self.highest
    }

    /// The squares of these rows, from the view of `color`.
    #[inline]
    #[must_use]
    pub const fn squares(self, color: Color) -> Bitboard {
        let white = (u64::MAX << (8 * (self.lowest - 1))) & (u64::MAX >> (8 * (8 - self.highest)));
        Bitboard(match color {
            Color::White => white,
            Color::Black => white.swap_bytes(),
        })
    }
}

impl TryFrom<[i64; 2]> for PawnRows {
    type Error = String;

    fn try_from([lowest, highest]: [i64; 2]) -> Result<Self, String> {
        u8::try_from(lowest)
            .ok()
            .zip(u8::try_from(highest).ok())
            .and_then(|(lowest, highest)| Self::new(lowest, highest))
            .ok_or_else(|| "expected a range of rows within 1 to 7, as in [2, 4]".to_owned())
    }
}

impl From<PawnRows> for [i64; 2] {
    fn from(rows: PawnRows) -> [i64; 2] {
        [rows.lowest.into(), rows.highest.into()]
    }
}

impl Default for Switches {
    fn default() -> Self {
        Self::BASE
    }
}

impl Switches {
    /// The base values of the family.
    pub const BASE: Switches = Switches {
        pawn_rows: PawnRows {
            lowest: 2,
            highest: 4,
        },
        double_step: true,
        castling: true,
        capture_before_king: false,
        common: Common::DRAWS,
    };

    /// Whether a pawn can ever stand on its row 2 and advance two squares from there.
    pub(super) const fn has_double_steps(&self) -> bool {
        self.double_step && self.pawn_rows.lowest <= 2
    }
}

impl crate::rules::Switches for Switches {
    const FAMILY: &'static str = "unachess";
    const JUDGES: bool = false;

    fn common(&self) -> &Common {
        &self.common
    }

    fn common_mut(&mut self) -> &mut Common {
        &mut self.common
    }

    fn without_effect(&self, start: Option<&Setup>) -> Vec<NoEffect> {
        let mut found = Vec::new();
        if self.pawn_rows.lowest > 2 {
            found.push(NoEffect {
                switches: &["double-step"],
                reason: "no pawn ever stands on its row 2",
            });
        }
        let has_kings = |setup: &Setup| {
            let king = |color| setup.placement.king(color);
            Color::ALL.into_iter().all(|color| king(color).is_some())
        };
        if let Some(start) = start.filter(|&start| has_kings(start)) {
            found.push(NoEffect {
                switches: &["capture-before-king"],
                reason: "both kings are on the board at the start",
            });
            if start.castling == Castling::NONE {
                found.push(NoEffect {
                    switches: &["castling"],
                    reason: "both kings are on the board at the start, and neither may castle",
                });
            }
        }
        found
    }
}
