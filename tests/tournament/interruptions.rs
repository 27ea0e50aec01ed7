//! Events that are interrupted and resumed. The journal has each game exactly once, and the
//! results are the same as without interruption.

use std::fs;
use std::path::Path;
use std::process::{Child, Stdio};
use std::thread;
use std::time::Duration;

use rand::{Rng, SeedableRng};
#[cfg(target_os = "linux")]
use rustix::process::Signal;

use crate::common::program::Folder;
use crate::event::{assert_same, env_number, games, gauntlet, line_count};
#[cfg(target_os = "linux")]
use crate::processes::{engines, runs, send, wait_until, write_slow_event};

/// Waits until the journal has `games` more games, or the event has ended.
fn wait_for_games(child: &mut Child, journal: &Path, games: usize) {
    let goal = line_count(journal).max(1) + games;
    while line_count(journal) < goal && child.try_wait().expect("a child").is_none() {
        thread::sleep(Duration::from_millis(5));
    }
}

fn start(folder: &Folder, arguments: &[&str]) -> Child {
    let mut command = folder.command(arguments);
    command.stdout(Stdio::null()).stderr(Stdio::null());
    command.spawn().expect("the binary starts")
}

#[test]
fn an_event_killed_at_any_moment_resumes_to_the_same_result() {
    let kills = env_number("REVIVER_TOURNAMENT_KILLS", 3);
    let folder = Folder::new();
    folder.write(
        "event.toml",
        &gauntlet(env_number("REVIVER_TOURNAMENT_ROUNDS", 1), 60),
    );
    folder.run_ok(&["tournament", "event.toml", "--out", "whole"]);
    let total = games(&folder.path("whole/journal.jsonl")).len();
    let journal = folder.path("killed/journal.jsonl");
    let arguments = ["tournament", "event.toml", "--out", "killed", "--resume"];
    let mut random = rand_chacha::ChaCha8Rng::seed_from_u64(u64::from(kills));
    for kill in 0..kills {
        let mut child = start(&folder, &arguments);
        let max_games = total / (kills as usize + 1);
        wait_for_games(&mut child, &journal, random.random_range(0..=max_games));
        thread::sleep(Duration::from_millis(random.random_range(0..100)));
        child.kill().expect("it can be killed");
        child.wait().expect("it ends");
        let so_far = line_count(&journal).saturating_sub(1);
        eprintln!("kill {}: {so_far} of {total} games", kill + 1);
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
fn a_truncated_last_line_is_dropped_and_its_game_is_played_again() {
    let folder = Folder::new();
    let config = "variants = [\"unplay\", \"ssehc\"]\nlimits = { nodes = 20 }\n\
                  adjudication = { ply-limit = 20 }\nformat = \"match\"\n\
                  [[engine]]\nname = \"a\"\n[[engine]]\nname = \"b\"\n";
    folder.write("event.toml", config);
    folder.run_ok(&["tournament", "event.toml", "--out", "whole"]);
    let whole = fs::read(folder.path("whole/journal.jsonl")).expect("a journal");
    let ends: Vec<usize> = (0..whole.len()).filter(|&at| whole[at] == b'\n').collect();
    assert_eq!(ends.len(), 5);
    fs::create_dir(folder.path("torn")).expect("a folder");
    let journal = folder.path("torn/journal.jsonl");
    for (cut, garbage) in [
        // Inside the header, which is the first line.
        (10, ""),
        // After the header.
        (ends[0] + 1, ""),
        // Inside the line of a game.
        (ends[2] + 40, ""),
        // Before a line feed.
        (ends[3], ""),
        // After a complete line, and followed by garbage.
        (ends[3] + 1, "\0\0\n"),
    ] {
        let mut bytes = whole[..cut].to_vec();
        bytes.extend(garbage.as_bytes());
        fs::write(&journal, bytes).expect("a journal");
        let run = folder.run_ok(&["tournament", "event.toml", "--out", "torn", "--resume"]);
        let torn = whole[cut - 1] != b'\n' || !garbage.is_empty();
        assert_eq!(
            run.stderr.contains("incomplete"),
            torn,
            "{cut}: {}",
            run.stderr
        );
        assert_same(&folder, "whole", "torn");
    }
}

#[test]
fn a_torn_line_is_reported_before_its_game_is_played_again() {
    let folder = Folder::new();
    folder.write(
        "event.toml",
        "variants = [\"unplay\"]\nlimits = { nodes = 20 }\n\
         [[engine]]\nname = \"a\"\n[[engine]]\nname = \"b\"\n",
    );
    folder.run_ok(&["tournament", "event.toml"]);
    let journal = folder.path("event/journal.jsonl");
    let bytes = fs::read(&journal).expect("a journal");
    fs::write(&journal, &bytes[..bytes.len() - 5]).expect("a journal");
    let run = folder.run_ok(&["tournament", "event.toml", "--resume"]);
    let torn = run.stderr.find("incomplete").expect("a note");
    let progress = run.stderr.find(" games, ").expect("a line of progress");
    assert!(torn < progress, "{}", run.stderr);
}

#[test]
fn a_journal_that_is_refused_is_not_changed() {
    let folder = Folder::new();
    let config = "variants = [\"unplay\"]\nlimits = { nodes = 20 }\nformat = \"match\"\nrounds = 2\n\
                  [[engine]]\nname = \"a\"\n[[engine]]\nname = \"b\"\n";
    folder.write("event.toml", config);
    folder.run_ok(&["tournament", "event.toml"]);
    let journal = folder.path("event/journal.jsonl");
    let before = fs::read_to_string(&journal).expect("a journal");
    let refused = |arguments: &[&str], word: &str| {
        let bytes = fs::read(&journal).expect("a journal");
        let run = folder.run(arguments, "");
        assert_eq!(run.code, Some(1), "{arguments:?}: {}", run.stderr);
        assert!(fs::read(&journal).expect("a journal") == bytes, "{word}");
        assert!(run.stderr.contains(word), "{word}: {}", run.stderr);
        assert_eq!(run.stderr.trim_end().lines().count(), 1, "{}", run.stderr);
    };
    refused(&["tournament", "event.toml"], "--resume");
    folder.write("event.toml", &config.replace("nodes = 20", "nodes = 21"));
    refused(
        &["tournament", "event.toml", "--resume"],
        "other values of engines: it belongs to another event, or the configuration has changed",
    );
    folder.write("event.toml", config);
    // No game is missing, so none is played.
    folder.run_ok(&["tournament", "event.toml", "--resume", "--concurrency", "2"]);
    assert_eq!(fs::read_to_string(&journal).expect("a journal"), before);
    // The program refuses a journal that has a game twice, a file that is no journal, and a journal
    // with an invalid line in the middle.
    let lines: Vec<&str> = before.lines().collect();
    fs::write(&journal, format!("{before}{}\n", lines[2])).expect("a journal");
    refused(
        &["tournament", "event.toml", "--resume"],
        "more than once (lines",
    );
    fs::write(&journal, "somebody's notes\n").expect("a file");
    refused(&["tournament", "event.toml", "--resume"], "line 1");
    let broken = before.replacen(lines[2], "{\"game\":2}", 1);
    fs::write(&journal, broken).expect("a journal");
    refused(
        &["tournament", "event.toml", "--resume"],
        "journal.jsonl: line 3: ",
    );
}

/// Writes an event of four games. At each `go`, its engines append a line to the file `begun`, wait
/// until the file `go-on` exists, and play the first legal turn.
#[cfg(target_os = "linux")]
fn write_waiting_event(folder: &Folder) {
    folder.script(
        "waits",
        "#!/bin/sh\nwhile read -r line; do\ncase \"$line\" in\n\
         uci) echo 'id name Waits'; echo uciok;;\nisready) echo readyok;;\nquit) exit;;\n\
         go*) echo go >>begun; while [ ! -e go-on ]; do sleep 0.02; done\n\
         set -- ${line#*searchmoves }; echo \"bestmove $1\";;\nesac\ndone\n",
    );
    folder.write(
        "event.toml",
        "variants = [\"unplay\"]\nrounds = 2\nconcurrency = 1\n\
         adjudication = { ply-limit = 8 }\nlimits = { nodes = 5, stall = \"10m\" }\n\
         [[engine]]\nname = \"a\"\ncommand = \"./waits\"\nguided = true\n\
         [[engine]]\nname = \"b\"\ncommand = \"./waits\"\nguided = true\n",
    );
}

/// Starts the event of [`write_waiting_event`], and sends a signal when its first game is under
/// way. Returns when the event has reported that it stops.
#[cfg(target_os = "linux")]
fn start_and_stop(folder: &Folder, signal: Signal) -> Child {
    let mut command = folder.command(&["tournament", "event.toml", "--grace", "10m"]);
    let errors = fs::File::create(folder.path("errors")).expect("a file");
    let child = command.stdout(Stdio::null()).stderr(errors).spawn();
    let child = child.expect("the binary starts");
    wait_until(|| line_count(&folder.path("begun")) == 1);
    send(child.id() as i32, signal);
    wait_until(|| folder.read("errors").contains("no more games begin"));
    child
}

/// Asserts that a stopped event has played `played` of its four games, and that it can be resumed.
#[cfg(target_os = "linux")]
fn assert_stopped(folder: &Folder, mut event: Child, played: usize) {
    let status = event.wait().expect("it ends");
    let errors = folder.read("errors");
    assert_eq!(status.code(), Some(75), "{errors}");
    assert_eq!(games(&folder.path("event/journal.jsonl")).len(), played);
    let report = folder.report("event");
    assert_eq!(report["games"], played);
    assert_eq!(report["scheduled"], 4);
    folder.write("go-on", "");
    folder.run_ok(&["tournament", "event.toml", "--resume"]);
    folder.run_ok(&["tournament", "event.toml", "--out", "whole"]);
    assert_same(folder, "whole", "event");
}

#[cfg(target_os = "linux")]
#[test]
fn a_stopped_event_finishes_the_games_under_way_and_can_be_resumed() {
    for signal in [Signal::TERM, Signal::INT] {
        let folder = Folder::new();
        write_waiting_event(&folder);
        let event = start_and_stop(&folder, signal);
        folder.write("go-on", "");
        assert_stopped(&folder, event, 1);
    }
}

#[cfg(target_os = "linux")]
#[test]
fn a_second_signal_abandons_the_games() {
    let folder = Folder::new();
    write_waiting_event(&folder);
    let event = start_and_stop(&folder, Signal::TERM);
    // Signals within half a second of the first are ignored.
    thread::sleep(Duration::from_millis(600));
    send(event.id() as i32, Signal::TERM);
    assert_stopped(&folder, event, 0);
}

/// Waits until an event runs at least two engines. Returns the process ids of all its engines.
#[cfg(target_os = "linux")]
fn wait_for_engines(event: &Child) -> Vec<i32> {
    let manager = event.id() as i32;
    wait_until(|| engines(manager).len() >= 2);
    engines(manager)
}

/// The manager is the process that plays the event.
#[cfg(target_os = "linux")]
#[test]
fn a_signal_to_the_engines_and_the_manager_causes_no_fault() {
    let folder = Folder::new();
    folder.write("event.toml", &gauntlet(1, 200));
    folder.run_ok(&["tournament", "event.toml", "--out", "whole"]);
    let journal = folder.path("event/journal.jsonl");
    let arguments = ["tournament", "event.toml", "--out", "event", "--resume"];
    for (signal, manager_is_first) in [
        (Signal::TERM, true),
        (Signal::TERM, false),
        (Signal::INT, false),
        (Signal::KILL, false),
        (Signal::KILL, true),
    ] {
        let mut child = start(&folder, &arguments);
        wait_for_games(&mut child, &journal, 2);
        let mut targets = wait_for_engines(&child);
        let manager = child.id() as i32;
        targets.insert(if manager_is_first { 0 } else { targets.len() }, manager);
        for target in targets {
            send(target, signal);
        }
        let code = child.wait().expect("it ends").code();
        assert!(
            code == Some(75) || signal == Signal::KILL,
            "{signal:?}: {code:?}"
        );
        for game in games(&journal).values() {
            assert!(game.get("fault").is_none(), "{signal:?}: {game}");
        }
    }
    folder.run_ok(&arguments);
    assert_same(&folder, "whole", "event");
}

#[cfg(target_os = "linux")]
#[test]
fn engines_and_their_child_processes_end_when_the_manager_is_killed() {
    let folder = Folder::new();
    // The engine and its child process ignore SIGTERM, SIGINT, SIGHUP and the end of the input.
    folder.script(
        "clings",
        "#!/bin/sh\ntrap '' TERM INT HUP\nsleep 10000 & echo $! >>sleepers\n\
         echo 'id name Clings'; echo uciok\nwhile :; do sleep 1; done\n",
    );
    folder.write(
        "event.toml",
        "variants = [\"unplay\"]\nlimits = { nodes = 5, start = \"10m\" }\n\
         [[engine]]\nname = \"a\"\ncommand = \"./clings\"\n\
         [[engine]]\nname = \"b\"\ncommand = \"./clings\"\n",
    );
    let mut child = start(&folder, &["tournament", "event.toml"]);
    let manager = child.id() as i32;
    let sleepers = || -> Vec<i32> {
        let text = fs::read_to_string(folder.path("sleepers")).unwrap_or_default();
        text.lines().filter_map(|line| line.parse().ok()).collect()
    };
    wait_until(|| sleepers().len() == 1 && engines(manager).len() == 1);
    let mut all = engines(manager);
    all.extend(sleepers());
    assert!(all.iter().all(|&process| runs(process)));
    child.kill().expect("it can be killed");
    child.wait().expect("it ends");
    wait_until(|| !all.iter().any(|&process| runs(process)));
}

/// The manager is stopped and continued, as by Ctrl-Z and `fg`. The engines are not stopped.
#[cfg(target_os = "linux")]
#[test]
fn no_engine_is_blamed_when_the_manager_was_stopped_for_a_while() {
    let folder = Folder::new();
    write_slow_event(&folder);
    let mut command = folder.command(&["tournament", "event.toml"]);
    command.stdout(Stdio::null());
    let child = command.spawn().expect("the binary starts");
    let manager = child.id() as i32;
    // The program starts each engine once to check it, and then creates the journal. The test stops
    // the manager only after this check.
    wait_until(|| folder.path("event/journal.jsonl").exists());
    wait_until(|| engines(manager).len() >= 2);
    thread::sleep(Duration::from_secs(1));
    send(manager, Signal::STOP);
    thread::sleep(Duration::from_secs(6));
    send(manager, Signal::CONT);
    let run = crate::common::program::finish(child, "");
    assert_eq!(run.code, Some(0), "{}", run.stderr);
    for game in games(&folder.path("event/journal.jsonl")).values() {
        assert!(game.get("fault").is_none(), "{game}");
    }
    let note = "was played again, because this program was suspended during the game";
    assert!(run.stderr.contains(note), "{}", run.stderr);
}

#[test]
fn two_programs_cannot_write_the_same_journal() {
    let folder = Folder::new();
    folder.write("event.toml", &gauntlet(20, 200));
    let journal = folder.path("event/journal.jsonl");
    let arguments = ["tournament", "event.toml", "--resume"];
    let mut child = start(&folder, &arguments);
    wait_for_games(&mut child, &journal, 1);
    let run = folder.run(&arguments, "");
    assert_eq!(run.code, Some(1));
    assert!(
        run.stderr.contains("another program is writing it"),
        "{}",
        run.stderr
    );
    child.kill().expect("it can be killed");
    child.wait().expect("it ends");
}

/// The test replaces the journal by a copy, as an editor does, or removes the journal.
#[cfg(target_os = "linux")]
#[test]
fn an_event_whose_journal_is_replaced_or_removed_stops_and_can_be_resumed() {
    let replace: fn(&Path) = |journal| {
        let copy = journal.with_extension("copy");
        fs::copy(journal, &copy).expect("copied");
        fs::rename(copy, journal).expect("renamed");
    };
    let remove: fn(&Path) = |journal| fs::remove_file(journal).expect("removed");
    for change in [replace, remove] {
        let folder = Folder::new();
        write_waiting_event(&folder);
        let child = folder.command(&["tournament", "event.toml"]).spawn();
        let child = child.expect("the binary starts");
        wait_until(|| line_count(&folder.path("begun")) == 1);
        change(&folder.path("event/journal.jsonl"));
        folder.write("go-on", "");
        let run = crate::common::program::finish(child, "");
        assert_eq!(run.code, Some(1), "{}", run.stderr);
        let words = "event/journal.jsonl: another program has replaced or removed this file";
        assert!(run.stderr.contains(words), "{}", run.stderr);
        folder.run_ok(&["tournament", "event.toml", "--resume"]);
        folder.run_ok(&["tournament", "event.toml", "--out", "whole"]);
        assert_same(&folder, "whole", "event");
    }
}
