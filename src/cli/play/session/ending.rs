//! What a person is told at the end of a game: what happened, the scores, and what to do next.

use super::{Agreed, PlaySession};
use crate::cli::Error;
use crate::cli::play::words;
use crate::notation::NativeWords;

impl<R: NativeWords> PlaySession<'_, R> {
    /// Says how the game ended, the scores, and what to do next.
    pub(super) fn say_end(&self) -> Result<(), Error> {
        let text = match (self.agreed, self.live.outcome()) {
            (Some(agreed), _) => {
                let mut text = format!("{}\n", self.agreed_text(agreed));
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

    fn next_steps(&self) -> String {
        let watch = ("watch", "replay it as a chess game, from its end");
        let undo = match self.agreed {
            Some(Agreed::Resigned(_)) => "take the resignation back",
            Some(Agreed::Draw) => "take the agreement back",
            None => "take your last turn back",
        };
        let steps = [
            ("review", "see the errors of both players"),
            watch,
            ("save [FILE]", "write the game to a file"),
            ("new [GAME]", "play another game"),
            ("undo", undo),
            ("quit", "leave; the game is saved"),
        ];
        let mut text = String::from("What next?");
        for (usage, meaning) in steps {
            if usage != watch.0 || self.live.game().is_reverse() {
                text.push_str(&format!("\n  {usage:<12} {meaning}"));
            }
        }
        text
    }

    pub(super) fn agreed_text(&self, agreed: Agreed) -> String {
        match agreed {
            Agreed::Draw => "Game over: a draw by agreement.".to_owned(),
            Agreed::Resigned(seat) => {
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
