//! On systems without process groups, only the child is killed.

use std::process::{Child, Command, ExitStatus};

/// Leaves the command as it is.
pub(in crate::players::process) fn lead_group(command: &mut Command) -> &mut Command {
    command
}

/// Kills the child.
pub(in crate::players::process) fn kill(child: &mut Child) {
    let _ = child.kill();
}

/// Whether the child has ended.
pub(in crate::players::process) fn has_ended(child: &mut Child) -> bool {
    !matches!(child.try_wait(), Ok(None))
}

/// Always false: these systems do not report whether a process was killed.
pub(in crate::players::process) fn was_killed(_status: ExitStatus) -> bool {
    false
}
