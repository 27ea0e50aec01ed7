//! The Ssehc family: un-capture on the square that the opponent has just vacated, then un-move, and
//! bring your own army home. Its games have the same turns and differ in how they end.
//!
//! # Un-captures
//!
//! The opponent's last un-move decides whether the turn begins with an un-capture:
//!
//! | last un-move | un-capture on the vacated square |
//! |---|---|
//! | none, pawn straight back, straight un-promotion, un-castling | not allowed |
//! | knight, bishop, rook, queen, king | optional |
//! | pawn diagonally back, diagonal un-promotion | forced |
//!
//! After the un-capture, the player's own king must not be in check. So a player in check must
//! un-capture a piece that ends the check.
//!
//! If the un-capture is forced and the vacated square is on the player's row 3, the player may
//! choose an *un-en-passant* instead: a pawn appears on row 4 of the same file, and the un-move is
//! its un-double-step to row 2. The squares of this file on rows 2, 3 and 4 must be empty.
//!
//! # Un-moves
//!
//! The un-move itself un-captures nothing. The position after it must satisfy these points:
//!
//! 1. The opponent is not in check, or can un-capture a piece that ends the check.
//! 2. If the opponent's un-capture is forced, the opponent has a legal one.
//! 3. If the player's own king is in check, the opponent can then play a turn (not declare the end)
//!    that satisfies points 1 and 2 for the opponent.
//!
//! A turn that satisfies points 1 and 2 is *semi-legal*.

mod answer;
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
mod switches;
mod validate;

use std::ops::ControlFlow;

pub use switches::{Compare, Declare, Switches};

use super::reviving::{placing, turns};
use super::switches::Switches as _;
use super::{Ending, Form, Goal, IllegalPosition, Illegality, Outcome, Rules, Uncapture};
use crate::board::{
    Act, Bitboard, ByColor, Color, Key, Pending, Reversibility, Role, RoleOn, Roles, Setup, Square,
    Turn, TurnSet, back, row,
};

/// A position of a game of the Ssehc family.
#[derive(Clone, Debug)]
pub struct Ssehc {
    setup: Setup,
    switches: Switches,
    salt: Key,
}

/// The squares of an un-en-passant: where the pawn appears, and where its un-double-step ends.
#[derive(Clone, Copy, Debug)]
struct EnPassant {
    revived: Square,
    target: Square,
}

impl Ssehc {
    fn after(&self, setup: Setup) -> Self {
        Self { setup, ..*self }
    }

    /// The square that the opponent vacated, if an un-capture is allowed there.
    #[inline]
    fn vacated(&self) -> Option<Square> {
        match self.setup.pending {
            Pending::At(square) | Pending::Must(square) => Some(square),
            Pending::Nothing | Pending::End => None,
        }
    }

    /// The kinds of piece in the reserve of `color` that may be un-captured on `square`: no pawns
    /// on ranks 1 and 8.
    #[inline]
    fn revivable(&self, color: Color, square: Square) -> Roles {
        turns::revivable(self.setup.placement.reserve().roles(color), square)
    }

    /// The squares of an un-en-passant. The un-capture must be forced, with the vacated square on
    /// the player's row 3 and a pawn in the player's reserve. Rows 2, 3 and 4 of the file must be
    /// empty.
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

    /// Plays a turn on this position. If this function were inlined, [`Rules::play`] would copy the
    /// position once more at its end. This copy would wait for the small writes that this function
    /// has just made (a store-forwarding stall).
    #[inline(never)]
    fn advance(&mut self, turn: Turn) {
        let irreversible = self.is_irreversible(turn);
        let after = &mut self.setup;
        let (side, from, to) = (after.side, turn.from(), turn.to());
        if turn.act() == Act::Drop {
            placing::play(after, turn);
            return;
        }
        if let Some(RoleOn { role, square }) = turn.head_revival() {
            after.placement.revive(role.of(side), square);
        }
        if turn.act() == Act::End {
            after.pending = Pending::End;
            after.end_turn(Reversibility::irreversible_if(irreversible));
            return;
        }
        let Some(role) = after.placement.role_at(from) else {
            debug_assert!(false, "nothing to un-move for {turn:?} in {self:?}");
            return;
        };
        after.pending = Self::pending_after(role, turn);
        if turn.act() == Act::UnPromotion {
            after.placement.move_to_reserve(role.of(side), from);
            after.placement.revive(Role::Pawn.of(side), to);
        } else {
            after.placement.move_piece(role.of(side), from, to);
            if role == Role::King && from.distance(to) > 1 {
                turns::un_castle_rook(after, to, from);
            }
        }
        after.end_turn(Reversibility::irreversible_if(irreversible));
    }

    /// The pending field after an un-move, by the table at the top of this file.
    fn pending_after(role: Role, turn: Turn) -> Pending {
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
    type Switches = Switches;

    const FORM: Form = Form {
        reverse: true,
        pending_uncapture: true,
    };

    fn from_setup(switches: &Switches, setup: Setup) -> Result<Self, IllegalPosition> {
        let position = Self {
            setup,
            switches: *switches,
            salt: switches.salt(),
        };
        if !placing::check(&setup, &switches.common)? {
            position.check_position()?;
        }
        Ok(position)
    }

    #[inline]
    fn switches(&self) -> &Switches {
        &self.switches
    }

    #[inline]
    fn goal(&self) -> Goal {
        Goal::OwnHome
    }

    #[inline]
    fn setup(&self) -> &Setup {
        &self.setup
    }

    #[inline]
    fn key(&self) -> Key {
        self.setup.key() ^ self.salt
    }

    fn generate_undecided<B>(
        &self,
        sink: &mut impl FnMut(TurnSet) -> ControlFlow<B>,
    ) -> ControlFlow<B> {
        if placing::places_king(&self.setup) {
            return sink(placing::turns(&self.setup));
        }
        self.generate_turns(sink)
    }

    fn play(&self, turn: Turn) -> Self {
        let mut position = self.clone();
        position.advance(turn);
        position
    }

    fn immediate_outcome(&self) -> Option<Outcome> {
        self.ended()
    }

    fn judged(&self, ending: Ending) -> Outcome {
        self.result_by_comparison(ending)
    }

    fn points_decide(&self) -> bool {
        self.switches.compare == Compare::Points
    }

    fn points(&self) -> ByColor<i32> {
        ByColor::new_with(|color| self.score(color))
    }

    fn scoring(&self) -> Option<String> {
        self.switches.compares().then(|| self.switches.scoring())
    }

    fn may_declare(&self) -> bool {
        self.switches.declare != Declare::Never
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
        let has_obligation = matches!(self.setup.pending, Pending::Must(_) | Pending::End)
            || placing::places_king(&self.setup)
            || Color::ALL.into_iter().any(|c| placement.king_attacked(c));
        if has_obligation {
            return None;
        }
        let mut setup = self.setup;
        setup.pending = Pending::Nothing;
        setup.end_turn(Reversibility::Reversible);
        Some(self.after(setup))
    }

    #[inline]
    fn is_irreversible(&self, turn: Turn) -> bool {
        // `|` instead of `||` avoids branches that the processor would often mispredict.
        let of_pawn = self
            .setup
            .placement
            .by_role(Role::Pawn)
            .contains(turn.from());
        turn.head().is_some()
            | matches!(turn.act(), Act::UnPromotion | Act::Drop)
            | (of_pawn & (turn.act() == Act::Move))
    }

    fn broken_rule(&self, turn: Turn) -> Illegality {
        self.explain_illegality(turn)
    }
}
