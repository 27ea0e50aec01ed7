//! The results of the solver as text.

use std::io::{Write, stdout};

use crate::board::Color;
use crate::cli::Error;
use crate::plural::counted;
use crate::rules::draw::FIFTY_MOVES;
use crate::rules::switches::{Common, DrawMeaning};
use crate::rules::{Rules, Seat, Switches, side_name};
use crate::solve::{Proof, THIRD_OCCURRENCE, Win, WinBounds, WinQuery, counts_clock_wins};

/// Facts about a position. The printed sentences depend on them.
pub(super) struct ResultContext {
    seat: Seat,
    side: Color,
    halfmove: u16,
    common: Common,
    counts_clock_wins: bool,
}

/// Prints who wins and in how many turns, or within how many turns there is no forced win.
pub(super) fn print<R: Rules>(
    position: &R,
    question: &WinQuery,
    verdict: &WinBounds,
    proof: Option<&Proof>,
) -> Result<(), Error> {
    let context = ResultContext::of(position);
    match &verdict.win {
        Some(win) => context.print_win(win, proof.map(|proof| longest(position, proof))),
        None => context.print_bounds(question, verdict),
    }
}

impl ResultContext {
    /// The facts about a position.
    pub(super) fn of<R: Rules>(position: &R) -> Self {
        Self {
            seat: position.seat(),
            side: position.side(),
            halfmove: position.setup().halfmove,
            common: *position.switches().common(),
            counts_clock_wins: counts_clock_wins(position),
        }
    }

    /// A player, with the colour that it holds now.
    pub(super) fn player(&self, seat: Seat) -> String {
        let color = if self.seat == seat {
            self.side
        } else {
            !self.side
        };
        format!("player {} ({})", seat.number(), side_name(color))
    }

    /// Prints who wins and in how many turns, and the line of the proof.
    fn print_win(&self, win: &Win, line: Option<Vec<String>>) -> Result<(), Error> {
        let mut out = stdout().lock();
        let how = if win.is_shortest { "in" } else { "in at most" };
        let (name, turns) = (self.player(win.winner), counted(win.turns, "turn"));
        writeln!(out, "{name} wins {how} {turns}")?;
        if let Some(line) = line {
            writeln!(out, "line: {}", line.join(" "))?;
        }
        Ok(())
    }

    /// Prints within how many turns there is no forced win.
    fn print_bounds(&self, question: &WinQuery, verdict: &WinBounds) -> Result<(), Error> {
        let mut out = stdout().lock();
        for &seat in &question.winners {
            let name = self.player(seat);
            match verdict.no_win(seat) {
                Some(turns) => writeln!(
                    out,
                    "{name} has no forced win within {}{}",
                    counted(turns, "turn"),
                    self.exception(turns)
                )?,
                None => writeln!(out, "nothing is proven about {name}")?,
            }
        }
        Ok(())
    }

    /// The exceptions to "no forced win": the solver ignores some wins by repetition and some wins
    /// by the fifty-move rule. Empty if there are none within `turns`.
    fn exception(&self, turns: u8) -> String {
        let common = self.common;
        // At most two plies for each turn of the winner (the turn and the reply), and one before
        // them if the loser plays first.
        let halfmove_at_end = self.halfmove.saturating_add(2 * u16::from(turns) + 1);
        let fifty_moves_possible = halfmove_at_end >= FIFTY_MOVES;
        let mut cases = Vec::new();
        // A third occurrence needs `THIRD_OCCURRENCE` plies without a reset of the halfmove clock.
        // Plies before this position count too.
        let repetition = if halfmove_at_end >= THIRD_OCCURRENCE {
            common.repetition
        } else {
            DrawMeaning::Draw
        };
        if repetition == DrawMeaning::Loses {
            cases.push("the opponent has to repeat a position");
        }
        match (repetition, common.fifty_moves) {
            (DrawMeaning::Points, DrawMeaning::Points) if fifty_moves_possible => {
                cases.push("points decide after a repetition or fifty moves");
            }
            (DrawMeaning::Points, _) => cases.push("points decide after a repetition"),
            (_, DrawMeaning::Points) if fifty_moves_possible => {
                cases.push("points decide after fifty moves");
            }
            _ => {}
        }
        let loses = common.fifty_moves == DrawMeaning::Loses;
        // If `counts_clock_wins`, the solver finds the wins by the fifty-move rule in which no turn
        // resets the halfmove clock. Wins by this rule in which a turn resets the clock take more
        // than 100 plies, so at least 50 turns of the winner.
        let counted = self.counts_clock_wins && 2 * u16::from(turns) < FIFTY_MOVES;
        if loses && fifty_moves_possible && !counted {
            cases.push("the opponent loses by the fifty-move rule");
        }
        match cases.is_empty() {
            true => String::new(),
            false => format!(", unless {}", cases.join(" or ")),
        }
    }
}

/// A line of the proof. The loser always plays the turn after which, by the proof, the winner
/// needs the most turns.
fn longest<R: Rules>(position: &R, proof: &Proof) -> Vec<String> {
    let mut line = Vec::new();
    let mut position = position.clone();
    while position.outcome().is_none() && position.setup().halfmove < FIFTY_MOVES {
        let turn = if position.seat() == proof.winner() {
            proof.step(position.setup()).map(|step| step.turn)
        } else {
            position.turns().into_iter().max_by_key(|&turn| {
                let step = proof.step(position.play(turn).setup());
                step.map_or(0, |step| step.turns)
            })
        };
        let Some(turn) = turn else { break };
        line.push(turn.to_string());
        position = position.play(turn);
    }
    line
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_win_by_the_fifty_move_rule_is_an_exception_unless_the_solver_finds_it() {
        let exception = |halfmove, counts_clock_wins, turns| {
            let context = ResultContext {
                seat: Seat::First,
                side: Color::White,
                halfmove,
                common: Common {
                    fifty_moves: DrawMeaning::Loses,
                    ..Common::DRAWS
                },
                counts_clock_wins,
            };
            context.exception(turns)
        };
        let words = ", unless the opponent loses by the fifty-move rule";
        assert_eq!(exception(92, false, 4), words);
        assert_eq!(exception(93, true, 4), "");
        assert_eq!(exception(93, true, 49), "");
        assert_eq!(exception(93, true, 50), words);
    }
}
