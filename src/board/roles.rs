//! Sets of kinds of piece.

use super::Role;

/// The number of members of a [`Roles`], indexed by its bits.
const COUNTS: [u8; 128] = {
    let mut counts = [0; 128];
    let mut bits = 0;
    while bits < counts.len() {
        counts[bits] = (bits as u8).count_ones() as u8;
        bits += 1;
    }
    counts
};

/// A set of kinds of piece, which may also contain "no piece".
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Hash)]
pub struct Roles(u8);

impl Roles {
    /// The empty set.
    pub const EMPTY: Roles = Roles(0);
    /// Only "no piece".
    pub const NONE: Roles = Roles(1);
    /// Queen, rook, bishop and knight: the kinds to which a pawn promotes.
    pub const QUEEN_TO_KNIGHT: Roles = Roles(0b011_1100);
    /// Every kind of piece.
    pub const ANY: Roles = Roles(0b111_1110);
    /// Only the pawn.
    pub const PAWN: Roles = Roles(0b10);

    /// Makes a set from bits: bit 0 means "no piece", and bit `role as u8` means the kind `role`.
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

    /// The number of members.
    #[inline]
    #[must_use]
    pub const fn count(self) -> u32 {
        // A table is faster than `count_ones` in a build without the POPCNT instruction.
        COUNTS[(self.0 & 0x7f) as usize] as u32
    }

    /// Whether the set has no members.
    #[inline]
    #[must_use]
    pub const fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// Whether the set has this member; `None` means "no piece".
    #[inline]
    #[must_use]
    pub fn contains(self, role: Option<Role>) -> bool {
        self.0 >> role.map_or(0, |role| role as u8) & 1 != 0
    }

    /// The intersection: the members that both sets have.
    #[inline]
    #[must_use]
    pub const fn and(self, other: Roles) -> Roles {
        Roles(self.0 & other.0)
    }

    /// The union: the members that at least one of the sets has.
    #[inline]
    #[must_use]
    pub const fn or(self, other: Roles) -> Roles {
        Roles(self.0 | other.0)
    }

    /// The members that are not in `other`.
    #[inline]
    #[must_use]
    pub const fn without(self, other: Roles) -> Roles {
        Roles(self.0 & !other.0)
    }

    /// Iterates over the members: "no piece" first, then from pawn to king.
    #[inline]
    #[must_use]
    pub const fn iter(self) -> RolesIter {
        RolesIter(self)
    }
}

/// Iterates over the members of a set; see [`Roles::iter`].
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
