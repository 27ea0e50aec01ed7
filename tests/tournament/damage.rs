//! Damaged journals: every damaged line is reported, no damage changes a result, and damaged games
//! are played again on demand.

use std::collections::BTreeMap;
use std::fs;
use std::process::Command;

use reviver::files::checksum::object_with_checksum;
use reviver::play::entry::Entry;
use reviver::tournament::journal;

use crate::common::program::{Folder, PROGRAM, Run, words};
use crate::event::{assert_same, games_of};

/// An event of eight short games. Its journal is small, because a test reads it thousands of times.
const EVENT: &str = "variants = [\"unplay\", \"unachess\"]\nformat = \"match\"\nrounds = 2\n\
    limits = { nodes = 20 }\nadjudication = { ply-limit = 5 }\noptions = { Hash = 1 }\n\
    [[engine]]\nname = \"a\"\n[[engine]]\nname = \"b\"\nlimits = { nodes = 10 }\n";

/// A folder in which the event has been played, with the results in `whole`.
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
        // A flipped bit in a line damages this line. A flipped bit in the line feed between two
        // lines damages both.
        let missing = known.len() - contents.entries.len();
        assert!((1..=2).contains(&missing), "bit {bit}: {missing}");
        assert!(
            contents.is_torn || !contents.damaged.is_empty(),
            "bit {bit}"
        );
    }
}

#[test]
fn a_flipped_bit_of_the_first_line_is_reported() {
    let folder = played();
    let bytes = folder.bytes("whole/journal.jsonl");
    let path = folder.path("flipped.jsonl");
    let end = bytes.iter().position(|&byte| byte == b'\n');
    for bit in (0..end.expect("a line") * 8).step_by(3) {
        fs::write(&path, flipped(&bytes, bit)).expect("written");
        let error = journal::read(&path)
            .expect_err("the first line is damaged")
            .to_string();
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
    // Line 3 has another round, the end of line 5 is cut off, and line 7 is not UTF-8.
    let mut damaged: Vec<Vec<u8>> = lines.iter().map(|line| line.as_bytes().to_vec()).collect();
    damaged[2] = lines[2]
        .replacen("\"round\":1", "\"round\":3", 1)
        .into_bytes();
    damaged[4].truncate(lines[4].len() - 3);
    damaged[6][10] = 0xff;
    let bytes = damaged.join(&b'\n');
    fs::create_dir(folder.path("damaged")).expect("a folder");
    folder.write("damaged/journal.jsonl", &[&bytes[..], b"\n"].concat());

    let resume = ["tournament", "event.toml", "--out", "damaged", "--resume"];
    let refused = folder.run(&resume, "");
    assert_eq!(refused.code, Some(1), "{}", refused.stdout);
    for word in [
        "damaged/journal.jsonl: line 3: ",
        "line 5: ",
        "line 7: ",
        "--drop-damaged",
    ] {
        assert!(refused.stderr.contains(word), "{word}: {}", refused.stderr);
    }
    let merge = [
        "tournament",
        "merge",
        "damaged/journal.jsonl",
        "--out",
        "merged",
    ];
    let refused = folder.run(&merge, "");
    assert_eq!(refused.code, Some(1), "{}", refused.stdout);
    assert!(!folder.path("merged").exists());

    let run = folder.run_ok(&[&resume[..], &["--drop-damaged"]].concat());
    for line in [3, 5, 7] {
        let note = format!("damaged/journal.jsonl: line {line}: ");
        assert!(run.stderr.contains(&note), "{note}: {}", run.stderr);
    }
    assert_same(&folder, "whole", "damaged");
    let after = folder.read("damaged/journal.jsonl");
    assert!(after.contains(lines[1]) && after.contains(lines[8]));
    assert_eq!(games_of(&after).len(), 8);
}

/// An event in which one engine crashes in both games.
const CRASHES: &str = "variants = [\"unplay\"]\nformat = \"match\"\nconcurrency = 1\nlimits = { nodes = 5 }\n\
    [[engine]]\nname = \"a\"\n[[engine]]\nname = \"b\"\ncommand = \"./ends\"\n";

/// A folder in which the event [`CRASHES`] has been played, with the results in `whole`.
#[cfg(unix)]
fn crashed() -> Folder {
    let folder = Folder::new();
    folder.script("ends", "#!/bin/sh\nexit 1\n");
    folder.write("event.toml", CRASHES);
    folder.run_ok(&["tournament", "event.toml", "--out", "whole"]);
    folder
}

/// A line of a journal without its checksum.
#[cfg(unix)]
fn without_checksum(line: &str) -> String {
    let end = line.rfind(",\"crc32\"").expect("a checksum");
    format!("{}}}", &line[..end])
}

#[cfg(unix)]
#[test]
fn a_line_whose_fault_names_a_wrong_file_is_damaged() {
    let folder = crashed();
    let text = folder.read("whole/journal.jsonl");
    let name = "faults/game-000001-crash.txt";
    assert!(text.contains(name), "{text}");
    fs::create_dir(folder.path("damaged")).expect("a folder");
    folder.write("damaged/escaped.txt", "not the lines of an engine");
    for other in [
        "../escaped-1.txt",
        "javascript:alert(1)",
        "escaped.txt",
        "faults/game-000002-crash.txt",
        "",
    ] {
        let forged: Vec<String> = text
            .lines()
            .map(|line| {
                let changed = without_checksum(line).replace(name, other);
                object_with_checksum(&changed) + "\n"
            })
            .collect();
        folder.write("damaged/journal.jsonl", &forged.concat());
        let merge = [
            "tournament",
            "merge",
            "damaged/journal.jsonl",
            "--out",
            "out/merged",
        ];
        let refused = folder.run(&merge, "");
        assert_eq!(refused.code, Some(1), "{other}: {}", refused.stdout);
        let problem =
            format!("game 1: the fault of this game must name the file {name}, not '{other}'");
        assert!(refused.stderr.contains(&problem), "{}", refused.stderr);
        assert!(!folder.path("out").exists());
    }
}

#[cfg(unix)]
#[test]
fn merging_copies_the_files_of_faults_and_writes_a_complete_journal() {
    let folder = crashed();
    let name = "faults/game-000001-crash.txt";
    folder.run_ok(&[
        "tournament",
        "merge",
        "whole/journal.jsonl",
        "--out",
        "merged",
    ]);
    assert_same(&folder, "whole", "merged");
    assert_eq!(
        folder.read(&format!("merged/{name}")),
        folder.read(&format!("whole/{name}"))
    );
    // `merge` can write into the folder of the event itself.
    fs::rename(
        folder.path("whole/journal.jsonl"),
        folder.path("whole/part.jsonl"),
    )
    .expect("the journal is renamed");
    for report in ["games.pgn", "forward.pgn", "report.json", "report.html"] {
        fs::remove_file(folder.path(&format!("whole/{report}"))).expect("a report");
    }
    folder.run_ok(&["tournament", "merge", "whole/part.jsonl", "--out", "whole"]);
    assert_same(&folder, "whole", "merged");
    // A journal that is named without a folder lies in the current folder.
    for result in [
        "journal.jsonl",
        "games.pgn",
        "forward.pgn",
        "report.json",
        "report.html",
    ] {
        fs::remove_file(folder.path(&format!("whole/{result}"))).expect("a result");
    }
    let merged = Command::new(PROGRAM)
        .args(["tournament", "merge", "part.jsonl", "--out", "."])
        .current_dir(folder.path("whole"))
        .output();
    let merged = Run::of(merged.expect("the program starts"));
    assert_eq!(merged.code, Some(0), "{}", merged.stderr);
    assert_same(&folder, "whole", "merged");
}

#[cfg(unix)]
#[test]
fn the_file_of_a_fault_is_not_written_through_a_symbolic_link() {
    let folder = crashed();
    folder.write("precious", "precious");
    let text = folder.read("whole/journal.jsonl");
    let lines: Vec<&str> = text.lines().collect();
    let resume = ["tournament", "event.toml", "--out", "whole", "--resume"];
    let name = folder.path("whole/faults/game-000002-crash.txt");
    folder.write(
        "whole/journal.jsonl",
        &format!("{}\n{}\n", lines[0], lines[1]),
    );
    fs::remove_file(&name).expect("a file");
    std::os::unix::fs::symlink(folder.path("precious"), &name).expect("a link");
    let refused = folder.run(&resume, "");
    assert_eq!(refused.code, Some(1), "{}", refused.stdout);
    assert!(
        refused.stderr.contains("is a symbolic link"),
        "{}",
        refused.stderr
    );
    assert_eq!(folder.read("precious"), "precious");
    fs::remove_dir_all(folder.path("whole/faults")).expect("a folder");
    fs::create_dir(folder.path("elsewhere")).expect("a folder");
    std::os::unix::fs::symlink(folder.path("elsewhere"), folder.path("whole/faults"))
        .expect("a link");
    let refused = folder.run(&resume, "");
    assert!(
        refused.stderr.contains("whole/faults is a symbolic link"),
        "{}",
        refused.stderr
    );
    assert_eq!(
        fs::read_dir(folder.path("elsewhere"))
            .expect("a folder")
            .count(),
        0
    );
}

#[test]
fn a_comparison_refuses_a_game_with_a_wrong_start_position_and_plays_it_again_on_demand() {
    let folder = Folder::new();
    let arguments = "compare unplay-strict --games-per-opponent 2 --nodes 20 --out o";
    let arguments: Vec<&str> = arguments.split(' ').collect();
    let whole = folder.run_ok(&arguments).stdout;
    // Adds 1 to the move number in the start position of game 1.
    let journal = folder.read("o/even.jsonl");
    let game = journal
        .lines()
        .find(|line| line.starts_with("{\"game\":1,"));
    let game = game.expect("game 1");
    let (fields, _) = game.split_once(",\"crc32\"").expect("a checksum");
    let (before, after) = fields.split_once("\",\"turns\"").expect("turns");
    let (start, number) = before.rsplit_once(' ').expect("a move number");
    let number: u32 = number.parse().expect("a number");
    let moved = format!("{start} {}\",\"turns\"{after}}}", number + 1);
    let moved = object_with_checksum(&moved);
    assert_eq!(object_with_checksum(&format!("{fields}}}")), game);
    folder.write("o/even.jsonl", &journal.replace(game, &moved));
    let resume = [&arguments[..], &["--resume"]].concat();
    let refused = folder.run(&resume, "");
    assert_eq!(refused.code, Some(1), "{}", refused.stdout);
    let problem = "game 1 does not start at the position of the schedule";
    assert!(refused.stderr.contains(problem), "{}", refused.stderr);
    let run = folder.run_ok(&[&resume[..], &["--drop-damaged"]].concat());
    assert_eq!(run.stdout, whole);
    let again = folder.read("o/even.jsonl");
    let sorted = |text: &str| {
        let turns = |line: &str| line.split("\"timing\"").next().map(str::to_owned);
        let mut lines: Vec<_> = text.lines().map(turns).collect();
        lines.sort();
        lines
    };
    assert_eq!(sorted(&again), sorted(&journal));
}

/// A run that is not a shard plays the game of the damaged line and keeps it in a journal of its own.
#[test]
fn a_damaged_line_of_a_shard_does_no_harm_once_its_game_is_played_again() {
    let folder = Folder::new();
    let compare = "compare unplay-strict --games-per-opponent 2 --nodes 20 --out parts";
    let run = |more: &str| folder.run(&words(&format!("{compare} {more}")), "");
    assert_eq!(run("--shard 1/2").code, Some(75));
    assert_eq!(run("--shard 2/2").code, Some(0));
    let whole = run("--resume").stdout;
    let journal = folder.read("parts/even-1-of-2.jsonl");
    let damaged = journal.replacen("\"round\":1", "\"round\":2", 1);
    folder.write("parts/even-1-of-2.jsonl", &damaged);
    let refused = run("--resume");
    assert_eq!(refused.code, Some(1), "{}", refused.stdout);
    let mended = run("--resume --drop-damaged");
    assert_eq!(mended.code, Some(0), "{}", mended.stderr);
    assert_eq!(mended.stdout, whole);
    let again = run("--resume");
    assert_eq!(again.code, Some(0), "{}", again.stderr);
    assert_eq!(again.stdout, whole);
    let note = "The line is ignored: another line or journal has its game.";
    assert!(again.stderr.contains(note), "{}", again.stderr);
}
