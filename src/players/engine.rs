//! The engine as a player in this process.

use crate::eval::Scale;
use crate::play::fault::Halt;
use crate::play::player::{Choice, NewGame, Player, Thought, TurnRequest};
use crate::rules::Rules;
use crate::search::{Control, Options, Root, Search};

/// Plays the best turn that the search finds. At a skill level below full strength, the search
/// makes deliberate errors.
#[derive(Debug)]
pub struct EnginePlayer<R> {
    search: Search<R>,
    /// The scale in which the player reports scores.
    report_scale: Scale,
}

impl<R: Rules> EnginePlayer<R> {
    /// A player that searches with these options and reports its scores in this scale.
    #[must_use]
    pub fn new(options: Options, report_scale: Scale) -> Self {
        Self {
            search: Search::new(options),
            report_scale,
        }
    }
}

impl<R: Rules> Player<R> for EnginePlayer<R> {
    fn begin_game(&mut self, new: &NewGame) -> Result<(), Halt> {
        self.search.clear();
        let options = Options {
            seed: new.seed,
            ..self.search.options().clone()
        };
        self.search.set_options(options);
        Ok(())
    }

    fn choose(&mut self, request: &TurnRequest<'_, R>) -> Result<Choice, Halt> {
        let root = Root {
            position: request.game.position(),
            keys: request.game.keys(),
        };
        let best = self.search.go(
            root,
            &request.search_limits(),
            &Control::default(),
            &mut |_| {},
        );
        Ok(Choice {
            turn: best.turn.expect("a game that is not over has a turn"),
            thought: Thought {
                score: Some(best.score.reported(self.report_scale)),
                depth: Some(best.depth),
                nodes: Some(best.nodes),
            },
            time: None,
        })
    }
}
