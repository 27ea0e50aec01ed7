//! The task of a process that runs the subcommand `engine-guard`.

/// The name of the subcommand that does a [`Task`]. The subcommand must call [`run`](super::run).
pub const SUBCOMMAND: &str = "engine-guard";

/// The task of a process that runs [`SUBCOMMAND`]. The words after the subcommand name the task.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Task {
    /// Be the sweeper: keep a list of process groups. Each line of standard input adds a group to
    /// the list or removes one. When the input ends, kill the groups in the list.
    Sweep,
    /// Become an engine.
    Become(Engine),
}

/// An engine that a guard becomes.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Engine {
    /// The process id of the manager.
    pub manager: u32,
    /// A file descriptor of the manager, for the pipe that becomes the engine's standard error.
    /// The guard's own standard error is another pipe.
    pub errors: u32,
    /// The engine's command.
    pub words: Vec<String>,
}
