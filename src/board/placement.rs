//! The pieces on the board and in both reserves, with an incrementally updated Zobrist key.

use super::{Bitboard, ByColor, ByRole, Color, Key, Piece, Reserve, Role, Square, attacks, key};

/// The pieces on the board and in both reserves, and their Zobrist key. Every method that changes
/// the pieces also updates the key.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Placement {
    roles: ByRole<Bitboard>,
    colors: ByColor<Bitboard>,
    reserve: Reserve,
    key: Key,
}

/// Kinds of piece by the number that [`Placement::role_at`] computes. 0 means no piece; 7 does not
/// occur.
const ROLE_BY_NUMBER: [Option<Role>; 8] = [
    None,
    Some(Role::Pawn),
    Some(Role::Knight),
    Some(Role::Bishop),
    Some(Role::Rook),
    Some(Role::Queen),
    Some(Role::King),
    None,
];

impl Placement {
    /// An empty board with these reserves.
    #[must_use]
    pub fn empty(reserve: Reserve) -> Self {
        let mut placement = Self {
            roles: ByRole::default(),
            colors: ByColor::default(),
            reserve,
            key: 0,
        };
        placement.key = placement.recomputed_key();
        placement
    }

    /// The key of the board and both reserves.
    #[inline]
    #[must_use]
    pub const fn key(&self) -> Key {
        self.key
    }

    /// The key computed from scratch. It is slow; tests compare it with [`Placement::key`].
    #[must_use]
    pub fn recomputed_key(&self) -> Key {
        let mut key = 0;
        for square in self.occupied() {
            if let Some(piece) = self.piece_at(square) {
                key ^= key::piece(piece, square);
            }
        }
        for color in Color::ALL {
            for role in Role::ALL {
                key ^= key::reserve(role.of(color), self.reserve.count(color, role));
            }
        }
        key
    }

    /// Both reserves.
    #[inline]
    #[must_use]
    pub const fn reserve(&self) -> Reserve {
        self.reserve
    }

    /// All occupied squares.
    #[inline]
    #[must_use]
    pub const fn occupied(&self) -> Bitboard {
        Bitboard(self.colors.white.0 | self.colors.black.0)
    }

    /// The squares of one side's pieces.
    #[inline]
    #[must_use]
    pub const fn by_color(&self, color: Color) -> Bitboard {
        *self.colors.get(color)
    }

    /// The squares of all pieces of one kind, of both sides.
    #[inline]
    #[must_use]
    pub const fn by_role(&self, role: Role) -> Bitboard {
        *self.roles.get(role)
    }

    /// The squares of one side's pieces of one kind.
    #[inline]
    #[must_use]
    pub const fn pieces(&self, color: Color, role: Role) -> Bitboard {
        Bitboard(self.by_color(color).0 & self.by_role(role).0)
    }

    /// The square of a side's king, if it is on the board.
    #[inline]
    #[must_use]
    pub const fn king(&self, color: Color) -> Option<Square> {
        self.pieces(color, Role::King).first()
    }

    /// The kind of the piece on a square.
    #[inline]
    #[must_use]
    pub fn role_at(&self, square: Square) -> Option<Role> {
        // Computes the number of the kind without branches: they would often be mispredicted.
        let ByRole {
            pawn,
            knight,
            bishop,
            rook,
            queen,
            king,
        } = self.roles;
        let bit = |squares: Bitboard| (squares.0 >> square.to_u32() & 1) as usize;
        let number = bit(pawn | bishop | queen)
            | bit(knight | bishop | king) << 1
            | bit(rook | queen | king) << 2;
        ROLE_BY_NUMBER[number]
    }

    /// The colour of the piece on a square.
    #[inline]
    #[must_use]
    pub fn color_at(&self, square: Square) -> Option<Color> {
        self.colors.find(|squares| squares.contains(square))
    }

    /// The piece on a square.
    #[inline]
    #[must_use]
    pub fn piece_at(&self, square: Square) -> Option<Piece> {
        Some(self.role_at(square)?.of(self.color_at(square)?))
    }

    /// The squares from which pieces of `color` attack `square`. Only the squares of `occupied`
    /// block the lines of queens, rooks and bishops. A piece attacks even if its own square is not
    /// in `occupied`.
    #[inline]
    #[must_use]
    pub fn attackers(&self, square: Square, color: Color, occupied: Bitboard) -> Bitboard {
        let diagonal = self.roles.bishop | self.roles.queen;
        let straight = self.roles.rook | self.roles.queen;
        self.by_color(color)
            & ((attacks::knight_attacks(square) & self.roles.knight)
                | (attacks::king_attacks(square) & self.roles.king)
                | (attacks::pawn_attacks(!color, square) & self.roles.pawn)
                | (attacks::bishop_attacks(square, occupied) & diagonal)
                | (attacks::rook_attacks(square, occupied) & straight))
    }

    /// Whether a side's king is on the board and attacked by the other side.
    #[inline]
    #[must_use]
    pub fn king_attacked(&self, color: Color) -> bool {
        self.king(color)
            .is_some_and(|king| self.attackers(king, !color, self.occupied()).any())
    }

    /// Moves a piece from its side's reserve to an empty square.
    #[inline]
    pub fn revive(&mut self, piece: Piece, square: Square) {
        let count = self.reserve.count(piece.color, piece.role);
        self.key ^= key::reserve(piece, count);
        self.reserve.remove(piece.color, piece.role);
        self.key ^= key::reserve(piece, count - 1);
        self.put(piece, square);
    }

    /// Moves a piece from its square to its side's reserve.
    #[inline]
    pub fn move_to_reserve(&mut self, piece: Piece, square: Square) {
        self.remove(piece, square);
        self.add_to_reserve(piece);
    }

    /// Adds a new piece to its side's reserve.
    #[inline]
    pub fn add_to_reserve(&mut self, piece: Piece) {
        let count = self.reserve.count(piece.color, piece.role);
        self.key ^= key::reserve(piece, count);
        self.reserve.add(piece.color, piece.role);
        self.key ^= key::reserve(piece, count + 1);
    }

    /// Moves a piece to an empty square.
    #[inline]
    pub fn move_piece(&mut self, piece: Piece, from: Square, to: Square) {
        self.remove(piece, from);
        self.put(piece, to);
    }

    /// Puts a new piece on an empty square.
    #[inline]
    pub fn put(&mut self, piece: Piece, square: Square) {
        debug_assert!(!self.occupied().contains(square), "{square} is occupied");
        self.toggle(piece, square);
    }

    /// Removes a piece from its square and from the game.
    #[inline]
    pub fn remove(&mut self, piece: Piece, square: Square) {
        debug_assert!(
            self.pieces(piece.color, piece.role).contains(square),
            "no {piece:?} on {square}"
        );
        self.toggle(piece, square);
    }

    #[inline]
    fn toggle(&mut self, piece: Piece, square: Square) {
        let bit = Bitboard::from_square(square);
        *self.roles.get_mut(piece.role) ^= bit;
        *self.colors.get_mut(piece.color) ^= bit;
        self.key ^= key::piece(piece, square);
    }
}
