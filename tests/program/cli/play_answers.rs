//! `reviver play`: answers to turns that are not written as the program writes them, and to repetition.

use super::{assert_says, play};

#[test]
fn a_turn_with_spaces_hyphens_or_capital_letters_is_played() {
    for turn in ["F3E4", "f3 e4", "f3-e4", " f3 - e4 "] {
        let run = play(&["ssehc", "--side", "both"], &format!("{turn}\n"));
        assert_says(&run, &["Turn 2: "]);
    }
    let run = play(&["ssehc", "--side", "both"], "f3e4\nn@F3 f6-e6\n");
    assert_says(&run, &["Turn 3: "]);
    let run = play(&["unplay-strict", "--side", "both"], "H8-G7 *N\n");
    assert_says(&run, &["Turn 2: "]);
}

#[test]
fn an_illegal_turn_with_spaces_or_capital_letters_gets_the_reason() {
    let run = play(
        &["unplay-strict", "--side", "both"],
        "h8-a1\nH8 G7 *P\nB4B5\nb4 b5\nb4b5*R\n",
    );
    assert_says(
        &run,
        &[
            "h8a1 is not legal: a king does not un-move from h8 to a1.\n",
            "h8g7*p is not legal: a pawn cannot appear on h8, on rank 1 or 8.\n",
            "b4b5 is not legal: no piece stands on b4.\n",
            "b4b5*r is not legal: no piece stands on b4.\n",
        ],
    );
    assert_eq!(run.stdout.matches("b4b5 is not legal").count(), 2);
    assert!(!run.stdout.contains("is not a turn"), "{}", run.stdout);
}

#[test]
fn declare_means_end() {
    let run = play(&["ssehc", "--side", "both"], "declare\nend\n");
    let answer = "end is not legal: all sixteen pieces of White must be on the board, not 1.\n";
    assert_eq!(run.stdout.matches(answer).count(), 2, "{}", run.stdout);
}

#[test]
fn an_un_capture_alone_is_answered_with_what_it_lacks() {
    let run = play(
        &["ssehc", "--side", "both"],
        "Q@f6\nf3e4\nQ@f6\nK@f3\nQ@f3\nf6e6\n",
    );
    assert_says(
        &run,
        &[
            "Q@f6 is not legal: the last turn leaves nothing to un-capture",
            "Q@f6 is not legal: a piece is un-captured on f3, which has just been left, not on f6.\n",
            "K@f3 is not legal: Black has no king in reserve.\n",
            "Q@f3 is the first part of these turns:\n   1 Q@f3,",
        ],
    );
}

#[test]
fn a_square_without_a_turn_is_explained() {
    let run = play(&["unplay-strict", "--side", "both"], "c4\na1\n");
    let nothing =
        "No legal turn begins on c4 or goes there. Write a turn like h8g7 (from h8 to g7), or ";
    assert_says(
        &run,
        &[nothing, "No legal turn begins on a1 or goes there."],
    );
    // Only the piece that gives check may un-move.
    let fen = "8/8/8/8/8/8/1Q5k/K7[RRBBNNPPPPPPPPqrrbbnnpppppppp] w - - 0 5";
    let run = play(&["unplay-strict", "--side", "both", "--fen", fen], "a1\n");
    assert_says(
        &run,
        &["The king on a1 has no legal turn. Write a turn like "],
    );
}

#[test]
fn a_repetition_is_announced_and_its_result_explained() {
    let fen = "8/8/4K3/8/8/4k3/8/1N6[QRRBBNPPPPPPPPqrrbbnnpppppppp] b - - 0 1";
    let script = "e3d3\ne6e7\nd3e3\ne7e6\n".repeat(2);
    let run = play(&["smolowitz", "--side", "both", "--fen", fen], &script);
    assert_says(
        &run,
        &[
            "This position stands for the second time. The third time ends the game: the first player wins. \
             Points decide: the first player has 2, and the second player has 0.\n",
            "Game over: the first player wins. The same position stood for the third time. Points decide: the \
             first player has 2, and the second player has 0.\nIn game records the result is 1-0: the first \
             number is the first player's.\n",
        ],
    );
    let run = play(&["smolowitz", "--side", "both"], &script);
    let warning =
        "The third time ends the game: a draw. Points decide, and both players have 0 points.";
    assert_says(
        &run,
        &[warning, "Game over: a draw. The same position stood"],
    );
    let script = "h8h7\na1a2\nh7h8\na2a1\n".repeat(2);
    let run = play(&["unplay-strict", "--side", "both"], &script);
    assert_says(&run, &["The third time ends the game: a draw.\n"]);
}
