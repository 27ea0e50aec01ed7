//! Sets of turns that differ only in target and role.

use super::roles::RolesIter;
use super::{Act, Bitboard, Role, Roles, Square, Turn, TurnFields};

/// One act from one square to any of several targets, with any of several roles. The set contains
/// `targets x roles` turns.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct TurnSet {
    /// What the turns do.
    pub act: Act,
    /// The square that the piece leaves; a1 for declarations of the end. Drops ignore it.
    pub from: Square,
    /// The squares to which the piece may go; a1 for declarations of the end.
    pub targets: Bitboard,
    /// The kinds of piece that the turns un-capture, drop or promote to. If `roles` contains "no
    /// piece", the set also contains turns that do none of these.
    pub roles: Roles,
    /// The square of an un-capture before the act; `None` if no turn has such an un-capture. A turn
    /// whose role is "no piece" has no such un-capture, even if `head` is a square.
    pub head: Option<Square>,
}

impl TurnSet {
    /// Turns with [`Act::Move`] and no role: un-moves without an un-capture, or chess moves.
    #[inline]
    #[must_use]
    pub const fn moves(from: Square, targets: Bitboard) -> TurnSet {
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

    /// Declarations of the end after an un-capture of one of `roles` on `head`. "No piece" in
    /// `roles` means a declaration without an un-capture.
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

    /// The set that contains only this turn.
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

    /// The number of turns in the set.
    #[inline]
    #[must_use]
    pub fn count(&self) -> usize {
        self.targets.count() * self.roles.count() as usize
    }

    /// Whether the set contains no turn.
    #[inline]
    #[must_use]
    pub const fn is_empty(&self) -> bool {
        self.targets.is_empty() || self.roles.is_empty()
    }

    /// Iterates over the turns.
    #[inline]
    #[must_use]
    pub fn turns(self) -> TurnSetIter {
        let mut roles = self.roles.iter();
        let role = roles.next();
        let targets = if role.is_some() {
            self.targets
        } else {
            Bitboard::EMPTY
        };
        TurnSetIter {
            set: self,
            roles,
            role: role.flatten(),
            targets,
        }
    }

    /// Whether the set contains `turn`.
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

/// Iterates over the turns of a set; see [`TurnSet::turns`].
#[derive(Clone, Debug)]
pub struct TurnSetIter {
    set: TurnSet,
    roles: RolesIter,
    role: Option<Role>,
    targets: Bitboard,
}

impl Iterator for TurnSetIter {
    type Item = Turn;

    #[inline]
    fn next(&mut self) -> Option<Turn> {
        loop {
            if let Some(to) = self.targets.pop_front() {
                let set = &self.set;
                let from = if set.act == Act::Drop { to } else { set.from };
                let turn = Turn::new(TurnFields {
                    role: self.role,
                    head: if self.role.is_some() { set.head } else { None },
                    ..TurnFields::new(set.act, from, to)
                });
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
