//! The engine as a player.

use crate::live::LiveGame;
use crate::play::player::{Choice, Player};
use crate::rules::Rules;
use crate::search::{Control, Limits, Options, Search};

/// Plays what the search finds.
#[derive(Debug)]
pub struct Searcher<R> {
    search: Search<R>,
}

impl<R: Rules> Searcher<R> {
    /// The engine with these settings.
    #[must_use]
    pub fn new(options: Options) -> Self {
        Self {
            search: Search::new(options),
        }
    }
}

impl<R: Rules> Player<R> for Searcher<R> {
    fn new_game(&mut self, seed: u64) {
        self.search.clear();
        let options = Options {
            seed,
            ..self.search.options().clone()
        };
        self.search.set_options(options);
    }

    fn choose(&mut self, game: &LiveGame<R>, limits: &Limits) -> Choice {
        let position = game.position();
        let control = Control::default();
        let best = self
            .search
            .go(position, game.keys(), limits, &control, &mut |_| {});
        Choice {
            turn: best.turn.expect("a game that is not over has a turn"),
            thought: Some((best.score, best.depth)),
        }
    }
}
