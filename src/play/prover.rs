//! The referee's own search, which confirms forced wins that players announce.

use crate::games::Game;
use crate::live::LiveGame;
use crate::rules::{Rules, Seat};
use crate::search::{Control, Limits, Options, Root, Search};

/// Size of the transposition table in MiB.
const HASH: usize = 4;

/// A search for forced wins.
pub(super) struct Prover<R: Rules> {
    search: Search<R>,
    limits: Limits,
}

impl<R: Rules> Prover<R> {
    /// A search of at most this many nodes.
    pub(super) fn new(variant: &'static Game, nodes: u32) -> Self {
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

    /// The player who has a forced win; `None` if the search finds none. Earlier searches do not
    /// affect the answer.
    pub(super) fn winner(&mut self, game: &LiveGame<R>) -> Option<Seat> {
        self.search.clear();
        let position = game.position();
        let control = Control::default();
        let root = Root {
            position,
            keys: game.keys(),
        };
        let best = self.search.go(root, &self.limits, &control, &mut |_| {});
        if best.score.is_lost() {
            Some(!position.seat())
        } else if best.score.is_forced() {
            Some(position.seat())
        } else {
            None
        }
    }
}
