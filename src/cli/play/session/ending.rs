//! What a person is told at the end of a game: what happened, the progress of both players, and
//! what to do next.

use super::saved::TERMINATION;
use super::{EarlyEnd, PlaySession};
use crate::cli::Error;
use crate::cli::play::words;
use crate::cli::terminal::sentence;
use crate::notation::NativeWords;
use crate::record::ending_description;

impl<R: NativeWords> PlaySession<'_, R> {
    /// Says how the game ended, the progress of both players, and what to do next.
    pub(super) fn say_end(&self) -> Result<(), Error> {
        let text = match (self.early_end, self.live.outcome()) {
            (Some(early_end), _) => {
                let mut text = format!("{}\n", self.early_end_text(early_end));
                for line in words::standing(&self.live, &self.players) {
                    text.push_str(&format!("  {line}\n"));
                }
                text
            }
            (None, Some(outcome)) => words::outcome(&self.live, &self.players, outcome),
            (None, None) => return Ok(()),
        };
        self.say(&format!("{text}{}", self.next_steps()))
    }

    /// Answers a person who tries to play on after the end: says how the game ended, and which
    /// commands are useful now.
    pub(super) fn say_over(&self) -> Result<(), Error> {
        let end = match (self.early_end, self.live.outcome()) {
            (Some(early_end), _) => self.early_end_text(early_end),
            (None, Some(outcome)) => {
                let result = self.players.result(outcome.winner);
                let reason = sentence(outcome.ending.description());
                format!("The game is over: {result}. {reason}")
            }
            (None, None) => return Ok(()),
        };
        self.say(&format!("{end}\n{}", self.next_steps()))
    }

    /// The commands that are useful after a game.
    fn next_steps(&self) -> String {
        let watch = ("watch", "replay the game backwards, as a chess game");
        let side = ("side", "play a new game with the other side");
        let undo = match self.early_end {
            Some(EarlyEnd::Resigned(_)) => "take the resignation back",
            Some(EarlyEnd::DrawAgreed) => "take the agreement back",
            Some(EarlyEnd::Recorded(_)) => "take the result back",
            None => "take your last turn back",
        };
        let has_turns = self.live.turns().len() > 0;
        let review = ("review", "see the errors of both players");
        // A game without turns is not saved when the person leaves.
        let quit = if has_turns {
            "leave; the game is saved"
        } else {
            "leave"
        };
        let steps = [
            review,
            watch,
            ("save [FILE]", "write the game to a file"),
            ("new [GAME]", "play another game"),
            side,
            ("undo", undo),
            ("quit", quit),
        ];
        let mut text = String::from("What next?");
        for (usage, meaning) in steps {
            // `review` and `watch` need turns. `watch` also needs a reverse game. `side` needs one
            // person who plays against the engine.
            let is_possible = (has_turns || ![review.0, watch.0].contains(&usage))
                && (usage != watch.0 || self.live.game().is_reverse())
                && (usage != side.0 || self.players.only_human().is_some());
            if is_possible {
                text.push_str(&format!("\n  {usage:<12} {meaning}"));
            }
        }
        text
    }

    /// What the person reads about an end that does not follow from the rules.
    pub(super) fn early_end_text(&self, early_end: EarlyEnd) -> String {
        match early_end {
            EarlyEnd::DrawAgreed => "Game over: a draw by agreement.".to_owned(),
            EarlyEnd::Recorded(winner) => {
                let result = self.players.result(winner);
                let mut text = format!("Game over: {result}, as the record says.");
                if let Some(word) = self.tags.get(TERMINATION) {
                    text.push_str(&format!(" {}", sentence(ending_description(word))));
                }
                if let Some(winner) = winner {
                    text.push_str(&format!("\n{}", words::in_records(&self.players, winner)));
                }
                text
            }
            EarlyEnd::Resigned(seat) => {
                let result = self.players.result(Some(!seat));
                let reason = if self.players.name(seat) == "you" {
                    "You resigned".to_owned()
                } else {
                    format!("{} resigned", self.players.title(seat))
                };
                let record = words::in_records(&self.players, !seat);
                format!("Game over: {result}. {reason}.\n{record}")
            }
        }
    }
}
