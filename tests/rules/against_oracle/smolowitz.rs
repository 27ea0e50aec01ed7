//! The Smolowitz games against the oracle.

use reviver::rules::{Rules, smolowitz::Smolowitz};

use crate::common::{turn, typed};
use crate::oracle::random::compare;

#[test]
fn the_games_of_smolowitz_equal_the_oracle() {
    super::equal_the_oracle::<Smolowitz>(200);
}

/// White misses one bishop. Its pawns and its bishop on c1 are home, so the missing bishop comes
/// from f1 and cannot stand on f6, a dark square.
#[test]
fn two_pieces_cannot_come_from_one_home_square() {
    let fen = "1nbq1b2/p2rppkP/5r2/P3pn2/8/3PRN2/PPP2PP1/1NBQK2R[Bpppp] b K - 6 51";
    let position = typed::<Smolowitz>("smolowitz").read(fen).expect(fen);
    assert!(position.is_legal(turn("f6g6")));
    assert!(!position.is_legal(turn("f6g6*b")));
    compare(typed("smolowitz"), &position);
}

/// The pawn that `e5d4*p` un-captures gives check, and only `e5e6` could end the check. On e6 it
/// would have passed White's pawn on e7. For this, one of them needs two captures. Black's pawn, on
/// its row 3, cannot have made them, and White has only one.
#[test]
fn a_pawn_may_not_un_capture_a_checking_pawn_that_cannot_go_back() {
    let fen = "r1b1kb1r/ppppPppp/3n1n2/4P3/5K2/8/PPP2PPP/RNB2B1R[QNqp] w - - 0 1";
    let position = typed::<Smolowitz>("smolowitz").read(fen).expect(fen);
    assert!(!position.is_legal(turn("e5d4*p")));
    compare(typed("smolowitz"), &position);
}
