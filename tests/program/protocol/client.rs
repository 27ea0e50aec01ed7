//! A client: it starts the binary, says lines and waits for lines.

use std::io::{BufRead, BufReader, Write};
use std::process::{Child, ChildStdin, Command, ExitStatus, Stdio};
use std::sync::mpsc::{Receiver, RecvTimeoutError, channel};
use std::thread;
use std::time::Duration;

use serde_json::Value;

/// Nothing takes this long; it only keeps a hung engine from hanging the tests.
const HANGS: Duration = Duration::from_secs(120);

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
        // Many clients run at once, and none of them thinks for long.
        client.say("setoption name Hash value 1");
        client
    }

    /// A client of one of the games.
    pub(crate) fn of(variant: &str) -> Self {
        let mut client = Self::start();
        client.say(&format!("setoption name UCI_Variant value {variant}"));
        client.wait_for(|line| line.starts_with(&format!("info string variant {variant} ")));
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
        match self.lines.recv_timeout(HANGS) {
            Ok(line) => line,
            Err(RecvTimeoutError::Timeout) => panic!("the engine is silent"),
            Err(RecvTimeoutError::Disconnected) => panic!("the engine has gone"),
        }
    }

    /// Passes over lines up to one that fits, and returns that.
    pub(crate) fn wait_for(&mut self, fits: impl Fn(&str) -> bool) -> String {
        loop {
            let line = self.line();
            if fits(&line) {
                return line;
            }
        }
    }

    /// All lines up to and with one that fits.
    pub(crate) fn lines_to(&mut self, fits: impl Fn(&str) -> bool) -> Vec<String> {
        let mut lines = Vec::new();
        loop {
            lines.push(self.line());
            if fits(&lines[lines.len() - 1]) {
                return lines;
            }
        }
    }

    /// Says a line and returns all that is answered to it: what comes before `readyok`.
    pub(crate) fn ask(&mut self, line: &str) -> Vec<String> {
        self.say(line);
        self.say("isready");
        let mut lines = self.lines_to(|line| line == "readyok");
        lines.pop();
        lines
    }

    /// The one line that is answered to this one.
    pub(crate) fn reply(&mut self, line: &str) -> String {
        let mut lines = self.ask(line);
        assert_eq!(lines.len(), 1, "{line}: {lines:?}");
        lines.remove(0)
    }

    /// The one line of complaint about this one, whatever a search says meanwhile.
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

    /// Says a line to which nothing is answered.
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

    /// The move of the `bestmove` line that a search ends with.
    pub(crate) fn best_move(&mut self, go: &str) -> String {
        let lines = self.search(go);
        let best = lines.last().expect("a line");
        best.split(' ').nth(1).expect("a move").to_owned()
    }

    /// Closes its input and waits for the engine to end.
    pub(crate) fn close(mut self) -> (ExitStatus, Vec<String>) {
        drop(self.stdin.take());
        self.end()
    }

    /// Waits for the engine to end, and returns what it still said.
    pub(crate) fn end(mut self) -> (ExitStatus, Vec<String>) {
        let mut lines = Vec::new();
        loop {
            match self.lines.recv_timeout(HANGS) {
                Ok(line) => lines.push(line),
                Err(RecvTimeoutError::Disconnected) => break,
                Err(RecvTimeoutError::Timeout) => panic!("the engine does not end"),
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

/// The value behind a word of a line, as in `depth 5`.
pub(crate) fn after<'a>(line: &'a str, word: &str) -> Option<&'a str> {
    let mut words = line.split(' ');
    words.find(|&other| other == word)?;
    words.next()
}
