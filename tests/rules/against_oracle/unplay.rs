//! The Unplay games against the oracle.

use reviver::rules::{Outcome, Rules, unplay::Unplay};

use crate::common::typed;
use crate::oracle::random::compare;

#[test]
fn the_games_of_unplay_equal_the_oracle() {
    super::equal_the_oracle::<Unplay>(300);
}

/// The white king is in check, and Black's turn must end this check. Every un-move that does so
/// leaves the black king in a check that White cannot remove. So Black has no legal turn:
/// stalemate, which is a draw.
#[test]
fn there_is_no_retro_checkmate_in_unplay_strict() {
    let fen = "5r1b/5p1k/8/5N2/8/2KQ2R1/3rB3/4q3[RBNPPPPPPPPbnnppppppp] b - - 1 5";
    let position = typed::<Unplay>("unplay-strict").read(fen).expect(fen);
    assert_eq!(position.outcome().map(Outcome::result), Some("1/2-1/2"));
    compare(typed("unplay-strict"), &position);
}
