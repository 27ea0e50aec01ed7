//! The game as a record for a file, and a game that is continued from a record.

use super::{EarlyEnd, PlaySession};
use crate::cli::play::saved::files::Snapshot;
use crate::cli::play::saved::load::EarlierGame;
use crate::notation::NativeWords;
use crate::play::SEATS;
use crate::record::{GameResult, Record, Tags};
use crate::rules::Seat;

/// The tag that says how a game ended. Its value is [`AGREEMENT`] for an agreed draw,
/// [`RESIGNATION`] for a resignation. Records of other programs may lack it.
pub(super) const TERMINATION: &str = "Termination";
const AGREEMENT: &str = "agreement";
const RESIGNATION: &str = "resignation";

/// The tag that names a player.
const fn name_tag(seat: Seat) -> &'static str {
    match seat {
        Seat::First => "White",
        Seat::Second => "Black",
    }
}

impl<R: NativeWords> PlaySession<'_, R> {
    /// The tags of a game that begins now. The date is the local date, as in the PGN standard.
    pub(super) fn tags_of_today() -> Tags {
        let mut tags = Tags::default();
        tags.set("Event", "Reviver play");
        let today = jiff::Zoned::now().strftime("%Y.%m.%d");
        tags.set("Date", &today.to_string());
        tags
    }

    /// Takes over the tags, comments and variations of an earlier game. Also takes over a result
    /// that does not follow from the rules, such as a resignation.
    pub(super) fn go_on(&mut self, earlier: EarlierGame) {
        let record = earlier.record;
        self.early_end = match (record.tags.get(TERMINATION), record.result) {
            _ if self.live.outcome().is_some() => None,
            (_, GameResult::Unfinished) => None,
            (Some(AGREEMENT), GameResult::Drawn) => Some(EarlyEnd::DrawAgreed),
            (Some(RESIGNATION), GameResult::Won(winner)) => Some(EarlyEnd::Resigned(!winner)),
            (_, GameResult::Drawn) => Some(EarlyEnd::Recorded(None)),
            (_, GameResult::Won(winner)) => Some(EarlyEnd::Recorded(Some(winner))),
        };
        self.tags = record.tags;
        if let Some(humans) = earlier.settings.humans {
            self.forget_exchanged_names(&humans);
        }
        self.preface = record.preface;
        self.recorded = record.turns;
        self.origin = Some(earlier.origin);
    }

    /// Forgets the name of each player who was a person and is now the engine, or the other way
    /// round. `humans` are the seats that a person played before.
    fn forget_exchanged_names(&mut self, humans: &[Seat]) {
        for seat in SEATS {
            if humans.contains(&seat) != self.players.is_human(seat) {
                self.tags.remove(name_tag(seat));
            }
        }
    }

    pub(super) fn snapshot(&self) -> Snapshot {
        Snapshot {
            text: self.record().to_string(),
            turns: self.live.turns().collect(),
            is_over: self.is_over(),
        }
    }

    /// The game with the turns that were taken back and can be played again. `None` if there are no
    /// such turns.
    pub(super) fn with_turns_taken_back(&mut self) -> Option<Snapshot> {
        let early_end = self.early_end.take();
        let mut turns = 0;
        while self.live.redo().is_some() {
            turns += 1;
        }
        let longer = (turns > 0).then(|| self.snapshot());
        for _ in 0..turns {
            self.live.undo();
        }
        self.early_end = early_end;
        longer
    }

    pub(super) fn record(&self) -> Record {
        let mut record = Record::of(&self.live);
        for (turn, recorded) in record.turns.iter_mut().zip(&self.recorded) {
            turn.clone_from(recorded);
        }
        record.preface.clone_from(&self.preface);
        record.tags.clone_from(&self.tags);
        let tags = &mut record.tags;
        for seat in SEATS {
            let name = tags.get(name_tag(seat));
            if name.is_none_or(|name| ["", "?"].contains(&name)) {
                tags.set(name_tag(seat), self.players.tag(seat));
            }
        }
        let termination = match (self.early_end, self.live.outcome()) {
            (Some(EarlyEnd::DrawAgreed), _) => Some(AGREEMENT),
            (Some(EarlyEnd::Resigned(_)), _) => Some(RESIGNATION),
            // The tag of the continued record stays.
            (Some(EarlyEnd::Recorded(_)), _) => None,
            (None, Some(outcome)) => Some(outcome.ending.word()),
            (None, None) => Some("unterminated"),
        };
        if let Some(termination) = termination {
            tags.set(TERMINATION, termination);
        }
        self.settings.add_to(tags);
        match self.early_end {
            Some(EarlyEnd::DrawAgreed) => record.result = GameResult::Drawn,
            Some(EarlyEnd::Resigned(seat)) => record.result = GameResult::Won(!seat),
            Some(EarlyEnd::Recorded(winner)) => {
                record.result = winner.map_or(GameResult::Drawn, GameResult::Won);
            }
            None => {}
        }
        record
    }
}
