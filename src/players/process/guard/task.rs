//! The task of a process that runs the subcommand `engine-guard`.

/// The name of the program's subcommand that does a [`Task`]. The subcommand must call [`run`](super::run).
pub const SUBCOMMAND: &str = "engine-guard";

/// The task of a process that runs [`SUBCOMMAND`]. The words after the subcommand say which task it is.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Task {
    /// Be the sweeper: read process groups from standard input until it ends, then kill the groups that were
    /// added and not removed.
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
