//! The file of `reviver selfplay`: its settings, its games, and runs that add to it.

use std::collections::BTreeMap;

use reviver::files::frames::{PartKind, parts};

use crate::common::program::{Folder, words};
#[cfg(unix)]
use crate::common::program::{Run, finish, interrupt_when, start};

/// Plays one game, and returns the settings: the second line of its file.
fn settings(more: &str) -> String {
    let folder = Folder::new();
    let play = "selfplay GAME --out games --games 1 --ply-limit 12";
    folder.run_ok(&words(&format!("{play} {more}")));
    let bytes = folder.bytes("games");
    let line = bytes.split(|&byte| byte == b'\n').nth(1);
    String::from_utf8_lossy(line.expect("a line")).into_owned()
}

/// The games of a file. Their numbers must count from 0. Two lines stand before the first game.
fn games(file: &[u8]) -> Vec<Vec<u8>> {
    let lines = file.split_inclusive(|&byte| byte == b'\n').take(2);
    let start = lines.map(<[u8]>::len).sum();
    let games: BTreeMap<u64, Vec<u8>> = parts(file, start)
        .map(|part| match part.kind {
            PartKind::Frame { number, content } => (number, content.to_vec()),
            other => panic!("{other:?}"),
        })
        .collect();
    assert!(games.keys().copied().eq(0..games.len() as u64));
    games.into_values().collect()
}

#[test]
fn a_resumed_run_equals_the_whole_run_and_shards_add_up_to_it() {
    let folder = Folder::new();
    let play = |file: &str, more: &[&str]| {
        let arguments = ["selfplay", "unplay-strict", "--out", file, "--nodes", "30"];
        let run = folder.run(&[&arguments, more].concat(), "");
        assert_eq!(run.code, Some(0), "{}", run.stderr);
        assert!(
            run.stdout.starts_with(&format!("{file}: ")),
            "{}",
            run.stdout
        );
        std::fs::read(folder.path(file)).expect("a file")
    };
    let whole = play("whole", &["--games", "6"]);
    play("parts", &["--games", "2"]);
    assert!(play("parts", &["--games", "6", "--resume"]) == whole);
    let [one, two] = ["1/2", "2/2"].map(|shard| {
        let file = shard.replace('/', "of");
        play(&file, &["--games", "3", "--shard", shard])
    });
    assert_eq!((games(&one).len(), games(&two).len()), (3, 3));
    let mut of_shards = [games(&one), games(&two)].concat();
    let mut of_whole = games(&whole);
    of_shards.sort_unstable();
    of_whole.sort_unstable();
    assert!(of_shards == of_whole);

    let again = folder.run(&["selfplay", "unplay-strict", "--out", "whole"], "");
    assert_eq!(again.code, Some(1));
    assert!(again.stderr.contains("--resume"), "{}", again.stderr);
    let other = "selfplay unplay-strict --out whole --resume --seed 2";
    let other: Vec<&str> = other.split(' ').collect();
    let other = folder.run(&other, "");
    assert_eq!(other.code, Some(1));
    assert!(other.stderr.contains("other settings"), "{}", other.stderr);
    for wrong in [
        &["--shard", "3/2"][..],
        &["--nodes", "0"],
        &["--min-random-plies", "11"],
    ] {
        let arguments = [&["selfplay", "ssehc", "--out", "none"], wrong].concat();
        assert_eq!(folder.run(&arguments, "").code, Some(2), "{wrong:?}");
    }
}

/// The file has six games. One of the first four is damaged.
#[test]
fn the_progress_of_a_resumed_run_counts_to_the_number_of_games_in_its_command() {
    let folder = Folder::new();
    let play = "selfplay unplay-strict --nodes 30 --out games --games";
    folder.run_ok(&words(&format!("{play} 6")));
    let mut damaged = folder.bytes("games");
    let first = damaged.windows(4).position(|four| four == b"RvFr");
    damaged[first.expect("a game") + 30] ^= 1;
    folder.write("games", &damaged);
    let run = folder.run_ok(&words(&format!("{play} 4 --resume")));
    assert!(run.stderr.contains("4/4 games: "), "{}", run.stderr);
    assert!(run.stdout.starts_with("games: 6 games"), "{}", run.stdout);
}

/// Levels matter only to an engine that plays at a level.
#[test]
fn selfplay_is_not_resumed_after_the_levels_of_its_game_file_have_changed() {
    let folder = Folder::new();
    let write = |first_error: &str| {
        folder.write("own.toml", &format!("name = \"own\"\nbase = \"unplay-strict\"\nlevels = {{ log2-nodes = [0.0, 9.0], first-error = {first_error} }}\n[switches]\nrevived-pawns = \"any\"\n"));
    };
    let small = "selfplay --game own.toml --games 1 --nodes 20 --ply-limit 6 --out";
    for (settings, code) in [("hash=1", 0), ("level=5", 1)] {
        let play = format!("{small} {settings} --settings {settings}");
        write("1.0");
        folder.run_ok(&words(&play));
        write("2.0");
        let resumed = folder.run(&words(&format!("{play} --resume")), "");
        assert_eq!(resumed.code, Some(code), "{settings}: {}", resumed.stderr);
        let is_refused = resumed.stderr.contains("played with other settings");
        assert_eq!(is_refused, code == 1, "{settings}: {}", resumed.stderr);
    }
}

#[test]
fn tune_names_files_that_may_have_the_same_games() {
    let folder = Folder::new();
    for (file, seed) in [("one", 1), ("other", 2)] {
        let play = "selfplay GAME --games 5 --nodes 20 --ply-limit 40";
        folder.run_ok(&words(&format!("{play} --seed {seed} --out {file}")));
    }
    folder.write("copy", &folder.bytes("one"));
    let learn = |files: &str| {
        let line = format!("tune GAME {files} --epochs 1 --validation 2 --out w --force");
        folder.run_ok(&words(&line)).stderr
    };
    let note = "copy: the games were played with the same settings and seed as those of one.";
    let notes = learn("one other copy");
    assert!(notes.contains(note), "{notes}");
    let notes = learn("one other");
    assert!(!notes.contains("same settings"), "{notes}");
}

#[test]
fn the_pairs_of_several_files_are_numbered_one_after_the_other() {
    let folder = Folder::new();
    for seed in 1..=4 {
        let play = format!("selfplay GAME --games 2 --nodes 20 --seed {seed} --out games{seed}");
        folder.run_ok(&words(&play));
    }
    // If the only pair of each file were pair 0, all games would be set aside for validation.
    let tune = "tune GAME games1 games2 games3 games4 --epochs 1 --validation 2 --out weights";
    folder.run_ok(&words(tune));
}

/// The opponent is the second player in game 0 and the first player in game 1. A shard that took
/// every second game would have games of one kind only.
#[test]
fn the_opponent_changes_sides_in_every_shard() {
    let folder = Folder::new();
    let play = |file: &str, more: &str| {
        let start = format!("selfplay unplay-strict --nodes 30 --opponent random --out {file}");
        let run = folder.run(&words(&format!("{start} {more}")), "");
        assert_eq!(run.code, Some(0), "{}", run.stderr);
        folder.bytes(file)
    };
    let whole = games(&play("whole", "--games 6"));
    for (shard, of_whole) in [("1/2", [0, 1, 4]), ("2/2", [2, 3, 6])] {
        let file = shard.replace('/', "of");
        let played = play(&file, &format!("--games 3 --shard {shard}"));
        for (game, number) in games(&played).iter().zip(of_whole) {
            assert!(
                whole.get(number).is_none_or(|whole| whole == game),
                "{shard}: {number}"
            );
        }
        // The settings state that the games are divided among the shards in pairs. Earlier versions
        // divided them one by one, so their files have other settings.
        let settings = String::from_utf8_lossy(&played);
        assert!(settings.contains("\"shared\":\"pairs\""), "{shard}");
    }
    let settings = settings("--opponent random");
    assert!(!settings.contains("shared"), "{settings}");
}

#[test]
fn a_file_states_the_limits_of_an_opponent_if_they_are_not_those_of_the_engine() {
    let other = settings("--opponent uct --nodes 30 --settings nodes=20");
    let limits = "\"budget\":\"nodes=20\",\"opponent_budget\":\"nodes=30\"";
    assert!(other.contains(limits), "{other}");
    for more in [
        "--nodes 30",
        "--nodes 30 --settings nodes=20",
        "--opponent uct --nodes 30",
        "--opponent random --nodes 30 --settings nodes=20",
    ] {
        let same = settings(more);
        assert!(same.contains("\"budget\":\"nodes="), "{same}");
        assert!(!same.contains("opponent_budget"), "{same}");
    }
}

/// Plays games until `is_ready` holds, and then interrupts the run. `is_ready` is not called before
/// the file `games` has a game.
#[cfg(unix)]
fn play_until(folder: &Folder, is_ready: impl Fn() -> bool) -> Run {
    let play = "selfplay unplay-strict --nodes 30 --out games --games 1000000";
    let mut child = start(&mut folder.command(&words(play)));
    let file = folder.path("games");
    let has_game = || {
        let bytes = std::fs::read(&file).unwrap_or_default();
        bytes.windows(4).any(|four| four == b"RvFr")
    };
    interrupt_when(&mut child, || has_game() && is_ready());
    finish(child, "")
}

#[cfg(unix)]
#[test]
fn force_does_not_replace_the_file_of_a_run_that_still_plays() {
    let folder = Folder::new();
    let run = play_until(&folder, || {
        let replace = "selfplay unplay-strict --nodes 30 --out games --games 1 --force";
        let refused = folder.run(&words(replace), "");
        assert_eq!(refused.code, Some(1), "{}", refused.stdout);
        let complaint = "games: another program is writing this file";
        assert!(refused.stderr.contains(complaint), "{}", refused.stderr);
        true
    });
    let count = games(&folder.bytes("games")).len();
    let line = format!("games: {count} games in the file; ");
    assert!(run.stdout.starts_with(&line), "{}", run.stdout);
    assert_eq!(run.code, Some(75), "{}", run.stderr);
    let error = run.stderr.lines().last().unwrap_or_default();
    assert_eq!(
        error,
        format!(
            "reviver: interrupted at {count} of 1000000 games; to continue, repeat the command with --resume"
        )
    );
}

#[cfg(unix)]
#[test]
fn a_run_whose_file_is_removed_reports_no_games() {
    let folder = Folder::new();
    let run = play_until(&folder, || {
        std::fs::remove_file(folder.path("games")).is_ok()
    });
    assert_eq!(run.code, Some(1), "{}", run.stderr);
    let complaint = "games: another program has replaced or removed this file";
    assert!(run.stderr.contains(complaint), "{}", run.stderr);
    assert_eq!(run.stdout, "");
}
