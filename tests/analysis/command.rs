//! `analyse` and `review` on the command line.

use serde_json::Value;

use crate::common::program::Folder;
use crate::common::{game, some_game};
use crate::played_games;

const START: &str = "7K/8/8/8/8/8/8/k7 w - - 0 1";

fn objects(text: &str) -> Vec<Value> {
    text.lines()
        .map(|line| serde_json::from_str(line).expect("a JSON object"))
        .collect()
}

#[test]
fn a_position_is_analysed_from_arguments_a_file_and_standard_input() {
    let folder = Folder::new();
    folder.write("one.epd", format!("unplay {START}\n").as_bytes());
    let line = format!("{START} variant unplay;\n");
    let words: Vec<&str> = START.split(' ').collect();
    let unquoted = [&["analyse", "unplay"], words.as_slice(), &["--depth", "1"]].concat();
    for run in [
        folder.run(&["analyse", "unplay", START, "--depth", "1"], ""),
        folder.run(&["analyse", "unplay", "--depth", "1"], ""),
        folder.run(&["analyse", "unplay", "--fen", START, "--depth", "1"], ""),
        folder.run(&["analyse", "one.epd", "--depth", "1"], ""),
        folder.run(&["analyse", "-", "--depth", "1"], &line),
        folder.run(&["analyse", "--depth", "1"], &line),
        folder.run(&unquoted, ""),
    ] {
        assert_eq!(run.code, Some(0), "{}", run.stderr);
        assert!(run.stdout.starts_with("unplay"), "{}", run.stdout);
        assert!(run.stdout.contains("+M1  h8g7*b"), "{}", run.stdout);
    }
}

#[test]
fn the_position_after_the_turns_of_the_command_line_is_analysed() {
    let folder = Folder::new();
    let run = folder.run_ok(&[
        "analyse",
        "ssehc",
        "f3e4",
        "N@f3,f6e6",
        "--depth",
        "1",
        "--json",
    ]);
    let found = objects(&run.stdout);
    assert_eq!(found.len(), 1, "{}", run.stdout);
    assert_eq!(found[0]["ply"], 2);
    assert_eq!(found[0]["last"], "N@f3,f6e6");
    let from = ["analyse", "unplay", "h8g7", "--fen", START, "--depth", "1"];
    assert!(folder.run_ok(&from).stdout.starts_with("unplay"));
    let run = folder.run(&["analyse", "ssehc", "f3e4", "f3e4"], "");
    assert_eq!(run.code, Some(2));
    assert!(
        run.stderr.contains("turn 2: f3e4 is not legal"),
        "{}",
        run.stderr
    );
}

#[test]
fn a_wrong_fen_a_fen_without_a_game_and_a_fen_beside_another_input_are_refused() {
    let folder = Folder::new();
    for arguments in [
        &["analyse", "--fen", START][..],
        &["analyse", "unplay", START, "--fen", START],
        &["analyse", "unplay", "--fen", "8/8 w - - 0 1"],
    ] {
        let run = folder.run(arguments, "");
        assert_eq!(run.code, Some(2), "{arguments:?}: {}", run.stderr);
        assert!(
            run.stderr.contains("--fen"),
            "{arguments:?}: {}",
            run.stderr
        );
    }
}

#[test]
fn analyse_with_json_has_the_lines_of_multipv_in_the_order_of_their_scores() {
    let arguments = [
        "analyse",
        "ssehc",
        "--depth",
        "5",
        "--multipv",
        "3",
        "--json",
    ];
    let run = Folder::new().run(&arguments, "");
    let object = &objects(&run.stdout)[0];
    let lines = object["lines"].as_array().expect("lines");
    assert_eq!(lines.len(), 3);
    assert_eq!(lines[0]["pv"][0], object["best"]);
    let scores: Vec<i64> = lines
        .iter()
        .map(|l| l["score"]["cp"].as_i64().expect("cp"))
        .collect();
    assert!(scores.is_sorted_by(|one, next| one >= next), "{scores:?}");
    assert_eq!(object["variant"], "ssehc");
    let again = Folder::new().run(&arguments, "");
    let without_time = |text: &str| {
        let mut object = objects(text).remove(0);
        object["seconds"] = Value::Null;
        object
    };
    assert_eq!(without_time(&run.stdout), without_time(&again.stdout));
}

#[test]
fn a_suite_is_scored() {
    let folder = Folder::new();
    let suite = format!(
        "{START} bm h8g7*b; dm 1; id \"right\"; variant unplay;\n\
         {START} bm h8g8; id \"wrong\"; variant unplay;\n\
         {START} am h8g7*b; variant unplay;\n\
         {START} id \"no test\"; variant unplay;\n"
    );
    folder.write("suite.epd", suite.as_bytes());
    let run = folder.run(&["analyse", "suite.epd", "--depth", "2"], "");
    assert_eq!(run.code, Some(0), "{}", run.stderr);
    assert!(
        run.stdout.ends_with("1 of 3 solved, 33.3 %\n"),
        "{}",
        run.stdout
    );
    assert!(
        run.stdout
            .contains("     solved: best h8g7*b; win forced in 1 turn\n")
    );
    assert!(run.stdout.contains("     NOT SOLVED: best h8g8\n"));
    let run = folder.run(&["analyse", "suite.epd", "--depth", "2", "--json"], "");
    let objects = objects(&run.stdout);
    assert_eq!(objects[0]["solved"], true);
    assert_eq!(objects[1]["solved"], false);
    assert_eq!(objects[3]["solved"], Value::Null);
    assert_eq!(
        (&objects[4]["solved"], &objects[4]["tests"]),
        (&1.into(), &3.into())
    );
}

#[test]
fn every_position_of_a_game_or_a_single_one_is_analysed() {
    let folder = Folder::new();
    let variant = some_game();
    let record = played_games::record(variant, 2, 5).to_string();
    folder.write("game.pgn", record.as_bytes());
    let all = folder.run(&["analyse", "game.pgn", "--nodes", "200", "--json"], "");
    let plies: Vec<Value> = objects(&all.stdout)
        .iter()
        .map(|o| o["ply"].clone())
        .collect();
    assert_eq!(plies, [0, 1, 2, 3, 4, 5].map(Value::from));
    let one = folder.run(&["analyse", "game.pgn", "--nodes", "200", "--ply", "3"], "");
    let place = format!("{variant}, after turn 3, ");
    for words in [&place, ", after turn "] {
        assert_eq!(one.stdout.matches(words).count(), 1, "{}", one.stdout);
    }
}

#[test]
fn a_finished_game_is_reported_as_over() {
    let folder = Folder::new();
    let record = format!("[Variant \"unplay\"]\n[FEN \"{START}\"]\n\n1. h8g7*b 1-0\n");
    folder.write("game.pgn", record.as_bytes());
    let run = folder.run(&["analyse", "game.pgn", "--depth", "1", "--ply", "1"], "");
    assert!(
        run.stdout.contains("1-0: retro-checkmate: the winner"),
        "{}",
        run.stdout
    );
}

#[test]
fn errors_are_reported_and_the_rest_is_analysed() {
    let folder = Folder::new();
    let suite = format!("unplay {START}\nunplay nonsense\nunplay {START}\n");
    folder.write("suite.epd", suite.as_bytes());
    let run = folder.run(&["analyse", "missing.epd", "suite.epd", "--depth", "1"], "");
    assert_eq!(run.code, Some(1));
    // A line of analysis begins with its number, here ` 1`. The line about the book may have the
    // same score, but it has no number.
    assert_eq!(
        run.stdout.matches(" 1      +M1 ").count(),
        2,
        "{}",
        run.stdout
    );
    let lines: Vec<&str> = run.stderr.lines().collect();
    assert!(
        lines[0].starts_with("reviver: missing.epd: "),
        "{}",
        run.stderr
    );
    assert!(
        lines[1].starts_with("reviver: suite.epd: line 2, column 16: "),
        "{}",
        run.stderr
    );
    assert_eq!(lines[2], "reviver: 2 inputs are wrong; see above");
}

#[test]
fn a_review_is_a_table_a_record_a_page_or_lines() {
    let folder = Folder::new();
    let record = played_games::record(game("ssehc"), 4, 8).to_string();
    folder.write("game.pgn", format!("{record}\n{record}").as_bytes());
    let arguments = [
        "review", "game.pgn", "--nodes", "300", "--html", "out.html", "--pgn", "out.pgn",
    ];
    let run = folder.run(&arguments, "");
    assert_eq!(run.code, Some(0), "{}", run.stderr);
    assert_eq!(run.stdout.matches("The first player: accuracy ").count(), 2);
    assert!(folder.read("out.html").starts_with("<!DOCTYPE html>"));
    assert!(folder.read("out-2.html").ends_with("</html>\n"));
    assert_eq!(
        folder
            .read("out.pgn")
            .matches("[Annotator \"Reviver\"]")
            .count(),
        2
    );

    let run = folder.run(&["review", "game.pgn", "--nodes", "300", "--json"], "");
    let objects = objects(&run.stdout);
    // Each of the two games has eight turns and a summary.
    assert_eq!(objects.len(), 18);
    assert_eq!(objects[7]["ply"], 8);
    assert_eq!(objects[8]["players"][0]["turns"], 4);

    let typed = folder.run(&["review", "unplay", "h8g7", "a1a2", "--nodes", "300"], "");
    assert!(
        typed.stdout.contains("better h8g7*b (+M1)"),
        "{}",
        typed.stdout
    );
    let position = folder.run(&["review", "-"], &format!("unplay {START}\n"));
    assert_eq!(position.code, Some(1));
    assert!(
        position.stderr.contains("a review takes games"),
        "{}",
        position.stderr
    );
}

#[test]
fn a_review_calls_the_player_of_the_first_turn_the_first_player() {
    for (fen, turn, order) in [
        (
            "4k3/8/8/8/8/8/5q2/Q6K[] b - - 0 1",
            "f2f7",
            [
                "The second player: accuracy -\n",
                "The first player: accuracy ",
            ],
        ),
        (
            "4k3/8/8/8/8/8/5q2/Q6K[] w - - 0 1",
            "a1a8",
            [
                "The first player: accuracy ",
                "The second player: accuracy -\n",
            ],
        ),
    ] {
        let arguments = ["review", "unachess", "--fen", fen, turn, "--nodes", "100"];
        let run = Folder::new().run_ok(&arguments);
        let [one, other] = order.map(|line| run.stdout.find(line));
        assert!(one.is_some() && one < other, "{}", run.stdout);
    }
}

#[test]
fn the_help_says_from_whose_view_the_scores_are() {
    for (command, words) in [
        ("analyse", "A score is from the view of the player to play"),
        (
            "review",
            "A score is from the view of the player who played the turn",
        ),
        ("explore", "from the view of the player who begins"),
    ] {
        let help = Folder::new().run_ok(&[command, "--help"]).stdout;
        let help = help.split_whitespace().collect::<Vec<_>>().join(" ");
        assert!(help.contains(words), "{help}");
    }
}

#[test]
fn a_path_with_seven_slashes_is_the_name_of_a_file() {
    let run = Folder::new().run(&["review", "/no/such/b/c/d/e/game.pgn", "other.pgn"], "");
    for name in [
        "/no/such/b/c/d/e/game.pgn: No such file",
        "other.pgn: No such file",
    ] {
        assert!(run.stderr.contains(name), "{}", run.stderr);
    }
}
