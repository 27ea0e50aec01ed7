//! Un-castling in the Unplay games and in Smolowitz's game. A king and a rook that have un-castled
//! are *frozen*: they stay on their home squares.

use reviver::rules::Rules;
use reviver::rules::unplay::Unplay;

use crate::common::{
    REVIVING, assert_illegal, assert_leads_to, assert_legal, assert_legal_exactly, read, turn,
    typed,
};

#[test]
fn king_and_rook_un_castle_to_their_home_squares_and_are_frozen() {
    assert_leads_to(
        &REVIVING,
        "8/8/8/8/8/k7/8/5RK1 w - - 4 1",
        "g1e1",
        "8/8/8/8/8/k7/8/4K2R b K - 5 1",
    );
    assert_leads_to(
        &REVIVING,
        "8/8/8/8/8/7k/8/2KR4 w - - 4 1",
        "c1e1",
        "8/8/8/8/8/7k/8/R3K3 b Q - 5 1",
    );
}

#[test]
fn a_frozen_king_or_rook_does_not_un_move() {
    let fen = "8/8/8/8/8/k7/8/4K2R w K - 0 1";
    assert_illegal(
        &REVIVING,
        fen,
        &["e1e2", "e1d1", "h1h2", "h1g1"],
        "has un-castled",
    );
    assert_legal_exactly(&REVIVING, fen, "e1", &[]);
    assert_legal_exactly(&REVIVING, fen, "h1", &[]);
    // The rook on a1 is not frozen.
    assert_legal(
        &REVIVING,
        "8/8/8/8/8/k7/8/R3K2R w K - 0 1",
        &["a1b1", "a1d1"],
    );
}

#[test]
fn an_un_castling_undoes_no_capture() {
    assert_illegal(
        &REVIVING,
        "8/8/8/8/8/k7/8/5RK1 w - - 0 1",
        &["g1e1*n"],
        "undoes no capture",
    );
}

#[test]
fn un_castling_needs_king_and_rook_on_the_squares_where_castling_leaves_them() {
    assert_illegal(
        &REVIVING,
        "8/8/8/8/8/k7/8/4R1K1 w - - 0 1",
        &["g1e1"],
        "no rook",
    );
    assert_illegal(
        &REVIVING,
        "8/8/8/8/8/k7/8/4RK2 w - - 0 1",
        &["f1d1"],
        "a king does not un-move",
    );
    // An enemy knight stands on f1 instead of the rook.
    assert_illegal(
        &REVIVING,
        "8/8/8/8/8/k7/8/3B1nK1 w - - 0 1",
        &["g1e1"],
        "no rook",
    );
}

#[test]
fn the_home_squares_must_be_empty_and_b1_too_on_the_queens_side() {
    for fen in [
        "8/8/8/8/8/k7/8/4BRK1 w - - 0 1",
        "8/8/8/8/8/k7/8/5RKn w - - 0 1",
    ] {
        assert_illegal(&REVIVING, fen, &["g1e1"], "must be empty");
    }
    for fen in [
        "8/8/8/8/8/7k/8/1NKR4 w - - 0 1",
        "8/8/8/8/8/7k/8/n1KR4 w - - 0 1",
        "8/8/8/8/8/7k/8/2KRB3 w - - 0 1",
    ] {
        assert_illegal(&REVIVING, fen, &["c1e1"], "must be empty");
    }
}

#[test]
fn the_king_must_not_have_castled_out_of_or_through_check() {
    // After `g1e1`, a black piece would attack e1 or f1.
    for fen in [
        "4r3/8/8/8/8/k7/8/5RK1 w - - 0 1",
        "8/8/8/8/8/k7/8/r4RK1 w - - 0 1",
        "5r2/8/8/8/8/k7/8/5RK1 w - - 0 1",
        "8/8/8/8/2b5/k7/8/5RK1 w - - 0 1",
        "8/8/8/8/8/k2n4/8/5RK1 w - - 0 1",
    ] {
        assert_illegal(&REVIVING, fen, &["g1e1"], "is attacked");
    }
    // After `c1e1`, a black piece would attack e1 or d1.
    for fen in [
        "4r3/8/8/8/8/7k/8/2KR4 w - - 0 1",
        "3r4/8/8/8/8/7k/8/2KR4 w - - 0 1",
    ] {
        assert_illegal(&REVIVING, fen, &["c1e1"], "is attacked");
    }
}

#[test]
fn squares_that_only_the_rook_crosses_or_reaches_may_be_attacked() {
    assert_legal(&REVIVING, "7r/8/8/8/8/k7/8/5RK1 w - - 0 1", &["g1e1"]);
    assert_legal(&REVIVING, "1r6/8/8/8/8/7k/8/2KR4 w - - 0 1", &["c1e1"]);
    assert_legal(&REVIVING, "r7/8/8/8/8/7k/8/2KR4 w - - 0 1", &["c1e1"]);
}

#[test]
fn un_castling_may_not_leave_the_enemy_king_attacked() {
    assert_illegal(
        &REVIVING,
        "8/8/8/8/8/7k/8/5RK1 w - - 0 1",
        &["g1e1"],
        "in check",
    );
}

#[test]
fn un_castling_is_reversible_and_frozen_pieces_change_the_key() {
    let castled = "8/8/8/8/8/k7/8/5RK1 w - - 4 1";
    let position: Unplay = read(typed("unplay"), castled);
    assert!(!position.is_irreversible(turn("g1e1")));
    // These positions differ only in whether the king and the rook are frozen.
    let frozen: Unplay = read(typed("unplay"), "8/8/8/8/8/k7/8/4K2R b K - 5 1");
    let free: Unplay = read(typed("unplay"), "8/8/8/8/8/k7/8/4K2R b - - 5 1");
    assert_ne!(frozen.key(), free.key());
}
