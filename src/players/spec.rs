//! An engine at the other end of two pipes, as an event names it.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

use crate::play::limits::PlayerLimits;

/// An engine of an event.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct EngineSpec {
    /// What it is called.
    pub name: String,
    /// How it is started; `None` for this program itself.
    pub command: Option<Vec<String>>,
    /// The language it speaks.
    pub protocol: Protocol,
    /// Its options as text.
    pub options: BTreeMap<String, String>,
    /// What bounds it.
    pub limits: PlayerLimits,
    /// Whether it knows the rules only nearly. Then it is asked with every legal turn named
    /// (`searchmoves`), from the latest position that cannot come back, so that nothing behind it
    /// has to be understood; and it does not ponder.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub guided: bool,
}

/// The languages that engines speak.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Protocol {
    /// The dialect of chess programs.
    #[default]
    Uci,
    /// The universal game interface.
    Ugi,
}
