//! Damaged journals: every damaged line is reported, no damage changes a result, and damaged games
//! are played again on demand.

use std::collections::BTreeMap;
use std::fs;

use reviver::play::entry::Entry;
use reviver::tournament::journal;

use crate::common::program::Folder;
use crate::event::{assert_same, games_of};

/// Short games, so that many journals can be read.
const EVENT: &str = "variants = [\"unplay\", \"unachess\"]\nformat = \"match\"\nrounds = 2\n\
    limits = { nodes = 20 }\nadjudication = { plies = 5 }\noptions = { Hash = 1 }\n\
    [[engine]]\nname = \"a\"\n[[engine]]\nname = \"b\"\nlimits = { nodes = 10 }\n";

fn played() -> Folder {
    let folder = Folder::new();
    folder.write("event.toml", EVENT);
    folder.run_ok(&["tournament", "event.toml", "--out", "whole"]);
    folder
}

/// The bytes with bit number `bit` flipped.
fn flipped(bytes: &[u8], bit: usize) -> Vec<u8> {
    let mut flipped = bytes.to_vec();
    flipped[bit / 8] ^= 1 << (bit % 8);
    flipped
}

#[test]
fn no_flipped_bit_of_the_last_two_kilobytes_changes_a_game() {
    let folder = played();
    let bytes = folder.bytes("whole/journal.jsonl");
    let path = folder.path("flipped.jsonl");
    let whole = journal::read(&folder.path("whole/journal.jsonl")).expect("a journal");
    let known: BTreeMap<usize, &Entry> = whole
        .entries
        .iter()
        .map(|entry| (entry.game, entry))
        .collect();
    assert_eq!(known.len(), 8);
    let first = bytes.len().saturating_sub(2048) * 8;
    for bit in first..bytes.len() * 8 {
        fs::write(&path, flipped(&bytes, bit)).expect("written");
        let contents = journal::read(&path).expect("the first line is sound");
        for entry in &contents.entries {
            assert_eq!(known.get(&entry.game), Some(&entry), "bit {bit}");
        }
        // A flip changes one line, or joins two.
        let lost = known.len() - contents.entries.len();
        assert!((1..=2).contains(&lost), "bit {bit}: {lost}");
        assert!(
            contents.is_torn || !contents.damaged.is_empty(),
            "bit {bit}"
        );
    }
}

#[test]
fn a_flipped_bit_of_the_first_line_is_found() {
    let folder = played();
    let bytes = folder.bytes("whole/journal.jsonl");
    let path = folder.path("flipped.jsonl");
    let end = bytes.iter().position(|&byte| byte == b'\n');
    for bit in (0..end.expect("a line") * 8).step_by(3) {
        fs::write(&path, flipped(&bytes, bit)).expect("written");
        let error = journal::read(&path).expect_err("damaged").to_string();
        assert!(
            error.contains("flipped.jsonl: line 1"),
            "bit {bit}: {error}"
        );
    }
}

#[test]
fn damaged_games_are_played_again_only_on_demand() {
    let folder = played();
    let text = folder.read("whole/journal.jsonl");
    let lines: Vec<&str> = text.lines().collect();
    // A changed round, a changed checksum, and a line that is not UTF-8.
    let mut damaged: Vec<Vec<u8>> = lines.iter().map(|line| line.as_bytes().to_vec()).collect();
    damaged[2] = lines[2]
        .replacen("\"round\":1", "\"round\":3", 1)
        .into_bytes();
    damaged[4].truncate(lines[4].len() - 3);
    damaged[6][10] = 0xff;
    let bytes = damaged.join(&b'\n');
    fs::create_dir(folder.path("hit")).expect("a folder");
    folder.write("hit/journal.jsonl", &[&bytes[..], b"\n"].concat());

    let resume = ["tournament", "event.toml", "--out", "hit", "--resume"];
    let refused = folder.run(&resume, "");
    assert_eq!(refused.code, Some(1), "{}", refused.stdout);
    for word in [
        "hit/journal.jsonl: line 3: ",
        "line 5: ",
        "line 7: ",
        "--drop-damaged",
    ] {
        assert!(refused.stderr.contains(word), "{word}: {}", refused.stderr);
    }
    let merged = [
        "tournament",
        "merge",
        "hit/journal.jsonl",
        "--out",
        "merged",
    ];
    let refused = folder.run(&merged, "");
    assert_eq!(refused.code, Some(1), "{}", refused.stdout);
    assert!(!folder.path("merged").exists());

    let run = folder.run_ok(&[&resume[..], &["--drop-damaged"]].concat());
    for line in [3, 5, 7] {
        let note = format!("hit/journal.jsonl: line {line}: ");
        assert!(run.stderr.contains(&note), "{note}: {}", run.stderr);
    }
    assert_same(&folder, "whole", "hit");
    let after = folder.read("hit/journal.jsonl");
    assert!(after.contains(lines[1]) && after.contains(lines[8]));
    assert_eq!(games_of(&after).len(), 8);
}
