//! What the evaluation counts: the features, and who listens to them.
//!
//! A feature is a number counted for each player. Each time it is worth its weight, and where its
//! player leads it may make the whole lead worth more or less. One pass over the position serves
//! three listeners: the search, which wants the weighted sum, the display of terms, and the tuning,
//! which wants the numbers.

use super::prospects::lead_percent;
use super::weights::Weights;
use crate::rules::Seat;

/// Declares [`Feature`] with its names and the table in its documentation.
macro_rules! features {
    ($($variant:ident $name:literal $meaning:literal;)*) => {
        /// Something that the evaluation counts for each player. Counts are never negative; a
        /// feature that is bad for the player has a negative weight.
        ///
        /// "Owner" of a colour is the player who gains when it comes home, "holder" the player who
        /// plays it now. They differ only before the players switch colours.
        ///
        /// | term | what is counted |
        /// |---|---|
        $(#[doc = concat!("| `", $name, "` | ", $meaning, " |")])*
        #[derive(Clone, Copy, PartialEq, Eq, Debug, Hash)]
        pub enum Feature {
            $(#[doc = $meaning] $variant,)*
        }

        impl Feature {
            /// All features, in the order in which they are displayed.
            pub const ALL: [Feature; Feature::COUNT] = [$(Feature::$variant,)*];

            /// How many features there are.
            pub const COUNT: usize = [$($name,)*].len();

            /// The name by which displays and files call the feature.
            #[must_use]
            pub const fn name(self) -> &'static str {
                match self {
                    $(Feature::$variant => $name,)*
                }
            }

            /// What is counted, in a line.
            #[must_use]
            pub const fn meaning(self) -> &'static str {
                match self {
                    $(Feature::$variant => $meaning,)*
                }
            }
        }
    };
}

features! {
    Tempo "tempo" "1 for the player to play";
    Obliged "obliged" "1 for the player to play where a king is in check";

    PawnsHome "pawns home" "owner: pawns on their row 2, where they stay for good";
    OfficersHome "officers home" "owner: pieces other than pawns that are home";
    LockedHome "locked home" "owner: pieces other than pawns that are home, held by the opponent, and cannot un-move";
    PawnsOnBoard "pawns on board" "owner: pawns that have come back";
    OfficersOnBoard "officers on board" "owner: pieces other than pawns that have come back";
    Complete "complete" "owner: 1 when all sixteen pieces are on the board";
    Lead "lead" "owner: when all sixteen are on the board, pieces home more than the opponent has";
    PointsClock "points clock" "owner: tenths of the halfmove clock for whoever leads by points, where draw rules count them";
    KingSteps "king steps" "owner: un-moves that the king needs to its home square, round own pawns and pieces that are home";
    QueenSteps "queen steps" "owner: the same for the queen";
    RookSteps "rook steps" "owner: the same for the rooks, each to a corner of its own";
    BishopSteps "bishop steps" "owner: the same for the bishops";
    KnightSteps "knight steps" "owner: the same for the knights, on an empty board";
    PawnSteps "pawn steps" "owner: the same for the pawns, by rows, double steps included";
    Rows "rows" "owner: rows between the pieces and their first row, the tie-break of the first edition";
    FarRows "far rows" "owner: pieces on the own rows 7 and 8";
    FilledRows "filled rows" "owner: squares of the own rows 1 and 2 that are occupied by either side, all of which allow to declare the end of the published edition";
    SidePawns "side pawns" "owner: pawns that need a diagonal un-capture to find a file of their own";
    LostPawns "lost pawns" "owner: pawns that can find no file of their own any more";
    CrossedPawns "crossed pawns" "owner: pawns with an enemy pawn below them on their file";
    LostOfficers "lost officers" "owner: home squares shut behind home pawns while vacant, and a second bishop of one square colour";
    ClosedHomes "closed homes" "owner: vacant home squares of king, queen, rooks and bishops without a door: a square of row 2 without home pawn, nothing home between";
    LastDoors "last doors" "owner: the same with one door left";
    Crowding "crowding" "owner: home squares without their king, queen, rooks and bishops, times home pawns beyond three: doors about to close";
    Blocked "blocked" "owner: kings, queens, rooks and bishops that find no such way";
    Strays "strays" "owner: officers that are not home and can un-move, so that the end cannot be declared";
    Settled "settled" "owner: with the army complete and more of it home than the opponent has, un-moves fewer than eight of pieces that are not home, whose last one gone allows to declare the end";
    Squatters "squatters" "owner: enemy officers on the own rows 1 and 2 that cannot un-move";
    HomeTaken "home taken" "owner: enemy pieces on the own rows 1 and 2";
    Misplaced "misplaced" "owner: own pieces on the home square of another own kind";
    Hosts "hosts" "owner: enemy officers, free to leave, on the home square of a piece still in reserve";
    Landings "landings" "owner: enemy officers, free to leave, on the own rows 1 to 4, while pieces are in reserve";
    Uncapture "un-capture" "1 for the player to play where an un-capture is allowed and the reserve holds something";
    UncaptureRow "un-capture row" "rows from the un-capture's square to the own first row";

    RevivedPawns "revived pawns" "holder: enemy pawns brought back";
    RevivedOfficers "revived officers" "holder: other enemy pieces brought back, the king not counted";
    RevivalFiles "revival files" "holder: files on which an officer can leave an enemy pawn behind now, as far as pawns are left";
    NearFiles "near files" "holder: other files without enemy pawn on which an officer can arrive for that with one un-move";
    RevivalHops "revival hops" "holder: officers that can leave an enemy pawn behind and arrive where they can leave another";
    IdleUnmoves "idle un-moves" "holder: files still to be visited beyond the enemy officers that can be left behind on the way";
    Revivers "revivers" "holder: officers and kings that can leave their square";
    Mobility "mobility" "holder: squares to which the officers can go";
    KingMobility "king mobility" "holder: squares to which the king can go";
    PawnRetreats "pawn retreats" "holder: straight pawn un-moves, which vacate nothing for the opponent";
    PawnDiagonals "pawn diagonals" "holder: diagonal pawn un-moves, while the enemy reserve can fill the square";

    Pawns "pawns" "pawns on the board";
    Knights "knights" "knights on the board";
    Bishops "bishops" "bishops on the board";
    Rooks "rooks" "rooks on the board";
    Queens "queens" "queens on the board";
    PawnsInHand "pawns in hand" "pawns still to be dropped";
    KnightsInHand "knights in hand" "knights still to be dropped";
    BishopsInHand "bishops in hand" "bishops still to be dropped";
    RooksInHand "rooks in hand" "rooks still to be dropped";
    QueensInHand "queens in hand" "queens still to be dropped";
    KingPlaced "king placed" "1 once the king is on the board, so that its side may capture";
    KnightMobility "knight mobility" "squares that the knights attack, own pieces and squares attacked by enemy pawns left out";
    BishopMobility "bishop mobility" "the same for the bishops";
    RookMobility "rook mobility" "the same for the rooks";
    QueenMobility "queen mobility" "the same for the queens";
    Centre "centre" "rings from the edge, 0 to 3, summed over knights, bishops and queens";
    PawnCentre "pawn centre" "pawns on, and squares attacked by pawns in, the four central squares";
    PawnRows "pawn rows" "rows that the pawns have advanced beyond row 2";
    PassedPawns "passed pawns" "1, 1, 2, 4, 7 and 12 for a passed pawn on row 2 to 7";
    DoubledPawns "doubled pawns" "pawns with an own pawn ahead on their file";
    IsolatedPawns "isolated pawns" "pawns without an own pawn on a neighbouring file";
    DefendedPawns "defended pawns" "pawns defended by a pawn";
    BishopPair "bishop pair" "1 with bishops on both square colours";
    OpenRooks "open rooks" "rooks on a file without own pawns, once more without any pawns";
    Shelter "shelter" "own pawns beside and before the own king";
    RingAttacks "ring attacks" "attacks of knights, bishops, rooks and queens on squares next to the enemy king";
    RingHoles "ring holes" "undefended empty squares next to the own king times enemy officers in hand, four at most";
    KingCentre "king centre" "rings from the edge, 0 to 3, of the own king";
    PawnThreats "pawn threats" "enemy officers attacked by pawns, once the own king allows captures";
    Hanging "hanging" "undefended enemy pieces under attack, once the own king allows captures";
}

impl Feature {
    /// The feature with this name.
    #[must_use]
    pub fn named(name: &str) -> Option<Feature> {
        Feature::ALL
            .into_iter()
            .find(|feature| feature.name() == name)
    }
}

/// Who listens to the features of a position.
pub trait Sink {
    /// `count` more of `feature` for a player. Features that the game does not use never come.
    fn add(&mut self, feature: Feature, seat: Seat, count: i32);
}

/// The features of a position as numbers, for tuning and for tests: what `evaluate` multiplies with
/// the weights without ever writing it down.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct FeatureVector {
    counts: [[i32; Feature::COUNT]; 2],
    used: [bool; Feature::COUNT],
    /// How late it is, 0 to [`Weights::LATEST`]: the share of the late weights.
    pub lateness: i32,
}

impl FeatureVector {
    /// No feature counted yet.
    #[must_use]
    pub fn new(lateness: i32) -> Self {
        Self {
            counts: [[0; Feature::COUNT]; 2],
            used: [false; Feature::COUNT],
            lateness,
        }
    }

    /// The count of a feature for a player.
    #[must_use]
    pub fn count(&self, feature: Feature, seat: Seat) -> i32 {
        self.counts[seat as usize][feature as usize]
    }

    /// Whether the game counts this feature at all.
    #[must_use]
    pub fn uses(&self, feature: Feature) -> bool {
        self.used[feature as usize]
    }

    /// The weighted sum for one player, before rounding: in units of [`Weights::UNITS`] to the
    /// centipawn.
    #[must_use]
    pub fn sum(&self, weights: &Weights, seat: Seat) -> i32 {
        Feature::ALL
            .into_iter()
            .map(|feature| weights.at(feature, self.lateness) * self.count(feature, seat))
            .sum()
    }

    /// What a lead of a player is worth, in percent.
    #[must_use]
    pub fn lead_percent(&self, weights: &Weights, seat: Seat) -> i32 {
        let share = |feature| weights[feature].prospects * self.count(feature, seat);
        lead_percent(Feature::ALL.into_iter().map(share).sum())
    }
}

impl Sink for FeatureVector {
    fn add(&mut self, feature: Feature, seat: Seat, count: i32) {
        self.counts[seat as usize][feature as usize] += count;
        self.used[feature as usize] = true;
    }
}
