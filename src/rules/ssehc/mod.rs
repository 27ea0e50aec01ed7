//! Ssehc (rules 2): un-capture where the opponent has just left, then un-move, and bring the own
//! army home.
//!
//! One type serves both editions: they share every turn, and differ in how a game ends.

mod answer;
mod arisen;
mod ending;
mod escapes;
mod explain;
mod generate;
mod heads;
mod king_steps;
mod lines;
mod refute;
mod removable;
mod special;

use std::ops::ControlFlow;

use super::{
    DrawCause, Goal, Illegality, Outcome, Refusal, Rules, Uncapture, Variant,
    revival::un_castle_rook,
};
use crate::board::{
    Act, Bitboard, ByColor, Color, Key, Pending, Role, Roles, Setup, Square, Turn, TurnSet, back,
    key, row,
};

const SALT: usize = 0;
const CLASSIC_SALT: usize = 4;

/// The two editions of the game.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Edition {
    /// The published edition: "good enough", and a score.
    Published,
    /// The first edition: returning home wins, else "as close as possible".
    Classic,
}

/// A position of one of the two editions.
#[derive(Clone, Debug)]
pub struct Ssehc {
    setup: Setup,
    edition: Edition,
}

/// The squares of an un-en-passant: where the pawn appears, and where its un-double-step ends.
#[derive(Clone, Copy, Debug)]
struct EnPassant {
    revived: Square,
    target: Square,
}

impl Ssehc {
    fn after(&self, setup: Setup) -> Self {
        Self {
            setup,
            edition: self.edition,
        }
    }

    /// The square that the opponent vacated, where an un-capture is allowed.
    #[inline]
    fn vacated(&self) -> Option<Square> {
        match self.setup.pending {
            Pending::At(square) | Pending::Must(square) => Some(square),
            Pending::Nothing | Pending::End => None,
        }
    }

    /// The kinds of a side's reserve that may be un-captured on `square`: pawns not on rank 1 and 8.
    #[inline]
    fn placeable(&self, color: Color, square: Square) -> Roles {
        let roles = self.setup.placement.reserve().roles(color);
        if super::validate::EDGES.contains(square) {
            roles.without(Roles::PAWN)
        } else {
            roles
        }
    }

    /// The squares of an un-en-passant, as far as force, row, reserve and empty squares go.
    fn en_passant_squares(&self) -> Option<EnPassant> {
        let Pending::Must(vacated) = self.setup.pending else {
            return None;
        };
        let side = self.setup.side;
        let middle = Bitboard::from_square(vacated) & row(side, 3);
        let squares = EnPassant {
            revived: back(!side, middle).first()?,
            target: back(side, middle).first()?,
        };
        let placement = &self.setup.placement;
        let file = middle.with(squares.revived).with(squares.target);
        let free = placement.occupied().is_disjoint(file);
        (free && placement.reserve().count(side, Role::Pawn) > 0).then_some(squares)
    }

    /// Plays a turn on this position. Kept out of [`Rules::play`], so that the position is changed
    /// where it is handed back: copying what has just been written piece by piece would stall.
    #[inline(never)]
    fn advance(&mut self, turn: Turn) {
        let irreversible = self.is_irreversible(turn);
        let after = &mut self.setup;
        let (side, from, to) = (after.side, turn.from(), turn.to());
        if let Some((role, square)) = turn.head_revival() {
            after.placement.revive(role.of(side), square);
        }
        if turn.act() == Act::End {
            after.pending = Pending::End;
            after.pass_turn(irreversible);
            return;
        }
        let Some(role) = after.placement.role_at(from) else {
            debug_assert!(false, "nothing to un-move for {turn:?} in {self:?}");
            return;
        };
        after.pending = Self::left_open(role, turn);
        if turn.act() == Act::UnPromotion {
            after.placement.retire(role.of(side), from);
            after.placement.revive(Role::Pawn.of(side), to);
        } else {
            after.placement.shift(role.of(side), from, to);
            if role == Role::King && from.distance(to) > 1 {
                un_castle_rook(after, to, from);
            }
        }
        after.pass_turn(irreversible);
    }

    /// What an un-move leaves to the opponent (the table of rules 2.1).
    fn left_open(role: Role, turn: Turn) -> Pending {
        let (from, to) = (turn.from(), turn.to());
        let pawn = role == Role::Pawn || turn.act() == Act::UnPromotion;
        if pawn {
            if from.file() == to.file() {
                Pending::Nothing
            } else {
                Pending::Must(from)
            }
        } else if role == Role::King && from.distance(to) > 1 {
            Pending::Nothing
        } else {
            Pending::At(from)
        }
    }
}

impl Rules for Ssehc {
    const GOAL: Goal = Goal::OwnHome;

    fn from_setup(variant: Variant, setup: Setup) -> Result<Self, Refusal> {
        let edition = match variant {
            Variant::SsehcClassic => Edition::Classic,
            _ => Edition::Published,
        };
        let position = Self { setup, edition };
        position.check_arisen()?;
        Ok(position)
    }

    #[inline]
    fn setup(&self) -> &Setup {
        &self.setup
    }

    #[inline]
    fn key(&self) -> Key {
        let salt = match self.edition {
            Edition::Published => SALT,
            Edition::Classic => CLASSIC_SALT,
        };
        self.setup.key() ^ key::salt(salt)
    }

    fn generate<B>(&self, sink: &mut impl FnMut(TurnSet) -> ControlFlow<B>) -> ControlFlow<B> {
        if self.immediate_outcome().is_some() {
            return ControlFlow::Continue(());
        }
        self.generate_all(sink)
    }

    fn play(&self, turn: Turn) -> Self {
        let mut position = self.clone();
        position.advance(turn);
        position
    }

    fn immediate_outcome(&self) -> Option<Outcome> {
        self.ended()
    }

    fn outcome_if_stuck(&self) -> Outcome {
        self.outcome_on(DrawCause::Stalemate)
    }

    fn outcome_on(&self, cause: DrawCause) -> Outcome {
        Outcome::draw(cause.into())
    }

    fn points(&self) -> ByColor<i32> {
        ByColor::new_with(|color| self.score(color))
    }

    fn checks(&self) -> ByColor<bool> {
        ByColor::new_with(|color| self.setup.placement.king_attacked(color))
    }

    fn uncapture(&self) -> Uncapture {
        match self.setup.pending {
            Pending::Nothing | Pending::End => Uncapture::None,
            Pending::Must(square) => Uncapture::Must(square),
            Pending::At(square) if self.setup.placement.king_attacked(self.setup.side) => {
                Uncapture::Must(square)
            }
            Pending::At(square) => Uncapture::May(square),
        }
    }

    fn null_move(&self) -> Option<Self> {
        let placement = &self.setup.placement;
        let obliged = matches!(self.setup.pending, Pending::Must(_) | Pending::End)
            || Color::ALL.into_iter().any(|c| placement.king_attacked(c));
        if obliged {
            return None;
        }
        let mut setup = self.setup;
        setup.pending = Pending::Nothing;
        setup.pass_turn(false);
        Some(self.after(setup))
    }

    #[inline]
    fn is_irreversible(&self, turn: Turn) -> bool {
        // Not lazily, since branches could hardly be foreseen.
        let of_pawn = self.setup.placement.all(Role::Pawn).contains(turn.from());
        turn.head().is_some()
            | (turn.act() == Act::UnPromotion)
            | (of_pawn & (turn.act() == Act::Move))
    }

    fn illegality(&self, turn: Turn) -> Option<Illegality> {
        if self.is_legal(turn) {
            None
        } else {
            Some(self.reason(turn))
        }
    }
}
