//! Which rules were used in a game.

use serde::Serialize;

use crate::board::{Act, Pending, Role};
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

/// The rules that were used in a game, and the player of its first turn.
pub(super) struct ReplayedGame {
    pub(super) usage: RuleUse,
    pub(super) first: Seat,
}

/// Replays a game; `None` if a turn is not legal.
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
            first: game.first_position(0).seat(),
        })
    }
}

impl RuleUse {
    fn count<R: Rules>(&mut self, position: &R, turn: crate::board::Turn) {
        let setup = position.setup();
        let placement = &setup.placement;
        let (from, to) = (turn.from(), turn.to());
        let mover = placement.role_at(from);
        let is_move = turn.act() == Act::Move;
        self.castlings += u32::from(is_move && mover == Some(Role::King) && from.distance(to) > 1);
        self.promotions += u32::from(matches!(turn.act(), Act::UnPromotion | Act::Promotion));
        let un_en_passant = match (turn.head_revival(), setup.pending) {
            (Some((Role::Pawn, square)), Pending::Must(vacated)) => square != vacated,
            _ => turn.act() == Act::UnEnPassant,
        };
        let may_capture = is_move && position.captures();
        let en_passant = may_capture
            && mover == Some(Role::Pawn)
            && from.file() != to.file()
            && !placement.occupied().contains(to);
        self.en_passants += u32::from(un_en_passant || en_passant);
        let captures_piece = position.captures()
            && matches!(turn.act(), Act::Move | Act::Promotion)
            && placement.occupied().contains(to);
        let revives = turn.tail_revival().is_some() || turn.head_revival().is_some();
        let captures = captures_piece || en_passant || revives || turn.act() == Act::UnEnPassant;
        self.captures += u32::from(captures);
    }
}
