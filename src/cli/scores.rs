//! Puts the scores of a search into words, for people.

use crate::record::score_text;
use crate::search::Score;

/// A score in words, from the view of the player to play: "score +0.35", "wins by force in 3 turns".
pub(super) fn in_words(score: Score) -> String {
    let turns = |turns: i32| match turns.abs() {
        1 => "1 turn".to_owned(),
        many => format!("{many} turns"),
    };
    match score.forced_turns() {
        Some(0) => "has lost".to_owned(),
        Some(number) if number > 0 => format!("wins by force in {}", turns(number)),
        Some(number) => format!("loses by force in {}", turns(number)),
        None if score.is_path_dependent() => {
            let verb = if score > Score::DRAW { "wins" } else { "loses" };
            format!("{verb} by repetition or fifty moves, if the opponent lets it happen")
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
            (Score::WIN - 5, "wins by force in 3 turns"),
            (-(Score::WIN - 4), "loses by force in 2 turns"),
            (
                Score::PATH_DEPENDENT_WIN - 1,
                "wins by repetition or fifty moves, if the opponent lets it happen",
            ),
            (
                -(Score::PATH_DEPENDENT_WIN - 1),
                "loses by repetition or fifty moves, if the opponent lets it happen",
            ),
        ] {
            assert_eq!(in_words(score), words);
        }
    }
}
