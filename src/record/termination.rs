//! The endings of games in words. Records, journals and the protocol name each ending by one word.
//! Tables and charts show its title. Sentences use its description.

use thiserror::Error;

use crate::notation::error::printable;
use crate::rules::{Ending, Outcome};

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

/// Why a text is not the ending of a game.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
pub enum EndingError {
    /// No ending has this word. Holds the first 20 characters, with spaces for control characters.
    #[error("'{0}' is not an ending; the endings are {known}", known = words().join(", "))]
    Unknown(String),
    /// The rule with the first word has not ended the game, but the rule with the second word has.
    #[error("the game has not ended by {0}, but by {1}")]
    OtherRule(&'static str, &'static str),
    /// The rule with this word has not ended the game, and neither has another rule.
    #[error("the game has not ended by {0}; it is not over by the rules")]
    NotOver(&'static str),
}

/// Checks that `text` is the word of an ending, and returns the word. `outcome` is the outcome of
/// the game by the rules. If the word names an ending by the rules, such as `checkmate`, `outcome`
/// must have this ending.
///
/// # Errors
///
/// If no ending has this word, or if the word names a rule that has not ended the game.
pub fn checked_ending(text: &str, outcome: Option<Outcome>) -> Result<&'static str, EndingError> {
    let unknown = || EndingError::Unknown(text.chars().take(20).map(printable).collect());
    let Some(ending) = by_rule(text) else {
        return other(text).map(|ending| ending.word).ok_or_else(unknown);
    };
    match outcome.map(|outcome| outcome.ending) {
        Some(by_rules) if by_rules == ending => Ok(ending.word()),
        Some(by_rules) => Err(EndingError::OtherRule(ending.word(), by_rules.word())),
        None => Err(EndingError::NotOver(ending.word())),
    }
}

/// The words of all endings.
fn words() -> Vec<&'static str> {
    let by_rule = Ending::ALL.into_iter().map(Ending::word);
    let others = OTHERS.iter().map(|ending| ending.word);
    by_rule.chain(others).collect()
}

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
