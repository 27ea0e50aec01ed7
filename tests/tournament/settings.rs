//! The settings of events, and the settings that are refused.

use reviver::tournament::config::Config;
use serde_json::Value;

use crate::common::program::Folder;
use crate::event::games;

#[test]
fn an_error_in_an_event_file_says_where_it_is() {
    let folder = Folder::new();
    let engines = "[[engine]]\nname = \"a\"\n[[engine]]\nname = \"b\"\n";
    let valid = format!("variants = \"all\"\nlimits = {{ nodes = 5 }}\n{engines}");
    for (config, words) in [
        ("", "variants"),
        ("variants = \"all\"\n", "at least two engines"),
        (
            "variants = [\"chess\"]\n[[engine]]\n[[engine]]\n",
            "no variant is called 'chess'",
        ),
        ("variants = [\"ssehc\"]\nnodes = 5\n", "line 2"),
        (
            "variants = \"all\"\nlimits = { time = \"x\" }\n",
            "is not a clock",
        ),
        (
            "variants = \"all\"\nlimits = { stall = \"x\" }\n",
            "is not a duration",
        ),
        (
            &format!("variants = \"all\"\n{engines}"),
            "its turns have no limit",
        ),
        (
            &valid.replace("\"b\"", "\"a\""),
            "two engines are called 'a'; give each engine a different name, as in the example file in 'reviver tournament --help'",
        ),
        (
            &valid.replace("nodes = 5", "nodes = 0"),
            "line 2: nodes: 0 is too small: a limit must be above 0",
        ),
        (
            &valid.replace("nodes = 5", "movetime = \"0ms\""),
            "line 2: movetime: 0ms is too small: a limit must be above 0",
        ),
        (
            &valid.replace("name = \"b\"", "name = \"b\"\nlimits.depth = 0"),
            "line 7: limits.depth: 0 is too small: a limit must be above 0",
        ),
        (
            &valid.replacen("variants", "sprt = \"0;5\"\nvariants", 1),
            "line 1: sprt: an SPRT is written ELO0,ELO1 or ELO0,ELO1,ALPHA,BETA",
        ),
        (
            &valid.replacen("variants", "sprt = 5\nvariants", 1),
            "line 1: sprt: an SPRT such as \"0,5\" or { elo0 = 0, elo1 = 5 } is expected, not 5",
        ),
        (
            &valid.replacen("variants", "sprt = { elo0 = 0 }\nvariants", 1),
            "line 1: sprt: elo1 is missing",
        ),
        (
            &valid.replacen("variants", "sprt = { elo0 = 5, elo1 = 0 }\nvariants", 1),
            "line 1: sprt: the hypotheses of an SPRT must be two different finite numbers",
        ),
        (
            &valid.replacen("variants", "seed = -1\nvariants", 1),
            "line 1: seed: a whole number from 0 to 9223372036854775807 is expected, not -1",
        ),
        (
            &valid.replacen("variants", "openings.random-plies = \"x\"\nvariants", 1),
            "line 1: openings.random-plies: a whole number is expected, not \"x\"",
        ),
        (
            &valid.replacen("variants", "sprt = { elo0 = 0, elo1 = 5 }\nvariants", 1),
            "format = \"match\"",
        ),
        (
            &valid.replacen("variants", "rounds = 0\nvariants", 1),
            "rounds must be",
        ),
        (
            &valid.replacen("variants", "concurrency = 0\nvariants", 1),
            "concurrency must be",
        ),
        (
            &valid.replace("name = \"b\"", "name = \"b\"\ncommand = \"'x\""),
            "a quote in it is not closed",
        ),
        (
            &valid.replace("name = \"b\"", "name = \"b\"\ncommand = 7"),
            "line 7: command: a command is a text or a list of texts",
        ),
        (
            "variants = 5\n",
            "line 1: variants: variants are \"all\", the name of a game or a list of names",
        ),
        (
            "variants = \"all\"\noptions = { Hash = 1.5 }\n",
            "line 2: Hash: the value of an option is true, false, a whole number or a text",
        ),
        (
            "variants = \"all\"\nlimits = { movetime = 5 }\n",
            "line 2: movetime: '5' has no unit: write 5s or 5ms",
        ),
        (
            "variants = \"all\"\nlimits = { time = \"10s\" }\n",
            "line 2: time: '10s' is not a clock: write 10s+0s",
        ),
        (
            "variants = \"all\"\nlimits = { movetime = true }\n",
            "line 2: movetime: a duration such as \"100ms\" or \"10s\" is expected, not true",
        ),
        (
            "variants = \"all\"\nlimits = { time = [] }\n",
            "line 2: time: a clock such as \"10s+0.1s\" is expected, not a list",
        ),
        (
            &valid.replacen("variants", "openings = { source = \"file\" }\nvariants", 1),
            "no file is named",
        ),
        (
            &valid.replacen(
                "variants",
                "openings = { source = \"start\", file = \"x.epd\" }\nvariants",
                1,
            ),
            "the file 'x.epd' is not used",
        ),
        (
            &valid.replacen(
                "variants",
                "adjudication = { win = { score = 5, turns = 0 } }\nvariants",
                1,
            ),
            "turns must be at least 1",
        ),
        (
            &valid.replacen(
                "variants",
                "adjudication = { win = { score = 0, turns = 5 } }\nvariants",
                1,
            ),
            "the score of win must be at least 1",
        ),
    ] {
        folder.write("event.toml", config);
        let run = folder.run(&["tournament", "event.toml"], "");
        assert_eq!(run.code, Some(2), "{config}: {}", run.stderr);
        assert!(run.stderr.contains(words), "{words}: {}", run.stderr);
        assert!(run.stderr.contains(" event.toml: "), "{}", run.stderr);
        assert_eq!(run.stderr.trim_end().lines().count(), 1, "{}", run.stderr);
        assert!(!folder.path("event").exists());
    }
}

#[test]
fn an_sprt_is_a_table_or_a_text_and_two_settings_may_still_have_their_old_name_plies() {
    let event = |text: &str| {
        let engines = "[[engine]]\nname = \"a\"\n[[engine]]\nname = \"b\"\n";
        let head = "format = \"match\"\nvariants = \"all\"\nlimits.nodes = 5\n";
        let config = Config::parse(&format!("{head}{text}\n{engines}")).expect("a config");
        config.event().expect("an event").hash()
    };
    let sprt = event("sprt = \"0,5,0.1,0.1\"");
    assert_ne!(sprt, event(""));
    assert_eq!(
        sprt,
        event("sprt = { elo0 = 0, elo1 = 5, alpha = 0.1, beta = 0.1 }")
    );
    // `adjudication.plies` and `openings.plies`, the names in earlier versions, are still read.
    for (setting, old) in [
        ("adjudication.ply-limit = 8", "adjudication.plies = 8"),
        ("openings.random-plies = 2", "openings.plies = 2"),
    ] {
        assert_ne!(event(setting), event(""), "{setting}");
        assert_eq!(event(setting), event(old), "{setting}");
    }
}

#[test]
fn names_of_options_are_compared_without_case() {
    let event = |shared: &str, own: &str| {
        let config = format!(
            "variants = [\"ssehc\"]\nlimits.nodes = 5\nformat = \"balance\"\noptions = {shared}\n\
             [[engine]]\nname = \"x\"\ncommand = \"./x\"\noptions = {own}\n"
        );
        Config::parse(&config).expect("a config").event()
    };
    for (shared, own) in [("threads", "Threads"), ("Threads", "threads")] {
        let event = event(
            &format!("{{ {shared} = 8, Hash = 4 }}"),
            &format!("{{ {own} = 1 }}"),
        );
        let event = event.expect("an event");
        assert_eq!(event.threads_of_a_game(), 1);
        let names: Vec<&String> = event.engines[0].options.keys().collect();
        assert_eq!(names, ["Hash", own]);
    }
    let twice = "{ threads = 8, Threads = 1 }";
    for (shared, own) in [(twice, "{}"), ("{}", twice)] {
        let error = event(shared, own).expect_err("one option twice");
        let text = "options: 'Threads' and 'threads' are the same option; keep one of them";
        assert_eq!(error.to_string(), text);
    }
}

#[test]
fn a_guided_engine_does_not_ponder() {
    let event = |guided: bool| {
        let config = format!(
            "variants = [\"ssehc\"]\nlimits = {{ nodes = 5, ponder = true }}\nformat = \"balance\"\n\
             [[engine]]\nname = \"x\"\ncommand = \"./x\"\nguided = {guided}\noptions = {{ Threads = 2 }}\n"
        );
        let config = Config::parse(&config).expect("a config");
        let event = config.event().expect("an event");
        (event.is_reproducible(), event.threads_of_a_game())
    };
    assert_eq!(event(false), (false, 4));
    assert_eq!(event(true), (true, 2));
}

#[cfg(unix)]
#[test]
fn missing_engines_options_and_variants_are_reported_before_the_event_begins() {
    let folder = Folder::new();
    folder.script(
        "chess",
        "#!/bin/sh\necho 'id name Chess'\n\
         echo 'option name UCI_Variant type combo default chess var chess'\n\
         echo uciok\nwhile read -r line; do [ \"$line\" = isready ] && echo readyok; done\n",
    );
    for (engine, word) in [
        ("command = \"./nowhere\"", "./nowhere cannot be started"),
        (
            "options = { Optimism = 5 }",
            "engine x: it has no option 'Optimism'; it has UCI_Variant",
        ),
        (
            "command = \"./chess\"",
            "engine x: it does not play ssehc; it plays chess",
        ),
    ] {
        folder.write(
            "event.toml",
            &format!(
                "variants = [\"ssehc\"]\nlimits = {{ nodes = 5 }}\nformat = \"balance\"\n\
                 [[engine]]\nname = \"x\"\n{engine}\n"
            ),
        );
        let run = folder.run(&["tournament", "event.toml"], "");
        assert_eq!(run.code, Some(2));
        assert!(run.stderr.contains(word), "{}", run.stderr);
        assert!(!folder.path("event/journal.jsonl").exists());
    }
}

#[test]
fn options_override_variants_rounds_and_seed_of_the_file() {
    let folder = Folder::new();
    let config = "variants = [\"ssehc\"]\nrounds = 7\nseed = 5\nlimits = { nodes = 20 }\n\
                  [[engine]]\nname = \"One\"\n[[engine]]\nname = \"Two\"\n";
    folder.write("event.toml", config);
    let event = |seed| {
        let options = ["--variant", "unplay", "--rounds", "2", "--seed", seed];
        let arguments = [&["tournament", "event.toml", "--out", seed][..], &options].concat();
        let run = folder.run_ok(&arguments);
        assert!(run.stdout.contains("4 of 4 games"), "{}", run.stdout);
        folder.report(seed)
    };
    let (one, other) = (event("9"), event("10"));
    assert_eq!(one["variants"][0]["variant"], "unplay");
    assert_ne!(one["hash"], other["hash"]);
}

#[test]
fn an_event_without_a_file_is_a_match_an_sprt_or_an_engine_against_itself() {
    let folder = Folder::new();
    let run = folder.run_ok(&[
        "tournament",
        "--engine",
        "reviver",
        "--engine",
        "reviver",
        "--variant",
        "unplay",
        "--variant",
        "ssehc",
        "--nodes",
        "20",
        "--rounds",
        "2",
        "--seed",
        "3",
        "-j",
        "2",
        "--out",
        "match",
    ]);
    assert!(run.stdout.contains("8 of 8 games"), "{}", run.stdout);
    assert!(run.stdout.contains("Reviver 1") && run.stdout.contains("Reviver 2"));
    let run = folder.run_ok(&[
        "tournament",
        "--engine",
        "reviver",
        "--depth",
        "1",
        "--variant",
        "unplay-random",
        "--rounds",
        "4",
        "--random-plies",
        "2",
    ]);
    assert!(run.stdout.contains("4 of 4 games"), "{}", run.stdout);
    // An engine that plays against itself is not ranked.
    let report = folder.report("tournament");
    assert_eq!(report["ranking"], Value::Array(Vec::new()));
    assert_eq!(report["variants"][0]["games"], 4);
    // The opponent is the command `true`. It exits at once and loses both games of the round. So
    // Reviver scores 100 %, and the Elo difference has only a lower bound, such as `> -12`.
    let run = folder.run_ok(&[
        "tournament",
        "--engine",
        "reviver",
        "--engine",
        "true",
        "--variant",
        "ssehc",
        "--sprt",
        "0,100",
        "--out",
        "one-sided",
    ]);
    assert!(
        run.stdout.contains("SPRT [0, 100] nElo (0.05, 0.05): LLR"),
        "{}",
        run.stdout
    );
    let head_to_head = run.stdout.split("Head to head").nth(1).expect("a table");
    let line = head_to_head.lines().nth(1).expect("a line");
    assert!(line.contains("  +inf, > -"), "{line}");
}

#[test]
fn the_referee_adjudicates_as_configured() {
    let folder = Folder::new();
    let endings = |name: &str, adjudication: &str| -> Vec<String> {
        folder.write(
            "event.toml",
            &format!(
                "format = \"match\"\nvariants = [\"unplay-strict\", \"unachess\"]\n\
                 limits = {{ nodes = 600 }}\nadjudication = {{ {adjudication} }}\n\
                 [[engine]]\nname = \"a\"\n[[engine]]\nname = \"b\"\n"
            ),
        );
        folder.run_ok(&["tournament", "event.toml", "--out", name]);
        let games = games(&folder.path(&format!("{name}/journal.jsonl")));
        assert!(games.values().all(|game| game.get("fault").is_none()));
        let endings = games
            .values()
            .map(|game| game["ending"].as_str().expect("a text").to_owned());
        endings.collect()
    };
    assert_eq!(endings("long", "plies = 3"), ["ply-limit"; 4]);
    assert_eq!(
        endings("won", "win = { score = 1, turns = 1 }"),
        ["adjudicated-win"; 4]
    );
    let drawn = endings("drawn", "draw = { score = 30000, turns = 1, after = 2 }");
    assert_eq!(drawn, ["adjudicated-draw"; 4]);
    let proven = endings("proven", "proven-nodes = 20000");
    assert!(proven.iter().any(|ending| ending == "proven"), "{proven:?}");
    // Plays the event again without proofs.
    endings("played", "");
    let results = |name: &str| {
        let games = games(&folder.path(&format!("{name}/journal.jsonl")));
        let results = games.values().map(|game| game["result"].clone());
        results.collect::<Vec<Value>>()
    };
    let ended = games(&folder.path("proven/journal.jsonl"));
    for (game, (with_proofs, without)) in ended
        .values()
        .zip(results("proven").into_iter().zip(results("played")))
    {
        // A game that the referee ended by a proof may have another result without proofs, because
        // an engine with few nodes may miss the proven win. All other games have the same result
        // with proofs and without them.
        if game["ending"] != "proven" {
            assert_eq!(with_proofs, without);
        }
    }
}

#[test]
fn the_events_in_benches_and_positions_are_valid() {
    let event = |file: &str| {
        let text = std::fs::read_to_string(file).expect("a file of the project");
        let config = Config::parse(&text).unwrap_or_else(|error| panic!("{file}: {error}"));
        let event = config.event();
        event.unwrap_or_else(|error| panic!("{file}: {error}"))
    };
    let levels = event("benches/levels.toml");
    let requested = levels
        .engines
        .iter()
        .map(|engine| &engine.options["Skill Level"]);
    let all: Vec<_> = (0..=20).map(|level| level.to_string()).collect();
    assert!(requested.eq(&all));
    let rounds = |file: &str| event(&format!("positions/unachess/fairy-stockfish/{file}")).rounds;
    assert_eq!([rounds("match.toml"), rounds("twentieth.toml")], [50, 200]);
}
