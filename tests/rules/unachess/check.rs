//! Check, which needs both kings on the board.

use reviver::board::Color;
use reviver::games::{self, TypedGame};
use reviver::rules::unachess::Unachess;
use reviver::rules::{Ending, IllegalPosition, Outcome, Rules, Seat};

use super::{after, assert_legality, illegal_position, read, rule, turn};

#[test]
fn a_king_is_not_in_check_while_the_other_is_in_reserve() {
    let fen = "8/8/8/8/8/8/4r3/4K2r[k] w - - 0 1";
    let position = read(fen);
    assert_eq!(position.checks(), Default::default());
    // White's king may stand on attacked squares, move to them and capture there. White need not
    // answer an attack on its king.
    assert_legality(fen, &["e1d1", "e1f1", "e1d2", "e1e2"], &[]);
    assert_legality("8/8/8/8/4q3/8/4r3/4K2r[k] w - - 0 1", &["e1e2"], &[]);
    assert_legality("8/8/8/8/8/8/4N3/r3K3[k] w - - 0 1", &["e2d4", "e1d1"], &[]);
}

#[test]
fn a_king_dropped_first_may_stand_attacked() {
    assert_legality(
        "4r3/8/8/8/8/8/8/8[Kk] w - - 0 1",
        &["K@e1", "K@d8"],
        &["K@e8"],
    );
}

#[test]
fn a_king_dropped_second_must_not_stand_attacked() {
    let fen = "4r3/8/8/8/7k/8/8/8[K] w - - 0 1";
    assert_legality(fen, &["K@d1", "K@h2"], &["K@e1", "K@c8", "K@g3", "K@h5"]);
    assert_eq!(
        rule(fen, "K@e1"),
        "the king must not be in check after the turn"
    );
    // A piece in between shields the king.
    assert_legality(
        "4r3/8/8/4n3/7k/8/8/8[K] w - - 0 1",
        &["K@e1", "K@e4"],
        &["K@e6"],
    );
}

#[test]
fn dropping_the_second_king_may_give_check_and_mate_at_once() {
    let position = after("4k3/4R3/3N4/8/8/8/8/8[Kr] w - - 0 1", &["K@a1"]);
    assert!(*position.checks().get(Color::Black));
    assert!(!position.is_legal(turn("R@a8")));
    let position = after("k7/1Q6/2P5/8/8/8/8/8[Kr] w - - 0 1", &["K@h1"]);
    assert_eq!(
        position.outcome(),
        Some(Outcome::win(Seat::First, Ending::Checkmate))
    );
}

#[test]
fn the_side_to_play_never_captures_a_king() {
    // White's rook attacks Black's king. This is no check, because White's king is in reserve.
    let fen = "4k2n/4R3/8/8/8/8/8/7R[K] w - - 0 1";
    assert_legality(fen, &["K@a1"], &["e7e8", "h1h8"]);
    // In the game `free`, White may capture before it drops its king. Even then it may not capture
    // Black's king.
    let free = games::defined("free", "unachess capture-before-king=true").expect("a game");
    let free = TypedGame::<Unachess>::new(free).expect("the rules of Unachess");
    let position = free.read(fen).expect(fen);
    assert!(position.is_legal(turn("h1h8")));
    assert!(!position.is_legal(turn("e7e8")));
    let illegality = position.illegality(turn("e7e8")).expect("a reason");
    assert_eq!(illegality.rule, "a king is never captured");
    assert!(matches!(
        illegal_position("4k3/4R3/8/8/8/8/8/4K3[] w - - 0 1"),
        IllegalPosition::Check { .. }
    ));
}

#[test]
fn a_check_is_answered_by_a_king_move_a_capture_or_a_piece_in_between() {
    let fen = "4r2k/8/8/8/8/8/8/R3K3[BPq] w - - 0 1";
    assert_legality(
        fen,
        &["e1d1", "e1f2", "B@e2", "B@e7", "P@e2", "P@e4"],
        &["B@d2", "P@d2", "a1a8", "e1e2", "P@e5"],
    );
    assert_legality(
        "4r2k/8/8/1B6/8/8/8/4K3[] w - - 0 1",
        &["b5e8", "b5e2"],
        &["b5d7"],
    );
    // No drop answers the check of a knight, or a double check.
    assert_legality(
        "7k/8/8/8/8/3n4/8/4K3[Q] w - - 0 1",
        &["e1d2"],
        &["Q@e2", "Q@d2"],
    );
    assert_legality(
        "4r2k/8/8/8/8/8/6n1/4K3[QB] w - - 0 1",
        &["e1d1", "e1f2"],
        &["Q@e2", "B@e4"],
    );
}

#[test]
fn a_pinned_piece_stays_on_its_line() {
    let fen = "4r2k/8/8/8/8/8/4R3/4K3[] w - - 0 1";
    assert_legality(fen, &["e2e3", "e2e8"], &["e2d2", "e2a2"]);
    assert_eq!(
        rule(fen, "e2d2"),
        "the king must not be in check after the turn"
    );
    assert_legality("4r2k/8/8/8/8/8/4N3/4K3[] w - - 0 1", &["e1d1"], &["e2d4"]);
}

#[test]
fn a_drop_may_give_check_and_mate() {
    let position = after("k7/8/1K6/8/8/8/8/8[Rn] w - - 0 1", &["R@h8"]);
    assert!(position.is_legal(turn("N@b8")));
    let position = after("k7/8/1K6/8/8/8/8/8[R] w - - 0 1", &["R@h8"]);
    assert_eq!(
        position.outcome(),
        Some(Outcome::win(Seat::First, Ending::Checkmate))
    );
    let position = after("rk6/pp6/8/8/8/8/6K1/8[N] w - - 0 1", &["N@a6"]);
    assert!(*position.checks().get(Color::Black));
    // A pawn gives check as well.
    let position = after("8/8/8/3k4/8/8/8/K7[P] w - - 0 1", &["P@e4"]);
    assert!(*position.checks().get(Color::Black));
}
