//! Shortages of open files, threads or memory, and engines whose program is missing for a moment.
//! Each of these stops an event. No engine is blamed, and `--resume` plays the remaining games.
//! The solver does not stop: it goes on with fewer threads.
#![cfg(unix)]

use std::process::{Command, Stdio};

use reviver::engine::EngineError;
use reviver::protocol::shortage::GO_REFUSED;

use crate::common::program::{Folder, PROGRAM, Run};
use crate::event::{assert_same, games, gauntlet};

/// Runs a shell command that sets a limit, and then the program with this limit.
fn run_after(folder: &Folder, command: &str, arguments: &[&str]) -> Run {
    let output = Command::new("sh")
        .args(["-c", &format!("{command}; exec \"$@\""), "sh", PROGRAM])
        .args(arguments)
        .current_dir(folder.path("."))
        .stdin(Stdio::null())
        .output();
    Run::of(output.expect("a shell"))
}

#[test]
fn an_event_that_cannot_open_enough_files_stops_before_the_first_game() {
    let folder = Folder::new();
    folder.write("event.toml", &gauntlet(1, 20));
    let arguments = ["tournament", "event.toml", "--concurrency", "12"];
    let run = run_after(&folder, "ulimit -n 64", &arguments);
    assert_eq!(run.code, Some(75), "{}", run.stderr);
    let errors = run
        .stderr
        .lines()
        .filter(|line| line.starts_with("reviver: "));
    assert_eq!(errors.count(), 1, "{}", run.stderr);
    for word in ["12 games", "--concurrency", "ulimit -n", "--resume"] {
        assert!(run.stderr.contains(word), "{word}: {}", run.stderr);
    }
    assert!(!folder.path("event/journal.jsonl").exists());
}

#[test]
fn a_low_soft_limit_of_open_files_is_raised() {
    let folder = Folder::new();
    folder.write("event.toml", &gauntlet(1, 20));
    let arguments = ["tournament", "event.toml", "--concurrency", "12"];
    let run = run_after(&folder, "ulimit -S -n 64", &arguments);
    assert_eq!(run.code, Some(0), "{}", run.stderr);
    for game in games(&folder.path("event/journal.jsonl")).values() {
        assert!(game.get("fault").is_none(), "{game}");
    }
}

/// An engine that runs the shell command `action` once, when it begins its second game.
fn saboteur(action: &str) -> String {
    format!(
        "#!/bin/sh\ngames=0\nwhile read -r line; do\n\
         case \"$line\" in ucinewgame) games=$((games + 1))\n\
         if [ $games = 2 ] && [ ! -e done ]; then touch done; {action}; fi;; esac\n\
         printf '%s\\n' \"$line\"\ndone | '{PROGRAM}' uci\n"
    )
}

#[test]
fn an_engine_whose_file_is_missing_for_a_moment_loses_no_game() {
    let victim = format!("#!/bin/sh\nexec '{PROGRAM}' uci\n");
    for (action, words) in [
        ("mv victim hidden", "No such file"),
        ("chmod -x victim", "Permission denied"),
    ] {
        let folder = Folder::new();
        folder.script("victim", &victim);
        folder.script("saboteur", &saboteur(action));
        // The saboteur and `other` play games 1 and 2. So the saboteur acts before the program
        // starts the victim for game 3.
        folder.write(
            "event.toml",
            "format = \"round-robin\"\nvariants = [\"unplay\"]\nrounds = 2\nconcurrency = 1\n\
             limits = { nodes = 20 }\noptions = { Hash = 1 }\n\
             [[engine]]\nname = \"saboteur\"\ncommand = \"./saboteur\"\n\
             [[engine]]\nname = \"other\"\n\
             [[engine]]\nname = \"victim\"\ncommand = \"./victim\"\n",
        );
        let arguments = ["tournament", "event.toml", "--resume"];
        let stopped = folder.run(&arguments, "");
        assert_eq!(stopped.code, Some(75), "{}", stopped.stderr);
        let line = stopped.stderr.lines().last().unwrap_or_default();
        for part in [
            "engine victim: ./victim cannot be started",
            words,
            "--resume",
        ] {
            assert!(line.contains(part), "{part}: {line}");
        }
        let journal = folder.path("event/journal.jsonl");
        assert!(games(&journal).len() < 12);
        assert!(
            games(&journal)
                .values()
                .all(|game| game.get("fault").is_none())
        );
        // The next run finds at once that the victim cannot be started, and plays no game.
        let missing = folder.run(&arguments, "");
        assert_eq!(missing.code, Some(2), "{}", missing.stderr);
        folder.script("victim", &victim);
        let run = folder.run_ok(&arguments);
        assert!(run.stdout.contains("12 of 12 games"), "{}", run.stdout);
        folder.run_ok(&["tournament", "event.toml", "--out", "whole"]);
        assert_same(&folder, "event", "whole");
    }
}

/// An engine that plays the first legal turn. If the file `short` exists, it runs the shell command
/// `action` before it answers its third `go`.
fn acts_at_third_go(action: &str) -> String {
    format!(
        "#!/bin/sh\nturns=0\nwhile read -r line; do\ncase \"$line\" in\n\
         uci) echo 'id name Short'; echo uciok;;\nisready) echo readyok;;\nquit) exit;;\n\
         go*) turns=$((turns + 1))\n\
         if [ $turns = 3 ] && [ -e short ]; then {action}; fi\n\
         set -- ${{line#*searchmoves }}; echo \"bestmove $1\";;\nesac\ndone\n"
    )
}

#[test]
fn an_engine_that_lacks_memory_or_threads_loses_no_game() {
    // The literal line, because the engine may be another version of Reviver.
    let refusal = "go: the engine cannot start a thread: too many";
    let no_thread = EngineError::NoThread("too many".to_owned());
    assert_eq!(refusal, format!("{GO_REFUSED}{no_thread}"));
    for (action, words) in [
        (
            "echo 'reviver: a thread cannot be started: too many' >&2; exit 75",
            "engine short: reviver: a thread cannot be started: too many",
        ),
        (
            "echo 'memory allocation of 512 bytes failed' >&2; \
             echo 'note: run with RUST_BACKTRACE=1 to display a backtrace' >&2; exit 134",
            "engine short: memory allocation of 512 bytes failed",
        ),
        (
            "echo \"terminate called after throwing an instance of 'std::bad_alloc'\" >&2; exit 134",
            "engine short: terminate called after throwing an instance of",
        ),
        (
            "echo 'Traceback (most recent call last):' >&2; echo MemoryError >&2; exit 1",
            "engine short: MemoryError",
        ),
        (
            &*format!("echo 'info string error: {refusal}'; continue"),
            &*format!("engine short: {refusal}"),
        ),
    ] {
        let folder = Folder::new();
        folder.script("short.sh", &acts_at_third_go(action));
        folder.write("short", "");
        folder.write(
            "event.toml",
            "variants = [\"unplay\"]\nrounds = 2\nconcurrency = 1\nadjudication = { plies = 8 }\n\
             limits = { nodes = 20 }\n\
             [[engine]]\nname = \"other\"\n\
             [[engine]]\nname = \"short\"\ncommand = \"./short.sh\"\nguided = true\n",
        );
        let arguments = ["tournament", "event.toml", "--resume"];
        let stopped = folder.run(&arguments, "");
        assert_eq!(stopped.code, Some(75), "{words}: {}", stopped.stderr);
        let line = stopped.stderr.lines().last().unwrap_or_default();
        assert!(line.contains(words) && line.contains("--resume"), "{line}");
        std::fs::remove_file(folder.path("short")).expect("a file");
        folder.run_ok(&arguments);
        let games = games(&folder.path("event/journal.jsonl"));
        assert_eq!(games.len(), 4);
        assert!(games.values().all(|game| game.get("fault").is_none()));
    }
}

#[test]
fn an_engine_that_refuses_go_is_at_fault_at_once() {
    let refusal = "echo 'info string error: go: not today'; continue";
    // In the second case, the engine waits for `stop`, and then refuses `go`.
    let late_refusal = format!("read -r line; {refusal}");
    for (action, limits) in [
        (refusal, "nodes = 20"),
        (&*late_refusal, "movetime = \"100ms\", margin = \"1s\""),
    ] {
        let folder = Folder::new();
        folder.script("short.sh", &acts_at_third_go(action));
        folder.write("short", "");
        folder.write(
            "event.toml",
            &format!(
                "variants = [\"unplay\"]\nrounds = 3\nconcurrency = 1\n\
                 [[engine]]\nname = \"a\"\nlimits = {{ nodes = 20 }}\n\
                 [[engine]]\nname = \"b\"\ncommand = \"./short.sh\"\nguided = true\n\
                 limits = {{ {limits}, stall = \"10m\" }}\n"
            ),
        );
        folder.run_ok(&["tournament", "event.toml"]);
        let games = games(&folder.path("event/journal.jsonl"));
        let mut at_fault = games.values().filter(|game| game.get("fault").is_some());
        let first = at_fault.next().expect("the third go is refused");
        for game in at_fault.chain([first]) {
            assert_eq!(game["fault"]["kind"], "malformed", "{game}");
            let detail = &game["fault"]["detail"];
            assert_eq!(detail, "it refuses go: 'go: not today'", "{game}");
        }
    }
}

/// With too little memory, `reviver uci` must not exit with code 1. This code would mean that input
/// or output failed. An event with too little memory records no fault of an engine.
#[cfg(target_os = "linux")]
#[test]
fn a_lack_of_memory_is_no_fault_of_an_engine() {
    let folder = Folder::new();
    let mut without_thread = 0;
    for kibibytes in (30_000..240_000).step_by(15_000) {
        let limit = format!("ulimit -v {kibibytes}");
        let run = run_after(&folder, &limit, &["uci"]);
        assert!(run.code != Some(1), "{kibibytes}: {}", run.stderr);
        if run.code == Some(75) {
            let words = "a thread cannot be started: ";
            assert!(run.stderr.contains(words), "{kibibytes}: {}", run.stderr);
            without_thread += 1;
        }
    }
    assert!(without_thread > 0);
    folder.write(
        "event.toml",
        "variants = [\"unplay\"]\nlimits = { nodes = 20 }\nadjudication = { plies = 4 }\n\
         [[engine]]\nname = \"a\"\n[[engine]]\nname = \"b\"\n",
    );
    let mut with_games = 0;
    for kibibytes in (60_000..240_000).step_by(30_000) {
        let limit = format!("ulimit -v {kibibytes}");
        let out = format!("o{kibibytes}");
        let run = run_after(
            &folder,
            &limit,
            &["tournament", "event.toml", "--out", &out],
        );
        let journal = folder.path(&format!("{out}/journal.jsonl"));
        let Ok(text) = std::fs::read_to_string(&journal) else {
            assert_ne!(run.code, Some(0), "{kibibytes}: {}", run.stderr);
            continue;
        };
        assert!(!text.contains("\"fault\""), "{kibibytes}: {text}");
        with_games += usize::from(text.lines().count() > 1);
    }
    assert!(with_games > 0);
}

#[test]
fn an_engine_that_starts_and_then_ends_is_at_fault() {
    let folder = Folder::new();
    folder.script("ends", "#!/bin/sh\nexit 127\n");
    folder.write(
        "event.toml",
        "variants = [\"unplay\"]\nlimits = { nodes = 5 }\n[[engine]]\nname = \"sound\"\n\
         [[engine]]\nname = \"ends\"\ncommand = \"./ends\"\n",
    );
    folder.run_ok(&["tournament", "event.toml"]);
    for game in games(&folder.path("event/journal.jsonl")).values() {
        assert_eq!(game["ending"], "crash", "{game}");
        assert_eq!(game["fault"]["engine"], "ends", "{game}");
    }
}

#[cfg(target_os = "linux")]
#[test]
fn an_event_goes_on_when_the_file_of_its_program_is_replaced() {
    let folder = Folder::new();
    let program = folder.path("program");
    std::fs::copy(PROGRAM, &program).expect("a copy");
    folder.write("event.toml", &gauntlet(1, 20));
    let mut command = Command::new(&program);
    command.args(["tournament", "event.toml"]);
    command.current_dir(folder.path(".")).stdin(Stdio::null());
    let event = command.stderr(Stdio::null()).stdout(Stdio::null());
    let mut event = event.spawn().expect("the program starts");
    let journal = folder.path("event/journal.jsonl");
    crate::processes::wait_until(|| {
        std::fs::read_to_string(&journal).is_ok_and(|text| text.lines().count() > 2)
    });
    std::fs::remove_file(&program).expect("the program is removed");
    folder.script("program", "#!/bin/sh\nexit 1\n");
    let status = event.wait().expect("it ends");
    assert_eq!(status.code(), Some(0));
    assert!(
        games(&journal)
            .values()
            .all(|game| game.get("fault").is_none())
    );
}

#[cfg(target_os = "linux")]
#[test]
fn the_solver_reports_once_that_threads_cannot_be_started() {
    let folder = Folder::new();
    let solve = "solve ssehc --threads 64 --hash 1 --nodes 20000 --turns 3 --winner mover";
    let solve: Vec<&str> = solve.split(' ').collect();
    let run = run_after(&folder, "ulimit -v 400000", &solve);
    assert_eq!(run.code, Some(0), "{}", run.stderr);
    let notes = run.stderr.lines().filter(|line| {
        line.starts_with("Only ") && line.contains(" of 64 threads could be started")
    });
    assert_eq!(notes.count(), 1, "{}", run.stderr);
    let run = folder.run_ok(&[
        "solve",
        "ssehc",
        "--threads",
        "2",
        "--hash",
        "1",
        "--turns",
        "1",
    ]);
    assert!(!run.stderr.contains("could be started"), "{}", run.stderr);
}
