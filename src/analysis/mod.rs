//! Analysis of positions and review of games, for people.
//!
//! * `epd`, `input`: positions and games from files; errors name the line and the column
//! * `analyser`: the best lines of a position
//! * `suite`: how many positions of a test suite are solved
//! * `theme`: what the best turn of a position is about
//! * `chances`: winning chances, accuracy and annotation marks
//! * `review`: a whole game turn by turn
//! * `annotate`, `page`: a review as a game record or as a web page
//!
//! The search itself is in `search`, printing in `cli`.

mod analyser;
mod annotate;
pub mod chances;
pub mod epd;
pub mod input;
pub mod page;
mod review;
mod suite;
mod theme;

pub use analyser::{Analyser, Analysis, PvLine};
pub use annotate::annotated;
pub use chances::{Chances, Mark};
pub use epd::{Epd, EpdError};
pub use input::{Content, InputError, Item};
pub use page::{Page, page_files};
pub use review::{Review, ReviewedTurn, Reviewer, Summary};
pub use suite::{SuiteScore, TestResult, test_result};
pub use theme::{Theme, UnknownTheme};
