//! `reviver check`: the strict client that tests an engine. It reports each step of the test as
//! `pass`, `FAIL` or `skip`. It skips a step if the engine lacks what the step tests.

use reviver::games;

use crate::common::program::Folder;

/// Runs `reviver check` in `unplay`. The command `engine` starts the engine. Each answer may take
/// a minute.
#[cfg(unix)]
fn check(folder: &Folder, engine: &str) -> crate::common::program::Run {
    let arguments = ["check", "--variant", "unplay", "--patience", "1m", engine];
    folder.run(&arguments, "")
}

#[test]
fn this_program_passes_every_step_in_every_game() {
    let run = Folder::new().run(&["check", "--patience", "10m", "reviver", "uci"], "");
    assert_eq!(run.code, Some(0), "{}", run.stdout);
    assert!(
        !run.stdout.contains("FAIL") && !run.stdout.contains("skip  "),
        "{}",
        run.stdout
    );
    for variant in games::all() {
        let steps = run.stdout.matches(&format!("pass  {variant}: ")).count();
        assert_eq!(steps, 8, "{variant}: {}", run.stdout);
    }
    assert!(
        run.stdout.trim_end().ends_with("pass, 0 fail, 0 skip"),
        "{}",
        run.stdout
    );
}

#[test]
fn patience_must_be_above_0() {
    let run = Folder::new().run(&["check", "--patience", "0ms", "reviver", "uci"], "");
    assert_eq!(run.code, Some(2), "{}", run.stdout);
    let words = "--patience <TIME>': the time to wait must be above 0, as in 10s";
    assert!(run.stderr.contains(words), "{}", run.stderr);
}

#[cfg(unix)]
#[test]
fn a_failed_step_is_shown_with_the_lines_of_the_engine() {
    let folder = Folder::new();
    let program = env!("CARGO_BIN_EXE_reviver");
    for (name, filter, failure, detail) in [
        (
            "anonymous",
            "/^id name/d",
            "FAIL  uci is answered",
            "< uciok",
        ),
        (
            "chatty",
            "s/^readyok/hello\\nreadyok/",
            "FAIL  isready is answered",
            "< hello",
        ),
        (
            "liar",
            "s/ pv .*/ pv a1a8/",
            "FAIL  unplay: go nodes",
            "pv a1a8",
        ),
        (
            "blind",
            "s/^legalmoves .*/legalmoves h8g8/",
            "FAIL  unplay: legalmoves",
            "< legalmoves h8g8",
        ),
        (
            "cheat",
            "s/^bestmove .*/bestmove a1a8/",
            "FAIL  unplay: a game is played",
            "< bestmove a1a8",
        ),
        (
            "mixed",
            "s/ multipv 2 / multipv 1 /",
            "FAIL  unplay: all lines of MultiPV",
            "not numbered multipv 1, 2, 3",
        ),
        (
            "deep",
            "s/^info depth [0-9]* \\(.* multipv 3 \\)/info depth 99 \\1/",
            "FAIL  unplay: all lines of MultiPV",
            "the last lines have depths",
        ),
        (
            "garbled",
            "s/^{.*/{nonsense/",
            "FAIL  unplay: legalmoves",
            "its answer to state is not JSON",
        ),
        (
            "victor",
            "s/ mate 0/ mate 1/",
            "FAIL  unplay: go reports the result of a decided position",
            "must be: info depth 0 score mate 0",
        ),
    ] {
        folder.script(
            name,
            &format!("#!/bin/sh\n'{program}' \"$@\" | sed -u '{filter}'\n"),
        );
        let path = format!("./{name}");
        let run = folder.run(
            &[
                "check",
                "--variant",
                "unplay",
                "--patience",
                "1m",
                &path,
                "uci",
            ],
            "",
        );
        assert_eq!(run.code, Some(1), "{name}: {}", run.stdout);
        let at = run
            .stdout
            .find(failure)
            .unwrap_or_else(|| panic!("{name}: {}", run.stdout));
        assert!(run.stdout[at..].contains(detail), "{name}: {}", run.stdout);
        assert!(run.stderr.contains("failed"), "{}", run.stderr);
        let (_, failures) = run
            .stdout
            .split_once(" skip\n")
            .expect("the numbers of steps");
        assert!(failures.contains(failure), "{name}: {failures}");
        let mut lines = failures.lines();
        assert!(lines.all(|line| line.starts_with("FAIL  ")), "{failures}");
    }
}

#[cfg(unix)]
#[test]
fn an_engine_may_take_seconds_to_exit() {
    let folder = Folder::new();
    let program = env!("CARGO_BIN_EXE_reviver");
    folder.script("slow", &format!("#!/bin/sh\n'{program}' uci\nsleep 3\n"));
    let run = check(&folder, "./slow");
    assert_eq!(run.code, Some(0), "{}", run.stdout);
}

/// `fragile` exits when it gets `go perft`, `leaver` when it gets `legalmoves`, and `modest` when
/// it gets `ugi`. `early` answers `go infinite` with a search of 20 nodes, which ends before
/// `stop`. `floods` answers `go infinite` with 300,000 lines before it reads the next command.
#[cfg(unix)]
#[test]
fn an_engine_that_exits_or_floods_or_answers_too_early_fails_the_step() {
    let folder = Folder::new();
    let program = env!("CARGO_BIN_EXE_reviver");
    for (name, command, reaction, words) in [
        (
            "fragile",
            "go perft*",
            "exit",
            &["FAIL  go perft is refused if its depth is too large"][..],
        ),
        (
            "leaver",
            "legalmoves",
            "exit",
            &["FAIL  unplay: legalmoves and state"],
        ),
        (
            "early",
            "go infinite",
            "echo go nodes 20; sleep 1; continue",
            &["bestmove came before stop"],
        ),
        ("modest", "ugi", "exit", &["FAIL  ugi is answered by ugiok"]),
        (
            "floods",
            "go infinite",
            "yes 'info depth 1 score cp 1' | head -n 300000 >&3",
            &[
                "FAIL  stop and isready are answered even if the client",
                "more than 200000 lines",
            ],
        ),
    ] {
        folder.script(
            name,
            &format!(
                "#!/bin/sh\nexec 3>&1\nwhile read -r line; do\n  \
                 case \"$line\" in '{}'{}) {reaction};; esac\n  \
                 printf '%s\\n' \"$line\"\n  [ \"$line\" = quit ] && exit\ndone | '{program}' uci\n",
                command.trim_end_matches('*'),
                if command.ends_with('*') { "*" } else { "" },
            ),
        );
        let path = format!("./{name}");
        let run = check(&folder, &path);
        assert_eq!(run.code, Some(1), "{name}: {}", run.stdout);
        for words in words {
            assert!(run.stdout.contains(words), "{name}: {}", run.stdout);
        }
    }
}

#[cfg(unix)]
#[test]
fn the_step_of_legalmoves_and_state_is_skipped_for_an_engine_without_them() {
    let folder = Folder::new();
    let program = env!("CARGO_BIN_EXE_reviver");
    folder.script(
        "plain",
        &format!(
            "#!/bin/sh\n'{program}' uci | sed -u -e 's/^legalmoves .*/what now/' -e 's/^{{.*/what then/'\n"
        ),
    );
    let run = check(&folder, "./plain");
    assert_eq!(run.code, Some(0), "{}", run.stdout);
    assert!(
        run.stdout.contains("skip  unplay: legalmoves and state"),
        "{}",
        run.stdout
    );
}

#[cfg(unix)]
#[test]
fn the_step_of_ugi_is_skipped_for_an_engine_that_answers_with_plain_text() {
    let folder = Folder::new();
    let program = env!("CARGO_BIN_EXE_reviver");
    folder.script(
        "older",
        &format!("#!/bin/sh\n'{program}' uci | sed -u 's/^ugiok/Unknown command: ugi/'\n"),
    );
    let run = check(&folder, "./older");
    assert_eq!(run.code, Some(0), "{}", run.stdout);
    assert!(
        run.stdout.contains("skip  ugi is answered by ugiok"),
        "{}",
        run.stdout
    );
}

/// At `go perft`, this engine prints one line of the perft. After that it answers nothing.
#[cfg(unix)]
#[test]
fn an_engine_that_hangs_in_a_perft_fails_only_that_step() {
    let folder = Folder::new();
    let program = env!("CARGO_BIN_EXE_reviver");
    folder.script(
        "stuck",
        &format!(
            "#!/bin/sh\nexec 3>&1\nwhile read -r line; do\n  \
             case \"$line\" in 'go perft'*) echo 'h8g7: 1' >&3; cat > /dev/null; exit;; esac\n  \
             printf '%s\\n' \"$line\"\n  [ \"$line\" = quit ] && exit\ndone | '{program}' uci\n"
        ),
    );
    let arguments = [
        "check",
        "--variant",
        "unplay",
        "--patience",
        "20s",
        "./stuck",
    ];
    let run = folder.run(&arguments, "");
    assert_eq!(run.code, Some(1), "{}", run.stdout);
    let (_, failures) = run
        .stdout
        .split_once(" skip\n")
        .expect("the numbers of steps");
    let failures: Vec<&str> = failures.lines().collect();
    assert_eq!(failures.len(), 1, "{failures:?}");
    assert!(failures[0].contains("go perft is refused"), "{failures:?}");
    assert!(
        run.stdout.contains("no readyok within 20s"),
        "{}",
        run.stdout
    );
}

#[cfg(unix)]
#[test]
fn an_engine_without_a_known_variant_fails_with_advice() {
    let folder = Folder::new();
    let program = env!("CARGO_BIN_EXE_reviver");
    folder.script(
        "single",
        &format!("#!/bin/sh\n'{program}' uci | sed -u '/^option name UCI_Variant /d'\n"),
    );
    let run = folder.run(&["check", "--patience", "1m", "./single"], "");
    assert_eq!(run.code, Some(1), "{}", run.stdout);
    let advice = "declares no variant that this program knows; choose variants with --variant";
    assert!(run.stdout.contains(advice), "{}", run.stdout);
}

#[cfg(unix)]
#[test]
fn an_engine_that_does_not_answer_does_not_hang_the_check() {
    let folder = Folder::new();
    for (name, script) in [("mute", "sleep 1000"), ("gone", "exit 2"), ("flood", "yes")] {
        folder.script(name, &format!("#!/bin/sh\n{script}\n"));
        let path = format!("./{name}");
        let run = folder.run(&["check", "--patience", "500ms", &path], "");
        assert_eq!(run.code, Some(1), "{name}");
        assert!(
            run.stdout.contains("FAIL  uci is answered"),
            "{name}: {}",
            run.stdout
        );
    }
    let run = folder.run(&["check", "./nowhere"], "");
    assert_eq!(run.code, Some(1));
    assert!(
        run.stderr.contains("./nowhere cannot be started"),
        "{}",
        run.stderr
    );
}

/// If `isready` comes right after `stop`, this engine answers `isready` at once, and `stop` half a
/// second later.
#[cfg(unix)]
#[test]
fn an_engine_may_send_readyok_before_bestmove() {
    let folder = Folder::new();
    let program = env!("CARGO_BIN_EXE_reviver");
    folder.script(
        "hasty",
        &format!(
            "#!/bin/bash\nwhile read -r line; do\n  \
             if [ \"$line\" = stop ] && read -r -t 0.5 next; then echo \"$next\"; sleep 0.5; fi\n  \
             printf '%s\\n' \"$line\"\n  [ \"$line\" = quit ] && exit\ndone | '{program}' uci\n"
        ),
    );
    let run = check(&folder, "./hasty");
    assert_eq!(run.code, Some(0), "{}", run.stdout);
}
