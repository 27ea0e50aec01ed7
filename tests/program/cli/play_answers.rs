//! `reviver play`: the answers to turns in another spelling, to illegal turns and to repetitions,
//! and the messages at the end of a game.

use super::{assert_says, play};
use crate::common::program::{Folder, Run};

/// Runs `play` in a game with the default switches of a family. The script plays both sides.
fn play_family(family: &str, arguments: &[&str], script: &str) -> Run {
    let folder = Folder::new();
    let file = folder.family_file(family);
    let game = ["play", "--game", &file, "--side", "both"];
    folder.run(&[&game[..], arguments].concat(), script)
}

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
fn an_illegal_turn_with_spaces_or_capital_letters_is_answered_with_the_reason() {
    let run = play(
        &["unplay-strict", "--side", "both"],
        "h8-a1\nH8 G7 *P\nB4B5\nb4 b5\nb4b5*R\n",
    );
    assert_says(
        &run,
        &[
            "h8a1 is not legal: a king does not un-move from h8 to a1.\n",
            "h8g7*p is not legal: a pawn cannot appear on h8, because pawns never stand on row 1 or 8.\n",
            "b4b5 is not legal: no piece stands on b4.\n",
            "b4b5*r is not legal: no piece stands on b4.\n",
        ],
    );
    assert_eq!(run.stdout.matches("b4b5 is not legal").count(), 2);
    assert!(!run.stdout.contains("is not a turn"), "{}", run.stdout);
}

#[test]
fn a_promotion_without_its_piece_is_answered_with_the_promotions() {
    let fen = "7k/4P3/8/8/8/8/8/K7[] w - - 0 30";
    let run = play(&["unachess", "--side", "both", "--fen", fen], "e7e8\n");
    assert_says(&run, &["These turns are legal:\n", "e7e8q"]);
    assert!(!run.stdout.contains("un-capture:"), "{}", run.stdout);
}

#[test]
fn the_word_declare_is_read_as_the_turn_end() {
    let run = play(&["ssehc", "--side", "both"], "declare\nend\n");
    let answer =
        "end is not legal: all sixteen pieces of White must be on the board, not only 1.\n";
    assert_eq!(run.stdout.matches(answer).count(), 2, "{}", run.stdout);
}

#[test]
fn an_un_capture_without_an_un_move_is_answered() {
    let run = play(
        &["ssehc", "--side", "both"],
        "Q@f6\nf3e4\nQ@f6\nK@f3\nQ@f3\nf6e6\n",
    );
    assert_says(
        &run,
        &[
            "Q@f6 is not legal: there is nothing to un-capture",
            "Q@f6 is not legal: the un-capture must be on f3, the square just vacated, not on f6.\n",
            "K@f3 is not legal: Black has no king in reserve.\n",
            "Q@f3 is the first part of these turns:\n   1 Q@f3,",
        ],
    );
}

#[test]
fn a_square_without_a_turn_is_explained() {
    let run = play(&["unplay-strict", "--side", "both"], "c4\na1\n");
    let no_turn =
        "No legal turn begins on c4 or goes there. Write a turn like h8g7 (from h8 to g7), or ";
    assert_says(
        &run,
        &[no_turn, "No legal turn begins on a1 or goes there."],
    );
    // White's queen on b2 attacks Black's king on h2. White's turn must end this attack, and no
    // un-move of White's king on a1 does.
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
    let run = play_family("smolowitz", &["--fen", fen], &script);
    assert_says(
        &run,
        &[
            "This position has occurred twice. If it occurs a third time, the game ends: the first player wins. \
             Points decide: the first player has 2, and the second player has 0.\n",
            "Game over: the first player wins. The same position has occurred for the third time. Points decide: the \
             first player has 2, and the second player has 0.\nIn game records the result is 1-0: the first \
             number is the first player's.\n",
        ],
    );
    let run = play_family("smolowitz", &[], &script);
    let warning = "If it occurs a third time, the game ends: a draw. Points decide, and both players have 0 points.";
    assert_says(
        &run,
        &[warning, "Game over: a draw. The same position has occurred"],
    );
    let script = "h8h7\na1a2\nh7h8\na2a1\n".repeat(2);
    let run = play(&["unplay-strict", "--side", "both"], &script);
    assert_says(
        &run,
        &["If it occurs a third time, the game ends: a draw.\n"],
    );
}

#[test]
fn points_are_shown_and_explained_only_in_games_that_they_decide() {
    let run = play(&["ssehc", "--side", "both"], "");
    assert_says(
        &run,
        &[
            "Each piece home scores 1 point. Each piece far from home, on its side's rows 7 and 8, scores -2 points.",
            "row 1 is rank 1 for White, and rank 8 for Black.",
            "0 home, 1 on the board, 0 points\n",
        ],
    );
    assert!(!run.stdout.contains("distance"), "{}", run.stdout);
    let run = play(&["ssehc-classic", "--side", "both"], "");
    assert_says(&run, &["the lower distance wins.\n", "distance 2\n"]);
    assert!(!run.stdout.contains("point"), "{}", run.stdout);
}

#[test]
fn the_distance_is_shown_only_in_games_that_it_decides() {
    for (rules, facts) in [
        (
            "base = \"unplay\"\n[switches]\ngoal = \"home\"",
            "0 home, 1 on the board\n",
        ),
        (
            "base = \"ssehc\"\n[switches]\ndeclare = \"never\"\nhome-wins = true\n\
             compare = \"home-board-distance\"",
            "0 home, 1 on the board\n",
        ),
        (
            "base = \"ssehc\"\n[switches]\ndeclare = \"never\"\nfifty-moves = \"points\"\n\
             compare = \"home-board-distance\"",
            "0 home, 1 on the board, distance 2\n",
        ),
    ] {
        let folder = Folder::new();
        folder.write("own.toml", &format!("name = \"own\"\n{rules}\n"));
        let run = folder.run(&["play", "--game", "own.toml", "--side", "both"], "");
        assert_eq!(run.code, Some(0), "{rules}: {}", run.stderr);
        assert_says(&run, &[facts]);
        let explains = run.stdout.contains("A player's distance is the sum");
        assert_eq!(explains, facts.contains("distance"), "{}", run.stdout);
    }
}

#[test]
fn the_player_to_play_is_named_again_below_a_turned_board() {
    let run = play(&["ssehc", "--side", "both"], "flip\n");
    assert_eq!(run.stdout.matches("Turn 1: ").count(), 2, "{}", run.stdout);
    let (_, below) = run
        .stdout
        .split_once("h  g  f  e  d  c  b  a")
        .expect("a turned board");
    assert!(below.contains("Turn 1: "), "{}", run.stdout);
}

#[test]
fn a_game_that_ends_without_a_legal_turn_says_why_there_is_none() {
    let fen = "7k/5Q2/8/8/8/8/8/K7[] b - - 0 9";
    let run = play(&["unachess", "--side", "both", "--fen", fen], "");
    assert_says(
        &run,
        &["There is no legal turn. For example, h8g7 is not legal: the queen on f7 attacks g7.\n"],
    );
    let fen = "8/8/8/8/8/8/PP6/kB5K[QRRBNNPPPPPPqrrbbnnpppppppp] b - - 0 1";
    let run = play_family("smolowitz", &["--fen", fen], "");
    assert_says(
        &run,
        &["There is no legal turn. No piece of Black has a free square to go to. Points decide: "],
    );
}

#[test]
fn a_loaded_game_that_is_over_does_not_go_on() {
    let folder = crate::common::program::Folder::new();
    let save = ["play", "ssehc", "--side", "both", "--save", "over.pgn"];
    folder.run(&save, "f3e4\nresign\nresign\n");
    let run = folder.run(&["play", "--load", "over.pgn"], "");
    assert_says(&run, &["This game of ssehc is over.\n"]);
    assert!(!run.stdout.contains("goes on"), "{}", run.stdout);
}

#[test]
fn a_review_numbers_turns_as_the_game_does_and_refuses_a_game_without_turns() {
    let folder = crate::common::program::Folder::new();
    let arguments = [
        "review",
        "unplay-strict",
        "h8g7",
        "a1a2",
        "g7f6*n",
        "--nodes",
        "100",
    ];
    let run = folder.run_ok(&arguments);
    assert_says(&run, &["     2 Black a1a2 ", "     3 White g7f6*n "]);
    let run = folder.run(&["review", "unplay-strict"], "");
    assert_eq!(run.code, Some(2));
    let answer = "unplay-strict: no turns; write the turns of the game after its name";
    assert!(run.stderr.contains(answer), "{}", run.stderr);
}

#[test]
fn a_hint_says_that_its_turn_repeats_the_position_for_the_third_time() {
    // White always has only one legal move, so the hint must be a1a2.
    let fen = "7n/8/8/8/8/1r6/K1k5/8[] b - - 0 9";
    let script = "h8g6\na2a1\ng6h8\na1a2\nh8g6\na2a1\ng6h8\nhint\n";
    let run = play(&["unachess", "--side", "both", "--fen", fen], script);
    assert_says(
        &run,
        &[
            "Hint: a1a2 ",
            " It ends the game: a draw. The same position has occurred for the third time.\n",
        ],
    );
}

#[test]
fn after_a_resignation_redo_brings_no_turn_back() {
    let script = "h8g8\nundo\nresign\nyes\nredo\n";
    let run = play(&["unplay-strict", "--side", "both"], script);
    assert_eq!(run.stdout.matches("Turn 2: ").count(), 1, "{}", run.stdout);
    assert!(
        run.stdout.matches("resigned").count() >= 2,
        "{}",
        run.stdout
    );
}

#[test]
fn the_replay_of_a_game_is_flipped_like_the_board() {
    let both = ["ssehc", "--side", "both"];
    for (script, files) in [
        ("f3e4\nwatch\n", "a b c d e f g h"),
        ("f3e4\nflip\nwatch\n", "h g f e d c b a"),
    ] {
        let run = play(&both, script);
        let words = run.stdout.split_whitespace().collect::<Vec<_>>().join(" ");
        let (_, replay) = words.split_once("as a chess game of").expect("a replay");
        assert!(replay.contains(files), "{}", run.stdout);
    }
}

#[test]
fn the_prompt_says_that_a_turn_must_end_the_check_on_the_enemy_king() {
    let fen = "7r/7K/8/8/8/8/8/k7 b - - 0 1";
    let prompt = |side| play(&["unplay-strict", "--side", side, "--fen", fen], "quit\n");
    for (side, words) in [
        ("both", "White is in check, and this turn must end it."),
        ("first", "White is in check, and your turn must end it."),
    ] {
        assert_says(&prompt(side), &[words]);
    }
}

#[test]
fn the_help_names_only_the_kinds_of_turns_that_the_game_has() {
    for (game, words) in [
        (
            "unplay",
            "turns that un-move from e4 or begin with an un-capture on e4",
        ),
        ("unachess", "turns that move from e4 or drop a piece on e4"),
    ] {
        assert_says(&play(&[game], "help\n"), &[words]);
    }
}
