//! In some games a player may leave its own king in check only if the opponent can take the check
//! back. For these games, this module finds the turns that keep the player's own king out of check.
//! For a turn that leaves this king in check, the module finds the opponent's simplest answers: the
//! single steps of the checking piece that end the check.
//!
//! [`CheckInfo::safe_targets`] finds the targets that keep the enemy king out of check.

use super::unmove::CheckInfo;
use crate::board::{
    Act, Bitboard, Placement, Role, RoleOn, Roles, Square, TurnSet, attacks, back, row,
};

/// The turns of a set that certainly keep the player's own king out of check.
#[derive(Clone, Copy, Debug)]
pub struct KeepsKingSafe {
    /// Targets that are safe without an un-capture.
    quiet: Bitboard,
    /// Kinds that do not give check from the vacated square. If one of them is un-captured there,
    /// it blocks the line that the un-move opens, so every target is safe.
    roles: Roles,
}

impl KeepsKingSafe {
    /// Computes the safe turns of a set. `danger` is the other side's attack on the player's own
    /// king before the turn. This king must not be in check.
    #[inline]
    #[must_use]
    pub fn of(danger: &CheckInfo, placement: &Placement, set: &TurnSet) -> Self {
        let none = Self {
            quiet: Bitboard::EMPTY,
            roles: Roles::EMPTY,
        };
        // Turns of the king and un-captures en passant are not tested here: none counts as safe.
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

    /// Whether all turns of the set are certainly safe.
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

    /// The turns that are not certainly safe, in two sets: those with an un-capture, and those
    /// without. A set may be empty.
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

/// The targets of an un-move that leave at least one of `squares` free. If `squares` are the
/// targets of the opponent's answers, an answer is then still legal.
#[inline]
#[must_use]
pub fn leaving_free(squares: Bitboard) -> Bitboard {
    if squares.more_than_one() {
        Bitboard::FULL
    } else if squares.any() {
        !squares
    } else {
        Bitboard::EMPTY
    }
}

/// The squares that a piece other than a pawn reaches without passing over another square.
#[inline]
#[must_use]
pub fn single_steps(role: Role, from: Square) -> Bitboard {
    match role {
        Role::Knight => attacks::knight_attacks(from),
        Role::Bishop => attacks::king_attacks(from) & attacks::bishop_attacks(from, Bitboard::FULL),
        Role::Rook => attacks::king_attacks(from) & attacks::rook_attacks(from, Bitboard::FULL),
        _ => attacks::king_attacks(from),
    }
}

/// The squares to which the opponent's piece `checker` can step so that the player's king is not in
/// check afterwards. A step un-captures nothing and goes to a square that is empty in `placement`,
/// the placement before the player's turn. A pawn steps straight back.
///
/// `danger` is the opponent's attack on the player's king after the player's turn. It may be
/// computed without the piece that the player un-moves. If the turn un-captures `checker`, `danger`
/// may also be the attack before the turn: `checker` takes the place of the piece that un-moves, so
/// except for the target the same squares are occupied.
#[inline]
#[must_use]
pub fn checker_steps(danger: &CheckInfo, placement: &Placement, checker: RoleOn) -> Bitboard {
    let RoleOn { role, square } = checker;
    let color = danger.attacker();
    let steps = match role {
        Role::Pawn => back(color, Bitboard::from_square(square)) & !row(color, 1),
        _ => single_steps(role, square),
    };
    let empty = steps & !placement.occupied();
    if empty.is_empty() {
        return empty;
    }
    empty & danger.safe_targets(placement, square, role).empty
}
