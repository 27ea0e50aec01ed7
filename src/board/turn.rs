//! A turn packed into 4 bytes, and dense sets of turns.

use std::num::NonZeroU32;

use arrayvec::ArrayVec;

use super::{Bitboard, Role, Square};

/// What a turn does, apart from the pieces that come with it.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Hash)]
pub enum Act {
    /// A piece goes from one square to another: an un-move (castling undone included), or a chess
    /// move, capture, castling or en passant capture.
    Move,
    /// A piece on its side's row 8 is replaced by a pawn that un-moves to row 7.
    UnPromotion,
    /// A diagonal pawn un-move that undoes an en passant capture.
    UnEnPassant,
    /// A pawn moves to row 8 and becomes the piece named by the role.
    Promotion,
    /// The piece named by the role comes from the reserve to the to-square.
    Drop,
    /// The end of the game is declared.
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

/// All that a player does before the opponent plays. A turn and its text determine each other, so
/// no position is needed to write one.
///
/// Layout: from-square (bits 0-5), to-square (6-11), role (12-14, 0 is none), act (15-17), head
/// square (18-23), head flag (24). No turn goes from a1 to a1 without an act or a role, so 0 is free
/// for "none" and `Option<Turn>` is 4 bytes as well.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Turn(NonZeroU32);

impl Turn {
    /// A turn from its parts. `head` is the square of an un-capture that precedes the act; `role`
    /// is the piece that comes with the turn: un-captured before (with `head`) or behind (without)
    /// a step, dropped, or promoted to.
    ///
    /// Returns `None` for a step from a1 to a1 without a role, which is no turn.
    #[inline]
    #[must_use]
    pub fn new(
        act: Act,
        from: Square,
        to: Square,
        role: Option<Role>,
        head: Option<Square>,
    ) -> Option<Turn> {
        let mut bits = from.to_u32() | to.to_u32() << 6 | (act as u32) << 15;
        if let Some(role) = role {
            bits |= (role as u32) << 12;
        }
        if let Some(head) = head {
            bits |= head.to_u32() << 18 | 1 << 24;
        }
        NonZeroU32::new(bits).map(Turn)
    }

    /// The packed form.
    #[inline]
    #[must_use]
    pub const fn bits(self) -> u32 {
        self.0.get()
    }

    /// From the packed form; `None` where the bits are no turn.
    #[inline]
    #[must_use]
    pub fn from_bits(bits: u32) -> Option<Turn> {
        let valid = bits >> 25 == 0
            && (bits >> 15 & 7) < Act::ALL.len() as u32
            && (bits >> 12 & 7) <= Role::King as u32;
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

    /// The square that the piece leaves (for a drop, the square where it comes).
    #[inline]
    #[must_use]
    pub fn from(self) -> Square {
        Square::new(self.bits() & 63)
    }

    /// The square where the piece goes.
    #[inline]
    #[must_use]
    pub fn to(self) -> Square {
        Square::new(self.bits() >> 6 & 63)
    }

    /// The piece that comes with the turn, see [`Turn::new`].
    #[inline]
    #[must_use]
    pub fn role(self) -> Option<Role> {
        Role::try_from(self.bits() >> 12 & 7).ok()
    }

    /// The square of the un-capture at the head of the turn.
    #[inline]
    #[must_use]
    pub fn head(self) -> Option<Square> {
        (self.bits() >> 24 & 1 != 0).then(|| Square::new(self.bits() >> 18 & 63))
    }

    /// The un-capture at the head of the turn: the piece and its square.
    #[inline]
    #[must_use]
    pub fn head_revival(self) -> Option<(Role, Square)> {
        Some((self.role()?, self.head()?))
    }

    /// The piece that the un-move leaves behind on the square it vacates.
    #[inline]
    #[must_use]
    pub fn tail_revival(self) -> Option<Role> {
        let tail = self.head().is_none() && matches!(self.act(), Act::Move | Act::UnPromotion);
        if tail { self.role() } else { None }
    }

    /// The turn seen from the other side of the board.
    #[must_use]
    pub fn mirrored(self) -> Turn {
        let flip = |bits: u32, at: u32| (bits ^ (0b11_1000 << at)) & (63 << at);
        let bits = self.bits();
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

/// How many bits are set in a set of kinds.
const COUNTS: [u8; 128] = {
    let mut counts = [0; 128];
    let mut bits = 0;
    while bits < counts.len() {
        counts[bits] = (bits as u8).count_ones() as u8;
        bits += 1;
    }
    counts
};

/// A set of kinds of piece, and of "none".
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Hash)]
pub struct Roles(u8);

impl Roles {
    /// The empty set.
    pub const EMPTY: Roles = Roles(0);
    /// Only "no piece".
    pub const NONE: Roles = Roles(1);
    /// Queen, rook, bishop and knight.
    pub const OFFICERS: Roles = Roles(0b011_1100);
    /// Every kind of piece.
    pub const ANY: Roles = Roles(0b111_1110);
    /// Only the pawn.
    pub const PAWN: Roles = Roles(0b10);

    /// From bits: bit 0 is "none", bit `role as u8` a kind.
    #[inline]
    #[must_use]
    pub const fn from_bits(bits: u8) -> Roles {
        Roles(bits)
    }

    /// The set of one kind.
    #[inline]
    #[must_use]
    pub const fn of(role: Role) -> Roles {
        Roles(1 << role as u8)
    }

    /// The bits, see [`Roles::from_bits`].
    #[inline]
    #[must_use]
    pub const fn bits(self) -> u8 {
        self.0
    }

    /// How many members the set has.
    #[inline]
    #[must_use]
    pub const fn count(self) -> u32 {
        // Where the processor is not known to count bits, looking it up is faster.
        COUNTS[(self.0 & 0x7f) as usize] as u32
    }

    /// Whether the set has no member.
    #[inline]
    #[must_use]
    pub const fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// Whether the set has this member; `None` asks for "no piece".
    #[inline]
    #[must_use]
    pub fn contains(self, role: Option<Role>) -> bool {
        self.0 >> role.map_or(0, |role| role as u8) & 1 != 0
    }

    /// The members of both sets.
    #[inline]
    #[must_use]
    pub const fn and(self, other: Roles) -> Roles {
        Roles(self.0 & other.0)
    }

    /// The members of either set.
    #[inline]
    #[must_use]
    pub const fn or(self, other: Roles) -> Roles {
        Roles(self.0 | other.0)
    }

    /// The members that `other` does not have.
    #[inline]
    #[must_use]
    pub const fn without(self, other: Roles) -> Roles {
        Roles(self.0 & !other.0)
    }

    /// The members, "none" first, then from pawn to king.
    #[inline]
    #[must_use]
    pub const fn iter(self) -> RolesIter {
        RolesIter(self)
    }
}

/// The members of a set, see [`Roles::iter`].
#[derive(Clone, Debug)]
pub struct RolesIter(Roles);

impl Iterator for RolesIter {
    type Item = Option<Role>;

    #[inline]
    fn next(&mut self) -> Option<Option<Role>> {
        if self.0.is_empty() {
            return None;
        }
        let index = self.0.0.trailing_zeros();
        self.0.0 &= self.0.0 - 1;
        Some(Role::try_from(index).ok())
    }
}

/// A dense set of turns: one act from one square, to every target, with every role. It stands for
/// `targets x roles` turns, which are counted without being listed.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct TurnSet {
    /// What the turns do.
    pub act: Act,
    /// The square they start from; of no meaning for drops and the end.
    pub from: Square,
    /// Where they go.
    pub targets: Bitboard,
    /// The pieces that may come with each of them.
    pub roles: Roles,
    /// The square of the un-capture at the head, where there is a role.
    pub head: Option<Square>,
}

impl TurnSet {
    /// Steps without a piece that comes along.
    #[inline]
    #[must_use]
    pub const fn steps(from: Square, targets: Bitboard) -> TurnSet {
        TurnSet {
            act: Act::Move,
            from,
            targets,
            roles: Roles::NONE,
            head: None,
        }
    }

    /// Drops of any of `roles` on any of `targets`.
    #[inline]
    #[must_use]
    pub const fn drops(roles: Roles, targets: Bitboard) -> TurnSet {
        TurnSet {
            act: Act::Drop,
            from: Square::A1,
            targets,
            roles,
            head: None,
        }
    }

    /// The declaration of the end, with any of `roles` un-captured on `head` before it.
    #[inline]
    #[must_use]
    pub const fn end(roles: Roles, head: Option<Square>) -> TurnSet {
        TurnSet {
            act: Act::End,
            from: Square::A1,
            targets: Bitboard::from_square(Square::A1),
            roles,
            head,
        }
    }

    /// The set of one turn.
    #[inline]
    #[must_use]
    pub fn only(turn: Turn) -> TurnSet {
        TurnSet {
            act: turn.act(),
            from: turn.from(),
            targets: Bitboard::from_square(turn.to()),
            roles: turn.role().map_or(Roles::NONE, Roles::of),
            head: turn.head(),
        }
    }

    /// How many turns the set stands for.
    #[inline]
    #[must_use]
    pub fn count(&self) -> usize {
        self.targets.count() * self.roles.count() as usize
    }

    /// Whether the set stands for no turn.
    #[inline]
    #[must_use]
    pub const fn is_empty(&self) -> bool {
        self.targets.is_empty() || self.roles.is_empty()
    }

    /// The turns, one by one.
    #[inline]
    #[must_use]
    pub fn turns(self) -> TurnsOf {
        let mut roles = self.roles.iter();
        let role = roles.next();
        let targets = if role.is_some() {
            self.targets
        } else {
            Bitboard::EMPTY
        };
        TurnsOf {
            set: self,
            roles,
            role: role.flatten(),
            targets,
        }
    }

    /// Whether a turn is one of the set.
    #[inline]
    #[must_use]
    pub fn contains(&self, turn: Turn) -> bool {
        self.act == turn.act()
            && (self.act == Act::Drop || self.from == turn.from())
            && self.targets.contains(turn.to())
            && self.roles.contains(turn.role())
            && turn.head() == turn.role().and(self.head)
    }
}

/// The turns of a set, see [`TurnSet::turns`].
#[derive(Clone, Debug)]
pub struct TurnsOf {
    set: TurnSet,
    roles: RolesIter,
    role: Option<Role>,
    targets: Bitboard,
}

impl Iterator for TurnsOf {
    type Item = Turn;

    #[inline]
    fn next(&mut self) -> Option<Turn> {
        loop {
            if let Some(to) = self.targets.pop_front() {
                let set = &self.set;
                let from = if set.act == Act::Drop { to } else { set.from };
                let head = if self.role.is_some() { set.head } else { None };
                let turn = Turn::new(set.act, from, to, self.role, head);
                if turn.is_some() {
                    return turn;
                }
            } else {
                self.role = self.roles.next()?;
                self.targets = self.set.targets;
            }
        }
    }
}

/// The most turns that a position can have.
///
/// A side never has more pieces of a kind than at the start of chess, and no piece has more targets
/// than on an empty board. Queen 27, two rooks 28, two bishops 26, two knights 16: 97 targets.
///
/// * Un-capture behind the un-move, plain or one of five kinds: 97 x 6 = 582 for these pieces, the
///   king 8 x 6 + 2 un-castlings = 50, pawns 8 x (single 1 + double 1 + two diagonals x 5 kinds 10 +
///   en passant 2) = 112, un-promotions of at most 7 pieces (straight 1 + 10) = 77: 821.
/// * Un-capture at the head, none or one of five kinds: 6 x (97 + king 10 + pawns 8 x 4 +
///   un-promotions 7 x 3) + 7 declarations and en passant = 967.
/// * Drops of six kinds on 64 squares are 384, fewer with every piece that moves: below 700.
pub const MAX_TURNS: usize = 1024;

/// A list with room for the turns of any position.
pub type TurnList = ArrayVec<Turn, MAX_TURNS>;
