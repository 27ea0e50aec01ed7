//! The Ssehc games against the oracle.

use reviver::rules::{Rules, ssehc::Ssehc};

use crate::common::games_of;
use crate::oracle::random::compare;

#[test]
fn the_games_of_ssehc_equal_the_oracle() {
    super::equal_the_oracle::<Ssehc>(300);
}

/// Black's un-move `g4g5` would expose the black king to the bishop on h3. White's only answer
/// would be `f6e5`, which forces Black to un-capture. Only the un-capture `P@f5` blocks the check.
/// It forces Black to un-move `f5f7`, which opens the line again, and White cannot remove the
/// check.
#[test]
fn an_illegal_un_en_passant_does_not_answer_a_forced_un_capture() {
    let fen = "N5nr/1p1pp1pp/1Bn1kPr1/8/1Q1p2p1/N1q1b2B/P1PPPPPP/b4RKR[p] b - b1 7 16";
    for variant in games_of::<Ssehc>() {
        let position = variant.read(fen).expect(fen);
        assert!(!position.is_legal("g4g5".parse().expect("a turn")));
        compare(variant, &position);
    }
}
