//! The six fields of a position, common to all games. They may describe a position that breaks the
//! rules of a game.

use super::{Castling, Color, Key, Pending, Placement, Reserve, Role, key};

/// Whether a ply counts as reversible for the fifty-move rule and for repetition.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Reversibility {
    /// The ply increases the halfmove clock. Castling and un-castling count as reversible.
    Reversible,
    /// The ply resets the halfmove clock.
    Irreversible,
}

impl Reversibility {
    /// Irreversible if the condition holds.
    #[inline]
    #[must_use]
    pub const fn irreversible_if(condition: bool) -> Self {
        if condition {
            Reversibility::Irreversible
        } else {
            Reversibility::Reversible
        }
    }
}

/// A position as it is written, in six fields.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Setup {
    /// The pieces on the board and in reserve.
    pub placement: Placement,
    /// The side whose turn it is.
    pub side: Color,
    /// The castling field.
    pub castling: Castling,
    /// The pending field.
    pub pending: Pending,
    /// The halfmove clock: the number of plies since the last irreversible ply.
    pub halfmove: u16,
    /// The fullmove number: 1 at the start, increased by 1 after each turn of Black.
    pub fullmove: u16,
}

impl Setup {
    /// A position at turn 1 with empty castling and pending fields.
    #[must_use]
    pub const fn new(placement: Placement, side: Color) -> Self {
        Self {
            placement,
            side,
            castling: Castling::NONE,
            pending: Pending::Nothing,
            halfmove: 0,
            fullmove: 1,
        }
    }

    /// The key of everything that repetition compares: board, reserves, side, castling field and
    /// pending field.
    #[inline]
    #[must_use]
    pub fn key(&self) -> Key {
        self.placement.key()
            ^ key::side(self.side)
            ^ key::castling(self.castling)
            ^ key::pending(self.pending)
    }

    /// Changes the side to play, and updates the halfmove clock and the fullmove number. Both stop
    /// at `u16::MAX`.
    #[inline]
    pub fn end_turn(&mut self, reversibility: Reversibility) {
        self.halfmove = match reversibility {
            Reversibility::Irreversible => 0,
            Reversibility::Reversible => self.halfmove.saturating_add(1),
        };
        let black = u16::from(self.side.is_black());
        self.fullmove = self.fullmove.saturating_add(black);
        self.side = !self.side;
    }

    /// The same position with the colours exchanged and the board flipped vertically: rank 1
    /// becomes rank 8.
    #[must_use]
    pub fn mirrored(&self) -> Setup {
        let mut placement = Placement::empty(Reserve::default());
        for square in self.placement.occupied() {
            if let Some(piece) = self.placement.piece_at(square) {
                placement.put(piece.role.of(!piece.color), square.flip_vertical());
            }
        }
        let mut castling = Castling::NONE;
        for color in Color::ALL {
            for role in Role::ALL {
                for _ in 0..self.placement.reserve().count(color, role) {
                    placement.add_to_reserve(role.of(!color));
                }
            }
            for letter in 0..Castling::LETTERS.len() {
                if self.castling.has(color, letter) {
                    castling = castling.with(!color, letter);
                }
            }
        }
        Setup {
            placement,
            side: !self.side,
            castling,
            pending: match self.pending {
                Pending::At(square) => Pending::At(square.flip_vertical()),
                Pending::Must(square) => Pending::Must(square.flip_vertical()),
                other => other,
            },
            halfmove: self.halfmove,
            fullmove: self.fullmove,
        }
    }
}
