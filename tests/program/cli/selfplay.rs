//! The settings in a file of `reviver selfplay`.

use crate::common::program::{Folder, words};

/// The settings in the second line of the file of one game.
fn settings(more: &str) -> String {
    let folder = Folder::new();
    let play = "selfplay GAME --out games --games 1 --ply-limit 12";
    folder.run_ok(&words(&format!("{play} {more}")));
    let bytes = folder.bytes("games");
    let line = bytes.split(|&byte| byte == b'\n').nth(1);
    String::from_utf8_lossy(line.expect("a line")).into_owned()
}

#[test]
fn a_file_states_the_limits_of_an_opponent_if_they_are_not_those_of_the_engine() {
    let other = settings("--opponent uct --nodes 30 --settings nodes=20");
    let limits = "\"budget\":\"nodes=20\",\"opponent_budget\":\"nodes=30\"";
    assert!(other.contains(limits), "{other}");
    for more in [
        "--nodes 30",
        "--nodes 30 --settings nodes=20",
        "--opponent uct --nodes 30",
        "--opponent random --nodes 30 --settings nodes=20",
    ] {
        let same = settings(more);
        assert!(same.contains("\"budget\":\"nodes="), "{same}");
        assert!(!same.contains("opponent_budget"), "{same}");
    }
}
