//! Runs events of the binary in a folder of its own.

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};

use serde_json::Value;
use tempfile::TempDir;

/// A folder in which the binary is run.
pub(crate) struct Folder(TempDir);

impl Folder {
    pub(crate) fn new() -> Self {
        Self(TempDir::new().expect("a temporary folder"))
    }

    pub(crate) fn path(&self, name: &str) -> PathBuf {
        self.0.path().join(name)
    }

    pub(crate) fn write(&self, name: &str, text: &str) -> PathBuf {
        let path = self.path(name);
        fs::write(&path, text).expect("a file can be written");
        path
    }

    /// Writes a program that a shell runs.
    #[cfg(unix)]
    pub(crate) fn script(&self, name: &str, text: &str) -> PathBuf {
        use std::os::unix::fs::PermissionsExt;
        let path = self.write(name, text);
        let permissions = fs::Permissions::from_mode(0o755);
        fs::set_permissions(&path, permissions).expect("permissions can be set");
        path
    }

    pub(crate) fn read(&self, name: &str) -> String {
        let path = self.path(name);
        fs::read_to_string(&path).unwrap_or_else(|error| panic!("{}: {error}", path.display()))
    }

    pub(crate) fn command(&self, arguments: &[&str]) -> Command {
        let mut command = Command::new(env!("CARGO_BIN_EXE_reviver"));
        command
            .args(arguments)
            .current_dir(self.0.path())
            .stdin(Stdio::null())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped());
        command
    }

    pub(crate) fn run(&self, arguments: &[&str]) -> Run {
        Run::of(self.command(arguments).output().expect("the binary runs"))
    }

    /// Runs the binary, which must end well.
    pub(crate) fn done(&self, arguments: &[&str]) -> Run {
        let run = self.run(arguments);
        assert_eq!(
            run.code,
            Some(0),
            "{arguments:?}: {}{}",
            run.stdout,
            run.stderr
        );
        run
    }

    /// The report of an event for programs.
    pub(crate) fn report(&self, event: &str) -> Value {
        let text = self.read(&format!("{event}/report.json"));
        serde_json::from_str(&text).expect("JSON")
    }
}

/// What a run came to.
pub(crate) struct Run {
    pub(crate) stdout: String,
    pub(crate) stderr: String,
    pub(crate) code: Option<i32>,
}

impl Run {
    pub(crate) fn of(output: Output) -> Self {
        Self {
            stdout: String::from_utf8(output.stdout).expect("UTF-8"),
            stderr: String::from_utf8(output.stderr).expect("UTF-8"),
            code: output.status.code(),
        }
    }
}

/// The games of a journal without what hangs on the time, by their numbers. None may be there
/// twice.
pub(crate) fn games(journal: &Path) -> BTreeMap<u64, Value> {
    let text = fs::read_to_string(journal).expect("a journal");
    let mut games = BTreeMap::new();
    for line in text.lines().skip(1) {
        let mut entry: Value = serde_json::from_str(line).expect("JSON");
        let fields = entry.as_object_mut().expect("an object");
        fields.remove("timing").expect("every game has its times");
        let number = fields["game"].as_u64().expect("a number");
        assert!(
            games.insert(number, entry).is_none(),
            "game {number} is there twice"
        );
    }
    games
}

/// The files that are the same whenever the same event is played.
pub(crate) const REPRODUCED: [&str; 4] = ["games.pgn", "forward.pgn", "report.json", "report.html"];

/// Asks that two events came out the same, byte for byte.
pub(crate) fn assert_same(folder: &Folder, one: &str, other: &str) {
    for name in REPRODUCED {
        let [first, second] = [one, other].map(|event| folder.read(&format!("{event}/{name}")));
        assert!(first == second, "{name} differs between {one} and {other}");
    }
    let [first, second] =
        [one, other].map(|event| games(&folder.path(&format!("{event}/journal.jsonl"))));
    assert_eq!(first, second);
}

/// A number from the environment, for those who want more than a quick look.
pub(crate) fn wanted(name: &str, usual: u32) -> u32 {
    std::env::var(name)
        .ok()
        .and_then(|text| text.parse().ok())
        .unwrap_or(usual)
}

/// A gauntlet of three settings of this program over all games.
pub(crate) fn gauntlet(rounds: u32, nodes: u32) -> String {
    format!(
        "event = \"Gauntlet\"\nformat = \"gauntlet\"\nvariants = \"all\"\nrounds = {rounds}\nseed = 7\n\
         concurrency = 2\n[limits]\nnodes = {nodes}\n[options]\nHash = 1\n\
         [[engine]]\nname = \"One\"\n\
         [[engine]]\nname = \"Half\"\nlimits = {{ nodes = {} }}\n\
         [[engine]]\nname = \"Beginner\"\noptions = {{ \"Skill Level\" = 3 }}\n\
         [[engine]]\nname = \"Shallow\"\nlimits = {{ depth = 1 }}\n",
        nodes / 2
    )
}
