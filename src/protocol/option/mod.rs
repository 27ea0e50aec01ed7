//! The engine's options. Each is declared once in [`OPTIONS`]: its name, the values it takes, its
//! default, its help and what it sets. The reply to `uci`, the ranges on the command line and the
//! table in `protocol.md` come from these declarations.
//! [`Settings`](super::settings::Settings) holds the values.

mod declaration;
mod set;
mod table;

pub use declaration::{Action, Bounds, EngineOption, Kind, Needs, Spin};
pub use set::{OptionError, defaults, set};
pub use table::{HASH, LEVELS, MULTIPV, OPTIONS, THREADS};
