//! How games of Unplay end, and which positions are refused.

use reviver::rules::unplay::Unplay;
use reviver::rules::{DrawCause, Ending, Field, Outcome, Rules, Seat};

use super::START;
use crate::common::{
    UNPLAY, assert_invalid, game, legal_texts, mirror, outcome, read, turn, typed,
};

#[test]
fn whoever_completes_the_enemy_army_wins() {
    let before = "rnbqk2r/pppppppp/8/8/4N3/8/8/K7[QRRBBNPPPPPPPPbn] w - - 0 1";
    let position: Unplay = read(typed("unplay"), before);
    assert!(position.is_legal(turn("e4g5*n")));
    let after = position.play(turn("e4g5*n"));
    assert_eq!(after.outcome(), None, "a bishop is missing");
    let before = "rnbqk2r/pppppppp/5b2/8/4N3/8/8/1K6 w - - 0 1";
    for &variant in UNPLAY.iter() {
        let position: Unplay = read(typed(variant), before);
        assert!(position.is_legal(turn("e4g5*n")), "{variant}");
        let after = position.play(turn("e4g5*n"));
        assert_eq!(
            after.outcome(),
            Some(Outcome::win(Seat::First, Ending::Army)),
            "{variant}"
        );
        assert_eq!(after.count(), 0);
        let illegality = after.illegality(turn("e8e7")).expect("the game is over");
        assert!(illegality.to_string().contains("the game is over"));
        let mirrored = mirror(typed(variant), &position).play(turn("e4g5*n").mirrored());
        assert_eq!(
            mirrored.outcome(),
            Some(Outcome::win(Seat::Second, Ending::Army))
        );
    }
}

#[test]
fn leaving_the_own_king_in_an_unremovable_check_is_retro_checkmate() {
    let start: Unplay = read(typed("unplay"), START);
    assert!(start.is_legal(turn("h8g7*b")));
    let after = start.play(turn("h8g7*b"));
    assert!(!after.has_turn());
    let mate = Some(Outcome::win(Seat::First, Ending::RetroCheckmate));
    assert_eq!(after.outcome(), mate);
    assert_eq!(outcome(game("unplay"), &after.setup().to_string()), mate);
}

#[test]
fn without_a_turn_and_without_an_unremovable_check_it_is_stalemate() {
    for &variant in UNPLAY.iter() {
        assert_eq!(
            outcome(game(variant), "8/8/8/8/8/8/PP6/kB5K b - - 0 1"),
            Some(Outcome::draw(Ending::Stalemate)),
            "{variant}"
        );
    }
}

#[test]
fn repetition_fifty_moves_and_stalemate_are_draws() {
    for &variant in UNPLAY.iter() {
        let start: Unplay = read(typed(variant), START);
        for cause in [
            DrawCause::Repetition,
            DrawCause::FiftyMoves,
            DrawCause::Stalemate,
        ] {
            assert_eq!(start.outcome_on(cause), Outcome::draw(cause.into()));
        }
    }
}

#[test]
fn un_captures_pawn_un_moves_and_un_promotions_are_irreversible() {
    let fen = "3N4/8/4P3/8/2P5/7k/8/K7 w - - 7 9";
    let position: Unplay = read(typed("unplay"), fen);
    for (text, halfmove) in [
        ("d8b7", 8),
        ("a1b1", 8),
        ("d8b7*n", 0),
        ("c4c2", 0),
        ("c4b3*r", 0),
        ("d8d7p", 0),
        ("e6d5*ep", 0),
    ] {
        assert!(position.is_legal(turn(text)), "{text}");
        assert_eq!(position.is_irreversible(turn(text)), halfmove == 0);
        assert_eq!(position.play(turn(text)).setup().halfmove, halfmove);
    }
}

#[test]
fn a_side_has_a_point_for_each_piece_that_it_has_un_captured() {
    let position: Unplay = read(typed("unplay"), "rnbqk3/8/8/8/8/8/8/7K w - - 0 1");
    assert_eq!(position.points().white, 4);
    assert_eq!(position.points().black, 0);
}

// ----- what is refused -----

#[test]
fn a_check_on_the_side_to_play_is_refused() {
    // White has just played and left Black's king attacked.
    assert_invalid(
        &UNPLAY,
        "4k3/8/8/8/4R3/8/8/K7 b - - 0 1",
        Field::Side,
        "in a check that the game forbids",
    );
}

#[test]
fn two_bishops_on_one_colour_and_two_pawns_on_a_file_are_refused() {
    assert_invalid(
        &UNPLAY,
        "7k/8/8/8/B7/3B4/8/K7 w - - 0 1",
        Field::Placement,
        "two bishops",
    );
    assert_invalid(
        &UNPLAY,
        "7k/8/8/8/4p3/4p3/8/K7 w - - 0 1",
        Field::Placement,
        "two pawns on one file",
    );
}

#[test]
fn an_impossible_en_passant_square_is_refused() {
    for (fen, words) in [
        ("7k/8/8/3Pp3/8/8/8/K7 b - e5 0 1", "third row"),
        ("7k/8/8/3P4/4p3/8/8/K7 b - e6 0 1", "no pawn stands"),
        ("7k/8/4n3/3Pp3/8/8/8/K7 b - e6 0 1", "not free"),
        ("7k/4N3/8/3Pp3/8/8/8/K7 b - e6 0 1", "not free"),
        ("7k/8/8/4p3/8/8/8/K7 b - e6 0 1", "no enemy pawn"),
        ("7k/8/8/3Np3/8/8/8/K7 b - e6 0 1", "no enemy pawn"),
        // After the un-double-step the pawn on e7 would attack White's king.
        ("7k/8/5K2/3Pp3/8/8/8/8 b - e6 0 1", "not legal"),
    ] {
        assert_invalid(&UNPLAY, fen, Field::Pending, words);
    }
}

#[test]
fn an_en_passant_square_requires_that_the_un_capture_was_legal() {
    for fen in [
        // Before White's un-capture `e6d5*ep`, d5 and e5 were empty. So Black's last turn had left
        // White's king attacked by the rook on a5, which is illegal.
        "7k/8/8/r2Pp2K/8/8/8/8 b - e6 0 1",
        // White's pawn on d5 came from e6. There it was White's second pawn on the e-file.
        "7k/8/8/3Pp3/4P3/8/8/K7 b - e6 0 1",
    ] {
        assert_invalid(&UNPLAY, fen, Field::Pending, "un-captured");
    }
    let _: Unplay = read(typed("unplay"), "7k/8/8/3PpP2/8/8/8/K7 b - e6 0 1");
}

#[test]
fn unplay_and_unplay_strict_have_different_keys() {
    let free: Unplay = read(typed("unplay"), START);
    let strict: Unplay = read(typed("unplay-strict"), START);
    assert_ne!(free.key(), strict.key());
    assert_ne!(legal_texts(&free), legal_texts(&strict));
}
