//! Faults of players.

use std::fmt;
use std::time::Duration;

use serde::{Deserialize, Serialize};

use super::clock::Allowance;
use super::shortage::Shortage;

/// Kinds of faults. A fault loses the game. Exception: if the rules have ended the game, its result
/// stays, even if a player reports another result ([`FaultKind::Disagreement`]).
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum FaultKind {
    /// The player played a turn that the rules forbid.
    IllegalTurn,
    /// The player answered too late.
    TimeLoss,
    /// The player's process ended or closed its output.
    Crash,
    /// The player stopped answering.
    Stall,
    /// The player's answer does not follow the protocol.
    Malformed,
    /// The player disagrees with the referee about whether the game is over, or about the result.
    Disagreement,
}

impl FaultKind {
    /// All kinds of faults.
    pub const ALL: [FaultKind; 6] = [
        FaultKind::IllegalTurn,
        FaultKind::TimeLoss,
        FaultKind::Crash,
        FaultKind::Stall,
        FaultKind::Malformed,
        FaultKind::Disagreement,
    ];

    /// The word for the kind in files.
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
    /// What happened, in one line.
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

    /// The fault of an answer that took `time`, which is more than the total of `allowed`.
    #[must_use]
    pub fn late(time: Duration, allowed: Allowance) -> Self {
        // Rounded up: the time in the text must exceed the limit and the margin together.
        let used = micros_up(time);
        let [had, margin] = [allowed.time, allowed.margin].map(|time| time.as_micros());
        let [used, had, margin] = [used, had, margin].map(millis);
        let detail =
            format!("bestmove after {used} ms; the limit was {had} ms, the margin {margin} ms");
        Self::new(FaultKind::TimeLoss, detail)
    }

    /// Adds a remark about the circumstances to the description of the fault.
    #[must_use]
    pub fn with_remark(mut self, remark: Option<String>) -> Self {
        if let Some(remark) = remark {
            self.detail.push_str("; ");
            self.detail.push_str(&remark);
        }
        self
    }
}

/// Whole microseconds, rounded up.
const fn micros_up(time: Duration) -> u128 {
    time.as_nanos().div_ceil(1000)
}

/// Microseconds as milliseconds, without trailing zeros.
fn millis(micros: u128) -> String {
    let text = format!("{}.{:03}", micros / 1000, micros % 1000);
    text.trim_end_matches('0').trim_end_matches('.').to_owned()
}

/// Why a request to a player failed.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Halt {
    /// The player is at fault.
    Fault(Fault),
    /// The game is being abandoned.
    Abandoned,
    /// The computer lacks something, such as memory or open files.
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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::record::ending_description;

    #[test]
    fn every_kind_of_fault_has_a_description() {
        for kind in FaultKind::ALL {
            assert_ne!(ending_description(kind.word()), kind.word());
        }
    }

    #[test]
    fn a_time_loss_reports_more_time_than_limit_and_margin() {
        let late = |micros, nanos, left| {
            let time = Duration::from_micros(micros) + Duration::from_nanos(nanos);
            let allowed = Allowance {
                time: Duration::from_micros(left),
                margin: Duration::from_millis(20),
            };
            Fault::late(time, allowed).detail
        };
        assert_eq!(
            late(420_000, 1, 400_000),
            "bestmove after 420.001 ms; the limit was 400 ms, the margin 20 ms"
        );
        assert_eq!(
            late(1_000_500, 0, 79_050),
            "bestmove after 1000.5 ms; the limit was 79.05 ms, the margin 20 ms"
        );
        assert_eq!(
            late(30_000, 0, 0),
            "bestmove after 30 ms; the limit was 0 ms, the margin 20 ms"
        );
    }
}
