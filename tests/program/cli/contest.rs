//! `reviver match`, `openings`, `selfplay` and `tune`.

use crate::common::program::{Folder, run, words};
#[cfg(unix)]
use crate::common::program::{Run, finish, start};
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
fn a_match_resumes_from_its_journal_and_keeps_its_games() {
    let folder = Folder::new();
    let play = |games: &str, name: &str| {
        let arguments = format!(
            "match unplay-strict --games {games} --nodes 60 --new iir_depth=5 --out {name} --resume"
        );
        let arguments: Vec<&str> = arguments.split(' ').collect();
        folder.run(&arguments, "")
    };
    let whole = play("6", "whole");
    assert_eq!(whole.code, Some(0), "{}", whole.stderr);
    play("2", "parts");
    // As after a power failure: games that are not in the journal, and half a line.
    folder.write("parts/games.pgn", &folder.read("whole/games.pgn"));
    let torn = folder.read("parts/journal.jsonl") + "{\"game\":3,\"va";
    folder.write("parts/journal.jsonl", &torn);
    let parts = play("6", "parts");
    assert_eq!(parts.code, Some(0), "{}", parts.stderr);
    assert_eq!(parts.stdout, whole.stdout);
    assert_eq!(
        folder.read("parts/games.pgn"),
        folder.read("whole/games.pgn")
    );
    let [games, whole_games] = ["parts", "whole"].map(|name| {
        let text = folder.read(&format!("{name}/journal.jsonl"));
        let games = text.lines().skip(1).map(|line| {
            let mut game: serde_json::Value = serde_json::from_str(line).expect("JSON");
            game["timing"] = serde_json::Value::Null;
            game["crc32"] = serde_json::Value::Null;
            (game["game"].as_u64(), game)
        });
        games.collect::<std::collections::BTreeMap<_, _>>()
    });
    assert_eq!(games.len(), 6);
    assert_eq!(games, whole_games);
    let again = play("6", "whole");
    assert_eq!(again.stdout, whole.stdout);

    // The games are ordinary records.
    let forward = folder.run(&["forward", "--file", "whole/games.pgn"], "");
    assert_eq!(forward.code, Some(0), "{}", forward.stderr);
    assert_eq!(forward.stdout.matches("[White ").count(), 6);

    for (words, complaint) in [
        ("--seed 9 --resume", "another match"),
        ("--seed 0", "--resume"),
    ] {
        let arguments = format!("match unplay-strict --games 6 --out whole {words}");
        let arguments: Vec<&str> = arguments.split(' ').collect();
        let other = folder.run(&arguments, "");
        assert_eq!(other.code, Some(1));
        assert!(other.stderr.contains(complaint), "{}", other.stderr);
    }
}

#[test]
fn a_match_goes_on_from_a_journal_that_only_counts_pairs() {
    let folder = Folder::new();
    let play = |name: &str| {
        let arguments = format!(
            "match unplay-strict --games 6 --nodes 60 --new iir_depth=5 --out {name} --resume"
        );
        let arguments: Vec<&str> = arguments.split(' ').collect();
        let run = folder.run(&arguments, "");
        assert_eq!(run.code, Some(0), "{}", run.stderr);
        run
    };
    let whole = play("whole");
    // The journal as it was before every game had a line.
    let lines = folder.read("whole/journal.jsonl");
    let games: Vec<serde_json::Value> = lines
        .lines()
        .skip(1)
        .map(|line| serde_json::from_str(line).expect("JSON"))
        .collect();
    let pair = |number: u64| {
        let old = |game: u64| {
            let game = games
                .iter()
                .find(|found| found["game"] == game)
                .expect("a game");
            let winner = match game["result"].as_str() {
                Some("1-0") => serde_json::json!(1),
                Some("0-1") => serde_json::json!(2),
                _ => serde_json::Value::Null,
            };
            serde_json::json!({
                "winner": winner,
                "ending": game["ending"],
                "plies": game["turns"].as_array().map(Vec::len),
                "legal_turns": game["legal_turns"],
            })
        };
        let pair = serde_json::json!({
            "number": number,
            "games": [old(2 * number + 1), old(2 * number + 2)],
        });
        format!("{pair}\n")
    };
    let head = "{\"version\":\"0.1.0\",\"players\":[\"reviver iir_depth=5\",\"reviver\"],\
                \"budgets\":[\"nodes=60\",\"nodes=60\"],\
                \"openings\":[[\"unplay-strict\",1000,\"ff49fac4c4f397ab\"]],\
                \"weights\":\"c267d436aab2e08b\",\"seed\":0}\n";
    std::fs::create_dir(folder.path("old")).expect("a folder");
    let old = format!("{head}{}{}", pair(0), pair(1));
    folder.write("old/journal.jsonl", &old);
    folder.write("old/games.pgn", &folder.read("whole/games.pgn"));
    let resumed = play("old");
    assert_eq!(resumed.stdout, whole.stdout);
    assert_eq!(folder.read("old/games.pgn"), folder.read("whole/games.pgn"));
    // A header, two lines of pairs, and a line for each of the two new games.
    assert_eq!(folder.read("old/journal.jsonl").lines().count(), 5);
    assert_eq!(play("old").stdout, whole.stdout);
}

#[test]
fn a_match_with_a_test_prints_the_verdict() {
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
    assert!(run.stdout.starts_with("all variants: "), "{}", run.stdout);
    let games = format!(", {} games +", 2 * reviver::games::all().len());
    assert!(run.stdout.contains(&games), "{}", run.stdout);
    for variant in reviver::games::all() {
        assert!(
            run.stderr.contains(&format!("\n{variant}: ")),
            "{}",
            run.stderr
        );
    }
}

#[test]
fn contradictory_options_of_a_match_are_refused() {
    for (arguments, complaint) in [
        (&["--new", "luck=7"][..], "unknown setting 'luck'"),
        (
            &["--old", "nodes=none"],
            "nodes=none: a whole number from 1 is expected",
        ),
        (
            &["--sprt", "5,0"],
            "the lower hypothesis of a test comes first",
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
    for arguments in [
        &["--new", "weights=missing"][..],
        &["--openings", "missing"],
    ] {
        let arguments = [
            &["match", "ssehc", "--games", "2", "--nodes", "9"],
            arguments,
        ]
        .concat();
        let run = run(&arguments);
        assert!(matches!(run.code, Some(1 | 2)), "{arguments:?}");
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
        "openings", "ssehc", "--count", "5", "--nodes", "200", "--least", "3", "--most", "4",
    ];
    let folder = Folder::new();
    let made = folder.run(&arguments, "");
    assert_eq!(made.code, Some(0), "{}", made.stderr);
    let lines: Vec<&str> = made.stdout.lines().collect();
    assert_eq!(lines.len(), 7, "{}", made.stdout);
    assert!(lines[2].ends_with(" ; id \"1\"") && lines[6].ends_with(" ; id \"5\""));
    let told = lines[1]
        .strip_prefix("# reviver ")
        .expect("how it was made");
    let told: Vec<&str> = told.split(' ').collect();
    assert_eq!(folder.run(&told, "").stdout, made.stdout);

    folder.write("own.epd", &made.stdout);
    let from = ["match", "ssehc", "--openings", "own.epd", "--nodes", "30"];
    let match_ = folder.run(&from, "");
    assert_eq!(match_.code, Some(0), "{}", match_.stderr);
    assert!(match_.stdout.contains(", 10 games +"), "{}", match_.stdout);

    let wrong = folder.run(&["openings", "ssehc", "--least", "5", "--most", "4"], "");
    assert_eq!(wrong.code, Some(2));
    let arguments = "openings ssehc --count 2 --least 0 --most 0 --nodes 20";
    let arguments: Vec<&str> = arguments.split(' ').collect();
    let none = folder.run(&arguments, "");
    assert_eq!(none.code, Some(1), "{}", none.stderr);
}

#[test]
fn selfplay_resumes_and_shards_add_up_to_the_whole() {
    let folder = Folder::new();
    let play = |file: &str, more: &[&str]| {
        let arguments = ["selfplay", "unplay-strict", "--out", file, "--nodes", "30"];
        let run = folder.run(&[&arguments, more].concat(), "");
        assert_eq!(run.code, Some(0), "{}", run.stderr);
        assert!(
            run.stdout.starts_with(&format!("{file}: ")),
            "{}",
            run.stdout
        );
        std::fs::read(folder.path(file)).expect("a file")
    };
    let whole = play("whole", &["--games", "6"]);
    play("parts", &["--games", "2"]);
    assert!(play("parts", &["--games", "6", "--resume"]) == whole);
    let body = |bytes: &[u8]| {
        let lines = bytes.split_inclusive(|&byte| byte == b'\n').take(2);
        bytes.len() - lines.map(<[u8]>::len).sum::<usize>()
    };
    let [one, two] = ["1/2", "2/2"].map(|share| {
        let file = share.replace('/', "of");
        play(&file, &["--games", "3", "--shard", share])
    });
    assert_eq!(body(&one) + body(&two), body(&whole));

    let again = folder.run(&["selfplay", "unplay-strict", "--out", "whole"], "");
    assert_eq!(again.code, Some(1));
    assert!(again.stderr.contains("--resume"), "{}", again.stderr);
    let other = "selfplay unplay-strict --out whole --resume --seed 2";
    let other: Vec<&str> = other.split(' ').collect();
    let other = folder.run(&other, "");
    assert_eq!(other.code, Some(1));
    assert!(other.stderr.contains("other settings"), "{}", other.stderr);
    for wrong in [
        &["--shard", "3/2"][..],
        &["--nodes", "0"],
        &["--least", "11"],
    ] {
        let arguments = [&["selfplay", "ssehc", "--out", "none"], wrong].concat();
        assert_eq!(folder.run(&arguments, "").code, Some(2), "{wrong:?}");
    }
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
    let further = words("train unachess games --from network --out further --epochs 1");
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
        ("train unachess games --out x --from games", 1),
        ("match unachess --new network=games --games 2", 2),
        ("match unachess --new network=missing --games 2", 2),
    ] {
        let run = folder.run(&words(wrong), "");
        assert_eq!(run.code, Some(code), "{wrong}: {}", run.stderr);
    }
}

/// Starts the program, interrupts it after this number of lines, and returns its output.
#[cfg(unix)]
fn interrupted(folder: &Folder, arguments: &[&str], lines: usize) -> Run {
    use std::io::{BufRead, BufReader, Read};
    use std::process::Command;

    let mut child = start(&mut folder.command(arguments));
    let mut printed = BufReader::new(child.stdout.take().expect("a pipe"));
    let mut stdout = String::new();
    for _ in 0..lines {
        printed.read_line(&mut stdout).expect("a line");
    }
    let asked = Command::new("kill")
        .args(["-INT", &child.id().to_string()])
        .status();
    assert!(asked.is_ok_and(|status| status.success()));
    printed.read_to_string(&mut stdout).expect("text");
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
    for learn in ["train", "tune"] {
        let arguments = words("GAME games --out learned --force --epochs 1000000");
        let run = interrupted(&folder, &[&[learn], &arguments[..]].concat(), 3);
        assert_eq!(run.code, Some(0), "{learn}: {}", run.stderr);
        assert!(run.stdout.contains("\npass   1: loss 0."), "{}", run.stdout);
        let hint = "Interrupted: --from learned --force goes on";
        assert!(run.stderr.contains(hint), "{learn}: {}", run.stderr);
        let arguments = words("GAME games --from learned --out learned --force --epochs 0");
        let run = folder.run(&[&[learn], &arguments[..]].concat(), "");
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
        tuned.stdout.contains(&format!("{variant}: loss 0.")),
        "{}",
        tuned.stdout
    );
    assert!(folder.read("weights.toml").contains("\"tempo\" = ["));
    let again = [&tune[..], &["--force"]].concat();
    assert_eq!(folder.run(&again, "").stdout, tuned.stdout);

    let again = [&tune[..], &["--from", "weights.toml", "--force"]].concat();
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
