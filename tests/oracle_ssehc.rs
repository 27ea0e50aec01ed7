//! The two editions of Ssehc against the oracle.

mod oracle;

use oracle::random::{compare, positions_wanted, visit};
use reviver::rules::{Variant, ssehc::Ssehc};

fn equals_the_oracle(variant: Variant) {
    visit::<Ssehc>(variant, positions_wanted(300), |position| {
        compare(variant, position);
    });
}

#[test]
fn ssehc_equals_the_oracle() {
    equals_the_oracle(Variant::Ssehc);
}

#[test]
fn ssehc_classic_equals_the_oracle() {
    equals_the_oracle(Variant::SsehcClassic);
}
