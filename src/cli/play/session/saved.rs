//! The game as a record for a file.

use super::{Agreed, Session};
use crate::notation::NativeWords;
use crate::record::{GameResult, Record};
use crate::rules::Seat;

impl<R: NativeWords> Session<'_, R> {
    pub(super) fn record(&self) -> Record {
        let mut record = Record::of(&self.live);
        for (recorded, comment) in record.turns.iter_mut().zip(&self.comments) {
            recorded.comment.clone_from(comment);
        }
        let tags = &mut record.tags;
        tags.set("Event", "Reviver play");
        let today = jiff::Timestamp::now().strftime("%Y.%m.%d");
        tags.set("Date", &today.to_string());
        tags.set("White", self.players.tag(Seat::First));
        tags.set("Black", self.players.tag(Seat::Second));
        let termination = match (self.agreed, self.live.outcome()) {
            (Some(Agreed::Draw), _) => "agreement",
            (Some(Agreed::Resigned(_)), _) => "resignation",
            (None, Some(outcome)) => outcome.ending.word(),
            (None, None) => "unterminated",
        };
        tags.set("Termination", termination);
        match self.agreed {
            Some(Agreed::Draw) => record.result = GameResult::Drawn,
            Some(Agreed::Resigned(seat)) => record.result = GameResult::Won(!seat),
            None => {}
        }
        record
    }
}
