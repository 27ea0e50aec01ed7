//! What interrupted runs leave behind.
#![cfg(unix)]

use std::fs;

use crate::common::program::{Folder, start};
use crate::event::line_count;
use crate::faults::mock;

#[test]
fn an_interrupted_merge_can_be_repeated() {
    let folder = Folder::new();
    folder.script("broken", &mock("exit 3"));
    folder.write(
        "event.toml",
        "variants = [\"unplay\"]\nlimits = { nodes = 50 }\n[[engine]]\nname = \"sound\"\n\
         [[engine]]\nname = \"broken\"\ncommand = \"./broken\"\n",
    );
    folder.run_ok(&["tournament", "event.toml", "--out", "whole"]);
    let arguments = [
        "tournament",
        "merge",
        "whole/journal.jsonl",
        "--out",
        "merged",
    ];
    folder.run_ok(&arguments);
    let journal = folder.read("merged/journal.jsonl");
    // Deletes all files in `merged`, but not the folder `merged/faults`. A merge copies the files of
    // `faults` first, then it writes the journal, then the reports. So `merged` is then as if the
    // merge had been interrupted before it wrote the journal.
    let interrupt = || {
        for entry in fs::read_dir(folder.path("merged")).expect("a folder") {
            let path = entry.expect("an entry").path();
            if path.is_file() {
                fs::remove_file(path).expect("a file");
            }
        }
    };
    interrupt();
    folder.run_ok(&arguments);
    assert_eq!(folder.read("merged/journal.jsonl"), journal);
    interrupt();
    folder.write("merged/faults/game-000001-crash.txt", "of another event");
    let refused = folder.run(&arguments, "");
    let words = "merged/faults exists already; choose another folder with --out";
    assert!(refused.stderr.contains(words), "{}", refused.stderr);
}

#[test]
fn a_match_that_is_killed_leaves_only_its_journal() {
    let folder = Folder::new();
    let arguments = [
        "match", "unplay", "--games", "2000", "--nodes", "300", "--out", "m",
    ];
    let mut child = start(&mut folder.command(&arguments));
    let journal = folder.path("m/journal.jsonl");
    while line_count(&journal) < 5 {
        let ended = child.try_wait().expect("a process");
        assert!(ended.is_none(), "the match ended before it was killed");
        std::thread::sleep(std::time::Duration::from_millis(20));
    }
    child.kill().expect("it runs");
    child.wait().expect("it ends");
    let names = fs::read_dir(folder.path("m")).expect("a folder");
    let names: Vec<_> = names
        .map(|entry| entry.expect("an entry").file_name())
        .collect();
    assert_eq!(names, ["journal.jsonl"]);
}

/// The manager is the process that plays the event. During a game, the manager is asked to stop,
/// then suspended, then continued. A game during which the manager was suspended is played again,
/// but not after a request to stop.
#[cfg(target_os = "linux")]
#[test]
fn a_suspended_game_is_not_begun_again_after_a_request_to_stop() {
    use std::process::Stdio;
    use std::thread;
    use std::time::Duration;

    use rustix::process::Signal;

    use crate::common::program::finish;
    use crate::event::games;
    use crate::processes::{engines, send, wait_until, write_slow_event};

    let folder = Folder::new();
    write_slow_event(&folder);
    let mut command = folder.command(&["tournament", "event.toml", "--grace", "10m"]);
    let child = command.stdout(Stdio::null()).spawn().expect("it starts");
    let manager = child.id() as i32;
    wait_until(|| folder.path("event/journal.jsonl").exists());
    wait_until(|| engines(manager).len() >= 2);
    thread::sleep(Duration::from_millis(700));
    send(manager, Signal::INT);
    thread::sleep(Duration::from_millis(500));
    send(manager, Signal::STOP);
    thread::sleep(Duration::from_secs(6));
    send(manager, Signal::CONT);
    let run = finish(child, "");
    assert_eq!(run.code, Some(75), "{}", run.stderr);
    assert!(games(&folder.path("event/journal.jsonl")).is_empty());
    // Each engine began one game.
    assert_eq!(folder.read("begun"), "game\ngame\n");
}
