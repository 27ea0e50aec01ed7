//! Runs the binary in a folder of its own.

use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};

use tempfile::TempDir;

/// What a run came to.
pub(crate) struct Run {
    pub(crate) stdout: String,
    pub(crate) stderr: String,
    pub(crate) code: Option<i32>,
}

/// A folder in which the binary is run.
pub(crate) struct Folder(TempDir);

impl Folder {
    pub(crate) fn new() -> Self {
        Self(TempDir::new().expect("a temporary folder"))
    }

    pub(crate) fn path(&self) -> &Path {
        self.0.path()
    }

    pub(crate) fn write(&self, name: &str, text: &str) {
        std::fs::write(self.path().join(name), text).expect("a file can be written");
    }

    pub(crate) fn read(&self, name: &str) -> String {
        std::fs::read_to_string(self.path().join(name)).expect("a file can be read")
    }

    /// The game records in the folder.
    pub(crate) fn records(&self) -> Vec<PathBuf> {
        let entries = std::fs::read_dir(self.path()).expect("the folder can be listed");
        let mut records: Vec<PathBuf> = entries
            .map(|entry| entry.expect("an entry").path())
            .filter(|path| path.extension().is_some_and(|extension| extension == "pgn"))
            .collect();
        records.sort();
        records
    }

    /// The binary, to be started with these arguments.
    pub(crate) fn command(&self, arguments: &[&str]) -> Command {
        let mut command = Command::new(env!("CARGO_BIN_EXE_reviver"));
        command
            .args(arguments)
            .current_dir(self.path())
            .env_remove("NO_COLOR")
            .env_remove("CLICOLOR_FORCE")
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped());
        command
    }

    /// Runs the binary with these arguments and this on standard input, to its end.
    pub(crate) fn run(&self, arguments: &[&str], input: &str) -> Run {
        finish(start(&mut self.command(arguments)), input)
    }
}

/// Runs the binary in a folder that nobody looks into.
pub(crate) fn run(arguments: &[&str]) -> Run {
    Folder::new().run(arguments, "")
}

pub(crate) fn start(command: &mut Command) -> Child {
    command.spawn().expect("the binary starts")
}

/// Hands `input` over and waits for the end.
pub(crate) fn finish(mut child: Child, input: &str) -> Run {
    let mut stdin = child.stdin.take().expect("a pipe");
    let input = input.to_owned();
    // The program may end before it has read everything.
    let writer = std::thread::spawn(move || {
        let _ = stdin.write_all(input.as_bytes());
    });
    let output = child.wait_with_output().expect("the binary ends");
    writer.join().expect("the input is written");
    Run {
        stdout: String::from_utf8(output.stdout).expect("UTF-8"),
        stderr: String::from_utf8(output.stderr).expect("UTF-8"),
        code: output.status.code(),
    }
}
