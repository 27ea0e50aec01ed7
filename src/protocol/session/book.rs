//! Answers `go` from the book of the game.

use std::time::Duration;

use super::Session;
use crate::book::BookEntry;
use crate::plural::counted;
use crate::protocol::command::Go;
use crate::search::{Best, Bound, Info};

impl Session {
    /// The book entry that answers a `go`. `None` if Own Book is off, or if the book has no
    /// playable turn. Also `None` for `go infinite`, `go ponder`, `go mate`, `go perft` and
    /// `go searchmoves`, if UCI_AnalyseMode is on, and if MultiPV is above 1.
    pub(super) fn book_entry(&self, go: &Go) -> Option<BookEntry> {
        let settings = &self.settings;
        let is_analysis = go.infinite
            || go.ponder
            || go.mate.is_some()
            || go.perft.is_some()
            || !go.searchmoves.is_empty()
            || settings.analyse
            || settings.multipv > 1;
        if !settings.own_book || is_analysis {
            return None;
        }
        self.engine.book_entry()
    }

    /// Answers `go` with a turn of the book: an `info` line with the score of the turn, a line
    /// `info string book: ...`, and `bestmove`.
    pub(super) fn play_from_book(&mut self, entry: BookEntry) {
        let BookEntry {
            turn,
            score,
            positions,
        } = entry;
        self.say_info(&Info {
            depth: 1,
            seldepth: 1,
            multipv: 1,
            score,
            bound: Bound::Exact,
            nodes: 0,
            time: Duration::ZERO,
            hashfull: 0,
            pv: vec![turn],
        });
        let below = counted(positions, "position");
        self.say(format_args!(
            "info string book: {turn}; the tree of the book has {below} below this position"
        ));
        self.say_best(&Best {
            turn: Some(turn),
            score,
            depth: 1,
            ..Best::default()
        });
    }
}
