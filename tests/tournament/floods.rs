//! Engines that send too much text, or characters that must not be shown. Memory and time stay
//! bounded, and no such character is shown.
#![cfg(unix)]

use serde_json::Value;

use crate::common::program::{Folder, PROGRAM};
use crate::event::{REPRODUCED, games};
use crate::faults::mock;

/// Writes the files of a match between this program and an engine that is a shell script. The
/// engine must answer within two seconds.
fn event(folder: &Folder, engine: &str, script: &str) {
    folder.script(engine, script);
    folder.write(
        "event.toml",
        &format!(
            "format = \"match\"\nvariants = [\"ssehc\"]\nconcurrency = 1\nopenings = {{ source = \"start\" }}\n\
             limits = {{ nodes = 20, stall = \"2s\", start = \"2s\" }}\noptions = {{ }}\n\
             [[engine]]\nname = \"sound\"\nlimits = {{ nodes = 20, stall = \"10m\", start = \"10m\" }}\n\
             [[engine]]\nname = \"{engine}\"\ncommand = \"./{engine}\"\n"
        ),
    );
}

/// The fault of each game; null if the game has none.
fn faults(folder: &Folder) -> Vec<Value> {
    let games = games(&folder.path("event/journal.jsonl"));
    games.values().map(|game| game["fault"].clone()).collect()
}

/// Plays the event, and returns the peak memory of the manager in KiB. The manager is the process
/// that plays the event.
#[cfg(target_os = "linux")]
fn peak_memory(folder: &Folder) -> u64 {
    use std::process::Stdio;
    let mut command = folder.command(&["tournament", "event.toml"]);
    command
        .stdin(Stdio::null())
        .stdout(Stdio::null())
        .stderr(Stdio::null());
    let mut event = command.spawn().expect("the program starts");
    let status = format!("/proc/{}/status", event.id());
    let mut highest = 0;
    let ended = loop {
        if let Some(ended) = event.try_wait().expect("a child") {
            break ended;
        }
        let text = std::fs::read_to_string(&status).unwrap_or_default();
        let peak = text.lines().find_map(|line| line.strip_prefix("VmHWM:"));
        let peak = peak.and_then(|peak| peak.trim().split(' ').next()?.parse().ok());
        highest = highest.max(peak.unwrap_or_default());
        std::thread::sleep(std::time::Duration::from_millis(5));
    };
    assert!(ended.success(), "{ended}");
    assert!(highest > 0, "{status} was not read");
    highest
}

#[cfg(target_os = "linux")]
#[test]
fn a_flood_takes_little_memory_and_little_space_on_disk() {
    // With a flood, the manager may use this many KiB more than without one. It should need at most
    // 4096 KiB more for each of the two engines. The test allows twice as much, so that it does not
    // fail by chance.
    const MAX_EXTRA: u64 = 4 * 4096;
    let quiet = Folder::new();
    event(&quiet, "quiet", &mock("echo bestmove a1a8"));
    let without_flood = peak_memory(&quiet);
    let long = "head -c 100000 /dev/zero | tr '\\0'";
    for (name, behaviour) in [
        (
            "long-lines",
            format!("line=$({long} x); while :; do echo \"info string $line\"; done"),
        ),
        (
            "long-words",
            format!("line=$({long} x | sed 's/../x /g'); while :; do echo \"info pv $line\"; done"),
        ),
        (
            "escapes",
            format!("line=$({long} '\\1'); while :; do echo \"$line\"; done"),
        ),
        ("short-lines", "yes ''".to_owned()),
        ("endless", "tr '\\0' x </dev/zero".to_owned()),
        ("errors", "yes >&2".to_owned()),
    ] {
        let folder = Folder::new();
        event(&folder, name, &mock(&behaviour));
        let peak = peak_memory(&folder);
        assert!(
            peak < without_flood + MAX_EXTRA,
            "{name}: {peak} KiB, and {without_flood} KiB without a flood"
        );
        let faults = faults(&folder);
        assert!(!faults.is_empty(), "{name}");
        for fault in faults {
            assert_eq!(fault["engine"], name, "{fault}");
            let file = fault["file"].as_str().expect("a file");
            let size = folder.bytes(&format!("event/{file}")).len();
            assert!(size < 150_000, "{name}: {size} bytes");
            let detail = fault["detail"].as_str().expect("a text");
            assert!(detail.len() < 1000, "{detail}");
        }
        let journal = folder.bytes("event/journal.jsonl").len();
        assert!(journal < 20_000, "{name}: a journal of {journal} bytes");
    }
}

#[test]
fn an_engine_that_writes_without_pause_does_not_delay_the_event() {
    let folder = Folder::new();
    // The engine writes lines without pause, also while its opponent thinks. It answers every
    // command at once.
    let script = format!("#!/bin/sh\nyes info string idle & yes=$!\n'{PROGRAM}' uci\nkill $yes\n");
    event(&folder, "restless", &script);
    folder.run_ok(&["tournament", "event.toml"]);
    // The engine plays without fault, or it loses because it has sent too much.
    for fault in faults(&folder) {
        assert!(fault.is_null() || fault["kind"] == "malformed", "{fault}");
    }
}

/// An engine that puts escape sequences, direction marks and other invisible characters into its
/// texts. Its argument says which of these texts is its first fault: the turn of `bestmove`
/// (`move`), an unknown line (`line`), an unknown line without a line feed (`part`), or the result
/// of the game in the answer to `state` (`result`).
const DECEIVER: &str = r#"#!/bin/sh
esc=$(printf '\033[31m\302\233\342\200\256\342\201\246\007\r\342\200\213\357\273\277')
printf '%s\n' "error $esc" >&2
reviver uci | while read -r line; do
  case "$line" in
    'id name'*) printf '%s\n' "id name Reviver$esc" "option name A$esc type string default $esc";;
    bestmove*) case "$1" in
      move) printf '%s\n' "bestmove a1a8$esc";;
      line) printf '%s\n' "$esc said";;
      part) printf '%s' "$esc said";;
      *) printf '%s\n' "info string $esc" "info depth 1 score cp 1 pv $esc" "$line";;
    esac;;
    '{"variant"'*) echo '{"result":"\u001b[31m\u202e\u0007"}';;
    *) printf '%s\n' "$line";;
  esac
done
"#;

/// Whether a text has a zero-width character, a direction mark, or a control character. A line feed
/// does not count.
fn has_invisible_characters(text: &str) -> bool {
    text.chars().any(|letter| {
        (letter.is_control() && letter != '\n')
            || matches!(letter, '\u{ad}' | '\u{200b}'..='\u{200f}' | '\u{202a}'..='\u{202e}')
            || matches!(letter, '\u{2060}'..='\u{2069}' | '\u{feff}')
    })
}

#[test]
fn invisible_characters_reach_no_file_and_no_terminal() {
    for (faulty_text, kind) in [
        ("move", "malformed"),
        ("line", "malformed"),
        ("part", "malformed"),
        ("result", "disagreement"),
    ] {
        let folder = Folder::new();
        folder.script(
            "deceiver",
            &DECEIVER.replace("reviver uci", &format!("'{PROGRAM}' uci")),
        );
        folder.write(
            "event.toml",
            &format!(
                "format = \"match\"\nvariants = [\"unplay\"]\nopenings = {{ source = \"start\" }}\n\
                 limits = {{ nodes = 20, stall = \"2s\", start = \"1m\" }}\n\
                 [[engine]]\nname = \"sound\"\nlimits = {{ nodes = 20, stall = \"10m\", start = \"10m\" }}\n\
                 [[engine]]\nname = \"deceiver\"\ncommand = [\"./deceiver\", \"{faulty_text}\"]\n"
            ),
        );
        let run = folder.run_ok(&["tournament", "event.toml"]);
        for text in [&run.stdout, &run.stderr] {
            assert!(!has_invisible_characters(text), "{faulty_text}: {text:?}");
        }
        for fault in faults(&folder) {
            assert_eq!(fault["kind"], kind, "{fault}");
            let detail = fault["detail"].as_str().expect("a text");
            assert!(
                !has_invisible_characters(detail) && detail.contains("\\u{1b}[31m"),
                "{detail:?}"
            );
            let file = fault["file"].as_str().expect("a file");
            let text = folder.read(&format!("event/{file}"));
            assert!(!has_invisible_characters(&text), "{faulty_text}: {text:?}");
            assert!(text.contains("\n! error \\u{1b}[31m"), "{text}");
        }
        for name in REPRODUCED.iter().chain(&["journal.jsonl"]) {
            let text = folder.read(&format!("event/{name}"));
            assert!(!has_invisible_characters(&text), "{faulty_text}: {name}");
        }
        let path = folder.path("deceiver").display().to_string();
        let check = folder.run(
            &[
                "check",
                "--variant",
                "unplay",
                "--patience",
                "1s",
                "--lines",
                &path,
                faulty_text,
            ],
            "",
        );
        for text in [&check.stdout, &check.stderr] {
            assert!(!has_invisible_characters(text), "{faulty_text}: {text:?}");
        }
        let shown = check.stdout.contains("\\u{1b}[31m");
        assert!(shown, "{faulty_text}: {}", check.stdout);
    }
}
