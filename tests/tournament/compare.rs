//! `reviver compare`: its report, the weights of its games, and arguments that it refuses.
//! Concurrency, interruptions and shards do not change the report.

use crate::common::program::Folder;

/// Arguments of a comparison with few games and few nodes. The tests append the value of `--vary`.
const SMALL: [&str; 8] = [
    "unplay-strict",
    "--games-per-opponent",
    "4",
    "--nodes",
    "60",
    "--seed",
    "7",
    "--vary",
];

fn compare(folder: &Folder, more: &[&str]) -> String {
    let mut arguments = vec!["compare"];
    arguments.extend(SMALL);
    arguments.push("bishops,stalemate=loses");
    arguments.extend(more);
    folder.run_ok(&arguments).stdout
}

#[test]
fn the_report_does_not_depend_on_the_concurrency() {
    let folder = Folder::new();
    let one = compare(&folder, &["--json", "-j", "1"]);
    let several = compare(&folder, &["--json", "-j", "4"]);
    assert_eq!(one, several);
    let report: serde_json::Value = serde_json::from_str(&one).expect("JSON");
    let rows = report["rows"].as_array().expect("rows");
    let definitions: Vec<&str> = rows
        .iter()
        .map(|row| row["definition"].as_str().expect("a text"))
        .collect();
    assert_eq!(
        definitions,
        [
            "unplay-strict",
            "unplay-strict bishops=any stalemate=loses",
            "unplay-strict stalemate=loses",
        ]
    );
    for row in rows {
        assert_eq!(
            (&row["games"], &row["uneven_games"]),
            (&4.into(), &4.into())
        );
        for estimate in [
            "first_player",
            "draws",
            "plies",
            "choices",
            "stronger_player",
            "captures",
        ] {
            assert!(row[estimate]["value"].is_number(), "{estimate}: {row}");
        }
    }
    assert_eq!(rows[0]["weights"], "own");
    assert_eq!(rows[1]["weights"], "of-base");
}

#[test]
fn shards_make_the_same_report_as_a_whole_run() {
    let folder = Folder::new();
    let whole = compare(&folder, &["--json"]);
    for shard in ["1/2", "2/2"] {
        let mut arguments = vec!["compare"];
        arguments.extend(SMALL);
        arguments.extend([
            "bishops,stalemate=loses",
            "--shard",
            shard,
            "--out",
            "parts",
            "--json",
        ]);
        let run = folder.run(&arguments, "");
        // The report needs the games of both shards. Code 75 says that some are missing.
        let is_last = shard == "2/2";
        assert_eq!(
            run.code,
            Some(if is_last { 0 } else { 75 }),
            "{}",
            run.stderr
        );
    }
    let merged = compare(&folder, &["--json", "--out", "parts", "--resume"]);
    assert_eq!(merged, whole);
    assert_eq!(folder.read("parts/report.json"), whole);
    let page = folder.read("parts/index.html");
    assert!(
        page.matches("<svg").count() == 5 && page.contains("unplay-strict"),
        "{page}"
    );
    // The page has the style of other reports, with a dark theme and a layout for phones. Each
    // chart has a label at its axis.
    let dark = "@media (prefers-color-scheme: dark)";
    for words in [
        dark,
        "@media (max-width: 640px)",
        "data-label=\"first player\"",
    ] {
        assert!(page.contains(words), "{words}: {page}");
    }
    for axis in [
        "points per hundred games",
        "draws per hundred games",
        "plies",
        "changes of the lead",
    ] {
        assert!(
            page.contains(&format!(">\n{axis}\n</text>")),
            "{axis}: {page}"
        );
    }
    let mut other = vec!["compare"];
    other.extend(SMALL);
    other.extend(["bishops", "--out", "parts", "--resume"]);
    let refused = folder.run(&other, "");
    assert!(
        refused.stderr.contains("belong to another comparison"),
        "{}",
        refused.stderr
    );
}

#[test]
fn the_game_of_a_damaged_line_is_played_again_on_demand() {
    let folder = Folder::new();
    let arguments = [
        "compare",
        "unplay-strict",
        "--games-per-opponent",
        "2",
        "--nodes",
        "20",
        "--out",
        "o",
    ];
    let whole = folder.run_ok(&arguments).stdout;
    let journal = folder.read("o/even.jsonl");
    folder.write(
        "o/even.jsonl",
        &journal.replacen("\"round\":1", "\"round\":2", 1),
    );
    let resume = [&arguments[..], &["--resume"]].concat();
    let refused = folder.run(&resume, "");
    assert_eq!(refused.code, Some(1), "{}", refused.stdout);
    let advice = "--resume --drop-damaged plays the games of the damaged lines again";
    assert!(refused.stderr.contains(advice), "{}", refused.stderr);
    let run = folder.run_ok(&[&resume[..], &["--drop-damaged"]].concat());
    assert!(run.stderr.contains("o/even.jsonl: line "), "{}", run.stderr);
    assert_eq!(run.stdout, whole);
    let again = folder.run_ok(&resume);
    assert_eq!(
        (again.stdout, again.stderr.contains("incomplete")),
        (whole.clone(), false)
    );
    // Cuts off the end of the last line.
    let journal = folder.read("o/even.jsonl");
    folder.write("o/even.jsonl", &journal[..journal.len() - 5]);
    let run = folder.run_ok(&resume);
    let note = "o/even.jsonl: the last line is incomplete. The line is ignored, and its game counts as not played.";
    assert!(run.stderr.contains(note), "{}", run.stderr);
    assert_eq!(run.stdout, whole);
}

#[test]
fn a_variant_whose_weights_were_fitted_to_another_goal_is_marked() {
    let folder = Folder::new();
    folder.write(
        "home.toml",
        "name = \"home\"\nbase = \"unplay-strict\"\n[switches]\ngoal = \"home\"\n",
    );
    let arguments = ["compare", "home.toml", "unplay-random", "--nodes", "20"];
    let few = ["--games-per-opponent", "2"];
    let run = folder.run_ok(&[&arguments[..], &few, &["--out", "marked"]].concat());
    for words in [
        "\nhome *  ",
        "\nunplay-random  ",
        "* weights of another goal: ",
        "0 % (0 to ",
        "\n  weights of another goal (unplay-strict)\n",
        "weights of the base (unplay)\n",
    ] {
        assert!(run.stdout.contains(words), "{words}: {}", run.stdout);
    }
    let report: serde_json::Value =
        serde_json::from_str(&folder.read("marked/report.json")).expect("JSON");
    let weights_of = |row: usize| {
        (
            &report["rows"][row]["weights"],
            &report["rows"][row]["weights_game"],
        )
    };
    assert_eq!(
        weights_of(0),
        (&"of-another-goal".into(), &"unplay-strict".into())
    );
    assert_eq!(weights_of(1), (&"of-base".into(), &"unplay".into()));
    let page = folder.read("marked/index.html");
    for words in [
        "<span>home *</span>",
        "<span>unplay-random</span>",
        "<p>* weights of another goal: ",
        "weights of another goal (unplay-strict)",
    ] {
        assert!(page.contains(words), "{words}: {page}");
    }
    let wrong = folder.run(&["compare", "home.toml", "--vary", "colour=red"], "");
    assert_eq!(wrong.code, Some(2));
    assert!(
        wrong.stderr.contains("--vary in home: ")
            && wrong.stderr.contains("no switch of this name"),
        "{}",
        wrong.stderr
    );
}

#[test]
fn the_weights_of_a_game_file_are_its_own_or_those_of_its_base() {
    let folder = Folder::new();
    folder.write(
        "weights.toml",
        include_str!("../../src/games/ssehc/weights.toml"),
    );
    folder.write(
        "own.toml",
        "name = \"own\"\nbase = \"ssehc\"\nweights = \"weights.toml\"\n[switches]\ndeclare = \"stuck\"\n",
    );
    folder.write(
        "near.toml",
        "name = \"near\"\nbase = \"ssehc\"\n[switches]\ndeclare = \"stuck\"\nhome-wins = true\n\
         compare = \"home-board-distance\"\nstalemate = \"loses\"\n",
    );
    let run = folder.run_ok(&[
        "compare",
        "own.toml",
        "near.toml",
        "--games-per-opponent",
        "2",
        "--nodes",
        "5",
        "--json",
    ]);
    let report: serde_json::Value = serde_json::from_str(&run.stdout).expect("JSON");
    let rows = &report["rows"];
    assert_eq!(rows[0]["weights"], "own");
    // The switches of the second game are nearest to those of ssehc-classic, so its definition
    // begins with this name. The weights of the game still come from its base, ssehc.
    assert_eq!(rows[1]["definition"], "ssehc-classic stalemate=loses");
    assert_eq!(rows[1]["weights"], "of-another-goal");
    assert_eq!(rows[1]["weights_game"], "ssehc");
}

#[test]
fn if_games_per_opponent_is_odd_the_report_has_the_numbers_of_games_played() {
    let folder = Folder::new();
    let words = "compare unplay-strict --games-per-opponent 3 --nodes 20 --out odd";
    let words: Vec<&str> = words.split(' ').collect();
    let text = folder.run_ok(&words).stdout;
    let games = "3 games between equal players (20 nodes a turn), then 4 games against a weaker player \
                 (2 nodes a turn)";
    assert!(text.contains(games), "{text}");
    assert!(
        text.contains("\nunplay-strict\n  its own weights\n"),
        "{text}"
    );
    assert!(folder.read("odd/index.html").contains(games));
    let json = folder.read("odd/report.json");
    assert!(json.contains("\"uneven_games\":4"), "{json}");
}

#[test]
fn a_range_that_is_too_long_is_refused() {
    let folder = Folder::new();
    let range = "point-far=-9223372036854775808..9223372036854775807";
    let run = folder.run(&["compare", "ssehc", "--vary", range], "");
    assert_eq!(run.code, Some(2), "{}", run.stderr);
    let complaint = format!(
        "the range in '{range}' has 18446744073709551616 values, but at most 64 are allowed"
    );
    assert!(run.stderr.contains(&complaint), "{}", run.stderr);
}

#[test]
fn a_variant_whose_weights_were_fitted_to_another_scoring_is_marked() {
    let folder = Folder::new();
    for (name, base, switches) in [
        ("judged", "ssehc", "fifty-moves = \"points\""),
        ("home", "ssehc", "home-wins = true"),
        ("fifty", "unachess", "fifty-moves = \"loses\""),
    ] {
        let text = format!("name = \"{name}\"\nbase = \"{base}\"\n[switches]\n{switches}\n");
        folder.write(&format!("{name}.toml"), &text);
    }
    let run = folder.run_ok(&[
        "compare",
        "judged.toml",
        "home.toml",
        "fifty.toml",
        "--games-per-opponent",
        "2",
        "--nodes",
        "2",
        "--json",
    ]);
    let report: serde_json::Value = serde_json::from_str(&run.stdout).expect("JSON");
    let rows = report["rows"].as_array().expect("rows");
    let marks: Vec<_> = rows.iter().map(|row| &row["weights"]).collect();
    // The first game sets `fifty-moves` to `points`: this counts as another scoring. The third game
    // sets `fifty-moves` to `loses`: this does not count as another scoring.
    assert_eq!(marks, ["of-another-goal", "of-another-goal", "of-base"]);
    for row in rows {
        // If the lead changes equally often in all games, there is no interval.
        let low = &row["lead_changes"]["low"];
        assert!(
            low.is_null() || low.as_f64().expect("a number") >= 0.0,
            "{row}"
        );
    }
}

#[test]
fn the_engine_places_the_kings_before_the_random_turns() {
    let folder = Folder::new();
    let arguments = [
        "compare",
        "unplay-placement",
        "unplay-random",
        "--games-per-opponent",
        "6",
    ];
    let more = ["--nodes", "30", "--out", "placed"];
    folder.run_ok(&[&arguments[..], &more].concat());
    let journal = folder.read("placed/even.jsonl");
    let starts: std::collections::BTreeSet<String> = journal
        .lines()
        .filter(|line| line.contains("\"unplay-placement\"") && !line.contains("\"journal\""))
        .map(|line| {
            let entry: serde_json::Value = serde_json::from_str(line).expect("JSON");
            entry["start"].as_str().expect("a position").to_owned()
        })
        .collect();
    assert!(starts.len() > 1, "{starts:?}");
    // Each player has placed a king and has played one random turn, so the move number is 3.
    assert!(
        starts.iter().all(|start| start.ends_with(" 3")),
        "{starts:?}"
    );
}

#[test]
fn switches_without_effect_and_contradictory_switches_are_reported() {
    let folder = Folder::new();
    folder.write(
        "idle.toml",
        "name = \"idle\"\nbase = \"unachess\"\n[switches]\npawn-rows = [4, 5]\ndouble-step = false\n",
    );
    let few = ["--games-per-opponent", "2", "--nodes", "2"];
    let run = folder.run_ok(&[&["compare", "idle.toml"][..], &few].concat());
    assert!(
        run.stderr
            .contains("idle.toml: double-step has no effect: no pawn ever stands on its row 2"),
        "{}",
        run.stderr
    );
    let vary = ["compare", "ssehc", "--vary", "declare=never,home-wins"];
    let run = folder.run_ok(&[&vary[..], &few].concat());
    assert!(
        run.stderr
            .contains("--vary in ssehc: left out 'declare=never home-wins=false': "),
        "{}",
        run.stderr
    );
    folder.write(
        "event.toml",
        "variants = [\"idle.toml\"]\nlimits.nodes = 2\nadjudication.plies = 4\n\
         [[engine]]\nname = \"a\"\n[[engine]]\nname = \"b\"\n",
    );
    let run = folder.run_ok(&["tournament", "event.toml"]);
    assert!(
        run.stderr
            .contains("idle.toml: double-step has no effect: ")
            && !run.stderr.contains("0 openings"),
        "{}",
        run.stderr
    );
}

#[test]
fn one_node_is_refused_because_the_weaker_player_has_fewer() {
    let run = Folder::new().run(&["compare", "unplay-strict", "--nodes", "1"], "");
    assert_eq!(run.code, Some(2), "{}", run.stdout);
    let complaint = "'1' for '--nodes <N>': a whole number from 2 to ";
    assert!(run.stderr.contains(complaint), "{}", run.stderr);
}
