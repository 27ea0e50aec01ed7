//! The ends of a game, the halfmove clock, and null moves.

use reviver::rules::{DrawCause, Ending, Outcome, Rules, Seat};

use super::{START, mirror, read, turn, typed};

#[test]
fn a_side_in_check_without_a_turn_is_mated() {
    let position = read("7k/6Q1/6K1/8/8/8/8/8[] b - - 0 1");
    assert_eq!(
        position.outcome(),
        Some(Outcome::win(Seat::First, Ending::Checkmate))
    );
    assert_eq!(
        mirror(typed("unachess"), &position).outcome(),
        Some(Outcome::win(Seat::Second, Ending::Checkmate))
    );
}

#[test]
fn a_side_without_a_turn_and_not_in_check_is_stalemated() {
    let draw = Some(Outcome::draw(Ending::Stalemate));
    assert_eq!(read("7k/5Q2/6K1/8/8/8/8/8[] b - - 0 1").outcome(), draw);
    // Black can drop its knight, so it is not stalemated.
    assert_eq!(read("7k/5Q2/6K1/8/8/8/8/8[n] b - - 0 1").outcome(), None);
}

#[test]
fn repetition_fifty_moves_and_stalemate_are_draws() {
    let position = read(START);
    for cause in [
        DrawCause::Repetition,
        DrawCause::FiftyMoves,
        DrawCause::Stalemate,
    ] {
        assert_eq!(position.outcome_on(cause), Outcome::draw(cause.into()));
    }
}

#[test]
fn captures_pawn_moves_and_drops_reset_the_halfmove_clock() {
    let position = read("4k3/8/8/8/8/5n2/4P3/R4K1R[N] w - - 7 9");
    for (text, irreversible) in [
        ("e2f3", true),
        ("e2e3", true),
        ("N@a8", true),
        ("a1a5", false),
    ] {
        assert_eq!(position.is_irreversible(turn(text)), irreversible, "{text}");
        let clock = position.play(turn(text)).setup().halfmove;
        assert_eq!(clock, if irreversible { 0 } else { 8 }, "{text}");
    }
}

#[test]
fn a_side_in_check_has_no_null_move() {
    assert!(
        read("4r2k/8/8/8/8/8/8/4K3[] w - - 0 1")
            .null_move()
            .is_none()
    );
    let after_null_move = read("4k3/8/8/8/3pP3/8/8/4K3[] b - e3 0 1")
        .null_move()
        .expect("no check");
    assert_eq!(
        after_null_move.setup().to_string(),
        "4k3/8/8/8/3pP3/8/8/4K3[] w - - 1 2"
    );
}
