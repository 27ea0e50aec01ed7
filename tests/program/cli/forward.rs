//! `reviver forward`.

use crate::common::program::{Folder, run};

const FORWARD: &str = "1. Kxg7 Ka1 2. Kh8 *";

#[test]
fn forward_takes_moves_from_the_command_line_a_file_a_pipe_or_a_record() {
    let folder = Folder::new();
    let typed = folder.run(&["forward", "unplay", "h8g7", "a1a2", "g7f6*n"], "");
    assert_eq!(typed.code, Some(0), "{}", typed.stderr);
    assert!(typed.stdout.contains("[SetUp \"1\"]\n[FEN \""));
    assert!(typed.stdout.trim_end().ends_with(FORWARD));

    let moves = "1. h8g7 a1a2\n2. g7f6*n\n";
    folder.write("moves.txt", moves);
    let from_file = folder.run(&["forward", "unplay", "--file", "moves.txt"], "");
    assert_eq!(from_file.stdout, typed.stdout);
    folder.write("glued.txt", "1.h8g7 1...a1a2 2.g7f6*n\n");
    let glued = folder.run_ok(&["forward", "unplay", "--file", "glued.txt"]);
    assert_eq!(glued.stdout, typed.stdout);
    let from_pipe = folder.run(&["forward", "unplay", "--file", "-"], moves);
    assert_eq!(from_pipe.stdout, typed.stdout);

    let record = format!("[White \"Ann\"]\n[Variant \"unplay\"]\n\n{moves}*\n");
    folder.write("games.pgn", &format!("{record}\n{record}"));
    let from_records = folder.run(&["forward", "--file", "games.pgn"], "");
    assert_eq!(from_records.stdout.matches("[White \"Ann\"]").count(), 2);
    assert_eq!(from_records.stdout.matches(FORWARD).count(), 2);
}

#[test]
fn bytes_that_are_not_utf_8_are_latin_1_and_a_byte_order_mark_is_left_out() {
    let folder = Folder::new();
    let record = b"[White \"Jos\xe9\"]\n[Variant \"unplay\"]\n\n1. h8g7 *\n";
    folder.write("latin.pgn", record);
    let forward = folder.run_ok(&["forward", "--file", "latin.pgn"]);
    let tag = "[White \"Jos\u{e9}\"]";
    assert!(forward.stdout.contains(tag), "{}", forward.stdout);
    let drawn = folder.run_ok(&["diagram", "--file", "latin.pgn"]);
    let typed = folder.run_ok(&["diagram", "unplay", "h8g7"]);
    assert_eq!(drawn.stdout, typed.stdout);
    folder.write("marked.txt", "\u{feff}h8g7 a1a2\n");
    let marked = folder.run_ok(&["forward", "unplay", "--file", "marked.txt"]);
    let plain = folder.run_ok(&["forward", "unplay", "h8g7", "a1a2"]);
    assert_eq!(marked.stdout, plain.stdout);
}

#[test]
fn a_file_of_turns_may_have_comments_with_square_brackets() {
    let folder = Folder::new();
    folder.write("clock.txt", "Kh8-g7  {[%clk 1]} Ka1-a2\n");
    let turns = ["forward", "unplay", "--notation", "native"];
    let from_file = folder.run_ok(&[&turns[..], &["--file", "clock.txt"]].concat());
    let typed = folder.run_ok(&[&turns[..], &["Kh8-g7", "Ka1-a2"]].concat());
    assert_eq!(from_file.stdout, typed.stdout);
}

#[test]
fn written_games_are_separated_by_one_empty_line_even_if_other_games_are_refused() {
    let folder = Folder::new();
    let refused = "[Variant \"unachess\"]\n\n1. K@e1 *\n";
    let game = "[Variant \"unplay\"]\n\n1. h8g7 *\n";
    folder.write(
        "games.pgn",
        &format!("{refused}\n{game}\n{refused}\n{game}"),
    );
    let run = folder.run(&["forward", "--file", "games.pgn"], "");
    assert_eq!(run.code, Some(1), "{}", run.stderr);
    folder.write("game.pgn", game);
    let one = folder.run_ok(&["forward", "--file", "game.pgn"]).stdout;
    assert!(one.starts_with("[Event "), "{one}");
    assert_eq!(run.stdout, format!("{one}\n{one}"));
}

#[test]
fn forward_with_a_record_refuses_the_options_for_start_and_notation() {
    let folder = Folder::new();
    folder.write("game.pgn", "[Variant \"unplay\"]\n\n1. h8g7 *\n");
    folder.write("turns.txt", "Kh8-g7\n");
    for option in [
        "--fen=7K/8/8/8/8/8/8/k7 w - - 0 1",
        "--seed=3",
        "--notation=native",
        "--notation=protocol",
    ] {
        let run = folder.run(&["forward", "--file", "game.pgn", option], "");
        assert_eq!(run.code, Some(2), "{option}: {}", run.stdout);
        assert_eq!(
            run.stderr,
            "reviver: game.pgn: a game record names its own start and notation, so --fen, --seed and \
             --notation are allowed only with a file of turns\n"
        );
    }
    folder.run_ok(&[
        "forward",
        "unplay",
        "--file",
        "turns.txt",
        "--notation",
        "native",
    ]);
}

#[test]
fn forward_names_the_place_of_an_error() {
    let folder = Folder::new();
    folder.write("bad.pgn", "[Variant \"unplay\"]\n\n1. h8g7 a1a9 *\n");
    let run = folder.run(&["forward", "--file", "bad.pgn"], "");
    assert_eq!(run.code, Some(1));
    assert!(
        run.stderr
            .contains("bad.pgn: line 3, column 9: 'a1a9' is not a turn"),
        "{}",
        run.stderr
    );
    folder.write("illegal.pgn", "[Variant \"unplay\"]\n\n1. h8g7 a1a3 *\n");
    let run = folder.run(&["forward", "--file", "illegal.pgn"], "");
    assert!(
        run.stderr
            .contains("illegal.pgn: line 3, column 9: a1a3 is not legal: "),
        "{}",
        run.stderr
    );
    folder.write("moves.txt", "h8g7");
    let run = folder.run(&["forward", "--file", "moves.txt"], "");
    assert!(
        run.stderr.contains("does not name its game"),
        "{}",
        run.stderr
    );
}

#[test]
fn a_last_un_move_without_its_un_capture_is_left_out_with_a_note() {
    let fen = "8/8/8/4k3/8/2P5/8/4K3[QRRBBNNPPPPPPPqrrbbnnpppppppp] w - f6 0 9";
    let run = run(&["forward", "ssehc", "c3b2", "--fen", fen]);
    assert_eq!(run.code, Some(0), "{}", run.stderr);
    assert!(run.stderr.contains("left out"), "{}", run.stderr);
}

#[test]
fn forward_does_not_count_move_numbers_as_turns_and_names_standard_input() {
    let typed = [
        "forward",
        "unplay",
        "--notation",
        "native",
        "1.",
        "Kh8-g7",
        "1...",
        "x",
    ];
    let run = run(&typed);
    assert!(
        run.stderr.contains("turn 2, character 1: "),
        "{}",
        run.stderr
    );
    let record = "[Variant \"unplay\"]\n\n1. h8g7 a1a9 *\n";
    let run = Folder::new().run(&["forward", "--file", "-"], record);
    assert!(
        run.stderr.contains("standard input: line 3, column 9: "),
        "{}",
        run.stderr
    );
}

#[test]
fn the_name_of_a_file_in_place_of_a_game_is_answered_with_the_option_for_records() {
    let folder = Folder::new();
    folder.write("unplay-1.pgn", "[Variant \"unplay\"]\n\n1. h8g7 *\n");
    for (subcommand, option) in [("play", "load"), ("forward", "file"), ("diagram", "file")] {
        let run = folder.run(&[subcommand, "unplay-1.pgn"], "");
        assert_eq!(run.code, Some(2), "{subcommand}: {}", run.stdout);
        let answer = format!(
            "error: 'unplay-1.pgn' is a file, not a game; to read a record, write --{option} FILE\n"
        );
        assert!(run.stderr.starts_with(&answer), "{}", run.stderr);
        let missing = folder.run(&[subcommand, "unplay-2.pgn"], "");
        assert!(missing.stderr.contains("'unplay'"), "{}", missing.stderr);
    }
}

#[test]
fn a_game_file_in_place_of_a_game_is_answered_with_the_option_game() {
    let folder = Folder::new();
    folder.write("mine.toml", "name = \"mine\"\nbase = \"unplay\"\n");
    let advice = "if it defines a game, write --game FILE\n";
    for arguments in [
        &["play", "mine.toml"][..],
        &["rules", "mine.toml"],
        &["perft", "mine.toml", "1"],
        &["match", "unplay,mine.toml"],
    ] {
        let run = folder.run(arguments, "");
        assert_eq!(run.code, Some(2), "{arguments:?}: {}", run.stdout);
        let answer = format!("error: 'mine.toml' is a file, not a game; {advice}");
        assert!(run.stderr.starts_with(&answer), "{}", run.stderr);
    }
    for subcommand in ["analyse", "review"] {
        let run = folder.run(&[subcommand, "mine.toml"], "");
        assert_eq!(run.code, Some(1), "{subcommand}: {}", run.stdout);
        let answer = format!(
            "reviver: mine.toml: a .toml file has neither positions nor game records; {advice}"
        );
        assert!(run.stderr.starts_with(&answer), "{}", run.stderr);
        assert_eq!(run.stderr.lines().count(), 2, "{}", run.stderr);
    }
}

#[test]
fn forward_gives_the_same_reason_for_an_illegal_turn_as_review_and_diagram() {
    let reason = "turn 1: h8h1 is not legal: a king does not un-move from h8 to h1 (un-moves)\n";
    for subcommand in ["forward", "review", "diagram"] {
        let run = run(&[subcommand, "unplay", "h8h1"]);
        assert!(run.stderr.ends_with(reason), "{subcommand}: {}", run.stderr);
    }
}
