//! The rules of the Unplay games, one rule in each test. Most cases are tested for both colours.
//! `tests/rules/unmoves.rs` tests the un-moves.
//!
//! A turn must satisfy these points:
//!
//! 1. The enemy king is not left attacked.
//! 2. No side has two bishops on squares of one colour, or two pawns on one file.
//! 3. An un-captured pawn stands on row 5, 6 or 7 of the side that un-captures it, ahead of all
//!    pawns of this side on the same file.
//! 4. After an en passant un-capture, the forced un-double-step satisfies points 1 to 4.
//! 5. In `unplay-strict` only: if the turn leaves the player's own king in check, the opponent has
//!    a turn that satisfies points 1 to 4. A turn that completes the enemy army is exempt.

mod endings;

use std::collections::HashSet;

use reviver::board::{ByColor, Color, Square};
use reviver::games::{KING_PLACEMENTS, king_placements};
use reviver::rules::unplay::Unplay;
use reviver::rules::{Ending, Field, Outcome, Rules, Seat, perft};

use crate::common::{
    UNPLAY, assert_illegal, assert_invalid, assert_leads_to, assert_legal, assert_legal_exactly,
    game, outcome, position_error, read, turn, typed,
};

const START: &str = "7K/8/8/8/8/8/8/k7[QRRBBNNPPPPPPPPqrrbbnnpppppppp] w - - 0 1";
const EMPTY: &str = "8/8/8/8/8/8/8/8[KQRRBBNNPPPPPPPPkqrrbbnnpppppppp] w - - 0 1";

/// The three games with retro-checkmate. In these games a player wins by leaving their own king in
/// a check that the opponent cannot take back.
const FREE: [&str; 3] = ["unplay", "unplay-random", "unplay-placement"];
const STRICT: [&str; 1] = ["unplay-strict"];

// ----- the starts -----

#[test]
fn the_kings_of_unplay_start_on_h8_and_a1_and_white_plays_first() {
    for variant in ["unplay", "unplay-strict"] {
        let start: Unplay = read(typed(variant), START);
        assert_eq!(game(variant).start(0), *start.setup());
        assert_eq!(start.seat(), Seat::First);
        assert_eq!(start.owner(Color::White), Seat::First);
        assert_eq!(start.owner(Color::Black), Seat::Second);
        assert_eq!(start.phase(), None);
    }
}

#[test]
fn the_seed_of_unplay_random_selects_one_of_3612_placements() {
    let placements: HashSet<ByColor<Square>> = king_placements().collect();
    assert_eq!(placements.len(), KING_PLACEMENTS);
    let mut selected = HashSet::new();
    for seed in 0..20_000 {
        let setup = game("unplay-random").start(seed);
        assert_eq!(setup, game("unplay-random").start(seed));
        let kings = ByColor::new_with(|color| setup.placement.king(color).expect("a king"));
        assert!(placements.contains(&kings));
        assert_eq!(setup.side, Color::White);
        selected.insert(kings);
    }
    // Each placement is selected 5.5 times on average.
    assert!(selected.len() > 3_550, "{} placements", selected.len());
    for kings in king_placements() {
        assert!(kings.white.distance(kings.black) > 1);
    }
}

#[test]
fn in_unplay_placement_white_places_its_king_on_any_square() {
    let empty: Unplay = read(typed("unplay-placement"), EMPTY);
    assert_eq!(*empty.setup(), game("unplay-placement").start(0));
    assert_eq!(empty.count(), 64);
    assert!(Square::ALL.into_iter().all(|square| {
        let text = format!("K@{square}");
        empty.is_legal(turn(&text))
    }));
    let illegality = empty.illegality(turn("e4e5")).expect("no king yet");
    assert!(illegality.to_string().contains("must place its king"));
}

#[test]
fn black_places_its_king_where_the_kings_do_not_touch() {
    let empty: Unplay = read(typed("unplay-placement"), EMPTY);
    let after_white = empty.play(turn("K@d4"));
    assert_eq!(
        after_white.setup().to_string(),
        "8/8/8/8/3K4/8/8/8[QRRBBNNPPPPPPPPkqrrbbnnpppppppp] b - - 0 1"
    );
    assert_eq!(after_white.count(), 64 - 9);
    for (text, words) in [
        ("K@d4", "stands on d4"),
        ("K@e5", "touch"),
        ("K@c3", "touch"),
    ] {
        let illegality = after_white
            .illegality(turn(text))
            .expect("an illegal square");
        assert!(illegality.to_string().contains(words), "{illegality}");
    }
    let after_black = after_white.play(turn("K@f4"));
    assert_eq!(
        after_black.setup().to_string(),
        "8/8/8/8/3K1k2/8/8/8[QRRBBNNPPPPPPPPqrrbbnnpppppppp] w - - 0 2"
    );
    assert!(after_black.is_legal(turn("d4c5*q")));
    assert_eq!(perft(&empty, 2), KING_PLACEMENTS as u64);
}

#[test]
fn a_king_placement_is_irreversible() {
    let empty: Unplay = read(
        typed("unplay-placement"),
        "8/8/8/8/8/8/8/8[KQRRBBNNPPPPPPPPkqrrbbnnpppppppp] w - - 3 1",
    );
    assert!(empty.is_irreversible(turn("K@d4")));
    assert_eq!(empty.play(turn("K@d4")).setup().halfmove, 0);
}

#[test]
fn kings_are_placed_in_unplay_placement_only() {
    for variant in [game("unplay"), game("unplay-random"), game("unplay-strict")] {
        let error = position_error(variant, EMPTY);
        assert_eq!(error.field(), Some(Field::Placement), "{error}");
        assert!(error.to_string().contains("king"), "{error}");
    }
    assert_illegal(&UNPLAY, START, &["K@e4", "N@e4"], "only by an un-move");
}

#[test]
fn while_kings_are_placed_nothing_else_is_on_the_board() {
    for (fen, field) in [
        (
            "8/8/8/8/3k4/8/8/8[KQRRBBNNPPPPPPPPqrrbbnnpppppppp] w - - 0 1",
            Field::Reserve,
        ),
        (
            "8/8/8/8/3N4/8/8/8[KQRRBBNPPPPPPPPkqrrbbnnpppppppp] w - - 0 1",
            Field::Reserve,
        ),
        (
            "8/8/8/8/3KN3/8/8/8[QRRBBNPPPPPPPPkqrrbbnnpppppppp] b - - 0 1",
            Field::Reserve,
        ),
        (
            "8/8/8/8/8/8/8/8[KQRRBBNNPPPPPPPPkqrrbbnnpppppppp] w - e3 0 1",
            Field::Pending,
        ),
        (
            "8/8/8/8/8/8/8/8[KQRRBBNNPPPPPPPPkqrrbbnnpppppppp] w KQkq - 0 1",
            Field::Castling,
        ),
        (
            "4K3/8/8/8/8/8/8/8[QRRBBNNPPPPPPPPkqrrbbnnpppppppp] b K - 0 1",
            Field::Castling,
        ),
    ] {
        let error = position_error(game("unplay-placement"), fen);
        assert_eq!(error.field(), Some(field), "{fen}: {error}");
    }
}

// ----- a turn -----

#[test]
fn the_un_moving_side_un_captures_on_the_square_it_leaves() {
    let fen = "8/8/8/8/8/2K5/8/6k1 w - - 0 1";
    assert_legal(
        &UNPLAY,
        fen,
        &["c3b4", "c3b4*q", "c3b4*r", "c3b4*b", "c3b4*n"],
    );
    assert_leads_to(&UNPLAY, fen, "c3b4*q", "8/8/8/8/1K6/2q5/8/6k1 b - - 0 1");
    assert_illegal(&UNPLAY, fen, &["N@c3,c3b4"], "the un-move comes first");
    assert_illegal(&UNPLAY, fen, &["end"], "cannot be declared");
    assert_illegal(&UNPLAY, fen, &["c3b4q"], "no promotion");
}

#[test]
fn all_un_moves_of_chess_are_included() {
    assert_legal(&UNPLAY, "8/8/8/8/8/k7/8/5RK1 w - - 0 1", &["g1e1"]);
    assert_legal(&UNPLAY, "3N4/8/8/8/8/7k/8/K7 w - - 0 1", &["d8d7p"]);
    assert_legal(&UNPLAY, "7k/8/8/8/4P3/8/8/K7 w - - 0 1", &["e4e2"]);
    assert_legal(&UNPLAY, "7k/8/4P3/8/8/8/8/K7 w - - 0 1", &["e6d5*ep"]);
}

// ----- point 1 -----

#[test]
fn the_enemy_king_may_not_be_left_attacked() {
    assert_illegal(
        &UNPLAY,
        "4k3/8/8/8/3R4/8/8/K7 w - - 0 1",
        &["d4e4", "d4d8", "d4e4*n"],
        "in check",
    );
    // The bishop opens the e-file for the rook.
    assert_illegal(
        &UNPLAY,
        "4k3/8/8/4B3/8/8/8/K3R3 w - - 0 1",
        &["e5d4", "e5g7"],
        "in check",
    );
    // The kings may not touch.
    assert_illegal(
        &UNPLAY,
        "8/8/8/3k4/8/3K4/8/8 w - - 0 1",
        &["d3d4"],
        "in check",
    );
}

#[test]
fn an_un_captured_piece_shields_its_king() {
    let fen = "4k3/8/8/4B3/8/8/8/K3R3 w - - 0 1";
    assert_legal(&UNPLAY, fen, &["e5d4*n", "e5g7*q", "e5d4*p"]);
}

#[test]
fn the_own_king_may_be_left_attacked() {
    let fen = "8/8/8/8/8/2K5/8/6k1 w - - 0 1";
    assert_legal(&UNPLAY, fen, &["c3b4*q"]);
    let position: Unplay = read(typed("unplay"), fen);
    let after = position.play(turn("c3b4*q"));
    assert!(after.checks().white && !after.checks().black);
    assert_eq!(after.outcome(), None);
}

// ----- point 2 -----

#[test]
fn no_side_has_two_bishops_on_squares_of_one_colour() {
    // The squares a8 and d5 are light, d4 is dark.
    let fen = "b7/8/7k/3N4/3N4/8/8/K7 w - - 0 1";
    assert_legal(&UNPLAY, fen, &["d4b3*b"]);
    assert_illegal(&UNPLAY, fen, &["d5b4*b"], "two bishops");
    // A bishop stays on squares of one colour, so White's two bishops stay on different colours.
    assert_legal(
        &UNPLAY,
        "8/7k/8/3B4/3B4/8/8/K7 w - - 0 1",
        &["d5c6", "d4c3*n"],
    );
}

#[test]
fn no_side_has_two_pawns_on_one_file() {
    // An enemy pawn is un-captured on the file of another enemy pawn.
    assert_illegal(
        &UNPLAY,
        "k7/8/3N4/8/3p4/8/8/K7 w - - 0 1",
        &["d6b5*p"],
        "two pawns on one file",
    );
    // A pawn un-moves to a file on which its side has another pawn.
    let fen = "k7/8/8/4P3/8/3P4/8/K7 w - - 0 1";
    assert_illegal(&UNPLAY, fen, &["e5d4*n"], "two pawns on one file");
    assert_legal(&UNPLAY, fen, &["e5f4*n"]);
    // The pawn that is un-captured on e5 would be the second black pawn on the e-file.
    assert_illegal(
        &UNPLAY,
        "7k/8/4P3/8/4p3/8/8/K7 w - - 0 1",
        &["e6d5*ep"],
        "two pawns on one file",
    );
    // The pawn that un-moves to d5 would be the second white pawn on the d-file.
    assert_illegal(
        &UNPLAY,
        "7k/8/4P3/8/8/8/3P4/K7 w - - 0 1",
        &["e6d5*ep"],
        "two pawns on one file",
    );
    assert_legal(&UNPLAY, "7k/8/4P3/8/8/8/3P4/K7 w - - 0 1", &["e6f5*ep"]);
}

#[test]
fn an_un_promotion_leaves_at_most_one_pawn_on_a_file() {
    let fen = "3N4/8/8/8/3P4/7k/8/K7 w - - 0 1";
    assert_illegal(&UNPLAY, fen, &["d8d7p"], "two pawns on one file");
    assert_legal(&UNPLAY, fen, &["d8c7p*n"]);
    let fen = "3N4/8/8/8/4P3/7k/8/K7 w - - 0 1";
    assert_illegal(&UNPLAY, fen, &["d8e7p*n"], "two pawns on one file");
    assert_legal(&UNPLAY, fen, &["d8d7p"]);
}

// ----- point 3 -----

#[test]
fn an_un_captured_pawn_stands_on_row_5_6_or_7() {
    for (fen, played) in [
        ("7k/8/8/8/8/8/4N3/K7 w - - 0 1", "e2c3*p"),
        ("7k/8/8/8/8/4N3/8/K7 w - - 0 1", "e3c4*p"),
        ("7k/8/8/8/4N3/8/8/K7 w - - 0 1", "e4c3*p"),
    ] {
        assert_illegal(&UNPLAY, fen, &[played], "row 5, 6 or 7");
    }
    for (fen, played) in [
        ("7k/8/8/4N3/8/8/8/K7 w - - 0 1", "e5c4*p"),
        ("7k/8/4N3/8/8/8/8/K7 w - - 0 1", "e6c5*p"),
        ("7k/4N3/8/8/8/8/8/K7 w - - 0 1", "e7c6*p"),
    ] {
        assert_legal(&UNPLAY, fen, &[played]);
    }
}

#[test]
fn an_un_captured_pawn_stands_ahead_of_the_players_pawns_on_its_file() {
    assert_illegal(
        &UNPLAY,
        "7k/8/4P3/4N3/8/8/8/K7 w - - 0 1",
        &["e5c4*p"],
        "must be ahead of",
    );
    assert_legal(&UNPLAY, "7k/8/8/4N3/4P3/8/8/K7 w - - 0 1", &["e5c4*p"]);
    // White's pawn goes to d5, so it is no longer on the file of the un-captured pawn.
    assert_legal(&UNPLAY, "7k/8/4P3/8/8/8/8/K7 w - - 0 1", &["e6d5*p"]);
}

// ----- point 4 -----

#[test]
fn the_un_double_step_after_en_passant_must_be_legal() {
    assert_illegal(
        &UNPLAY,
        "7k/8/4PK2/8/8/8/8/8 w - - 0 1",
        &["e6d5*ep"],
        "could not un-double-step",
    );
}

/// The pawn that White un-captures on e5 stands between the bishop on a1 and Black's king. Black's
/// un-double-step opens the diagonal and leaves Black's king in check. The bishop cannot un-move
/// off the diagonal, so the un-double-step breaks point 5. White's un-capture is legal, because
/// point 4 does not include point 5.
#[test]
fn the_un_double_step_need_not_satisfy_point_5() {
    let fen = "8/6k1/4P3/8/8/8/8/B6K w - - 0 1";
    assert_legal(&UNPLAY, fen, &["e6f5*ep"]);
    let pending = "8/6k1/8/4pP2/8/8/8/B6K b - e6 0 1";
    assert_leads_to(&UNPLAY, fen, "e6f5*ep", pending);
    assert_legal_exactly(&FREE, pending, "", &["e5e7"]);
    assert_legal_exactly(&STRICT, pending, "", &[]);
    assert_illegal(&STRICT, pending, &["e5e7"], "cannot take back");
    let stalemate = Some(Outcome::draw(Ending::Stalemate));
    assert_eq!(outcome(game("unplay-strict"), pending), stalemate);
    let after = "8/4p1k1/8/5P2/8/8/8/B6K w - - 0 2";
    let mate = Some(Outcome::win(Seat::Second, Ending::RetroCheckmate));
    assert_eq!(outcome(game("unplay"), after), mate);
}

#[test]
fn a_pending_field_demands_the_un_double_step() {
    let fen = "7k/8/8/3Pp3/8/8/8/K7 b - e6 0 1";
    assert_legal_exactly(&UNPLAY, fen, "", &["e5e7"]);
    assert_illegal(&UNPLAY, fen, &["h8g8", "e5e6"], "the only turn is");
    let position: Unplay = read(typed("unplay"), fen);
    assert!(position.null_move().is_none());
}

// ----- point 5 -----

#[test]
fn in_unplay_strict_a_check_on_the_own_king_must_be_removable() {
    // White's king on g7 blocks the bishop on h8. The bishop cannot un-move, so its check cannot be
    // removed.
    assert_illegal(
        &STRICT,
        START,
        &["h8g7*b"],
        "would leave its king in a check",
    );
    assert_legal(&FREE, START, &["h8g7*b"]);
    // A queen or bishop on c3 can un-move, so its check can be removed.
    assert_legal(
        &UNPLAY,
        "8/8/8/8/8/2K5/8/6k1 w - - 0 1",
        &["c3b4*q", "c3d4*b"],
    );
}

#[test]
fn in_unplay_strict_a_turn_that_completes_the_army_may_leave_any_check() {
    let fen = "7K/pppppp2/8/6pp/8/8/8/rbnqkrn1 w - - 0 1";
    assert_legal(&UNPLAY, fen, &["h8g7*b"]);
    for &variant in UNPLAY.iter() {
        let after = read::<Unplay>(typed(variant), fen).play(turn("h8g7*b"));
        let army = Some(Outcome::win(Seat::First, Ending::Army));
        assert_eq!(after.outcome(), army, "{variant}");
        assert!(!after.has_turn());
    }
}

#[test]
fn in_unplay_strict_a_position_with_an_unremovable_check_is_refused() {
    let fen = "7b/6K1/8/8/8/8/8/k7 b - - 0 1";
    assert_invalid(
        &STRICT,
        fen,
        Field::Side,
        "in a check that the game forbids",
    );
    assert!(read::<Unplay>(typed("unplay"), fen).outcome().is_some());
}
