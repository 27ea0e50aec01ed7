//! The features that the evaluation counts, and the trait that receives the counts.
//!
//! The counts go to a [`FeatureSink`]. So the search, the display of terms, and tuning can use the
//! same counting code.

use crate::rules::Seat;

/// Declares [`Feature`] with its names and the table in its documentation.
macro_rules! features {
    ($($variant:ident $name:literal $meaning:literal;)*) => {
        /// A number that the evaluation counts for each player. Only "pawn rows" can be negative: a
        /// pawn on row 1 counts -1.
        ///
        /// The "owner" of a colour is the player who gains when its pieces come home. The "holder"
        /// of a colour is the player who plays it now. In games in which the players switch
        /// colours, owner and holder differ before the switch. Otherwise they are the same player.
        /// In the table, a feature marked `owner:` counts for the owner of the colour, a feature
        /// marked `holder:` for its holder.
        ///
        /// In the names of features an "officer" is a piece other than a pawn.
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

            /// The number of features.
            pub const COUNT: usize = [$($name,)*].len();

            /// The name in files and displays.
            #[must_use]
            pub const fn name(self) -> &'static str {
                match self {
                    $(Feature::$variant => $name,)*
                }
            }

            /// What is counted.
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
    AnyCheck "any check" "1 for the player to play if any king is in check";

    PawnsHome "pawns home" "owner: pawns on their row 2";
    OfficersHome "officers home" "owner: pieces (not pawns) that are home";
    LockedHome "locked home" "owner: pieces (not pawns) that are home, that the opponent holds, and that cannot un-move";
    PawnsOnBoard "pawns on board" "owner: pawns on the board";
    OfficersOnBoard "officers on board" "owner: pieces (not pawns) on the board";
    Complete "complete" "owner: 1 if all sixteen pieces are on the board";
    Lead "lead" "owner: if all its sixteen pieces are on the board, the number of its pieces home minus the number of enemy pieces home, at least 0";
    PointsClock "points clock" "owner: a tenth of the halfmove clock, rounded down, at most 10; counted only for the player who leads by points, and only if fifty moves end the game by points";
    KingSteps "king steps" "owner: un-moves from the king to its home square, on a path around pawns, own pieces that are home (except knights), and squatters (see the feature of that name)";
    QueenSteps "queen steps" "owner: as king steps, for queens";
    RookSteps "rook steps" "owner: as king steps, for rooks, which go to different corners";
    BishopSteps "bishop steps" "owner: as king steps, for bishops";
    KnightSteps "knight steps" "owner: un-moves from the knights to their home squares on an empty board";
    PawnSteps "pawn steps" "owner: un-moves from the pawns to row 2, double steps included";
    Rows "rows" "owner: rows from each piece to its side's first row";
    FarRows "far rows" "owner: pieces on its own rows 7 and 8";
    FilledRows "filled rows" "owner: occupied squares of its own rows 1 and 2";
    SidePawns "side pawns" "owner: pawns that need a diagonal un-move to get a file of their own";
    LostPawns "lost pawns" "owner: pawns that can never get a file of their own";
    CrossedPawns "crossed pawns" "owner: pawns with an enemy pawn below them on their file";
    LostOfficers "lost officers" "owner: home squares of king, queen, rooks and bishops that lack their piece and to which no way leads, neither through a gap in the home pawns nor along row 1 from a piece of the right kind (a rook that is home does not count for the other corner); plus, for each square colour, the bishops beyond the first";
    ClosedHomes "closed homes" "owner: home squares of king, queen, rooks and bishops that lack their piece and have no entrance past the home pawns";
    LastDoors "last doors" "owner: as closed homes, but with exactly one entrance";
    Crowding "crowding" "owner: the number of home squares that lack their king, queen, rook or bishop, times the number of home pawns beyond three";
    Blocked "blocked" "owner: kings, queens, rooks and bishops without a path to a home square";
    Strays "strays" "owner: pieces (not pawns) that are not home but can un-move (in games with a declared end, they usually prevent its declaration)";
    Settled "settled" "owner: if the army is complete and leads, eight minus the number of un-moves of pieces that are not home, at least 0 (in games with a declared end, a side without such un-moves can declare it)";
    Squatters "squatters" "owner: enemy pieces (not pawns) that stand on the owner's rows 1 and 2 and cannot un-move";
    HomeTaken "home taken" "owner: enemy pieces on the owner's rows 1 and 2";
    Misplaced "misplaced" "owner: own pieces on rows 1 and 2 that are not home";
    Hosts "hosts" "owner: home squares occupied by an enemy piece that can un-move and is not a pawn (a piece in the owner's reserve can come home on the square that the enemy piece leaves); for each kind of piece, at most the number of the owner's pieces of this kind in reserve";
    Landings "landings" "owner: enemy pieces (not pawns) that can un-move from the owner's rows 1 to 4, so that a piece can come back there; at most the number of pieces in the owner's reserve";
    Uncapture "un-capture" "1 for the player to play if an un-capture is allowed and the reserve is not empty";
    UncaptureRow "un-capture row" "for the player to play, if an un-capture is allowed and the reserve is not empty: rows from the square of the un-capture to the player's own first row";

    RevivedPawns "revived pawns" "holder: enemy pawns on the board";
    RevivedOfficers "revived officers" "holder: enemy pieces on the board, without pawns and the king";
    RevivalFiles "revival files" "holder: files on which a piece other than a pawn can un-capture an enemy pawn now";
    NearFiles "near files" "holder: files that are not revival files but become revival files if a piece other than a pawn un-moves there";
    RevivalHops "revival hops" "holder: pieces (not pawns) that can un-capture an enemy pawn now and, on another file, a second one with their next un-move";
    IdleUnmoves "idle un-moves" "holder: enemy pawns in reserve, minus revival files, minus other enemy pieces in reserve, at least 0 (an estimate of the un-moves that un-capture nothing: for each pawn without a revival file, a piece first un-moves to another file; this un-move is not idle if it un-captures one of the other pieces in reserve)";
    Revivers "revivers" "holder: pieces (not pawns) that can leave their square";
    Mobility "mobility" "holder: squares to which queens, rooks, bishops and knights can go";
    KingMobility "king mobility" "holder: squares to which the king can go";
    PawnRetreats "pawn retreats" "holder: straight pawn un-moves, which un-capture nothing";
    PawnDiagonals "pawn diagonals" "holder: empty squares that pawns reach by diagonal un-moves, if the enemy reserve has a piece to un-capture";

    Pawns "pawns" "pawns on the board";
    Knights "knights" "knights on the board";
    Bishops "bishops" "bishops on the board";
    Rooks "rooks" "rooks on the board";
    Queens "queens" "queens on the board";
    PawnsInHand "pawns in hand" "pawns in reserve";
    KnightsInHand "knights in hand" "knights in reserve";
    BishopsInHand "bishops in hand" "bishops in reserve";
    RooksInHand "rooks in hand" "rooks in reserve";
    QueensInHand "queens in hand" "queens in reserve";
    KingPlaced "king placed" "1 if the king is on the board";
    KnightMobility "knight mobility" "squares attacked by knights, except own pieces and squares attacked by enemy pawns";
    BishopMobility "bishop mobility" "as knight mobility, for bishops";
    RookMobility "rook mobility" "as knight mobility, for rooks";
    QueenMobility "queen mobility" "as knight mobility, for queens";
    Centre "centre" "steps from the edge, 0 to 3, summed over knights, bishops and queens";
    PawnCentre "pawn centre" "pawns on the four central squares, and central squares attacked by pawns";
    PawnRows "pawn rows" "rows that pawns have advanced beyond row 2; -1 for a pawn on row 1";
    PassedPawns "passed pawns" "for each passed pawn, by its row from 2 to 7: 1, 1, 2, 4, 7 or 12";
    DoubledPawns "doubled pawns" "pawns with an own pawn ahead on their file";
    IsolatedPawns "isolated pawns" "pawns without an own pawn on a neighbouring file";
    DefendedPawns "defended pawns" "pawns defended by a pawn";
    BishopPair "bishop pair" "1 with bishops on both square colours";
    OpenRooks "open rooks" "rooks on a file without own pawns, counted twice if the file has no enemy pawns either";
    Shelter "shelter" "own pawns on the row of the player's own king or the two rows in front of it, on the king's file or a neighbouring one";
    RingAttacks "ring attacks" "attacks of knights, bishops, rooks and queens on squares next to the enemy king";
    RingHoles "ring holes" "the number of empty squares next to the player's own king that no other own piece defends, times the number of enemy queens, rooks, bishops and knights in reserve (more than four count as four)";
    KingCentre "king centre" "steps from the edge, 0 to 3, of the player's own king";
    PawnThreats "pawn threats" "enemy pieces (not pawns, not the king) that the player's pawns attack, if the player's own king is on the board";
    Hanging "hanging" "undefended enemy pieces under attack, if the player's own king is on the board";
}

impl Feature {
    /// Feature names of earlier versions. Files may still contain these names.
    const FORMER_NAMES: [(&str, Feature); 1] = [("obliged", Feature::AnyCheck)];

    /// The feature that has this name, or had it in an earlier version.
    #[must_use]
    pub fn named(name: &str) -> Option<Feature> {
        let current = Feature::ALL
            .into_iter()
            .find(|feature| feature.name() == name);
        let former = || {
            Self::FORMER_NAMES
                .iter()
                .find(|(former, _)| *former == name)
        };
        current.or_else(|| former().map(|&(_, feature)| feature))
    }
}

/// Receives the features of a position.
pub trait FeatureSink {
    /// Adds `count` to `feature` for a player. Called only for features that the game has.
    fn add(&mut self, feature: Feature, seat: Seat, count: i32);
}
