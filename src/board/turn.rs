//! A turn packed into 4 bytes, and a list of turns.

use std::num::NonZeroU32;

use arrayvec::ArrayVec;

use super::{Role, Square};

/// A kind of piece on a square.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Hash)]
pub struct RoleOn {
    /// The kind of piece.
    pub role: Role,
    /// Its square.
    pub square: Square,
}

/// What a turn does. The turn may un-capture a piece as well: see [`TurnFields::role`].
#[derive(Clone, Copy, PartialEq, Eq, Debug, Hash)]
pub enum Act {
    /// A piece goes from one square to another: an un-move (un-castling included), or a chess move
    /// (capture, castling and en passant included).
    Move,
    /// A piece on its side's row 8 is replaced by a pawn that un-moves to row 7.
    UnPromotion,
    /// A diagonal pawn un-move that undoes an en passant capture.
    UnEnPassant,
    /// A pawn moves to row 8 and becomes a piece of the turn's role.
    Promotion,
    /// A piece of the turn's role comes from the reserve to the to-square.
    Drop,
    /// The player declares the end of the game.
    End,
}

impl Act {
    const ALL: [Act; 6] = [
        Act::Move,
        Act::UnPromotion,
        Act::UnEnPassant,
        Act::Promotion,
        Act::Drop,
        Act::End,
    ];
}

/// The parts of a [`Turn`].
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct TurnFields {
    /// What the turn does.
    pub act: Act,
    /// The square that the piece leaves. For a drop it is `to`, for a declared end a1.
    pub from: Square,
    /// The square to which the piece goes; a1 for a declared end.
    pub to: Square,
    /// The kind of piece that the turn drops, promotes to or un-captures; `None` if it does none of
    /// these. It is also `None` for [`Act::UnEnPassant`], which always un-captures a pawn.
    pub role: Option<Role>,
    /// The square of an un-capture before the act (at the *head* of the turn). If `head` is `None`,
    /// an un-captured piece of `role` appears on the square that the un-move vacates.
    pub head: Option<Square>,
}

impl TurnFields {
    /// The fields of a turn without role and head.
    #[inline]
    #[must_use]
    pub const fn new(act: Act, from: Square, to: Square) -> Self {
        Self {
            act,
            from,
            to,
            role: None,
            head: None,
        }
    }
}

/// All that a player does before the opponent plays. A turn can be written as text and read back
/// without a position.
///
/// Layout: from-square (bits 0-5), to-square (6-11), role (12-14, 0 is none), act (15-17), head
/// square (18-23), head flag (24). No turn has all bits zero, so `Option<Turn>` takes 4 bytes as
/// well.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Turn(NonZeroU32);

impl Turn {
    /// Packs a turn.
    ///
    /// `None` for [`Act::Move`] from a1 to a1 without role and head, which is not a turn.
    #[inline]
    #[must_use]
    pub fn new(fields: TurnFields) -> Option<Turn> {
        let TurnFields {
            act,
            from,
            to,
            role,
            head,
        } = fields;
        let mut bits = from.to_u32() | to.to_u32() << 6 | (act as u32) << 15;
        if let Some(role) = role {
            bits |= (role as u32) << 12;
        }
        if let Some(head) = head {
            bits |= head.to_u32() << 18 | 1 << 24;
        }
        NonZeroU32::new(bits).map(Turn)
    }

    /// The packed bits.
    #[inline]
    #[must_use]
    pub const fn bits(self) -> u32 {
        self.0.get()
    }

    /// Unpacks a turn. `None` if all bits are zero, a bit above the head flag is set, or the act or
    /// the role is unknown. Also `None` if the head flag is set but the role is none, or if a bit
    /// of the head square is set but the head flag is not.
    #[inline]
    #[must_use]
    pub fn from_bits(bits: u32) -> Option<Turn> {
        let (role, head) = (bits >> 12 & 7, bits >> 18);
        let head_flag = 1 << 6;
        let valid_head = head == 0 || (head & head_flag != 0 && role != 0);
        let valid = head < 2 * head_flag
            && valid_head
            && (bits >> 15 & 7) < Act::ALL.len() as u32
            && role <= Role::King as u32;
        if valid {
            NonZeroU32::new(bits).map(Turn)
        } else {
            None
        }
    }

    /// What the turn does.
    #[inline]
    #[must_use]
    pub fn act(self) -> Act {
        Act::ALL[(self.bits() >> 15 & 7) as usize]
    }

    /// The square that the piece leaves; the to-square of a drop, a1 for a declared end.
    #[inline]
    #[must_use]
    pub fn from(self) -> Square {
        Square::new(self.bits() & 63)
    }

    /// The square to which the piece goes.
    #[inline]
    #[must_use]
    pub fn to(self) -> Square {
        Square::new(self.bits() >> 6 & 63)
    }

    /// The piece that the turn un-captures, drops or promotes to; see [`TurnFields::role`].
    #[inline]
    #[must_use]
    pub fn role(self) -> Option<Role> {
        Role::try_from(self.bits() >> 12 & 7).ok()
    }

    /// The square of the un-capture before the act, if there is one.
    #[inline]
    #[must_use]
    pub fn head(self) -> Option<Square> {
        (self.bits() >> 24 & 1 != 0).then(|| Square::new(self.bits() >> 18 & 63))
    }

    /// The un-capture at the head of the turn: its piece and its square.
    #[inline]
    #[must_use]
    pub fn head_revival(self) -> Option<RoleOn> {
        Some(RoleOn {
            role: self.role()?,
            square: self.head()?,
        })
    }

    /// The piece that the un-move un-captures on the square that it vacates.
    #[inline]
    #[must_use]
    pub fn tail_revival(self) -> Option<Role> {
        let tail = self.head().is_none() && matches!(self.act(), Act::Move | Act::UnPromotion);
        if tail { self.role() } else { None }
    }

    /// Whether the turn un-captures a piece.
    #[must_use]
    pub fn un_captures(self) -> bool {
        self.head().is_some() || self.tail_revival().is_some() || self.act() == Act::UnEnPassant
    }

    /// Whether the turn promotes or un-promotes a piece.
    #[must_use]
    pub fn promotes(self) -> bool {
        matches!(self.act(), Act::Promotion | Act::UnPromotion)
    }

    /// The same turn on a board that is flipped vertically.
    #[must_use]
    pub fn mirrored(self) -> Turn {
        let flip = |bits: u32, at: u32| (bits ^ (0b11_1000 << at)) & (63 << at);
        let bits = self.bits();
        // A declared end keeps a1 as its from-square and its to-square.
        if self.act() == Act::End {
            let head = if self.head().is_some() {
                flip(bits, 18)
            } else {
                0
            };
            return Self::from_bits(bits & !(63 << 18) | head).unwrap_or(self);
        }
        let mut squares = flip(bits, 0) | flip(bits, 6);
        if self.head().is_some() {
            squares |= flip(bits, 18);
        }
        Self::from_bits(bits & !(63 | 63 << 6 | 63 << 18) | squares).unwrap_or(self)
    }
}

impl std::fmt::Debug for Turn {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{:?} {}{}", self.act(), self.from(), self.to())?;
        match (self.role(), self.head()) {
            (Some(role), Some(head)) => write!(f, " {role:?}@{head}"),
            (Some(role), None) => write!(f, " {role:?}"),
            _ => Ok(()),
        }
    }
}

/// An upper bound on the number of legal turns in any position.
///
/// A piece has the most targets on an empty board. In a reverse game a side never has more pieces
/// of a kind than at the start of chess. So its queen has at most 27 targets, its two rooks have
/// 28, its two bishops 26 and its two knights 16: together 97. Turns have three forms, each with
/// its own bound:
///
/// * An un-move, then an un-capture (one of five kinds) or none: 97 x 6 = 582 turns of these
///   pieces. King: 8 x 6 + 2 un-castlings = 50. Pawns: 8 x (single 1 + double 1 + diagonal 2 x 5 +
///   en passant 2) = 112. Un-promotions of the seven pieces other than king and pawns:
///   7 x (straight 1 + diagonal 2 x 5) = 77. Together 821.
/// * An un-capture (one of five kinds) or none, then an un-move or a declaration of the end:
///   6 x (97 + king 10 + pawns 8 x 4 + un-promotions 7 x 3) turns with an un-move + 6 declarations
///   + 1 turn with an un-capture en passant = 967.
/// * Drops and chess moves: each kind in reserve has at most 64 drops, and each piece on the board
///   at most 27 moves. So a side has the most turns with one piece of each kind in reserve. These
///   six pieces have at most 384 drops. The other ten pieces (a rook, a bishop, a knight, and seven
///   promoted queens) have at most 224 moves. Together 608.
pub const MAX_TURNS: usize = 1024;

/// A list with room for the turns of any position.
pub type TurnList = ArrayVec<Turn, MAX_TURNS>;

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_head_needs_its_flag_and_a_role() {
        let turn = Turn::new(TurnFields {
            role: Some(Role::Knight),
            head: Some(Square::F3),
            ..TurnFields::new(Act::Move, Square::F6, Square::E6)
        });
        let bits = turn.expect("a turn").bits();
        assert_eq!(Turn::from_bits(bits), turn);
        let (role, square, flag) = (7 << 12, 63 << 18, 1 << 24);
        for wrong in [bits & !role, bits & !flag, bits & !role & !flag] {
            assert_eq!(Turn::from_bits(wrong), None, "{wrong:#x}");
        }
        let tail = Turn::from_bits(bits & !flag & !square).expect("a turn");
        assert_eq!((tail.role(), tail.head()), (Some(Role::Knight), None));
    }
}
