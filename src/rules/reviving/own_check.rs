//! Which turns keep the player's own king out of check. This module is for games in which a player
//! may leave its own king in check only if the opponent can take the check back.
//! [`CheckInfo::safe_targets`] tells which turns keep the enemy king out of check.

use super::unmove::CheckInfo;
use crate::board::{Act, Bitboard, Placement, Roles, TurnSet};

/// The turns of a set that certainly keep the player's own king out of check.
#[derive(Clone, Copy, Debug)]
pub struct KeepsKingSafe {
    /// Targets that are safe without an un-capture.
    quiet: Bitboard,
    /// Kinds that do not give check from the vacated square. After an un-capture of one of them
    /// every target is safe.
    roles: Roles,
}

impl KeepsKingSafe {
    /// Computes the safe turns of a set. `danger` is the other side's attack on the player's own
    /// king.
    #[inline]
    #[must_use]
    pub fn of(danger: &CheckInfo, placement: &Placement, set: &TurnSet) -> Self {
        let none = Self {
            quiet: Bitboard::EMPTY,
            roles: Roles::EMPTY,
        };
        // No turn of the king, and no un-capture en passant, is certainly safe.
        if set.from == danger.king() || set.act == Act::UnEnPassant {
            return none;
        }
        let discovered = danger.discovered_by(placement, set.from);
        let quiet = if discovered.is_empty() {
            Bitboard::FULL
        } else {
            danger.blocking_squares(discovered)
        };
        Self {
            quiet,
            roles: Roles::ANY.without(danger.checking_roles(set.from)),
        }
    }

    /// Whether all turns of the set are safe.
    #[inline]
    #[must_use]
    pub fn all(&self, set: TurnSet) -> bool {
        set.roles
            .without(Roles::NONE)
            .without(self.roles)
            .is_empty()
            && (self.quiet == Bitboard::FULL || !set.roles.contains(None))
    }

    /// The turns that certainly are safe, in two sets. A set may be empty.
    #[inline]
    #[must_use]
    pub fn safe_parts(&self, set: TurnSet) -> [TurnSet; 2] {
        let quiet = set.roles.and(Roles::NONE);
        let revived = set.roles.and(self.roles);
        if self.quiet == Bitboard::FULL {
            return [
                TurnSet {
                    roles: quiet.or(revived),
                    ..set
                },
                TurnSet {
                    roles: Roles::EMPTY,
                    ..set
                },
            ];
        }
        [
            TurnSet {
                roles: revived,
                ..set
            },
            TurnSet {
                roles: quiet,
                targets: set.targets & self.quiet,
                ..set
            },
        ]
    }

    /// The turns that have to be tested one by one: those with an un-capture, and those without. A
    /// set may be empty.
    #[inline]
    #[must_use]
    pub fn unclear_parts(&self, set: TurnSet) -> [TurnSet; 2] {
        let quiet = set.roles.and(Roles::NONE);
        let revived = set.roles.without(Roles::NONE).without(self.roles);
        [
            TurnSet {
                roles: revived,
                ..set
            },
            TurnSet {
                roles: quiet,
                targets: set.targets & !self.quiet,
                ..set
            },
        ]
    }
}
