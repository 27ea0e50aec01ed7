//! Runs the examples for Slurm and Kubernetes in `src/cli/tournament` as these clusters run them.
#![cfg(unix)]

use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::thread;
use std::time::Duration;

use crate::common::program::Folder;
use crate::event::{assert_same, games, gauntlet};

fn example(name: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR"))
        .join("src/cli/tournament")
        .join(name)
}

fn text_of(name: &str) -> String {
    std::fs::read_to_string(example(name)).expect("an example")
}

/// Starts a shell that finds `reviver` and a mock of Slurm's `scontrol` in its `PATH`. The mock
/// appends its arguments to the file `requeued`.
fn shell(folder: &Folder, arguments: &[&str], environment: &[(&str, &str)]) -> Child {
    let binary = Path::new(env!("CARGO_BIN_EXE_reviver"));
    let programs = binary.parent().expect("a folder").display();
    folder.script("scontrol", "#!/bin/sh\necho \"$@\" >>requeued\n");
    let path = std::env::var("PATH").unwrap_or_default();
    let mocks = folder.path("").display().to_string();
    let mut command = Command::new("sh");
    command
        .args(arguments)
        .env("PATH", format!("{programs}:{mocks}:{path}"))
        .envs(environment.iter().copied())
        .current_dir(folder.path(""))
        .stdin(Stdio::null())
        .stdout(Stdio::null())
        .stderr(Stdio::null());
    command.spawn().expect("a shell")
}

/// Asserts that the merged shards have the same results as the event played without shards.
fn assert_merged_is_whole(folder: &Folder) {
    let journals = (1..=4).map(|part| format!("shards/journal-{part}-of-4.jsonl"));
    let mut arguments = vec!["tournament".to_owned(), "merge".to_owned()];
    arguments.extend(journals);
    arguments.extend(["--out".to_owned(), "result".to_owned()]);
    let arguments: Vec<&str> = arguments.iter().map(String::as_str).collect();
    folder.run_ok(&arguments);
    folder.run_ok(&["tournament", "tournament.toml", "--out", "whole"]);
    assert_same(folder, "whole", "result");
}

#[test]
fn the_example_event_in_the_help_can_be_played() {
    let folder = Folder::new();
    let text = text_of("example.toml");
    let run = folder.run_ok(&["tournament", "--help"]);
    for name in ["example.toml", "slurm.sh", "kubernetes.yaml"] {
        let shown = |line: &str| run.stdout.contains(line.trim_end());
        assert!(text_of(name).lines().all(shown), "{name}");
    }
    let program = env!("CARGO_BIN_EXE_reviver");
    let quick = text
        .replace("\"reviver uci\"", &format!("\"{program} uci\""))
        .replace("nodes = 500", "nodes = 30");
    folder.write("tournament.toml", &quick);
    let run = folder.run_ok(&["tournament", "tournament.toml"]);
    for words in [
        "8 of 8 games",
        "Level 10",
        "Level 5",
        "\nReport: tournament/report.html\n",
    ] {
        assert!(run.stdout.contains(words), "{}", run.stdout);
    }
    // The lines that are commented out are valid settings.
    let uncommented = text
        .replace("# [sprt]", "[sprt]")
        .replace("# elo", "elo")
        .replace("# alpha", "alpha");
    let uncommented = uncommented
        .replace("# beta", "beta")
        .replace("# scale", "scale")
        .replace("# file", "file");
    let config = reviver::tournament::config::Config::parse(&uncommented).expect("a config");
    assert!(config.sprt.is_some() && config.openings.file.is_some());
}

#[test]
fn a_slurm_array_plays_its_shards_and_requeues_a_stopped_task() {
    let folder = Folder::new();
    folder.write("tournament.toml", &gauntlet(1, 150));
    let script = example("slurm.sh").display().to_string();
    let task = |part: &str| {
        let environment = [
            ("SLURM_ARRAY_TASK_ID", part),
            ("SLURM_ARRAY_TASK_COUNT", "4"),
            ("SLURM_ARRAY_JOB_ID", "77"),
            ("SLURM_CPUS_PER_TASK", "1"),
        ];
        shell(&folder, &[&script], &environment)
    };
    // The first task is stopped as soon as its journal has two lines: its header and a game.
    let mut stopped = task("1");
    let journal = folder.path("shards/journal-1-of-4.jsonl");
    let lines = || {
        std::fs::read(&journal).map_or(0, |bytes| {
            bytes.iter().filter(|&&byte| byte == b'\n').count()
        })
    };
    while lines() < 2 {
        assert!(
            stopped.try_wait().expect("a child").is_none(),
            "it has ended too early"
        );
        thread::sleep(Duration::from_millis(5));
    }
    let id = stopped.id().to_string();
    assert!(
        Command::new("kill")
            .args(["-s", "TERM", &id])
            .status()
            .expect("kill runs")
            .success()
    );
    assert_eq!(stopped.wait().expect("it ends").code(), Some(75));
    assert_eq!(folder.read("requeued"), "requeue 77_1\n");
    let so_far = games(&journal).len();
    assert!((1..12).contains(&so_far), "{so_far}");
    for part in ["1", "2", "3", "4"] {
        assert_eq!(
            task(part).wait().expect("it ends").code(),
            Some(0),
            "{part}"
        );
    }
    assert_merged_is_whole(&folder);
}

#[test]
fn a_kubernetes_job_plays_its_shards() {
    let folder = Folder::new();
    folder.write("tournament.toml", &gauntlet(1, 30));
    let text = text_of("kubernetes.yaml");
    let script = text
        .split(">-\n")
        .nth(1)
        .expect("a command")
        .split("volumeMounts")
        .next()
        .expect("its end");
    // In YAML, `>-` begins a folded block, whose lines are joined by spaces.
    let script = script.split_whitespace().collect::<Vec<_>>().join(" ");
    assert!(script.starts_with("exec reviver tournament"));
    for index in ["0", "1", "2", "3"] {
        let mut pod = shell(
            &folder,
            &["-c", &script],
            &[("JOB_COMPLETION_INDEX", index)],
        );
        assert_eq!(pod.wait().expect("it ends").code(), Some(0), "{index}");
    }
    for field in [
        "completionMode: Indexed",
        "completions: 4",
        "restartPolicy: Never",
        "values: [75]",
    ] {
        assert!(text.contains(field), "{field}");
    }
    assert_merged_is_whole(&folder);
}
