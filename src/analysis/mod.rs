//! Understanding positions and games: what is best and why, and where a game was lost.
//!
//! * `epd`, `input`: positions and games from files, with the place of whatever is wrong in them
//! * `analyst`: the best lines of a position
//! * `suite`: how many positions of a test suite are solved
//! * `chances`: what a score means for the result, and how bad an error is
//! * `review`: a whole game, turn by turn; `annotate` writes it as a game record, `page` as a page
//!   for a browser

mod analyst;
mod annotate;
pub mod chances;
pub mod epd;
pub mod input;
pub mod page;
mod review;
mod suite;

pub use analyst::{Analyst, Findings, Line};
pub use annotate::annotated;
pub use chances::{Chances, Mark};
pub use epd::{Epd, EpdError};
pub use input::{InputError, Item, Task};
pub use page::Page;
pub use review::{Review, ReviewedTurn, Summary, review};
pub use suite::{Tally, Verdict, verdict};
