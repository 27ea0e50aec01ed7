//! The description of an engine: all that is needed to start it.

use std::collections::BTreeMap;
use std::fmt;

use serde::{Deserialize, Serialize};

use super::settings::PlayerKind;
use crate::play::limits::PlayerLimits;
pub use crate::protocol::reply::Dialect;

/// A command that begins with this word starts the program that is running, wherever its file is.
pub const THIS_PROGRAM: &str = "reviver";

/// An engine that plays in an event.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct EngineSpec {
    /// Its name in the event.
    pub name: String,
    /// The command that starts the engine: a program and its arguments. [`THIS_PROGRAM`] stands for
    /// the program that is running. `None` means `reviver uci`, or no command if the engine is a
    /// player in this process (`in_process`).
    pub command: Option<Vec<String>>,
    /// The protocol that it speaks.
    pub protocol: Dialect,
    /// The values of its options, by name.
    pub options: BTreeMap<String, String>,
    /// Its limits.
    pub limits: PlayerLimits,
    /// Whether the engine knows only a part of the rules. Such an engine never ponders. When it
    /// has to choose a turn, it gets the legal turns (`searchmoves`), the position after the last
    /// irreversible turn, and the turns played since then.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub guided: bool,
    /// A digest of the weights, networks and search parameters of the user-defined games in the
    /// event. `None` if the event has no such game, if the engine is another program, or if it is a
    /// player in this process.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub evaluation: Option<String>,
    /// The player in this process, if the engine has no process of its own.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub in_process: Option<InProcess>,
}

impl EngineSpec {
    /// The words of the command that starts it in a process of its own.
    #[must_use]
    pub fn words(&self) -> Vec<String> {
        let own_command = || vec![THIS_PROGRAM.to_owned(), "uci".to_owned()];
        self.command.clone().unwrap_or_else(own_command)
    }

    /// The command that starts it, in one line, to be shown to people. For a player in this
    /// process, the name of the program.
    #[must_use]
    pub fn command_line(&self) -> String {
        match self.in_process {
            Some(_) => THIS_PROGRAM.to_owned(),
            None => self.words().join(" "),
        }
    }

    /// Whether it thinks on the opponent's time.
    #[must_use]
    pub const fn ponders(&self) -> bool {
        self.limits.ponder && !self.guided
    }

    /// The beginning of an error message: which engine cannot be started, and with which command.
    #[must_use]
    pub fn cannot_start(&self) -> String {
        let command = self.command_line();
        format!("engine {}: {command} cannot be started", self.name)
    }
}

/// The description of a player in this process.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct InProcess {
    /// The kind of player.
    pub player: PlayerKind,
    /// Its settings, `NAME=VALUE`.
    pub settings: Vec<String>,
    /// A digest of its weights, its networks and the search parameters of the games in the event.
    pub evaluation: String,
}

/// Writes the kind of player and its settings: `reviver level=5`.
impl fmt::Display for InProcess {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.player.name())?;
        for setting in &self.settings {
            write!(f, " {setting}")?;
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_shown_command_is_the_one_that_starts_the_engine() {
        let mut spec = EngineSpec {
            name: "A".to_owned(),
            command: None,
            protocol: Dialect::Uci,
            options: BTreeMap::new(),
            limits: PlayerLimits::default(),
            guided: false,
            evaluation: None,
            in_process: None,
        };
        assert_eq!(spec.command_line(), "reviver uci");
        assert_eq!(spec.words(), ["reviver", "uci"]);
        spec.command = Some(vec!["./engine".to_owned(), "--fast".to_owned()]);
        assert_eq!(spec.command_line(), "./engine --fast");
    }
}
