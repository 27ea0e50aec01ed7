//! Compares the Smolowitz games with the oracle, a second, slow implementation of the rules.

use reviver::rules::{Rules, smolowitz::Smolowitz};

use crate::common::{turn, typed};
use crate::oracle::random::compare;

#[test]
fn the_games_of_smolowitz_equal_the_oracle() {
    super::equal_the_oracle::<Smolowitz>(200);
}

/// White misses one bishop. All its pawns are on the board, so no bishop is a promoted pawn. The
/// other bishop is home on c1, so the missing bishop comes from f1 and cannot stand on f6, a dark
/// square.
#[test]
fn two_pieces_cannot_come_from_one_home_square() {
    let fen = "1nbq1b2/p2rppkP/5r2/P3pn2/8/3PRN2/PPP2PP1/1NBQK2R[Bpppp] b K - 6 51";
    let position = typed::<Smolowitz>("smolowitz").read(fen).expect(fen);
    assert!(position.is_legal(turn("f6g6")));
    assert!(!position.is_legal(turn("f6g6*b")));
    compare(typed("smolowitz"), &position);
}

/// `e5d4*p` un-captures a black pawn on e5, which gives check. Only Black's un-move `e5e6` could
/// end the check, but the position after `e5e6` is impossible. The pawns on e6 and e7 would have
/// crossed, which takes two captures by one of them. Black's pawn, on its row 3, cannot have
/// captured twice. White's pawns have made at most one capture: only one black piece, the queen, is
/// missing.
#[test]
fn a_pawn_may_not_un_capture_a_checking_pawn_that_cannot_go_back() {
    let fen = "r1b1kb1r/ppppPppp/3n1n2/4P3/5K2/8/PPP2PPP/RNB2B1R[QNqp] w - - 0 1";
    let position = typed::<Smolowitz>("smolowitz").read(fen).expect(fen);
    assert!(!position.is_legal(turn("e5d4*p")));
    compare(typed("smolowitz"), &position);
}
