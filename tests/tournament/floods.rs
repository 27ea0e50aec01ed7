//! Engines that send too much, or characters that must not be shown: memory and time stay bounded,
//! and the output is clean.
#![cfg(unix)]

use serde_json::Value;

use crate::common::program::{Folder, PROGRAM};
use crate::event::games;
use crate::faults::mock;

/// Sets up a match between this program and a script, with at most two seconds for a turn.
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

fn faults(folder: &Folder) -> Vec<Value> {
    let games = games(&folder.path("event/journal.jsonl"));
    games.values().map(|game| game["fault"].clone()).collect()
}

/// Plays the event, and returns the peak memory of the manager in kibibytes.
#[cfg(target_os = "linux")]
fn most_memory(folder: &Folder) -> u64 {
    use std::process::Stdio;
    let mut command = folder.command(&["tournament", "event.toml"]);
    command
        .stdin(Stdio::null())
        .stdout(Stdio::null())
        .stderr(Stdio::null());
    let mut event = command.spawn().expect("the program starts");
    let status = format!("/proc/{}/status", event.id());
    let mut most = 0;
    while event.try_wait().expect("a child").is_none() {
        let text = std::fs::read_to_string(&status).unwrap_or_default();
        let peak = text.lines().find_map(|line| line.strip_prefix("VmHWM:"));
        let peak = peak.and_then(|peak| peak.trim().split(' ').next()?.parse().ok());
        most = most.max(peak.unwrap_or_default());
        std::thread::sleep(std::time::Duration::from_millis(5));
    }
    most
}

#[cfg(target_os = "linux")]
#[test]
fn no_flood_takes_more_than_a_little_memory() {
    // In kibibytes: 4096 for each of the two engines, and as much again as a margin.
    const BOUND: u64 = 4 * 4096;
    let quiet = Folder::new();
    event(&quiet, "quiet", &mock("echo bestmove a1a8"));
    let usual = most_memory(&quiet);
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
        let most = most_memory(&folder);
        assert!(
            most < usual + BOUND,
            "{name}: {most} KiB, and usually {usual} KiB"
        );
        for fault in faults(&folder) {
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
fn an_engine_that_never_pauses_between_questions_is_asked_nevertheless() {
    let folder = Folder::new();
    // The engine floods while its opponent thinks, and answers at once when it is asked.
    let script = format!("#!/bin/sh\nyes info string idle & yes=$!\n'{PROGRAM}' uci\nkill $yes\n");
    event(&folder, "restless", &script);
    folder.run_ok(&["tournament", "event.toml"]);
    // The engine plays correctly, or it loses because it has sent too much. It never delays the
    // event.
    for fault in faults(&folder) {
        assert!(fault.is_null() || fault["kind"] == "malformed", "{fault}");
    }
}

/// Puts escape sequences, marks of writing direction and other invisible characters into its texts.
/// `$1` is where they cause a fault: in the turn of `bestmove` (`move`), in an unknown line (`line`), in
/// an unknown line without an end (`part`) or in the result (`result`).
const DECEIVER: &str = r#"#!/bin/sh
esc=$(printf '\033[31m\302\233\342\200\256\342\201\246\007\r\342\200\213')
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

/// Whether a text has a character that a terminal or a browser does not show as it is.
fn deceives(text: &str) -> bool {
    text.chars().any(|letter| {
        (letter.is_control() && letter != '\n')
            || matches!(letter, '\u{200b}'..='\u{200f}' | '\u{202a}'..='\u{202e}' | '\u{2066}'..='\u{2069}')
    })
}

#[test]
fn invisible_characters_reach_no_file_and_no_terminal() {
    for (place, kind) in [
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
                 [[engine]]\nname = \"deceiver\"\ncommand = [\"./deceiver\", \"{place}\"]\n"
            ),
        );
        let run = folder.run_ok(&["tournament", "event.toml"]);
        for text in [&run.stdout, &run.stderr] {
            assert!(!deceives(text), "{place}: {text:?}");
        }
        for fault in faults(&folder) {
            assert_eq!(fault["kind"], kind, "{fault}");
            let detail = fault["detail"].as_str().expect("a text");
            assert!(
                !deceives(detail) && detail.contains("\\u{1b}[31m"),
                "{detail:?}"
            );
            let file = fault["file"].as_str().expect("a file");
            let text = folder.read(&format!("event/{file}"));
            assert!(!deceives(&text), "{place}: {text:?}");
            assert!(text.contains("\n! error \\u{1b}[31m"), "{text}");
        }
        for name in ["journal.jsonl", "games.pgn", "report.json", "report.html"] {
            let text = folder.read(&format!("event/{name}"));
            assert!(!deceives(&text), "{place}: {name}");
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
                place,
            ],
            "",
        );
        assert!(!deceives(&check.stdout), "{place}: {:?}", check.stdout);
    }
}
