//! The switches of the Smolowitz family.

use serde::{Deserialize, Serialize};

use crate::board::{Color, Setup};
use crate::rules::switches::{Bounded, Common, DrawMeaning, NoEffect, points};

/// The switches of the Smolowitz family.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub struct Switches {
    /// Whether the players switch colours when all pieces are on the board.
    pub switch_colours: bool,
    /// Whether a position must be possible: it must pass the tests of `cages` and `pawns`. A
    /// position that fails one of them cannot have come from the initial array.
    pub possible: bool,
    /// Points for each pawn home.
    pub point_pawn: Bounded<0, 9>,
    /// Points for each other piece home.
    pub point_piece: Bounded<0, 9>,
    /// Whether a game is won in phase I too, before all 32 pieces are on the board, when all
    /// sixteen pieces of a colour are home.
    pub home_wins_early: bool,
    /// The switches that every family has.
    #[serde(flatten)]
    pub common: Common,
}

impl Default for Switches {
    fn default() -> Self {
        Self::BASE
    }
}

impl Switches {
    /// The base values of the family.
    pub const BASE: Switches = Switches {
        switch_colours: true,
        possible: true,
        point_pawn: Bounded::new(1),
        point_piece: Bounded::new(2),
        home_wins_early: false,
        common: Common {
            first: Color::Black,
            repetition: DrawMeaning::Points,
            fifty_moves: DrawMeaning::Points,
            stalemate: DrawMeaning::Points,
            ..Common::DRAWS
        },
    };

    /// Sentences that say how points are counted.
    pub(super) fn scoring(&self) -> String {
        let (pawn, piece) = (
            points(self.point_pawn.get()),
            points(self.point_piece.get()),
        );
        let whose = if self.switch_colours {
            " Each player gets the points of the colour that this player has after the switch of colours."
        } else {
            ""
        };
        format!("Each pawn home scores {pawn}, each other piece home scores {piece}.{whose}")
    }
}

impl crate::rules::Switches for Switches {
    const FAMILY: &'static str = "smolowitz";
    const JUDGES: bool = true;

    fn common(&self) -> &Common {
        &self.common
    }

    fn common_mut(&mut self) -> &mut Common {
        &mut self.common
    }

    fn without_effect(&self, start: Option<&Setup>) -> Vec<NoEffect> {
        let mut found = Vec::new();
        if !self.common.judges_by_points() {
            found.push(NoEffect {
                switches: &["point-pawn", "point-piece"],
                reason: "no game is decided by these points",
            });
        }
        let is_full = |setup: &Setup| setup.placement.occupied().count() == 32;
        if start.is_some_and(is_full) {
            let reason = "all 32 pieces are on the board at the start";
            for switches in [&["switch-colours"], &["home-wins-early"]] {
                found.push(NoEffect { switches, reason });
            }
        }
        found
    }
}
