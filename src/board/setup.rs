//! The six fields of a position, common to all games. They may break the rules of a game.

use super::{Castling, Color, Key, Pending, Placement, Reserve, Role, key};

/// A position as it is written: six fields, not yet checked against the rules of a game.
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
    /// Plies since the last irreversible one.
    pub halfmove: u16,
    /// 1 at the start, and one more after each turn of Black.
    pub fullmove: u16,
}

impl Setup {
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

    /// Hands the turn to the other side and counts the ply; `irreversible` resets the halfmove
    /// clock. Both counters stop at their largest value.
    #[inline]
    pub fn pass_turn(&mut self, irreversible: bool) {
        self.halfmove = if irreversible {
            0
        } else {
            self.halfmove.saturating_add(1)
        };
        let black = u16::from(self.side.is_black());
        self.fullmove = self.fullmove.saturating_add(black);
        self.side = !self.side;
    }

    /// The same position with the colours exchanged and the board turned upside down.
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
                castling = castling.with(!color, letter, self.castling.has(color, letter));
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
