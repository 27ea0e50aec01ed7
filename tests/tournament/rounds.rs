//! An event that is resumed with more rounds. Its games and reports are those of an event that had
//! all rounds from its beginning.

use crate::common::program::Folder;
use crate::event::{assert_same, assert_same_files, line_count};

/// An event of three engines in two variants. It sets neither `format` nor `openings`.
const EVENT: &str = "event = \"Long\"\nvariants = [\"ssehc\", \"unachess-2\"]\nrounds = 4\nseed = 3\n\
     limits = { nodes = 20 }\nadjudication = { ply-limit = 20 }\noptions = { Hash = 1 }\n\
     [[engine]]\nname = \"a\"\n[[engine]]\nname = \"b\"\noptions = { \"Skill Level\" = 3 }\n\
     [[engine]]\nname = \"c\"\nlimits = { depth = 1 }\n";

/// An event whose SPRT is decided after a few draws, because the ply limit makes every game a draw.
const SPRT: &str = "format = \"match\"\nvariants = [\"ssehc\"]\nrounds = 900\nlimits = { nodes = 200 }\n\
     adjudication = { ply-limit = 12 }\nsprt = { elo0 = 0, elo1 = 200, scale = \"logistic\" }\n\
     openings = { source = \"random\", random-plies = 6 }\noptions = { Hash = 1 }\n\
     [[engine]]\nname = \"a\"\n[[engine]]\nname = \"b\"\nlimits = { nodes = 100 }\n";

fn with_rounds(event: &str, rounds: u32) -> String {
    let line = event.lines().find(|line| line.starts_with("rounds = "));
    event.replace(line.expect("rounds"), &format!("rounds = {rounds}"))
}

fn first_line(folder: &Folder, journal: &str) -> String {
    let text = folder.read(journal);
    text.lines().next().expect("a line").to_owned()
}

#[test]
fn an_event_goes_on_with_more_rounds() {
    for format in ["round-robin", "gauntlet", "balance"] {
        for openings in [
            "{ source = \"random\", random-plies = 3 }",
            "{ order = \"shuffled\" }",
        ] {
            let folder = Folder::new();
            let event = format!("format = \"{format}\"\nopenings = {openings}\n{EVENT}");
            folder.write("event.toml", &with_rounds(&event, 2));
            folder.run_ok(&["tournament", "event.toml", "--out", "grown"]);
            folder.write("event.toml", &event);
            let run = folder.run_ok(&["tournament", "event.toml", "--out", "grown", "--resume"]);
            let note = "grown/journal.jsonl: the event goes on with 4 instead of 2 rounds.";
            assert!(run.stderr.contains(note), "{}", run.stderr);
            folder.run_ok(&["tournament", "event.toml", "--out", "whole"]);
            assert_same(&folder, "whole", "grown");
            let [grown, whole] = ["grown", "whole"].map(|name| format!("{name}/journal.jsonl"));
            assert_eq!(first_line(&folder, &grown), first_line(&folder, &whole));
            folder.run_ok(&["tournament", "merge", &grown, "--out", "merged"]);
            assert_same(&folder, "whole", "merged");
            if format != "balance" {
                folder.run_ok(&["tournament", "rate", &grown]);
            }
        }
    }
}

#[test]
fn an_event_does_not_go_on_with_fewer_rounds() {
    let folder = Folder::new();
    folder.write("event.toml", &with_rounds(EVENT, 2));
    folder.run_ok(&["tournament", "event.toml"]);
    let journal = folder.read("event/journal.jsonl");
    let run = folder.run(
        &["tournament", "event.toml", "--resume", "--rounds", "1"],
        "",
    );
    assert_eq!(run.code, Some(1), "{}", run.stderr);
    let words = "this journal is of the same event with 2 rounds, and an event cannot get fewer \
                 rounds; set rounds to at least 2";
    assert!(run.stderr.contains(words), "{}", run.stderr);
    assert_eq!(folder.read("event/journal.jsonl"), journal);
}

#[test]
fn shards_go_on_with_more_rounds() {
    let folder = Folder::new();
    folder.write("event.toml", EVENT);
    let play = |shard: &str, rounds: &str| {
        let arguments = ["tournament", "event.toml", "--resume", "--out", "shards"];
        let more = ["--shard", shard, "--rounds", rounds];
        folder.run_ok(&[&arguments[..], &more].concat());
    };
    let journals = ["shards/journal-1-of-2.jsonl", "shards/journal-2-of-2.jsonl"];
    let merge = |into: &str| {
        folder.run(
            &[
                "tournament",
                "merge",
                journals[0],
                journals[1],
                "--out",
                into,
            ],
            "",
        )
    };
    for (shard, rounds) in [("1/2", "2"), ("2/2", "2"), ("1/2", "4")] {
        play(shard, rounds);
    }
    // The second shard has two rounds fewer, so its games of the last two rounds are missing.
    let run = merge("merged");
    assert_eq!(run.code, Some(1), "{}", run.stdout);
    assert!(
        run.stderr.contains("12 of 48 games are missing"),
        "{}",
        run.stderr
    );
    play("2/2", "4");
    let run = merge("merged");
    assert_eq!(run.code, Some(0), "{}", run.stderr);
    folder.run_ok(&["tournament", "event.toml", "--out", "whole"]);
    assert_same(&folder, "whole", "merged");
}

/// The shards play 6 rounds, and the SPRT ends. Then shard 1 is resumed with 900 rounds. It still
/// counts the games of the other shards, which have only 6 rounds. So it finds that the SPRT has
/// ended, and plays no more games.
#[test]
fn an_sprt_that_has_ended_ends_a_shard_with_more_rounds() {
    let folder = Folder::new();
    folder.write("event.toml", SPRT);
    let play = |part: u32, rounds: &str| {
        let shard = format!("{part}/3");
        let arguments = ["tournament", "event.toml", "--resume", "--out", "shards"];
        let more = ["--concurrency", "1", "--shard", &shard, "--rounds", rounds];
        folder.run_ok(&[&arguments[..], &more].concat());
    };
    (1..=3).for_each(|part| play(part, "6"));
    let stop = folder.read("shards/stop.json");
    play(1, "900");
    assert_ne!(folder.read("shards/stop.json"), stop);
    let games = line_count(&folder.path("shards/journal-1-of-3.jsonl")) - 1;
    assert!(games < 100, "{games}");
    folder.run_ok(&["tournament", "event.toml", "--out", "whole"]);
    let journals = [1, 2, 3].map(|part| format!("shards/journal-{part}-of-3.jsonl"));
    let [one, two, three] = journals.each_ref().map(String::as_str);
    folder.run_ok(&["tournament", "merge", one, two, three, "--out", "merged"]);
    assert_same_files(&folder, "whole", "merged");
}
