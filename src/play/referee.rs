//! One game between two players: who has the turn, whose clock runs, and how it ends.

use std::time::{Duration, Instant};

use super::IsStopped;
use super::budget::Budget;
use super::player::{Choice, Player};
use crate::games::{self, TypedGame};
use crate::live::LiveGame;
use crate::rules::{Outcome, Rules, Seat};

/// How a game came to its end.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Finish {
    /// By the rules of the game.
    Rules(Outcome),
    /// This player's clock ran out.
    Time(Seat),
    /// It was broken off as drawn, being too long.
    PlyLimit,
}

impl Finish {
    /// Who won.
    #[must_use]
    pub fn winner(self) -> Option<Seat> {
        match self {
            Finish::Rules(outcome) => outcome.winner,
            Finish::Time(loser) => Some(!loser),
            Finish::PlyLimit => None,
        }
    }

    /// The word for it.
    #[must_use]
    pub const fn word(self) -> &'static str {
        match self {
            Finish::Rules(outcome) => outcome.ending.word(),
            Finish::Time(_) => "time",
            Finish::PlyLimit => "ply-limit",
        }
    }
}

/// A game that has been played.
#[derive(Clone, Debug)]
pub struct Played<R: Rules> {
    /// Its turns and positions.
    pub game: LiveGame<R>,
    /// How it ended.
    pub finish: Finish,
    /// What the players chose, and how long it took them.
    pub choices: Vec<(Choice, Duration)>,
    /// How many turns were legal in each position in which somebody had to choose.
    pub legal_turns: Vec<usize>,
}

/// The terms of a game.
#[derive(Clone, Copy, Debug)]
pub struct Terms {
    /// What the first and the second player may spend.
    pub budgets: [Budget; 2],
    /// Plies after which the game is broken off.
    pub plies: usize,
}

/// The clock of each player, where there is one.
struct Clocks {
    budgets: [Budget; 2],
    remaining: [Duration; 2],
}

impl Clocks {
    fn new(budgets: [Budget; 2]) -> Self {
        let remaining = budgets.map(|budget| match budget {
            Budget::Clock { base, .. } => base,
            _ => Duration::ZERO,
        });
        Self { budgets, remaining }
    }

    /// Takes the time of a turn; false when the clock did not hold so much.
    fn spend(&mut self, seat: Seat, time: Duration) -> bool {
        let Budget::Clock { increment, .. } = self.budgets[seat as usize] else {
            return true;
        };
        let remaining = &mut self.remaining[seat as usize];
        match remaining.checked_sub(time) {
            Some(left) => {
                *remaining = left + increment;
                true
            }
            None => false,
        }
    }
}

/// Plays a game from `start` to its end; `None` when `is_stopped` says so before. `players` are the
/// first and the second player, who have been told that a new game begins.
pub fn play<R: Rules>(
    (variant, start): (TypedGame<R>, R),
    players: [&mut dyn Player<R>; 2],
    terms: &Terms,
    is_stopped: IsStopped<'_>,
) -> Option<Played<R>> {
    let mut clocks = Clocks::new(terms.budgets);
    let mut game = LiveGame::new(variant, start);
    let (mut choices, mut legal_turns) = (Vec::new(), Vec::new());
    let finish = loop {
        if let Some(outcome) = game.outcome() {
            break Finish::Rules(outcome);
        }
        if choices.len() >= terms.plies {
            break Finish::PlyLimit;
        }
        if is_stopped() {
            return None;
        }
        legal_turns.push(game.position().count());
        let seat = game.position().seat();
        let limits = terms.budgets[seat as usize].limits(clocks.remaining[seat as usize]);
        let since = Instant::now();
        let choice = players[seat as usize].choose(&game, &limits);
        let time = since.elapsed();
        choices.push((choice, time));
        if !clocks.spend(seat, time) {
            break Finish::Time(seat);
        }
        // Players within this program choose among the legal turns.
        game.play(choice.turn)
            .unwrap_or_else(|error| panic!("{variant}: {error}"));
    };
    Some(Played {
        game,
        finish,
        choices,
        legal_turns,
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rules::unachess::Unachess;
    use crate::search::Limits;

    /// Plays the first turn of the list.
    struct FirstTurn;

    impl<R: Rules> Player<R> for FirstTurn {
        fn new_game(&mut self, _seed: u64) {}

        fn choose(&mut self, game: &LiveGame<R>, _limits: &Limits) -> Choice {
            let turns = game.position().turns();
            let first = turns.first().copied().expect("a turn");
            first.into()
        }
    }

    fn game(budget: Budget, plies: usize, interrupted: bool) -> Option<Finish> {
        let variant = games::find("unachess").expect("a game");
        let variant = TypedGame::<Unachess>::new(variant).expect("its rules");
        let start = variant.first_position(0);
        let (mut first, mut second) = (FirstTurn, FirstTurn);
        let terms = Terms {
            budgets: [budget; 2],
            plies,
        };
        play((variant, start), [&mut first, &mut second], &terms, &|| {
            interrupted
        })
        .map(|played| played.finish)
    }

    #[test]
    fn a_player_whose_clock_runs_out_loses() {
        let empty = Budget::Clock {
            base: Duration::ZERO,
            increment: Duration::from_secs(1000),
        };
        let finish = game(empty, 100, false).expect("played");
        assert_eq!(finish, Finish::Time(Seat::First));
        assert_eq!(finish.winner(), Some(Seat::Second));
        assert_eq!(finish.word(), "time");
    }

    #[test]
    fn a_long_game_is_broken_off_and_an_interrupted_one_does_not_count() {
        let finish = game(Budget::Nodes(1), 4, false);
        assert_eq!(finish, Some(Finish::PlyLimit));
        assert_eq!(game(Budget::Nodes(1), 4, true), None);
    }
}
