//! The rules of Smolowitz' Retro Chess, one test for each. Most assertions of `tests/common` also
//! test the position with colours exchanged. `tests/rules/unmoves.rs` tests the un-moves. Smolowitz
//! calls a check on one's own king *kcehc*.

mod possible;

use reviver::board::Color;
use reviver::rules::smolowitz::Smolowitz;
use reviver::rules::{DrawCause, Ending, Field, Outcome, Rules, Seat};

use crate::common::{
    assert_illegal, assert_invalid, assert_leads_to, assert_legal, assert_legal_exactly, game,
    outcome, read, turn, typed,
};

const GAME: [&str; 1] = ["smolowitz"];

const START: &str = "8/8/4K3/8/8/4k3/8/8[QRRBBNNPPPPPPPPqrrbbnnpppppppp] b - - 0 1";

/// The initial array of chess.
const ARRAY: &str = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w - - 0 1";

fn position(fen: &str) -> Smolowitz {
    read(typed("smolowitz"), fen)
}

fn assert_impossible(fen: &str, words: &str) {
    assert_invalid(&GAME, fen, Field::Placement, words);
}

// ----- the start and the phases -----

#[test]
fn the_kings_start_on_e6_and_e3_and_black_plays_first() {
    let start = position(START);
    assert_eq!(game("smolowitz").start(0), *start.setup());
    assert_eq!(start.side(), Color::Black);
    assert_eq!(start.seat(), Seat::First);
    assert_eq!(start.phase(), Some(1));
}

#[test]
fn whites_pieces_at_home_count_for_the_first_player_although_black_plays_first() {
    let start = position(START);
    assert_eq!(start.owner(Color::White), Seat::First);
    assert_eq!(start.owner(Color::Black), Seat::Second);
    assert_eq!(position(ARRAY).owner(Color::White), Seat::First);
}

/// White's knight un-captures the last piece, and the players switch colours. Black is to play. The
/// player who had White has Black now, and so plays again.
#[test]
fn whoever_puts_the_last_piece_on_the_board_plays_again() {
    let before = position("rnbqkb1r/pppppppp/8/8/8/5N2/PPPPPPPP/RNBQKB1R w - - 0 1");
    assert_eq!((before.phase(), before.seat()), (Some(1), Seat::Second));
    let after = before.play(turn("f3d4*n"));
    assert!(before.is_legal(turn("f3d4*n")));
    assert_eq!((after.phase(), after.seat()), (Some(2), Seat::Second));
    assert_eq!(after.side(), Color::Black);
    let next = after.play(turn("f3g5"));
    assert_eq!((next.phase(), next.seat()), (Some(2), Seat::First));
    assert_eq!(next.side(), Color::White);
    // If the turn leaves a piece in reserve, the other player plays next.
    let after = before.play(turn("f3d4"));
    assert_eq!((after.phase(), after.seat()), (Some(1), Seat::First));
}

#[test]
fn in_phase_two_nothing_is_un_captured() {
    let fen = "rnbqkb1r/pppppppp/5n2/8/8/5N1N/PPPPPPPP/R1BQKBR1 w - - 0 1";
    assert_eq!(position(fen).phase(), Some(2));
    assert_legal(&GAME, fen, &["f3d4", "h3f4", "g1h1"]);
    assert_illegal(&GAME, fen, &["f3d4*n", "f3d4*q"], "in reserve");
    let fen = "rnbqkb1r/pppppppp/5n2/8/8/3PP3/PPP2PPP/RNBQKBNR w - - 0 1";
    assert_legal(&GAME, fen, &["e3e2"]);
    assert_illegal(&GAME, fen, &["e3d2", "e3d2*n"], "in reserve");
}

// ----- a turn -----

#[test]
fn the_un_moving_side_un_captures_on_the_square_it_leaves() {
    let fen = "8/8/8/8/8/2K5/8/6k1 w - - 0 1";
    assert_legal(
        &GAME,
        fen,
        &["c3b4", "c3b4*q", "c3b4*r", "c3b4*b", "c3b4*n", "c3b4*p"],
    );
    assert_leads_to(&GAME, fen, "c3b4*p", "8/8/8/8/1K6/2p5/8/6k1 b - - 0 1");
    assert_illegal(&GAME, fen, &["N@c3,c3b4"], "the un-move comes first");
    assert_illegal(&GAME, fen, &["end"], "cannot be declared");
    assert_illegal(&GAME, fen, &["N@c3"], "only by an un-move");
}

#[test]
fn bishops_may_share_a_colour_and_pawns_a_file() {
    let fen = "b6k/8/5p2/3N1N2/8/8/8/K7 w - - 0 1";
    assert_legal(&GAME, fen, &["d5b4*b", "f5g3*p"]);
}

#[test]
fn a_pending_field_demands_the_un_double_step() {
    let fen = "7k/8/8/3Pp3/8/8/8/K7 b - e6 0 1";
    assert_legal_exactly(&GAME, fen, "", &["e5e7"]);
    assert_illegal(&GAME, fen, &["h8g8"], "the only turn is");
    assert!(position(fen).null_move().is_none());
}

// ----- checks on the enemy king -----

#[test]
fn the_enemy_king_may_not_be_left_attacked() {
    assert_illegal(
        &GAME,
        "4k3/8/8/8/3R4/8/8/K7 w - - 0 1",
        &["d4e4", "d4d8", "d4e4*n"],
        "in check",
    );
    let fen = "4k3/8/8/4B3/8/8/8/K3R3 w - - 0 1";
    assert_illegal(&GAME, fen, &["e5d4"], "in check");
    assert_legal(&GAME, fen, &["e5d4*n"]);
    assert_invalid(
        &GAME,
        "4k3/8/8/8/4R3/8/8/K7 b - - 0 1",
        Field::Side,
        "in a check that the game forbids",
    );
}

#[test]
fn the_own_king_may_be_left_attacked() {
    let fen = "8/8/8/8/8/2K5/8/6k1 w - - 0 1";
    assert_legal(&GAME, fen, &["c3b4*q", "c3b4*p"]);
    let after = position(fen).play(turn("c3b4*q"));
    assert!(after.checks().white && !after.checks().black);
}

// ----- the opponent must have an answer -----

#[test]
fn the_opponent_must_be_able_to_take_back_a_kcehc() {
    let fen = "7K/8/8/8/8/8/8/k7 w - - 0 1";
    assert_illegal(&GAME, fen, &["h8g7*b"], "cannot take back");
    assert_legal(&GAME, fen, &["h8g7*n", "h8g7*r"]);
}

#[test]
fn the_other_side_must_have_a_turn() {
    let fen = "8/8/8/7K/8/1P6/P7/kB6 w - - 0 1";
    assert_illegal(&GAME, fen, &["b3b2"], "could not answer with any un-move");
    assert_legal(&GAME, fen, &["b3c2*n", "h5h6"]);
}

/// In both positions, Black has no legal turn after `g8h6*n`. Its pawns are home, the targets of
/// its knights are occupied, and its other pieces are blocked. In the first position, `g8h6*n` is
/// legal, because all of Black's pieces are home after it. In the second position, Black's king and
/// queen have exchanged squares, and are not home. So `g8h6*n` is illegal there.
#[test]
fn a_turn_that_completes_a_home_army_needs_no_answer() {
    let fen = "rnbqkbNr/pppppppp/B1R2R2/8/8/P3P3/1PPP1PPP/1NBQK3 w - - 0 1";
    assert_legal(&GAME, fen, &["g8h6*n"]);
    let after = position(fen).play(turn("g8h6*n"));
    let home = Some(Outcome::win(Seat::Second, Ending::Home));
    assert_eq!((after.phase(), after.outcome()), (Some(2), home));
    let fen = "rnbkqbNr/pppppppp/B1R2R2/8/8/P3P3/1PPP1PPP/1NBQK3 w - - 0 1";
    assert_illegal(&GAME, fen, &["g8h6*n"], "could not answer with any un-move");
}

#[test]
fn a_kcehc_that_cannot_be_taken_back_is_refused() {
    assert_invalid(
        &GAME,
        "7b/6K1/8/8/8/8/8/k7 b - - 0 1",
        Field::Side,
        "in a check that the game forbids",
    );
}

#[test]
fn the_un_double_step_must_leave_the_opponent_an_answer() {
    // After `e6d5*ep` and `e5e7`, White would have no un-move. The targets d4, c4 and e4 of its
    // pawn are occupied, and so are the squares around its king.
    let fen = "4k3/8/4P3/8/2ppp3/8/6np/6bK w - - 0 1";
    assert_illegal(&GAME, fen, &["e6d5*ep"], "could not un-double-step");
    assert_legal(&GAME, fen, &["e6f5*ep"]);
}

// ----- endings -----

#[test]
fn sixteen_pieces_that_are_home_when_phase_two_begins_win() {
    let fen = "rnbqkb1r/pppppppp/8/8/8/5N2/PPPPPPPP/RNBQKB1R w - - 0 1";
    assert_legal(&GAME, fen, &["f3g1*n"]);
    let after = position(fen).play(turn("f3g1*n"));
    assert_eq!(after.phase(), Some(2));
    assert_eq!(
        after.outcome(),
        Some(Outcome::win(Seat::First, Ending::Home))
    );
    assert_eq!(after.count(), 0);
    let illegality = after.illegality(turn("f3g5")).expect("the game is over");
    assert!(illegality.to_string().contains("the game is over"));
}

#[test]
fn sixteen_pieces_that_are_home_after_a_turn_of_phase_two_win() {
    let fen = "rnbqkb1r/pppppppp/5n2/8/8/N7/PPPPPPPP/R1BQKBNR w - - 0 1";
    assert_legal(&GAME, fen, &["a3b1"]);
    let after = position(fen).play(turn("a3b1"));
    assert_eq!(
        after.outcome().map(Outcome::result),
        Some("1-0"),
        "in phase II the first player has White"
    );
    assert_eq!(
        outcome(game("smolowitz"), &after.setup().to_string()),
        Some(Outcome::win(Seat::First, Ending::Home))
    );
}

#[test]
fn the_game_is_a_draw_if_all_pieces_of_both_colours_are_home() {
    assert_eq!(
        outcome(game("smolowitz"), ARRAY),
        Some(Outcome::draw(Ending::Home))
    );
}

#[test]
fn sixteen_pieces_that_are_home_in_phase_one_do_not_end_the_game() {
    let fen = "rnbqkb1r/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR b - - 0 1";
    assert_eq!(outcome(game("smolowitz"), fen), None);
}

#[test]
fn points_are_one_for_a_pawn_home_and_two_for_another_piece() {
    for (fen, points) in [
        ("4k3/8/8/8/8/8/8/4K3 w - - 0 1", 2),
        ("4k3/8/8/8/8/8/P2P4/4K3 w - - 0 1", 4),
        ("4k3/8/8/8/P7/8/8/N3K3 w - - 0 1", 2),
        ("4k3/8/8/8/8/8/8/R2QKB2 w - - 0 1", 8),
        ("4k3/8/8/8/8/8/PPPPPPPP/RNBQKBNR b - - 0 1", 24),
    ] {
        assert_eq!(position(fen).points().white, points, "{fen}");
    }
}

#[test]
fn repetition_fifty_moves_and_stalemate_end_the_game_by_points() {
    // White has more points in `phase_one`, and Black in `phase_two`. White's points count for the
    // first player in both phases, because this player has White in phase II.
    let phase_one = position("8/8/4k3/8/8/8/PP6/4K3 b - - 0 1");
    let phase_two = position("rnbqkb1r/pppppppp/5n2/8/8/5N1N/PPPPPPPP/R1BQKB1R w - - 0 1");
    let even = position("4k3/8/8/8/8/8/8/4K3 b - - 0 1");
    assert_eq!((phase_one.phase(), phase_two.phase()), (Some(1), Some(2)));
    for cause in [
        DrawCause::Repetition,
        DrawCause::FiftyMoves,
        DrawCause::Stalemate,
    ] {
        let ending = Ending::from(cause);
        assert_eq!(
            phase_one.outcome_on(cause),
            Outcome::win(Seat::First, ending)
        );
        assert_eq!(
            phase_two.outcome_on(cause),
            Outcome::win(Seat::Second, ending)
        );
        assert_eq!(even.outcome_on(cause), Outcome::draw(ending));
    }
}

#[test]
fn stalemate_counts_points() {
    assert_eq!(
        outcome(game("smolowitz"), "8/8/8/8/8/8/PP6/kB5K b - - 0 1"),
        Some(Outcome::win(Seat::First, Ending::Stalemate))
    );
}

#[test]
fn un_captures_pawn_un_moves_and_un_promotions_are_irreversible() {
    let fen = "3N4/8/4P3/8/2P5/7k/8/K7 w - - 7 9";
    let position = position(fen);
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

// ----- what is refused -----

#[test]
fn an_impossible_en_passant_square_is_refused() {
    for (fen, words) in [
        ("7k/8/8/3Pp3/8/8/8/K7 b - e5 0 1", "third row"),
        ("7k/8/8/3P4/4p3/8/8/K7 b - e6 0 1", "no pawn stands"),
        ("7k/8/4n3/3Pp3/8/8/8/K7 b - e6 0 1", "not free"),
        ("7k/8/8/4p3/8/8/8/K7 b - e6 0 1", "no enemy pawn"),
        ("7k/8/5K2/3Pp3/8/8/8/8 b - e6 0 1", "not legal"),
        ("7k/8/8/r2Pp2K/8/8/8/8 b - e6 0 1", "un-captured"),
        // After e5e7 White has no un-move.
        ("4k3/8/8/3Pp3/2ppp3/8/6np/6bK b - e6 0 1", "un-captured"),
    ] {
        assert_invalid(&GAME, fen, Field::Pending, words);
    }
}
