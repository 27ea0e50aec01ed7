//! What an engine can do wrong.

use std::fmt;

use serde::{Deserialize, Serialize};

/// Kinds of faults. All but the last lose the game.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum FaultKind {
    /// A turn that the rules forbid.
    IllegalTurn,
    /// An answer that came too late.
    TimeLoss,
    /// It ended, or closed its output.
    Crash,
    /// It said nothing any more.
    Stall,
    /// What it said is none of the protocol.
    Malformed,
    /// It takes the game for over where it is not, or the other way round, or for another result.
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

/// A fault with what there is to say about it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Fault {
    /// Its kind.
    pub kind: FaultKind,
    /// What happened, in a line that is the same when it happens again.
    pub detail: String,
}

impl Fault {
    /// A fault.
    #[must_use]
    pub fn new(kind: FaultKind, detail: impl Into<String>) -> Self {
        Self {
            kind,
            detail: detail.into(),
        }
    }
}

/// Why an engine did not answer.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Halt {
    /// It is at fault.
    Fault(Fault),
    /// The event is being abandoned.
    Abandoned,
}

impl From<Fault> for Halt {
    fn from(fault: Fault) -> Self {
        Halt::Fault(fault)
    }
}
