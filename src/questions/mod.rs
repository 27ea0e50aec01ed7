//! Questions about games and positions, and their answers in JSON. They are the same over the line
//! protocol (`json NAME BODY`) and over HTTP (`POST /api/NAME`). `protocol.md` lists them.
//!
//! * `line`: the game that a question is about; each question carries the whole game, so no game is
//!   kept between two questions
//! * `positions`: questions about a position and its turns
//! * `study`: the catalogue, rules, lessons and puzzles
//! * `setup`: checks positions that are given as text or by their parts, for position editors
//! * `records`: game records and the forward game; `variations`: the flat list in which
//!   JSON gives the variations of a game
//! * `job`: questions that take long (analysis and review); `asked`: the options and limits of
//!   their searches; `news`: their reports
//! * `review_page`: the page of a reviewed game, which only the server sends
//!
//! Nothing here reads a file or depends on who asks.

mod asked;
mod body;
mod error;
mod job;
mod line;
mod names;
mod news;
mod positions;
mod records;
mod review_page;
mod setup;
mod study;
mod variations;

use serde_json::Value;

use body::{check_fields, read};

pub use asked::SearchCaps;
pub use body::with_game;
pub use error::QuestionError;
pub use job::{Job, JobKind};
pub use line::GameLine;
pub use names::NAMES;
pub use news::{News, NewsKind, ScoreView};
pub use records::entry_value;
pub use review_page::review_page;
pub use variations::VariationError;

/// Answers a question that takes no search. `body` is a JSON object, or empty.
///
/// # Errors
///
/// If there is no such question, or if its body or its game is wrong.
pub fn answer(name: &str, body: &[u8]) -> Result<Value, QuestionError> {
    check_fields(name, body)?;
    match name {
        "check" => setup::check(&read(body)?),
        "diagram" => positions::diagram(&read(body)?),
        "eval" => positions::eval(&read(body)?),
        "explain" => positions::explain(&read(body)?),
        "forward" => records::forward(&read(body)?),
        "from-pgn" => records::from_pgn(&read(body)?),
        "games" => study::games(&read(body)?),
        "lessons" => study::lessons(&read(body)?),
        "open" => records::open(&read(body)?),
        "parse" => positions::parse(&read(body)?),
        "position" => positions::position(&read(body)?),
        "puzzles" => study::puzzles(&read(body)?),
        "record" => records::write(read(body)?),
        "rules" => study::rules(&read(body)?),
        "state" => positions::state(&read(body)?),
        "turns" => positions::turns(&read(body)?),
        "words" => positions::words(&read(body)?),
        other => Err(QuestionError::Unknown(other.chars().take(40).collect())),
    }
}
