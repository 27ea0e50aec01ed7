//! The endings of games in words. Records, journals and the protocol name each ending by one word.
//! Tables and charts show its title. Sentences use its description.

use crate::rules::Ending;

/// An ending that does not follow from the rules of a game, such as resignation.
struct OtherEnding {
    word: &'static str,
    title: &'static str,
    description: &'static str,
}

const fn ending(word: &'static str, title: &'static str, description: &'static str) -> OtherEnding {
    OtherEnding {
        word,
        title,
        description,
    }
}

const OTHERS: [OtherEnding; 13] = [
    ending(
        "agreement",
        "draw by agreement",
        "the players agreed to a draw",
    ),
    ending("resignation", "resignation", "the loser resigned"),
    ending("unterminated", "not finished", "the game was not finished"),
    ending(
        "illegal-turn",
        "illegal turn",
        "an engine played an illegal turn",
    ),
    ending("time-loss", "loss on time", "an engine exceeded its time"),
    ending(
        "crash",
        "crash",
        "an engine crashed or exited during the game",
    ),
    ending("stall", "no answer", "an engine stopped answering"),
    ending(
        "malformed",
        "malformed answer",
        "an answer did not follow the protocol",
    ),
    ending(
        "disagreement",
        "disagreement",
        "an engine disagreed with the referee about the end of the game",
    ),
    ending(
        "adjudicated-win",
        "adjudicated win",
        "for the required number of turns in a row, both engines reported that the same player wins",
    ),
    ending(
        "adjudicated-draw",
        "adjudicated draw",
        "for the required number of turns in a row, both engines reported that the game is even",
    ),
    ending(
        "ply-limit",
        "limit on length",
        "the game was as long as the event allows",
    ),
    ending(
        "proven",
        "proven win",
        "an engine announced a forced win, and the referee's search confirmed it",
    ),
];

fn by_rule(word: &str) -> Option<Ending> {
    Ending::ALL.into_iter().find(|ending| ending.word() == word)
}

fn other(word: &str) -> Option<&'static OtherEnding> {
    OTHERS.iter().find(|ending| ending.word == word)
}

/// The title of the ending with this word, or `word` itself if no ending has it.
#[must_use]
pub fn ending_title(word: &str) -> &str {
    by_rule(word)
        .map(Ending::title)
        .or_else(|| other(word).map(|ending| ending.title))
        .unwrap_or(word)
}

/// The description of the ending with this word, or `word` itself if no ending has it.
#[must_use]
pub fn ending_description(word: &str) -> &str {
    by_rule(word)
        .map(Ending::description)
        .or_else(|| other(word).map(|ending| ending.description))
        .unwrap_or(word)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn endings_have_titles_and_descriptions() {
        for (word, title, description) in [
            (
                "army",
                "whole army un-captured",
                "the whole enemy army has been un-captured",
            ),
            ("checkmate", "checkmate", "checkmate"),
            ("time-loss", "loss on time", "an engine exceeded its time"),
            ("unheard-of", "unheard-of", "unheard-of"),
        ] {
            assert_eq!(ending_title(word), title);
            assert_eq!(ending_description(word), description);
        }
    }
}
