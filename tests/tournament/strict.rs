//! `reviver check`: engines that break one rule of the protocol fail the steps that test this rule,
//! and no other step.
#![cfg(unix)]

use crate::common::program::{Folder, Run};

/// Runs `reviver check --variant unplay` on an engine. The engine is a shell script that passes the
/// commands on to `reviver uci`. The `sed` script `filter` changes the output of `reviver uci`.
/// Before the shell passes on a command that matches `pattern`, it runs `reaction`. Lines that
/// `reaction` writes with `>&3` go directly to `reviver check`.
fn check(filter: &str, pattern: &str, reaction: &str) -> Run {
    let folder = Folder::new();
    let program = env!("CARGO_BIN_EXE_reviver");
    folder.script(
        "engine",
        &format!(
            "#!/bin/sh\nexec 3>&1\nwhile read -r line; do\n  \
             case \"$line\" in {pattern}) {reaction};; esac\n  \
             printf '%s\\n' \"$line\"\n  [ \"$line\" = quit ] && exit\n\
             done | '{program}' uci | sed -u '{filter}'\n"
        ),
    );
    let arguments = [
        "check",
        "--variant",
        "unplay",
        "--patience",
        "1m",
        "./engine",
    ];
    folder.run(&arguments, "")
}

/// Asserts that exactly these steps have failed, in this order. Each text of `steps` is the
/// beginning of a step's name.
fn assert_failures(run: &Run, steps: &[&str]) {
    let (_, failures) = run
        .stdout
        .split_once(" skip\n")
        .expect("the numbers of steps");
    let failures: Vec<&str> = failures.lines().collect();
    assert_eq!(failures.len(), steps.len(), "{}", run.stdout);
    for (failure, step) in failures.iter().zip(steps) {
        let beginning = format!("FAIL  {step}");
        assert!(failure.starts_with(&beginning), "{}", run.stdout);
    }
}

#[test]
fn a_line_of_plain_text_before_the_options_fails_only_the_answers_to_uci_and_ugi() {
    let run = check("s/^id name/MyEngine 1.0\\nid name/", "none", "");
    assert_failures(&run, &["uci is answered by id", "ugi is answered by ugiok"]);
    let reason = "'MyEngine 1.0' is not part of the protocol";
    assert!(run.stdout.contains(reason), "{}", run.stdout);
    assert!(!run.stdout.contains("skip  "), "{}", run.stdout);
}

#[test]
fn an_engine_must_send_as_many_lines_as_multipv_asks_for_and_a_pv_in_each() {
    let run = check("/ multipv [234] /d", "none", "");
    assert_failures(&run, &["unplay: all lines of MultiPV"]);
    let reason = "MultiPV is 4, but no search sends a line with multipv 2";
    assert!(run.stdout.contains(reason), "{}", run.stdout);
    let run = check("s/\\( multipv 2 .*\\) pv .*/\\1/", "none", "");
    assert_failures(&run, &["unplay: all lines of MultiPV"]);
    let reason = "one of the last lines has no pv";
    assert!(run.stdout.contains(reason), "{}", run.stdout);
    let run = check("s/ pv .*//", "none", "");
    assert_failures(
        &run,
        &[
            "unplay: go nodes is answered",
            "unplay: all lines of MultiPV",
        ],
    );
    assert!(
        run.stdout.contains("no info line has a pv"),
        "{}",
        run.stdout
    );
}

#[test]
fn a_wrong_line_while_the_engine_ponders_is_a_fault_and_so_is_a_second_bestmove() {
    let twice = "n=$((n+1)); [ $((n%2)) = 0 ] && echo bestmove a1a2 >&3";
    let run = check("", "stop", twice);
    assert!(run.stdout.contains("bestmove came twice"), "{}", run.stdout);
    let run = check("", "\"go ponder\"*", "echo hello >&3");
    assert_failures(&run, &["go ponder waits for ponderhit"]);
}

#[test]
fn an_engine_may_answer_an_invalid_command_with_plain_text_or_with_a_search() {
    let reaction = "echo Unknown command >&3; case $line in go*) line=\"go infinite\";; esac";
    let run = check("", "nonsense*|\"go sideways\"", reaction);
    assert_eq!(run.code, Some(0), "{}", run.stdout);
}

#[test]
fn a_wrong_line_before_the_legal_turns_is_a_fault() {
    let run = check("s/^legalmoves/hello\\nlegalmoves/", "none", "");
    assert_failures(&run, &["unplay: legalmoves and state"]);
}

#[test]
fn a_step_that_fails_during_a_search_does_not_disturb_the_next_steps() {
    let run = check("", "\"go infinite\"", "echo hello >&3");
    let failed = [
        "unplay: isready is answered during go infinite",
        "unplay: all lines of MultiPV",
        "stop and isready are answered even if the client",
    ];
    assert_failures(&run, &failed);
}
