//! Runs the binary in a temporary folder.

use std::fs;
use std::io::{BufRead, BufReader, Read, Write};
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Output, Stdio};

use tempfile::TempDir;

use super::some_game;

/// The binary.
pub const PROGRAM: &str = env!("CARGO_BIN_EXE_reviver");

/// A temporary folder in which the binary runs.
pub struct Folder(TempDir);

/// The output and the exit code of a run.
pub struct Run {
    pub stdout: String,
    pub stderr: String,
    pub code: Option<i32>,
}

impl Folder {
    pub fn new() -> Self {
        Self(TempDir::new().expect("a temporary folder"))
    }

    pub fn path(&self, name: &str) -> PathBuf {
        self.0.path().join(name)
    }

    pub fn write(&self, name: &str, bytes: &(impl AsRef<[u8]> + ?Sized)) -> PathBuf {
        let path = self.path(name);
        fs::write(&path, bytes).expect("a file can be written");
        path
    }

    /// Writes an executable shell script, and returns its path.
    #[cfg(unix)]
    pub fn script(&self, name: &str, text: &str) -> PathBuf {
        use std::os::unix::fs::PermissionsExt;
        let path = self.write(name, text);
        let permissions = fs::Permissions::from_mode(0o755);
        fs::set_permissions(&path, permissions).expect("permissions can be set");
        path
    }

    pub fn bytes(&self, name: &str) -> Vec<u8> {
        let path = self.path(name);
        fs::read(&path).unwrap_or_else(|error| panic!("{}: {error}", path.display()))
    }

    pub fn read(&self, name: &str) -> String {
        String::from_utf8(self.bytes(name)).expect("UTF-8")
    }

    /// The game records in the folder, sorted by name.
    pub fn records(&self) -> Vec<PathBuf> {
        let entries = fs::read_dir(self.0.path()).expect("the folder can be listed");
        let mut records: Vec<PathBuf> = entries
            .map(|entry| entry.expect("an entry").path())
            .filter(|path| path.extension().is_some_and(|extension| extension == "pgn"))
            .collect();
        records.sort();
        records
    }

    /// The `XDG_STATE_HOME` of the programs that run in this folder.
    pub fn state(&self) -> PathBuf {
        state_of(self.0.path())
    }

    /// The `report.json` in the folder `event`.
    pub fn report(&self, event: &str) -> serde_json::Value {
        let text = self.read(&format!("{event}/report.json"));
        serde_json::from_str(&text).expect("JSON")
    }

    /// A command that runs the binary in this folder with these arguments.
    pub fn command(&self, arguments: &[&str]) -> Command {
        command(self.0.path(), arguments)
    }

    /// Runs the binary with these arguments and with `input` on standard input, until it ends.
    pub fn run(&self, arguments: &[&str], input: &str) -> Run {
        finish(start(&mut self.command(arguments)), input)
    }

    /// Runs the binary without input. It must exit with code 0.
    pub fn run_ok(&self, arguments: &[&str]) -> Run {
        let run = self.run(arguments, "");
        assert_eq!(
            run.code,
            Some(0),
            "{arguments:?}: {}{}",
            run.stdout,
            run.stderr
        );
        run
    }
}

impl Run {
    pub fn of(output: Output) -> Self {
        Self {
            stdout: String::from_utf8(output.stdout).expect("UTF-8"),
            stderr: String::from_utf8(output.stderr).expect("UTF-8"),
            code: output.status.code(),
        }
    }
}

/// Waits until `is_ready` holds, and then sends SIGINT to the program. The program must not end
/// earlier.
#[cfg(unix)]
pub fn interrupt_when(child: &mut Child, is_ready: impl Fn() -> bool) {
    while !is_ready() {
        let ended = child.try_wait().expect("a process");
        assert!(
            ended.is_none(),
            "the program ended before it was interrupted"
        );
        std::thread::sleep(std::time::Duration::from_millis(20));
    }
    interrupt(child);
}

/// Sends SIGINT to the program.
#[cfg(unix)]
pub fn interrupt(child: &Child) {
    let id = child.id().to_string();
    let sent = Command::new("kill").args(["-INT", &id]).status();
    assert!(sent.is_ok_and(|status| status.success()));
}

/// Sends SIGINT to the program after this number of lines of `pipe`, which is its standard output
/// or its standard error. Returns the whole text of the pipe.
#[cfg(unix)]
pub fn interrupt_after(lines: usize, pipe: impl Read, child: &Child) -> String {
    let mut pipe = BufReader::new(pipe);
    let mut text = String::new();
    for _ in 0..lines {
        pipe.read_line(&mut text).expect("a line");
    }
    interrupt(child);
    pipe.read_to_string(&mut text).expect("text");
    text
}

/// The words of a command line, in which `GAME` stands for [`some_game`].
pub fn words(text: &str) -> Vec<&str> {
    let game = |word| match word {
        "GAME" => some_game().name(),
        other => other,
    };
    text.split(' ').map(game).collect()
}

/// The `XDG_STATE_HOME` of the programs that run in this folder.
fn state_of(folder: &Path) -> PathBuf {
    folder.join(".state")
}

fn command(folder: &Path, arguments: &[&str]) -> Command {
    let mut command = Command::new(PROGRAM);
    command
        .args(arguments)
        .current_dir(folder)
        .env_remove("NO_COLOR")
        .env_remove("CLICOLOR_FORCE")
        .env("XDG_STATE_HOME", state_of(folder))
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped());
    command
}

/// Runs the binary in a new folder, which is removed afterwards.
pub fn run(arguments: &[&str]) -> Run {
    Folder::new().run(arguments, "")
}

pub fn start(command: &mut Command) -> Child {
    command.spawn().expect("the binary starts")
}

/// Waits for the end of a program. Its standard input stays open, so that the end of the input
/// cannot stop it.
pub fn ended(mut child: Child) -> Run {
    let stdin = child.stdin.take();
    let output = child.wait_with_output().expect("the binary ends");
    drop(stdin);
    Run::of(output)
}

/// Writes `input` to the standard input of the program and waits until the program ends.
pub fn finish(mut child: Child, input: &str) -> Run {
    let mut stdin = child.stdin.take().expect("a pipe");
    let input = input.to_owned();
    // Ignores errors of the write, because the program may end before it has read everything.
    let writer = std::thread::spawn(move || {
        let _ = stdin.write_all(input.as_bytes());
    });
    let output = child.wait_with_output().expect("the binary ends");
    writer.join().expect("the input is written");
    Run::of(output)
}
