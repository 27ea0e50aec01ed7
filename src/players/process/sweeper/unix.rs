//! The sweeper on Unix: a process that kills engines when the *manager* ends. The manager is the
//! process of Reviver that plays the games.
//!
//! Each line of the sweeper's input is `+` or `-` and the id of a process group: `+`
//! adds the group to the list of groups to kill, `-` removes it. The input ends when the manager
//! ends or drops its [`Sweeper`].

use std::collections::BTreeSet;
use std::io::{self, BufRead, Write};
use std::path::Path;
use std::process::{Child, ChildStdin, Command, Stdio};
use std::sync::{Mutex, PoisonError};

use rustix::process::{Pid, Signal, kill_process_group};

use crate::players::process::group;
use crate::players::process::guard::SUBCOMMAND;

/// A running sweeper.
#[derive(Debug)]
pub(in crate::players::process) struct Sweeper {
    child: Child,
    input: Mutex<Option<ChildStdin>>,
}

impl Sweeper {
    /// Starts a sweeper. The subcommand [`SUBCOMMAND`] of `program` must call
    /// [`guard::run`](crate::players::process::guard::run).
    pub(in crate::players::process) fn start(program: &Path) -> io::Result<Self> {
        let mut command = Command::new(program);
        command
            .args([SUBCOMMAND, "sweep"])
            .stdin(Stdio::piped())
            .stdout(Stdio::null())
            .stderr(Stdio::null());
        let mut child = group::lead_group(&mut command).spawn()?;
        let input = Mutex::new(child.stdin.take());
        Ok(Self { child, input })
    }

    /// From now on, the group is killed when the manager ends.
    pub(in crate::players::process) fn add(&self, group: u32) {
        self.send('+', group);
    }

    /// The group has ended and need not be killed.
    pub(in crate::players::process) fn remove(&self, group: u32) {
        self.send('-', group);
    }

    fn send(&self, sign: char, group: u32) {
        let mut input = self.input.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(input) = input.as_mut() {
            // This fails if the sweeper was killed. Linux still kills the engines when the manager
            // ends, because the guards (module `guard`) have asked for this.
            let _ = input.write_all(format!("{sign}{group}\n").as_bytes());
        }
    }
}

impl Drop for Sweeper {
    fn drop(&mut self) {
        let input = self.input.get_mut();
        drop(input.unwrap_or_else(PoisonError::into_inner).take());
        let _ = self.child.wait();
    }
}

/// Reads groups until the input ends, then kills the groups that were added and not removed. The
/// caller must ensure that stop signals, such as Ctrl-C, do not end this process.
pub(in crate::players::process) fn sweep(input: impl BufRead) -> io::Result<()> {
    let mut groups = BTreeSet::new();
    for line in input.lines() {
        let line = line?;
        let group = line.get(1..).and_then(|group| group.parse().ok());
        match group.filter(|&group: &i32| group > 1) {
            Some(group) if line.starts_with('+') => {
                groups.insert(group);
            }
            Some(group) => {
                groups.remove(&group);
            }
            None => {}
        }
    }
    for group in groups.into_iter().filter_map(Pid::from_raw) {
        // The group may have ended by itself.
        let _ = kill_process_group(group, Signal::KILL);
    }
    Ok(())
}
