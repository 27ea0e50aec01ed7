//! Zobrist keys. The tables are built at compile time.
//!
//! Zobrist, *A New Hashing Method with Application for Game Playing* (1970). The keys in the tables
//! are random numbers from the splitmix64 generator of Steele, Lea and Flood (2014). Its seed is
//! fixed, so every build has the same keys.

use super::{Castling, Color, Pending, Piece, Role, Square};

/// The Zobrist key of a position. It covers everything that repetition compares.
pub type Key = u64;

const PIECE_KINDS: usize = 2 * 6;
/// A reserve holds 0 to 8 pieces of a kind.
const RESERVE_COUNTS: usize = 9;

struct Tables {
    piece: [[Key; 64]; PIECE_KINDS],
    reserve: [[Key; RESERVE_COUNTS]; PIECE_KINDS],
    castling: [Key; 10],
    pending: [Key; 64],
    /// For [`Pending::Must`]: XORed with the `pending` key of the square.
    must: Key,
    /// For [`Pending::End`].
    end: Key,
    /// For Black to play.
    side: Key,
    salt: [Key; SALTS],
}

const fn splitmix(state: &mut u64) -> Key {
    *state = state.wrapping_add(0x9e37_79b9_7f4a_7c15);
    let mut z = *state;
    z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
    z ^ (z >> 31)
}

const fn random_keys<const N: usize>(state: &mut u64) -> [Key; N] {
    let mut keys = [0; N];
    let mut i = 0;
    while i < N {
        keys[i] = splitmix(state);
        i += 1;
    }
    keys
}

const fn random_key_table<const N: usize, const M: usize>(state: &mut u64) -> [[Key; N]; M] {
    let mut keys = [[0; N]; M];
    let mut i = 0;
    while i < M {
        keys[i] = random_keys(state);
        i += 1;
    }
    keys
}

const fn tables() -> Tables {
    let mut state = 0x7265_7669_7665_7221;
    Tables {
        piece: random_key_table(&mut state),
        reserve: random_key_table(&mut state),
        castling: random_keys(&mut state),
        pending: random_keys(&mut state),
        must: splitmix(&mut state),
        end: splitmix(&mut state),
        side: splitmix(&mut state),
        salt: random_keys(&mut state),
    }
}

static TABLES: Tables = tables();

#[inline]
const fn index(color: Color, role: Role) -> usize {
    color as usize * 6 + role as usize - 1
}

/// The key of one piece on one square.
#[inline]
pub(super) fn piece(piece: Piece, square: Square) -> Key {
    TABLES.piece[index(piece.color, piece.role)][square.to_usize()]
}

/// The key of `count` pieces of one kind in reserve.
#[inline]
pub(super) fn reserve(piece: Piece, count: u32) -> Key {
    TABLES.reserve[index(piece.color, piece.role)][count as usize]
}

/// The key of the side to play; 0 for White.
#[inline]
pub(super) fn side(side: Color) -> Key {
    if side.is_white() { 0 } else { TABLES.side }
}

/// The key of a castling field.
#[inline]
pub(super) fn castling(castling: Castling) -> Key {
    let mut bits = castling.bits();
    let mut key = 0;
    while bits != 0 {
        key ^= TABLES.castling[bits.trailing_zeros() as usize];
        bits &= bits - 1;
    }
    key
}

/// The key of a pending field.
#[inline]
pub(super) fn pending(pending: Pending) -> Key {
    match pending {
        Pending::Nothing => 0,
        Pending::At(square) => TABLES.pending[square.to_usize()],
        Pending::Must(square) => TABLES.pending[square.to_usize()] ^ TABLES.must,
        Pending::End => TABLES.end,
    }
}

/// The number of salts for [`salt`].
pub const SALTS: usize = 8;

/// The salt with this number. A game XORs its salt into the keys of its positions. So a
/// transposition table does not return a score from a game with other rules.
///
/// # Panics
///
/// Panics if `number` is [`SALTS`] or more.
#[must_use]
pub fn salt(number: usize) -> Key {
    TABLES.salt[number]
}

/// Computes keys of values that derive [`Hash`](std::hash::Hash). The keys do not depend on the
/// word size of the machine.
#[derive(Clone, Debug, Default)]
pub struct KeyHasher(Key);

impl KeyHasher {
    fn add(&mut self, number: u64) {
        let mut state = self.0 ^ number;
        self.0 = splitmix(&mut state);
    }
}

impl std::hash::Hasher for KeyHasher {
    fn finish(&self) -> Key {
        self.0
    }

    fn write(&mut self, bytes: &[u8]) {
        for &byte in bytes {
            self.add(byte.into());
        }
    }

    fn write_isize(&mut self, number: isize) {
        self.add(number as u64);
    }

    fn write_usize(&mut self, number: usize) {
        self.add(number as u64);
    }
}
