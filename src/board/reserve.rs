//! The pieces of a side that are not on the board but can still be put on it.

use super::{Color, Role, Roles};

/// How many pieces of a kind a side has at the start of chess.
#[inline]
#[must_use]
pub const fn initial_count(role: Role) -> u32 {
    match role {
        Role::King | Role::Queen => 1,
        Role::Rook | Role::Bishop | Role::Knight => 2,
        Role::Pawn => 8,
    }
}

/// How many pieces a side has at the start of chess.
pub const ARMY_SIZE: u32 = 16;

/// The reserves of both sides. For each side, one nibble per kind of piece holds the number of
/// pieces of that kind. The bits above the nibbles hold [`Reserve::roles`], which is read more
/// often than it changes.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Hash)]
pub struct Reserve([u32; 2]);

impl Reserve {
    /// The bit at which the set of kinds begins.
    const ROLES_SHIFT: u32 = 24;

    #[inline]
    const fn shift(role: Role) -> u32 {
        4 * (role as u32 - 1)
    }

    /// Both armies complete, kings included.
    #[must_use]
    pub fn full() -> Self {
        let mut reserve = Self::default();
        for color in Color::ALL {
            for role in Role::ALL {
                for _ in 0..initial_count(role) {
                    reserve.add(color, role);
                }
            }
        }
        reserve
    }

    /// The number of pieces of this kind in reserve.
    #[inline]
    #[must_use]
    pub const fn count(self, color: Color, role: Role) -> u32 {
        self.0[color as usize] >> Self::shift(role) & 15
    }

    /// The number of pieces of this side in reserve.
    #[inline]
    #[must_use]
    pub const fn total(self, color: Color) -> u32 {
        // Adds the two nibbles of each byte, then the three sums.
        let nibbles = self.0[color as usize];
        let bytes = (nibbles & 0x0f_0f0f) + (nibbles >> 4 & 0x0f_0f0f);
        (bytes & 0xff) + (bytes >> 8 & 0xff) + (bytes >> 16)
    }

    /// Whether the reserve of this side is empty.
    #[inline]
    #[must_use]
    pub const fn is_empty(self, color: Color) -> bool {
        self.0[color as usize] == 0
    }

    /// The kinds of which at least one piece is in reserve.
    #[inline]
    #[must_use]
    pub const fn roles(self, color: Color) -> Roles {
        Roles::from_bits((self.0[color as usize] >> Self::ROLES_SHIFT) as u8)
    }

    #[inline]
    pub(super) fn add(&mut self, color: Color, role: Role) {
        debug_assert!(self.count(color, role) < 15);
        let side = &mut self.0[color as usize];
        *side += 1 << Self::shift(role);
        *side |= u32::from(Roles::of(role).bits()) << Self::ROLES_SHIFT;
    }

    #[inline]
    pub(super) fn remove(&mut self, color: Color, role: Role) {
        debug_assert!(
            self.count(color, role) > 0,
            "no {color:?} {role:?} in reserve"
        );
        let last = self.count(color, role) == 1;
        let side = &mut self.0[color as usize];
        *side -= 1 << Self::shift(role);
        *side &= !(u32::from(Roles::of(role).bits() * u8::from(last)) << Self::ROLES_SHIFT);
    }
}
