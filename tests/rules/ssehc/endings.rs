//! The endings of both editions. "Classic" is the first edition, `ssehc-classic`. The published
//! edition is `ssehc`.

use crate::common::game;
use reviver::games::TypedGame;
use reviver::rules::{Ending, Field, Outcome, Rules, Seat, ssehc::Ssehc};

use super::{assert_illegal, assert_invalid, assert_legal, each_way, outcome, read, turn};

// ----- the first edition -----

#[test]
fn in_classic_an_un_move_that_brings_all_sixteen_home_wins_at_once() {
    let text = "4k3/8/8/8/8/5N2/PPPPPPPP/RNBQKB1R w - - 0 1";
    assert_legal(text, &["f3g1"]);
    each_way(text, |variant, position, turn| {
        let after = position.play(turn("f3g1"));
        let expected = match variant {
            "ssehc-classic" => Some(Outcome::win(position.seat(), Ending::Home)),
            _ => None,
        };
        assert_eq!(after.outcome(), expected);
        assert_eq!(after.turns().is_empty(), expected.is_some());
        assert_eq!(after.progress(position.side()).home, 16);
    });
}

#[test]
fn in_classic_an_un_capture_at_home_does_not_win_at_once() {
    // White can un-capture its sixteenth piece at home, but only an un-move wins at once.
    let text = "4k3/8/8/8/8/7n/PPPPPPPP/RNBQKB1R w - g1 0 1";
    assert_legal(text, &["N@g1,end", "N@g1,g1f3", "b1a3"]);
    assert_illegal(text, &["end"], "on the board, not only 15");
    each_way(text, |_, position, turn| {
        let after = position.play(turn("N@g1,end"));
        assert_eq!(
            after.outcome(),
            Some(Outcome::win(position.seat(), Ending::Declared))
        );
        assert_eq!(after.turns().len(), 0);
        assert!(after.setup().to_string().contains(" end 0 "));
        assert_eq!(after.side(), !position.side());
        assert_eq!(after.null_move().map(|_| ()), None);
    });
}

#[test]
fn in_classic_the_end_may_not_be_declared_while_a_piece_that_is_not_home_can_un_move() {
    let text = "4k3/8/8/8/8/5N2/PPPPPPPP/RNBQKB1R w - - 0 1";
    assert_illegal(
        text,
        &["end"],
        "does not reduce the number of its pieces at home",
    );
    assert_illegal(text, &["end"], "reduces the number of its pieces at home");
    let text = "4k3/8/8/8/8/5N2/PPPPPPPP/R1BQKB1R w - - 0 1";
    assert_illegal(text, &["end"], "all sixteen");
}

#[test]
fn the_side_with_more_pieces_home_wins_a_declared_end() {
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

// ----- the published edition -----

#[test]
fn the_end_may_be_declared_when_the_first_two_rows_are_full() {
    let text = "4k3/8/8/8/8/5N2/nPPPPPPP/RNBQKBPR w - - 0 1";
    assert_invalid(text, Field::Placement, "a pawn stands on g1");
    // A black knight on g1 fills the first row. So White may declare the end in the published
    // edition, although the knight on f3 can un-move.
    let text = "4k3/8/8/8/8/5N2/PPPPPPPP/RNBQKBnR w - - 0 1";
    let published = read("ssehc", text);
    assert!(published.is_legal(turn("end")));
    assert!(published.is_legal(turn("f3d4")));
    let classic = read("ssehc-classic", text);
    assert!(!classic.is_legal(turn("end")));
    assert!(classic.is_legal(turn("f3d4")));
    let mirrored = TypedGame::<Ssehc>::new(game("ssehc"))
        .expect("the rules of Ssehc")
        .position(published.setup().mirrored());
    assert!(mirrored.is_ok_and(|position| position.is_legal(turn("end"))));
}

#[test]
fn an_un_capture_may_fill_the_rows() {
    // Black's knight has left f1 for g3. White's knight comes back on f1 and fills the first row.
    // So White may declare the end in the published edition, although the bishop on f3 can un-move.
    let text = "4k3/8/8/8/8/5Bn1/PPPPPPPP/RNBQK1bR w - f1 0 1";
    assert_illegal(text, &["end"], "all sixteen");
    each_way(text, |variant, position, turn| {
        assert!(position.is_legal(turn("N@f1,f3d5")), "{variant}");
        let published = variant == "ssehc";
        assert_eq!(position.is_legal(turn("N@f1,end")), published, "{variant}");
    });
}

#[test]
fn a_forced_un_capture_comes_before_a_declared_end() {
    let text = "4k3/8/8/8/8/7p/PPPPPPPP/RNBQKB1R w - g2! 0 1";
    assert_invalid(text, Field::Pending, "occupied");
    let text = "r3k3/1p6/8/8/8/8/1PPPPPPP/RNBQKBNR w - a2! 0 1";
    assert_invalid(text, Field::Pending, "no pawn");
    let text = "4k3/8/8/8/8/1p6/1PPPPPPP/RNBQKBNR w - a2! 0 1";
    let position = read("ssehc", text);
    assert!(position.is_legal(turn("P@a2,end")));
    assert_illegal(text, &["end"], "must un-capture");
}

#[test]
fn a_piece_at_home_scores_1_and_a_piece_on_rows_7_and_8_costs_2() {
    let text = "4k3/8/8/8/8/5N2/PPPPPPPP/RNBQKBnR w - - 0 1";
    let position = read("ssehc", text);
    assert_eq!(position.points().white, 15);
    // The king is home, the knight stands on Black's row 8.
    assert_eq!(position.points().black, 1 - 2);
    let classic = read("ssehc-classic", text);
    assert_eq!(classic.points().black, 1);
    // One knight stands on Black's row 7, the other on its row 8.
    let far = read("ssehc", "4k3/8/8/8/8/8/6n1/K6n w - - 0 1");
    assert_eq!(far.points().black, 1 - 2 - 2);
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
        outcome("ssehc", text),
        Some(Outcome::draw(Ending::Declared))
    );
}

#[test]
fn in_the_published_edition_sixteen_pieces_at_home_do_not_end_the_game() {
    let text = "4k3/8/8/8/8/8/PPPPPPPP/RNBQKBNR b - - 0 1";
    assert_eq!(outcome("ssehc", text), None);
    assert_eq!(
        outcome("ssehc-classic", text),
        Some(Outcome::win(Seat::First, Ending::Home))
    );
}
