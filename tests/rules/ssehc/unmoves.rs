//! Un-moves, irreversible turns, stalemate and null moves.

use reviver::rules::{Ending, Outcome, Rules};

use super::{assert_illegal, assert_leads_to, assert_legal, each_way, read, turn};

// ----- un-moves -----

#[test]
fn pieces_un_move_as_they_move() {
    let text = "8/7k/8/3Q4/8/1N6/2P5/K7 w - - 0 1";
    assert_legal(text, &["d5d1", "d5a8", "b3c1", "b3a5"]);
    assert_illegal(text, &["d5e7", "b3b4"], "does not un-move");
    assert_illegal(text, &["d5b3"], "must be empty");
    assert_illegal(text, &["d5a2"], "blocked on b3");
}

#[test]
fn only_pieces_of_the_side_to_play_un_move() {
    assert_illegal("4k3/8/8/8/8/8/8/K7 w - - 0 1", &["e8e7"], "turn");
    assert_illegal("4k3/8/8/8/8/8/8/K7 w - - 0 1", &["e5e7"], "no piece stands");
}

#[test]
fn kings_un_move_one_step() {
    let text = "7k/8/8/8/8/2K5/8/8 w - - 0 1";
    assert_eq!(read("ssehc", text).count(), 8);
    assert_illegal(text, &["c3c1", "c3e3"], "does not un-move");
}

#[test]
fn pawns_un_move_one_square_back_to_row_2_or_higher() {
    let text = "7k/8/8/4P3/8/8/1P6/7K w - - 0 1";
    assert_legal(text, &["e5e4", "e5d4", "e5f4"]);
    assert_illegal(text, &["e5e6", "e5d6", "e5d5"], "straight or diagonally");
    assert_illegal(
        text,
        &["b2b1", "b2a1", "b2c1"],
        "no pawn goes back to row 1",
    );
}

#[test]
fn pawns_un_double_step_from_row_4() {
    assert_legal("7k/8/8/8/4P3/8/8/7K w - - 0 1", &["e4e2"]);
    assert_illegal("7k/8/8/4P3/8/8/8/7K w - - 0 1", &["e5e3"], "row 4 to row 2");
    assert_illegal(
        "7k/8/8/8/4P3/4N3/8/7K w - - 0 1",
        &["e4e2", "e4e3"],
        "must be empty",
    );
    assert_illegal(
        "7k/8/8/8/4P3/8/4N3/7K w - - 0 1",
        &["e4e2"],
        "must be empty",
    );
}

#[test]
fn un_promotion_puts_the_piece_into_the_reserve_and_takes_a_pawn_from_it() {
    assert_leads_to(
        "3N4/8/8/8/8/k7/8/7K w - - 0 1",
        "d8d7p",
        "8/3P4/8/8/8/k7/8/7K b - - 0 1",
    );
    assert_leads_to(
        "3N4/8/8/8/8/k7/8/7K w - - 0 1",
        "d8c7p",
        "8/2P5/8/8/8/k7/8/7K b - d8! 0 1",
    );
    assert_illegal(
        "3N4/8/PPPP4/PPPP4/8/k7/8/7K w - - 0 1",
        &["d8d7p"],
        "no pawn in reserve",
    );
    assert_illegal(
        "8/3N4/8/8/8/k7/8/7K w - - 0 1",
        &["d7d6p"],
        "on its side's row 8",
    );
    assert_illegal(
        "3N4/3n4/8/8/8/k7/8/7K w - - 0 1",
        &["d8d7p"],
        "must be empty",
    );
    assert_illegal(
        "3N4/8/8/8/8/k7/8/7K w - - 0 1",
        &["d8d6p"],
        "un-double-steps",
    );
}

#[test]
fn kings_are_not_un_promoted() {
    assert_illegal(
        "3K4/8/8/8/8/k7/8/8 w - - 0 1",
        &["d8d7p"],
        "a king cannot be un-promoted",
    );
}

#[test]
fn a_piece_just_un_captured_may_be_un_promoted_at_once() {
    let text = "8/5n2/8/8/8/k7/8/7K w - d8 0 1";
    assert_legal(text, &["N@d8,d8d7p", "B@d8,d8d7p", "Q@d8,d8c7p"]);
    let position = read("ssehc", text);
    let (knight, bishop) = (turn("N@d8,d8d7p"), turn("B@d8,d8d7p"));
    assert_eq!(position.play(knight).key(), position.play(bishop).key());
}

#[test]
fn an_un_promotion_needs_another_pawn_in_reserve_than_the_one_un_captured() {
    let text = "3N4/8/PPPP4/PPP1n3/8/k7/8/7K w - g4 0 1";
    assert_legal(text, &["P@g4,h1g1", "R@g4,d8e7p", "d8e7p"]);
    assert_illegal(text, &["P@g4,d8e7p"], "no pawn in reserve");
}

#[test]
fn un_castling_takes_king_and_rook_home_and_freezes_them() {
    assert_leads_to(
        "8/8/8/8/8/k7/8/5RK1 w - - 0 1",
        "g1e1",
        "8/8/8/8/8/k7/8/4K2R b K - 0 1",
    );
    assert_leads_to(
        "8/8/8/8/8/7k/8/2KR4 w - - 0 1",
        "c1e1",
        "8/8/8/8/8/7k/8/R3K3 b Q - 0 1",
    );
    assert_illegal(
        "8/8/8/8/8/k7/8/R3K2R w K - 0 1",
        &["e1e2", "h1h2"],
        "has un-castled",
    );
    assert_legal("8/8/8/8/8/k7/8/R3K2R w K - 0 1", &["a1b1"]);
}

#[test]
fn un_castling_needs_its_rook_and_empty_squares() {
    assert_illegal("8/8/8/8/8/k7/8/6K1 w - - 0 1", &["g1e1"], "no rook of");
    assert_illegal(
        "8/8/8/8/8/k7/8/5RKN w - - 0 1",
        &["g1e1"],
        "h1 must be empty",
    );
    assert_illegal(
        "8/8/8/8/8/7k/8/1NKR4 w - - 0 1",
        &["c1e1"],
        "b1 must be empty",
    );
    assert_illegal(
        "8/8/8/8/8/7k/8/2KRB3 w - - 0 1",
        &["c1e1"],
        "e1 must be empty",
    );
}

#[test]
fn un_castling_is_illegal_if_e1_or_f1_is_attacked() {
    for (text, words) in [
        ("4r3/8/8/8/8/k7/8/5RK1 w - - 0 1", "e1, is attacked"),
        ("5r2/8/8/8/8/k7/8/5RK1 w - - 0 1", "f1, is attacked"),
    ] {
        assert_illegal(text, &["g1e1"], words);
    }
    // The square b1 may be attacked.
    assert_legal("1r6/8/8/8/8/7k/8/2KR4 w - - 0 1", &["c1e1"]);
}

#[test]
fn un_castling_may_not_leave_the_opponent_in_check() {
    assert_illegal(
        "8/8/8/8/8/7k/8/5RK1 w - - 0 1",
        &["g1e1"],
        "would be in check",
    );
}

#[test]
fn a_rook_just_un_captured_does_not_un_castle() {
    // A rook is un-captured on the square that Black's last un-move vacated. Here the bishop went
    // from f1 to c4, so it attacks f1, which the king would cross.
    assert_illegal(
        "8/8/8/8/2b5/k7/8/6K1 w - f1 0 1",
        &["R@f1,g1e1"],
        "f1, is attacked",
    );
}

// ----- irreversible turns, stalemate, null moves -----

#[test]
fn un_captures_pawn_un_moves_and_un_promotions_are_irreversible() {
    let text = "3N4/8/8/8/1P6/8/4n3/k6K w - d4 7 9";
    let position = read("ssehc", text);
    for (played, halfmove) in [
        ("h1h2", 8),
        ("d8c6", 8),
        ("N@d4,h1h2", 0),
        ("P@d4,d4d3", 0),
        ("b4b3", 0),
        ("b4a3", 0),
        ("d8d7p", 0),
    ] {
        assert!(position.is_legal(turn(played)), "{played}");
        assert_eq!(position.is_irreversible(turn(played)), halfmove == 0);
        let after = position.play(turn(played));
        assert_eq!(after.setup().halfmove, halfmove, "{played}");
        assert_eq!(after.setup().fullmove, 9);
    }
}

#[test]
fn without_a_turn_the_game_is_drawn() {
    each_way("4k3/8/8/8/8/8/PPP5/KB6 w - - 0 1", |_, position, _| {
        assert!(!position.has_turn());
        assert_eq!(position.outcome(), Some(Outcome::draw(Ending::Stalemate)));
    });
}

#[test]
fn there_is_no_null_move_if_an_un_capture_is_forced_or_a_king_is_in_check() {
    let null_move = |text| read("ssehc", text).null_move();
    let after_null_move = null_move("4k3/8/8/8/8/4K3/8/8 b - f3 5 1").expect("nothing is forced");
    assert_eq!(
        after_null_move.setup().to_string(),
        "4k3/8/8/8/8/4K3/8/8[QRRBBNNPPPPPPPPqrrbbnnpppppppp] w - - 6 2"
    );
    assert!(null_move("4k3/8/8/8/8/4P3/8/K7 b - d4! 0 1").is_none());
    assert!(null_move("7r/8/8/8/6b1/8/8/k6K w - h5 0 1").is_none());
    assert!(null_move("6B1/8/3P4/8/8/8/k7/7K w - - 0 1").is_none());
}
