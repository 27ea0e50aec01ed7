//! The rules of Ssehc in both editions, a test a rule. Every case is asked for both colours.

use rand::{Rng, SeedableRng, rngs::StdRng};
use reviver::board::{Act, Color, Key, Setup, Square, Turn};
use reviver::notation::{PositionError, position};
use reviver::rules::{
    Ending, Field, Rules, Seat, Uncapture, Variant, outcome::Outcome, ssehc::Ssehc,
};

const EDITIONS: [Variant; 2] = [Variant::Ssehc, Variant::SsehcClassic];

fn read(variant: Variant, text: &str) -> Ssehc {
    position::read(variant, text).unwrap_or_else(|error| panic!("{text}: {error}"))
}

fn turn(text: &str) -> Turn {
    text.parse()
        .unwrap_or_else(|error| panic!("{text}: {error}"))
}

/// A position and a turn, seen with either colour, in either edition.
fn each_way(text: &str, check: impl Fn(Variant, &Ssehc, &dyn Fn(&str) -> Turn)) {
    for variant in EDITIONS {
        let position = read(variant, text);
        check(variant, &position, &turn);
        let mirrored = Ssehc::from_setup(variant, position.setup().mirrored())
            .unwrap_or_else(|refusal| panic!("{text}, mirrored: {refusal}"));
        check(variant, &mirrored, &|text| turn(text).mirrored());
    }
}

fn allows(text: &str, turns: &[&str]) {
    each_way(text, |variant, position, turn| {
        for wanted in turns {
            let turn = turn(wanted);
            assert!(
                position.is_legal(turn),
                "{variant} {}: {turn} ({:?})",
                position.setup(),
                position.forbids(turn)
            );
            assert_eq!(position.forbids(turn), None, "{variant} {text}: {turn}");
        }
    });
}

/// `words` must stand in the reason.
fn forbids(text: &str, turns: &[&str], words: &str) {
    each_way(text, |variant, position, turn| {
        for unwanted in turns {
            let turn = turn(unwanted);
            assert!(
                !position.is_legal(turn),
                "{variant} {}: {turn}",
                position.setup()
            );
            let reason = position.forbids(turn).expect("it is not legal").to_string();
            // The words name squares of the position as it is given.
            let as_given = turn.to_string() == **unwanted;
            assert!(
                !as_given || reason.contains(words),
                "{variant} {text}: {turn}: {reason}, not {words}"
            );
            assert!(!reason.contains("not a legal turn here"), "{text}: {turn}");
        }
    });
}

/// What a turn leads to, the counters left out.
fn leads_to(text: &str, played: &str, expected: &str) {
    each_way(text, |variant, position, turn| {
        let after = position.play(turn(played));
        let expected = read(variant, expected);
        let mut expected = if after.side() == expected.side() {
            *expected.setup()
        } else {
            expected.setup().mirrored()
        };
        expected.halfmove = after.setup().halfmove;
        expected.fullmove = after.setup().fullmove;
        assert_eq!(after.setup(), &expected, "{text}: {played}");
        assert_eq!(
            after.setup().placement.key(),
            after.setup().placement.recomputed_key()
        );
    });
}

/// The last two words of a position after a turn: side and castling are left out.
fn pending_after(text: &str, played: &str, pending: &str) {
    let position = read(Variant::Ssehc, text);
    assert!(position.is_legal(turn(played)), "{text}: {played}");
    let after = position.play(turn(played)).setup().to_string();
    assert_eq!(after.split(' ').nth(3), Some(pending), "{text}: {played}");
}

fn refused(text: &str, field: Field, words: &str) {
    for variant in EDITIONS {
        let error = position::read::<Ssehc>(variant, text).expect_err(text);
        assert_eq!(error.field(), Some(field), "{text}: {error}");
        assert!(error.to_string().contains(words), "{text}: {error}");
        if let PositionError::Refused(_) = error {
            let mirrored = position::parse(variant, text).map(|setup| setup.mirrored());
            if let Ok(mirrored) = mirrored {
                let refusal = Ssehc::from_setup(variant, mirrored).expect_err(text);
                assert_eq!(refusal.field(), field, "{text}, mirrored: {refusal}");
            }
        }
    }
}

fn outcome(variant: Variant, text: &str) -> Option<Outcome> {
    read(variant, text).outcome()
}

/// The turns of a position as text, sorted.
fn turns(position: &impl Rules) -> Vec<String> {
    let mut turns: Vec<String> = position.turns().iter().map(Turn::to_string).collect();
    turns.sort();
    turns
}

const START: &str = "8/8/5k2/8/8/5K2/8/8[QRRBBNNPPPPPPPPqrrbbnnpppppppp] w - - 0 1";

// ----- 2: the start -----

#[test]
fn the_kings_start_on_f3_and_f6_and_white_plays_first() {
    for variant in EDITIONS {
        assert_eq!(variant.start(0), *read(variant, START).setup());
        let start = read(variant, START);
        assert_eq!(start.seat(), Seat::First);
        assert_eq!(start.owner(Color::White), Seat::First);
        assert_eq!(start.owner(Color::Black), Seat::Second);
    }
}

#[test]
fn the_two_editions_are_told_apart_by_the_key() {
    let keys: Vec<Key> = EDITIONS.map(|v| read(v, START).key()).to_vec();
    assert_ne!(keys[0], keys[1]);
}

// ----- 2.1: the un-capture -----

#[test]
fn nothing_is_un_captured_in_the_first_turn() {
    forbids(START, &["N@f4,f3e3", "Q@f6,f3e3"], "nothing to un-capture");
    let start = read(Variant::Ssehc, START);
    assert_eq!(start.uncapture(), Uncapture::None);
    assert_eq!(start.count(), 8);
}

#[test]
fn nothing_is_un_captured_after_a_straight_pawn_un_move() {
    let before = "4k3/8/8/8/3PP3/8/8/K7 w - - 0 1";
    pending_after(before, "e4e3", "-");
    pending_after(before, "d4d2", "-");
    forbids(
        "4k3/8/8/8/3P4/4P3/8/K7 b - - 0 1",
        &["N@e4,e8e7"],
        "nothing to un-capture",
    );
}

#[test]
fn nothing_is_un_captured_after_a_straight_un_promotion() {
    pending_after("3N4/8/8/8/8/k7/8/7K w - - 0 1", "d8d7p", "-");
}

#[test]
fn nothing_is_un_captured_after_an_un_castling() {
    pending_after("8/8/8/8/8/k7/8/5RK1 w - - 0 1", "g1e1", "-");
}

#[test]
fn after_an_officer_or_a_king_an_un_capture_is_optional() {
    for (before, played, square) in [
        ("4k3/8/8/8/4N3/8/8/K7 w - - 0 1", "e4c3", "e4"),
        ("4k3/8/8/8/3B4/8/8/K7 w - - 0 1", "d4b2", "d4"),
        ("4k3/8/8/8/3R4/8/8/K7 w - - 0 1", "d4d1", "d4"),
        ("4k3/8/8/8/3Q4/8/8/K7 w - - 0 1", "d4b2", "d4"),
        ("4k3/8/8/8/8/8/8/K7 w - - 0 1", "a1a2", "a1"),
    ] {
        pending_after(before, played, square);
        let after = read(Variant::Ssehc, before).play(turn(played));
        let square: Square = square.parse().expect("a square");
        assert_eq!(after.uncapture(), Uncapture::May(square));
        assert!(after.is_legal(turn("e8e7")));
        assert!(after.is_legal(turn(&format!("N@{square},e8e7"))));
    }
}

#[test]
fn after_a_diagonal_pawn_un_move_the_un_capture_is_forced() {
    let before = "4k3/8/8/8/3P4/8/8/K7 w - - 0 1";
    pending_after(before, "d4e3", "d4!");
    let after = "4k3/8/8/8/8/4P3/8/K7 b - d4! 0 1";
    forbids(after, &["e8e7"], "must un-capture");
    allows(after, &["R@d4,e8e7", "P@d4,d4d5", "N@d4,d4b5"]);
}

#[test]
fn after_a_diagonal_un_promotion_the_un_capture_is_forced() {
    pending_after("3N4/8/8/8/8/k7/8/7K w - - 0 1", "d8e7p", "d8!");
}

#[test]
fn pawns_are_not_un_captured_on_rank_1_and_8() {
    let text = "4k3/8/8/8/8/1N6/8/7K b - a1 0 1";
    forbids(text, &["P@a1,e8e7"], "rank 1 or 8");
    allows(text, &["N@a1,e8e7"]);
}

#[test]
fn what_is_un_captured_comes_from_the_reserve() {
    forbids(
        "4k3/8/8/8/8/4K3/8/q7 b - f3 0 1",
        &["Q@f3,e8e7", "K@f3,e8e7"],
        "in reserve",
    );
}

#[test]
fn an_un_capture_happens_on_the_vacated_square_only() {
    forbids(
        "4k3/8/8/8/8/4K3/8/8 b - f3 0 1",
        &["N@f4,e8e7"],
        "just been left",
    );
}

#[test]
fn in_check_one_must_un_capture_between() {
    let text = "7r/8/8/8/6b1/8/8/k6K w - h5 0 1";
    forbids(text, &["h1g1", "h1h2"], "is in check");
    allows(text, &["Q@h5,h1g1", "N@h5,h5g3", "N@h5,h1g1"]);
    let position = read(Variant::Ssehc, text);
    assert_eq!(position.uncapture(), Uncapture::Must(Square::H5));
    assert!(position.checks().white);
}

#[test]
fn an_un_capture_that_leaves_the_king_in_check_is_no_un_capture() {
    // The bishop that has left h5 gives check as well.
    refused(
        "7r/8/8/8/8/5b2/8/k6K w - h5 0 1",
        Field::Side,
        "left a check",
    );
    refused(
        "7r/8/8/6b1/8/8/8/k6K w - f4 0 1",
        Field::Side,
        "left a check",
    );
}

#[test]
fn the_piece_un_moved_may_be_the_one_just_un_captured() {
    allows(
        "4k3/8/8/8/8/4K3/8/8 b - f3 0 1",
        &["N@f3,f3h4", "R@f3,f3f8", "P@f3,f3g4"],
    );
}

#[test]
fn bishops_may_come_back_on_any_colour_and_pawns_may_be_doubled() {
    allows(
        "4k3/7b/5p2/8/8/4K3/8/8 b - f3 0 1",
        &["B@f3,e8e7", "P@f3,e8e7"],
    );
}

// ----- 2.1: un-en-passant -----

#[test]
fn ssehc_force_allows_un_en_passant() {
    // Black's pawn has left d3, White's row 3, for c4: White may say it came from d4 instead.
    let text = "4k3/8/8/8/2p5/8/8/K7 w - d3! 0 1";
    allows(text, &["P@d4,d4d2", "P@d3,a1a2", "P@d3,d3d2"]);
    forbids(text, &["P@d4,a1a2", "P@d4,d4d3"], "must go back to d2");
    forbids(text, &["N@d4,d4c2"], "just been left");
    leads_to(text, "P@d4,d4d2", "4k3/8/8/8/2p5/8/3P4/K7 b - - 0 1");
}

#[test]
fn un_en_passant_needs_its_three_squares_empty() {
    for text in [
        "4k3/8/8/8/2pn4/8/8/K7 w - d3! 0 1",
        "4k3/8/8/8/2p5/8/3n4/K7 w - d3! 0 1",
    ] {
        forbids(text, &["P@d4,d4d2"], "just been left");
    }
}

#[test]
fn un_en_passant_needs_force_and_the_third_row() {
    forbids(
        "4k3/8/8/8/2n5/8/8/K7 w - d2 0 1",
        &["P@d3,d3d2"],
        "just been left",
    );
    forbids(
        "4k3/8/8/2p5/8/8/8/K7 w - d4! 0 1",
        &["P@d5,d5d3"],
        "just been left",
    );
}

#[test]
fn un_en_passant_must_take_the_king_out_of_check() {
    // White's bishop looks from g8 at a2. A black piece on d6 leaves the check, a black pawn on d5
    // shuts it out; with the pawn on d7 it is there again, for White to take back.
    let text = "6B1/8/8/2P5/8/8/k7/7K b - d6! 0 1";
    allows(text, &["P@d5,d5d7"]);
    forbids(text, &["N@d6,d6b5", "P@d6,d6d7"], "still be in check");
    each_way(text, |_, position, _| assert_eq!(position.count(), 1));
}

#[test]
fn un_en_passant_needs_a_legal_un_double_step() {
    // The pawn on d2 would give check, and Black could un-capture nothing.
    let text = "8/8/8/8/2p5/2k5/8/K7 w - d3! 0 1";
    forbids(text, &["P@d4,d4d2"], "would be in check");
    allows(text, &["P@d3,a1a2"]);
}

#[test]
fn a_pawn_may_force_what_only_un_en_passant_answers() {
    allows("6B1/8/3P4/8/8/8/k7/7K w - - 0 1", &["d6c5", "d6e5"]);
    forbids(
        "6B1/3p4/3P4/8/8/8/k7/7K w - - 0 1",
        &["d6c5", "d6e5"],
        "no un-capture on d6",
    );
}

// ----- 2.1, point 1: the opponent can be out of check -----

#[test]
fn a_check_that_an_un_capture_takes_back_may_be_left() {
    let text = "4k3/8/8/8/4B3/8/8/K3R3 w - - 0 1";
    allows(text, &["e4d3", "e4h1", "e4b1"]);
    each_way(text, |_, position, turn| {
        let after = position.play(turn("e4d3"));
        assert!(after.setup().placement.king_attacked(after.side()));
        assert!(matches!(after.uncapture(), Uncapture::Must(_)));
        assert!(after.turns().iter().all(|turn| turn.head().is_some()));
    });
}

#[test]
fn a_check_that_no_un_capture_takes_back_may_not_be_left() {
    // By a knight, by a slider from a square that the vacated one does not shield, without an
    // un-capture, and with an empty reserve.
    forbids(
        "4k3/8/8/8/4N3/8/8/K7 w - - 0 1",
        &["e4d6", "e4f6"],
        "would be in check",
    );
    forbids(
        "4k3/8/8/8/3R4/8/8/K7 w - - 0 1",
        &["d4e4", "d4d8"],
        "would be in check",
    );
    forbids(
        "4k3/8/8/3R4/4P3/8/8/K3R3 w - - 0 1",
        &["d5e5"],
        "would be in check",
    );
    forbids(
        "8/8/8/8/2k1P2R/8/8/K7 w - - 0 1",
        &["e4e3", "e4e2"],
        "without an un-capture",
    );
    forbids(
        "rnbq1bnr/pppppppp/8/4k3/8/4B3/8/K3R3 w - - 0 1",
        &["e3d2"],
        "no un-capture on e3",
    );
}

#[test]
fn the_opponent_may_not_be_left_in_check_by_a_pawn_from_rank_1_or_8() {
    // Black has only pawns in reserve, and the vacated square is on rank 1.
    forbids(
        "r2q1bnr/ppp5/2n5/8/3b4/8/6K1/k2NR3 w - - 0 1",
        &["d1c3"],
        "no un-capture on d1",
    );
}

// ----- 2.1, point 2: force is satisfiable -----

#[test]
fn a_pawn_may_not_force_what_is_impossible() {
    forbids(
        "rnbqkb1r/pppppppp/5n2/8/3P4/8/8/K7 w - - 0 1",
        &["d4e3"],
        "would have to un-capture on d4",
    );
    // An un-promotion on rank 8 when only pawns are left to un-capture.
    forbids(
        "3N4/8/r6r/b6b/n6n/q2k4/8/7K w - - 0 1",
        &["d8e7p"],
        "would have to un-capture on d8",
    );
}

#[test]
fn a_forced_un_capture_may_take_back_a_check() {
    allows("4k3/8/8/8/4P3/8/8/K3R3 w - - 0 1", &["e4d3", "e4f3"]);
}

// ----- 2.1, point 3: own check is removable -----

#[test]
fn the_own_king_may_step_into_a_check_that_can_be_taken_back() {
    allows("7n/8/5K2/8/8/8/8/k7 w - - 0 1", &["f6f7"]);
    allows("8/8/5K2/8/8/8/7r/k7 w - - 0 1", &["f6f5"]);
    allows("6r1/8/5K2/8/8/8/8/k7 w - - 0 1", &["f6g6"]);
}

#[test]
fn the_own_king_may_not_step_into_a_check_that_cannot_be_taken_back() {
    // The knight in the corner has nowhere to go.
    forbids(
        "7n/8/5Kp1/8/8/8/8/k7 w - - 0 1",
        &["f6f7"],
        "cannot take back",
    );
}

#[test]
fn a_line_to_the_own_king_may_be_opened_if_it_can_be_shut() {
    allows("4r3/8/8/8/4B3/8/8/k3K3 w - - 0 1", &["e4d3"]);
}

#[test]
fn kings_never_touch() {
    forbids(
        "8/8/8/8/8/4k3/8/4K3 w - - 0 1",
        &["e1e2", "e1d2"],
        "would be in check",
    );
}

// ----- 1.1: un-moves -----

#[test]
fn officers_un_move_as_they_move() {
    let text = "8/7k/8/3Q4/8/1N6/2P5/K7 w - - 0 1";
    allows(text, &["d5d1", "d5a8", "b3c1", "b3a5"]);
    forbids(text, &["d5e7", "b3b4"], "does not un-move");
    forbids(text, &["d5b3"], "must be empty");
    forbids(text, &["d5a2"], "blocked on b3");
}

#[test]
fn only_pieces_of_the_side_to_play_un_move() {
    forbids("4k3/8/8/8/8/8/8/K7 w - - 0 1", &["e8e7"], "turn");
    forbids("4k3/8/8/8/8/8/8/K7 w - - 0 1", &["e5e7"], "no piece stands");
}

#[test]
fn kings_un_move_one_step() {
    let text = "7k/8/8/8/8/2K5/8/8 w - - 0 1";
    assert_eq!(read(Variant::Ssehc, text).count(), 8);
    forbids(text, &["c3c1", "c3e3"], "does not un-move");
}

#[test]
fn pawns_un_move_one_square_back_to_row_2_or_higher() {
    let text = "7k/8/8/4P3/8/8/1P6/7K w - - 0 1";
    allows(text, &["e5e4", "e5d4", "e5f4"]);
    forbids(text, &["e5e6", "e5d6", "e5d5"], "straight or diagonally");
    forbids(text, &["b2b1", "b2a1", "b2c1"], "row 2 or higher");
}

#[test]
fn pawns_un_double_step_from_row_4() {
    allows("7k/8/8/8/4P3/8/8/7K w - - 0 1", &["e4e2"]);
    forbids("7k/8/8/4P3/8/8/8/7K w - - 0 1", &["e5e3"], "from row 4");
    forbids(
        "7k/8/8/8/4P3/4N3/8/7K w - - 0 1",
        &["e4e2", "e4e3"],
        "must be empty",
    );
    forbids(
        "7k/8/8/8/4P3/8/4N3/7K w - - 0 1",
        &["e4e2"],
        "must be empty",
    );
}

#[test]
fn un_promotion_takes_a_pawn_from_the_reserve_and_puts_the_piece_there() {
    leads_to(
        "3N4/8/8/8/8/k7/8/7K w - - 0 1",
        "d8d7p",
        "8/3P4/8/8/8/k7/8/7K b - - 0 1",
    );
    leads_to(
        "3N4/8/8/8/8/k7/8/7K w - - 0 1",
        "d8c7p",
        "8/2P5/8/8/8/k7/8/7K b - d8! 0 1",
    );
    forbids(
        "3N4/8/PPPP4/PPPP4/8/k7/8/7K w - - 0 1",
        &["d8d7p"],
        "no pawn in reserve",
    );
    forbids(
        "8/3N4/8/8/8/k7/8/7K w - - 0 1",
        &["d7d6p"],
        "on its side's row 8",
    );
    forbids(
        "3N4/3n4/8/8/8/k7/8/7K w - - 0 1",
        &["d8d7p"],
        "must be empty",
    );
    forbids(
        "3N4/8/8/8/8/k7/8/7K w - - 0 1",
        &["d8d6p"],
        "un-double-steps",
    );
}

#[test]
fn kings_are_not_un_promoted() {
    forbids(
        "3K4/8/8/8/8/k7/8/8 w - - 0 1",
        &["d8d7p"],
        "a king has not been promoted",
    );
}

#[test]
fn a_piece_just_un_captured_may_be_un_promoted_at_once() {
    let text = "8/5n2/8/8/8/k7/8/7K w - d8 0 1";
    allows(text, &["N@d8,d8d7p", "B@d8,d8d7p", "Q@d8,d8c7p"]);
    let position = read(Variant::Ssehc, text);
    let (knight, bishop) = (turn("N@d8,d8d7p"), turn("B@d8,d8d7p"));
    assert_eq!(position.play(knight).key(), position.play(bishop).key());
}

#[test]
fn the_last_pawn_of_the_reserve_is_un_captured_or_un_promotes() {
    let text = "3N4/8/PPPP4/PPP1n3/8/k7/8/7K w - g4 0 1";
    allows(text, &["P@g4,h1g1", "R@g4,d8e7p", "d8e7p"]);
    forbids(text, &["P@g4,d8e7p"], "no pawn in reserve");
}

#[test]
fn un_castling_takes_king_and_rook_home_and_freezes_them() {
    leads_to(
        "8/8/8/8/8/k7/8/5RK1 w - - 0 1",
        "g1e1",
        "8/8/8/8/8/k7/8/4K2R b K - 0 1",
    );
    leads_to(
        "8/8/8/8/8/7k/8/2KR4 w - - 0 1",
        "c1e1",
        "8/8/8/8/8/7k/8/R3K3 b Q - 0 1",
    );
    forbids(
        "8/8/8/8/8/k7/8/R3K2R w K - 0 1",
        &["e1e2", "h1h2"],
        "has un-castled",
    );
    allows("8/8/8/8/8/k7/8/R3K2R w K - 0 1", &["a1b1"]);
}

#[test]
fn un_castling_needs_its_rook_and_empty_squares() {
    forbids("8/8/8/8/8/k7/8/6K1 w - - 0 1", &["g1e1"], "no rook of");
    forbids(
        "8/8/8/8/8/k7/8/5RKN w - - 0 1",
        &["g1e1"],
        "h1 must be empty",
    );
    forbids(
        "8/8/8/8/8/7k/8/1NKR4 w - - 0 1",
        &["c1e1"],
        "b1 must be empty",
    );
    forbids(
        "8/8/8/8/8/7k/8/2KRB3 w - - 0 1",
        &["c1e1"],
        "e1 must be empty",
    );
}

#[test]
fn un_castling_is_not_done_out_of_through_or_into_check() {
    for (text, words) in [
        ("4r3/8/8/8/8/k7/8/5RK1 w - - 0 1", "e1, is attacked"),
        ("5r2/8/8/8/8/k7/8/5RK1 w - - 0 1", "f1, is attacked"),
        ("8/8/8/8/8/k6n/8/5RK1 w - - 0 1", "left a check"),
    ] {
        if words == "left a check" {
            refused(text, Field::Side, words);
        } else {
            forbids(text, &["g1e1"], words);
        }
    }
    // The square b1 may be attacked.
    allows("1r6/8/8/8/8/7k/8/2KR4 w - - 0 1", &["c1e1"]);
}

#[test]
fn un_castling_may_not_leave_the_opponent_in_check() {
    forbids(
        "8/8/8/8/8/7k/8/5RK1 w - - 0 1",
        &["g1e1"],
        "would be in check",
    );
}

#[test]
fn a_rook_just_un_captured_does_not_un_castle() {
    // What has just left f1 attacks it, and the king would cross it.
    forbids(
        "8/8/8/8/2b5/k7/8/6K1 w - f1 0 1",
        &["R@f1,g1e1"],
        "f1, is attacked",
    );
}

// ----- 1.3 -----

#[test]
fn un_captures_pawn_un_moves_and_un_promotions_are_irreversible() {
    let text = "3N4/8/8/8/1P6/8/4n3/k6K w - d4 7 9";
    let position = read(Variant::Ssehc, text);
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
fn passing_is_sound_only_where_nothing_is_forced() {
    let passes = |text| read(Variant::Ssehc, text).pass();
    let passed = passes("4k3/8/8/8/8/4K3/8/8 b - f3 5 1").expect("nothing is forced");
    assert_eq!(
        passed.setup().to_string(),
        "4k3/8/8/8/8/4K3/8/8[QRRBBNNPPPPPPPPqrrbbnnpppppppp] w - - 6 2"
    );
    assert!(passes("4k3/8/8/8/8/4P3/8/K7 b - d4! 0 1").is_none());
    assert!(passes("7r/8/8/8/6b1/8/8/k6K w - h5 0 1").is_none());
    assert!(passes("6B1/8/3P4/8/8/8/k7/7K w - - 0 1").is_none());
}

// ----- 2.2: the first edition -----

#[test]
fn classic_all_sixteen_home_win_at_once() {
    let text = "4k3/8/8/8/8/5N2/PPPPPPPP/RNBQKB1R w - - 0 1";
    each_way(text, |variant, position, turn| {
        let after = position.play(turn("f3g1"));
        let expected = match variant {
            Variant::SsehcClassic => Some(Outcome::win(position.seat(), Ending::Home)),
            _ => None,
        };
        assert_eq!(after.outcome(), expected);
        assert_eq!(after.turns().is_empty(), expected.is_some());
        assert_eq!(after.progress(position.side()).home, 16);
    });
}

#[test]
fn classic_only_an_un_move_returns_home() {
    // White has all sixteen home and is to play: it has not un-moved there.
    let text = "4k3/8/8/8/8/7n/PPPPPPPP/RNBQKB1R w - g1 0 1";
    allows(text, &["N@g1,end", "N@g1,g1f3", "b1a3"]);
    forbids(text, &["end"], "15 are");
    each_way(text, |_, position, turn| {
        let after = position.play(turn("N@g1,end"));
        assert_eq!(
            after.outcome(),
            Some(Outcome::win(position.seat(), Ending::Declared))
        );
        assert_eq!(after.turns().len(), 0);
        assert!(after.setup().to_string().contains(" end 0 "));
        assert_eq!(after.side(), !position.side());
        assert_eq!(after.pass().map(|_| ()), None);
    });
}

#[test]
fn the_end_is_not_declared_while_a_piece_that_is_not_home_un_moves() {
    let text = "4k3/8/8/8/8/5N2/PPPPPPPP/RNBQKB1R w - - 0 1";
    forbids(text, &["end"], "takes no piece off its home");
    let text = "4k3/8/8/8/8/5N2/PPPPPPPP/R1BQKB1R w - - 0 1";
    forbids(text, &["end"], "all sixteen");
}

#[test]
fn classic_the_closer_side_wins_a_declared_end() {
    for text in [
        "rnbqkb1r/pppppppp/8/7n/8/8/PPPPPPPP/RNBQKBNR b - end 0 1",
        "rnbqkb1r/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR b - end 0 1",
    ] {
        each_way(text, |_, position, _| {
            let declared = position.owner(!position.side());
            assert_eq!(
                position.outcome(),
                Some(Outcome::win(declared, Ending::Declared))
            );
        });
    }
}

// ----- 2.3: the published edition -----

#[test]
fn good_enough_when_the_first_two_rows_are_full() {
    let text = "4k3/8/8/8/8/5N2/nPPPPPPP/RNBQKBPR w - - 0 1";
    refused(text, Field::Placement, "a pawn stands on g1");
    // A black knight on g1 and White's own on f3, which may un-move: full rows are enough.
    let text = "4k3/8/8/8/8/5N2/PPPPPPPP/RNBQKBnR w - - 0 1";
    let published = read(Variant::Ssehc, text);
    assert!(published.is_legal(turn("end")));
    assert!(published.is_legal(turn("f3d4")));
    let classic = read(Variant::SsehcClassic, text);
    assert!(!classic.is_legal(turn("end")));
    assert!(classic.is_legal(turn("f3d4")));
    let mirrored = Ssehc::from_setup(Variant::Ssehc, published.setup().mirrored());
    assert!(mirrored.is_ok_and(|position| position.is_legal(turn("end"))));
}

#[test]
fn an_un_capture_may_fill_the_rows() {
    // Black's knight has left g1 for e2... which White's knight cannot fill: it comes to g1.
    let text = "4k3/8/8/8/8/7n/PPPPPPPP/RNBQKB1R w - g1 0 1";
    allows(text, &["N@g1,end"]);
    forbids(text, &["end"], "all sixteen");
}

#[test]
fn forced_and_in_check_the_end_is_declared_after_the_un_capture_only() {
    let text = "4k3/8/8/8/8/7p/PPPPPPPP/RNBQKB1R w - g2! 0 1";
    refused(text, Field::Pending, "occupied");
    let text = "r3k3/1p6/8/8/8/8/1PPPPPPP/RNBQKBNR w - a2! 0 1";
    refused(text, Field::Pending, "no pawn");
    let text = "4k3/8/8/8/8/1p6/1PPPPPPP/RNBQKBNR w - a2! 0 1";
    let position = read(Variant::Ssehc, text);
    assert!(position.is_legal(turn("P@a2,end")));
    assert!(!position.is_legal(turn("end")));
}

#[test]
fn good_enough_scores_home_less_two_for_each_piece_in_enemy_territory() {
    let text = "4k3/8/8/8/8/5N2/PPPPPPPP/RNBQKBnR w - - 0 1";
    let position = read(Variant::Ssehc, text);
    assert_eq!(position.points().white, 15);
    // The king is home, the knight stands on Black's row 8.
    assert_eq!(position.points().black, 1 - 2);
    let classic = read(Variant::SsehcClassic, text);
    assert_eq!(classic.points().black, 1);
    let ended = position.play(turn("end"));
    assert_eq!(
        ended.outcome(),
        Some(Outcome::win(Seat::First, Ending::Declared))
    );
}

#[test]
fn equal_scores_are_a_draw() {
    let text = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR b - end 0 1";
    assert_eq!(
        outcome(Variant::Ssehc, text),
        Some(Outcome::draw(Ending::Declared))
    );
}

#[test]
fn published_all_home_does_not_end_the_game() {
    let text = "4k3/8/8/8/8/8/PPPPPPPP/RNBQKBNR b - - 0 1";
    assert_eq!(outcome(Variant::Ssehc, text), None);
    assert_eq!(
        outcome(Variant::SsehcClassic, text),
        Some(Outcome::win(Seat::First, Ending::Home))
    );
}

// ----- what a turn does not look like -----

#[test]
fn turns_of_other_games_are_refused_in_words() {
    let text = "4k3/8/8/8/8/4K3/8/8 b - f3 0 1";
    forbids(text, &["e8e7*n"], "before the un-move");
    forbids(text, &["N@f3", "e8e7q"], "a turn is an un-move");
    forbids(text, &["e8e7*ep"], "before the un-move");
}

#[test]
fn nothing_is_played_after_the_end() {
    forbids(
        "rnbqkb1r/pppppppp/8/7n/8/8/PPPPPPPP/RNBQKBNR b - end 0 1",
        &["b8c6", "end"],
        "the game is over",
    );
}

// ----- notation: what is refused -----

#[test]
fn positions_that_cannot_have_arisen_are_refused() {
    refused(
        "4k3/8/8/8/8/8/8/K7[QRRBBNNPPPPPPPqrrbbnnpppppppp] w - - 0 1",
        Field::Reserve,
        "Pawn",
    );
    refused("4k3/8/8/8/8/8/8/8 w - - 0 1", Field::Placement, "king");
    refused("4k3/8/8/8/8/8/8/KP6 w - - 0 1", Field::Placement, "b1");
    refused("8/8/8/8/8/8/k7/K7 w - - 0 1", Field::Placement, "touch");
    refused("4k3/8/8/8/8/8/8/K7 w K - 0 1", Field::Castling, "e1");
    // A check on the side to play that it cannot un-capture away.
    refused("4k3/8/8/8/8/8/8/K3R3 b - - 0 1", Field::Side, "check");
    // A check on the own king that the other side cannot take back.
    refused("7n/5K2/6p1/8/8/8/8/k7 b - f6 0 1", Field::Side, "check");
    // Nobody can have left the square.
    refused("4k3/8/8/8/8/4K3/8/8 b - e3 0 1", Field::Pending, "occupied");
    refused("4k3/8/8/8/8/4K3/8/8 b - a5 0 1", Field::Pending, "no piece");
    refused("4k3/8/8/8/8/4K3/8/8 b - f3! 0 1", Field::Pending, "no pawn");
    refused(
        "4k3/8/8/8/4P3/8/8/K7 b - d5 0 1",
        Field::Pending,
        "no piece",
    );
    // A frozen king has not moved.
    refused("8/8/8/8/8/k7/8/4K2R b K e2 0 1", Field::Pending, "no piece");
    // Its king would have stood in check before.
    refused(
        "4k3/r7/8/8/8/8/8/1K6 b - a1 0 1",
        Field::Pending,
        "no piece",
    );
    refused(
        "4k3/8/8/8/8/8/8/K7 w - end 0 1",
        Field::Pending,
        "declare the end",
    );
}

// ----- play -----

#[test]
fn every_position_of_play_is_accepted_and_explained() {
    let mut rng = StdRng::seed_from_u64(20);
    for variant in EDITIONS {
        for game in 0..60 {
            let mut position = read(variant, START);
            for ply in 0..150 {
                let turns = position.turns();
                if turns.is_empty() {
                    break;
                }
                let played = turns[rng.random_range(0..turns.len())];
                let after = position.play(played);
                let setup = *after.setup();
                let read_again = Ssehc::from_setup(variant, setup)
                    .unwrap_or_else(|refusal| panic!("{game}/{ply} {setup}: {refusal}"));
                assert_eq!(read_again.key(), after.key());
                assert_eq!(setup.placement.key(), setup.placement.recomputed_key());
                explains_as_it_generates(&position, &mut rng);
                position = after;
            }
        }
    }
}

fn explains_as_it_generates(position: &Ssehc, rng: &mut StdRng) {
    let legal = position.turns();
    for _ in 0..20 {
        let act = [Act::Step, Act::Step, Act::UnPromotion, Act::End][rng.random_range(0..4)];
        let head = legal.get(rng.random_range(0..legal.len().max(1)));
        let (from, to) = (rng.random_range(0..64), rng.random_range(0..64));
        let role = head.and_then(|turn| turn.role());
        let from = match head {
            Some(turn) if from % 2 == 0 => turn.from(),
            _ => Square::new(from),
        };
        let built = Turn::new(
            act,
            from,
            Square::new(to),
            role,
            head.and_then(|turn| turn.head()),
        );
        let Some(turn) = built.and_then(|turn| turn.to_string().parse::<Turn>().ok()) else {
            continue;
        };
        let forbidden = position.forbids(turn);
        assert_eq!(
            forbidden.is_none(),
            legal.contains(&turn),
            "{}: {turn} {forbidden:?}",
            position.setup()
        );
        if let Some(forbidden) = forbidden {
            let words = forbidden.to_string();
            assert!(
                !words.contains("not a legal turn here"),
                "{}: {turn}",
                position.setup()
            );
        }
    }
}

#[test]
fn the_other_colour_has_the_mirrored_turns() {
    let mut rng = StdRng::seed_from_u64(3);
    for variant in EDITIONS {
        let mut position = read(variant, START);
        for _ in 0..400 {
            let mirrored: Setup = position.setup().mirrored();
            let other = Ssehc::from_setup(variant, mirrored).expect("the colours are alike");
            let mut expected: Vec<String> = position
                .turns()
                .iter()
                .map(|turn| turn.mirrored().to_string())
                .collect();
            expected.sort();
            assert_eq!(turns(&other), expected, "{}", position.setup());
            let list = position.turns();
            if list.is_empty() {
                position = read(variant, START);
            } else {
                position = position.play(list[rng.random_range(0..list.len())]);
            }
        }
    }
}
