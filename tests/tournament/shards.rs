//! A shard is a process that plays a part of the games of an event. The shards of an event share a
//! folder. One SPRT counts the games of all shards, and all shards stop when it is decided.

use std::process::Child;
use std::thread;

use reviver::files::checksum::object_with_checksum;
use reviver::tournament::journal::{self, Header, Tail};
use reviver::tournament::schedule::Shard;

use crate::common::program::{Folder, Run, finish, start};
use crate::event::assert_same_files;

/// An event whose SPRT is decided after a few of its many games.
const EVENT: &str = "format = \"match\"\nvariants = [\"ssehc\"]\nrounds = 3000\nlimits = { nodes = 200 }\n\
     adjudication = { ply-limit = 60 }\nsprt = { elo0 = 0, elo1 = 200, scale = \"logistic\" }\n\
     openings = { source = \"random\", random-plies = 6 }\noptions = { Hash = 1 }\n\
     [[engine]]\nname = \"strong\"\n[[engine]]\nname = \"weak\"\nlimits = { depth = 1, nodes = 2 }\n";

fn start_shard(folder: &Folder, part: usize) -> Child {
    let shard = format!("{part}/3");
    let arguments = ["tournament", "event.toml", "--resume", "--out", "shards"];
    let more = ["--concurrency", "1", "--shard", &shard];
    start(&mut folder.command(&[&arguments[..], &more].concat()))
}

fn run_all_shards(folder: &Folder) -> Vec<Run> {
    let children: Vec<Child> = (1..=3).map(|part| start_shard(folder, part)).collect();
    let waits = children
        .into_iter()
        .map(|child| thread::spawn(move || finish(child, "")));
    let waits: Vec<_> = waits.collect();
    let ended = waits.into_iter().map(|wait| wait.join().expect("it ends"));
    ended.collect()
}

fn merge(folder: &Folder, into: &str) {
    let journals = [1, 2, 3].map(|part| format!("shards/journal-{part}-of-3.jsonl"));
    let [one, two, three] = journals.each_ref().map(String::as_str);
    folder.run_ok(&["tournament", "merge", one, two, three, "--out", into]);
}

#[test]
fn an_sprt_over_several_shards_ends_them_all() {
    let folder = Folder::new();
    folder.write("event.toml", EVENT);
    for run in run_all_shards(&folder) {
        assert_eq!(run.code, Some(0), "{}", run.stderr);
        assert!(
            run.stderr
                .contains("The SPRT over all shards has ended after"),
            "{}",
            run.stderr
        );
        // A shard prints no LLR, because the SPRT counts the games of all shards.
        assert!(!run.stdout.contains("LLR"), "{}", run.stdout);
    }
    let whole = folder.run_ok(&["tournament", "event.toml", "--out", "whole"]);
    assert!(whole.stdout.contains("LLR"), "{}", whole.stdout);
    merge(&folder, "result");
    assert_same_files(&folder, "whole", "result");
    let pairs = folder.report("result")["sprt"]["pairs"]
        .as_u64()
        .expect("a number");
    assert!(pairs < 300, "{pairs}");

    // A shard that starts after the SPRT has ended plays nothing.
    let journal = folder.bytes("shards/journal-2-of-3.jsonl");
    let again = finish(start_shard(&folder, 2), "");
    assert_eq!(again.code, Some(0), "{}", again.stderr);
    assert!(folder.bytes("shards/journal-2-of-3.jsonl") == journal);

    // If games that the SPRT counts are missing from the journal, the shard plays them again.
    let text = folder.read("shards/journal-2-of-3.jsonl");
    let head: Vec<&str> = text.lines().take(2).collect();
    folder.write("shards/journal-2-of-3.jsonl", &(head.join("\n") + "\n"));
    let again = finish(start_shard(&folder, 2), "");
    assert_eq!(again.code, Some(0), "{}", again.stderr);
    merge(&folder, "mended");
    assert_same_files(&folder, "whole", "mended");
}

/// The shards play one after another. The SPRT counts games in the order of the schedule, up to the
/// first missing game. So before the last shard plays, the SPRT counts only two pairs, too few for
/// a decision. A shard reads all journals soon after its start, and then at most every two seconds
/// while it plays. Each shard of this event takes less than two seconds. So only a reading after
/// the last game of the last shard can find that the SPRT is decided.
#[test]
fn a_shard_looks_at_the_sprt_again_after_its_last_game() {
    let folder = Folder::new();
    // At the ply limit a game is a draw. After a few draws, the SPRT rejects `elo1`.
    let event = EVENT.replace("ply-limit = 60", "ply-limit = 12");
    folder.write("event.toml", &event.replace("rounds = 3000", "rounds = 6"));
    for part in 1..=3 {
        assert!(!folder.path("shards/stop.json").exists());
        let run = finish(start_shard(&folder, part), "");
        assert_eq!(run.code, Some(0), "{}", run.stderr);
    }
    folder.run_ok(&["tournament", "event.toml", "--out", "whole"]);
    assert!(!folder.report("whole")["sprt"]["verdict"].is_null());
    assert!(folder.path("shards/stop.json").exists());
}

#[test]
fn a_stop_file_that_is_damaged_or_of_another_event_ends_nothing() {
    let folder = Folder::new();
    folder.write("event.toml", EVENT);
    let run = run_all_shards(&folder);
    assert_eq!(run.len(), 3);
    let stop = folder.read("shards/stop.json");
    let damaged = stop.replacen("\"pairs\":", "\"pairs\":1", 1);
    assert_ne!(stop, damaged);
    folder.write("shards/stop.json", &damaged);
    let again = finish(start_shard(&folder, 1), "");
    assert_eq!(again.code, Some(0), "{}", again.stderr);
    // The shard decides the SPRT from the journals, and writes `stop.json` again.
    assert_eq!(folder.read("shards/stop.json"), stop);
    folder.write(
        "event.toml",
        &EVENT.replace("rounds = 3000", "rounds = 2\nseed = 5"),
    );
    let arguments = [
        "tournament",
        "event.toml",
        "--out",
        "other",
        "--shard",
        "1/3",
    ];
    std::fs::create_dir(folder.path("other")).expect("a folder");
    folder.write("other/stop.json", &stop);
    let run = folder.run_ok(&arguments);
    assert!(!run.stderr.contains("has ended"), "{}", run.stderr);
    // The header and two games. The other two games of the event belong to another shard.
    assert_eq!(
        folder.read("other/journal-1-of-3.jsonl").lines().count(),
        1 + 2
    );
}

/// The stop file says that the SPRT ended after the first pair. But one pair does not decide this
/// SPRT, and in the case "removed" the journal with this pair is missing as well. So shard 2
/// removes the stop file and plays all its games.
#[test]
fn a_stop_file_that_the_journals_do_not_confirm_ends_nothing() {
    for first_journal in ["kept", "removed"] {
        let folder = Folder::new();
        folder.write("event.toml", &EVENT.replace("rounds = 3000", "rounds = 2"));
        finish(start_shard(&folder, 1), "");
        let journal = folder.path("shards/journal-1-of-3.jsonl");
        let (event, games) = journal::read_event(&journal).expect("a journal");
        assert_eq!(games.len(), 2);
        if first_journal == "removed" {
            std::fs::remove_file(journal).expect("a file");
        }
        let hash = event.hash();
        let stop =
            format!("{{\"hash\":\"{hash}\",\"last_game\":2,\"verdict\":\"H1\",\"pairs\":1}}");
        folder.write("shards/stop.json", &object_with_checksum(&stop));
        let run = finish(start_shard(&folder, 2), "");
        assert_eq!(run.code, Some(0), "{}", run.stderr);
        assert!(!run.stderr.contains("has ended"), "{}", run.stderr);
        assert!(!folder.path("shards/stop.json").exists(), "{first_journal}");
        // The header and the games 3 and 4.
        let lines = folder.read("shards/journal-2-of-3.jsonl").lines().count();
        assert_eq!(lines, 1 + 2, "{first_journal}");
    }
}

#[test]
fn a_journal_that_lost_a_damaged_line_is_read_again_from_its_beginning_even_if_it_has_grown() {
    let folder = Folder::new();
    let event = EVENT.replace("rounds = 3000", "rounds = 2");
    folder.write("event.toml", &event);
    folder.run_ok(&["tournament", "event.toml", "--concurrency", "1"]);
    let path = folder.path("event/journal.jsonl");
    let (event, _) = journal::read_event(&path).expect("a sound journal");
    let text = folder.read("event/journal.jsonl");
    let lines: Vec<&str> = text.split_inclusive('\n').collect();
    let mut tail = Tail::new(&folder.path("growing"), Header::new(&event, Shard::WHOLE));
    let mut games = |lines: &[&str]| -> Vec<usize> {
        folder.write("growing", &lines.concat());
        let games = tail.read().expect("a journal");
        games.iter().map(|entry| entry.game).collect()
    };
    assert_eq!(games(&[lines[0], lines[1], "a damaged line\n"]), [1]);
    assert_eq!(games(&lines[..4]), [1, 2, 3]);
    assert_eq!(games(&lines), [4]);
    assert!(games(&lines).is_empty());
}

#[test]
fn a_game_of_another_shard_is_damage() {
    let folder = Folder::new();
    let (event, _) = EVENT.split_once("sprt = ").expect("an SPRT");
    let (_, rest) = EVENT
        .split_once("scale = \"logistic\" }\n")
        .expect("an SPRT");
    folder.write(
        "event.toml",
        &[event, rest]
            .concat()
            .replace("rounds = 3000", "rounds = 2"),
    );
    let shard = |number: &str| {
        let shard = format!("{number}/2");
        let arguments = ["tournament", "event.toml", "--resume", "--out", "shards"];
        folder.run(&[&arguments[..], &["--shard", &shard]].concat(), "")
    };
    for number in ["1", "2"] {
        let run = shard(number);
        assert_eq!(run.code, Some(0), "{}", run.stderr);
    }
    let [first, second] = ["1", "2"].map(|number| format!("shards/journal-{number}-of-2.jsonl"));
    let other = folder.read(&second);
    let line = other.lines().nth(1).expect("a game");
    let number = journal::read_event(&folder.path(&second))
        .expect("a journal")
        .1[0]
        .game;
    folder.write(&first, &format!("{}{line}\n", folder.read(&first)));
    let run = shard("1");
    assert_eq!(run.code, Some(1), "{}", run.stderr);
    let words = format!("line 4: game {number} belongs to another shard");
    assert!(run.stderr.contains(&words), "{words}: {}", run.stderr);
}

#[test]
fn a_game_that_is_in_a_journal_twice_is_left_out_and_old_lines_need_no_checksums() {
    let folder = Folder::new();
    folder.write("event.toml", &EVENT.replace("rounds = 3000", "rounds = 2"));
    folder.run_ok(&["tournament", "event.toml", "--concurrency", "1"]);
    let (event, _) = journal::read_event(&folder.path("event/journal.jsonl")).expect("a journal");
    let text = folder.read("event/journal.jsonl");
    let lines: Vec<&str> = text.split_inclusive('\n').collect();
    let read = |lines: &[&[&str]]| -> Vec<Vec<usize>> {
        let mut tail = Tail::new(&folder.path("growing"), Header::new(&event, Shard::WHOLE));
        let steps = lines.iter().map(|lines| {
            folder.write("growing", &lines.concat());
            let games = tail.read().expect("a journal");
            games.iter().map(|entry| entry.game).collect()
        });
        steps.collect()
    };
    let [header, one, two, three, _] = lines[..] else {
        panic!("{text}");
    };
    assert_eq!(read(&[&[header, one, two, one]]), [[2]]);
    let steps = read(&[&[header, one], &[header, one, two, one, three]]);
    assert_eq!(steps, [vec![1], vec![2, 3]]);
    let unchecked = |line: &str| {
        let end = line.rfind(",\"crc32\"").expect("a checksum");
        format!("{}}}\n", &line[..end])
    };
    let old_header = unchecked(header).replace("\"journal\":3", "\"journal\":2");
    assert_eq!(read(&[&[&old_header, &unchecked(one), two]]), [[1, 2]]);
}
