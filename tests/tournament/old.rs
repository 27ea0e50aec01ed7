//! The program still reads the files of older versions in `tests/old`.
//!
//! If a variant is no longer in the catalogue, the tests skip its games in `games.pgn`, and each
//! event with this variant. All other files belong to `unachess`, and the tests always read them.

use std::fs;
use std::path::{Path, PathBuf};

use reviver::tournament::journal;

use crate::common::families::is_built_in;
use crate::common::program::{Folder, Run};
use crate::event::games_of;

fn old(name: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR"))
        .join("tests/old")
        .join(name)
}

fn text_of(name: &str) -> String {
    fs::read_to_string(old(name)).expect("a file of an older version")
}

/// Whether the catalogue has every variant that an event names.
fn has_variants_of(config: &str) -> bool {
    let event: toml::Table = text_of(config).parse().expect("TOML");
    let variants = event["variants"].as_array().expect("a list");
    let mut names = variants.iter().map(|name| name.as_str().expect("a name"));
    names.all(is_built_in)
}

#[test]
fn old_journals_are_merged_and_resumed() {
    for (name, config, games) in [
        ("event-1.jsonl", "event.toml", 18),
        ("event-2.jsonl", "event.toml", 18),
        ("faults-1.jsonl", "faults.toml", 6),
    ] {
        if !has_variants_of(config) {
            continue;
        }
        let folder = Folder::new();
        let path = old(name).display().to_string();
        let run = folder.run_ok(&["tournament", "merge", &path, "--out", "merged"]);
        let all = format!("{games} of {games} games");
        assert!(run.stdout.contains(&all), "{name}: {}", run.stdout);
        folder.write("event.toml", &text_of(config));
        fs::create_dir(folder.path("event")).expect("a folder");
        folder.write("event/journal.jsonl", &text_of(name));
        let run = folder.run_ok(&["tournament", "event.toml", "--resume"]);
        assert!(run.stdout.contains(&all), "{name}: {}", run.stdout);
        assert_eq!(folder.read("event/journal.jsonl"), text_of(name), "{name}");
    }
}

#[test]
fn games_that_are_added_to_an_old_journal_have_checksums() {
    if !has_variants_of("event.toml") {
        return;
    }
    let folder = Folder::new();
    folder.write("event.toml", &text_of("event.toml"));
    fs::create_dir(folder.path("event")).expect("a folder");
    let text = text_of("event-2.jsonl");
    // The header and 14 of the 18 games.
    let begun: Vec<&str> = text.lines().take(15).collect();
    folder.write("event/journal.jsonl", &(begun.join("\n") + "\n"));
    folder.run_ok(&["tournament", "event.toml", "--resume"]);
    let journal = folder.read("event/journal.jsonl");
    assert_eq!(journal.matches("\"crc32\"").count(), 4);
    let games = games_of(&journal);
    assert_eq!(games.len(), 18);
    // Only the 14 old games are compared. In the 4 new games, today's engine may play other turns
    // than the older version did.
    for (number, game) in games_of(&(begun.join("\n") + "\n")) {
        assert_eq!(games.get(&number), Some(&game), "game {number}");
    }
}

#[test]
fn an_old_journal_gets_more_rounds_and_checksums() {
    if !has_variants_of("event.toml") {
        return;
    }
    for name in ["event-1.jsonl", "event-2.jsonl"] {
        let folder = Folder::new();
        folder.write("event.toml", &text_of("event.toml"));
        fs::create_dir(folder.path("event")).expect("a folder");
        folder.write("event/journal.jsonl", &text_of(name));
        folder.run_ok(&["tournament", "event.toml", "--resume", "--rounds", "2"]);
        let journal = folder.read("event/journal.jsonl");
        assert_eq!(journal.matches("\"crc32\"").count(), 1 + 36);
        let games = games_of(&journal);
        for (number, game) in games_of(&text_of(name)) {
            for field in [
                "variant", "first", "second", "start", "turns", "result", "ending",
            ] {
                assert_eq!(games[&number][field], game[field], "game {number}");
            }
        }
        folder.run_ok(&[
            "tournament",
            "merge",
            "event/journal.jsonl",
            "--out",
            "merged",
        ]);
    }
}

/// Old journals have no checksums. But the program replays the games of a journal. It refuses the
/// journal if a result or an ending contradicts the turns, or if a game is not in the schedule.
#[test]
fn a_damaged_line_of_an_old_journal_is_reported() {
    if !has_variants_of("event.toml") {
        return;
    }
    let text = text_of("event-1.jsonl");
    let folder = Folder::new();
    for (from, to, problem) in [
        ("\"result\":\"1-0\"", "\"result\":\"0-1\"", "it ended 1-0"),
        (
            "\"ending\":\"checkmate\"",
            "\"ending\":\"stalemate\"",
            "(checkmate), not",
        ),
        (
            "\"variant\":\"unachess\",\"round\":1",
            "\"variant\":\"unachess\",\"round\":2",
            "the schedule has no game",
        ),
    ] {
        let at = text.lines().position(|line| line.contains(from));
        let line = at.expect("such a line") + 1;
        folder.write("journal.jsonl", &text.replacen(from, to, 1));
        let run = folder.run(&["tournament", "merge", "journal.jsonl", "--out", "x"], "");
        assert_eq!(run.code, Some(1), "{}", run.stdout);
        let location = format!("journal.jsonl: line {line}: ");
        assert!(run.stderr.contains(&location), "{location}: {}", run.stderr);
        assert!(run.stderr.contains(problem), "{problem}: {}", run.stderr);
    }
}

#[test]
fn flipped_bits_of_an_old_journal_change_no_result() {
    let folder = Folder::new();
    for (name, config) in [
        ("event-1.jsonl", "event.toml"),
        ("faults-1.jsonl", "faults.toml"),
    ] {
        if !has_variants_of(config) {
            continue;
        }
        let whole = journal::read(&old(name)).expect("a journal");
        assert!(whole.damaged.is_empty(), "{:?}", whole.damaged);
        let bytes = text_of(name).into_bytes();
        let path = folder.path("journal.jsonl");
        for bit in (0..bytes.len() * 8).step_by(101) {
            let mut flipped = bytes.clone();
            flipped[bit / 8] ^= 1 << (bit % 8);
            fs::write(&path, flipped).expect("written");
            let Ok(contents) = journal::read(&path) else {
                continue;
            };
            for entry in &contents.entries {
                let known = whole.entries.iter().find(|known| known.game == entry.game);
                let known = known.expect("a game of the journal");
                assert_eq!(
                    (entry.result, &entry.ending, &entry.first),
                    (known.result, &known.ending, &known.first),
                    "{name}: bit {bit}"
                );
            }
            let missing = whole.entries.len() - contents.entries.len();
            let reported = contents.damaged.len() + usize::from(contents.is_torn);
            assert!(missing == 0 || reported > 0, "{name}: bit {bit}");
        }
    }
}

/// Resumes an old match in a folder with this journal and with these records in `games.pgn`.
fn resume_old_match(folder: &Folder, journal: &str, records: &str) -> Run {
    fs::create_dir(folder.path("old")).expect("a folder");
    folder.write("old/journal.jsonl", journal);
    folder.write("old/games.pgn", records);
    let arguments =
        "match unachess --games 4 --nodes 60 --new iir_depth=5 --seed 2 --out old --resume";
    let arguments: Vec<&str> = arguments.split(' ').collect();
    folder.run(&arguments, "")
}

#[test]
fn an_old_match_is_read_and_reported() {
    let folder = Folder::new();
    let journal = text_of("match-1.jsonl");
    let run = resume_old_match(&folder, &journal, &text_of("match-1.pgn"));
    assert_eq!(run.code, Some(0), "{}", run.stderr);
    assert!(run.stdout.contains("4 games +2 =0 -2"), "{}", run.stdout);
    assert_eq!(folder.read("old/journal.jsonl"), journal);
}

#[test]
fn the_missing_games_of_an_old_match_are_played() {
    let folder = Folder::new();
    let (journal, records) = (text_of("match-1.jsonl"), text_of("match-1.pgn"));
    // The header and the first line of games. Each line has two games.
    let begun: String = journal.split_inclusive('\n').take(2).collect();
    let third = records.match_indices("[Event ").nth(2).expect("a game");
    let run = resume_old_match(&folder, &begun, &records[..third.0]);
    assert_eq!(run.code, Some(0), "{}", run.stderr);
    assert!(run.stdout.contains("4 games +"), "{}", run.stdout);
    let resumed = folder.read("old/journal.jsonl");
    assert!(resumed.starts_with(&begun), "{resumed}");
    // The header, the line of two old games, and one line for each of the two new games.
    assert_eq!(resumed.lines().count(), 4, "{resumed}");
    assert_eq!(folder.read("old/games.pgn").matches("[Event ").count(), 4);
}

#[test]
fn an_old_match_with_another_network_is_not_resumed() {
    let folder = Folder::new();
    let journal = text_of("match-2.jsonl");
    let run = resume_old_match(&folder, &journal, &text_of("match-2.pgn"));
    assert_eq!(run.code, Some(1), "{}", run.stderr);
    assert!(run.stderr.contains("networks"), "{}", run.stderr);
    assert_eq!(folder.read("old/journal.jsonl"), journal);
}

#[test]
fn old_weights_networks_records_and_training_games_are_read() {
    let folder = Folder::new();
    let path = |name: &str| old(name).display().to_string();
    let text = text_of("games.pgn");
    let records: Vec<&str> = text.split_inclusive("\n\n\n").collect();
    assert_eq!(records.len(), 18);
    for record in records {
        let mut game = record.split("[Variant \"").skip(1);
        let game = game.next().and_then(|rest| rest.split('"').next());
        if game.is_some_and(is_built_in) {
            reviver::record::read(record).unwrap_or_else(|error| panic!("{record}: {error}"));
        }
    }
    let weights = format!("weights={}", path("tuned.toml"));
    let network = format!("network={}", path("trained.network"));
    folder.run_ok(&[
        "match", "unachess", "--games", "2", "--nodes", "5", "--new", &weights, &network,
    ]);
    let games = path("unachess.games");
    folder.run_ok(&[
        "tune", "unachess", &games, "--epochs", "1", "--out", "new.toml",
    ]);
    assert!(folder.read("new.toml").contains("tempo"));
}
