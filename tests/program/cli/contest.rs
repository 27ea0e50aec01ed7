//! `reviver match`, `openings`, `selfplay`, `train` and `tune`.

use crate::common::program::{Folder, run, words};
#[cfg(unix)]
use crate::common::program::{Run, finish, interrupt_after, start};
use crate::common::some_game;

#[test]
fn a_match_ends_with_one_line_of_results() {
    let variant = some_game().name();
    let arguments = [
        "match",
        variant,
        "--new",
        "level=20",
        "nodes=120",
        "--opponent",
        "random",
        "--games",
        "4",
        "--nodes",
        "80",
        "--seed",
        "5",
    ];
    let match_ = run(&arguments);
    assert_eq!(match_.code, Some(0), "{}", match_.stderr);
    let line = match_.stdout.trim_end();
    assert_eq!(line.lines().count(), 1, "{line}");
    assert!(line.starts_with(&format!("{variant}: ")), "{line}");
    for part in [
        " Elo, ",
        " nElo, LOS ",
        ", 4 games +",
        "; reviver contempt=100 level=20 nodes=120 against random; nodes=120 to nodes=80 seed=5",
    ] {
        assert!(line.contains(part), "{line}");
    }
    for part in ["1/2 pairs: ", "first player ", "plies ", "endings: "] {
        assert!(match_.stderr.contains(part), "{}", match_.stderr);
    }
    assert_eq!(run(&arguments).stdout, match_.stdout);
}

#[test]
fn a_match_with_an_sprt_prints_the_result_of_the_test() {
    let run = run(&[
        "match",
        some_game().name(),
        "--opponent",
        "random",
        "--nodes",
        "30",
        "--sprt",
        "-200,200",
    ]);
    assert_eq!(run.code, Some(0), "{}", run.stderr);
    assert!(
        run.stdout
            .contains("; SPRT [-200, 200] nElo (0.05, 0.05) LLR "),
        "{}",
        run.stdout
    );
    assert!(run.stdout.trim_end().ends_with(": H1"), "{}", run.stdout);
}

#[test]
fn the_contempt_for_a_simple_opponent_can_be_chosen() {
    let play = |words: &[&str]| {
        let arguments = ["match", "unplay", "--games", "2", "--nodes", "20"];
        run(&[&arguments, words].concat()).stdout
    };
    let greedy = ["--opponent", "greedy"];
    for (words, players) in [
        (&greedy[..], "; reviver contempt=100 against greedy; "),
        (
            &[&greedy[..], &["--new", "contempt=20"]].concat(),
            "; reviver contempt=20 against greedy; ",
        ),
        (&[], "; reviver against reviver; "),
    ] {
        let result = play(words);
        assert!(result.contains(players), "{result}");
    }
}

#[test]
fn all_games_can_be_played_in_one_match() {
    let run = run(&[
        "match",
        "all",
        "--opponent",
        "greedy",
        "--nodes",
        "40",
        "--games",
        "2",
    ]);
    assert_eq!(run.code, Some(0), "{}", run.stderr);
    let names: Vec<_> = reviver::games::built_in()
        .iter()
        .map(|game| game.name())
        .collect();
    let variants = format!("{}: ", names.join(", "));
    assert!(run.stdout.starts_with(&variants), "{}", run.stdout);
    let games = format!(", {} games +", 2 * reviver::games::built_in().len());
    assert!(run.stdout.contains(&games), "{}", run.stdout);
    for variant in reviver::games::built_in() {
        assert!(
            run.stderr.contains(&format!("\n{variant}: ")),
            "{}",
            run.stderr
        );
    }
}

#[test]
fn the_limits_of_a_player_are_in_the_result_and_in_the_journal() {
    let folder = Folder::new();
    let arguments =
        "match unachess --nodes 20 --games 2 --out kept --new depth=7 nodes=30 --old level=3";
    let arguments: Vec<&str> = arguments.split(' ').collect();
    let run = folder.run_ok(&arguments);
    assert!(
        run.stdout
            .contains("reviver depth=7 nodes=30 against reviver level=3"),
        "{}",
        run.stdout
    );
    let journal = folder.read("kept/journal.jsonl");
    let header = journal.lines().next().expect("a line");
    for limits in ["\"nodes\":30,\"depth\":7", "\"limits\":{\"nodes\":20,"] {
        assert!(header.contains(limits), "{limits}: {header}");
    }
}

#[test]
fn wrong_options_of_a_match_are_refused() {
    for (arguments, complaint) in [
        (&["--new", "luck=7"][..], "unknown setting 'luck'"),
        (
            &["--old", "nodes=none"],
            "nodes=none: a whole number from 1 to 18446744073709551615 is expected",
        ),
        (
            &["--sprt", "5,0"],
            "the hypotheses of an SPRT must be two different finite numbers",
        ),
        (
            &["--games", "3"],
            "'3' for '--games <N>': an even number from 2 to 2000000 is expected: each opening is played twice",
        ),
        (&["--games", "0"], "an even number from 2 to "),
        (
            &["--nodes", "0"],
            "'0' for '--nodes <N>': a whole number from 1 to ",
        ),
        (
            &["--depth", "0"],
            "'0' for '--depth <N>': a whole number from 1 to 4294967295 is expected",
        ),
        (&["--resume"], "--out <PATH>"),
        (
            &["--opponent", "reviver"],
            "[possible values: random, greedy, uct]",
        ),
    ] {
        let arguments = [&["match", "ssehc"], arguments].concat();
        let run = run(&arguments);
        assert_eq!(run.code, Some(2), "{arguments:?}");
        assert!(
            run.stderr.contains(complaint),
            "{arguments:?}: {}",
            run.stderr
        );
    }
    for (code, arguments) in [
        (2, &["--new", "weights=missing"][..]),
        (1, &["--openings", "missing"]),
    ] {
        let arguments = [
            &["match", "ssehc", "--games", "2", "--nodes", "9"],
            arguments,
        ]
        .concat();
        let run = run(&arguments);
        assert_eq!(run.code, Some(code), "{arguments:?}");
        assert!(
            run.stderr.contains("missing"),
            "{arguments:?}: {}",
            run.stderr
        );
    }
}

#[test]
fn openings_are_reproduced_from_their_arguments() {
    let arguments = [
        "openings",
        "ssehc",
        "--count",
        "5",
        "--nodes",
        "200",
        "--min-random-plies",
        "3",
        "--max-random-plies",
        "4",
    ];
    let folder = Folder::new();
    let made = folder.run(&arguments, "");
    assert_eq!(made.code, Some(0), "{}", made.stderr);
    let lines: Vec<&str> = made.stdout.lines().collect();
    assert_eq!(lines.len(), 7, "{}", made.stdout);
    assert!(lines[2].ends_with(" ; id \"1\"") && lines[6].ends_with(" ; id \"5\""));
    let command = lines[1]
        .strip_prefix("# reviver ")
        .expect("the command that made the file");
    let command: Vec<&str> = command.split(' ').collect();
    assert_eq!(folder.run(&command, "").stdout, made.stdout);

    folder.write("own.epd", &made.stdout);
    let from_file = ["match", "ssehc", "--openings", "own.epd", "--nodes", "30"];
    let match_ = folder.run(&from_file, "");
    assert_eq!(match_.code, Some(0), "{}", match_.stderr);
    assert!(match_.stdout.contains(", 10 games +"), "{}", match_.stdout);

    let wrong = folder.run(&["openings", "ssehc", "--min-random-plies", "9"], "");
    assert_eq!(wrong.code, Some(2));
    let complaint = "--min-random-plies 9 is more than --max-random-plies 8";
    assert!(wrong.stderr.contains(complaint), "{}", wrong.stderr);
    let arguments = "openings ssehc --count 2 --min-random-plies 0 --max-random-plies 0 --nodes 20";
    let arguments: Vec<&str> = arguments.split(' ').collect();
    let none = folder.run(&arguments, "");
    assert_eq!(none.code, Some(1), "{}", none.stderr);
}

#[test]
fn train_prints_the_loss_and_writes_a_network_that_a_match_takes() {
    let folder = Folder::new();
    let play = words("selfplay unachess --out games --games 30 --nodes 30");
    assert_eq!(folder.run(&play, "").code, Some(0));
    let train = words("train unachess games --out network --epochs 2 --mirror");
    let trained = folder.run(&train, "");
    assert_eq!(trained.code, Some(0), "{}", trained.stderr);
    for pass in 0..=2 {
        let line = format!("\npass {pass:>3}: loss 0.");
        assert!(trained.stdout.contains(&line), "{}", trained.stdout);
    }
    let again = [&train[..], &["--force"]].concat();
    assert_eq!(folder.run(&again, "").stdout, trained.stdout);
    let further = words("train unachess games --from-network network --out further --epochs 1");
    let run = folder.run(&further, "");
    assert_eq!(run.code, Some(0), "{}", run.stderr);

    let play =
        words("match unachess --new network=network --old network=none --games 2 --nodes 30");
    let played = folder.run(&play, "");
    let players = "reviver network=network against reviver network=none";
    assert!(played.stdout.contains(players), "{}", played.stderr);

    for (wrong, code) in [
        ("train ssehc games --out x", 1),
        ("train unachess missing --out x", 1),
        ("train unachess games --out x --step 2", 2),
        ("train unachess games --out x --epochs 0", 2),
        ("train unachess games --out x --batch 0", 2),
        ("tune unachess games --out x --epochs 0", 2),
        ("tune unachess games --out x --batch 0", 2),
        ("train unachess games --out x --from-network games", 1),
        ("match unachess --new network=games --games 2", 2),
        ("match unachess --new network=missing --games 2", 2),
    ] {
        let run = folder.run(&words(wrong), "");
        assert_eq!(run.code, Some(code), "{wrong}: {}", run.stderr);
    }
}

/// Starts the program, interrupts it after this number of lines of output, and returns its output.
#[cfg(unix)]
fn interrupted(folder: &Folder, arguments: &[&str], lines: usize) -> Run {
    let mut child = start(&mut folder.command(arguments));
    let printed = child.stdout.take().expect("a pipe");
    let stdout = interrupt_after(lines, printed, &child);
    Run {
        stdout,
        ..finish(child, "")
    }
}

#[cfg(unix)]
#[test]
fn interrupted_learning_keeps_its_result() {
    let folder = Folder::new();
    let play = words("selfplay GAME --out games --games 20 --nodes 30");
    assert_eq!(folder.run(&play, "").code, Some(0));
    for (learn, from) in [("train", "--from-network"), ("tune", "--from-weights")] {
        let arguments = words("GAME games --out learned --force --epochs 1000000");
        let run = interrupted(&folder, &[&[learn], &arguments[..]].concat(), 3);
        assert_eq!(run.code, Some(0), "{learn}: {}", run.stderr);
        assert!(run.stdout.contains("\npass   1: loss 0."), "{}", run.stdout);
        let hint = format!("repeat the command with {from} learned --force.");
        assert!(run.stderr.contains(&hint), "{learn}: {}", run.stderr);
        let arguments = words("GAME games --out learned --force --epochs 1");
        let further = [&[learn], &arguments[..], &[from, "learned"]].concat();
        let run = folder.run(&further, "");
        assert_eq!(run.code, Some(0), "{learn}: {}", run.stderr);
    }
}

#[test]
fn tune_prints_the_loss_and_writes_weights_that_a_match_takes() {
    let folder = Folder::new();
    let variant = some_game().name();
    let play = [
        "selfplay", variant, "--out", "games", "--games", "20", "--nodes", "30",
    ];
    assert_eq!(folder.run(&play, "").code, Some(0));
    let tune = [
        "tune",
        variant,
        "games",
        "--out",
        "weights.toml",
        "--epochs",
        "3",
    ];
    let tuned = folder.run(&tune, "");
    assert_eq!(tuned.code, Some(0), "{}", tuned.stderr);
    for pass in 0..=3 {
        let line = format!("\npass {pass:>3}: loss 0.");
        assert!(tuned.stdout.contains(&line), "{}", tuned.stdout);
    }
    assert!(
        tuned
            .stdout
            .contains(&format!("{variant}: validation loss 0.")),
        "{}",
        tuned.stdout
    );
    assert!(folder.read("weights.toml").contains("\"tempo\" = ["));
    let again = [&tune[..], &["--force"]].concat();
    assert_eq!(folder.run(&again, "").stdout, tuned.stdout);

    let again = [&tune[..], &["--from-weights", "weights.toml", "--force"]].concat();
    assert_eq!(folder.run(&again, "").code, Some(0));
    let arguments = format!("match {variant} --new weights=weights.toml --games 2 --nodes 30");
    let arguments: Vec<&str> = arguments.split(' ').collect();
    let played = folder.run(&arguments, "");
    assert!(
        played
            .stdout
            .contains("reviver weights=weights.toml against reviver")
    );

    for (wrong, code) in [
        (&["tune", "ssehc", "games", "--out", "x"][..], 1),
        (&["tune", variant, "missing", "--out", "x"], 1),
        (&["tune", variant, "games", "--out", "x", "--blend", "2"], 2),
    ] {
        assert_eq!(folder.run(wrong, "").code, Some(code), "{wrong:?}");
    }
}

#[test]
fn a_match_prints_a_note_about_weights_of_another_game() {
    let folder = Folder::new();
    let weights = include_str!("../../../src/games/unplay-strict/weights.toml");
    folder.write("weights.toml", weights);
    let note_of = |game: &str| {
        let line = format!("match {game} --games 2 --nodes 20 --new weights=weights.toml");
        let run = folder.run_ok(&words(&line));
        let mut lines = run.stderr.lines();
        let note = lines.find(|line| line.starts_with("weights=weights.toml: only "));
        note.map(str::to_owned)
    };
    assert_eq!(note_of("unplay-strict"), None);
    let note = note_of("ssehc").expect("a note");
    assert!(
        note.contains("features that ssehc uses have a weight here"),
        "{note}"
    );
}
