//! Stress tests that take minutes. They change each of the last 2048 bytes of a journal, one at a
//! time, interrupt a thousand games with forty kills, and play games with clocks. `.ci/nightly`
//! runs them after the other ignored tests. This command runs only the tests of this file:
//!
//! ```text
//! cargo test --release --test tournament attack:: -- --ignored --nocapture --test-threads 1
//! ```
#![cfg(target_os = "linux")]

use std::fs;
use std::process::{Child, Stdio};
use std::thread::sleep;
use std::time::Duration;

use rand::{Rng, SeedableRng};
use rand_chacha::ChaCha8Rng;
use reviver::games::Game;
use rustix::process::Signal;

use crate::common::one_of_each_family;
use crate::common::program::Folder;
use crate::event::{assert_same, env_number, games, line_count};
use crate::processes::{engines, send};

/// An event with short games of one variant of each family. Each variant has `rounds` openings.
/// From each opening there are six games: each of the three pairs of engines plays two, one from
/// each side.
fn event(rounds: u32) -> String {
    let variants = one_of_each_family();
    let variants: Vec<&str> = variants.into_iter().map(Game::name).collect();
    format!(
        "event = \"Attack\"\nformat = \"round-robin\"\nvariants = {variants:?}\n\
         rounds = {rounds}\nseed = 3\nconcurrency = 2\nlimits = {{ nodes = 40 }}\noptions = {{ Hash = 1 }}\n\
         adjudication = {{ ply-limit = 40 }}\n[[engine]]\nname = \"One\"\n[[engine]]\nname = \"Half\"\n\
         limits = {{ nodes = 20 }}\n[[engine]]\nname = \"Shallow\"\nlimits = {{ depth = 1 }}\n"
    )
}

/// Runs `tournament merge` on one journal. Returns the new `report.json` and `games.pgn`, or the
/// error message.
fn merged(folder: &Folder, journal: &str) -> Result<[Vec<u8>; 2], String> {
    let _ = fs::remove_dir_all(folder.path("merged"));
    let run = folder.run(&["tournament", "merge", journal, "--out", "merged"], "");
    if run.code == Some(0) {
        Ok(["report.json", "games.pgn"].map(|name| folder.bytes(&format!("merged/{name}"))))
    } else {
        Err(run.stderr)
    }
}

#[test]
#[ignore = "it runs the program two thousand times"]
fn changing_one_of_the_last_bytes_of_a_journal_changes_no_result() {
    let folder = Folder::new();
    folder.write("event.toml", &event(1));
    folder.run_ok(&["tournament", "event.toml", "--out", "whole"]);
    let whole = merged(&folder, "whole/journal.jsonl").expect("a sound journal");
    let bytes = folder.bytes("whole/journal.jsonl");
    fs::create_dir(folder.path("changed")).expect("a folder");
    let mut random = ChaCha8Rng::seed_from_u64(1);
    let (mut reported, mut harmless) = (0, 0);
    for at in bytes.len().saturating_sub(2048)..bytes.len() {
        let mut changed = bytes.clone();
        changed[at] ^= random.random_range(1..=255_u8);
        folder.write("changed/journal.jsonl", &changed);
        match merged(&folder, "changed/journal.jsonl") {
            Ok(result) => {
                assert!(
                    result == whole,
                    "byte {at}: another result without an error"
                );
                harmless += 1;
            }
            Err(error) => {
                let is_reported = error.contains("changed/journal.jsonl: line ")
                    || error.contains("games are missing");
                assert!(is_reported, "byte {at}: {error}");
                reported += 1;
            }
        }
        // Resuming gives the games of the undamaged journal, or fails with an error that names a
        // line.
        if at % 64 == 0 {
            let resumed = ["tournament", "event.toml", "--out", "changed", "--resume"];
            let run = folder.run(&resumed, "");
            if run.code == Some(0) {
                assert!(folder.bytes("changed/games.pgn") == whole[1], "byte {at}");
            } else {
                assert!(run.stderr.contains("line "), "byte {at}: {}", run.stderr);
            }
        }
    }
    eprintln!("2048 changed bytes: {reported} reported, {harmless} harmless");
}

/// The processes that are killed. Each kill draws a signal at random. The manager is the process
/// that plays the event and starts the engines.
#[derive(Clone, Copy, Debug)]
enum Target {
    Manager,
    /// The engines get SIGKILL. One second later, the manager gets the drawn signal.
    Engines,
    /// The engines get the drawn signal, and right after them the manager gets it.
    Group,
}

fn kill(child: &mut Child, target: Target, signal: Signal) {
    let manager = child.id() as i32;
    let running = engines(manager);
    match target {
        Target::Manager => {}
        Target::Engines => {
            for engine in running {
                send(engine, Signal::KILL);
            }
            sleep(Duration::from_secs(1));
        }
        Target::Group => {
            for engine in running {
                send(engine, signal);
            }
        }
    }
    send(manager, signal);
    child.wait().expect("it ends");
}

#[test]
#[ignore = "it plays a thousand games twice"]
fn forty_kills_do_not_change_the_results_of_a_thousand_games() {
    let kills = env_number("REVIVER_ATTACK_KILLS", 40);
    let folder = Folder::new();
    folder.write(
        "event.toml",
        &event(env_number("REVIVER_ATTACK_ROUNDS", 42)),
    );
    folder.run_ok(&["tournament", "event.toml", "--out", "whole"]);
    let total = games(&folder.path("whole/journal.jsonl")).len();
    let journal = folder.path("killed/journal.jsonl");
    let arguments = [
        "tournament",
        "event.toml",
        "--out",
        "killed",
        "--resume",
        "--grace",
        "0s",
    ];
    let mut random = ChaCha8Rng::seed_from_u64(40);
    for number in 1..=kills {
        let mut command = folder.command(&arguments);
        command.stdout(Stdio::null()).stderr(Stdio::null());
        let mut child = command.spawn().expect("the binary starts");
        let max_games = (total / (kills as usize + 1)).max(1);
        let goal = line_count(&journal).max(1) + random.random_range(1..=max_games);
        while line_count(&journal) < goal && child.try_wait().expect("a child").is_none() {
            sleep(Duration::from_millis(2));
        }
        let target = [Target::Manager, Target::Engines, Target::Group][random.random_range(0..3)];
        let signal = [Signal::KILL, Signal::TERM, Signal::INT][random.random_range(0..3)];
        kill(&mut child, target, signal);
        let played = line_count(&journal).saturating_sub(1);
        eprintln!("kill {number}: {target:?} by {signal:?}, {played} of {total} games");
    }
    let run = folder.run_ok(&arguments);
    assert!(
        run.stdout.contains(&format!("{total} of {total} games")),
        "{}",
        run.stdout
    );
    assert_same(&folder, "whole", "killed");
}

#[test]
#[ignore = "it plays for minutes, or for an hour if REVIVER_ATTACK_TIMED_GAMES is 1000"]
fn no_engine_loses_on_time() {
    let folder = Folder::new();
    let variants = one_of_each_family();
    let variants: Vec<&str> = variants.into_iter().map(Game::name).collect();
    let rounds = env_number("REVIVER_ATTACK_TIMED_GAMES", 40).div_ceil(2 * variants.len() as u32);
    folder.write(
        "event.toml",
        &format!(
            "format = \"match\"\nrounds = {rounds}\nconcurrency = 2\nlimits = {{ time = \"1s+10ms\" }}\n\
             variants = {variants:?}\n\
             options = {{ Hash = 16 }}\n[[engine]]\nname = \"One\"\n[[engine]]\nname = \"Other\"\n"
        ),
    );
    let load = || fs::read_to_string("/proc/loadavg").unwrap_or_default();
    eprintln!("load before: {}", load());
    let run = folder.run_ok(&["tournament", "event.toml"]);
    eprintln!("{}{}load after: {}", run.stderr, run.stdout, load());
    let games = games(&folder.path("event/journal.jsonl"));
    let faults: Vec<String> = games
        .values()
        .filter(|game| game.get("fault").is_some())
        .map(|game| game["fault"].to_string())
        .collect();
    // If a fault says "the machine was busy", the engine got no processor time. Such a fault is not
    // the engine's.
    let of_engines: Vec<&String> = faults
        .iter()
        .filter(|fault| !fault.contains("the machine was busy"))
        .collect();
    eprintln!(
        "{} games, {} faults: {faults:#?}",
        games.len(),
        faults.len()
    );
    assert!(of_engines.is_empty(), "{of_engines:#?}");
}
