//! The task of a process that was started by the subcommand `engine-guard`.

/// The subcommand of the program that calls [`run`](super::run).
pub const SUBCOMMAND: &str = "engine-guard";

/// The task of a process that was started by [`SUBCOMMAND`], given by the words after it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Task {
    /// Be the sweeper: kill the process groups that standard input lists, when that input ends.
    Sweep,
    /// Become an engine.
    Become(Engine),
}

/// An engine that a guard becomes.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Engine {
    /// The process id of the manager.
    pub manager: u32,
    /// The manager's file descriptor for the engine's standard error. The guard reports errors on
    /// its own standard error.
    pub errors: u32,
    /// The engine's command.
    pub words: Vec<String>,
}
