//! A turn (un-capture, then un-move), and what the opponent must be able to do after it.

use reviver::board::{Color, Key, Square};
use reviver::rules::{Field, Rules, Seat, Uncapture};

use super::{
    EDITIONS, START, assert_illegal, assert_invalid, assert_leads_to, assert_legal,
    assert_pending_after, each_way, read, turn,
};
use crate::common::game;

// ----- the start -----

#[test]
fn the_kings_start_on_f3_and_f6_and_white_plays_first() {
    for variant in EDITIONS {
        assert_eq!(game(variant).start(0), *read(variant, START).setup());
        let start = read(variant, START);
        assert_eq!(start.seat(), Seat::First);
        assert_eq!(start.owner(Color::White), Seat::First);
        assert_eq!(start.owner(Color::Black), Seat::Second);
    }
}

#[test]
fn the_two_editions_have_different_keys() {
    let keys: Vec<Key> = EDITIONS.map(|v| read(v, START).key()).to_vec();
    assert_ne!(keys[0], keys[1]);
}

// ----- the un-capture -----

#[test]
fn nothing_is_un_captured_in_the_first_turn() {
    assert_illegal(START, &["N@f4,f3e3", "Q@f6,f3e3"], "nothing to un-capture");
    let start = read("ssehc", START);
    assert_eq!(start.uncapture(), Uncapture::None);
    assert_eq!(start.count(), 8);
}

#[test]
fn nothing_is_un_captured_after_a_straight_pawn_un_move() {
    let before = "4k3/8/8/8/3PP3/8/8/K7 w - - 0 1";
    assert_pending_after(before, "e4e3", "-");
    assert_pending_after(before, "d4d2", "-");
    assert_illegal(
        "4k3/8/8/8/3P4/4P3/8/K7 b - - 0 1",
        &["N@e4,e8e7"],
        "nothing to un-capture",
    );
}

#[test]
fn nothing_is_un_captured_after_a_straight_un_promotion() {
    assert_pending_after("3N4/8/8/8/8/k7/8/7K w - - 0 1", "d8d7p", "-");
}

#[test]
fn nothing_is_un_captured_after_an_un_castling() {
    assert_pending_after("8/8/8/8/8/k7/8/5RK1 w - - 0 1", "g1e1", "-");
}

#[test]
fn after_an_un_move_of_a_piece_other_than_a_pawn_the_un_capture_is_optional() {
    for (before, played, square) in [
        ("4k3/8/8/8/4N3/8/8/K7 w - - 0 1", "e4c3", "e4"),
        ("4k3/8/8/8/3B4/8/8/K7 w - - 0 1", "d4b2", "d4"),
        ("4k3/8/8/8/3R4/8/8/K7 w - - 0 1", "d4d1", "d4"),
        ("4k3/8/8/8/3Q4/8/8/K7 w - - 0 1", "d4b2", "d4"),
        ("4k3/8/8/8/8/8/8/K7 w - - 0 1", "a1a2", "a1"),
    ] {
        assert_pending_after(before, played, square);
        let after = read("ssehc", before).play(turn(played));
        let square: Square = square.parse().expect("a square");
        assert_eq!(after.uncapture(), Uncapture::May(square));
        assert!(after.is_legal(turn("e8e7")));
        assert!(after.is_legal(turn(&format!("N@{square},e8e7"))));
    }
}

#[test]
fn after_a_diagonal_pawn_un_move_the_un_capture_is_forced() {
    let before = "4k3/8/8/8/3P4/8/8/K7 w - - 0 1";
    assert_pending_after(before, "d4e3", "d4!");
    let after = "4k3/8/8/8/8/4P3/8/K7 b - d4! 0 1";
    assert_illegal(after, &["e8e7"], "must un-capture");
    assert_legal(after, &["R@d4,e8e7", "P@d4,d4d5", "N@d4,d4b5"]);
}

#[test]
fn after_a_diagonal_un_promotion_the_un_capture_is_forced() {
    assert_pending_after("3N4/8/8/8/8/k7/8/7K w - - 0 1", "d8e7p", "d8!");
}

#[test]
fn pawns_are_not_un_captured_on_rank_1_and_8() {
    let text = "4k3/8/8/8/8/1N6/8/7K b - a1 0 1";
    assert_illegal(text, &["P@a1,e8e7"], "row 1 or 8");
    assert_legal(text, &["N@a1,e8e7"]);
}

#[test]
fn what_is_un_captured_comes_from_the_reserve() {
    assert_illegal(
        "4k3/8/8/8/8/4K3/8/q7 b - f3 0 1",
        &["Q@f3,e8e7", "K@f3,e8e7"],
        "in reserve",
    );
}

#[test]
fn an_un_capture_happens_on_the_vacated_square_only() {
    assert_illegal(
        "4k3/8/8/8/8/4K3/8/8 b - f3 0 1",
        &["N@f4,e8e7"],
        "just vacated",
    );
}

#[test]
fn a_side_in_check_must_un_capture_a_piece_that_blocks_it() {
    let text = "7r/8/8/8/6b1/8/8/k6K w - h5 0 1";
    assert_illegal(text, &["h1g1", "h1h2"], "is in check");
    assert_legal(text, &["Q@h5,h1g1", "N@h5,h5g3", "N@h5,h1g1"]);
    let position = read("ssehc", text);
    assert_eq!(position.uncapture(), Uncapture::Must(Square::H5));
    assert!(position.checks().white);
}

#[test]
fn a_check_that_no_un_capture_ends_is_refused() {
    // First position: double check, by the rook on h8 and by the bishop that has left h5 for f3.
    // Second position: a piece on f4, which the bishop has left, does not block the rook's check.
    assert_invalid(
        "7r/8/8/8/8/5b2/8/k6K w - h5 0 1",
        Field::Side,
        "in a check that the game forbids",
    );
    assert_invalid(
        "7r/8/8/6b1/8/8/8/k6K w - f4 0 1",
        Field::Side,
        "in a check that the game forbids",
    );
}

#[test]
fn the_piece_un_moved_may_be_the_one_just_un_captured() {
    assert_legal(
        "4k3/8/8/8/8/4K3/8/8 b - f3 0 1",
        &["N@f3,f3h4", "R@f3,f3f8", "P@f3,f3g4"],
    );
}

#[test]
fn bishops_may_come_back_on_any_colour_and_pawns_may_be_doubled() {
    assert_legal(
        "4k3/7b/5p2/8/8/4K3/8/8 b - f3 0 1",
        &["B@f3,e8e7", "P@f3,e8e7"],
    );
}

// ----- en passant in reverse (un-en-passant) -----

#[test]
fn a_forced_un_capture_on_row_3_may_be_en_passant() {
    // Black's pawn has un-moved from d3 (White's row 3) to c4. White may un-capture en passant: its
    // pawn comes back on d4 instead of d3.
    let text = "4k3/8/8/8/2p5/8/8/K7 w - d3! 0 1";
    assert_legal(text, &["P@d4,d4d2", "P@d3,a1a2", "P@d3,d3d2"]);
    assert_illegal(text, &["P@d4,a1a2", "P@d4,d4d3"], "must go back to d2");
    assert_illegal(text, &["N@d4,d4c2"], "just vacated");
    assert_leads_to(text, "P@d4,d4d2", "4k3/8/8/8/2p5/8/3P4/K7 b - - 0 1");
}

#[test]
fn un_en_passant_needs_its_three_squares_empty() {
    for text in [
        "4k3/8/8/8/2pn4/8/8/K7 w - d3! 0 1",
        "4k3/8/8/8/2p5/8/3n4/K7 w - d3! 0 1",
    ] {
        assert_illegal(text, &["P@d4,d4d2"], "just vacated");
    }
}

#[test]
fn un_en_passant_needs_a_forced_un_capture_on_row_3() {
    assert_illegal(
        "4k3/8/8/8/2n5/8/8/K7 w - d2 0 1",
        &["P@d3,d3d2"],
        "just vacated",
    );
    // d3 is on row 3, but the un-capture is not forced.
    assert_illegal(
        "4k3/8/8/8/1n6/8/8/K7 w - d3 0 1",
        &["P@d4,d4d2"],
        "just vacated",
    );
    assert_illegal(
        "4k3/8/8/2p5/8/8/8/K7 w - d4! 0 1",
        &["P@d5,d5d3"],
        "just vacated",
    );
}

#[test]
fn un_en_passant_must_take_the_king_out_of_check() {
    // White's bishop on g8 checks Black's king on a2. A black piece on the vacated square d6 does
    // not block the check. A pawn that comes back en passant stands on d5 and blocks it. After
    // `d5d7` the bishop gives check again. The turn is legal, because White can un-move the bishop
    // off the diagonal.
    let text = "6B1/8/8/2P5/8/8/k7/7K b - d6! 0 1";
    assert_legal(text, &["P@d5,d5d7"]);
    assert_illegal(text, &["N@d6,d6b5", "P@d6,d6d7"], "still be in check");
    each_way(text, |_, position, _| assert_eq!(position.count(), 1));
}

#[test]
fn un_en_passant_needs_a_legal_un_double_step() {
    // The pawn on d2 would give check, and Black could un-capture nothing.
    let text = "8/8/8/8/2p5/2k5/8/K7 w - d3! 0 1";
    assert_illegal(text, &["P@d4,d4d2"], "would be in check");
    assert_legal(text, &["P@d3,a1a2"]);
}

#[test]
fn a_pawn_may_force_an_un_capture_that_is_possible_only_en_passant() {
    assert_legal("6B1/8/3P4/8/8/8/k7/7K w - - 0 1", &["d6c5", "d6e5"]);
    assert_illegal(
        "6B1/3p4/3P4/8/8/8/k7/7K w - - 0 1",
        &["d6c5", "d6e5"],
        "no un-capture on d6",
    );
}

// ----- checks on the enemy king -----

#[test]
fn a_turn_may_give_check_if_an_un_capture_can_end_the_check() {
    let text = "4k3/8/8/8/4B3/8/8/K3R3 w - - 0 1";
    assert_legal(text, &["e4d3", "e4h1", "e4b1"]);
    each_way(text, |_, position, turn| {
        let after = position.play(turn("e4d3"));
        assert!(after.setup().placement.king_attacked(after.side()));
        assert!(matches!(after.uncapture(), Uncapture::Must(_)));
        assert!(after.turns().iter().all(|turn| turn.head().is_some()));
    });
}

#[test]
fn a_turn_may_not_give_check_if_no_un_capture_can_end_the_check() {
    // A knight gives check.
    assert_illegal(
        "4k3/8/8/8/4N3/8/8/K7 w - - 0 1",
        &["e4d6", "e4f6"],
        "would be in check",
    );
    // The vacated square is not between the checking rook and the king.
    assert_illegal(
        "4k3/8/8/8/3R4/8/8/K7 w - - 0 1",
        &["d4e4", "d4d8"],
        "would be in check",
    );
    assert_illegal(
        "4k3/8/8/3R4/4P3/8/8/K3R3 w - - 0 1",
        &["d5e5"],
        "would be in check",
    );
    // After a straight pawn un-move, no un-capture is allowed.
    assert_illegal(
        "8/8/8/8/2k1P2R/8/8/K7 w - - 0 1",
        &["e4e3", "e4e2"],
        "with no un-capture",
    );
    // Black has no piece in reserve.
    assert_illegal(
        "rnbq1bnr/pppppppp/8/4k3/8/4B3/8/K3R3 w - - 0 1",
        &["e3d2"],
        "no un-capture on e3",
    );
}

#[test]
fn no_pawn_is_un_captured_on_rank_1_or_8_to_block_a_check() {
    // Black has only pawns in reserve, and the vacated square is on rank 1.
    assert_illegal(
        "r2q1bnr/ppp5/2n5/8/3b4/8/6K1/k2NR3 w - - 0 1",
        &["d1c3"],
        "no un-capture on d1",
    );
}

// ----- forced un-captures -----

#[test]
fn a_pawn_may_not_force_an_un_capture_that_is_impossible() {
    assert_illegal(
        "rnbqkb1r/pppppppp/5n2/8/3P4/8/8/K7 w - - 0 1",
        &["d4e3"],
        "would have to un-capture on d4",
    );
    // Black has only pawns in reserve, and the vacated square d8 is on rank 8.
    assert_illegal(
        "3N4/8/r6r/b6b/n6n/q2k4/8/7K w - - 0 1",
        &["d8e7p"],
        "would have to un-capture on d8",
    );
}

#[test]
fn a_forced_un_capture_may_end_a_check() {
    assert_legal("4k3/8/8/8/4P3/8/8/K3R3 w - - 0 1", &["e4d3", "e4f3"]);
}

// ----- checks on the own king -----

#[test]
fn the_own_king_may_step_into_a_check_that_can_be_taken_back() {
    assert_legal("7n/8/5K2/8/8/8/8/k7 w - - 0 1", &["f6f7"]);
    assert_legal("8/8/5K2/7r/8/8/8/k7 w - - 0 1", &["f6f5"]);
    assert_legal("6r1/8/5K2/8/8/8/8/k7 w - - 0 1", &["f6g6"]);
}

#[test]
fn the_own_king_may_not_step_into_a_check_that_cannot_be_taken_back() {
    // The knight in the corner has nowhere to go.
    assert_illegal(
        "7n/8/5Kp1/8/8/8/8/k7 w - - 0 1",
        &["f6f7"],
        "cannot take back",
    );
}

#[test]
fn an_un_capture_may_not_block_the_only_un_move_that_takes_back_a_check() {
    // After `d4d5`, the pawn on e6 attacks White's king. Black can take back this check only with
    // `e6e7`. Black's knight has just left e7, so White may un-capture there, but this would block
    // the pawn.
    let text = "6n1/3P1P2/4p3/8/3K4/8/8/k7 w - e7 0 1";
    assert_legal(text, &["d4d5"]);
    assert_illegal(text, &["N@e7,d4d5", "P@e7,d4d5"], "cannot take back");
}

#[test]
fn a_line_to_the_own_king_may_be_opened_if_the_check_can_be_taken_back() {
    assert_legal("4r3/8/8/8/4B3/8/8/k3K3 w - - 0 1", &["e4d3"]);
}

#[test]
fn kings_never_touch() {
    assert_illegal(
        "8/8/8/8/8/4k3/8/4K3 w - - 0 1",
        &["e1e2", "e1d2"],
        "would be in check",
    );
}

// ----- turns that Ssehc does not have -----

#[test]
fn turns_of_other_games_are_refused_in_words() {
    let text = "4k3/8/8/8/8/4K3/8/8 b - f3 0 1";
    assert_illegal(text, &["e8e7*n"], "before the un-move");
    assert_illegal(text, &["e8e7q"], "a turn is an un-move");
    assert_illegal(text, &["N@f3"], "only the first part of a turn");
    assert_illegal(text, &["N@d5"], "must be on f3");
    assert_illegal(text, &["e8e7*ep"], "before the un-move");
}

#[test]
fn nothing_is_played_after_the_end() {
    assert_illegal(
        "rnbqkb1r/pppppppp/8/7n/8/8/PPPPPPPP/RNBQKBNR b - end 0 1",
        &["b8c6", "end"],
        "the game is over",
    );
}
