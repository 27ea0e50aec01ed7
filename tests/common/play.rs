//! Random games for property tests. A game is a script of choices, which proptest can shrink.

use proptest::prelude::*;
use proptest::test_runner::{RngAlgorithm, TestRng, TestRunner};
use reviver::board::{Act, Role, Turn, home_squares};
use reviver::games::TypedGame;
use reviver::rules::Rules;

use super::{positions, read};

/// The choice at a ply: `number` picks one of the preferred turns. If none is preferred, it picks
/// one of all legal turns. Without preferences, full boards and rare turns are seldom reached.
#[derive(Clone, Copy, Debug)]
pub struct Choice {
    preference: Preference,
    number: u16,
}

#[derive(Clone, Copy, Debug)]
enum Preference {
    Anything,
    /// Pawn turns, promotions and un-promotions, castling, en passant, declared ends.
    RareTurns,
    /// Drops, promotions and un-captures. [`Act::UnEnPassant`] is not preferred: [`Turn::role`] is
    /// `None` for it.
    Revivals,
    /// Moves and un-moves that bring a piece home; no drops.
    Home,
}

/// A game: the number `start` selects its first position (see the function [`start`]).
#[derive(Clone, Debug)]
pub struct Script {
    start: u16,
    choices: Vec<Choice>,
}

/// Scripts for games of at most `plies` plies.
pub fn scripts(plies: usize) -> impl Strategy<Value = Script> {
    let preference = prop_oneof![
        Just(Preference::Anything),
        Just(Preference::RareTurns),
        Just(Preference::Revivals),
        Just(Preference::Home),
    ];
    let choice =
        (preference, any::<u16>()).prop_map(|(preference, number)| Choice { preference, number });
    (any::<u16>(), prop::collection::vec(choice, 0..=plies))
        .prop_map(|(start, choices)| Script { start, choices })
}

/// Runs a property test on `cases` values of `strategy`. Every run has the same values.
pub fn run_deterministically<S: Strategy>(cases: u32, strategy: &S, test: impl Fn(S::Value)) {
    let config = ProptestConfig {
        cases,
        failure_persistence: None,
        ..ProptestConfig::default()
    };
    let rng = TestRng::deterministic_rng(RngAlgorithm::ChaCha);
    let result = TestRunner::new_with_rng(config, rng).run(strategy, |value| {
        test(value);
        Ok(())
    });
    if let Err(error) = result {
        panic!("{error}");
    }
}

impl Script {
    /// Plays the game. Calls `visit` with each position and the turn played there (`None` at the
    /// last).
    pub fn play<R: Rules>(&self, variant: TypedGame<R>, mut visit: impl FnMut(&R, Option<Turn>)) {
        let mut position = start::<R>(variant, self.start);
        for &choice in &self.choices {
            let Some(turn) = choice.of(&position) else {
                break;
            };
            visit(&position, Some(turn));
            position = position.play(turn);
        }
        visit(&position, None);
    }
}

impl Choice {
    fn of<R: Rules>(self, position: &R) -> Option<Turn> {
        let turns = position.turns();
        let preferred: Vec<Turn> = turns
            .iter()
            .copied()
            .filter(|&turn| self.preference.prefers(position, turn))
            .collect();
        let pick = |turns: &[Turn]| {
            let index = usize::from(self.number) % turns.len().max(1);
            turns.get(index).copied()
        };
        pick(&preferred).or_else(|| pick(&turns))
    }
}

impl Preference {
    fn prefers<R: Rules>(self, position: &R, turn: Turn) -> bool {
        let placement = &position.setup().placement;
        let mover = placement.role_at(turn.from()).or(turn.role());
        match self {
            Preference::Anything => true,
            Preference::RareTurns => {
                turn.act() != Act::Move && turn.act() != Act::Drop
                    || mover == Some(Role::Pawn)
                    || mover == Some(Role::King) && turn.from().distance(turn.to()) > 1
            }
            Preference::Revivals => turn.role().is_some(),
            Preference::Home => mover.is_some_and(|role| {
                home_squares(position.side(), role).contains(turn.to())
                    && !home_squares(position.side(), role).contains(turn.from())
            }),
        }
    }
}

/// The position that `number` selects: a start position, or one of [`positions::perft_fens`].
fn start<R: Rules>(variant: TypedGame<R>, number: u16) -> R {
    let fens = positions::perft_fens(variant.game());
    // An even number is the seed of a start position. An odd number selects one of `fens`.
    let index = usize::from(number / 2) % fens.len();
    if number.is_multiple_of(2) {
        variant
            .position(variant.start(u64::from(number)))
            .expect("a start position")
    } else {
        read(variant, &fens[index])
    }
}
