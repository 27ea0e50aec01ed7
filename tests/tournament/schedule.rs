//! Openings, threads and merges. Also tests that an event has the same result when it is played
//! again or in shards.

use std::collections::BTreeSet;

use reviver::tournament::config::Config;

use crate::common::program::Folder;
use crate::event::{REPRODUCED, assert_same, env_number, games, gauntlet};

#[test]
fn an_event_at_fixed_nodes_is_reproducible_and_equals_its_merged_shards() {
    let folder = Folder::new();
    let rounds = env_number("REVIVER_TOURNAMENT_ROUNDS", 1);
    let nodes = env_number("REVIVER_TOURNAMENT_NODES", 60);
    folder.write("event.toml", &gauntlet(rounds, nodes));
    let run = folder.run_ok(&["tournament", "event.toml", "--out", "one"]);
    eprintln!("{}{}", run.stdout, run.stderr);
    // The first engine meets three opponents, each from both sides.
    let count = 3 * reviver::games::all().len() * 2 * rounds as usize;
    assert_eq!(games(&folder.path("one/journal.jsonl")).len(), count);
    folder.run_ok(&[
        "tournament",
        "event.toml",
        "--out",
        "again",
        "--concurrency",
        "3",
    ]);
    assert_same(&folder, "one", "again");
    let mut merge = vec![
        "tournament".to_owned(),
        "merge".to_owned(),
        "--out".to_owned(),
        "merged".to_owned(),
    ];
    for part in 1..=4 {
        let shard = format!("{part}/4");
        folder.run_ok(&[
            "tournament",
            "event.toml",
            "--out",
            "shards",
            "--shard",
            &shard,
        ]);
        merge.push(format!("shards/journal-{part}-of-4.jsonl"));
    }
    let merge: Vec<&str> = merge.iter().map(String::as_str).collect();
    let merged = folder.run_ok(&merge);
    assert_same(&folder, "one", "merged");
    let report = run.stdout.replace("one/report.html", "");
    assert_eq!(report, merged.stdout.replace("merged/report.html", ""));
}

#[test]
fn a_merge_requires_every_game_exactly_once() {
    let folder = Folder::new();
    let config = "variants = [\"unplay\"]\nlimits = { nodes = 20 }\nformat = \"match\"\nrounds = 3\n\
                  [[engine]]\nname = \"a\"\n[[engine]]\nname = \"b\"\n";
    folder.write("event.toml", config);
    for shard in ["1/3", "2/3", "3/3"] {
        folder.run_ok(&[
            "tournament",
            "event.toml",
            "--out",
            "shards",
            "--shard",
            shard,
        ]);
    }
    let [one, two, three] = [1, 2, 3].map(|part| format!("shards/journal-{part}-of-3.jsonl"));
    let merge = |journals: &[&str], out: &str, more: &[&str]| {
        let mut arguments = vec!["tournament", "merge", "--out", out];
        arguments.extend(more);
        arguments.extend(journals);
        folder.run(&arguments, "")
    };
    let missing = merge(&[&one, &three], "x", &[]);
    assert_eq!(missing.code, Some(1));
    assert!(
        missing.stderr.contains("2 of 6 games are missing: 3-4"),
        "{}",
        missing.stderr
    );
    let twice = merge(&[&one, &two, &one, &three], "x", &[]);
    assert!(
        twice
            .stderr
            .contains("a journal that is named earlier also has game"),
        "{}",
        twice.stderr
    );
    assert_eq!(merge(&[&one, &three], "part", &["--partial"]).code, Some(0));
    assert_eq!(games(&folder.path("part/journal.jsonl")).len(), 4);
    // A merged event can be resumed.
    folder.run_ok(&["tournament", "event.toml", "--out", "part", "--resume"]);
    assert_eq!(merge(&[&three, &two, &one], "all", &[]).code, Some(0));
    assert_same(&folder, "part", "all");
    folder.run_ok(&["tournament", "event.toml", "--out", "other", "--seed", "5"]);
    let other = merge(&[&one, "other/journal.jsonl"], "x", &[]);
    assert!(
        other.stderr.contains("different events"),
        "{}",
        other.stderr
    );
}

#[test]
fn an_sprt_stops_at_the_same_pair_at_any_concurrency() {
    let folder = Folder::new();
    folder.write(
        "event.toml",
        "format = \"match\"\nvariants = [\"ssehc\"]\nrounds = 200\nlimits = { nodes = 200 }\n\
         adjudication = { ply-limit = 60 }\nsprt = { elo0 = 0, elo1 = 200, scale = \"logistic\" }\n\
         openings = { source = \"random\", random-plies = 6 }\n\
         [[engine]]\nname = \"strong\"\n[[engine]]\nname = \"weak\"\nlimits = { depth = 1, nodes = 2 }\n",
    );
    let [one, _] = [("one", "1"), ("two", "3")].map(|(out, concurrency)| {
        let to_out = ["tournament", "event.toml", "--out", out];
        folder.run_ok(&[&to_out[..], &["--concurrency", concurrency]].concat())
    });
    for name in REPRODUCED {
        let [one, two] = ["one", "two"].map(|event| folder.read(&format!("{event}/{name}")));
        assert!(one == two, "{name}");
    }
    let report = folder.report("one");
    let verdict = report["sprt"]["verdict"].as_str().expect("a verdict");
    let pairs = report["sprt"]["pairs"].as_u64().expect("a number");
    assert!(
        one.stdout.contains(verdict) && one.stdout.contains("LLR"),
        "{}",
        one.stdout
    );
    assert!(pairs < 200, "{}", one.stdout);
    // The progress ends with the last game that the SPRT counts. The schedule has 400 games.
    let last = format!("{}/400 games", 2 * pairs);
    assert!(one.stderr.contains(&last), "{}", one.stderr);
    assert_eq!(report["games"].as_u64(), Some(2 * pairs));
    // The event is over, so resuming plays nothing.
    let journal = folder.bytes("one/journal.jsonl");
    let again = folder.run_ok(&["tournament", "event.toml", "--out", "one", "--resume"]);
    assert_eq!(again.stdout, one.stdout);
    assert!(folder.bytes("one/journal.jsonl") == journal);
}

#[test]
fn openings_come_from_files_in_order_or_shuffled_and_are_played_from_both_sides() {
    let folder = Folder::new();
    let positions = [
        "8/8/5k2/8/8/5K2/8/8 w - - 0 1",
        "ssehc 8/8/5k2/8/4K3/8/8/8[QRRBBNNPPPPPPPPqrrbbnnpppppppp] b - f3 1 1",
        "unachess 8/8/8/8/8/8/8/8[KQk] w - - 0 1",
        "8/8/5k2/8/5K2/8/8/8 b - f3 hmvc 3; fmvn 9; id \"odd\";",
        "# a remark",
    ];
    folder.write("ssehc.epd", &positions.join("\n"));
    let config = |order: &str, seed: u32| {
        format!(
            "variants = [\"ssehc\"]\nlimits = {{ depth = 1 }}\nformat = \"match\"\nrounds = 3\nseed = {seed}\n\
             adjudication = {{ ply-limit = 1 }}\n\
             openings = {{ source = \"file\", file = \"{{variant}}.epd\", order = \"{order}\" }}\n\
             [[engine]]\nname = \"a\"\n[[engine]]\nname = \"b\"\n"
        )
    };
    let starts = |name: &str, order: &str, seed: u32| -> Vec<String> {
        folder.write("event.toml", &config(order, seed));
        folder.run_ok(&["tournament", "event.toml", "--out", name]);
        let games = games(&folder.path(&format!("{name}/journal.jsonl")));
        let starts = games
            .values()
            .map(|game| game["start"].as_str().expect("a text").to_owned());
        starts.collect()
    };
    let sequential = starts("sequential", "sequential", 1);
    assert_eq!(sequential.len(), 6);
    for (pair, fields) in sequential
        .chunks(2)
        .zip(["w - - 0 1", "b - f3 1 1", "b - f3 3 9"])
    {
        assert_eq!(pair[0], pair[1]);
        assert!(pair[0].ends_with(fields), "{}", pair[0]);
    }
    let orders: BTreeSet<Vec<String>> = (0..6)
        .map(|seed| starts(&format!("seed-{seed}"), "shuffled", seed))
        .collect();
    assert!(orders.len() > 1);
    for order in &orders {
        let different: BTreeSet<&String> = order.iter().collect();
        assert_eq!(different, sequential.iter().collect());
    }
    // `source = "file"` may be left out if `file` is set.
    folder.write(
        "event.toml",
        &config("sequential", 1).replace("source = \"file\", ", ""),
    );
    let run = folder.run_ok(&["tournament", "event.toml", "--out", "named"]);
    assert!(!run.stderr.contains("openings for"), "{}", run.stderr);
    assert_eq!(
        games(&folder.path("named/journal.jsonl")),
        games(&folder.path("sequential/journal.jsonl"))
    );
    // A warning says that there are more rounds than openings.
    let many = config("sequential", 1).replace("rounds = 3", "rounds = 4");
    folder.write("event.toml", &many);
    let run = folder.run_ok(&["tournament", "event.toml", "--out", "many"]);
    assert!(
        run.stderr.contains("ssehc: 3 openings for 4 rounds"),
        "{}",
        run.stderr
    );
    let games_with_openings = |openings: &str| {
        let text = config("sequential", 1);
        let (head, rest) = text.split_once("openings = {").expect("openings");
        let (_, tail) = rest.split_once("}\n").expect("an end");
        folder.write(
            "event.toml",
            &format!("{head}openings = {{ {openings} }}\n{tail}"),
        );
        let name = openings.replace(|letter: char| !letter.is_alphanumeric(), "-");
        folder.run_ok(&["tournament", "event.toml", "--out", &name]);
        games(&folder.path(&format!("{name}/journal.jsonl")))
    };
    // `plies` is the earlier name of `random-plies`. Both imply `source = "random"` if neither
    // `source` nor `file` is set.
    assert_eq!(
        games_with_openings("plies = 3"),
        games_with_openings("source = \"random\", random-plies = 3")
    );
    folder.write("event.toml", &config("sequential", 1));
    folder.write("ssehc.epd", "8/8/5k2/8/8/5K2/8/8 w - - 0 1\n");
    let run = folder.run_ok(&["tournament", "event.toml", "--out", "one"]);
    let warning = "ssehc: 1 opening for 3 rounds; it is played several times";
    assert!(run.stderr.contains(warning), "{}", run.stderr);
    folder.write(
        "ssehc.epd",
        "8/8/5k2/8/8/5K2/8/8 w - - 0 1\n8/8 w - - 0 1\n",
    );
    let run = folder.run(&["tournament", "event.toml", "--out", "bad"], "");
    assert!(
        run.stderr.contains("ssehc.epd: line 2: placement"),
        "{}",
        run.stderr
    );
}

#[test]
fn the_threads_of_a_game_are_those_of_the_player_to_play_and_of_an_opponent_that_ponders() {
    let engine = |name: &str, threads: u64, ponders: bool| {
        format!(
            "[[engine]]\nname = \"{name}\"\noptions = {{ Threads = \"{threads}\" }}\n\
             limits = {{ nodes = 5, ponder = {ponders} }}\n"
        )
    };
    let threads = |format: &str, engines: &[String]| {
        let engines = engines.concat();
        let config = format!("variants = [\"ssehc\"]\nformat = \"{format}\"\n{engines}");
        let config = Config::parse(&config).expect("a config");
        config.event().expect("an event").threads_of_a_game()
    };
    let [large, small] = [engine("large", 8, true), engine("small", 1, false)];
    assert_eq!(threads("match", &[large.clone(), small.clone()]), 9);
    let huge = engine("huge", u64::MAX, true);
    assert_eq!(threads("match", &[huge, small.clone()]), usize::MAX);
    assert_eq!(
        threads("match", &[engine("large", 8, false), small.clone()]),
        8
    );
    // In a gauntlet, the second and the third engine do not meet.
    let third = engine("third", 4, true);
    let engines = [small, large, third];
    assert_eq!(threads("gauntlet", &engines), 9);
    assert_eq!(threads("round-robin", &engines), 12);
    assert_eq!(threads("balance", &engines), 16);
}
