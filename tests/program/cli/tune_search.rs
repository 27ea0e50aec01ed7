//! `reviver tune --search`, which tunes parameters of the search by playing pairs of games.

use crate::common::program::{Folder, Run, words};

/// A small tuning.
const SMALL: &str = "tune GAME --search --only reduction_base,iir_depth --iterations 2 --pairs 3 \
                     --nodes 30 --r-end 0.2 --seed 4";

/// Runs a small tuning; `further` has further arguments.
fn tune(folder: &Folder, further: &str) -> Run {
    let line = format!("{SMALL} {further}");
    folder.run(&words(line.trim_end()), "")
}

#[test]
fn tuned_parameters_are_settings_of_a_match() {
    let folder = Folder::new();
    let run = tune(&folder, "--out one --concurrency 1");
    assert_eq!(run.code, Some(0), "{}", run.stderr);
    let settings: Vec<&str> = run.stdout.trim_end().split(' ').collect();
    assert!(
        settings.len() == 2 && settings[0].starts_with("iir_depth="),
        "{}",
        run.stdout
    );
    assert!(run.stderr.contains("6/6 pairs: "), "{}", run.stderr);
    let play = [
        &words("match GAME --games 2 --nodes 30 --new")[..],
        &settings,
    ]
    .concat();
    folder.run_ok(&play);

    let again = tune(&folder, "--out two --concurrency 2 --json");
    let json: serde_json::Value = serde_json::from_str(&again.stdout).expect("JSON");
    assert_eq!(
        (&json["iterations"], &json["completed"]),
        (&2.into(), &2.into())
    );
    for (param, setting) in json["parameters"]
        .as_array()
        .expect("a list")
        .iter()
        .zip(&settings)
    {
        let word = format!(
            "{}={}",
            param["name"].as_str().expect("a name"),
            param["value"]
        );
        assert_eq!(word, *setting);
    }
    let resumed = tune(&folder, "--out two --resume");
    assert_eq!(resumed.stdout, run.stdout);
}

#[test]
fn progress_names_no_iteration_after_the_last() {
    let folder = Folder::new();
    let shards = ["--out parts --shard 1/2", "--out parts --shard 2/2"];
    std::thread::scope(|scope| {
        let runs = shards.map(|shard| scope.spawn(|| tune(&folder, shard)));
        for run in runs {
            let run = run.join().expect("a run");
            assert_eq!(run.code, Some(0), "{}", run.stderr);
            assert!(!run.stderr.contains("iteration 3"), "{}", run.stderr);
        }
    });
}

/// The journal of shard 2 has a damaged line. Only shard 2 can play the pair of that line again, so
/// shard 1 waits.
#[cfg(unix)]
#[test]
fn a_shard_that_waits_names_the_damaged_lines_of_other_shards() {
    use std::io::{BufRead, BufReader};

    use crate::common::program::{finish, interrupt, start};

    let folder = Folder::new();
    let shards = ["--out parts --shard 1/2", "--out parts --shard 2/2"];
    std::thread::scope(|scope| {
        for shard in shards {
            scope.spawn(|| assert_eq!(tune(&folder, shard).code, Some(0)));
        }
    });
    let journal = folder.read("parts/journal-2-of-2.jsonl");
    let damaged = journal.replacen("\"half-points\":[", "\"half-points\":[1", 1);
    folder.write("parts/journal-2-of-2.jsonl", &damaged);
    let arguments = format!("{SMALL} --out parts --shard 1/2 --resume");
    let mut child = start(&mut folder.command(&words(&arguments)));
    let mut lines = BufReader::new(child.stderr.take().expect("a pipe")).lines();
    let mut notes = String::new();
    while !notes.contains("Waiting for 1 pair of other shards.") {
        notes += &lines.next().expect("a line").expect("text");
    }
    interrupt(&child);
    lines.for_each(|line| notes += &line.expect("text"));
    assert_eq!(finish(child, "").code, Some(75), "{notes}");
    let note = "parts/journal-2-of-2.jsonl: line 2: the line is damaged: ";
    assert!(notes.contains(note), "{notes}");
    assert!(notes.contains("--drop-damaged"), "{notes}");
}

#[test]
fn a_wrong_tuning_of_the_search_says_what_would_be_right() {
    let folder = Folder::new();
    assert_eq!(tune(&folder, "--out run").code, Some(0));
    for (further, code, expected) in [
        (
            "--out run",
            1,
            "journal.jsonl exists already: --resume continues this run; for a new run",
        ),
        (
            "--out run --resume --c-end 0.1",
            1,
            "another run, which differs in: c-end; give",
        ),
        ("--out run --shard 3/4", 2, "give at least --pairs 4"),
        (
            "--out new --settings movetime=1s",
            2,
            "--settings: limit the turns by nodes or depth",
        ),
        (
            "--out new --settings luck=1",
            2,
            "--settings: unknown setting 'luck'",
        ),
        ("--out new --openings missing", 1, "missing: "),
        ("--out new --epochs 3", 2, "cannot be used with"),
        ("--out new --force", 2, "cannot be used with"),
        (
            "--out new --c-end 0.6",
            2,
            "a number from 0.0001 to 0.5 is expected",
        ),
        ("--out new --only luck", 2, "invalid value 'luck'"),
        ("", 2, "--out"),
    ] {
        let run = tune(&folder, further);
        assert_eq!(run.code, Some(code), "{further}: {}", run.stderr);
        assert!(run.stderr.contains(expected), "{further}: {}", run.stderr);
        assert_eq!(run.stdout, "", "{further}");
    }
    for (wrong, expected) in [
        ("tune GAME games --search --out x", "cannot be used with"),
        (
            "tune GAME games --out x --iterations 5",
            "cannot be used with",
        ),
        ("tune GAME games --out x --nodes 5", "cannot be used with"),
        ("tune GAME --out x", "<FILES>"),
        ("tune ssehc,unplay games --out x", "name one game"),
    ] {
        let run = folder.run(&words(wrong), "");
        assert_eq!(run.code, Some(2), "{wrong}: {}", run.stderr);
        assert!(run.stderr.contains(expected), "{wrong}: {}", run.stderr);
    }
}

#[test]
fn a_tuning_is_not_resumed_after_the_contempt_or_the_levels_of_a_game_file_have_changed() {
    let folder = Folder::new();
    let (contempt, levels) = (
        "contempt = 20",
        "levels = { log2-nodes = [0.0, 9.0], first-error = 1.0 }",
    );
    let write = |numbers: &str| {
        folder.write("own.toml", &format!("name = \"own\"\nbase = \"unplay-strict\"\n{numbers}\n[switches]\nrevived-pawns = \"any\"\n"));
    };
    for (settings, changed, differs) in [
        ("contempt=5", ["contempt = 30", "first-error = 2.0"], None),
        (
            "hash=1",
            ["contempt = 30", "first-error = 1.0"],
            Some("contempt"),
        ),
        ("hash=2", ["contempt = 20", "first-error = 2.0"], None),
        (
            "level=5",
            ["contempt = 20", "first-error = 2.0"],
            Some("levels"),
        ),
    ] {
        let run = |more: &str| {
            let small = "tune --game own.toml --search --only iir_depth --iterations 1 --pairs 1 --nodes 20";
            let line = format!("{small} --settings {settings} --out {settings} {more}");
            folder.run(&words(line.trim_end()), "")
        };
        write(&format!("{contempt}\n{levels}"));
        let first = run("");
        assert_eq!(first.code, Some(0), "{}", first.stderr);
        let [new_contempt, new_error] = changed;
        let new_levels = levels.replace("first-error = 1.0", new_error);
        write(&format!("{new_contempt}\n{new_levels}"));
        let again = run("--resume");
        let code = i32::from(differs.is_some());
        assert_eq!(again.code, Some(code), "{settings}: {}", again.stderr);
        if let Some(name) = differs {
            let words = format!("another run, which differs in: {name}; give");
            assert!(
                again.stderr.contains(&words),
                "{settings}: {}",
                again.stderr
            );
        }
    }
}

#[cfg(unix)]
#[test]
fn an_interrupted_tuning_keeps_its_pairs() {
    use crate::common::program::{finish, interrupt_when, start};

    let folder = Folder::new();
    let arguments = "tune GAME --search --iterations 1000 --pairs 2 --nodes 30 --out run";
    let arguments = words(arguments);
    let mut child = start(&mut folder.command(&arguments));
    let journal = folder.path("run/journal.jsonl");
    let lines = || {
        let text = std::fs::read_to_string(&journal).unwrap_or_default();
        text.lines().count()
    };
    interrupt_when(&mut child, || lines() >= 6);
    let run = finish(child, "");
    assert_eq!(run.code, Some(75), "{}", run.stderr);
    assert!(
        run.stdout.starts_with("aspiration_depth="),
        "{}",
        run.stdout
    );
    assert!(
        run.stderr
            .contains("of 1000 iterations; to continue, repeat the command with --resume"),
        "{}",
        run.stderr
    );
    assert!(lines() >= 6);
}
