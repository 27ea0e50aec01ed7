//! The steps of a check and their results.

use std::path::PathBuf;
use std::time::Duration;

use crate::games::Game;

/// The result of a step.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum StepResult {
    /// The engine did as the protocol says.
    Pass,
    /// The engine did something else.
    Fail,
    /// Either the step tests an optional part of the protocol, and the engine does not support it.
    /// Or the step needs a position in which the game is over, and this program knows none for the
    /// variant.
    Absent,
}

impl StepResult {
    /// The word for the result.
    #[must_use]
    pub const fn word(self) -> &'static str {
        match self {
            StepResult::Pass => "pass",
            StepResult::Fail => "FAIL",
            StepResult::Absent => "skip",
        }
    }
}

/// A step of the check.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Step {
    /// What the step checks.
    pub promise: String,
    /// The result.
    pub result: StepResult,
    /// What was wrong, or a remark; often empty.
    pub detail: String,
    /// The lines of the step. Lines to the engine begin with `>`, lines from the engine with `<`,
    /// and remarks with `#`.
    pub lines: Vec<String>,
}

/// What to check.
#[derive(Clone, Debug)]
pub struct CheckPlan {
    /// The engine's command.
    pub command: Vec<String>,
    /// The variants to check. If empty: all that the engine declares and this program knows.
    pub variants: Vec<&'static Game>,
    /// How long to wait for each line of an answer, or for the engine to end. The whole answer must
    /// come within ten times this duration.
    pub timeout: Duration,
    /// The program that kills the engine if the checking process ends first (on Unix); `None` for
    /// no such program. See [`Launcher::new`](crate::players::process::Launcher::new).
    pub guard: Option<PathBuf>,
}
