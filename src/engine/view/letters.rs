//! The pieces of a position by their FEN letters.

use std::collections::BTreeMap;

use crate::board::{Color, Piece, Placement, ROLES, Reserve};

/// For each occupied square, the FEN letter of its piece.
pub(crate) fn letters(placement: &Placement) -> BTreeMap<String, char> {
    let pieces = placement.occupied().into_iter().filter_map(|square| {
        let piece = placement.piece_at(square)?;
        Some((square.to_string(), piece.char()))
    });
    pieces.collect()
}

/// For each FEN letter, the number of pieces with this letter in the reserve.
pub(crate) fn reserve_letters(reserve: Reserve) -> BTreeMap<char, u32> {
    let counts = kinds().map(|piece| (piece.char(), reserve.count(piece.color, piece.role)));
    counts.collect()
}

/// Every kind of piece of both sides.
pub(super) fn kinds() -> impl Iterator<Item = Piece> {
    Color::ALL
        .into_iter()
        .flat_map(|color| ROLES.into_iter().map(move |role| role.of(color)))
}
