//! Castling by a king and a rook that were dropped on their home squares.

use reviver::rules::Rules;

use super::{after, assert_legality, castling_field, rule, turn};

#[test]
fn castling_takes_a_king_dropped_at_home_and_a_rook_dropped_in_the_corner() {
    let fen = "4k3/8/8/8/8/8/8/8[KRR] w - - 0 1";
    let position = after(fen, &["R@h1", "e8e7", "K@e1", "e7e8", "R@a1", "e8e7"]);
    assert_eq!(castling_field(&position), "KQ");
    assert!(position.is_legal(turn("e1g1")) && position.is_legal(turn("e1c1")));
    let castled = position.play(turn("e1c1"));
    assert_eq!(
        castled.setup().to_string(),
        "8/4k3/8/8/8/8/8/2KR3R[] b - - 2 4"
    );
}

#[test]
fn the_castling_field_follows_drops_moves_and_captures() {
    let field = |fen: &str, turns: &[&str]| castling_field(&after(fen, turns));
    let kings = "4k3/8/8/8/8/8/8/8[KRR] w - - 0 1";
    // White drops rooks before its king. While the king is in reserve, `H` means that the rook on
    // h1 has not moved since it was dropped. `A` means the same for a1.
    assert_eq!(field(kings, &["R@h1"]), "H");
    assert_eq!(field(kings, &["R@h1", "e8e7", "R@a1"]), "HA");
    assert_eq!(field(kings, &["R@h1", "e8e7", "K@e1"]), "K");
    assert_eq!(
        field(kings, &["R@h1", "e8e7", "R@a1", "e7e8", "K@e1"]),
        "KQ"
    );
    assert_eq!(field(kings, &["R@h1", "e8e7", "R@a1", "e7e8", "K@e2"]), "-");
    assert_eq!(field(kings, &["R@h1", "e8e7", "h1h2"]), "-");
    assert_eq!(field(kings, &["R@b1"]), "-");
    // White drops its king before a rook. `E` means that the king has not moved since it was
    // dropped on e1, but that there is no rook to castle with.
    assert_eq!(field(kings, &["K@e1"]), "E");
    assert_eq!(field(kings, &["K@e1", "e8e7", "R@a1"]), "Q");
    assert_eq!(field(kings, &["K@e1", "e8e7", "R@d1"]), "E");
    assert_eq!(field(kings, &["K@e1", "e8e7", "e1e2"]), "-");
    assert_eq!(field(kings, &["K@d1", "e8e7", "R@a1"]), "-");
    // A king or rook that has moved can no longer castle.
    let ready = "4k3/8/8/8/8/8/8/R3K2R[] w KQ - 0 1";
    assert_eq!(field(ready, &["h1h2"]), "Q");
    assert_eq!(field(ready, &["h1h2", "e8e7", "h2h1"]), "Q");
    assert_eq!(field(ready, &["h1h2", "e8d8", "a1a2"]), "E");
    assert_eq!(field(ready, &["e1e2"]), "-");
    assert_eq!(field(ready, &["e1g1"]), "-");
    assert_eq!(
        field(
            "4k3/8/8/8/8/8/8/R3K3[] w E - 0 1",
            &["a1a2", "e8e7", "a2a1"]
        ),
        "E"
    );
    // A captured rook can no longer castle.
    let capture = "r3k2r/6B1/8/8/8/8/8/4K3[] w Ek - 0 1";
    assert_eq!(field(capture, &["g7h8"]), "Ee");
    let waiting = "r6r/6B1/8/8/8/8/8/4K3[k] w Eha - 0 1";
    assert_eq!(field(waiting, &["g7h8"]), "Ea");
    // A rook takes a rook: both sides lose the castling right on the king side.
    assert_eq!(field("4k2r/8/8/8/8/8/8/4K2R[] w Kk - 0 1", &["h1h8"]), "Ee");
}

#[test]
fn castling_needs_empty_squares_and_no_attack_on_the_squares_of_the_king() {
    let ready = "4k3/8/8/8/8/8/8/R3K2R[] w KQ - 0 1";
    assert_legality(ready, &["e1g1", "e1c1"], &[]);
    let king_side_only = "4k3/8/8/8/8/8/8/R3K2R[] w K - 0 1";
    assert_legality(king_side_only, &["e1g1"], &["e1c1"]);
    assert_legality("4k3/8/8/8/8/8/8/R3K2R[] w E - 0 1", &[], &["e1g1", "e1c1"]);
    assert_legality(
        "4k3/8/8/8/8/8/8/RN2K1NR[] w KQ - 0 1",
        &[],
        &["e1g1", "e1c1"],
    );
    assert_legality("4kr2/8/8/8/8/8/8/R3K2R[] w KQ - 0 1", &["e1c1"], &["e1g1"]);
    assert_legality("4k1r1/8/8/8/8/8/8/R3K2R[] w KQ - 0 1", &["e1c1"], &["e1g1"]);
    assert_legality("1r2k3/8/8/8/8/8/8/R3K2R[] w KQ - 0 1", &["e1c1"], &[]);
    assert_legality(
        "2k1r3/8/8/8/8/8/8/R3K2R[] w KQ - 0 1",
        &[],
        &["e1g1", "e1c1"],
    );
    assert_eq!(
        rule("4kr2/8/8/8/8/8/8/R3K2R[] w KQ - 0 1", "e1g1"),
        "castling"
    );
    assert_eq!(rule(king_side_only, "e1c1"), "castling");
}

#[test]
fn castling_goes_over_attacked_squares_while_the_other_king_is_in_reserve() {
    assert_legality(
        "4rrr1/8/8/8/8/8/8/R3K2R[k] w KQ - 0 1",
        &["e1g1", "e1c1"],
        &[],
    );
}
