//! The program still obeys commands if the client does not read, or if the log cannot be written.

use std::io::{BufRead, BufReader, Write};
use std::process::{Child, ChildStdin, Command, Stdio};
use std::sync::mpsc::channel;
use std::thread;
use std::time::{Duration, Instant};

use super::client::{Client, after};

/// How long the test waits without reading.
const UNREAD: Duration = Duration::from_secs(4);

/// A test fails if the program takes longer than this to answer or to end.
const SOON: Duration = Duration::from_secs(20);

/// The number of `uci` commands that fill the pipe of the output. Their answers are 120 kB, and a
/// pipe of Linux holds 64 KiB.
const UCI_COUNT: usize = 100;

/// Commands that start a search with long reports.
const FLOOD: [&str; 4] = [
    "setoption name UCI_Variant value unachess",
    "setoption name Hash value 1",
    "setoption name MultiPV value 256",
    "go infinite",
];

/// The program. A test reads its output late or never.
struct Unread {
    child: Child,
    stdin: Option<ChildStdin>,
}

impl Unread {
    fn start() -> Self {
        let mut child = Command::new(env!("CARGO_BIN_EXE_reviver"))
            .arg("uci")
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()
            .expect("the binary starts");
        let stdin = child.stdin.take();
        Self { child, stdin }
    }

    fn say(&mut self, line: &str) {
        let stdin = self.stdin.as_mut().expect("stdin is open");
        writeln!(stdin, "{line}").expect("the engine reads");
    }

    /// Reads and returns all lines up to the line `last`, that line included. Fails if they take
    /// longer than [`SOON`].
    fn read_to(&mut self, last: &'static str) -> Vec<String> {
        let stdout = BufReader::new(self.child.stdout.take().expect("a pipe"));
        let (sender, lines) = channel();
        thread::spawn(move || {
            let mut read = Vec::new();
            for line in stdout.lines().map_while(Result::ok) {
                let is_last = line == last;
                read.push(line);
                if is_last {
                    break;
                }
            }
            let _ = sender.send(read);
        });
        let lines: Vec<String> = lines.recv_timeout(SOON).expect("an answer in time");
        assert_eq!(lines.last().map(String::as_str), Some(last));
        lines
    }

    /// Sends lines on another thread, which ends early if the engine has ended.
    fn say_in_background(&mut self, lines: Vec<&'static str>) -> thread::JoinHandle<()> {
        let mut stdin = self.stdin.take().expect("stdin is open");
        thread::spawn(move || {
            for line in lines {
                if writeln!(stdin, "{line}").is_err() {
                    break;
                }
            }
        })
    }

    /// Waits for the program to end. Returns whether it has ended with success.
    fn succeeds(&mut self) -> bool {
        let started = Instant::now();
        loop {
            if let Some(status) = self.child.try_wait().expect("a process") {
                return status.success();
            }
            assert!(started.elapsed() < SOON, "the program has not ended");
            thread::sleep(Duration::from_millis(10));
        }
    }
}

impl Drop for Unread {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

#[test]
fn stop_and_isready_are_obeyed_and_the_last_lines_are_kept() {
    let mut engine = Unread::start();
    for line in ["uci"; UCI_COUNT].into_iter().chain(FLOOD) {
        engine.say(line);
    }
    thread::sleep(UNREAD);
    engine.say("stop");
    engine.say("isready");
    let mut lines = engine.read_to("readyok");
    // When the test begins to read, the engine may print `currmove` lines between the last
    // `multipv` lines and `bestmove`. The test ignores `currmove` lines.
    lines.retain(|line| after(line, "currmove").is_none());
    let best = lines.iter().position(|line| line.starts_with("bestmove"));
    let best = best.expect("an answer");
    let ranks: Vec<usize> = lines[..best]
        .iter()
        .rev()
        .map_while(|line| after(line, "multipv")?.parse().ok())
        .collect();
    let set = ranks.iter().position(|&rank| rank == 1).expect("rank 1") + 1;
    assert!(set > 1 && ranks[..set].iter().rev().copied().eq(1..=set));
    let turn = after(&lines[best], "bestmove");
    assert_eq!(after(&lines[best - set], "pv"), turn);
    // Each iteration reports at least one line with `multipv 1`. The engine has dropped most of
    // these lines, so fewer lines than iterations are left.
    let depth = after(&lines[best - set], "depth").and_then(|depth| depth.parse::<usize>().ok());
    let is_first = |line: &&String| after(line, "multipv") == Some("1");
    let count = lines.iter().filter(is_first).count();
    assert!(
        depth.is_some_and(|depth| count < depth),
        "{count}, {depth:?}"
    );
    assert_eq!(lines.len(), best + 2, "{:?}", &lines[best..]);
}

#[test]
fn quit_and_the_end_of_input_are_obeyed() {
    for quits in [true, false] {
        let mut engine = Unread::start();
        for line in FLOOD {
            engine.say(line);
        }
        for _ in 0..UCI_COUNT {
            engine.say("uci");
        }
        thread::sleep(Duration::from_millis(500));
        if quits {
            engine.say("quit");
            assert!(engine.succeeds());
            continue;
        }
        drop(engine.stdin.take());
        // After the end of the input, but not after `quit`, lost answers are an error.
        assert!(!engine.succeeds());
        let stderr = BufReader::new(engine.child.stderr.take().expect("a pipe"));
        let error = stderr.lines().map_while(Result::ok).collect::<String>();
        assert!(error.contains("nobody reads the output"), "{error}");
    }
}

/// The output is full of unread answers, so the session executes no more commands. But the program
/// still ends at `quit` and at the end of the input.
#[test]
fn quit_and_the_end_of_input_are_obeyed_when_the_output_is_full() {
    for quits in [true, false] {
        let mut engine = Unread::start();
        let mut lines = vec!["json games"; 40_000];
        lines.extend(quits.then_some("quit"));
        let writer = engine.say_in_background(lines);
        assert_eq!(engine.succeeds(), quits);
        writer.join().expect("the writer ends");
    }
}

#[cfg(unix)]
#[test]
fn a_named_pipe_as_a_log_does_not_hang_the_engine() {
    let folder = tempfile::tempdir().expect("a folder");
    let pipe = folder.path().join("pipe");
    let made = Command::new("mkfifo").arg(&pipe).status();
    assert!(made.expect("mkfifo").success());
    let set = format!("setoption name Debug Log File value {}", pipe.display());
    let mut client = Client::start();
    let complaint = client.complaint(&set);
    assert!(complaint.contains("cannot be written"), "{complaint}");
    // Somebody opens the pipe, and does not read.
    let mut options = std::fs::File::options();
    let reader = options.read(true).write(true).open(&pipe).expect("a pipe");
    client.tell(&set);
    let mut closed = 0;
    for _ in 0..4_000 {
        let lines = client.ask("help");
        closed += lines
            .iter()
            .filter(|line| line.contains("is closed: too much text waits"))
            .count();
        if closed > 0 {
            break;
        }
    }
    assert_eq!(closed, 1);
    client.reply("legalmoves");
    drop(reader);
}

#[cfg(target_os = "linux")]
#[test]
fn a_full_device_as_a_log_does_not_silence_the_engine() {
    let mut client = Client::start();
    client.say("setoption name Debug Log File value /dev/full");
    client.say("legalmoves");
    let mut errors = Vec::new();
    // The log is written in the background, so the error may come with a later answer.
    for _ in 0..4_000 {
        let lines = client.ask("legalmoves").into_iter();
        errors.extend(lines.filter(|line| line.contains("error")));
        if !errors.is_empty() {
            break;
        }
    }
    let expected =
        "info string error: option Debug Log File: '/dev/full' is closed: No space left on device";
    assert_eq!(errors.len(), 1, "{errors:?}");
    assert!(errors[0].starts_with(expected), "{errors:?}");
    // The error comes only once.
    for _ in 0..10 {
        let lines = client.ask("legalmoves");
        assert!(
            !lines.iter().any(|line| line.contains("error")),
            "{lines:?}"
        );
    }
    client.reply("legalmoves");
}
