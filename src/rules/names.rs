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

/// A number of pieces of a kind in a sentence: "2 kings", "1 pawn", "no rook".
#[must_use]
pub(super) fn counted(count: u32, role: Role) -> String {
    let name = role_name(role);
    match count {
        0 => format!("no {name}"),
        1 => format!("1 {name}"),
        _ => format!("{count} {name}s"),
    }
}
