//! `reviver play`, driven through pipes.

use reviver::games::{self, TypedGame, Visitor};
use reviver::record::{GameResult, Record, ReplayError, read};
use reviver::rules::{Outcome, Rules};

use crate::common::program::{Folder, ended, finish, start};
use crate::common::some_reverse_game;

/// Options that make the engine fast and deterministic.
const QUICK: [&str; 4] = ["--nodes", "30", "--seed", "1"];

/// The arguments of `reviver play` for a variant, with [`QUICK`].
fn play_arguments<'a>(variant: &'a str, more: &[&'a str]) -> Vec<&'a str> {
    [&["play", variant], &QUICK[..], more].concat()
}

/// Replays a record by its rules, and returns the outcome of the game.
struct Replay(Record);

impl Visitor for Replay {
    type Output = Result<Option<Outcome>, ReplayError>;

    fn visit<R: Rules>(self, game: TypedGame<R>) -> Self::Output {
        Ok(self.0.replay(game)?.outcome())
    }
}

/// The only record in the folder.
fn saved(folder: &Folder) -> Record {
    let records = folder.records();
    assert_eq!(records.len(), 1, "{records:?}");
    let text = std::fs::read_to_string(&records[0]).expect("a file");
    read(&text).expect("what is saved can be read")
}

#[test]
fn a_whole_game_of_every_variant_is_played_by_numbers() {
    for variant in games::built_in() {
        let folder = Folder::new();
        // The script plays the first turn of the list, at most 400 times. Every game ends earlier.
        let script = "moves\n1\n".repeat(400) + "quit\n";
        let run = folder.run(
            &play_arguments(variant.name(), &["--side", "second"]),
            &script,
        );
        assert_eq!(run.code, Some(0), "{variant}: {}", run.stderr);
        assert!(run.stdout.contains("Game over: "), "{variant}");
        let record = saved(&folder);
        let outcome = variant.dispatch(Replay(record.clone())).unwrap();
        assert_eq!(GameResult::from(outcome), record.result, "{variant}");
        let is_drawn = record.result == GameResult::Drawn;
        assert_eq!(run.stdout.contains("Game over: a draw. "), is_drawn);
        let result = format!("In game records the result is {}: ", record.result);
        assert_eq!(run.stdout.contains(&result), !is_drawn, "{variant}");
        let engine = concat!("Reviver ", env!("CARGO_PKG_VERSION"));
        assert_eq!(record.tags.get("White"), Some(engine));
        assert_eq!(record.tags.get("Black"), Some("Human"));
        let word = outcome.map(|outcome| outcome.ending.word());
        assert_eq!(record.tags.get("Termination"), word, "{variant}");
    }
}

#[test]
fn with_the_same_seed_the_engine_plays_the_same_whole_game_against_itself() {
    let games = [0; 2].map(|_| {
        let folder = Folder::new();
        let run = folder.run(&play_arguments("unplay-strict", &["--side", "none"]), "");
        assert!(run.stdout.contains("Game over: "));
        let turns = saved(&folder).turns;
        turns
            .iter()
            .map(|recorded| recorded.turn)
            .collect::<Vec<_>>()
    });
    assert_eq!(games[0], games[1]);
}

#[test]
fn a_pipe_gets_colours_only_if_they_are_forced() {
    let folder = Folder::new();
    let plain = folder.run(&play_arguments("ssehc", &[]), "f3e4\nquit\n");
    assert!(!plain.stdout.contains('\x1b') && !plain.stderr.contains('\x1b'));
    let mut forced = folder.command(&play_arguments("ssehc", &[]));
    let forced = finish(start(forced.env("CLICOLOR_FORCE", "1")), "quit\n");
    assert!(forced.stdout.contains('\x1b'));
    let mut refused = folder.command(&play_arguments("ssehc", &[]));
    refused.env("CLICOLOR_FORCE", "1").env("NO_COLOR", "1");
    let refused = finish(start(&mut refused), "quit\n");
    assert!(!refused.stdout.contains('\x1b'));
}

#[test]
fn the_board_shows_both_reserves_and_the_latest_turn() {
    let run = Folder::new().run(
        &play_arguments("ssehc", &["--side", "both"]),
        "f3e4\nflip\n",
    );
    for line in [
        "     Black reserve: q rr bb nn pppppppp\n",
        "  4   .  .  .  . [K] .  .  . \n",
        "  3   .  .  .  .  . (.) .  . \n",
        "      a  b  c  d  e  f  g  h \n",
        "     White reserve: Q RR BB NN PPPPPPPP\n",
        "An un-capture on f3 is allowed.",
        "      h  g  f  e  d  c  b  a \n",
    ] {
        let is_there = run.stdout.contains(line);
        assert!(is_there, "'{line}' is missing in\n{}", run.stdout);
    }
}

#[test]
fn an_un_capture_is_not_announced_if_the_reserve_is_empty() {
    let fen = "rnbqkbnr/pppppppp/8/8/8/N7/PPPPPPPP/R1BQKBNR[] b - b5 1 1";
    let run = Folder::new().run(
        &play_arguments("ssehc", &["--side", "both", "--fen", fen]),
        "",
    );
    let board = &run.stdout;
    assert!(
        board.contains("is to play, with Black.\n"),
        "{}{}",
        board,
        run.stderr
    );
}

#[test]
fn wrong_input_is_answered_with_what_is_wrong() {
    let script =
        "f3f5\nxyz\nmoves\n99\na1\n? a1\nP@a4\n0000\nload\nload missing.pgn\nnew chess\nmoves\n";
    let run = Folder::new().run(&play_arguments("ssehc", &["--side", "both"]), script);
    for answer in [
        "f3f5 is not legal: ",
        "'xyz' is not a turn. Write a turn like f3e2",
        "The last list has 8 turns",
        "No turn fits 'a1'",
        "P@a4 is not legal: ",
        "'0000' is not a turn",
        "Name the file: load FILE",
        "missing.pgn: No such file or directory\n",
        "There is no game 'chess'; write a number from 1 to 9, or a name: ssehc, ",
    ] {
        let is_there = run.stdout.contains(answer);
        assert!(is_there, "'{answer}' is missing in\n{}", run.stdout);
    }
    assert!(run.stdout.contains("   8 f3g4"));
    assert_eq!(run.code, Some(0));
}

#[test]
fn a_question_lists_the_turns_of_a_square_a_kind_of_piece_or_a_prefix() {
    let script = "f3e4\n?\n? f6\n? f3\n? N\n? N@f3\nN@f3\n1\nfen\n";
    let run = Folder::new().run(&play_arguments("ssehc", &["--side", "both"]), script);
    for answer in [
        "  f6  k: 24\n",
        "  f3  Q R B N P (un-captured first): ",
        "52 of them un-capture on f3: Q R B N P\n",
        "   1 B@f3,",
        "   1 N@f3,f6e6",
        "   1 N@f3,f3d4",
    ] {
        let is_there = run.stdout.contains(answer);
        assert!(is_there, "'{answer}' is missing in\n{}", run.stdout);
    }
    // The input `1` has played a turn of Black from the last list, so White is to play.
    assert!(run.stdout.contains(" w - "), "{}", run.stdout);
}

#[test]
fn undo_and_redo_stop_where_the_person_is_to_play() {
    let script = "fen\nf3e4\nfen\nundo\nfen\nundo\nredo\nfen\nredo\n";
    let run = Folder::new().run(&play_arguments("ssehc", &[]), script);
    let fens: Vec<&str> = run
        .stdout
        .lines()
        .filter(|line| line.contains("] w "))
        .collect();
    assert_eq!(fens.len(), 4, "{}", run.stdout);
    assert_eq!(fens[0], fens[2]);
    assert_eq!(fens[1], fens[3]);
    assert_ne!(fens[0], fens[1]);
    assert!(run.stdout.contains("There is no turn to take back."));
    assert!(run.stdout.contains("There is no turn to play again."));
}

#[test]
fn a_saved_game_continues_at_its_last_position() {
    let folder = Folder::new();
    let script = "moves\n1\nmoves\n2\nsave mine.pgn\nfen\nquit\n";
    let first = folder.run(&play_arguments(some_reverse_game().name(), &[]), script);
    // The line of the last FEN.
    let fen = |text: &str| {
        let is_fen = |line: &&str| line.contains("] w ") || line.contains("] b ");
        let mut fens = text.lines().filter(is_fen);
        fens.next_back().expect("a FEN").to_owned()
    };
    assert_eq!(
        folder.records().len(),
        1,
        "the folder does not have exactly one record"
    );
    assert!(first.stdout.contains("The game is saved in mine.pgn"));

    let loaded = folder.run(&["play", "--load", "mine.pgn"], "fen\nquit\n");
    assert_eq!(fen(&loaded.stdout), fen(&first.stdout));
    let loaded_in_another_game = folder.run(
        &play_arguments("unachess", &[]),
        "load mine.pgn\nfen\nquit\n",
    );
    assert_eq!(fen(&loaded_in_another_game.stdout), fen(&first.stdout));
    assert_eq!(folder.read("mine.pgn").matches("[Variant").count(), 1);
}

#[test]
fn an_existing_file_is_not_overwritten() {
    let folder = Folder::new();
    folder.write("taken.pgn", "precious");
    let run = folder.run(
        &play_arguments("unplay", &["--save", "taken.pgn"]),
        "moves\n1\nsave taken.pgn\n",
    );
    assert_eq!(folder.read("taken.pgn"), "precious");
    assert!(
        run.stdout
            .contains("taken.pgn exists already; choose another name. The game is not saved."),
        "{}",
        run.stdout
    );
    assert_eq!(
        folder.records().len(),
        2,
        "the game is not saved in another file"
    );
}

#[test]
fn the_end_of_input_saves_the_game_and_says_where() {
    let folder = Folder::new();
    let arguments = [
        "play",
        "unachess",
        "--nodes",
        "5000",
        "--save",
        "evening.pgn",
    ];
    let run = folder.run(&arguments, "K@e1\n");
    assert_eq!(run.code, Some(0));
    assert!(run.stderr.contains("The game is saved in evening.pgn"));
    let record = read(&folder.read("evening.pgn")).unwrap();
    assert_eq!(record.turns.len(), 2);
    assert!(
        record.turns[1].comment.is_some(),
        "the engine's comment is missing"
    );
    let untouched = Folder::new();
    untouched.run(&play_arguments("unachess", &[]), "fen\n");
    assert!(
        untouched.records().is_empty(),
        "a game without a turn was saved"
    );
}

#[test]
fn a_resignation_is_announced_and_taken_back_and_an_agreed_draw_is_recorded() {
    let folder = Folder::new();
    let run = folder.run(
        &play_arguments("ssehc", &[]),
        "moves\n1\nresign\nyes\nf3e4\nundo\nresign\nresign\n",
    );
    // The message is printed three times: at the first resignation, when `f3e4` is typed after the
    // end of the game, and at the second resignation.
    let message = "Game over: Reviver wins. You resigned.\nIn game records the result is 0-1: the first \
                   number is yours.\n";
    assert_eq!(run.stdout.matches(message).count(), 3, "{}", run.stdout);
    let record = saved(&folder);
    assert_eq!(record.result.to_string(), "0-1");
    assert_eq!(record.tags.get("Termination"), Some("resignation"));

    let folder = Folder::new();
    folder.run(
        &play_arguments("ssehc", &["--side", "both"]),
        "moves\n1\ndraw\ndraw\n",
    );
    let record = saved(&folder);
    assert_eq!(record.result, GameResult::Drawn);
    assert_eq!(record.tags.get("Termination"), Some("agreement"));
}

#[test]
fn the_engine_hints_and_plays_for_the_person() {
    let run = Folder::new().run(&play_arguments("unplay-strict", &[]), "hint\ngo\nforward\n");
    assert!(run.stdout.contains("Hint: "));
    let (_, after) = run
        .stdout
        .split_once("For you, Reviver plays ")
        .expect("a turn for the person");
    assert!(after.contains("\nReviver plays "), "{}", run.stdout);
    assert!(run.stdout.contains("[SetUp \"1\"]"));
}

#[test]
fn a_player_stays_the_first_player_when_the_colours_are_switched() {
    // The only piece in reserve is a white knight. The first player holds Black and is to play.
    // Each turn of the script un-captures the knight. The first of them that is legal switches the
    // colours. The later ones are then illegal, because the reserve is empty.
    let fen = "r1bqkbnr/pppppppp/8/8/2n5/8/PPPPPPPP/R1BQKBNR[N] b - - 0 30";
    let script = "c4b6*n\nc4d6*n\nc4e5*n\nfen\n";
    let folder = Folder::new();
    let file = folder.family_file("smolowitz");
    let arguments = ["play", "--game", &file, "--side", "both", "--fen", fen];
    let run = folder.run(&[&arguments[..], &QUICK].concat(), script);
    let switched = "The colours are switched: the first player now holds White, and the second player \
                    holds Black.";
    assert!(run.stdout.contains(switched), "{}", run.stdout);
    assert!(run.stdout.contains("Phase II."), "{}", run.stdout);
}

#[test]
fn a_new_game_saves_the_old_one() {
    let folder = Folder::new();
    let run = folder.run(
        &play_arguments("unplay-strict", &[]),
        "moves\n1\nnew unachess\nno\nnew unachess\nyes\nK@e1\nquit\n",
    );
    assert_eq!(folder.records().len(), 2, "{}", run.stderr);
    let question = "Do you want to leave this game and start a new game of unachess?";
    assert_eq!(run.stdout.matches(question).count(), 2, "{}", run.stdout);
    assert!(run.stdout.contains("The game goes on.\n"), "{}", run.stdout);
    assert!(
        run.stderr.contains("The game that you left is saved in"),
        "{}",
        run.stderr
    );
    assert_eq!(run.stderr.matches("The game is saved in").count(), 1);
}

#[cfg(unix)]
#[test]
fn the_first_ctrl_c_stops_the_search_and_the_second_ends_the_program() {
    use std::io::{BufRead, BufReader};
    use std::process::Command;

    let folder = Folder::new();
    let arguments = ["play", "ssehc", "--side", "second", "--movetime", "60m"];
    let mut child = start(&mut folder.command(&arguments));
    let mut lines = BufReader::new(child.stdout.take().expect("a pipe")).lines();
    let interrupt = || {
        let pid = child.id().to_string();
        let status = Command::new("kill").args(["-INT", &pid]).status();
        assert!(status.expect("kill is there").success());
    };
    let mut wait_for = |what: &str| {
        let found = lines
            .by_ref()
            .any(|line| line.expect("text").contains(what));
        assert!(found, "'{what}' is not printed");
    };
    wait_for("Turn 1: Reviver is to play");
    interrupt();
    wait_for("Turn 2: you are to play");
    interrupt();
    let run = ended(child);
    assert_eq!(run.code, Some(130));
    assert!(run.stderr.contains("The game is saved in"));
    assert_eq!(saved(&folder).turns.len(), 1);
}
