//! The search of a position of the tree.

use super::node::Node;
use super::terms::TreeTerms;
use super::tree::Leaf;
use crate::analysis::Analyser;
use crate::games::TypedGame;
use crate::live::LiveGame;
use crate::rules::Rules;
use crate::search::{Control, Limits, Options};

/// Searches positions. The result depends only on the position and the terms of the tree, because every
/// search begins with empty tables.
#[derive(Debug)]
pub struct Explorer<R: Rules> {
    game: TypedGame<R>,
    analyser: Analyser<R>,
    limits: Limits,
}

impl<R: Rules> Explorer<R> {
    /// An explorer of a game.
    #[must_use]
    pub fn new(game: TypedGame<R>, terms: &TreeTerms) -> Self {
        let options = Options {
            multipv: terms.candidates(),
            ..game.search_options()
        };
        let limits = Limits {
            nodes: Some(terms.nodes()),
            ..Limits::default()
        };
        Self {
            game,
            analyser: Analyser::new(options),
            limits,
        }
    }

    /// Searches a position. It must have a legal turn.
    pub fn search(&mut self, leaf: Leaf<R>) -> Node<R> {
        let Leaf { position, ply } = leaf;
        let live = LiveGame::new(self.game, position.clone());
        self.analyser.clear();
        let control = Control::default();
        let analysis = self
            .analyser
            .analyse(&live, &self.limits, &control, &mut |_| {});
        let lines = analysis.lines.iter();
        let scored: Vec<_> = lines
            .filter_map(|line| Some((*line.turns.first()?, line.score)))
            .collect();
        Node::new(position, ply, &scored)
    }
}
