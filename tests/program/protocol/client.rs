//! Starts the program, sends it lines of the protocol, and waits for the lines that it prints.

use std::io::{BufRead, BufReader, Write};
use std::process::{Child, ChildStdin, Command, ExitStatus, Stdio};
use std::sync::mpsc::{Receiver, RecvTimeoutError, channel};
use std::thread;
use std::time::{Duration, Instant};

use serde_json::Value;

use crate::common::program::Folder;

/// A test fails if the engine takes longer for an answer.
const ANSWER_TIMEOUT: Duration = Duration::from_secs(120);

pub(crate) struct Client {
    child: Child,
    stdin: Option<ChildStdin>,
    lines: Receiver<String>,
}

impl Client {
    pub(crate) fn start() -> Self {
        let mut child = Command::new(env!("CARGO_BIN_EXE_reviver"))
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::inherit())
            .spawn()
            .expect("the binary starts");
        let stdout = BufReader::new(child.stdout.take().expect("a pipe"));
        let (sender, lines) = channel();
        thread::spawn(move || {
            for line in stdout.lines().map_while(Result::ok) {
                if sender.send(line).is_err() {
                    break;
                }
            }
        });
        let stdin = child.stdin.take();
        let mut client = Self {
            child,
            stdin,
            lines,
        };
        // Many clients run at once, so each has a small transposition table.
        client.say("setoption name Hash value 1");
        client
    }

    /// Starts the program and selects a game.
    pub(crate) fn of(variant: &str) -> Self {
        let mut client = Self::start();
        client.say(&format!("setoption name UCI_Variant value {variant}"));
        client.wait_for(|line| line.starts_with(&format!("info string variant {variant} ")));
        client
    }

    /// Starts the program, and selects a game that has the name of `family`, the base values of the
    /// family's switches and a start position. A game file defines this game, because the built-in
    /// games may lack it.
    pub(crate) fn of_family(family: &str) -> Self {
        let folder = Folder::new();
        let path = folder.path(&folder.family_file(family));
        let mut client = Self::start();
        client.say(&format!("setoption name GameFile value {}", path.display()));
        client.say(&format!("setoption name UCI_Variant value {family}"));
        client.wait_for(|line| line.starts_with(&format!("info string variant {family} ")));
        client
    }

    pub(crate) fn say(&mut self, line: &str) {
        self.say_bytes(format!("{line}\n").as_bytes());
    }

    pub(crate) fn say_bytes(&mut self, bytes: &[u8]) {
        let stdin = self.stdin.as_mut().expect("stdin is open");
        stdin.write_all(bytes).expect("the engine reads");
        stdin.flush().expect("the engine reads");
    }

    /// The next line.
    pub(crate) fn line(&mut self) -> String {
        self.line_before(Instant::now() + ANSWER_TIMEOUT)
    }

    /// The next line, which must come before `end`.
    fn line_before(&mut self, end: Instant) -> String {
        let left = end.saturating_duration_since(Instant::now());
        match self.lines.recv_timeout(left) {
            // A line that is already queued is received even after `end`. Without this arm, an
            // engine that never stops printing would never time out.
            Ok(_) if left.is_zero() => panic!("the engine prints lines, but not the answer"),
            Ok(line) => line,
            Err(RecvTimeoutError::Timeout) => panic!("the engine does not answer"),
            Err(RecvTimeoutError::Disconnected) => panic!("the engine has gone"),
        }
    }

    /// Reads lines up to the first that fits, and returns only that line.
    pub(crate) fn wait_for(&mut self, fits: impl Fn(&str) -> bool) -> String {
        let mut lines = self.lines_to(fits);
        lines.pop().expect("the line that fits")
    }

    /// All lines up to the first that fits, that line included.
    pub(crate) fn lines_to(&mut self, fits: impl Fn(&str) -> bool) -> Vec<String> {
        let end = Instant::now() + ANSWER_TIMEOUT;
        let mut lines = Vec::new();
        loop {
            lines.push(self.line_before(end));
            if fits(&lines[lines.len() - 1]) {
                return lines;
            }
        }
    }

    /// Sends a line and `isready`. Returns the lines that the engine prints before `readyok`.
    pub(crate) fn ask(&mut self, line: &str) -> Vec<String> {
        self.say(line);
        self.say("isready");
        let mut lines = self.lines_to(|line| line == "readyok");
        lines.pop();
        lines
    }

    /// Sends a line and returns the one line of the answer.
    pub(crate) fn reply(&mut self, line: &str) -> String {
        let mut lines = self.ask(line);
        assert_eq!(lines.len(), 1, "{line}: {lines:?}");
        lines.remove(0)
    }

    /// Sends a line that must cause exactly one error. Returns the error without its prefix.
    /// Ignores `info depth` lines.
    pub(crate) fn complaint(&mut self, line: &str) -> String {
        let mut lines = self.ask(line);
        lines.retain(|line| !line.starts_with("info depth "));
        assert_eq!(lines.len(), 1, "{line}: {lines:?}");
        let reply = lines.remove(0);
        let prefix = "info string error: ";
        reply
            .strip_prefix(prefix)
            .unwrap_or_else(|| panic!("{line}: {reply}"))
            .to_owned()
    }

    /// Sends a line that the engine must not answer.
    pub(crate) fn tell(&mut self, line: &str) {
        assert_eq!(self.ask(line), Vec::<String>::new(), "{line}");
    }

    pub(crate) fn legal_moves(&mut self) -> Vec<String> {
        let reply = self.reply("legalmoves");
        let mut words = reply.split(' ').map(str::to_owned);
        assert_eq!(words.next().as_deref(), Some("legalmoves"));
        words.collect()
    }

    pub(crate) fn state(&mut self) -> Value {
        serde_json::from_str(&self.reply("state")).expect("JSON")
    }

    pub(crate) fn fen(&mut self) -> String {
        self.state()["fen"].as_str().expect("a text").to_owned()
    }

    /// Starts a search and returns all its lines, `bestmove` last.
    pub(crate) fn search(&mut self, go: &str) -> Vec<String> {
        self.say(go);
        self.lines_to(|line| line.starts_with("bestmove"))
    }

    /// Starts a search and returns the move of its `bestmove` line.
    pub(crate) fn best_move(&mut self, go: &str) -> String {
        let lines = self.search(go);
        let best = lines.last().expect("a line");
        best.split(' ').nth(1).expect("a move").to_owned()
    }

    /// Closes the input of the engine, then does the same as [`Client::end`].
    pub(crate) fn close(mut self) -> (ExitStatus, Vec<String>) {
        drop(self.stdin.take());
        self.end()
    }

    /// Waits for the engine to end, and returns its exit status and unread lines.
    pub(crate) fn end(mut self) -> (ExitStatus, Vec<String>) {
        let end = Instant::now() + ANSWER_TIMEOUT;
        let mut lines = Vec::new();
        loop {
            let left = end.saturating_duration_since(Instant::now());
            match self.lines.recv_timeout(left) {
                Ok(line) if !left.is_zero() => lines.push(line),
                Err(RecvTimeoutError::Disconnected) => break,
                Ok(_) | Err(RecvTimeoutError::Timeout) => panic!("the engine does not end"),
            }
        }
        (self.child.wait().expect("it has ended"), lines)
    }
}

impl Drop for Client {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

/// The word after `word` in a line. For the line `depth 5` and the word `depth`, the result is `5`.
pub(crate) fn after<'a>(line: &'a str, word: &str) -> Option<&'a str> {
    let mut words = line.split(' ');
    words.find(|&other| other == word)?;
    words.next()
}
