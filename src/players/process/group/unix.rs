//! Groups of processes as Unix has them.

use std::os::unix::process::CommandExt;
use std::process::{Child, Command};

use rustix::process::{Pid, Signal, WaitId, WaitIdOptions, kill_process_group, waitid};

/// Lets a command lead a group of its own, which Ctrl-C at the terminal does not reach.
pub(in crate::players::process) fn lead(command: &mut Command) -> &mut Command {
    command.process_group(0)
}

fn id(child: &Child) -> Option<Pid> {
    Pid::from_raw(i32::try_from(child.id()).ok()?)
}

/// Ends the whole group, at once and whatever it is doing. The child has not been waited for yet,
/// so that its number is still its own.
pub(in crate::players::process) fn kill(child: &mut Child) {
    if let Some(id) = id(child) {
        let _ = kill_process_group(id, Signal::KILL);
    }
}

/// Whether the child has ended; it stays there to be waited for.
pub(in crate::players::process) fn has_ended(child: &mut Child) -> bool {
    let options = WaitIdOptions::EXITED | WaitIdOptions::NOHANG | WaitIdOptions::NOWAIT;
    let Some(id) = id(child) else { return true };
    !matches!(waitid(WaitId::Pid(id), options), Ok(None))
}
