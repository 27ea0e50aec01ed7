//! The switches of the Unplay family.

use serde::{Deserialize, Serialize};

use crate::rules::switches::Common;

/// The switches of the Unplay family.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub struct Switches {
    /// What must hold after a turn that leaves the player's own king in check.
    pub own_check: OwnCheck,
    /// Which bishops of a side may stand on the board together.
    pub bishops: Bishops,
    /// How many pawns of a side may stand on one file.
    pub pawns_on_a_file: PawnsOnAFile,
    /// Where enemy pawns may be un-captured.
    pub revived_pawns: RevivedPawns,
    /// What wins the game.
    pub goal: Goal,
    /// The switches that every family has.
    #[serde(flatten)]
    pub common: Common,
}

/// What must hold after a turn that leaves the player's own king in check.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum OwnCheck {
    /// Nothing. If the opponent has no turn that removes the check, the player wins by
    /// retro-checkmate.
    Free,
    /// The opponent must have a turn that removes the check. The player's turn is exempt if it ends
    /// the game by [`Goal`].
    Removable,
}

/// Which bishops of a side may stand on the board together.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Bishops {
    /// Any two.
    Any,
    /// No two on squares of the same colour.
    TwoColours,
}

/// How many pawns of a side may stand on one file.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum PawnsOnAFile {
    /// Any number.
    Any,
    /// One.
    One,
}

/// Where an enemy pawn may be un-captured.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum RevivedPawns {
    /// On any of the player's own rows 2 to 7.
    Any,
    /// On the player's own rows 5 to 7, ahead of all the player's own pawns on the file.
    Ahead,
}

/// What wins the game.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Goal {
    /// Un-capturing the whole enemy army.
    Army,
    /// Having all 16 own pieces home. The opponent's turn can complete this: it may un-capture the
    /// player's last piece on a home square of this piece.
    Home,
}

impl Default for Switches {
    fn default() -> Self {
        Self::BASE
    }
}

impl Switches {
    /// The base values of the family.
    pub const BASE: Switches = Switches {
        own_check: OwnCheck::Free,
        bishops: Bishops::TwoColours,
        pawns_on_a_file: PawnsOnAFile::One,
        revived_pawns: RevivedPawns::Ahead,
        goal: Goal::Army,
        common: Common::DRAWS,
    };
}

impl crate::rules::Switches for Switches {
    const FAMILY: &'static str = "unplay";
    const JUDGES: bool = false;

    fn common(&self) -> &Common {
        &self.common
    }

    fn common_mut(&mut self) -> &mut Common {
        &mut self.common
    }
}
