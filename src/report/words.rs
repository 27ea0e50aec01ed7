//! Endings of games in words.

use crate::play::fault::FaultKind;
use crate::rules::Ending;

/// The word that files use for an ending, and its meaning.
pub(super) fn ending_words(word: &str) -> String {
    match meaning(word) {
        Some(meaning) if meaning.starts_with(word) => meaning.to_owned(),
        Some(meaning) => format!("{word}: {meaning}"),
        None => word.to_owned(),
    }
}

fn meaning(word: &str) -> Option<&'static str> {
    let ending = Ending::ALL.into_iter().find(|ending| ending.word() == word);
    if let Some(ending) = ending {
        return Some(ending.description());
    }
    let fault = FaultKind::ALL.into_iter().find(|kind| kind.word() == word);
    if let Some(kind) = fault {
        return Some(match kind {
            FaultKind::IllegalTurn => "an engine played an illegal turn",
            FaultKind::TimeLoss => "an engine exceeded its time",
            FaultKind::Crash => "an engine crashed or exited during the game",
            FaultKind::Stall => "an engine stopped answering",
            FaultKind::Malformed => "an answer did not follow the protocol",
            FaultKind::Disagreement => "an engine disagreed about the end of the game",
        });
    }
    match word {
        "adjudicated-win" => Some("both engines reported a win of the same player for long enough"),
        "adjudicated-draw" => Some("both engines reported a draw for long enough"),
        "ply-limit" => Some("a draw, because the game was as long as the event allows"),
        "proven" => Some("an engine announced a forced win, and the referee's search confirmed it"),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn endings_are_described_in_words() {
        assert_eq!(
            ending_words("army"),
            "army: the whole enemy army has been un-captured"
        );
        assert_eq!(ending_words("checkmate"), "checkmate");
        assert_eq!(
            ending_words("time-loss"),
            "time-loss: an engine exceeded its time"
        );
        assert_eq!(ending_words("unheard-of"), "unheard-of");
    }
}
