//! The switches of the Ssehc family.

use serde::{Deserialize, Serialize};

use crate::board::Setup;
use crate::rules::switches::{Bounded, Common, Conflict, NoEffect, points};

/// The switches of the Ssehc family.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub struct Switches {
    /// When the end may be declared.
    pub declare: Declare,
    /// Whether a player wins at once by an un-move after which all sixteen pieces are home.
    pub home_wins: bool,
    /// How both players are compared.
    pub compare: Compare,
    /// Points for each piece home.
    pub point_home: Bounded<-9, 9>,
    /// Points for each piece on the player's own rows 7 and 8.
    pub point_far: Bounded<-9, 9>,
    /// The switches that every family has.
    #[serde(flatten)]
    pub common: Common,
}

/// When the end may be declared.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Declare {
    /// Never.
    Never,
    /// If the whole army is on the board, and every legal un-move takes a piece off its home
    /// squares.
    Stuck,
    /// As in [`Declare::Stuck`]. Also if the whole army is on the board and the player's own rows 1
    /// and 2 are full, with pieces of any colour.
    StuckOrFull,
}

/// How both players are compared after a declared end. They are also compared after repetition,
/// fifty moves or stalemate if the switch of that name has the value `"points"`.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Compare {
    /// By points for pieces home and for pieces on rows 7 and 8.
    Points,
    /// By the number of pieces home. If equal, by the number of pieces on the board. If that is
    /// equal too, by the sum of the distances of these pieces to their own row 1; the lower sum
    /// wins.
    HomeBoardDistance,
}

impl Default for Switches {
    fn default() -> Self {
        Self::BASE
    }
}

impl Switches {
    /// The base values of the family: those of `ssehc`, the published edition.
    pub const BASE: Switches = Switches {
        declare: Declare::StuckOrFull,
        home_wins: false,
        compare: Compare::Points,
        point_home: Bounded::new(1),
        point_far: Bounded::new(-2),
        common: Common::DRAWS,
    };

    /// Whether a result can depend on a comparison of the two sides.
    pub(super) fn compares(&self) -> bool {
        self.declare != Declare::Never || self.common.judges_by_points()
    }

    /// Sentences that say how points are counted.
    pub(super) fn scoring(&self) -> String {
        match self.compare {
            Compare::Points => {
                let (home, far) = (points(self.point_home.get()), points(self.point_far.get()));
                format!(
                    "Each piece home scores {home}. Each piece far from home, on its side's rows 7 and 8, \
                     scores {far}."
                )
            }
            Compare::HomeBoardDistance => {
                "Each piece home scores 1 point. If both sides have the same score, the side with more pieces \
                 on the board wins. If that is equal too, the side whose pieces are closer to its row 1 wins."
                    .to_owned()
            }
        }
    }
}

impl crate::rules::Switches for Switches {
    const FAMILY: &'static str = "ssehc";
    const JUDGES: bool = true;

    fn common(&self) -> &Common {
        &self.common
    }

    fn common_mut(&mut self) -> &mut Common {
        &mut self.common
    }

    fn check(&self) -> Result<(), Conflict> {
        if self.declare == Declare::Never && !self.home_wins && self.common.only_draws() {
            return Err(Conflict {
                switches: &[
                    "declare",
                    "home-wins",
                    "repetition",
                    "fifty-moves",
                    "stalemate",
                ],
                problem: "declare = \"never\" with home-wins = false: every game would be a draw; \
                          change declare or home-wins, or set repetition, fifty-moves or stalemate to \
                          points or loses"
                    .to_owned(),
            });
        }
        Ok(())
    }

    fn without_effect(&self, _start: Option<&Setup>) -> Vec<NoEffect> {
        let mut found = Vec::new();
        let compares = self.compares();
        if !compares {
            found.push(NoEffect {
                switches: &["compare"],
                reason: "no result of this game depends on a comparison of the two sides",
            });
        }
        if !(compares && self.compare == Compare::Points) {
            found.push(NoEffect {
                switches: &["point-home", "point-far"],
                reason: "no game is decided by these points",
            });
        }
        found
    }
}
