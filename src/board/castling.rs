//! Wings of the board, and the castling field of a position.

use super::{Bitboard, Color, File, Rank, Square};

/// A wing of the board, on which a side castles or un-castles.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Hash)]
pub enum Wing {
    /// The castled king stands on the g-file; the rook's home is on the h-file.
    King,
    /// The castled king stands on the c-file; the rook's home is on the a-file.
    Queen,
}

impl Wing {
    /// Both wings, king's wing first.
    pub const ALL: [Wing; 2] = [Wing::King, Wing::Queen];

    const fn square(color: Color, file: File) -> Square {
        Square::from_coords(
            file,
            match color {
                Color::White => Rank::First,
                Color::Black => Rank::Eighth,
            },
        )
    }

    /// The square e1 or e8.
    #[must_use]
    pub const fn king_home(color: Color) -> Square {
        Self::square(color, File::E)
    }

    /// The corner in which this wing's rook is home.
    #[must_use]
    pub const fn rook_home(self, color: Color) -> Square {
        Self::square(
            color,
            match self {
                Wing::King => File::H,
                Wing::Queen => File::A,
            },
        )
    }

    /// The king's square after castling.
    #[must_use]
    pub const fn king_castled(self, color: Color) -> Square {
        Self::square(
            color,
            match self {
                Wing::King => File::G,
                Wing::Queen => File::C,
            },
        )
    }

    /// The rook's square after castling, which is also the square that the king crosses.
    #[must_use]
    pub const fn rook_castled(self, color: Color) -> Square {
        Self::square(
            color,
            match self {
                Wing::King => File::F,
                Wing::Queen => File::D,
            },
        )
    }

    /// The squares between the home squares of king and rook.
    #[must_use]
    pub const fn squares_between(self, color: Color) -> Bitboard {
        let white = match self {
            Wing::King => 0b0110_0000,
            Wing::Queen => 0b0000_1110,
        };
        Bitboard(match color {
            Color::White => white,
            Color::Black => white << 56,
        })
    }
}

/// The castling field, a set of flags. In a reverse game, `K` means that White has un-castled on
/// the king's wing. White's king and the rook of that wing are then *frozen*: they may not un-move
/// any more. `Q` means the same for the queen's wing. `k` and `q` are Black's flags.
///
/// In games of chess moves, which are not played in reverse, each side has five flags, one for each
/// of [`Castling::LETTERS`]:
///
/// * `K`, `Q`: the king and the rook of that wing stand at home and have not moved.
/// * `E`: the king stands at home and has not moved, but no rook can castle with it.
/// * `H`, `A`: the rook in the corner of the h-file or a-file has not moved, and the king is still
///   in reserve.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Hash)]
pub struct Castling(u16);

impl Castling {
    /// The letters of White, in the order in which they are written. Black's are in lower case.
    pub const LETTERS: [char; 5] = ['K', 'Q', 'E', 'H', 'A'];

    /// No flag set.
    pub const NONE: Castling = Castling(0);

    /// The flags as bits, in the order of [`Castling::LETTERS`]: White's in bits 0 to 4, Black's in
    /// bits 5 to 9.
    #[inline]
    #[must_use]
    pub const fn bits(self) -> u16 {
        self.0
    }

    #[inline]
    const fn bit(color: Color, letter: usize) -> u16 {
        1 << match color {
            Color::White => letter,
            Color::Black => letter + 5,
        }
    }

    /// Whether a flag is set. `letter` is its index in [`Castling::LETTERS`].
    #[inline]
    #[must_use]
    pub const fn has(self, color: Color, letter: usize) -> bool {
        self.0 & Self::bit(color, letter) != 0
    }

    /// The same field with a flag set. `letter` is its index in [`Castling::LETTERS`].
    #[inline]
    #[must_use]
    pub const fn with(self, color: Color, letter: usize) -> Self {
        Castling(self.0 | Self::bit(color, letter))
    }

    /// The same field with a flag cleared. `letter` is its index in [`Castling::LETTERS`].
    #[inline]
    #[must_use]
    pub const fn without(self, color: Color, letter: usize) -> Self {
        Castling(self.0 & !Self::bit(color, letter))
    }

    /// Whether the flag of this wing is set: `K` or `Q` for White, `k` or `q` for Black.
    #[inline]
    #[must_use]
    pub const fn has_wing(self, color: Color, wing: Wing) -> bool {
        self.has(color, wing as usize)
    }

    /// The home squares of the kings and rooks whose `K`, `Q`, `k` or `q` is set. In a reverse game
    /// the frozen pieces stand there.
    #[inline]
    #[must_use]
    pub const fn squares(self) -> Bitboard {
        /// White's squares for no flag, `K` (e1 and h1), `Q` (e1 and a1), and both flags.
        const SQUARES: [u64; 4] = [0, 0x90, 0x11, 0x91];
        let white = SQUARES[(self.0 & 3) as usize];
        let black = SQUARES[(self.0 >> 5 & 3) as usize];
        Bitboard(white | black << 56)
    }
}
