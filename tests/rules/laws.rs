//! Every built-in game keeps the laws of [`crate::common::laws`].

use proptest::prelude::*;
use reviver::games::{TypedGame, Visitor};
use reviver::rules::Rules;

use crate::common::in_every_game;
use crate::common::laws::{self, Noise};
use crate::common::play::{always_alike, scripts};

/// The most plies of a game.
const PLIES: usize = 120;

/// The number of games of each variant by default; `REVIVER_LAWS_GAMES` sets another number.
const GAMES: u32 = 100;

fn games_wanted() -> u32 {
    std::env::var("REVIVER_LAWS_GAMES")
        .map_or(GAMES, |games| games.parse().expect("a number of games"))
}

#[derive(Clone, Copy)]
struct Laws;

impl Visitor for Laws {
    type Output = ();

    fn visit<R: Rules>(self, variant: TypedGame<R>) {
        let strategy = (scripts(PLIES), any::<u64>());
        always_alike(games_wanted(), &strategy, |(script, seed)| {
            let mut noise = Noise(seed);
            script.play::<R>(variant, |position, turn| {
                laws::of_a_position(variant, position);
                laws::forbids_what_is_not_legal(position, &mut noise);
                if let Some(turn) = turn {
                    laws::of_a_turn(variant, position, turn);
                }
            });
        });
    }
}

#[test]
fn every_game_keeps_the_laws() {
    in_every_game(Laws);
}
