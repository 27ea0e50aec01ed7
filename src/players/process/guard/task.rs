//! What a guard is to do.

/// The subcommand of the program that calls [`run`](super::run).
pub const SUBCOMMAND: &str = "engine-guard";

/// What a guard is to do: the words behind [`SUBCOMMAND`].
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Task {
    /// Kill the engines that are named on standard input, when the input ends.
    Sweep,
    /// Become an engine.
    Become(Engine),
}

/// An engine that a guard becomes.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Engine {
    /// The process of the manager.
    pub manager: u32,
    /// The manager's file descriptor for the engine's standard error. The guard reports on its own one.
    pub errors: u32,
    /// The engine's command.
    pub words: Vec<String>,
}
