//! Smolowitz' game against the oracle.

mod oracle;

use oracle::random::{compare, positions_wanted, visit};
use reviver::rules::{Variant, smolowitz::Smolowitz};

#[test]
fn smolowitz_equals_the_oracle() {
    let variant = Variant::Smolowitz;
    visit::<Smolowitz>(variant, positions_wanted(200), |position| {
        compare(variant, position);
    });
}
