//! What a player can do wrong.

use std::fmt;
use std::time::Duration;

use serde::{Deserialize, Serialize};

use super::shortage::Shortage;

/// Kinds of faults. All but the last lose the game.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum FaultKind {
    /// It played a turn that the rules forbid.
    IllegalTurn,
    /// It answered too late.
    TimeLoss,
    /// Its process ended or closed its output.
    Crash,
    /// It stopped answering.
    Stall,
    /// Its answer does not follow the protocol.
    Malformed,
    /// It disagrees about whether the game is over, or about the result.
    Disagreement,
}

impl FaultKind {
    /// All of them.
    pub const ALL: [FaultKind; 6] = [
        FaultKind::IllegalTurn,
        FaultKind::TimeLoss,
        FaultKind::Crash,
        FaultKind::Stall,
        FaultKind::Malformed,
        FaultKind::Disagreement,
    ];

    /// The word for it in files.
    #[must_use]
    pub const fn word(self) -> &'static str {
        match self {
            FaultKind::IllegalTurn => "illegal-turn",
            FaultKind::TimeLoss => "time-loss",
            FaultKind::Crash => "crash",
            FaultKind::Stall => "stall",
            FaultKind::Malformed => "malformed",
            FaultKind::Disagreement => "disagreement",
        }
    }
}

impl fmt::Display for FaultKind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.word())
    }
}

/// A fault and its description.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Fault {
    /// Its kind.
    pub kind: FaultKind,
    /// What happened, in one line. The same fault has the same line every time, unless it is about time.
    pub detail: String,
}

impl Fault {
    /// A fault of this kind.
    #[must_use]
    pub fn new(kind: FaultKind, detail: impl Into<String>) -> Self {
        Self {
            kind,
            detail: detail.into(),
        }
    }

    /// An answer that took `time` when only `allowed` was left.
    #[must_use]
    pub fn late(time: Duration, allowed: Duration) -> Self {
        let [time, allowed] = [time, allowed].map(|time| time.as_millis());
        let detail = format!("bestmove after {time} ms, and it had {allowed} ms");
        Self::new(FaultKind::TimeLoss, detail)
    }
}

/// Why a player did not answer.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Halt {
    /// The player is at fault.
    Fault(Fault),
    /// The game is being abandoned.
    Abandoned,
    /// The computer lacks something.
    Shortage(Shortage),
}

impl From<Fault> for Halt {
    fn from(fault: Fault) -> Self {
        Halt::Fault(fault)
    }
}

impl From<Shortage> for Halt {
    fn from(shortage: Shortage) -> Self {
        Halt::Shortage(shortage)
    }
}
