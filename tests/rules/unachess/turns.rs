//! Drops, moves, captures, promotions, double steps.

use reviver::board::{Color, Pending};
use reviver::rules::{Rules, Seat};

use super::{START, after, assert_legality, read, rule, turn};
use crate::common::game;

#[test]
fn the_game_starts_with_an_empty_board_and_white_to_drop() {
    let position = read(START);
    assert_eq!(*position.setup(), game("unachess").start(0));
    assert_eq!(position.side(), Color::White);
    assert_eq!(position.seat(), Seat::First);
    // Each of the five kinds other than pawns can be dropped on 64 squares, a pawn on 24 squares.
    assert_eq!(position.count(), 5 * 64 + 24);
}

#[test]
fn a_drop_takes_a_piece_of_the_own_reserve_to_an_empty_square() {
    let fen = "4k3/8/8/8/8/8/8/4K3[Rn] w - - 0 1";
    assert_legality(
        fen,
        &["R@a1", "R@h8", "R@e2"],
        &["R@e1", "R@e8", "N@f3", "Q@a1"],
    );
    assert_eq!(rule(fen, "N@f3"), "drops come from the reserve");
    assert_eq!(rule(fen, "R@e8"), "drops go to empty squares");
    let position = after(fen, &["R@a1"]);
    assert_eq!(
        position.setup().to_string(),
        "4k3/8/8/8/8/8/8/R3K3[n] b - - 0 1"
    );
}

#[test]
fn pawns_are_dropped_on_rows_2_3_and_4() {
    let fen = "8/8/8/8/8/8/8/8[KPk] w - - 0 1";
    assert_legality(
        fen,
        &["P@a2", "P@d3", "P@h4"],
        &["P@a1", "P@d5", "P@d6", "P@d7", "P@h8"],
    );
    assert_eq!(rule(fen, "P@d5"), "pawns are dropped on certain rows only");
}

#[test]
fn bishops_may_share_a_colour() {
    let position = after(
        "4k3/8/8/8/8/8/8/4K3[BB] w - - 0 1",
        &["B@a1", "e8e7", "B@c1"],
    );
    assert_eq!(
        position.setup().to_string(),
        "8/4k3/8/8/8/8/8/B1B1K3[] b - - 0 2"
    );
}

#[test]
fn a_captured_piece_is_out_of_the_game() {
    let position = after("4k3/8/8/8/8/8/4n3/4K3[] w - - 3 9", &["e1e2"]);
    assert_eq!(
        position.setup().to_string(),
        "4k3/8/8/8/8/8/4K3/8[] b - - 0 9"
    );
}

#[test]
fn a_side_does_not_capture_while_its_own_king_is_in_reserve() {
    let fen = "4k3/8/8/3r4/4P3/8/8/R2q4[Kn] w - - 0 1";
    assert_legality(fen, &["a1b1", "e4e5", "K@h3"], &["a1d1", "e4d5"]);
    assert_eq!(
        rule(fen, "a1d1"),
        "no captures while the player's own king is in reserve"
    );
    // White may capture although Black's king is in reserve.
    assert_legality(
        "8/8/8/3r4/4P3/8/8/R2q2K1[kn] w - - 0 1",
        &["a1d1", "e4d5"],
        &[],
    );
}

#[test]
fn a_side_does_not_capture_en_passant_while_its_own_king_is_in_reserve() {
    let position = after("4k3/8/8/8/3p4/8/4P3/4K3[] w - - 0 1", &["e2e4"]);
    assert_eq!(
        position.setup().pending,
        Pending::At("e3".parse().expect("e3"))
    );
    let position = after("8/8/8/8/3p4/8/4P3/4K3[k] w - - 0 1", &["e2e4"]);
    assert_eq!(position.setup().pending, Pending::Nothing);
    assert!(!position.is_legal(turn("d4e3")));
    let reason = position.illegality(turn("d4e3")).expect("illegal").reason;
    assert_eq!(
        reason,
        "e3 is empty, and a capture of the pawn on e4 en passant would be illegal: Black must drop its king before it captures"
    );
    // Black may capture en passant although White's king is in reserve.
    let position = after("4k3/8/8/8/3p4/8/4P3/8[K] w - - 0 1", &["e2e4", "d4e3"]);
    assert_eq!(
        position.setup().to_string(),
        "4k3/8/8/8/8/4p3/8/8[K] w - - 0 2"
    );
}

#[test]
fn a_pawn_is_promoted_to_queen_rook_bishop_or_knight() {
    let fen = "3n4/4P3/8/8/8/8/8/K6k[] w - - 0 1";
    assert_legality(
        fen,
        &["e7e8q", "e7e8r", "e7e8b", "e7e8n", "e7d8q", "e7d8n"],
        &["e7e8", "e7d8", "e7f8q", "e7e8k", "a1a2q"],
    );
    assert_eq!(rule(fen, "e7e8"), "promotion");
    assert_eq!(rule(fen, "a1a2q"), "promotion");
    // While its king is in reserve, a side may not promote by a capture.
    assert_legality("3n4/4P3/8/8/8/8/8/7k[K] w - - 0 1", &["e7e8q"], &["e7d8q"]);
    let position = after(fen, &["e7d8n"]);
    assert_eq!(
        position.setup().to_string(),
        "3N4/8/8/8/8/8/8/K6k[] b - - 0 1"
    );
}

#[test]
fn a_pawn_dropped_on_row_2_may_advance_two_squares() {
    let position = after(
        "4k3/8/8/8/5p2/8/8/4K3[PP] w - - 0 1",
        &["P@e2", "e8e7", "e2e4"],
    );
    assert_eq!(
        position.setup().pending,
        Pending::At("e3".parse().expect("e3"))
    );
    assert!(position.is_legal(turn("f4e3")));
    assert_legality("4k3/8/8/8/8/4P3/8/4K3[] w - - 0 1", &["e3e4"], &["e3e5"]);
    assert_legality(
        "4k3/8/8/8/8/4n3/4P3/4K3[] w - - 0 1",
        &[],
        &["e2e3", "e2e4"],
    );
    assert_legality("4k3/8/8/8/4n3/8/4P3/4K3[] w - - 0 1", &["e2e3"], &["e2e4"]);
}

#[test]
fn a_pawn_dropped_on_row_4_is_not_captured_en_passant() {
    let position = after("4k3/8/8/8/5p2/8/8/4K3[P] w - - 0 1", &["P@e4"]);
    assert_eq!(position.setup().pending, Pending::Nothing);
    assert!(!position.is_legal(turn("f4e3")));
}

#[test]
fn the_en_passant_square_is_written_only_if_a_capture_is_legal() {
    let pending = |fen: &str, play: &str| after(fen, &[play]).setup().pending;
    // No black pawn stands next to e4.
    assert_eq!(
        pending("4k3/8/8/8/8/8/4P3/4K3[] w - - 0 1", "e2e4"),
        Pending::Nothing
    );
    // The capturing pawn is pinned: on its file in the first position, on a diagonal in the second.
    assert_eq!(
        pending("3k4/8/8/8/3p4/8/4P3/3RK3[] w - - 0 1", "e2e4"),
        Pending::Nothing
    );
    assert_eq!(
        pending("7B/8/8/8/3p4/8/4P2K/k7[] w - - 0 1", "e2e4"),
        Pending::Nothing
    );
    // Only the pawns on d4 and e4 stand between White's rook and Black's king. The capture would
    // remove both from the rank.
    assert_eq!(
        pending("8/8/8/8/k2p3R/8/4P3/4K3[] w - - 0 1", "e2e4"),
        Pending::Nothing
    );
    // One of two capturers is pinned; the other may capture.
    let position = after("3k4/8/8/8/3p1p2/8/4P3/3RK3[] w - - 0 1", &["e2e4"]);
    assert_eq!(
        position.setup().pending,
        Pending::At("e3".parse().expect("e3"))
    );
    assert!(position.is_legal(turn("f4e3")));
    assert!(!position.is_legal(turn("d4e3")));
    // White's king is in reserve, so there is no check and Black's pawn is not pinned.
    let position = after("3k4/8/8/8/3p4/8/4P3/3R4[K] w - - 0 1", &["e2e4"]);
    assert!(position.is_legal(turn("d4e3")));
}

#[test]
fn an_en_passant_capture_may_answer_the_check_of_the_pawn() {
    let position = after("8/8/8/5k2/3p4/8/4P3/4K3[] w - - 0 1", &["e2e4"]);
    assert!(*position.checks().get(Color::Black));
    assert!(position.is_legal(turn("d4e3")));
    assert!(!position.is_legal(turn("d4d3")));
}

#[test]
fn the_reason_against_an_en_passant_capture_names_the_checking_piece() {
    let position = after("4r2k/3p4/8/4P3/8/8/8/4K3[] b - - 0 1", &["d7d5"]);
    assert_eq!(position.setup().pending, Pending::Nothing);
    let reason = position.illegality(turn("e5d6")).expect("illegal").reason;
    assert!(reason.contains("the rook on e8"), "{reason}");
}
