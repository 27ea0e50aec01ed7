//! The Ssehc games are compared with the oracle, a second, slow implementation of the rules.

use reviver::rules::{Rules, ssehc::Ssehc};

use crate::common::games_of;
use crate::oracle::random::compare;

#[test]
fn the_games_of_ssehc_equal_the_oracle() {
    super::equal_the_oracle::<Ssehc>(300);
}

/// Black's un-move `g4g5` would expose the black king to the bishop on h3. White's only answer
/// would be `f6e5`, which forces Black to un-capture. Only the un-en-passant `P@f5` blocks the
/// check. Black must then un-move `f5f7`. This opens the line again, and White cannot remove the
/// check. So `f6e5` is illegal, and `g4g5` too.
#[test]
fn a_forced_un_capture_cannot_be_an_illegal_un_en_passant() {
    let fen = "N5nr/1p1pp1pp/1Bn1kPr1/8/1Q1p2p1/N1q1b2B/P1PPPPPP/b4RKR[p] b - b1 7 16";
    for variant in games_of::<Ssehc>() {
        let position = variant.read(fen).expect(fen);
        assert!(!position.is_legal("g4g5".parse().expect("a turn")));
        compare(variant, &position);
    }
}

/// In the first position, White's `g7h6` exposes the white king to the bishop on h8, and forces
/// Black to un-capture on g7. The un-captured piece blocks the check, but Black has no legal
/// un-move:
///
/// * If the un-captured piece un-moves, the bishop gives check again, and White has no piece in
///   reserve to put on g7.
/// * No other black piece can un-move. The knight on f5 and the bishop could go only to g7, which
///   is filled. The king and the pawns cannot un-move either.
///
/// So Black cannot remove the check, and `g7h6` is illegal. The other positions are similar.
#[test]
fn no_piece_un_moves_to_the_square_of_a_forced_un_capture() {
    for (fen, turn) in [
        (
            "kB5b/pp2P1P1/3P1K2/5n2/3P3P/4P1P1/7P/RN1Q1BNR[qrrbnpppppp] w - - 0 1",
            "g7h6",
        ),
        (
            "rn1q1bnr/7p/4p1p1/3p3p/5N2/3p1k2/PP2p1p1/Kb5B[QRRBNPPPPPP] b - - 0 1",
            "g2h3",
        ),
        (
            "kB5b/pp2PRPr/4pK2/3P4/3P3P/2P1P3/7P/1N1Q1BN1[Rqrbnnppppp] w - f5! 0 1",
            "R@f5,g7h6",
        ),
        (
            "kBn4b/pp2P1PN/3P1K2/5n2/3P3P/4P1P1/7P/RN1Q1B2[Rqrrbpppppp] w - b6 0 1",
            "R@b6,g7h6",
        ),
    ] {
        for variant in games_of::<Ssehc>() {
            let position = variant.read(fen).expect(fen);
            assert!(
                !position.is_legal(turn.parse().expect("a turn")),
                "{fen} {turn}"
            );
            compare(variant, &position);
        }
    }
}
