//! `reviver play`: help, hints, the strength of the engine, answers to input that is not a turn,
//! and the end of the game.

use reviver::games;

use super::{assert_says, play};
use crate::common::program::Folder;

#[test]
fn a_hint_comes_from_a_search_at_full_strength_even_at_level_0() {
    let run = play(&["unplay-strict", "--level", "0", "--seed", "1"], "hint\n");
    let (_, depth) = run.stdout.split_once("at depth ").expect("a hint");
    let depth = depth.split(')').next().expect("a number");
    let depth: u32 = depth.parse().expect("a number");
    assert!(depth > 3, "{depth}");
}

#[test]
fn a_draw_offer_is_answered_at_full_strength_even_at_level_0() {
    // White would be ahead even with a queen less. A search at level 0 could overlook this lead.
    let white_ahead = "4k3/8/8/8/8/8/8/1QQQK3[] w - - 0 1";
    let game = [
        "unachess",
        "--level",
        "0",
        "--seed",
        "1",
        "--fen",
        white_ahead,
    ];
    let engine_ahead = play(&[&game[..], &["--side", "second"]].concat(), "draw\nyes\n");
    assert_says(&engine_ahead, &["Reviver declines the draw."]);
    let engine_behind = play(&[&game[..], &["--side", "first"]].concat(), "draw\ndraw\n");
    assert_says(&engine_behind, &["Game over: a draw by agreement."]);
}

#[test]
fn the_level_is_shown_and_can_be_changed() {
    let script = "level\nlevel 7\nlevel 5s\nlevel 3 nodes=20\nlevel 99\nlevel soon\nlevel full\nmoves\n1\nlevel\n";
    let run = play(&["ssehc", "--level", "4", "--nodes", "30"], script);
    assert_says(
        &run,
        &[
            "Reviver plays at level 4 of 20, with at most 30 nodes a turn. Type level to change the strength.\n",
            "Type level 7 to choose level 7. For full strength with a limit, type level 5s (time for each turn), \
             level 10m+5s (a clock for Reviver), level nodes=5000 or level depth=4.\n",
            "Reviver plays at level 7 of 20, with at most 30 nodes a turn.\n",
            "Reviver plays at full strength (level 20), with 5s a turn.\n",
            "Reviver plays at level 3 of 20, with at most 20 nodes a turn.\n",
            "There is no level 99; levels go from 0 (a beginner) to 20 (full strength).\n",
            "'soon' is neither a level nor a limit; write a level from 0 to 20",
            "Reviver plays at full strength (level 20), with 20 nodes a turn.\n",
        ],
    );
    // The last line of the script, `level`, shows the strength and how to change it.
    let full = "Reviver plays at full strength (level 20), with 20 nodes a turn.\nType level 7";
    assert_says(&run, &[full]);
    // A new game keeps the level.
    let run = play(&["ssehc", "--nodes", "30"], "level 3\nnew unachess\n");
    let level = "You are the first player and hold White.\nReviver plays at level 3 of 20, with at most 30 nodes a turn.";
    assert_says(&run, &[level]);
}

#[test]
fn input_that_is_no_turn_is_answered_with_example_turns_of_this_game() {
    let run = play(&["ssehc", "--side", "both"], "xyz\nf3e4\nhello\n");
    let first = "'xyz' is not a turn. Write a turn like f3e2 (from f3 to e2). Type ? to see what you can play, \
                 or help to see the commands.\n";
    let second = "'hello' is not a turn. Write a turn like f6e6 (from f6 to e6), or B@f3,";
    assert_says(&run, &[first, second]);
    assert!(!run.stdout.contains('*'), "{}", run.stdout);
    let run = play(&["unachess", "--side", "both"], "xyz\n");
    assert_says(
        &run,
        &["'xyz' is not a turn. Write a turn like ", " (put a "],
    );
    assert!(!run.stdout.contains("un-"), "{}", run.stdout);
}

#[test]
fn chess_notation_is_answered_with_how_this_game_writes_it() {
    let run = play(&["ssehc", "--side", "both"], "Nf3\nO-O\ne4\na5\nKe4\n");
    assert_says(
        &run,
        &[
            "Played as f3e4.\n",
            "Nf3 is chess notation, but no legal turn matches it. Write a turn like f3e2 (from f3 to e2).",
            "O-O is chess notation for g1e1 here, which is not legal: no piece stands on g1.",
            "The turns that go to e4:\n   1 f3e4\n",
            "No legal turn begins on a5 or goes there. Write a turn like f3e2 (from f3 to e2). Type ? to see",
        ],
    );
    // After the king has left f3, a knight can come back there.
    let run = play(&["ssehc", "--side", "both"], "f3e4\nNf3\n");
    let answer = "Nf3 is chess notation. In this game write:\n   1 N@f3,f3d4";
    assert_says(&run, &[answer]);
    let run = play(&["unplay", "--side", "both"], "Kf6\nKh8\nNh8\nKg7*n\n");
    assert_says(
        &run,
        &[
            "Kf6 is chess notation for h8f6 here, which is not legal: a king does not un-move from h8 to f6.",
            "Kh8 is chess notation, but no legal turn matches it. Write a turn like ",
            "Nh8 is chess notation. In this game write:\n   1 h8",
            "Played as h8g7*n.\n",
        ],
    );
    // White's king is in reserve, so White may not capture.
    let fen = "8/8/8/3n4/8/8/8/3Q3k[KRRBBNNPPPPPPPPqrrbbnpppppppp] w - - 0 3";
    let run = play(
        &["unachess", "--side", "both", "--fen", fen],
        "Qxd5\nbxc3\nQd4\n",
    );
    assert_says(
        &run,
        &[
            "Qxd5 is chess notation for d1d5 here, which is not legal: White must drop its king before it \
             captures.\n",
            "Played as d1d4.\n",
            "bxc3 is chess notation, but no legal turn matches it. Write a turn like ",
        ],
    );
}

#[test]
fn the_end_says_what_happened_the_progress_of_both_players_and_what_to_do_next() {
    let quick = ["ssehc", "--nodes", "30", "--seed", "1"];
    let run = play(&quick, "moves\n1\nresign\nyes\n");
    assert_says(
        &run,
        &[
            "Do you resign? Type yes to resign, no to go on with the game.\n",
            "Game over: Reviver wins. You resigned.\nIn game records the result is 0-1: the first number is \
             yours.\n  You (White): ",
            "What next?\n  review       see the errors of both players\n  watch ",
            "  save [FILE] ",
            "  new [GAME] ",
            "  undo         take the resignation back\n",
            "  quit         leave; the game is saved\n",
        ],
    );
    let quick = ["unachess", "--nodes", "30", "--seed", "1"];
    let run = play(&quick, "K@e1\nresign\nresign\n");
    assert_says(&run, &["the first number is yours.\nWhat next?\n  review "]);
    let run = play(&quick, "K@e1\nmoves\nresign\nresign\nhint\n1\nK@e1\n");
    assert_eq!(
        run.stdout.matches("What next?").count(),
        4,
        "{}",
        run.stdout
    );
    assert!(
        !run.stdout.contains("\n  watch"),
        "watch is proposed in a game that is not reverse"
    );
}

#[test]
fn after_a_game_without_turns_neither_a_review_nor_a_file_is_promised() {
    let folder = Folder::new();
    let run = folder.run(&["play", "ssehc"], "resign\nyes\nquit\n");
    let (_, steps) = run.stdout.split_once("What next?").expect("next steps");
    assert!(steps.contains("\n  quit         leave\n"), "{steps}");
    for command in ["review", "watch"] {
        assert!(!steps.contains(command), "{steps}");
    }
    assert!(folder.records().is_empty());
}

#[test]
fn a_question_about_resigning_lapses_after_any_other_input() {
    let quick = ["ssehc", "--nodes", "30", "--seed", "1"];
    let run = play(
        &quick,
        "resign\nfen\nyes\nmoves\n1\nresign\nmoves\n1\nresign\nno\n",
    );
    assert!(!run.stdout.contains("Game over"), "{}", run.stdout);
    assert_says(
        &run,
        &[
            "The game goes on.\n",
            "You did not answer yes, so the game goes on.\n",
        ],
    );
    assert!(
        run.stdout.contains("Turn 5: you are to play"),
        "{}",
        run.stdout
    );
}

#[test]
fn a_game_is_reviewed_analysed_and_watched_while_it_is_played() {
    let folder = Folder::new();
    let quick = ["play", "unplay-strict", "--nodes", "30", "--seed", "1"];
    let script = "review\nanalyse 100ms\nmoves\n1\nreview page.html\nanalyze soon\nwatch\nreview page.html\n";
    let run = folder.run(&quick, script);
    assert_says(
        &run,
        &[
            "There is nothing to review yet: no turn has been played.",
            "Analysing for 100ms; Ctrl-C stops.\nThe best turns of the player to play, with the scores for that \
             player, at depth ",
            "\nEach score is from the view of the player who played the turn.\n",
            "\nYou: accuracy ",
            "\nReviver: accuracy ",
            "?!, ? and ?? mark turns that lower the winning chances by at least 5, 10 and 20 percentage points.",
            "The accuracy of a player is 100 if no turn loses winning chances",
            "The search visits at most 250000 nodes for each position. In a longer game this limit",
            "The page is in page.html. Open it in a browser.",
            "'soon' is not a duration",
            "The game played backwards, as a chess game of ",
            "This is the start of the reverse game.",
            "\npage.html exists already; choose another name.\n",
        ],
    );
    assert!(folder.read("page.html").contains("<html"));
    // The second `review page.html` reviews nothing, because the file page.html exists already.
    assert_eq!(run.stdout.matches("You: accuracy ").count(), 1);
    // Square brackets mark the to-square of the latest chess move, as in `[N]`. Round brackets mark
    // its from-square: `( )` or `(.)`, depending on the style of the board.
    let (_, watched) = run
        .stdout
        .split_once("as a chess game of ")
        .expect("a game");
    assert!(
        watched.contains("( )") || watched.contains("(.)"),
        "{watched}"
    );
    assert!(watched.contains('['), "{watched}");
}

#[test]
fn a_second_review_of_the_same_game_is_the_same() {
    let quick = ["unplay-strict", "--side", "both"];
    let run = play(&quick, "h8g7*n\nreview\nreview\n");
    let reviews: Vec<&str> = run.stdout.split("Ctrl-C stops.\n").skip(1).collect();
    assert_eq!(reviews.len(), 2, "{}", run.stdout);
    assert_eq!(reviews[0].split("Reviewing").next(), Some(reviews[1]));
}

#[test]
fn help_names_only_the_forms_of_turns_of_this_game() {
    for game in games::built_in() {
        let run = play(&[game.name(), "--side", "both"], "help\n? z9\n");
        let form = game.form();
        for (words, is_expected) in [
            ("(un-move)", form.reverse),
            (
                "(un-capture a knight on f3, then un-move)",
                form.pending_uncapture,
            ),
            (
                "(un-move and un-capture an enemy queen)",
                form.reverse && !form.pending_uncapture,
            ),
            ("(declare the end)", game.name().starts_with("ssehc")),
            ("(place the king)", game.name() == "unplay-placement"),
            ("(drop)", !form.reverse),
            ("(castle)", game.name() == "unachess"),
            ("N@e4", false),
        ] {
            assert_eq!(run.stdout.contains(words), is_expected, "{game}: {words}");
        }
    }
}

#[test]
fn the_start_says_how_to_win_and_what_the_words_mean() {
    for game in games::built_in() {
        let run = play(&[game.name(), "--side", "both"], "");
        let win = format!("You win by {}.\n", game.about().win);
        assert_says(&run, &[&win]);
        let (reverse, forward) = (
            "An un-move takes back a move of one of your pieces.",
            "A turn drops a piece of your reserve on an empty square, or moves a piece as in chess.",
        );
        let terms = if game.is_reverse() { reverse } else { forward };
        assert_says(&run, &[terms]);
    }
}

#[test]
fn a_number_plays_a_turn_only_after_a_list_was_shown() {
    let run = play(&["ssehc", "--side", "both"], "4\n?\n4\nmoves\n4\n4\n");
    let answer = "There is no current list of turns. Type 'moves' to list all turns; then a number plays a turn of \
                  the list.\n";
    assert_eq!(run.stdout.matches(answer).count(), 3, "{}", run.stdout);
    assert!(run.stdout.contains("Turn 2: "), "{}", run.stdout);
}

#[test]
fn reasons_are_sentences_without_the_name_of_a_rule_in_brackets() {
    let run = play(
        &["ssehc", "--side", "both"],
        "f3f5\nun-move king to f5\nend\n",
    );
    for line in run
        .stdout
        .lines()
        .filter(|line| line.contains("is not legal"))
    {
        assert!(line.ends_with('.') && !line.ends_with(")."), "{line}");
    }
    assert_says(
        &run,
        &[
            "f3f5 is not legal: ",
            "'un-move king to f5' (f3f5) is not legal: ",
            "all sixteen pieces of White must be on the board, not only 1.\n",
        ],
    );
}

#[test]
fn a_game_starts_at_the_last_position_of_a_chess_game() {
    let folder = Folder::new();
    folder.write("chess.pgn", "[Event \"Club\"]\n\n1. e4 e5 2. Nf3 Nc6 *\n");
    let arguments = ["play", "ssehc", "--from", "chess.pgn", "--side", "both"];
    let run = folder.run(&arguments, "fen\nc6b8\nfen\nsave mine.pgn\n");
    let position = "r1bqkbnr/pppp1ppp/2n5/4p3/4P3/5N2/PPPP1PPP/RNBQKB1R[] b - - 0 1";
    assert_says(
        &run,
        &[
            position,
            "rnbqkbnr/pppp1ppp/8/4p3/4P3/5N2/PPPP1PPP/RNBQKB1R[] w",
        ],
    );
    let again = folder.run(&["play", "--load", "mine.pgn"], "fen\n");
    assert_says(
        &again,
        &["rnbqkbnr/pppp1ppp/8/4p3/4P3/5N2/PPPP1PPP/RNBQKB1R[] w"],
    );
}

#[test]
fn the_first_player_is_the_player_who_begins_at_the_given_position() {
    let folder = Folder::new();
    folder.write("chess.pgn", "[Event \"Club\"]\n\n1. e4 e5 2. Nf3 Nc6 *\n");
    let fen = "8/8/5k2/8/4K3/8/8/8 b - f3 1 1";
    for (start, side, first) in [
        (["--from", "chess.pgn"], "first", true),
        (["--from", "chess.pgn"], "second", false),
        (["--fen", fen], "first", true),
        (["--fen", fen], "second", false),
    ] {
        let arguments = ["play", "ssehc", start[0], start[1], "--side", side];
        let run = folder.run(&[&arguments[..], &["--nodes", "30"]].concat(), "quit\n");
        assert_eq!(run.code, Some(0), "{}", run.stderr);
        if first {
            assert_says(
                &run,
                &[
                    "You are the first player and hold Black",
                    "Turn 1: you are to play, with Black.",
                ],
            );
        } else {
            assert_says(
                &run,
                &[
                    "You are the second player and hold White",
                    "Turn 2: you are",
                ],
            );
        }
    }
    let run = folder.run(&["play", "ssehc", "--fen", fen], "new\nquit\n");
    assert_says(
        &run,
        &[
            "You are the first player and hold Black",
            "You are the first player and hold White",
        ],
    );
}

#[test]
fn a_chess_game_is_refused_if_the_reverse_game_would_be_over_in_all_its_positions() {
    let folder = Folder::new();
    folder.write("mate.pgn", "1. f3 e5 2. g4 Qh4# 0-1\n");
    let arguments = [
        "play",
        "unplay-strict",
        "--from",
        "mate.pgn",
        "--side",
        "both",
    ];
    let run = folder.run(&arguments, "");
    assert_eq!(run.code, Some(1), "{}", run.stdout);
    assert_eq!(run.stderr.lines().count(), 1, "{}", run.stderr);
    for words in [
        "the game would be over at once (the whole enemy army has been un-captured)",
        "; choose another game, such as ",
    ] {
        assert!(run.stderr.contains(words), "{}", run.stderr);
    }
}

#[test]
fn the_help_says_from_whose_view_each_score_is() {
    let run = play(&["ssehc"], "help\n");
    assert_says(
        &run,
        &[
            "A score with a player's name is from that player's view. ",
            "from the view of the player to play. In a review, it is from the view of the player who played the turn.",
        ],
    );
}
