//! The name in a game file is changed after its game was played. Journals, self-play files and
//! trees with the old name still count, because games are compared by their rules and switches, not
//! by their names.

use crate::common::program::{Folder, words};

/// A game that starts with kings at random squares.
const GAME: &str = "name = \"old-name\"\nbase = \"unplay-strict\"\n\n[switches]\ngoal = \"home\"\n\
                    start = \"random-kings\"\n";

const EVENT: &str = "variants = [\"game.toml\"]\nlimits.nodes = 20\nadjudication.ply-limit = 12\n\
                     [[engine]]\nname = \"a\"\n[[engine]]\nname = \"b\"\n";

/// A folder with a game and an event.
fn folder() -> Folder {
    let folder = Folder::new();
    folder.write("game.toml", GAME);
    folder.write("event.toml", EVENT);
    folder
}

fn rename(folder: &Folder) {
    let file = folder.read("game.toml");
    folder.write("game.toml", &file.replace("old-name", "new-name"));
}

/// The first line of a journal without its checksum.
fn header(folder: &Folder, journal: &str) -> serde_json::Value {
    let text = folder.read(journal);
    let first = text.lines().next().expect("a line");
    let mut header: serde_json::Value = serde_json::from_str(first).expect("JSON");
    header["crc32"] = serde_json::Value::Null;
    header
}

/// The games of a journal by their numbers: the first position and the turns of each.
fn games(folder: &Folder, journal: &str) -> Vec<(u64, String, String)> {
    let text = folder.read(journal);
    let games = text.lines().skip(1).map(|line| {
        let game: serde_json::Value = serde_json::from_str(line).expect("JSON");
        let number = game["game"].as_u64().expect("a number");
        (number, game["start"].to_string(), game["turns"].to_string())
    });
    let mut games: Vec<_> = games.collect();
    games.sort();
    games
}

#[test]
fn an_event_goes_on_after_its_game_was_renamed() {
    let folder = folder();
    let play = |rounds: &str, more: &str| {
        let arguments = format!("tournament event.toml --rounds {rounds} {more}");
        folder.run_ok(&words(&arguments));
    };
    play("3", "--out whole");
    play("1", "--out grown");
    rename(&folder);
    let journal = folder.read("grown/journal.jsonl");
    play("1", "--out grown --resume");
    assert_eq!(folder.read("grown/journal.jsonl"), journal);
    play("2", "--out grown --resume");
    folder.run_ok(&words(
        "tournament merge grown/journal.jsonl --out merged --partial",
    ));
    play("3", "--out merged --resume");
    let [whole, merged] = ["whole", "merged"].map(|name| format!("{name}/journal.jsonl"));
    assert_eq!(header(&folder, &merged), header(&folder, &whole));
    assert_eq!(games(&folder, &merged), games(&folder, &whole));
}

#[test]
fn a_shard_uses_the_old_name_of_a_renamed_game() {
    let folder = folder();
    let play = |more: &str| {
        let arguments = format!("tournament event.toml --rounds 4 --out {more}");
        folder.run_ok(&words(&arguments));
    };
    play("whole");
    play("shards --shard 1/2");
    rename(&folder);
    play("shards --shard 2/2");
    folder.run_ok(&words(
        "tournament merge shards/journal-1-of-2.jsonl shards/journal-2-of-2.jsonl --out merged",
    ));
    let [whole, merged] = ["whole", "merged"].map(|name| format!("{name}/journal.jsonl"));
    assert_eq!(header(&folder, &merged), header(&folder, &whole));
    assert_eq!(games(&folder, &merged), games(&folder, &whole));
}

#[test]
fn a_match_goes_on_after_its_game_was_renamed() {
    let folder = folder();
    let play = |games: &str, out: &str| {
        let arguments = format!("match --game game.toml --nodes 20 --games {games} --out {out}");
        folder.run_ok(&words(&arguments));
    };
    play("4", "whole");
    play("2", "grown");
    rename(&folder);
    play("4", "grown --resume");
    let [whole, grown] = ["whole", "grown"].map(|name| format!("{name}/journal.jsonl"));
    assert_eq!(header(&folder, &grown), header(&folder, &whole));
    assert_eq!(games(&folder, &grown), games(&folder, &whole));
}

#[test]
fn a_comparison_goes_on_after_its_games_were_renamed() {
    for start in ["random-kings", "placement"] {
        let folder = folder();
        folder.write("game.toml", &GAME.replace("random-kings", start));
        let play = |more: &str| {
            let arguments = format!(
                "compare --game game.toml --vary bishops --games-per-opponent 4 --nodes 30 --out {more}"
            );
            folder.run(&words(&arguments), "").code
        };
        assert_eq!(play("whole"), Some(0));
        assert_eq!(play("parts --shard 1/2"), Some(75));
        rename(&folder);
        assert_eq!(play("parts --shard 2/2"), Some(0));
        for strengths in ["even", "uneven"] {
            let [one, other] = [1, 2].map(|shard| {
                let journal = format!("parts/{strengths}-{shard}-of-2.jsonl");
                games(&folder, &journal)
            });
            let mut both = [one, other].concat();
            both.sort();
            assert_eq!(both, games(&folder, &format!("whole/{strengths}.jsonl")));
        }
    }
}

#[test]
fn self_play_goes_on_after_its_game_was_renamed() {
    let folder = folder();
    let play = |games: &str, more: &str| {
        let arguments = format!("selfplay -j 1 --game game.toml --nodes 20 --ply-limit 20 {more}");
        folder.run_ok(&words(&format!("{arguments} --games {games}")));
    };
    play("4", "--out whole.games");
    play("2", "--out grown.games");
    rename(&folder);
    play("4", "--out grown.games --resume");
    assert!(folder.bytes("grown.games") == folder.bytes("whole.games"));
    let tune = "tune --game game.toml whole.games --out mine.toml --epochs 2 --force";
    folder.run_ok(&words(tune));
    // `tune` refuses the self-play games if a switch of the game has changed.
    let file = folder.read("game.toml");
    folder.write("game.toml", &file.replace("random-kings", "placement"));
    let run = folder.run(&words(tune), "");
    assert_eq!(run.code, Some(1));
    assert!(run.stderr.contains("other settings"), "{}", run.stderr);
}

#[test]
fn a_tree_goes_on_after_its_game_was_renamed() {
    let folder = Folder::new();
    folder.write("game.toml", &GAME.replace("random-kings", "placement"));
    let grow = |size: &str, more: &str| {
        let arguments = format!("explore --game game.toml --nodes 50 --tree-size {size} {more}");
        folder.run_ok(&words(&arguments));
    };
    let sorted = |name: &str| {
        let text = folder.read(name);
        let mut lines: Vec<String> = text.lines().map(str::to_owned).collect();
        lines.sort();
        lines
    };
    grow("8", "--out whole.tree");
    grow("4", "--out grown.tree");
    rename(&folder);
    grow("8", "--out grown.tree --resume");
    assert_eq!(sorted("grown.tree"), sorted("whole.tree"));
}

#[test]
fn a_file_of_a_game_called_1_is_refused_but_a_record_of_it_is_read() {
    let folder = Folder::new();
    folder.write("one.toml", &GAME.replace("old-name", "1"));
    let run = folder.run(&["perft", "--game", "one.toml", "1"], "");
    assert_eq!(run.code, Some(2), "{}", run.stderr);
    assert!(
        run.stderr.contains("one.toml: line 1: name: "),
        "{}",
        run.stderr
    );
    assert!(run.stderr.contains("digits only"), "{}", run.stderr);
    let record =
        "[Variant \"1\"]\n[Switches \"unplay goal=home\"]\n[Result \"*\"]\n\n1. h8g8*n a1b1 *\n";
    folder.write("one.pgn", record);
    let forward = folder.run_ok(&["forward", "--file", "one.pgn"]);
    assert!(forward.stdout.contains("Kxh8"), "{}", forward.stdout);
}
