//! Every legal turn of random games is written in native notation, and read back as the same turn.
//!
//! `REVIVER_NATIVE_GAMES` is the number of games of each variant (12 by default).
//! `REVIVER_NATIVE_PLIES` is the maximum length of a game in plies (60 by default).

use std::collections::HashSet;

use reviver::games::{self, TypedGame, Visitor};
use reviver::notation::NativeWords;
use reviver::notation::native::Native;

use crate::common::play::{run_deterministically, scripts};

/// The number in an environment variable, or `default` if the variable is not set.
fn number(name: &str, default: u32) -> u32 {
    let value = std::env::var(name).ok();
    value.map_or(default, |text| text.parse().expect(name))
}

/// Writes and reads every legal turn; returns how many there are.
fn round_trip<R: NativeWords>(variant: TypedGame<R>, position: &R) -> usize {
    let native = Native::new(position);
    let mut texts = HashSet::new();
    for (turn, text) in native.legal_turns() {
        let fen = position.setup();
        assert!(!text.contains("  ") && !text.contains("=>"), "'{text}'");
        assert_eq!(native.read(&text), Ok(turn), "{variant} {fen}: '{text}'");
        assert!(
            texts.insert(text.clone()),
            "{variant} {fen}: '{text}' twice"
        );
    }
    assert_eq!(texts.len(), position.count());
    texts.len()
}

struct RoundTrips;

impl Visitor for RoundTrips {
    type Output = ();

    fn visit<R: NativeWords>(self, variant: TypedGame<R>) {
        let games = number("REVIVER_NATIVE_GAMES", 12);
        let plies = number("REVIVER_NATIVE_PLIES", 60) as usize;
        let (positions, turns) = (std::cell::Cell::new(0_u64), std::cell::Cell::new(0_u64));
        run_deterministically(games, &scripts(plies), |script| {
            script.play::<R>(variant, |position, _| {
                let count = round_trip(variant, position) as u64;
                positions.set(positions.get() + 1);
                turns.set(turns.get() + count);
            });
        });
        let (positions, turns) = (positions.get(), turns.get());
        println!("{variant}: {games} games, {positions} positions, {turns} turns");
    }
}

#[test]
fn every_legal_turn_of_random_games_reads_back_as_it_was_written() {
    for variant in games::all() {
        variant.dispatch(RoundTrips);
    }
}
