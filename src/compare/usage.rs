//! Which rules were used in a game.

use serde::Serialize;

use crate::board::Turn;
use crate::games::{TypedGame, Visitor};
use crate::play::entry::Entry;
use crate::rules::{Rules, Seat};

/// How often each rare rule was used in a game, and the number of captures or un-captures.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize)]
pub struct RuleUse {
    /// Castlings or un-castlings.
    pub castlings: u32,
    /// Captures or un-captures en passant.
    pub en_passants: u32,
    /// Promotions or un-promotions.
    pub promotions: u32,
    /// Captures or un-captures, those en passant included.
    pub captures: u32,
}

/// What the replay of a game shows.
pub(super) struct ReplayedGame {
    pub(super) usage: RuleUse,
    /// The player who plays first in the start position of the variant. The game itself may have
    /// begun from another position, with the other player.
    pub(super) first: Seat,
}

/// Replays a game; `None` if its first position or a turn is not legal.
pub(super) fn replayed(entry: &Entry) -> Option<ReplayedGame> {
    entry.variant.dispatch(Replay(entry))
}

struct Replay<'a>(&'a Entry);

impl Visitor for Replay<'_> {
    type Output = Option<ReplayedGame>;

    fn visit<R: Rules>(self, game: TypedGame<R>) -> Option<ReplayedGame> {
        let Replay(entry) = self;
        let mut position: R = game.position(entry.start).ok()?;
        let mut usage = RuleUse::default();
        for played in &entry.turns {
            if !position.is_legal(played.turn) {
                return None;
            }
            usage.count(&position, played.turn);
            position = position.play(played.turn);
        }
        Some(ReplayedGame {
            usage,
            first: game.start_position(0).seat(),
        })
    }
}

impl RuleUse {
    fn count<R: Rules>(&mut self, position: &R, turn: Turn) {
        self.castlings += u32::from(position.castles(turn));
        self.en_passants += u32::from(position.is_en_passant(turn));
        self.promotions += u32::from(turn.promotes());
        self.captures += u32::from(position.takes(turn) || turn.un_captures());
    }
}
