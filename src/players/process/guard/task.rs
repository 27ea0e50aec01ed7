//! The task of a process that runs the subcommand `engine-guard`.

/// The name of the subcommand that does a [`Task`]. The subcommand must call [`run`](super::run).
pub const SUBCOMMAND: &str = "engine-guard";

/// The task of a process that runs [`SUBCOMMAND`]. The arguments of the subcommand say which.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Task {
    /// Be the sweeper: keep a list of process groups. Each line of standard input adds a group to
    /// the list or removes one. When the input ends, kill the groups in the list.
    Sweep,
    /// Be a guard: make sure that the system kills this process when the manager ends, then become
    /// an engine in the same process. The manager is the process that plays games with the engine.
    Become(Engine),
}

/// The engine that a guard becomes.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Engine {
    /// The process id of the manager.
    pub manager: u32,
    /// The manager's file descriptor of the pipe for the engine's standard error. The guard opens
    /// this pipe through `/proc`. The guard writes its own errors to another pipe.
    pub errors: u32,
    /// The engine's command.
    pub words: Vec<String>,
}
