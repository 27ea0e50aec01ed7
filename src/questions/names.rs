//! The names of the questions.

/// The questions that are answered at once. For questions that take long, see
/// [`JobKind`](super::JobKind).
pub const NAMES: [&str; 17] = [
    "check", "diagram", "eval", "explain", "forward", "from-pgn", "games", "lessons", "open",
    "parse", "position", "puzzles", "record", "rules", "state", "turns", "words",
];
