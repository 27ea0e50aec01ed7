//! Compares the answers of an engine with the rules.

use super::client::{Failure, SearchAnswer};
use crate::board::Turn;
use crate::games::{TypedGame, Visitor};
use crate::live::LiveGame;
use crate::notation::turn::{self, NO_TURN};
use crate::protocol::excerpt::excerpt;
use crate::rules::Rules;
use crate::search::Score;

/// Compares the engine's answer to `go` with the rules. Returns whether the game is over after the
/// answer.
pub(super) struct Judge<'a> {
    /// The turns of the game before the answer.
    pub(super) played: &'a [String],
    /// The answer.
    pub(super) answer: &'a SearchAnswer,
}

impl Visitor for Judge<'_> {
    type Output = Result<bool, Failure>;

    fn visit<R: Rules>(self, variant: TypedGame<R>) -> Self::Output {
        let SearchAnswer {
            turn: text,
            analyses,
        } = self.answer;
        let mut game = LiveGame::new(variant, variant.start_position(0));
        for text in self.played {
            let turn = turn::read(R::FORM, text).map_err(|error| error.to_string())?;
            game.play_ignoring_draws(turn)
                .map_err(|error| error.to_string())?;
        }
        let says_no_turn = text == "(none)" || text == NO_TURN;
        if says_no_turn == game.position().outcome().is_none() {
            return Err(if says_no_turn {
                format!("the game is not over, but the engine answers {text}")
            } else {
                format!("the game is over, but the engine answers {text}")
            });
        }
        if says_no_turn {
            return Ok(true);
        }
        for analysis in analyses {
            let mut position = game.position().clone();
            for text in &analysis.pv {
                let turn = turn::read(R::FORM, text).map_err(|error| error.to_string())?;
                if !position.is_legal(turn) {
                    return Err(format!(
                        "{text} in pv {} is not legal",
                        analysis.pv.join(" ")
                    ));
                }
                position = position.play(turn);
            }
        }
        let best_lines = analyses
            .iter()
            .filter(|analysis| analysis.multipv.is_none_or(|number| number == 1));
        let last = best_lines.rev().find(|analysis| !analysis.pv.is_empty());
        if let Some(first) = last.and_then(|analysis| analysis.pv.first())
            && first != text
        {
            return Err(format!(
                "the last pv begins with {first}, but bestmove is {text}"
            ));
        }
        let turn = turn::read(R::FORM, text).map_err(|error| error.to_string())?;
        game.play(turn).map_err(|error| error.to_string())?;
        Ok(game.outcome().is_some())
    }
}

/// Plays a game, and returns the score of its last position, from the view of the player to play.
/// Returns `None` if the first position or a turn is invalid, or if the game is not over. A game
/// that ends only by repetition or fifty moves counts as not over.
pub(super) struct FinalScore<'a> {
    /// The first position.
    pub(super) fen: &'a str,
    /// The turns, separated by spaces.
    pub(super) turns: &'a str,
}

impl Visitor for FinalScore<'_> {
    type Output = Option<Score>;

    fn visit<R: Rules>(self, variant: TypedGame<R>) -> Self::Output {
        let mut game = LiveGame::new(variant, variant.read(self.fen).ok()?);
        for text in self.turns.split_whitespace() {
            game.play_ignoring_draws(text.parse().ok()?).ok()?;
        }
        let position = game.position();
        Some(Score::of_outcome(position.outcome()?, position.seat(), 0))
    }
}

/// Compares an engine's answers about the start position with the rules.
pub(super) struct Compare {
    /// The answer to `legalmoves`.
    pub(super) turns: Vec<String>,
    /// The answer to `state`. Only its field `fen` is compared.
    pub(super) state: serde_json::Value,
}

impl Visitor for Compare {
    type Output = Result<(), Failure>;

    fn visit<R: Rules>(self, variant: TypedGame<R>) -> Self::Output {
        let setup = variant.start(0);
        let position = variant.position(setup).map_err(|error| error.to_string())?;
        let mut expected: Vec<String> = position.turns().iter().map(Turn::to_string).collect();
        let mut reported = self.turns;
        expected.sort_unstable();
        reported.sort_unstable();
        if expected != reported {
            return Err(format!(
                "the {} turns that it reports are not the {} legal turns of the position",
                reported.len(),
                expected.len()
            ));
        }
        let fen = self.state.get("fen").and_then(|fen| fen.as_str());
        match fen {
            Some(fen) if fen == setup.to_string() => Ok(()),
            Some(fen) => {
                let fen = excerpt(fen);
                Err(format!(
                    "the position is {setup}, but the engine reports {fen}"
                ))
            }
            None => Err("its answer to 'state' has no field 'fen' that is a text".to_owned()),
        }
    }
}
