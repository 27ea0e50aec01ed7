//! Names of sides and pieces in sentences.

use crate::board::{Color, Role};

/// The name of a side in a sentence.
#[must_use]
pub fn side_name(color: Color) -> &'static str {
    color.fold_wb("White", "Black")
}

/// The name of a kind of piece in a sentence.
#[must_use]
pub fn role_name(role: Role) -> &'static str {
    match role {
        Role::Pawn => "pawn",
        Role::Knight => "knight",
        Role::Bishop => "bishop",
        Role::Rook => "rook",
        Role::Queen => "queen",
        Role::King => "king",
    }
}
