//! The names of the questions, and the fields of their bodies.

/// The questions that are answered at once. For questions that take long, see
/// [`JobKind`](super::JobKind).
pub const NAMES: [&str; 17] = [
    "check", "diagram", "eval", "explain", "forward", "from-pgn", "games", "lessons", "open",
    "parse", "position", "puzzles", "record", "rules", "state", "turns", "words",
];

/// The fields that give the position in a question about a position: see
/// [`GameLine`](super::GameLine).
const LINE: [&str; 4] = ["game", "start", "seed", "turns"];

/// The fields that limit a search.
const LIMITS: [&str; 5] = ["depth", "nodes", "mate", "movetime", "clock"];

/// The fields that the body of a question can have; `None` if there is no such question.
pub(super) fn fields(question: &str) -> Option<Vec<&'static str>> {
    let groups: &[&[&str]] = match question {
        "check" => &[&["game", "fen", "position"]],
        "diagram" => &[&LINE, &["flip"]],
        "eval" | "forward" | "position" | "state" | "turns" | "words" => &[&LINE],
        "explain" => &[&LINE, &["turn", "taps"]],
        "from-pgn" => &[&["game", "pgn"]],
        "games" => &[&["name"]],
        "lessons" | "puzzles" | "rules" => &[&["game"]],
        "open" => &[&["text"]],
        "parse" => &[&LINE, &["text"]],
        "record" => &[
            &LINE,
            &["players", "tags", "comments", "preface", "variations"],
            &["result", "ending"],
        ],
        "analyse" => &[
            &LINE,
            &["page", "mode", "level", "offered_by", "multipv"],
            &LIMITS,
        ],
        "review" => &[&LINE, &["page"], &LIMITS],
        _ => return None,
    };
    Some(groups.concat())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::questions::JobKind;

    #[test]
    fn the_fields_of_every_question_are_known() {
        for name in NAMES {
            assert!(fields(name).is_some(), "{name}");
        }
        for kind in JobKind::ALL {
            assert!(fields(kind.name()).is_some(), "{}", kind.name());
        }
        assert_eq!(fields("event"), None);
    }
}
