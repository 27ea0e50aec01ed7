//! The Smolowitz games against the oracle.

use reviver::rules::smolowitz::Smolowitz;

use crate::common::typed;
use crate::oracle::random::compare;

#[test]
fn the_games_of_smolowitz_equal_the_oracle() {
    super::equal_the_oracle::<Smolowitz>(200);
}

#[test]
fn a_piece_on_a_home_square_of_its_kind_leaves_no_home_for_another() {
    let fen = "1nbq1b2/p2rppkP/5r2/P3pn2/8/3PRN2/PPP2PP1/1NBQK2R[Bpppp] b K - 6 51";
    let position = typed::<Smolowitz>("smolowitz").read(fen).expect(fen);
    compare(typed("smolowitz"), &position);
}
