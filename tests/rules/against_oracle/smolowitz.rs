//! The Smolowitz games against the oracle.

use reviver::rules::smolowitz::Smolowitz;

use crate::common::typed;
use crate::oracle::random::compare;

#[test]
fn the_games_of_smolowitz_equal_the_oracle() {
    super::equal_the_oracle::<Smolowitz>(200);
}

#[test]
fn two_pieces_cannot_come_from_one_home_square() {
    let fen = "1nbq1b2/p2rppkP/5r2/P3pn2/8/3PRN2/PPP2PP1/1NBQK2R[Bpppp] b K - 6 51";
    let position = typed::<Smolowitz>("smolowitz").read(fen).expect(fen);
    compare(typed("smolowitz"), &position);
}

/// After e5d4*p only the un-captured pawn on e5 can take back the check, by e5e6. There it would have crossed White's
/// pawn on e7. It would stand too low to pay for this, and White has only one capture.
#[test]
fn a_pawn_may_not_un_capture_a_checking_pawn_that_cannot_go_back() {
    let fen = "r1b1kb1r/ppppPppp/3n1n2/4P3/5K2/8/PPP2PPP/RNB2B1R[QNqp] w - - 0 1";
    let position = typed::<Smolowitz>("smolowitz").read(fen).expect(fen);
    compare(typed("smolowitz"), &position);
}
