//! `perft`, `bench` and `variants`, the help of subcommands, and errors of the command line.

use reviver::games::{self};

use super::subcommands;
use crate::common::program::{Folder, run, words};

#[test]
fn the_help_of_a_subcommand_has_an_example() {
    for name in subcommands() {
        // These two need no arguments, so their help has no example.
        if ["variants", "uci"].contains(&name.as_str()) {
            continue;
        }
        let detailed = run(&[&name, "--help"]);
        assert_eq!(detailed.code, Some(0), "{name}");
        let usage = format!("Usage: reviver {name} ");
        assert!(detailed.stdout.contains(&usage), "{}", detailed.stdout);
        let (_, examples) = detailed.stdout.split_once("\nExample").expect("an example");
        let example = format!("reviver {name}");
        assert!(examples.contains(&example), "{}", detailed.stdout);
    }
}

#[test]
fn without_arguments_the_program_speaks_the_protocol_through_a_pipe() {
    let run = Folder::new().run(&[], "isready\nquit\n");
    assert_eq!(run.stdout.trim_end(), "readyok");
    assert_eq!(run.code, Some(0));
}

#[test]
fn the_exit_code_is_2_for_a_wrong_command_line_and_1_for_a_failure() {
    for arguments in [
        &["nonsense"][..],
        &["perft", "chess", "3"],
        &["perft", "ssehc"],
        &["perft", "ssehc", "100000"],
        &["perft", "ssehc", "3", "--fen", "8/8 w - - 0 1"],
        &["forward", "unplay", "xyz"],
        &["forward"],
        &["play", "ssehc", "--movetime", "-1s"],
        &["solve", "unplay", "--resume"],
        &["solve", "unplay", "--proof", "p", "--checkpoint", "./p"],
        &["explore", "ssehc", "--out", "t", "--book", "./t"],
        &["play", "ssehc", "--level", "21"],
        &["play", "--side", "left"],
        &["solve", "unplay", "--turns", "121"],
        &["solve", "unplay", "--table", "t.tsv", "--seed", "1"],
        &["solve", "unachess", "--after", "Q@"],
        &[
            "solve", "unachess", "--table", "t.tsv", "--winner", "both", "--after", "Q@",
        ],
        &["verify"],
        &["mine"],
    ] {
        let run = run(arguments);
        assert_eq!(run.code, Some(2), "{arguments:?}: {}", run.stderr);
        assert!(!run.stderr.is_empty() && !run.stderr.contains("panicked"));
        assert_eq!(run.stdout, "", "{arguments:?}");
    }
    for arguments in [
        &["forward", "unplay", "--file", "missing.txt"][..],
        &["forward", "unplay", "h8h8"],
        &["forward", "unachess", "K@e1"],
        &["play", "--load", "missing.pgn"],
        &["verify", "missing.proof"],
        &[
            "solve",
            "unachess",
            "--turns",
            "1",
            "--proof",
            "unwritten.proof",
        ],
    ] {
        let run = run(arguments);
        assert_eq!(run.code, Some(1), "{arguments:?}: {}", run.stderr);
        assert_eq!(run.stderr.trim_end().lines().count(), 1, "{}", run.stderr);
    }
}

#[test]
fn a_refused_position_is_answered_with_field_and_reason() {
    let fen = "8/8/8/3Kk3/8/8/8/8 w - - 0 1";
    let run = run(&["perft", "ssehc", "1", "--fen", fen]);
    assert_eq!(
        run.stderr.trim_end(),
        "reviver: --fen: placement: the kings on d5 and e5 touch"
    );
}

#[test]
fn every_game_is_listed_in_a_line() {
    let run = run(&["variants"]);
    assert_eq!(run.stdout.lines().count(), games::built_in().len());
    assert!(run.stdout.starts_with("ssehc "));
    for line in run.stdout.lines() {
        assert!(line.contains(". Good for "), "{line}");
    }
    let warning = "Warning: White wins with the first turn";
    assert_eq!(run.stdout.matches(warning).count(), 1, "{}", run.stdout);
    assert_eq!(run.stdout.matches("Begin with this one.").count(), 1);
}

#[test]
fn perft_counts_the_same_with_any_number_of_threads() {
    for threads in ["1", "3"] {
        let run = run(&["perft", "ssehc", "3", "--threads", threads]);
        assert_eq!(run.stdout, "Nodes searched: 36631\n");
        assert!(run.stderr.contains("nodes/s"));
        assert_eq!(run.code, Some(0));
    }
    assert_eq!(
        run(&["perft", "unachess", "0"]).stdout,
        "Nodes searched: 1\n"
    );
}

#[test]
fn perft_divide_sorts_the_turns_by_text() {
    let run = run(&["perft", "unplay", "3", "--divide"]);
    let mut lines: Vec<&str> = run.stdout.lines().collect();
    assert_eq!(lines.pop(), Some("Nodes searched: 20874"));
    let pairs = lines.iter().filter_map(|line| line.split_once(": "));
    let turns = pairs.clone().map(|(turn, _)| turn);
    assert!(turns.is_sorted(), "{}", run.stdout);
    let sum: u64 = pairs.map(|(_, count)| count.parse::<u64>().unwrap()).sum();
    assert_eq!((lines.len(), sum), (15, 20_874));
}

#[test]
fn perft_starts_at_the_given_position() {
    let fen = "8/8/8/8/8/8/8/8[KQRRBBNNPPPPPPPPkqrrbbnnpppppppp] w - - 0 1";
    let given = run(&["perft", "unplay-placement", "2", "--fen", fen]);
    assert_eq!(given.stdout, "Nodes searched: 3612\n");
    let from_random_starts = ["7", "8"]
        .map(|seed| run(&["perft", "unplay-random", "2", "--divide", "--seed", seed]).stdout);
    assert_ne!(from_random_starts[0], from_random_starts[1]);
}

#[test]
fn bench_is_reproducible_and_ends_with_the_sum_of_all_games() {
    let benches = [0; 2].map(|_| run(&["bench", "--depth", "2"]));
    let counts = benches.each_ref().map(|bench| {
        let mut lines = bench.stdout.lines();
        let games: Vec<u64> = games::built_in()
            .into_iter()
            .map(|variant| {
                let words: Vec<&str> = lines.next().expect("a game").split(' ').collect();
                let &[name, nodes, "nodes"] = words.as_slice() else {
                    panic!("{}", bench.stdout);
                };
                assert_eq!(name, variant.name());
                nodes.parse::<u64>().expect("a count")
            })
            .collect();
        let words: Vec<&str> = lines.next().expect("the sum").split(' ').collect();
        let &[nodes, "nodes", speed, "nps"] = words.as_slice() else {
            panic!("{}", bench.stdout);
        };
        assert!(speed.parse::<u64>().is_ok());
        assert_eq!(lines.next(), None);
        assert_eq!(nodes.parse(), Ok(games.iter().sum::<u64>()));
        games
    });
    assert_eq!(counts[0], counts[1]);
    assert!(counts[0].iter().all(|&nodes| nodes > 0));
    assert!(benches[0].stderr.lines().count() >= 40);
    let limited = run(&["bench", "--nodes", "100"]);
    assert!(limited.stdout.ends_with(" nps\n"));
}

#[test]
fn wrong_times_wrong_clocks_and_old_options_are_answered_with_advice() {
    for (words, advice) in [
        (
            "play ssehc --movetime 5",
            "'5' has no unit: write 5s or 5ms",
        ),
        (
            "play ssehc --time 5s",
            "a clock needs an increment, as in 5s+0.1s; to give each turn 5s, write --movetime 5s",
        ),
        (
            "play ssehc --time 5",
            "a clock needs an increment, as in 5s+0.1s; to give each turn 5s, write --movetime 5s",
        ),
        (
            "play ssehc --time 40/60s",
            "'40/60s' is not a clock: write 40/60s+0s for a clock without increment",
        ),
        (
            "play ssehc --time 0",
            "the time of a clock must be above 0, as in 10s+0.1s",
        ),
        (
            "play ssehc --time 0ms",
            "the time of a clock must be above 0, as in 10s+0.1s",
        ),
        (
            "play ssehc --time 10+0.1",
            "'10+0.1' is not a clock, because '10' has no unit: write 10s or 10ms",
        ),
        (
            "play ssehc --time 10s+0.1s --movetime 1s",
            "cannot be used with",
        ),
        (
            "analyse ssehc --movetime 0s",
            "the time for a search must be above 0",
        ),
        ("analyse ssehc --time 5", "write --movetime"),
        ("solve unplay --memory 4", "--memory is now --hash"),
        ("solve unplay --resume file", "--checkpoint FILE --resume"),
        ("mine unplay --lots 3", "--lots is now --positions"),
        ("mine unplay --least 3", "--least is now --min-turns"),
        (
            "selfplay unplay --out a --plies 9",
            "--plies is now --ply-limit",
        ),
        (
            "selfplay unplay --out a --player level=3",
            "--player is now --settings",
        ),
        (
            "tournament --engine reviver --plies 9",
            "--plies is now --random-plies",
        ),
        (
            "openings unplay --most=9",
            "--most is now --max-random-plies",
        ),
        ("solve unplay --player mover", "--player is now --winner"),
        ("diagram unplay --side black", "--side is now --bottom"),
        (
            "perft ssehc 2 --threads 0",
            "without --threads, perft uses all cores",
        ),
        (
            "perft ssehc 2 --threads=08 --wrong",
            "unexpected argument '--wrong'",
        ),
        (
            "mine unplay --min-turns 6 --turns 3",
            "--min-turns 6 is more than --turns 3",
        ),
        (
            "mine unachess --theme check --positions 10",
            "--theme check: no turn of unachess has this theme; the themes of this game are en-passant, castling, promotion",
        ),
        (
            "mine unachess-2 --theme castling",
            "--theme castling: no turn of unachess-2 has this theme; the themes of this game are promotion",
        ),
        (
            "mine unachess-2 --theme en-passant",
            "--theme en-passant: no turn of unachess-2 has this theme; ",
        ),
    ] {
        let run = run(&words.split(' ').collect::<Vec<_>>());
        assert_eq!(run.code, Some(2), "{words}");
        assert!(run.stderr.contains(advice), "{words}: {}", run.stderr);
    }
}

#[test]
fn only_the_engine_has_a_clock_and_the_help_of_play_says_so() {
    let help = run(&["play", "--help"]).stdout;
    let words = help.split_whitespace().collect::<Vec<_>>().join(" ");
    for sentence in [
        "Each engine's time for the game, and an increment for each turn",
        "Your own time is not limited.",
    ] {
        assert!(words.contains(sentence), "{sentence}: {help}");
    }
}

#[test]
fn an_engine_with_a_clock_shows_it() {
    let words = ["play", "unplay", "--side", "second", "--time", "10s+0.1s"];
    let words = [&words[..], &["--nodes", "50", "--seed", "1"]].concat();
    let run = Folder::new().run(&words, "quit\n");
    assert_eq!(run.code, Some(0), "{}", run.stderr);
    assert!(run.stdout.contains("  [clock 10."), "{}", run.stdout);
}

#[test]
fn a_number_that_is_too_large_is_refused_with_the_greatest_value() {
    for (arguments, complaint) in [
        (
            &["analyse", "ssehc", "--depth", "5000000000"][..],
            "a whole number from 1 to 4294967295 is expected",
        ),
        (
            &["match", "ssehc", "--new", "depth=5000000000"],
            "depth=5000000000: a whole number from 1 to 4294967295 is expected",
        ),
        (
            &["match", "ssehc", "--games", "2000002"],
            "an even number from 2 to 2000000 is expected",
        ),
        (
            &["selfplay", "ssehc", "--games", "10000001"],
            "a whole number from 1 to 10000000 is expected",
        ),
        (
            &["analyse", "ssehc", "--nodes", "20000000000000000000"],
            "a whole number from 1 to 18446744073709551615 is expected",
        ),
    ] {
        let run = Folder::new().run(arguments, "");
        assert_eq!(run.code, Some(2), "{arguments:?}: {}", run.stdout);
        assert!(run.stderr.contains(complaint), "{}", run.stderr);
    }
    let run = Folder::new().run(
        &["play", "ssehc", "--nodes", "9"],
        "level depth=5000000000\n",
    );
    let complaint = "Depth takes a whole number from 1 to 4294967295";
    assert!(run.stdout.contains(complaint), "{}", run.stdout);
}

#[test]
fn the_subcommand_mine_prints_each_position_once() {
    // Without random turns the second game repeats the first one, so `mine` finds each position
    // twice.
    let arguments = "mine unplay --games 2 --nodes 10 --random-turns 0 --turns 1 --effort 500";
    let arguments: Vec<&str> = arguments.split(' ').collect();
    let run = run(&arguments);
    assert_eq!(run.code, Some(0), "{}", run.stderr);
    assert_eq!(run.stdout.lines().count(), 1, "{}", run.stdout);
}

#[test]
fn a_chess_game_in_place_of_a_record_is_answered_with_the_way_to_un_play_it() {
    let folder = Folder::new();
    folder.write("chess.pgn", "[Event \"Club\"]\n\n1. e4 e5 *\n");
    for arguments in [
        &["review", "chess.pgn"][..],
        &["analyse", "chess.pgn"],
        &["play", "--load", "chess.pgn"],
    ] {
        let run = folder.run(arguments, "");
        let answer = "; to un-play a chess game, use reviver play GAME --from FILE\n";
        assert!(run.stderr.contains(answer), "{}", run.stderr);
    }
}

#[test]
fn analyse_names_the_game_that_a_word_resembles() {
    let folder = Folder::new();
    let run = folder.run(&["analyse", "unplay-stict", "--nodes", "5"], "");
    assert_eq!(run.code, Some(1), "{}", run.stdout);
    let answer = "; there is a game with a similar name: 'unplay-strict'\n";
    assert!(run.stderr.contains(answer), "{}", run.stderr);
    let other = folder.run(&["analyse", "missing.epd", "--nodes", "5"], "");
    assert!(!other.stderr.contains("similar"), "{}", other.stderr);
}

#[test]
fn analyse_says_how_a_turn_is_written() {
    for (input, answer) in [
        ("F3E4", "'F3E4' is not a turn of this game; write it like"),
        (
            "startpos f3e4",
            "; turns come directly after the name of the game\n",
        ),
    ] {
        let run = run(&words(&format!("analyse ssehc {input} --nodes 5")));
        assert_eq!(run.code, Some(1), "{}", run.stdout);
        assert!(run.stderr.contains(answer), "{}", run.stderr);
    }
}

#[test]
fn analyse_accepts_startpos_as_an_input() {
    let run = run(&["analyse", "unplay", "startpos", "--nodes", "5", "--json"]);
    assert_eq!(run.code, Some(0), "{}", run.stderr);
    let start = games::find("unplay").expect("a game").start(0);
    let fen = format!("\"fen\":\"{start}\"");
    assert!(run.stdout.contains(&fen), "{}", run.stdout);
}

#[test]
fn the_files_after_a_missing_file_are_read_even_if_its_path_resembles_a_position() {
    let folder = Folder::new();
    folder.write("one.epd", "unplay 7K/8/8/8/8/8/8/k7 w - - 0 1\n");
    for missing in ["a/b/c/d/e/f/g/missing.pgn", "games/my file.pgn"] {
        let run = folder.run(&["analyse", "--nodes", "50", missing, "one.epd"], "");
        assert_eq!(run.code, Some(1), "{}", run.stderr);
        let first = format!("reviver: {missing}: ");
        assert!(run.stderr.starts_with(&first), "{}", run.stderr);
        assert!(run.stdout.starts_with("unplay: 7K/8/"), "{}", run.stdout);
    }
}
