//! The rules of the games. No list of games, no evaluation and no search belongs here.
//!
//! A value of a type that implements [`Rules`] is a position. There are four such types, one for
//! each family of games. Games of one family differ in their [`Switches`], which every position
//! holds. The layer `games` lists the games.
//!
//! The module documentation of each reverse family has a numbered list of what a turn must satisfy.
//! Comments refer to this list, as in "point 2".

pub mod draw;
mod goal;
mod illegal_position;
mod illegality;
mod names;
mod outcome;
mod perft;
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
pub use illegal_position::{Field, IllegalPosition};
pub use illegality::Illegality;
pub use names::{role_name, side_name};
pub use outcome::{DrawCause, Ending, Outcome, Seat};
pub use perft::{MAX_PERFT_DEPTH, perft};
pub use switches::Switches;
pub use traits::Rules;
