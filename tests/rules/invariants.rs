//! Every built-in game keeps the invariants of [`crate::common::invariants`].

use proptest::prelude::*;
use reviver::games::{TypedGame, Visitor};
use reviver::rules::Rules;

use crate::common::in_every_game;
use crate::common::invariants::{self, RandomTurns};
use crate::common::play::{run_deterministically, scripts};

/// The most plies of a game.
const PLIES: usize = 120;

/// The number of games of each variant by default; `REVIVER_INVARIANT_GAMES` sets another number.
const GAMES: u32 = 100;

fn games_wanted() -> u32 {
    std::env::var("REVIVER_INVARIANT_GAMES")
        .map_or(GAMES, |games| games.parse().expect("a number of games"))
}

#[derive(Clone, Copy)]
struct AssertInvariants;

impl Visitor for AssertInvariants {
    type Output = ();

    fn visit<R: Rules>(self, variant: TypedGame<R>) {
        let strategy = (scripts(PLIES), any::<u64>());
        run_deterministically(games_wanted(), &strategy, |(script, seed)| {
            let mut random_turns = RandomTurns(seed);
            script.play::<R>(variant, |position, turn| {
                invariants::assert_position(variant, position);
                invariants::illegal_turns_have_an_illegality(position, &mut random_turns);
                if let Some(turn) = turn {
                    invariants::assert_turn(variant, position, turn);
                }
            });
        });
    }
}

#[test]
fn every_game_keeps_the_invariants() {
    in_every_game(AssertInvariants);
}
