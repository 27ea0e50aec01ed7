//! The processes of an event, as Linux lists them. The manager is the process that plays the event.
//! The engines are its children.
#![cfg(target_os = "linux")]

use std::fs;
use std::thread::sleep;
use std::time::Duration;

use rustix::process::{Pid, Signal, kill_process};
use serde_json::Value;

use crate::common::program::{Folder, Run};

/// The state letter and the parent of a process; `None` if it has ended.
fn status(process: i32) -> Option<(char, i32)> {
    let text = fs::read_to_string(format!("/proc/{process}/stat")).ok()?;
    // The text is `ID (NAME) STATE PARENT ...`. The name may contain spaces.
    let (_, rest) = text.rsplit_once(") ")?;
    let mut words = rest.split(' ');
    let state = words.next()?.chars().next()?;
    Some((state, words.next()?.parse().ok()?))
}

/// Whether a process exists and is not a zombie.
pub(crate) fn runs(process: i32) -> bool {
    status(process).is_some_and(|(state, _)| state != 'Z')
}

/// The children of a process.
pub(crate) fn children(process: i32) -> Vec<i32> {
    let all = fs::read_dir("/proc").expect("processes");
    let all = all.filter_map(|entry| entry.ok()?.file_name().to_str()?.parse().ok());
    all.filter(|&child| status(child).is_some_and(|(_, parent)| parent == process))
        .collect()
}

/// The command line of a process, with spaces between its words.
pub(crate) fn command(process: i32) -> String {
    let bytes = fs::read(format!("/proc/{process}/cmdline")).unwrap_or_default();
    String::from_utf8_lossy(&bytes).replace('\0', " ")
}

/// The engines that a manager has started. Children that run `engine-guard` are left out. One of
/// them is the sweeper, which kills the engines when the manager ends. The others are guards: each
/// of them will replace itself by an engine.
pub(crate) fn engines(manager: i32) -> Vec<i32> {
    let mut engines = children(manager);
    engines.retain(|&child| !command(child).contains("engine-guard"));
    engines
}

/// Sends a signal. It is no error if the process has ended.
pub(crate) fn send(process: i32, signal: Signal) {
    let _ = kill_process(Pid::from_raw(process).expect("a process"), signal);
}

/// Waits until `holds` returns true. The test hangs if that never happens.
pub(crate) fn wait_until(mut holds: impl FnMut() -> bool) {
    while !holds() {
        sleep(Duration::from_millis(5));
    }
}

#[test]
fn reviver_as_the_first_word_of_a_command_is_this_program() {
    let folder = Folder::new();
    folder.write(
        "event.toml",
        "variants = \"unplay\"\nlimits = { nodes = 5 }\nadjudication = { plies = 2 }\n\
         [[engine]]\nname = \"a\"\ncommand = \"reviver uci\"\n\
         [[engine]]\nname = \"b\"\ncommand = [\"reviver\"]\n",
    );
    let mut command = folder.command(&["tournament", "event.toml", "--out", "event"]);
    // `PATH` names only the folder of the test, which has no program.
    let run = Run::of(
        command
            .env("PATH", folder.path(""))
            .output()
            .expect("a run"),
    );
    assert_eq!(run.code, Some(0), "{}", run.stderr);
    assert!(run.stdout.contains("2 of 2 games"), "{}", run.stdout);
    assert_eq!(folder.report("event")["faults"], Value::Array(Vec::new()));
}

/// Writes `event.toml`, an event of two engines. Each engine adds a line to the file `begun` when a
/// game begins. On each `go`, it waits 0.4 seconds, and then plays the first legal turn.
pub(crate) fn write_slow_event(folder: &Folder) {
    folder.script(
        "slow",
        "#!/bin/sh\nwhile read -r line; do\ncase \"$line\" in\n\
         uci) echo 'id name Slow'; echo uciok;;\nisready) echo readyok;;\nquit) exit;;\n\
         ucinewgame) echo game >>begun;;\n\
         go*) sleep 0.4; set -- ${line#*searchmoves }; echo \"bestmove $1\";;\nesac\ndone\n",
    );
    folder.write(
        "event.toml",
        "variants = [\"unplay\"]\nconcurrency = 1\nadjudication = { plies = 8 }\n\
         limits = { movetime = \"4s\" }\n\
         [[engine]]\nname = \"a\"\ncommand = \"./slow\"\nguided = true\n\
         [[engine]]\nname = \"b\"\ncommand = \"./slow\"\nguided = true\n",
    );
}
