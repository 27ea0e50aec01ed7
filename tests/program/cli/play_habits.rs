//! `reviver play`: turns and commands that a person types out of habit from chess programs, and
//! questions about turns.

use super::{assert_says, play};

/// White's pawn on e7 can promote, and White's queen can capture.
const CHESS: &str = "7k/4P3/8/3n4/8/8/8/3QK3[RRBBNNPPPPPPPrrbbn] w - - 0 3";

/// Types a script in a game of Unachess from a position. The person plays both sides.
fn unachess(fen: &str, script: &str) -> crate::common::program::Run {
    play(&["unachess", "--side", "both", "--fen", fen], script)
}

#[test]
fn chess_notation_that_means_one_turn_is_played() {
    for (text, turn) in [
        ("Qxd5", "d1d5"),
        ("qxd5", "d1d5"),
        ("\u{2655}xd5", "d1d5"),
        ("e8=N", "e7e8n"),
        ("e8N", "e7e8n"),
    ] {
        let fen = |typed: &str| {
            let run = unachess(CHESS, &format!("{typed}\nfen\n"));
            assert_says(&run, &["Turn 2: "]);
            let fen = run.stdout.lines().find(|line| line.contains("] b "));
            fen.expect("a position").to_owned()
        };
        assert_eq!(fen(text), fen(turn), "{text}");
    }
    // `e4=Q` means a promotion, so no pawn is dropped on e4.
    let run = play(&["unachess", "--side", "both"], "e4=Q\n");
    assert!(!run.stdout.contains("Played as"), "{}", run.stdout);
    let run = play(&["unachess", "--side", "both"], "R@c5#\nPe5\n");
    assert_says(&run, &["Played as P@e5.\n", "Turn 3: "]);
}

#[test]
fn a_square_lists_the_moves_of_pawns_before_the_drops_there() {
    let fen = "7k/8/8/8/4P3/8/8/4K3[NNPPPPPPPpppppppp] w - - 0 9";
    let run = unachess(fen, "e5\n1\nfen\n");
    assert_says(&run, &["   1 e4e5 ", " N@e5", "7k/8/8/4P3/8/8/8/4K3["]);
}

#[test]
fn chess_notation_that_leaves_the_king_in_check_is_answered_with_that_reason() {
    // The bishop on d4 gives check to the king on g1.
    let fen = "7k/8/8/8/3bP3/8/8/6K1[QNNPPPPPPPpppppppp] w - - 0 9";
    let run = unachess(fen, "Qd3\ne5\nNa3\nb4\n");
    let reason = "the king on g1 would be in check";
    assert_says(
        &run,
        &[
            &format!("Qd3 is chess notation for Q@d3 here, which is not legal: {reason}"),
            &format!("e4e5 is not legal: {reason}"),
            &format!("Na3 is chess notation for N@a3 here, which is not legal: {reason}"),
            &format!("P@b4 is not legal: {reason}"),
        ],
    );
}

#[test]
fn a_misspelt_command_is_answered_with_the_command() {
    let run = play(&["ssehc", "--side", "both"], "hnt\nresgin\nhello\n");
    assert_says(
        &run,
        &[
            "'hnt' is neither a turn nor a command. Did you mean hint?\n",
            "'resgin' is neither a turn nor a command. Did you mean resign?\n",
            "'hello' is not a turn. ",
        ],
    );
}

#[test]
fn a_person_exchanges_sides_with_the_engine_in_a_new_game() {
    let quick = ["ssehc", "--side", "first", "--nodes", "30", "--seed", "1"];
    let run = play(&quick, "side\nmoves\n1\nside\nhint\nside\nyes\nnew\n");
    assert_says(
        &run,
        &[
            "You are the second player and hold Black.\n",
            "Do you want to leave this game and start a new game of ssehc in which you have the other side?",
            "You did not answer yes, so the game goes on.\nHint: ",
        ],
    );
    let first = "You are the first player and hold White.\n";
    // The line is printed at the start, after `yes`, and after `new`. `new` keeps the sides.
    assert_eq!(run.stdout.matches(first).count(), 3, "{}", run.stdout);
    let run = play(&["ssehc", "--side", "both"], "side\n");
    assert_says(&run, &["there are no sides to exchange.\n"]);
}

#[test]
fn a_game_may_be_named_by_its_number_in_the_menu() {
    let games = reviver::games::built_in();
    let number = games.len().to_string();
    let last = games.last().expect("a game").name();
    let run = play(&[&number, "--side", "both"], "");
    assert_says(&run, &[&format!("{last}: ")]);
    // The first `new` asks whether to leave this game. The same command again means yes.
    let script = format!("f3e4\nnew {number}\nnew {number}\n");
    let run = play(&["ssehc", "--side", "both"], &script);
    assert_says(&run, &["start a new game", &format!("{last}: ")]);
    let folder = crate::common::program::Folder::new();
    let run = folder.run(&["play", "99"], "");
    assert_eq!(run.code, Some(2), "{}", run.stderr);
}

#[test]
fn castling_goes_to_the_side_that_is_typed() {
    let fen = "4k3/8/8/8/8/8/8/R3K2R[QBBNNPPPPPPPPqrrbbnnpppppppp] w KQ - 0 9";
    for (text, turn) in [("O-O", "e1g1"), ("O-O-O", "e1c1"), ("0-0", "e1g1")] {
        let run = unachess(fen, &format!("{text}\nfen\n"));
        assert_says(&run, &["Turn 2: "]);
        let castled = if turn == "e1g1" { "R4RK1" } else { "2KR3R" };
        assert_says(&run, &[castled]);
    }
    let run = play(&["unachess-2", "--side", "both"], "K@e1\nK@e8\nO-O\n");
    assert_says(
        &run,
        &["'O-O' (e1g1) is not legal: this game has no castling.\n"],
    );
}

#[test]
fn an_un_capture_without_its_sign_is_answered_with_how_it_is_written() {
    let run = play(
        &["unplay", "--side", "both"],
        "h8g7n\nh8g7p\nh8g7*n\nh8f7Q\n",
    );
    assert_says(
        &run,
        &[
            "An un-capture is written with a star. To un-capture a knight on h8, write h8g7*n.\n",
            "a king cannot be un-promoted",
            "An un-capture is written with a star. To un-capture a queen on h8, write h8f7*q.\n",
            "Turn 2: ",
        ],
    );
    assert!(!run.stdout.contains("promotion"), "{}", run.stdout);
    let pawn = "7k/8/4P3/8/8/8/8/K7[QRRBBNNPPPPPPPqrrbbnnpppppppp] w - - 0 1";
    let run = play(&["unplay", "--side", "both", "--fen", pawn], "e6d5p*q\n");
    assert_says(&run, &["a piece is un-promoted on its side's row 8"]);
    let run = play(&["ssehc", "--side", "both"], "f3e4p\nf3e4\nf6e6n\n");
    let answer = "In this game an un-capture is written before the un-move, with the sign @. Write a turn like ";
    assert_eq!(run.stdout.matches(answer).count(), 2, "{}", run.stdout);
}

#[test]
fn an_illegal_un_capture_without_its_star_is_answered_with_the_reason() {
    let run = play(&["unplay-placement", "--side", "both"], "h8g7n\n");
    let answer = "An un-capture is written with a star, but h8g7*n is not legal: ";
    assert_says(&run, &[answer]);
}

#[test]
fn chess_notation_of_a_king_that_is_still_to_be_placed_means_its_drop() {
    let run = play(&["unplay-placement", "--side", "both"], "Ke4\nKe5\n");
    assert_says(
        &run,
        &[
            "Turn 2: ",
            "Ke5 is chess notation for K@e5 here, which is not legal: ",
        ],
    );
}

#[test]
fn a_letter_lists_the_turns_of_its_pieces_and_a_star_lists_un_captures() {
    let run = play(&["unplay", "--side", "both"], "h8g7*n\n? n\n? *p\n? *n\n");
    let lists: Vec<&str> = run.stdout.split("   1 ").collect();
    let [.., knights, uncaptures] = lists.as_slice() else {
        panic!("{}", run.stdout);
    };
    let (knights, _) = knights.split_once("No turn fits").expect("an answer");
    assert!(knights.starts_with("h8"), "{knights}");
    assert!(!knights.contains("a1"), "{knights}");
    assert!(uncaptures.starts_with("a1a2*n "), "{uncaptures}");
    assert!(!uncaptures.contains("*q"), "{uncaptures}");
    // Black's pieces stand on a1 and h8. An un-captured piece appears on the square that Black's
    // piece leaves, and pawns never stand on row 1 or 8.
    assert_says(&run, &["No turn fits '*p'."]);
    let run = play(&["ssehc", "--side", "both"], "f3e4\n? *p\n");
    assert_says(&run, &["   1 P@f3,"]);
}

#[test]
fn the_counts_of_the_overview_add_up_to_all_turns() {
    for (game, script) in [
        ("ssehc", "f3e4\n?\nmoves\n"),
        ("unplay", "h8g7*n\n?\nmoves\n"),
    ] {
        let run = play(&[game, "--side", "both"], script);
        let (before, overview) = run
            .stdout
            .split_once(" turns, by piece:\n")
            .expect("an overview");
        let count = before.lines().last().expect("a line");
        let count: usize = count.parse().expect("a number");
        let rows = overview.lines().take_while(|line| line.starts_with("  "));
        let sum: usize = rows
            .filter_map(|row| row.rsplit(' ').next()?.parse::<usize>().ok())
            .sum();
        assert_eq!(sum, count, "{overview}");
        let list = run.stdout.rsplit("Type a square").next().expect("a list");
        assert!(list.contains(&format!("{count:>4} ")), "{list}");
    }
}

#[test]
fn commands_of_other_programs_are_obeyed_or_answered() {
    let run = play(
        &["ssehc", "--nodes", "30", "--seed", "1"],
        "f3e4\ntakeback\nLEVEL easy\npass\nwhy\n",
    );
    assert_eq!(run.stdout.matches("Turn 1: you are to play").count(), 2);
    assert_says(
        &run,
        &[
            "Reviver plays at level 3 of 20, ",
            "A player cannot pass. Type ? to see what you can play",
            "Type a turn to read why it is not legal.",
        ],
    );
}

#[test]
fn a_capture_by_the_engine_is_announced() {
    // Black's only legal turn: the king captures the queen that gives check.
    let fen = "8/8/8/8/8/8/6Q1/K6k[RRBBNNPPPPPPPPqrrbbnnpppppppp] b - - 0 9";
    let quick = ["--nodes", "30", "--seed", "1"];
    let start = ["unachess", "--side", "white", "--fen", fen];
    let run = play(&[&start[..], &quick].concat(), "");
    assert_says(&run, &["Reviver plays h1g2 and captures a queen\n"]);
}

#[test]
fn go_says_at_which_level_the_engine_plays() {
    let run = play(&["ssehc", "--level", "3", "--nodes", "30"], "go\n");
    assert_says(&run, &["For you, Reviver plays ", ", at level 3 of 20\n"]);
}

#[test]
fn the_letter_of_a_piece_without_turns_and_the_letter_q_are_answered() {
    let run = play(&["unplay-strict", "--side", "both"], "N\nq\n");
    assert_says(
        &run,
        &[
            "No legal turn moves a knight. Write a turn like h8g7",
            "'q' is neither a turn nor a command. Did you mean quit?",
        ],
    );
}

#[test]
fn after_the_end_an_unknown_text_is_answered_with_the_result() {
    let run = play(&["unplay", "--side", "both"], "h8g7*b\nxyz\n");
    assert_says(&run, &["The game is over: the first player wins. "]);
}

#[test]
fn forward_says_that_unachess_is_played_forwards() {
    let run = play(&["unachess", "--side", "both"], "forward\n");
    assert_says(&run, &["This game is already played forwards"]);
}
