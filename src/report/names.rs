//! The names of the files that are made from a journal, in the folder of its event.

/// The game records.
pub const GAMES: &str = "games.pgn";
/// The forward games: the reverse games as ordinary chess games.
pub const FORWARD: &str = "forward.pgn";
/// The results as JSON.
pub const JSON: &str = "report.json";
/// The results as a page of HTML.
pub const HTML: &str = "report.html";
