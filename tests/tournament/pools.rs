//! Several events with different players, rated together.

use reviver::files::checksum::object_with_checksum;

use crate::common::program::Folder;

/// An event of three engines whose strengths differ so much that a few games show their order.
const EVENT: &str = "variants = [\"unachess\"]\nrounds = 3\nlimits.nodes = 1\noptions.Hash = 1\n\
    [[engine]]\nname = \"Weak\"\noptions = { \"Skill Level\" = 0, Seed = 1 }\n\
    [[engine]]\nname = \"Middling\"\nlimits.nodes = 100\n\
    [[engine]]\nname = \"Strong\"\nlimits.nodes = 2000\n";

fn folder() -> Folder {
    let folder = Folder::new();
    folder.write("event.toml", EVENT);
    folder
}

/// The rows of a table of ratings: the player, the number of its games, its rating, and its lead
/// over the player in the next row. Ratings and leads are in Elo.
fn rows(text: &str) -> Vec<(String, u32, f64, Option<f64>)> {
    let table = text.lines().skip_while(|line| !line.starts_with("player"));
    table
        .skip(1)
        .take_while(|line| !line.is_empty())
        .map(|line| {
            let words: Vec<&str> = line.split_whitespace().collect();
            let number = |at: usize| words.get(at).map(|word| word.parse().expect("a number"));
            let games = words[1].parse().expect("a number");
            (
                words[0].to_owned(),
                games,
                number(2).expect("a rating"),
                number(5),
            )
        })
        .collect()
}

#[test]
fn one_event_is_rated_as_its_report_rates_it() {
    let folder = folder();
    folder.run_ok(&["tournament", "event.toml", "--out", "all"]);
    let run = folder.run_ok(&["tournament", "rate", "all/journal.jsonl"]);
    assert!(
        run.stdout.starts_with("18 games from 3 openings\n"),
        "{}",
        run.stdout
    );
    let rows = rows(&run.stdout);
    let report = folder.report("all");
    let ranking = report["ranking"].as_array().expect("a ranking");
    assert_eq!(rows.len(), ranking.len());
    for ((name, games, elo, _), ranked) in rows.iter().zip(ranking) {
        assert_eq!(ranked["engine"], name.as_str());
        assert_eq!(ranked["tally"]["games"], *games);
        let reported = ranked["rating"]["value"].as_f64().expect("a rating");
        assert!((reported - elo).abs() < 0.051, "{name}: {reported} {elo}");
    }
    // A lead is a rating minus the rating in the next row. Each of the three numbers is rounded to
    // tenths. So the printed lead may differ by 0.15 from the difference of the printed ratings.
    for pair in rows.windows(2) {
        let lead = pair[0].3.expect("a lead");
        assert!((pair[0].2 - pair[1].2 - lead).abs() < 0.16, "{pair:?}");
    }
    assert_eq!(rows.last().map(|row| row.3), Some(None));
}

#[test]
fn players_that_never_met_are_compared_through_a_common_opponent() {
    let folder = folder();
    let play = |players: &str, seed: &str, out: &str| {
        let arguments = [
            "tournament",
            "event.toml",
            "--players",
            players,
            "--seed",
            seed,
            "--out",
            out,
        ];
        folder.run_ok(&arguments)
    };
    let run = play("1-2", "1", "weak");
    assert!(
        run.stdout.contains("6 of 6 games") && !run.stdout.contains("Strong"),
        "{}",
        run.stdout
    );
    play("2-3", "2", "strong");
    let rate = [
        "tournament",
        "rate",
        "weak/journal.jsonl",
        "strong/journal.jsonl",
        "--ladder",
    ];
    let run = folder.run_ok(&rate);
    let rows = rows(&run.stdout);
    let order: Vec<_> = rows
        .iter()
        .map(|(name, games, ..)| (name.as_str(), *games))
        .collect();
    assert_eq!(order, [("Strong", 6), ("Middling", 12), ("Weak", 6)]);
    assert!(
        rows.is_sorted_by(|one, other| one.2 > other.2),
        "{}",
        run.stdout
    );
}

#[test]
fn a_group_that_won_all_its_games_is_noted_and_a_player_without_games_has_no_rating() {
    let folder = folder();
    folder.run_ok(&[
        "tournament",
        "event.toml",
        "--out",
        "all",
        "--concurrency",
        "1",
    ]);
    // `begun` has the header and the first two games. Both games are Weak against Middling, so
    // Strong has no game.
    let journal = folder.read("all/journal.jsonl");
    let begun: String = journal.split_inclusive('\n').take(3).collect();
    folder.write("begun.jsonl", &begun);
    for order in [&[][..], &["--ladder"]] {
        let run = folder.run_ok(&[&["tournament", "rate", "begun.jsonl"], order].concat());
        let mut rows = run.stdout.lines().filter(|line| line.starts_with("Strong"));
        let words: Vec<&str> = rows.next().expect("a row").split_whitespace().collect();
        assert_eq!(words, ["Strong", "0"], "{}", run.stdout);
        let note = "\n\nOne group of players won all games against the other players. ";
        assert!(run.stdout.contains(note), "{}", run.stdout);
    }
    let run = folder.run_ok(&["tournament", "rate", "begun.jsonl"]);
    let table = run.stdout.split("\n\n").nth(1).expect("a table");
    let last = table.lines().last().expect("a row");
    assert!(last.starts_with("Strong"), "{}", run.stdout);
}

#[test]
fn journals_of_one_event_that_share_a_game_are_not_rated_together() {
    let folder = folder();
    let play = |rest: &[&str]| {
        folder.run_ok(&[&["tournament", "event.toml"], rest].concat());
    };
    for (rounds, out) in [("1", "short"), ("2", "long")] {
        play(&["--rounds", rounds, "--out", out]);
    }
    play(&["--rounds", "2", "--seed", "1", "--out", "other"]);
    for part in ["1/2", "2/2"] {
        play(&["--rounds", "2", "--shard", part, "--out", "shards"]);
    }
    let rate = |journals: &[&str]| {
        let paths = journals.iter().map(|name| format!("{name}.jsonl"));
        let paths: Vec<String> = paths.collect();
        let paths = paths.iter().map(String::as_str);
        let arguments: Vec<&str> = ["tournament", "rate"].into_iter().chain(paths).collect();
        folder.run(&arguments, "")
    };
    let shards = ["shards/journal-1-of-2", "shards/journal-2-of-2"];
    for (journals, game) in [
        (["long/journal", "long/journal"], 1),
        (["short/journal", "long/journal"], 1),
        (["long/journal", "short/journal"], 1),
        ([shards[1], "long/journal"], 3),
    ] {
        let run = rate(&journals);
        assert_eq!(run.code, Some(1), "{journals:?}: {}", run.stdout);
        let second = journals[1];
        let words =
            format!("{second}.jsonl: a journal that is named earlier also has game {game};");
        assert!(run.stderr.contains(&words), "{}", run.stderr);
    }
    for (journals, games) in [(shards, 12), (["long/journal", "other/journal"], 24)] {
        let run = rate(&journals);
        let head = format!("{games} games from ");
        assert!(
            run.stdout.starts_with(&head),
            "{}{}",
            run.stdout,
            run.stderr
        );
    }
}

#[test]
fn invalid_players_and_journals_without_ratings_are_reported() {
    let folder = folder();
    folder.write("none.jsonl", "");
    for (arguments, word) in [
        (
            &["event.toml", "--players", "3-4"][..],
            "--players 3-4: the event has 3 engines",
        ),
        (
            &["event.toml", "--players", "3"],
            "expected a range of engines A-B",
        ),
        (&["event.toml", "--players", "3-3"], "at least two engines"),
        (&["rate", "none.jsonl"], "none.jsonl"),
        (&["rate", "away.jsonl"], "away.jsonl"),
        (&["rate"], "<JOURNAL>"),
    ] {
        let run = folder.run(&[&["tournament"], arguments].concat(), "");
        assert_ne!(run.code, Some(0), "{arguments:?}");
        assert!(run.stderr.contains(word), "{arguments:?}: {}", run.stderr);
        assert_eq!(run.stdout, "");
    }
    let alone = [
        "tournament",
        "--engine",
        "reviver",
        "--variant",
        "unplay",
        "--nodes",
        "10",
        "--out",
        "alone",
    ];
    folder.run_ok(&alone);
    let run = folder.run(&["tournament", "rate", "alone/journal.jsonl"], "");
    assert!(
        run.stderr.contains("no player met another"),
        "{}",
        run.stderr
    );
}

#[test]
fn control_characters_in_the_names_of_a_journal_are_not_printed() {
    let folder = folder();
    folder.run_ok(&["tournament", "event.toml", "--rounds", "1", "--out", "all"]);
    let journal = folder.read("all/journal.jsonl");
    let lines = journal.lines().map(|line| {
        let (text, _) = line.split_once(",\"crc32\"").expect("a checksum");
        let text = text.replace("\"Weak\"", "\"Weak\\u001b[31m\"");
        object_with_checksum(&format!("{text}}}")) + "\n"
    });
    folder.write("other.jsonl", &lines.collect::<String>());
    for words in [
        &["rate", "other.jsonl"][..],
        &["merge", "other.jsonl", "--out", "out"],
    ] {
        let run = folder.run_ok(&[&["tournament"], words].concat());
        assert!(run.stdout.contains("Weak [31m"), "{}", run.stdout);
        assert!(!run.stdout.contains('\u{1b}'), "{}", run.stdout);
    }
}
