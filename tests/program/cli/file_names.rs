//! File names that are not Unicode.

use std::ffi::OsStr;
use std::os::unix::ffi::OsStrExt;

use crate::common::program::{Folder, finish, start, words};

#[test]
fn records_are_read_from_a_file_whose_name_is_not_unicode() {
    let folder = Folder::new();
    let name = OsStr::from_bytes(b"r\xff.pgn");
    let record = "[Variant \"ssehc\"]\n\n1. f3e4 *\n";
    std::fs::write(folder.path(".").join(name), record).expect("a file can be written");
    let run = |line: &str, name: &OsStr| {
        let mut command = folder.command(&words(line));
        finish(start(command.arg(name)), "")
    };
    for line in [
        "convert",
        "review --nodes 20",
        "analyse --nodes 20",
        "forward --file",
        "diagram --file",
    ] {
        let read = run(line, name);
        assert_eq!(read.code, Some(0), "{line}: {}", read.stderr);
        assert_ne!(read.stdout, "", "{line}");
        let missing = run(line, OsStr::from_bytes(b"missing\xff.pgn"));
        assert_eq!(missing.code, Some(1), "{line}: {}", missing.stderr);
        let complaint = "missing\u{fffd}.pgn: No such file";
        assert!(
            missing.stderr.contains(complaint),
            "{line}: {}",
            missing.stderr
        );
    }
}

#[test]
fn an_event_is_read_from_a_file_whose_name_is_not_unicode() {
    let folder = Folder::new();
    let name = OsStr::from_bytes(b"e\xff.toml");
    let event = "variants = [\"unplay\"]\nconcurrency = 1\nadjudication = { plies = 2 }\n\
                 limits = { nodes = 20 }\n[[engine]]\nname = \"A\"\n[[engine]]\nname = \"B\"\n";
    std::fs::write(folder.path(".").join(name), event).expect("a file can be written");
    let mut command = folder.command(&["tournament", "--out", "event"]);
    let run = finish(start(command.arg(name)), "");
    assert_eq!(run.code, Some(0), "{}", run.stderr);
    assert!(run.stdout.contains("2 of 2 games"), "{}", run.stdout);
}
