//! The memory that the program needs.

use std::fs;
use std::thread::sleep;
use std::time::Duration;

use crate::common::program::{Folder, finish, start, words};

/// Each game allocates its own transposition tables. The program must free them after the game.
#[test]
fn selfplay_needs_no_more_memory_with_every_game() {
    let folder = Folder::new();
    let play = "selfplay unachess --out games --games 300 --nodes 20 --concurrency 1";
    let mut child = start(&mut folder.command(&words(play)));
    let mut most = 0;
    while child.try_wait().expect("a process").is_none() {
        let status = fs::read_to_string(format!("/proc/{}/status", child.id()));
        let status = status.unwrap_or_default();
        let line = status.lines().find_map(|line| line.strip_prefix("VmHWM:"));
        let kibibytes = line.and_then(|line| line.trim().strip_suffix(" kB")?.parse().ok());
        most = most.max(kibibytes.unwrap_or(0));
        sleep(Duration::from_millis(20));
    }
    assert_eq!(finish(child, "").code, Some(0));
    assert!((1..150 << 10).contains(&most), "{most} KiB");
}
