//! Which turns leave the own king unattacked: the mirror of [`KingSight::safe_targets`], for games
//! in which a check on one's own king is allowed but must be answerable.

use super::unmove::KingSight;
use crate::board::{Act, Bitboard, Placement, Roles, TurnSet};

/// Which turns of a set certainly leave the own king unattacked.
#[derive(Clone, Copy, Debug)]
pub struct KeepsKingSafe {
    /// Targets with the vacated square left empty.
    quiet: Bitboard,
    /// Kinds that do not attack the own king from the vacated square, with any target.
    roles: Roles,
}

impl KeepsKingSafe {
    /// The harmless turns of a set; `danger` is the sight of the other side on the own king.
    #[inline]
    #[must_use]
    pub fn of(danger: &KingSight, placement: &Placement, set: &TurnSet) -> Self {
        let nothing = Self {
            quiet: Bitboard::EMPTY,
            roles: Roles::EMPTY,
        };
        if set.from == danger.king() || set.act == Act::UnEnPassant {
            return nothing;
        }
        let opened = danger.opened_by(placement, set.from);
        let quiet = if opened.is_empty() {
            Bitboard::FULL
        } else {
            danger.shields(opened)
        };
        Self {
            quiet,
            roles: Roles::ANY.without(danger.checking_from(set.from)),
        }
    }

    /// Whether all turns of the set are harmless.
    #[inline]
    #[must_use]
    pub fn all(&self, set: TurnSet) -> bool {
        set.roles
            .without(Roles::NONE)
            .without(self.roles)
            .is_empty()
            && (self.quiet == Bitboard::FULL || !set.roles.contains(None))
    }

    /// What is harmless for certain.
    #[inline]
    #[must_use]
    pub fn parts(&self, set: TurnSet) -> [TurnSet; 2] {
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

    /// What has to be looked at turn by turn.
    #[inline]
    #[must_use]
    pub fn rest(&self, set: TurnSet) -> [TurnSet; 2] {
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
