//! The examples of native notation in the rules by the authors of the games.
//!
//! Three examples have misprints. Smolowitz prints c6 for the queen that is un-captured on c5.
//! Unachess prints c6 for a knight that the diagram shows on e6, and g2 for a knight on f2. Here
//! the turns follow the diagrams, and the misprints are refused.

use reviver::notation::native::{Native, diagram};
use reviver::notation::position;
use reviver::record::read_native_turns;
use reviver::rules::{Rules, smolowitz::Smolowitz, unachess::Unachess};

use super::{Complaint, assert_refused, assert_written, understand};
use crate::common::{game, read, turn, typed};

/// Asserts that a line of Smolowitz' rules is read as `turns`, and that `turns` are written as this
/// line.
fn smolowitz_line(fen: &str, line: &str, turns: &[&str]) {
    let mut position: Smolowitz = read(typed("smolowitz"), fen);
    let expected: Vec<_> = turns.iter().map(|text| turn(text)).collect();
    assert_eq!(
        read_native_turns(&position, line),
        Ok(expected.clone()),
        "{line}"
    );
    let mut entries = Vec::new();
    for turn in expected {
        entries.push(Native::new(&position).record_entry(turn));
        position = position.play(turn);
    }
    assert_eq!(entries.join(" "), line);
}

#[test]
fn smolowitz_un_moves_a_pawn_and_a_rook() {
    smolowitz_line(
        "8/7K/4P3/8/8/k7/1r6/8 w - - 0 5",
        "White: P e6-e5 => Black: r b2-f2 =>",
        &["e6e5", "b2f2"],
    );
}

#[test]
fn smolowitz_un_captures_a_bishop_and_a_knight() {
    smolowitz_line(
        "8/4k3/8/8/8/8/8/7K b - - 0 5",
        "Black: k e7-f7; B-e7 => White: B e7-c5; n-e7 =>",
        &["e7f7*b", "e7c5*n"],
    );
}

/// A turn may leave the player's own king in check. Smolowitz calls such a check "kcehc".
#[test]
fn smolowitz_leaves_his_own_king_in_kcehc_and_the_queen_ends_this_check() {
    let fen = "8/8/8/2k5/8/8/8/7K b - - 0 5";
    smolowitz_line(
        fen,
        "Black: k c5-b6; Q-c5 (kcehc) => White: Q c5-g5 =>",
        &["c5b6*q", "c5g5"],
    );
    let suggestion = "did you mean 'k c5-b6; Q-c5 (kcehc)'";
    assert_refused(
        game("smolowitz"),
        fen,
        "k c5-b6; Q-c6 (kcehc)",
        &Complaint {
            column: 1,
            reason: suggestion,
        },
    );
}

#[test]
fn smolowitz_refuses_to_put_the_opponent_in_check() {
    let line = "White: R a5-f5 =>";
    assert_refused(
        game("smolowitz"),
        "8/8/8/R7/5k2/8/8/7K w - - 0 5",
        line,
        &Complaint {
            column: 1,
            reason: "a5f5 is not legal: ",
        },
    );
    smolowitz_line("8/8/8/R7/8/6k1/8/7K w - - 0 5", line, &["a5f5"]);
}

#[test]
fn smolowitz_refuses_a_pawn_that_makes_the_position_impossible() {
    let line = "Black: n h3-f4; P-h3 =>";
    assert_refused(
        game("smolowitz"),
        "8/8/k7/8/8/7n/6PP/3K4 b - - 0 5",
        line,
        &Complaint {
            column: 1,
            reason: "h3f4*p is not legal: ",
        },
    );
    smolowitz_line("8/8/k7/8/8/7n/6P1/3K4 b - - 0 5", line, &["h3f4*p"]);
}

#[test]
fn the_examples_of_unplay_are_written_as_printed() {
    let fen = "8/7K/8/8/4P3/8/8/k7 w - - 0 5";
    assert_written(game("unplay"), fen, "e4-e2", "e4e2");
    assert_written(game("unplay"), fen, "e4-d3(*Q)", "e4d3*q");
    let fen = "6Q1/8/8/K7/8/8/8/k7 w - - 0 5";
    assert_written(game("unplay"), fen, "Qg8-g7P", "g8g7p");
}

/// The turns that lead to the diagram "After a few moves" in the rules of Unachess. The rules
/// misprint the last turn, `n-e6`, as `n-c6`.
const FEW_MOVES: &str = "1.  P>e3    n>g5\n2.  B>f4    n-e6\n";

fn played(text: &str) -> Unachess {
    let start = typed::<Unachess>("unachess").start_position(0);
    let turns = read_native_turns(&start, text).unwrap_or_else(|error| panic!("{error}"));
    turns
        .into_iter()
        .fold(start, |position, turn| position.play(turn))
}

#[test]
fn the_diagram_of_the_start_of_unachess_is_as_printed() {
    let start = "\
- - - - - - - -       Black's pieces in reserve:
- - - - - - - -
- - - - - - - -       rrbbnnqk
- - - - - - - -       pppppppp
- - - - - - - -
- - - - - - - -
- - - - - - - -       White's pieces in reserve:
- - - - - - - -
                      RRBBNNQK
                      PPPPPPPP
";
    assert_eq!(diagram(&played("")).expect("a diagram").to_string(), start);
}

#[test]
fn the_diagram_of_unachess_after_a_few_moves_is_as_printed() {
    let after = "\
- - - - - - - -       Black's pieces in reserve:
- - - - - - - -
- - - - n - - -       rrbbn-qk
- - - - - - - -       pppppppp
- - - - - B - -
- - - - P - - -
- - - - - - - -       White's pieces in reserve:
- - - - - - - -
                      RRB-NNQK
                      PPPPPPP-
";
    assert_eq!(
        diagram(&played(FEW_MOVES)).expect("a diagram").to_string(),
        after
    );
    let before = played("1.  P>e3    n>g5\n2.  B>f4").setup().to_string();
    let reason = "a knight does not go from g5 to c6";
    assert_refused(
        game("unachess"),
        &before,
        "n-c6",
        &Complaint { column: 1, reason },
    );
    // With the knight on a5 instead of g5, `n-c6` is legal.
    let knight = before.replace("6n1", "1n6");
    let knight = knight.replace("/1n6/", "/n7/");
    assert_written(game("unachess"), &knight, "n-c6", "a5c6");
}

#[test]
fn unachess_marks_check_and_an_attack_on_the_enemy_king_by_a_player_whose_king_is_in_reserve() {
    let after = "\
- - - k - - - -       Black's pieces in reserve:
- - - - - - - -
- - - - - - - -       rrbbn-q-
- - - - - - - -       pppppppp
- - - - - - - -
- - - - - - - -
- - - - - n Q -       White's pieces in reserve:
- - - - - - - K
                      RRBBNN--
                      PPPPPPPP
";
    let text = "1. K>h1   n>f2 !+\n2. Q>g2   k>d8  +\n";
    assert_eq!(
        diagram(&played(text)).expect("a diagram").to_string(),
        after
    );
    let position = played("1. K>h1").setup().to_string();
    assert_written(game("unachess"), &position, "n>f2 !+", "N@f2");
    assert_refused(
        game("unachess"),
        &position,
        "n>g2 !+",
        &Complaint {
            column: 6,
            reason: "the mark '!+' is wrong here; write n>g2",
        },
    );
    let position = played("1. K>e1").setup().to_string();
    assert_written(game("unachess"), &position, "n>g2 !+", "N@g2");
    let position = played("1. K>h1   n>f2 !+\n2. Q>g2").setup().to_string();
    assert_written(game("unachess"), &position, "k>d8 +", "K@d8");
}

#[test]
fn unachess_captures_gives_check_and_mates() {
    let fen = "8/8/8/1B6/8/8/4n3/K6k[] w - - 0 9";
    assert_written(game("unachess"), fen, "Bxe2", "b5e2");
    let fen = "8/8/8/7k/8/3B4/8/K7[] w - - 0 9";
    assert_written(game("unachess"), fen, "B-e2 +", "d3e2");
    let fen = "7k/8/6K1/8/8/8/8/R7[] w - - 0 9";
    assert_written(game("unachess"), fen, "R-a8 ++", "a1a8");
    for words in ["R-a8 #", "R-a8++", "R-a8 +", "R-a8", "R-a8   #"] {
        let found = understand(game("unachess"), fen, words);
        assert_eq!(found, Ok((turn("a1a8"), "R-a8 ++".to_owned())), "{words}");
    }
}

#[test]
fn a_first_turn_of_ssehc_is_written_as_in_its_rules() {
    let start = game("ssehc").start(0).to_string();
    for variant in [game("ssehc"), game("ssehc-classic")] {
        assert_written(variant, &start, "un-move king to e4", "f3e4");
    }
    let setup = position::parse(game("ssehc").form(), &start).expect("the start");
    assert_eq!(setup, game("ssehc").start(0));
}
