//! Puts the scores of a search into words, for people.

use crate::record::score_text;
use crate::search::Score;

/// The words that depend on whose score it is.
struct Words {
    has: &'static str,
    wins: &'static str,
    loses: &'static str,
    own: &'static str,
}

/// The words in the third person.
const OTHER: Words = Words {
    has: "has",
    wins: "wins",
    loses: "loses",
    own: "its own",
};

/// The words in the second person.
const YOU: Words = Words {
    has: "have",
    wins: "win",
    loses: "lose",
    own: "your own",
};

/// A score in words, from the view of the player to play: "score +0.35", "wins by force in 3 of its
/// own turns".
pub(super) fn in_words(score: Score) -> String {
    with(score, &OTHER)
}

/// The score of a player in words: "score +0.35 for Reviver", "you win by force in 3 of your own
/// turns". `name` is the player's name, or `you` in lower case.
pub(super) fn of_player(score: Score, name: &str) -> String {
    let is_number = !score.is_win_or_loss();
    let words = with(score, if name == "you" { &YOU } else { &OTHER });
    if is_number {
        format!("{words} for {name}")
    } else {
        format!("{name} {words}")
    }
}

fn with(score: Score, words: &Words) -> String {
    let Words {
        has,
        wins,
        loses,
        own,
    } = words;
    match score.forced_turns() {
        Some(0) => format!("{has} lost"),
        Some(1) => format!("{wins} by force in 1 turn"),
        Some(number) if number > 0 => format!("{wins} by force in {number} of {own} turns"),
        Some(-1) => format!("{loses} by force in 1 turn of the opponent"),
        Some(number) => {
            let number = number.abs();
            format!("{loses} by force in {number} of the opponent's turns")
        }
        None if score.is_path_dependent() => {
            let verb = if score > Score::DRAW { "win" } else { "lose" };
            format!("may {verb} by repetition or fifty moves")
        }
        None => format!("score {}", score_text(score)),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn scores_are_put_into_words() {
        for (score, words) in [
            (Score(35), "score +0.35"),
            (Score(-120), "score -1.20"),
            (Score::WIN - 1, "wins by force in 1 turn"),
            (Score::WIN - 5, "wins by force in 3 of its own turns"),
            (
                -(Score::WIN - 4),
                "loses by force in 2 of the opponent's turns",
            ),
            (
                Score::PATH_DEPENDENT_WIN - 1,
                "may win by repetition or fifty moves",
            ),
            (
                -(Score::PATH_DEPENDENT_WIN - 1),
                "may lose by repetition or fifty moves",
            ),
        ] {
            assert_eq!(in_words(score), words);
        }
    }

    #[test]
    fn a_score_in_words_says_whose_it_is() {
        for (score, name, words) in [
            (Score(-84), "Reviver", "score -0.84 for Reviver"),
            (Score(35), "you", "score +0.35 for you"),
            (
                Score::WIN - 5,
                "you",
                "you win by force in 3 of your own turns",
            ),
            (
                -(Score::WIN - 4),
                "Reviver",
                "Reviver loses by force in 2 of the opponent's turns",
            ),
        ] {
            assert_eq!(of_player(score, name), words);
        }
    }
}
