//! The rules, and nothing else: no game by its name, no score, no search, no text of the protocol.
//!
//! [`Rules`] is a position. Four types implement it, one for each family of games. Games of one
//! family differ in their [`Switches`], values that the position holds. The catalogue above this room
//! lists the games.

pub mod draw;
mod goal;
mod illegality;
mod names;
mod outcome;
mod perft;
mod refusal;
pub mod reviving;
pub mod smolowitz;
pub mod ssehc;
pub mod switches;
mod traits;
pub mod unachess;
pub mod unplay;
mod validate;

pub use draw::History;
pub use goal::{Form, Goal, Uncapture};
pub use illegality::Illegality;
pub use names::{role_name, side_name};
pub use outcome::{DrawCause, Ending, Outcome, Seat};
pub use perft::{MAX_PERFT_DEPTH, perft};
pub use refusal::{Field, Refusal};
pub use switches::Switches;
pub use traits::Rules;
