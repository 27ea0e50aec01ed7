//! `reviver ranks`, which measures how well evaluations rank the successors of a position.

use serde_json::Value;

use crate::common::program::{Folder, Run, words};
#[cfg(unix)]
use crate::common::program::{finish, interrupt_after, start};

/// Runs a small measurement; `more` has further arguments.
fn measure(folder: &Folder, more: &str) -> Run {
    let small = "ranks GAME --games 4 --game-nodes 100 --nodes 100 --per-game 2 --siblings 8";
    folder.run(&words(&format!("{small} {more}")), "")
}

#[test]
fn ranks_gives_the_same_result_at_every_concurrency() {
    let folder = Folder::new();
    let one = measure(&folder, "--concurrency 1 --seed 3");
    assert_eq!(one.code, Some(0), "{}", one.stderr);
    let two = measure(&folder, "--concurrency 2 --seed 3");
    assert_eq!(one.stdout, two.stdout);
    let other = measure(&folder, "--concurrency 2 --seed 4");
    assert_ne!(one.stdout, other.stdout);
    for part in [
        " positions of 4 games, ",
        "\nall: ",
        "\nweights ",
        "\nrandom choice ",
    ] {
        assert!(one.stdout.contains(part), "{part}: {}", one.stdout);
    }
    assert!(one.stderr.contains("4/4 games: "), "{}", one.stderr);
}

#[test]
fn one_position_and_one_game_are_singular() {
    let small = "ranks GAME --games 1 --game-nodes 100 --nodes 100 --per-game 1 --siblings 8";
    let run = Folder::new().run_ok(&words(small));
    let heading = ": 1 position of 1 game, ";
    assert!(run.stdout.contains(heading), "{}", run.stdout);
    assert!(run.stdout.contains("\nall: 1 position"), "{}", run.stdout);
    assert!(!run.stdout.contains("1 positions"), "{}", run.stdout);
}

#[test]
fn ranks_prints_json_about_weights_and_networks_from_files() {
    let folder = Folder::new();
    let old = "tests/old/trained.network";
    let bytes = std::fs::read(format!("{}/{old}", env!("CARGO_MANIFEST_DIR")));
    folder.write("a.network", &bytes.expect("a file"));
    folder.write("a.toml", "\"king steps\" = [-20, -20]\n");
    let run = measure(&folder, "--json --weights a.toml --network a.network");
    assert_eq!(run.code, Some(0), "{}", run.stderr);
    let report: Value = serde_json::from_str(&run.stdout).expect("JSON");
    let all = &report["phases"][0];
    assert_eq!(all["phase"], "all");
    let count = |value: &Value| value["positions"].as_u64().expect("a number");
    assert_eq!(count(all), count(&report));
    let evaluators = all["evaluators"].as_array().expect("a list");
    let names: Vec<&str> = evaluators
        .iter()
        .filter_map(|one| one["evaluator"].as_str())
        .collect();
    let files = [
        "a.toml",
        "a.network alone",
        "weights + a.network",
        "random choice",
    ];
    assert_eq!(names[0], "weights");
    assert_eq!(names[names.len() - 4..], files);
    let best = &evaluators[0]["best"];
    let number = |name: &str| best[name].as_f64().expect("a number");
    assert!(number("low") <= number("value"), "{best}");
}

#[test]
fn ranks_refuses_what_it_cannot_measure() {
    let folder = Folder::new();
    folder.write("not-a-network", "text");
    for (more, code, complaint) in [
        ("--network missing", 1, "missing: "),
        ("--network not-a-network", 1, "the first line must be"),
        ("--weights missing", 1, "missing: "),
        ("--siblings 1", 2, "a whole number from 2 to "),
        ("--games 0", 2, "a whole number from 1 to "),
        (
            "--min-random-plies 11",
            2,
            "--min-random-plies 11 is more than",
        ),
        ("--settings movetime=1s", 2, "use nodes or depth"),
        ("--settings luck=7", 2, "unknown setting 'luck'"),
    ] {
        let run = folder.run(&words(&format!("ranks GAME {more}")), "");
        assert_eq!(run.code, Some(code), "{more}: {}{}", run.stdout, run.stderr);
        assert!(run.stderr.contains(complaint), "{more}: {}", run.stderr);
        assert_eq!(run.stdout, "", "{more}");
    }
}

#[test]
fn ranks_needs_an_undecided_position() {
    // White wins `unplay` with the first turn. The search finds this win, so the start position is
    // decided. The first turn ends the game, so no other position is searched.
    let arguments = "ranks unplay --games 1 --min-random-plies 0 --max-random-plies 0";
    let run = Folder::new().run(&words(arguments), "");
    assert_eq!(run.code, Some(1), "{}", run.stdout);
    let complaint = "unplay: no undecided position in the 1 game played: set more games";
    assert!(run.stderr.contains(complaint), "{}", run.stderr);
}

/// Interrupts a measurement after its first line on standard error.
#[cfg(unix)]
fn interrupted(mut child: std::process::Child) -> Run {
    let notes = child.stderr.take().expect("a pipe");
    let stderr = interrupt_after(1, notes, &child);
    let run = finish(child, "");
    Run { stderr, ..run }
}

#[cfg(unix)]
#[test]
fn an_interrupted_measurement_reports_on_the_games_so_far() {
    let folder = Folder::new();
    let arguments = words(
        "ranks GAME --games 2000 --game-nodes 5 --nodes 5 --per-game 1 --siblings 2 --ply-limit 9",
    );
    let child = start(&mut folder.command(&arguments));
    let run = interrupted(child);
    assert_eq!(run.code, Some(0), "{}", run.stderr);
    let (_, after) = run.stderr.split_once("Interrupted after ").expect("a note");
    let (games, _) = after.split_once('.').expect("a number of games");
    let heading = format!(" of {games}, ");
    assert!(
        run.stdout.contains(&heading),
        "{}{}",
        run.stdout,
        run.stderr
    );
}

/// The first turn wins every game, so no game has an undecided position.
#[cfg(unix)]
#[test]
fn a_measurement_that_is_interrupted_too_early_does_not_ask_for_more_games() {
    let arguments = "ranks unplay --games 1000000 --min-random-plies 0 --max-random-plies 0";
    let child = start(&mut Folder::new().command(&words(arguments)));
    let run = interrupted(child);
    assert_eq!(run.code, Some(1), "{}", run.stderr);
    for words in [
        "unplay: no undecided position in the ",
        " before the interruption",
    ] {
        assert!(run.stderr.contains(words), "{}", run.stderr);
    }
    assert!(!run.stderr.contains("--games"), "{}", run.stderr);
}
