//! Helper functions for tests that play events and compare their files.

use std::collections::BTreeMap;
use std::fs;
use std::path::Path;

use serde_json::Value;

use crate::common::program::Folder;

/// Returns the games of a journal by number, without their times and checksums. Asserts that every
/// line of the journal has a checksum, and that no game is in the journal twice.
pub(crate) fn games(journal: &Path) -> BTreeMap<u64, Value> {
    let text = fs::read_to_string(journal).expect("a journal");
    assert_eq!(text.matches("\"crc32\":\"").count(), text.lines().count());
    games_of(&text)
}

/// The same as [`games`], but from the text of a journal. The lines need no checksums, because old
/// journals have none.
pub(crate) fn games_of(text: &str) -> BTreeMap<u64, Value> {
    let mut games = BTreeMap::new();
    for line in text.lines().skip(1) {
        let mut entry: Value = serde_json::from_str(line).expect("JSON");
        let fields = entry.as_object_mut().expect("an object");
        fields.remove("timing").expect("every game has its times");
        fields.remove("crc32");
        let number = fields["game"].as_u64().expect("a number");
        assert!(
            games.insert(number, entry).is_none(),
            "game {number} is in the journal twice"
        );
    }
    games
}

/// The number of complete lines of a file; 0 if it cannot be read.
pub(crate) fn line_count(path: &Path) -> usize {
    fs::read(path).map_or(0, |bytes| {
        bytes.iter().filter(|&&byte| byte == b'\n').count()
    })
}

/// The files that are the same each time an event without time limits is played.
pub(crate) const REPRODUCED: [&str; 4] = ["games.pgn", "forward.pgn", "report.json", "report.html"];

/// Asserts that the files [`REPRODUCED`] of two events are the same, byte for byte.
pub(crate) fn assert_same_files(folder: &Folder, one: &str, other: &str) {
    for name in REPRODUCED {
        let [first, second] = [one, other].map(|event| folder.read(&format!("{event}/{name}")));
        assert!(first == second, "{name} differs between {one} and {other}");
    }
}

/// Asserts that two events have the same files [`REPRODUCED`], byte for byte, and the same games.
pub(crate) fn assert_same(folder: &Folder, one: &str, other: &str) {
    assert_same_files(folder, one, other);
    let [first, second] =
        [one, other].map(|event| games(&folder.path(&format!("{event}/journal.jsonl"))));
    assert_eq!(first, second);
}

/// The number in an environment variable; `default` if the variable is not set or has no valid
/// number.
pub(crate) fn env_number(name: &str, default: u32) -> u32 {
    std::env::var(name)
        .ok()
        .and_then(|text| text.parse().ok())
        .unwrap_or(default)
}

/// An event file: a gauntlet of four engines in all variants. Each engine is this program with its
/// own settings. The first engine plays against each of the other three.
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
