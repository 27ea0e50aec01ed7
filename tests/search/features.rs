//! Single features of the evaluation, and what they count.

use reviver::eval::{self, Feature, FeatureVector, weights_text};
use reviver::games::{Game, TypedGame, Visitor};
use reviver::rules::{Rules, Seat};

use crate::common::{game, read};

/// The features of a position of a game.
struct Features(&'static str);

impl Visitor for Features {
    type Output = FeatureVector;
    fn visit<R: Rules>(self, variant: TypedGame<R>) -> FeatureVector {
        eval::feature_vector(&read::<R>(variant, self.0))
    }
}

fn count(variant: &'static Game, text: &'static str, feature: Feature) -> i32 {
    variant.dispatch(Features(text)).count(feature, Seat::First)
}

#[test]
fn a_pawn_above_an_enemy_pawn_is_crossed() {
    let crossed = |text| count(game("ssehc"), text, Feature::CrossedPawns);
    assert_eq!(crossed("8/8/3p1k2/8/8/5K2/3P4/RNBQ3R w - - 0 1"), 0);
    assert_eq!(crossed("8/8/3P1k2/8/8/5K2/3p4/RNBQ3R w - - 0 1"), 1);
    // Both white pawns stand above the black pawn, so both are counted.
    assert_eq!(crossed("8/3P4/3P1k2/8/8/3p1K2/8/8 w - - 0 1"), 2);
}

#[test]
fn the_lead_percent_counts_only_features_of_the_leader() {
    const WEIGHTS: &str = "\"officers home\" = [100, 100]\n\"knight steps\" = [0, 0, -10]";
    for (text, expected) in [
        ("8/8/5k2/8/8/2N2K2/8/R1BQ3R w - - 0 1", Some((-40, 0))),
        ("8/8/2n2k2/8/8/5K2/8/R1BQ3R w - - 0 1", None),
        ("r1bq3r/8/2n2k2/8/8/5K2/8/8 w - - 0 1", Some((0, -40))),
    ] {
        let terms = game("ssehc").dispatch(Terms(text, WEIGHTS));
        let lead_percent = terms.iter().find(|term| term.name == "lead percent");
        let worth = lead_percent.map(|term| (term.first, term.second));
        assert_eq!(worth, expected, "{text}");
    }
}

/// The terms of the position in the first field, with the weights in the second field.
struct Terms(&'static str, &'static str);

impl Visitor for Terms {
    type Output = Vec<eval::Term>;
    fn visit<R: Rules>(self, variant: TypedGame<R>) -> Vec<eval::Term> {
        let weights = weights_text::read(self.1).expect("a table of weights");
        eval::terms(&read::<R>(variant, self.0), &weights)
    }
}

#[test]
fn home_squares_behind_a_closed_row_of_home_pawns_are_lost() {
    let lost = |text| count(game("ssehc-classic"), text, Feature::LostOfficers);
    // A door is a square of row 2 without a home pawn. The first two positions have no door, so no
    // king, queen, rook or bishop can un-move into row 1. In the second position the queen, rooks
    // and bishops are in reserve. Their home squares also count as lost, although these pieces may
    // still be un-captured there.
    assert_eq!(lost("8/8/5k2/8/2BQ4/R4K2/PPPPPPPP/8 w - - 0 1"), 6);
    assert_eq!(lost("8/8/5k2/8/8/5K2/PPPPPPPP/8 w - - 0 1"), 6);
    // A knight needs no door.
    assert_eq!(lost("8/8/5k2/8/4N3/8/PPPPPPPP/R1BQKB1R w - - 0 1"), 0);
    // The king, queen, rooks and the bishop with the home f1 can come home through the door on e2.
    // The bishop with the home c1 cannot.
    assert_eq!(lost("8/8/5k2/8/8/R4K2/PPPP1PPP/8 w - - 0 1"), 1);
    // The pawns on e2 and g2 lock in the bishop on f1. So the bishop blocks the way of a rook from
    // the door on d2 to h1.
    assert_eq!(lost("8/8/5k2/8/8/R4K2/PPP1PPPP/R4B2 w - - 0 1"), 1);
    // Here g2 is a door too, and a rook can come from there to h1.
    assert_eq!(lost("8/8/5k2/8/8/R4K2/PPP1PP1P/R4B2 w - - 0 1"), 0);
}

#[test]
fn doors_are_counted_before_they_close() {
    let doors =
        |text| [Feature::ClosedHomes, Feature::LastDoors].map(|f| count(game("ssehc"), text, f));
    assert_eq!(doors("8/8/5k2/8/8/5K2/8/8 w - - 0 1"), [0, 0]);
    // A home is a home square of a king, queen, rook or bishop. A door is a square of row 2 without
    // a home pawn.
    // * The entrances of a bishop's home are the doors diagonally in front of it.
    // * A king, queen or rook steps from a door to a square of row 1 and, unless that is its home,
    //   goes on along row 1 to its home. The entrance is the square of row 1 to which it steps, not
    //   the door. Pieces that are home, except knights, block row 1.
    // Only homes that lack their piece are counted: by `ClosedHomes` if they have no entrance, by
    // `LastDoors` if they have exactly one.
    // Here the only door is e2. The bishop's home f1 has one entrance, e2, and the rook's home a1
    // has one, e1. The homes of king and queen have three each: d1, e1 and f1. The bishop's home c1
    // has none.
    assert_eq!(doors("8/8/5k2/8/8/R4K2/PPPP1PPP/7R w - - 0 1"), [1, 2]);
    assert_eq!(doors("8/8/5k2/8/8/5K2/PPPPPPPP/RNBQ1BNR w - - 0 1"), [1, 0]);
}

#[test]
fn the_leader_is_settled_once_pieces_that_are_not_home_cannot_un_move() {
    let settled = |text| count(game("ssehc-classic"), text, Feature::Settled);
    // White leads: all its pieces are on the board, and more of them are home than of Black's. The
    // count is 8 minus the number of un-moves of White's pieces that are not home: the pawn on a3
    // and the rook on b2. In the first position neither has an un-move. In the second position the
    // rook has three: to b3, b4 and b5.
    let blocked = "7k/pppppppp/r1bqbnr1/8/8/Pn6/PRPPPPPP/RNBQKBN1 w - - 0 1";
    assert_eq!(settled(blocked), 8);
    let not_blocked = "7k/pppppppp/rnbqbnr1/8/8/P7/PRPPPPPP/RNBQKBN1 w - - 0 1";
    assert_eq!(settled(not_blocked), 5);
}

#[test]
fn an_enemy_piece_that_cannot_leave_a_home_square_is_a_squatter() {
    let squatters = |text| count(game("ssehc"), text, Feature::Squatters);
    assert_eq!(squatters("8/8/5k2/8/8/5K2/P7/rN6 w - - 0 1"), 1);
    assert_eq!(squatters("8/8/5k2/8/8/5K2/P7/r7 w - - 0 1"), 0);
}

#[test]
fn a_pawn_without_a_file_of_its_own_is_lost_if_no_diagonal_un_move_helps() {
    let lost = |text| count(game("ssehc-classic"), text, Feature::LostPawns);
    let side = |text| count(game("ssehc-classic"), text, Feature::SidePawns);
    let next_files_free = "8/8/5k2/8/4P3/5K2/4P3/8 w - - 0 1";
    assert_eq!((side(next_files_free), lost(next_files_free)), (1, 0));
    let next_files_taken = "8/8/5k2/8/8/4PK2/3PPP2/8 w - - 0 1";
    assert_eq!((side(next_files_taken), lost(next_files_taken)), (0, 1));
}

#[test]
fn a_host_is_a_home_square_of_a_piece_in_reserve_and_an_enemy_piece_can_leave_it() {
    // Black's rook can leave b1 in the first position and a1 in the second. Both are home squares
    // of white pieces in reserve.
    let hosts = |text| count(game("ssehc-classic"), text, Feature::Hosts);
    assert_eq!(hosts("8/8/5k2/8/8/5K2/8/1r6 b - - 0 1"), 1);
    assert_eq!(hosts("8/8/5k2/8/8/5K2/8/r7 b - - 0 1"), 1);
    assert_eq!(hosts("8/8/5k2/8/8/r4K2/8/8 b - - 0 1"), 0);
}

#[test]
fn no_pawn_is_revived_on_a_file_that_has_one() {
    let files = |text| count(game("unplay-strict"), text, Feature::RevivalFiles);
    // White's rook on e6 and king on g7 can each un-capture a pawn. In the second position the
    // e-file already has a black pawn, on e3.
    assert_eq!(files("8/6K1/4R3/8/8/8/8/k7 w - - 0 1"), 2);
    assert_eq!(files("8/6K1/4R3/8/8/4p3/8/k7 w - - 0 1"), 1);
}
