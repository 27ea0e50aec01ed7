//! Native notation on the command line: `play`, `forward` and `convert`.

use reviver::games::{self};
use reviver::record::read;

use crate::common::program::Folder;

fn play(variant: &str, more: &[&str], script: &str) -> String {
    let arguments = [&["play", variant, "--nodes", "30", "--seed", "1"], more].concat();
    let run = Folder::new().run(&arguments, script);
    assert_eq!(run.code, Some(0), "{}", run.stderr);
    run.stdout
}

fn play_native(variant: &str, script: &str) -> String {
    play(variant, &["--side", "both", "--notation", "native"], script)
}

#[test]
fn a_game_is_played_in_native_notation() {
    let said = play_native(
        "ssehc",
        "un-move king to e4\nun-capture knight on f3, un-move king to e6\nfen\n",
    );
    assert!(said.contains("8/8/4k3/8/4K3/5n2/8/8["), "{said}");
    let folder = Folder::new();
    let file = folder.family_file("smolowitz");
    let arguments = ["play", "--game", &file, "--nodes", "30", "--seed", "1"];
    let arguments = [&arguments[..], &["--side", "both", "--notation", "native"]].concat();
    let said = folder
        .run(&arguments, "k e3-d3; B-e3\nK e6-f6\nfen\n")
        .stdout;
    assert!(said.contains("8/8/5K2/8/8/3kB3/8/8["), "{said}");
    let said = play_native("unplay-placement", "Ke4\nKe6\nKe4-d4(*N)\nfen\n");
    assert!(said.contains("8/8/4k3/8/3Kn3/8/8/8["), "{said}");
    let said = play_native("unachess", "P>e3\nn>g5\nB>f4\nn-e6\n");
    assert!(
        said.contains("\n6  - - - - n - - -    rrbbn-qk\n"),
        "{said}"
    );
}

#[test]
fn lists_hints_and_help_are_in_native_notation() {
    let said = play_native("ssehc", "moves\nhint\nhelp\n? f3\nun-move\nflip\n");
    for words in [
        "   8 un-move king to g4",
        "Hint: un-move king to ",
        "Turns in this game's own notation:\n  un-move king to e4: un-move a piece\n",
        "The notation of the protocol is understood too: ",
    ] {
        assert!(said.contains(words), "{words}\n{said}");
    }
    // Three lists have this line: all turns (`moves`), the turns of the king (`? f3`), and the
    // turns that begin with `un-move`.
    assert_eq!(said.matches("   8 un-move king to g4").count(), 3);
    let flipped = play_native("unachess", "flip\n");
    assert!(
        flipped.contains("\n   h g f e d c b a    rrbbnnqk\n"),
        "{flipped}"
    );
}

#[test]
fn the_engine_answers_in_native_notation_and_a_game_is_played_by_numbers() {
    for variant in games::built_in() {
        let script = "moves\n1\n".repeat(20);
        let said = play(variant.name(), &["--notation", "native"], &script);
        // After the first "Reviver plays" stands the strength of play, after each later one a turn.
        let mut answers = said.split("Reviver plays ").skip(2);
        let words = answers.next().and_then(|answer| answer.lines().next());
        let words = words.expect("an answer");
        let words = words.split(" (").next().unwrap_or(words);
        let words = words.split(" and captures").next().unwrap_or(words);
        assert!(!words.contains('@'), "{variant}: {words}");
        assert!(
            [" ", "-", ">", "K"].iter().any(|sign| words.contains(sign)),
            "{variant}: {words}"
        );
    }
}

#[test]
fn turns_are_understood_in_either_notation() {
    let said = play_native("unplay", "h8g7\nfen\n");
    assert!(said.contains("8/6K1/8/8/8/8/8/k7["), "{said}");
    let said = play("unplay", &["--side", "both"], "Kh8-g7\nfen\nmoves\n");
    assert!(said.contains("8/6K1/8/8/8/8/8/k7["), "{said}");
    assert!(said.contains("   1 a1a2"), "{said}");
}

#[test]
fn words_that_are_no_legal_turn_are_answered_with_the_reason() {
    let said = play_native("ssehc", "f3f5\nun-move king to f5\nun-mve king\n");
    for answer in [
        "f3f5 is not legal: ",
        "'un-move king to f5' (f3f5) is not legal: ",
        "'un-mve king', character 1: found 'un-mve', expected un-capture, un-move",
    ] {
        assert!(said.contains(answer), "{answer}\n{said}");
    }
}

#[test]
fn a_diagram_can_be_a_start_position() {
    let diagram = "\
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
    let said = play("unachess", &["--side", "both", "--fen", diagram], "fen\n");
    let fen = "8/8/4n3/8/5B2/4P3/8/8[KQRRBNNPPPPPPPkqrrbbnpppppppp] w - - 0 1";
    assert!(said.contains(fen), "{said}");
    let bad = diagram.replace('n', "z");
    let run = Folder::new().run(&["play", "unachess", "--fen", &bad], "");
    assert_eq!(run.code, Some(2));
    assert!(
        run.stderr.contains("line 3, character 9: found 'z'"),
        "{}",
        run.stderr
    );
}

#[test]
fn convert_rewrites_records_and_reports_errors() {
    let folder = Folder::new();
    let record = "[White \"Ann\"]\n[Variant \"unplay\"]\n\n1. h8g7 a1a2\n2. g7f6*n {why} *\n\n";
    folder.write("games.pgn", &record.repeat(2));
    let native = folder.run(&["convert", "games.pgn"], "");
    assert_eq!(native.code, Some(0), "{}", native.stderr);
    let line = "1.  Kh8-g7    Ka1-a2\n2.  Kg7-f6(*N)  {why}\n*\n";
    assert_eq!(native.stdout.matches(line).count(), 2, "{}", native.stdout);

    let back = folder.run(&["convert", "--to", "protocol"], &native.stdout);
    assert_eq!(back.code, Some(0), "{}", back.stderr);
    assert_eq!(
        back.stdout
            .matches("1. h8g7 a1a2 2. g7f6*n {why} *")
            .count(),
        2
    );
    let one = &back.stdout[..back.stdout.len() / 2];
    assert!(read(one).is_ok(), "{one}");

    folder.write("bad.txt", &native.stdout.replacen("Ka1-a2", "Ka1-a3", 1));
    let mixed = folder.run(&["convert", "bad.txt", "missing", "games.pgn"], "");
    assert_eq!(mixed.code, Some(1));
    assert_eq!(mixed.stdout.matches(line).count(), 3, "{}", mixed.stdout);
    for complaint in [
        "bad.txt: line 13, column 15: 'Ka1-a3': a1a3 is not legal: ",
        "missing: No such file",
        "2 inputs are wrong; see above",
    ] {
        assert!(
            mixed.stderr.contains(complaint),
            "{complaint}\n{}",
            mixed.stderr
        );
    }
}

#[test]
fn convert_and_forward_continue_after_a_bad_game() {
    let folder = Folder::new();
    let record = |turns: &str| format!("[Variant \"unplay\"]\n\n{turns} *\n\n");
    let good = record("1. h8g7 a1a2 2. g7f6*n");
    let (illegal, torn) = (record("1. h8g7 a1a3"), record("1. h8"));
    folder.write("games.pgn", &format!("{good}{illegal}{torn}{good}"));
    for (arguments, output_of_good) in [
        (&["convert", "games.pgn"][..], "Kg7-f6(*N)"),
        (&["forward", "--file", "games.pgn"], "1. Kxg7 Ka1 2. Kh8 *"),
    ] {
        let run = folder.run(arguments, "");
        assert_eq!(run.code, Some(1));
        assert_eq!(
            run.stdout.matches(output_of_good).count(),
            2,
            "{}",
            run.stdout
        );
        for complaint in [
            "games.pgn: line 7, column 9: a1a3 is not legal: ",
            "games.pgn: line 11, column 4: 'h8' is not a turn",
        ] {
            assert!(run.stderr.contains(complaint), "{}", run.stderr);
        }
    }
}

#[test]
fn forward_reads_native_notation() {
    let folder = Folder::new();
    let moves = ["Kh8-g7", "Ka1-a2", "Kg7-f6(*N)"];
    let native = ["forward", "unplay", "--notation", "native"];
    let typed = folder.run(&[&native[..], &moves[..]].concat(), "");
    assert!(
        typed.stdout.trim_end().ends_with("1. Kxg7 Ka1 2. Kh8 *"),
        "{}{}",
        typed.stdout,
        typed.stderr
    );
    let lines = "1. Kh8-g7  Ka1-a2\n2. Kg7-f6(*N)\n";
    let piped = folder.run(&[&native[..], &["--file", "-"]].concat(), lines);
    assert_eq!(piped.stdout, typed.stdout);
    let wrong = folder.run(&[&native[..], &["Kh8-g7", "Ka1-a3"]].concat(), "");
    assert_eq!(wrong.code, Some(2));
    assert!(
        wrong.stderr.contains("turn 2, character 1: 'Ka1-a3': "),
        "{}",
        wrong.stderr
    );
    let record = format!("[Variant \"unplay\"]\n[Notation \"native\"]\n\n{lines}*\n");
    folder.write("game.txt", &record);
    let from_record = folder.run(&["forward", "--file", "game.txt"], "");
    assert!(from_record.stdout.contains("1. Kxg7 Ka1 2. Kh8 *"));
}

#[test]
fn the_error_about_a_wrong_turn_has_its_number_and_examples_of_right_turns() {
    let folder = Folder::new();
    let right =
        "'z9' is not a turn of this game; write it like e6e5, e4d3*q, e6d5*ep, g8g7p or h8g7p*q";
    for subcommand in ["review", "forward", "diagram"] {
        let run = folder.run(&[subcommand, "unplay", "h8g7", "z9"], "");
        assert_eq!(run.code, Some(2), "{subcommand}");
        assert_eq!(run.stderr, format!("reviver: turn 2: {right}\n"));
    }
    let run = folder.run(&["diagram", "unplay", "h8g7", "a1a3"], "");
    assert!(
        run.stderr
            .starts_with("reviver: turn 2: a1a3 is not legal: "),
        "{}",
        run.stderr
    );
    folder.write("turns.txt", "1. h8g7 z9\n");
    let run = folder.run(&["forward", "unplay", "--file", "turns.txt"], "");
    assert_eq!(run.stderr, format!("reviver: turns.txt: turn 2: {right}\n"));
    for (game, right) in [
        ("ssehc", "e6e5, g8g7p, N@f3,f6e6 or end"),
        ("unachess", "e2e4, e7e8q or N@f3"),
    ] {
        let run = folder.run(&["review", game, "z9"], "");
        assert!(
            run.stderr.ends_with(&format!("like {right}\n")),
            "{}",
            run.stderr
        );
    }
}
