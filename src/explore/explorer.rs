//! The search of a position of the tree.

use super::leaf::Leaf;
use super::node::Node;
use super::terms::TreeTerms;
use crate::analysis::Analyser;
use crate::games::{Game, TypedGame, Visitor};
use crate::live::LiveGame;
use crate::rules::Rules;
use crate::search::{Control, Limits, Options};

/// Searches positions of one game. Every search begins with empty tables. So the result of a search
/// depends only on the position and on the [`TreeTerms`], such as the node limit.
pub trait Explorer {
    /// Searches a position, which must have a legal turn.
    fn search(&mut self, leaf: &Leaf) -> Node;
}

/// An explorer of a game.
#[must_use]
pub fn explorer(game: &'static Game, terms: &TreeTerms) -> Box<dyn Explorer> {
    struct Make<'a>(&'a TreeTerms);
    impl Visitor for Make<'_> {
        type Output = Box<dyn Explorer>;
        fn visit<R: Rules>(self, game: TypedGame<R>) -> Self::Output {
            let options = Options {
                multipv: self.0.candidates(),
                ..game.search_options()
            };
            let limits = Limits {
                nodes: Some(self.0.nodes()),
                ..Limits::default()
            };
            Box::new(GameExplorer {
                game,
                analyser: Analyser::<R>::new(options),
                limits,
            })
        }
    }
    game.dispatch(Make(terms))
}

/// The explorer for one type of rules.
struct GameExplorer<R: Rules> {
    game: TypedGame<R>,
    analyser: Analyser<R>,
    limits: Limits,
}

impl<R: Rules> Explorer for GameExplorer<R> {
    fn search(&mut self, leaf: &Leaf) -> Node {
        let position = leaf.position(self.game);
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
        Node::new(&position, leaf.ply, &scored)
    }
}
