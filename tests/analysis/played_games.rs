//! Random games. The same seed gives the same game.

use rand::rngs::StdRng;
use rand::{Rng, SeedableRng};
use reviver::games::{Game, TypedGame, Visitor};
use reviver::live::LiveGame;
use reviver::record::Record;
use reviver::rules::Rules;

/// A random game of at most `turns` turns.
pub(crate) fn random<R: Rules>(variant: TypedGame<R>, seed: u64, turns: usize) -> LiveGame<R> {
    let mut rng = StdRng::seed_from_u64(seed);
    let start = variant
        .position(variant.start(seed))
        .expect("a start position");
    let mut game = LiveGame::new(variant, start);
    while game.turns().len() < turns && game.outcome().is_none() {
        let all = game.position().turns();
        let turn = all[rng.random_range(0..all.len())];
        game.play(turn).expect("a legal turn");
    }
    game
}

/// The record of a random game of at most `turns` turns.
pub(crate) fn record(variant: &'static Game, seed: u64, turns: usize) -> Record {
    struct Recorded(u64, usize);
    impl Visitor for Recorded {
        type Output = Record;
        fn visit<R: Rules>(self, variant: TypedGame<R>) -> Record {
            Record::of(&random::<R>(variant, self.0, self.1))
        }
    }
    variant.dispatch(Recorded(seed, turns))
}
