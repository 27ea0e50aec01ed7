//! Positions that are impossible because pieces are cut off from their home squares, or because
//! pawns need too many captures; and similar positions that are possible.

use super::{GAME, assert_impossible};
use crate::common::{assert_illegal, assert_legal, assert_valid};

#[test]
fn a_bishop_is_cut_off_by_pawns_on_row_2() {
    assert_impossible(
        "4k3/8/8/8/4B3/8/PPPPPPPP/4K3 w - - 0 1",
        "cut off from its home",
    );
    assert_valid(&GAME, "4k3/8/8/8/4B3/6P1/PPPPPP1P/4K3 w - - 0 1");
    // The pawns on b2 and d2 cut the dark-squared bishop off from c1.
    assert_impossible(
        "4k3/8/8/8/3B4/4P1P1/PPPP1P1P/4K3 w - - 0 1",
        "cut off from its home",
    );
    assert_valid(&GAME, "4k3/8/8/8/3B4/3P4/PPP1PPPP/4K3 w - - 0 1");
}

#[test]
fn a_bishop_at_home_is_not_cut_off() {
    assert_valid(&GAME, "4k3/8/8/8/8/8/PPPPPPPP/2B1KB2 w - - 0 1");
}

#[test]
fn a_queen_is_cut_off_by_pawns_on_row_2() {
    assert_impossible(
        "4k3/8/8/8/6Q1/8/PPPPPPPP/4K3 w - - 0 1",
        "cut off from its home",
    );
    assert_valid(&GAME, "4k3/8/8/8/6Q1/7P/PPPPPPP1/4K3 w - - 0 1");
}

#[test]
fn a_rook_is_cut_off_by_pawns_on_row_2() {
    assert_impossible(
        "4k3/8/8/8/R7/8/PPPPPPPP/4K3 w - - 0 1",
        "cut off from its home",
    );
    assert_valid(&GAME, "4k3/8/8/8/R7/4P3/PPPP1PPP/4K3 w - - 0 1");
}

#[test]
fn the_king_is_never_a_promoted_pawn() {
    assert_impossible(
        "4k3/8/8/8/4K3/8/PPPPPPPP/8 w - - 0 1",
        "cut off from its home",
    );
    assert_valid(&GAME, "4k3/8/8/8/4K3/8/1PPPPPPP/8 w - - 0 1");
    // The locked bishop on c1 blocks the king's only way home, over a2 and the first rank.
    assert_impossible(
        "4k3/8/8/8/4K3/8/1PPPPPPP/2B5 w - - 0 1",
        "cut off from its home",
    );
}

#[test]
fn knights_are_never_cut_off() {
    assert_valid(&GAME, "4k3/8/8/8/4N3/4N3/PPPPPPPP/4K3 w - - 0 1");
}

#[test]
fn a_bishop_at_home_behind_two_pawns_locks_its_square() {
    assert_impossible(
        "4k3/8/8/8/8/8/PPPPPPPP/2BRKB2 w - - 0 1",
        "cut off from its home",
    );
    assert_valid(&GAME, "4k3/8/8/8/8/8/PPPPPPPP/2BRK3 w - - 0 1");
    assert_valid(&GAME, "4k3/8/8/8/8/6P1/PPPPPP1P/2BRKB2 w - - 0 1");
}

#[test]
fn frozen_kings_and_rooks_lock_their_squares() {
    assert_impossible(
        "4k3/8/8/8/8/8/PPPPPPPP/4K1RR w K - 0 1",
        "cut off from its home",
    );
    assert_valid(&GAME, "4k3/8/8/8/8/8/PPPPPPPP/4K1RR w - - 0 1");
}

#[test]
fn two_pieces_need_two_homes() {
    assert_impossible(
        "4k3/8/8/8/3B4/1P1PP1P1/P1P2P1P/2B1K3 w - - 0 1",
        "cut off from its home",
    );
    assert_valid(&GAME, "4k3/8/8/8/4B3/1P1PP1P1/P1P2P1P/2B1K3 w - - 0 1");
}

#[test]
fn as_many_pieces_may_be_cut_off_as_pawns_are_missing() {
    // White lacks one pawn in the first two positions, and two pawns in the third.
    assert_valid(&GAME, "4k3/8/8/8/4B3/8/1PPPPPPP/4K3 w - - 0 1");
    assert_impossible(
        "4k3/8/8/8/3BB3/8/1PPPPPPP/4K3 w - - 0 1",
        "cut off from its home",
    );
    assert_valid(&GAME, "4k3/8/8/8/3BB3/8/1PPPPPP1/4K3 w - - 0 1");
}

#[test]
fn other_pieces_do_not_block_the_way_home() {
    // The bishop's way home is over g2.
    assert_valid(&GAME, "4k3/8/8/8/4B3/6P1/PPPPPPNP/4K3 w - - 0 1");
}

#[test]
fn a_pawn_may_not_un_move_to_where_it_locks_a_piece_out() {
    let fen = "4k3/8/8/8/4B3/4P3/PPPP1PPP/4K3 w - - 0 1";
    assert_illegal(&GAME, fen, &["e3e2"], "cut off from its home");
    assert_legal(&GAME, fen, &["e4d3", "e4f5"]);
}

#[test]
fn no_piece_is_un_captured_where_it_is_cut_off_from_its_home() {
    let fen = "4k3/pppppppp/8/4N3/8/8/8/4K3 w - - 0 1";
    assert_illegal(
        &GAME,
        fen,
        &["e5d3*b", "e5d3*r", "e5d3*q"],
        "cut off from its home",
    );
    assert_legal(&GAME, fen, &["e5d3*n", "e5d3"]);
}

/// A white pawn un-captured on h2 would lock Black's king in on g1 or h1. A king must have a way to
/// its home square.
#[test]
fn a_king_does_not_lock_itself_in() {
    let fen = "8/4p3/1nn1pB1b/2KQ1b2/3rP1q1/3rP3/4PPPk/5B2[RRNNPPPpppppp] b - - 2 12";
    assert_illegal(&GAME, fen, &["h2g1*p", "h2h1*p"], "cut off from its home");
    assert_legal(&GAME, fen, &["h2g1*n", "h2h1*n"]);
}

#[test]
fn after_an_un_promotion_a_pawn_must_be_missing_for_each_piece_that_stays_cut_off() {
    let fen = "2B1N3/8/8/7k/8/8/1PPPPPPP/4K3 w - - 0 1";
    assert_illegal(&GAME, fen, &["e8e7p"], "cut off from its home");
    assert_legal(&GAME, fen, &["c8c7p"]);
}

// ----- pawn captures -----

#[test]
fn pawns_on_one_file_need_captures() {
    assert_impossible("rnbqkbnr/pppppppp/8/8/4P3/4P3/8/4K3 w - - 0 1", "captures");
    assert_valid(&GAME, "r1bqkbnr/pppppppp/8/8/4P3/4P3/8/4K3 w - - 0 1");
}

#[test]
fn a_pawn_has_captured_at_most_once_a_row() {
    assert_impossible("4k3/8/8/8/8/7P/6PP/4K3 w - - 0 1", "captures");
    assert_valid(&GAME, "4k3/8/8/8/7P/8/6PP/4K3 w - - 0 1");
}

#[test]
fn the_captures_of_all_pawns_count() {
    // The pawns of the a-file come from the files a, b and c, which takes three captures.
    assert_impossible("r1bqkb1r/pppppppp/8/8/P7/P7/P7/4K3 w - - 0 1", "captures");
    assert_valid(&GAME, "r1bqkb2/pppppppp/8/8/P7/P7/P7/4K3 w - - 0 1");
}

#[test]
fn two_pawns_that_have_passed_each_other_need_two_captures_of_one_side() {
    // The names of the positions say which pieces are missing.
    let none = "rnbqkbnr/pppp1ppp/8/4P3/4p3/8/PPPP1PPP/RNBQKBNR w - - 0 1";
    assert_impossible(none, "captures");
    let one_each = "r1bqkbnr/pppp1ppp/8/4P3/4p3/8/PPPP1PPP/R1BQKBNR w - - 0 1";
    assert_impossible(one_each, "captures");
    let two_black = "r1bqkb1r/pppp1ppp/8/4P3/4p3/8/PPPP1PPP/RNBQKBNR w - - 0 1";
    assert_valid(&GAME, two_black);
    let two_white = "rnbqkbnr/pppp1ppp/8/4P3/4p3/8/PPPP1PPP/R1BQKB1R w - - 0 1";
    assert_valid(&GAME, two_white);
}

#[test]
fn a_pawn_that_captured_twice_to_pass_another_stands_on_row_4_or_higher() {
    // No white piece is missing, so Black's pawns have captured nothing. White's pawn on e3 can
    // have captured only once.
    let only_white_captured = "r1bqkb1r/pppp1ppp/8/8/8/4P3/PPPPpPPP/RNBQKBNR w - - 0 1";
    assert_impossible(only_white_captured, "captures");
    let only_black_captured = "rnbqkbnr/pppp1ppp/8/8/8/4P3/PPPPpPPP/R1BQKB1R w - - 0 1";
    assert_valid(&GAME, only_black_captured);
    let row_4 = "r1bqkb1r/pppp1ppp/8/8/4P3/8/PPPPpPPP/RNBQKBNR w - - 0 1";
    assert_valid(&GAME, row_4);
}

#[test]
fn an_un_capture_may_not_put_back_a_piece_that_the_pawns_must_have_captured() {
    let fen = "r1bqkbnr/pppppppp/8/8/4P1N1/4P3/8/4K3 w - - 0 1";
    assert_illegal(&GAME, fen, &["g4e5*n"], "captures");
    // `e4d3*n` undoes the capture that one of the pawns made.
    assert_legal(&GAME, fen, &["e4d3*n", "g4e5"]);
}

#[test]
fn an_un_captured_pawn_may_not_have_passed_another_without_captures() {
    // `e4c3*p` un-captures the only missing piece, a pawn, on e4. Now the pawns on e4 and e5 have
    // passed each other. For this, one of them must have captured twice, but no piece is missing.
    let fen = "rnbqkbnr/pppp1ppp/8/4P3/4N3/8/PPPP1PPP/RNBQKB1R w - - 0 1";
    assert_illegal(&GAME, fen, &["e4c3*p"], "captures");
    let fen = "rnbqkbnr/pppp1ppp/4N3/4P3/8/8/PPPP1PPP/RNBQKB1R w - - 0 1";
    assert_legal(&GAME, fen, &["e6c5*p"]);
}
