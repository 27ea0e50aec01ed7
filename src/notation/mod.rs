//! How positions and turns are written and read: plain ASCII on one line.
//!
//! Reading a position is two steps: [`position::parse`] reads the six fields into a
//! [`Setup`](crate::board::Setup), [`Rules::from_setup`](crate::rules::Rules::from_setup) asks
//! whether the game can have it. [`position::read`] does both.

pub mod diagram;
pub mod error;
pub mod native;
pub mod position;
pub mod turn;

pub use diagram::Diagram;
pub use error::{PositionError, TurnError};
pub use native::{Native, NativeWords};
