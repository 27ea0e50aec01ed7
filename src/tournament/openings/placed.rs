//! First positions for variants with king placement. A search of this program places both kings;
//! then random turns follow.

use super::first_positions::after_random_turns;
use crate::board::Setup;
use crate::games::{Game, TypedGame, Visitor};
use crate::live::LiveGame;
use crate::rules::Rules;
use crate::search::{Control, Limits, Root, Search};
use crate::tournament::event::Event;

/// The first positions of all rounds, for each variant with king placement. The other variants of
/// the event are left out. A search of this program places both kings, with a limit of `nodes`
/// nodes for each, and random turns follow. Equal arguments give equal positions.
#[must_use]
pub fn placed(event: &Event, nodes: u64) -> Vec<(&'static Game, Vec<Setup>)> {
    let games = event.variants.iter().map(|name| name.game);
    let placed = games.filter(|game| game.has_king_placement()).map(|game| {
        let start = game.dispatch(PlaceKings { nodes });
        let after = |round| after_random_turns(game, start, event, round);
        (game, (1..=event.rounds).map(after).collect())
    });
    placed.collect()
}

/// The [`Visitor`] that lets a search place both kings and returns the position after that.
struct PlaceKings {
    nodes: u64,
}

impl Visitor for PlaceKings {
    type Output = Setup;

    fn visit<R: Rules>(self, game: TypedGame<R>) -> Setup {
        let mut live = LiveGame::new(game, game.start_position(0));
        let mut search = Search::<R>::new(game.search_options());
        let limits = Limits {
            nodes: Some(self.nodes),
            ..Limits::default()
        };
        for _ in 0..2 {
            let root = Root {
                position: live.position(),
                keys: live.keys(),
            };
            let best = search.go(root, &limits, &Control::default(), &mut |_| {});
            let Some(turn) = best.turn else { break };
            if live.play(turn).is_err() {
                break;
            }
        }
        *live.position().setup()
    }
}
