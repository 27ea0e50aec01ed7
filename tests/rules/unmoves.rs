//! The un-moves that the reverse games share, and en passant in reverse. Each rule is tested for
//! both colours, in the Unplay games and in Smolowitz's game.

use crate::common::{
    REVIVING, assert_illegal, assert_leads_to, assert_legal, assert_legal_exactly,
};

// ----- knight, bishop, rook, queen, king -----

#[test]
fn a_knight_un_moves_as_in_chess() {
    let fen = "k7/8/8/8/3N4/1p6/4P3/7K[QRRBBNPPPPPPPqrrbbnnppppppp] w - - 0 1";
    // b3 and e2 are occupied, and only empty squares are targets.
    let quiet = &["d4b5", "d4c2", "d4c6", "d4e6", "d4f3", "d4f5"];
    assert_legal(&REVIVING, fen, quiet);
    assert_illegal(&REVIVING, fen, &["d4b3", "d4e2"], "must be empty");
    assert_illegal(&REVIVING, fen, &["d4d5"], "a knight does not un-move");
}

#[test]
fn a_bishop_un_moves_as_in_chess_with_a_clear_path() {
    let fen = "k7/8/5P2/8/3B4/8/1n6/7K w - - 0 1";
    let quiet = &[
        "d4e5", "d4c3", "d4c5", "d4b6", "d4a7", "d4e3", "d4f2", "d4g1",
    ];
    assert_legal(&REVIVING, fen, quiet);
    assert_illegal(&REVIVING, fen, &["d4b2", "d4f6"], "must be empty");
    assert_illegal(&REVIVING, fen, &["d4g7", "d4a1"], "is blocked");
    assert_illegal(&REVIVING, fen, &["d4d5"], "a bishop does not un-move");
}

#[test]
fn a_rook_un_moves_as_in_chess_with_a_clear_path() {
    let fen = "7k/8/3n4/8/3R2P1/8/8/1K6 w - - 0 1";
    let quiet = &[
        "d4d5", "d4d3", "d4d2", "d4d1", "d4c4", "d4b4", "d4a4", "d4e4", "d4f4",
    ];
    assert_legal(&REVIVING, fen, quiet);
    assert_illegal(&REVIVING, fen, &["d4d6", "d4g4"], "must be empty");
    assert_illegal(&REVIVING, fen, &["d4d7", "d4h4"], "is blocked");
    assert_illegal(&REVIVING, fen, &["d4e5"], "a rook does not un-move");
}

#[test]
fn a_queen_un_moves_as_in_chess_with_a_clear_path() {
    let fen = "7k/8/3n4/4P3/3Q4/8/8/1K6 w - - 0 1";
    assert_legal(&REVIVING, fen, &["d4d5", "d4a7", "d4f2", "d4c3", "d4a4"]);
    assert_illegal(&REVIVING, fen, &["d4d7", "d4f6"], "is blocked");
    assert_illegal(&REVIVING, fen, &["d4e6"], "a queen does not un-move");
}

#[test]
fn a_king_un_moves_one_step() {
    let fen = "7k/8/8/8/3K4/3P4/8/8 w - - 0 1";
    let quiet = &["d4c3", "d4c4", "d4c5", "d4d5", "d4e3", "d4e4", "d4e5"];
    assert_legal(&REVIVING, fen, quiet);
    assert_illegal(&REVIVING, fen, &["d4d3"], "must be empty");
    assert_illegal(&REVIVING, fen, &["d4d6", "d4b4"], "a king does not un-move");
}

#[test]
fn only_a_piece_of_the_side_to_play_un_moves() {
    let fen = "7k/8/8/8/3N4/8/8/1K6 w - - 0 1";
    assert_illegal(&REVIVING, fen, &["h8h7"], "turn");
    assert_illegal(&REVIVING, fen, &["e4e3"], "no piece stands");
}

// ----- pawns -----

#[test]
fn a_pawn_un_moves_one_square_straight_back_to_row_2_or_higher() {
    let fen = "7k/8/8/4P3/8/2P5/P7/1K6 w - - 0 1";
    assert_legal_exactly(
        &["smolowitz"],
        fen,
        "c3",
        &[
            "c3c2", "c3b2*q", "c3b2*r", "c3b2*b", "c3b2*n", "c3b2*p", "c3d2*q", "c3d2*r", "c3d2*b",
            "c3d2*n", "c3d2*p",
        ],
    );
    assert_legal(&REVIVING, fen, &["e5e4", "c3c2"]);
    assert_illegal(&REVIVING, fen, &["a2a1"], "row 1");
    assert_illegal(
        &REVIVING,
        fen,
        &["e5e6", "e5f5"],
        "straight or diagonally back",
    );
}

#[test]
fn a_pawn_does_not_un_move_to_an_occupied_square() {
    let fen = "7k/8/8/4P3/4N3/8/8/1K6 w - - 0 1";
    assert_illegal(&REVIVING, fen, &["e5e4"], "must be empty");
    let fen = "7k/8/8/4P3/3n4/8/8/1K6 w - - 0 1";
    assert_illegal(&REVIVING, fen, &["e5d4*n"], "must be empty");
}

#[test]
fn a_pawn_un_double_steps_from_row_4_to_row_2() {
    assert_legal(
        &REVIVING,
        "7k/8/8/8/4P3/8/8/1K6 w - - 0 1",
        &["e4e2", "e4e3"],
    );
    assert_illegal(
        &REVIVING,
        "7k/8/8/4P3/8/3P4/8/1K6 w - - 0 1",
        &["e5e3"],
        "row 4 to row 2",
    );
    assert_illegal(
        &REVIVING,
        "7k/8/8/4P3/8/3P4/8/1K6 w - - 0 1",
        &["d3d1"],
        "row 1",
    );
}

#[test]
fn rows_3_and_2_must_be_empty_for_an_un_double_step() {
    for fen in [
        "7k/8/8/8/4P3/4n3/8/1K6 w - - 0 1",
        "7k/8/8/8/4P3/8/4N3/1K6 w - - 0 1",
    ] {
        assert_illegal(&REVIVING, fen, &["e4e2"], "must be empty");
    }
}

#[test]
fn a_pawn_that_goes_diagonally_back_undoes_a_capture() {
    let fen = "7k/8/8/4P3/8/8/8/1K6 w - - 0 1";
    assert_legal(&REVIVING, fen, &["e5d4*n", "e5f4*r", "e5d4*p"]);
    assert_illegal(&REVIVING, fen, &["e5d4", "e5f4"], "name the un-captured");
    assert_illegal(&REVIVING, fen, &["e5e4*n"], "undoes no capture");
    assert_illegal(
        &REVIVING,
        "7k/8/8/4P3/8/8/3P4/1K6 w - - 0 1",
        &["d2c1*n"],
        "row 1",
    );
}

#[test]
fn an_un_captured_piece_appears_on_the_vacated_square() {
    assert_leads_to(
        &REVIVING,
        "7k/8/8/4P3/8/8/8/1K6 w - - 7 1",
        "e5d4*n",
        "7k/8/8/4n3/3P4/8/8/1K6 b - - 0 1",
    );
    assert_leads_to(
        &REVIVING,
        "7k/8/8/4N3/8/8/8/1K6 w - - 7 1",
        "e5d3*q",
        "7k/8/8/4q3/8/3N4/8/1K6 b - - 0 1",
    );
}

#[test]
fn an_un_capture_is_optional_for_pieces_other_than_pawns() {
    for (fen, played) in [
        ("7k/8/8/4N3/8/8/8/1K6 w - - 0 1", "e5d3"),
        ("7k/8/8/3B4/8/8/8/1K6 w - - 0 1", "d5f7"),
        ("7k/8/8/4R3/8/8/8/1K6 w - - 0 1", "e5e3"),
        // After the un-move, the pawn on f6 shields Black's king from the queen.
        ("7k/8/5p2/2Q5/8/8/8/1K6 w - - 0 1", "c5c3"),
        ("7k/8/2K5/8/8/8/8/8 w - - 0 1", "c6d5"),
    ] {
        let revived = format!("{played}*n");
        assert_legal(&REVIVING, fen, &[played, &revived]);
    }
}

#[test]
fn a_pawn_does_not_come_back_on_rank_1_or_8() {
    assert_illegal(
        &REVIVING,
        "k7/8/8/8/8/8/8/1K4N1 w - - 0 1",
        &["g1f3*p"],
        "row 1 or 8",
    );
    assert_illegal(
        &REVIVING,
        "6N1/8/8/8/8/8/k7/7K w - - 0 1",
        &["g8f6*p"],
        "row 1 or 8",
    );
    // Black has only pawns in reserve.
    assert_illegal(
        &REVIVING,
        "N7/2K5/8/8/7r/6nr/4bbnq/k7 w - - 0 1",
        &["a8b7p"],
        "only pawns in reserve, and a pawn cannot appear on",
    );
}

#[test]
fn un_captured_pieces_come_from_the_enemy_reserve() {
    let fen = "7k/8/8/4N3/8/8/q7/7K w - - 0 1";
    assert_illegal(&REVIVING, fen, &["e5d3*q"], "in reserve");
    assert_illegal(&REVIVING, fen, &["e5d3*k"], "never captured");
}

// ----- un-promotion -----

#[test]
fn a_queen_rook_bishop_or_knight_on_row_8_may_be_un_promoted() {
    for (fen, played) in [
        ("3N4/8/8/8/8/7k/8/K7 w - - 0 1", "d8d7p"),
        ("3B4/8/8/8/8/7k/8/K7 w - - 0 1", "d8d7p"),
        ("3R4/8/8/8/8/7k/8/K7 w - - 0 1", "d8d7p"),
        ("3Q4/8/8/8/8/7k/8/K7 w - - 0 1", "d8d7p"),
    ] {
        assert_legal(&REVIVING, fen, &[played]);
    }
}

#[test]
fn the_un_promoted_piece_goes_into_the_reserve_and_a_pawn_comes_from_it() {
    assert_leads_to(
        &REVIVING,
        "3Q4/8/8/8/8/7k/8/K7[RRBBNNPPPPPPPPqrrbbnnpppppppp] w - - 3 1",
        "d8d7p",
        "8/3P4/8/8/8/7k/8/K7[QRRBBNNPPPPPPPqrrbbnnpppppppp] b - - 0 1",
    );
    assert_leads_to(
        &REVIVING,
        "3Q4/8/8/8/8/7k/8/K7[RRBBNNPPPPPPPPqrrbbnnpppppppp] w - - 3 1",
        "d8e7p*r",
        "3r4/4P3/8/8/8/7k/8/K7[QRRBBNNPPPPPPPqrbbnnpppppppp] b - - 0 1",
    );
}

#[test]
fn an_un_promoted_pawn_goes_to_row_7_straight_or_by_undoing_a_capture() {
    let fen = "3N4/8/8/8/8/7k/8/K7 w - - 0 1";
    assert_legal(&REVIVING, fen, &["d8c7p*q", "d8e7p*n", "d8d7p"]);
    assert_illegal(&REVIVING, fen, &["d8d6p"], "row");
    assert_illegal(&REVIVING, fen, &["d8c7p"], "name the un-captured");
    assert_illegal(&REVIVING, fen, &["d8d7p*q"], "undoes no capture");
    assert_illegal(&REVIVING, fen, &["d8c7p*p"], "row 1 or 8");
    let fen = "3N4/3p4/8/8/8/7k/8/K7 w - - 0 1";
    assert_illegal(&REVIVING, fen, &["d8d7p"], "must be empty");
}

#[test]
fn only_a_piece_on_row_8_other_than_the_king_un_promotes() {
    assert_illegal(
        &REVIVING,
        "3K4/8/8/8/8/7k/8/8 w - - 0 1",
        &["d8d7p"],
        "a king cannot be un-promoted",
    );
    assert_illegal(
        &REVIVING,
        "8/3N4/8/8/8/7k/8/K7 w - - 0 1",
        &["d7d6p"],
        "on its side's row 8",
    );
}

#[test]
fn un_promotion_needs_a_pawn_in_reserve() {
    assert_illegal(
        &REVIVING,
        "3N4/8/8/7k/8/8/PPPPPPPP/K7 w - - 0 1",
        &["d8d7p", "d8c7p*n"],
        "no pawn in reserve",
    );
}

// ----- en passant in reverse -----

/// White may un-capture en passant.
const READY: &str = "7k/8/4P3/8/8/8/8/K7 w - - 3 1";
/// White has played `e6d5*ep`: Black must un-double-step.
const DONE: &str = "7k/8/8/3Pp3/8/8/8/K7 b - e6 0 1";

#[test]
fn a_pawn_on_row_6_un_captures_en_passant() {
    assert_legal(&REVIVING, READY, &["e6d5*ep", "e6f5*ep"]);
    assert_leads_to(&REVIVING, READY, "e6d5*ep", DONE);
    assert_illegal(
        &REVIVING,
        "7k/4P3/8/3P4/8/8/8/K7 w - - 0 1",
        &["e7d6*ep", "d5c4*ep"],
        "on its side's row 6",
    );
    assert_illegal(
        &REVIVING,
        "7k/8/4N3/8/8/8/8/K7 w - - 0 1",
        &["e6d5*ep"],
        "a pawn on its side's row 6",
    );
    assert_illegal(&REVIVING, READY, &["e6e5*ep"], "diagonally back");
}

#[test]
fn a_pawn_does_not_un_capture_from_an_empty_reserve() {
    assert_illegal(
        &REVIVING,
        "rnbqkbnr/pppppppp/4P3/8/8/8/8/K7 w - - 0 1",
        &["e6d5"],
        "has no piece in reserve",
    );
}

#[test]
fn the_other_squares_of_an_en_passant_un_capture_must_be_empty() {
    for fen in [
        "7k/8/4P3/3n4/8/8/8/K7 w - - 0 1",
        "7k/8/4P3/4n3/8/8/8/K7 w - - 0 1",
        "7k/4n3/4P3/8/8/8/8/K7 w - - 0 1",
    ] {
        assert_illegal(&REVIVING, fen, &["e6d5*ep"], "must be empty");
    }
}

#[test]
fn an_en_passant_un_capture_needs_an_enemy_pawn_in_reserve() {
    let fen = "k7/pppp1pp1/4P3/8/7p/4p3/8/K7 w - - 0 1";
    assert_illegal(&REVIVING, fen, &["e6d5*ep"], "no pawn in reserve");
    let fen = "k7/pppp1ppp/4P3/8/8/8/8/K7 w - - 0 1";
    assert_legal(&REVIVING, fen, &["e6d5*ep"]);
}

#[test]
fn after_an_en_passant_un_capture_the_un_double_step_is_the_only_turn() {
    assert_legal_exactly(&REVIVING, DONE, "", &["e5e7"]);
    assert_illegal(
        &REVIVING,
        DONE,
        &["h8h7", "e5e6", "e5d6*n"],
        "the only turn is",
    );
    assert_leads_to(&REVIVING, DONE, "e5e7", "7k/4p3/8/3P4/8/8/8/K7 w - - 0 1");
}

#[test]
fn an_en_passant_un_capture_needs_a_legal_un_double_step() {
    // After the un-double-step, Black's pawn on e7 would attack White's king on f6.
    assert_illegal(
        &REVIVING,
        "7k/8/4PK2/8/8/8/8/8 w - - 0 1",
        &["e6d5*ep"],
        "could not un-double-step",
    );
    // When White's pawn has left e6, Black's rook attacks White's king. The un-double-step would
    // leave the king attacked.
    assert_illegal(
        &REVIVING,
        "7k/8/r3P2K/8/8/8/8/8 w - - 0 1",
        &["e6d5*ep"],
        "could not un-double-step",
    );
}

#[test]
fn an_en_passant_un_capture_may_not_leave_the_enemy_king_attacked() {
    assert_illegal(
        &REVIVING,
        "8/8/2k1P3/8/8/8/8/K7 w - - 0 1",
        &["e6d5*ep"],
        "in check",
    );
    assert_illegal(
        &REVIVING,
        "8/8/k3P2R/8/8/8/8/K7 w - - 0 1",
        &["e6d5*ep"],
        "in check",
    );
}
