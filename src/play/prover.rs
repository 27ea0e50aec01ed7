//! The referee's own search, for wins that an engine announces.

use crate::games::Game;
use crate::live::LiveGame;
use crate::rules::{Rules, Seat};
use crate::search::{Control, Limits, Options, Search};

/// Mebibytes of the search's table.
const HASH: usize = 4;

/// A search that is asked for forced ends only.
pub struct Prover<R: Rules> {
    search: Search<R>,
    limits: Limits,
}

impl<R: Rules> Prover<R> {
    /// A search of so many nodes.
    #[must_use]
    pub fn new(variant: &'static Game, nodes: u32) -> Self {
        Self {
            search: Search::new(Options {
                hash: HASH,
                ..variant.search_options()
            }),
            limits: Limits {
                nodes: Some(u64::from(nodes)),
                ..Limits::default()
            },
        }
    }

    /// Who wins a game by force, if that is found, whatever was looked at before.
    pub fn winner(&mut self, game: &LiveGame<R>) -> Option<Seat> {
        self.search.clear();
        let position = game.position();
        let score = self
            .search
            .go(
                position,
                game.keys(),
                &self.limits,
                &Control::default(),
                &mut |_| {},
            )
            .score;
        if score.is_lost() {
            Some(!position.seat())
        } else if score.is_forced() {
            Some(position.seat())
        } else {
            None
        }
    }
}
