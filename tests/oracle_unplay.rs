//! The Unplay games against the oracle.

mod oracle;

use oracle::random::{compare, positions_wanted, visit};
use reviver::rules::{Variant, unplay::Unplay};

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
