//! Matches that are resumed from their journals, and a match of several variants.

use reviver::files::checksum::object_with_checksum;

use crate::common::program::Folder;

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
    // Makes the files look as after a power failure: games.pgn has games that the journal lacks,
    // and the last line of the journal is incomplete.
    folder.write("parts/games.pgn", &folder.read("whole/games.pgn"));
    let torn = folder.read("parts/journal.jsonl") + "{\"game\":3,\"va";
    folder.write("parts/journal.jsonl", &torn);
    let parts = play("6", "parts");
    assert_eq!(parts.code, Some(0), "{}", parts.stderr);
    let note = "parts/journal.jsonl: the last line is incomplete. The line was dropped, and its game is played again.";
    assert!(parts.stderr.contains(note), "{}", parts.stderr);
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
    // The first line of a continued journal has the new number of rounds, so the ratings count the
    // games of both runs.
    let rate = |name: &str| {
        let journal = format!("{name}/journal.jsonl");
        folder.run_ok(&["tournament", "rate", &journal]).stdout
    };
    assert_eq!(rate("parts"), rate("whole"));

    let games = folder.read("whole/games.pgn");
    assert_eq!(games.matches("[TimeControl \"60 nodes\"]\n").count(), 6);
    // `forward` reads the records of the match.
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
fn a_match_is_resumed_only_with_the_sprt_of_its_first_run() {
    let folder = Folder::new();
    let play = |games: &str, name: &str, more: &str| {
        let arguments =
            format!("match unplay-strict --games {games} --nodes 20 --out {name} --resume{more}");
        let arguments: Vec<&str> = arguments.split(' ').collect();
        folder.run(&arguments, "")
    };
    for (name, more) in [("test", " --sprt 0,5"), ("plain", "")] {
        let run = play("2", name, more);
        assert_eq!(run.code, Some(0), "{}", run.stderr);
    }
    for (name, more, problem) in [
        ("test", "", "begun with SPRT [0, 5] nElo (0.05, 0.05)"),
        (
            "test",
            " --sprt 0,6",
            "begun with SPRT [0, 5] nElo (0.05, 0.05)",
        ),
        ("plain", " --sprt 0,5", "begun without an SPRT"),
    ] {
        let refused = play("2", name, more);
        assert_eq!(refused.code, Some(1), "{}", refused.stdout);
        let problem = format!("{name}/journal.jsonl: this match was {problem}");
        assert!(refused.stderr.contains(&problem), "{}", refused.stderr);
    }
    let longer = play("4", "test", " --sprt 0,5");
    assert_eq!(longer.code, Some(0), "{}", longer.stderr);
    assert!(longer.stdout.contains("4 games"), "{}", longer.stdout);
}

#[test]
fn a_match_goes_on_from_a_journal_whose_lines_are_pairs_of_games() {
    let folder = Folder::new();
    let resume = |name: &str| {
        let arguments = format!(
            "match unplay-strict --games 6 --nodes 60 --new iir_depth=5 --out {name} --resume"
        );
        let arguments: Vec<&str> = arguments.split(' ').collect();
        folder.run(&arguments, "")
    };
    let play = |name: &str| {
        let run = resume(name);
        assert_eq!(run.code, Some(0), "{}", run.stderr);
        run
    };
    let whole = play("whole");
    // Writes the journal in the earlier form, with one line for each pair of games.
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

    // The line of a pair has no checksum, so not every damaged number is noticed. But a number that
    // is too large is refused.
    for (from, to) in [
        ("\"number\":0", format!("\"number\":{}", u64::MAX)),
        ("\"legal_turns\":", "\"legal_turns\":9999999999".to_owned()),
    ] {
        let damaged = pair(0).replacen(from, &to, 1);
        assert_ne!(damaged, pair(0));
        folder.write("old/journal.jsonl", &format!("{head}{damaged}{}", pair(1)));
        let refused = resume("old");
        assert_eq!(refused.code, Some(1), "{}", refused.stdout);
        let place = "old/journal.jsonl: line 2: ";
        assert!(refused.stderr.contains(place), "{}", refused.stderr);
    }
}

#[test]
fn a_match_is_not_resumed_from_a_journal_of_a_later_version() {
    let folder = Folder::new();
    let play = "match unplay-strict --games 2 --nodes 20 --out kept";
    let play: Vec<&str> = play.split(' ').collect();
    folder.run_ok(&play);
    let journal = folder.read("kept/journal.jsonl");
    let (first, games) = journal.split_once('\n').expect("a line");
    let (head, _) = first.split_once(",\"crc32\"").expect("a checksum");
    assert!(head.starts_with("{\"journal\":3,"), "{head}");
    let later = head.replacen("\"journal\":3", "\"journal\":4", 1) + "}";
    let later = format!("{}\n{games}", object_with_checksum(&later));
    folder.write("kept/journal.jsonl", &later);
    let run = folder.run(&[&play[..], &["--resume"]].concat(), "");
    assert_eq!(run.code, Some(1), "{}", run.stdout);
    let complaint = "this journal has version 4, but this program knows only versions 1 to 3";
    assert!(run.stderr.contains(complaint), "{}", run.stderr);
    assert_eq!(folder.read("kept/journal.jsonl"), later);
}

#[test]
fn a_match_does_not_replace_a_games_file_that_has_no_journal() {
    let folder = Folder::new();
    std::fs::create_dir(folder.path("kept")).expect("a folder");
    folder.write("kept/games.pgn", "the games of somebody else\n");
    let play = "match unplay-strict --games 2 --nodes 20 --out kept --resume";
    let run = folder.run(&play.split(' ').collect::<Vec<_>>(), "");
    assert_eq!(run.code, Some(1), "{}", run.stdout);
    assert!(run.stderr.contains("games.pgn"), "{}", run.stderr);
    let kept = folder.read("kept/games.pgn");
    assert_eq!(kept, "the games of somebody else\n");
    assert!(!folder.path("kept/journal.jsonl").exists());
}

#[test]
fn a_match_takes_several_variants_and_an_opening_file_for_each_variant() {
    let folder = Folder::new();
    let start = "7K/8/8/8/8/8/8/k7 w - - 0 1\n";
    for game in ["unplay", "unplay-strict"] {
        folder.write(&format!("{game}.epd"), start);
    }
    let line = "match unplay,unplay-strict,unplay --games 2 --nodes 20 --openings {variant}.epd";
    let words: Vec<&str> = line.split(' ').collect();
    let run = folder.run(&words, "");
    assert_eq!(run.code, Some(0), "{}", run.stderr);
    assert!(run.stdout.contains("4 games"), "{}", run.stdout);
    let option = ["match", "--variant", "unplay"];
    let answer = folder.run(&option, "").stderr;
    assert!(answer.contains("the games come first here"), "{answer}");
}
