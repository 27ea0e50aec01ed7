//! The shortest forced win: who has one, found by asking for one more turn at a time.

use super::{Answer, Effort, MAX_TURNS, Order, Progress, Solver};
use crate::board::Turn;
use crate::rules::{Rules, Seat};

/// What is asked about a position.
#[derive(Clone, Debug)]
pub struct Question {
    /// The players who may be the winner.
    pub winners: Vec<Seat>,
    /// The most turns that the winner may take.
    pub turns: u8,
    /// Ask for this many turns straight away; the win found may then not be the shortest.
    pub at_once: bool,
}

/// A forced win.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Win {
    /// Who wins.
    pub winner: Seat,
    /// In how many own turns.
    pub turns: u8,
    /// Whether there is none in fewer.
    pub is_shortest: bool,
    /// The first turn, where the winner is to play.
    pub first: Option<Turn>,
}

/// What is known in the end.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Verdict {
    /// The win, when one was found.
    pub win: Option<Win>,
    /// Turns within which the first player has no win; `None` when it is not known for 0 either.
    pub first_fails: Option<u8>,
    /// The same for the second player.
    pub second_fails: Option<u8>,
}

impl Verdict {
    /// Turns within which a player is shown not to win.
    #[must_use]
    pub const fn fails(&self, seat: Seat) -> Option<u8> {
        match seat {
            Seat::First => self.first_fails,
            Seat::Second => self.second_fails,
        }
    }

    fn fail(&mut self, seat: Seat, turns: u8) {
        match seat {
            Seat::First => self.first_fails = Some(turns),
            Seat::Second => self.second_fails = Some(turns),
        }
    }
}

impl Solver {
    /// Looks for the shortest forced win of one of the players.
    pub fn shortest<R: Rules>(
        &mut self,
        position: &R,
        question: &Question,
        effort: Effort<'_>,
        listen: &mut dyn FnMut(Progress),
    ) -> Verdict {
        let mut verdict = Verdict::default();
        let most = question.turns.min(MAX_TURNS);
        let least = if question.at_once { most } else { 0 };
        for turns in least..=most {
            for &winner in &question.winners {
                let order = Order { winner, turns };
                match self.solve(position, order, effort, listen) {
                    Answer::Won { turns, first } => {
                        let is_shortest = turns == 0 || verdict.fails(winner) >= Some(turns - 1);
                        verdict.win = Some(Win {
                            winner,
                            turns,
                            is_shortest,
                            first,
                        });
                        return verdict;
                    }
                    Answer::NotWon => verdict.fail(winner, turns),
                    Answer::Open => return verdict,
                }
            }
        }
        verdict
    }
}
