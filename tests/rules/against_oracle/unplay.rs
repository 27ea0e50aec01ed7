//! The Unplay games against the oracle.

use crate::oracle::random::{compare, positions_wanted, visit};
use reviver::notation::position;
use reviver::rules::{Outcome, Rules, Variant, unplay::Unplay};

fn equals_the_oracle(variant: Variant) {
    visit::<Unplay>(variant, positions_wanted(300), |position| {
        compare(variant, position);
    });
}

#[test]
fn unplay_equals_the_oracle() {
    equals_the_oracle(Variant::Unplay);
}

#[test]
fn unplay_random_equals_the_oracle() {
    equals_the_oracle(Variant::UnplayRandom);
}

#[test]
fn unplay_placement_equals_the_oracle() {
    equals_the_oracle(Variant::UnplayPlacement);
}

#[test]
fn unplay_strict_equals_the_oracle() {
    equals_the_oracle(Variant::UnplayStrict);
}

/// Black could remove the check on the white king, but only by turns that leave its own king in a
/// check that White cannot remove.
#[test]
fn there_is_no_retro_checkmate_in_unplay_strict() {
    let fen = "5r1b/5p1k/8/5N2/8/2KQ2R1/3rB3/4q3[RBNPPPPPPPPbnnppppppp] b - - 1 5";
    let position = position::read::<Unplay>(Variant::UnplayStrict, fen).expect(fen);
    assert_eq!(position.outcome().map(Outcome::result), Some("1/2-1/2"));
    compare(Variant::UnplayStrict, &position);
}
