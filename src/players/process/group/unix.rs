//! Process groups on Unix.

use std::os::unix::process::{CommandExt, ExitStatusExt};
use std::process::{Child, Command, ExitStatus};

use rustix::process::{Pid, Signal, WaitId, WaitIdOptions, kill_process_group, waitid};

/// Makes a command start its own process group, which Ctrl-C at the terminal does not reach.
pub(in crate::players::process) fn lead_group(command: &mut Command) -> &mut Command {
    command.process_group(0)
}

fn id(child: &Child) -> Option<Pid> {
    Pid::from_raw(i32::try_from(child.id()).ok()?)
}

/// Kills the whole group. Call it before `wait`, while the process id is still valid.
pub(in crate::players::process) fn kill(child: &mut Child) {
    if let Some(id) = id(child) {
        let _ = kill_process_group(id, Signal::KILL);
    }
}

/// Whether the child has ended. Does not reap the child: call `wait` afterwards.
pub(in crate::players::process) fn has_ended(child: &mut Child) -> bool {
    let options = WaitIdOptions::EXITED | WaitIdOptions::NOHANG | WaitIdOptions::NOWAIT;
    let Some(id) = id(child) else { return true };
    !matches!(waitid(WaitId::Pid(id), options), Ok(None))
}

/// Whether a process was killed, or is a shell whose command was killed.
pub(in crate::players::process) fn was_killed(status: ExitStatus) -> bool {
    let kill = Signal::KILL.as_raw();
    status.signal() == Some(kill) || status.code() == Some(128 + kill)
}
