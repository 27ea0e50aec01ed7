//! Which sliders move along a line.

use crate::board::{Role, Roles, Square};

/// The sliders, the queen included, that move along the line between two squares.
pub(super) fn sliders_along(from: Square, to: Square) -> Roles {
    let straight = from.file() == to.file() || from.rank() == to.rank();
    let role = if straight { Role::Rook } else { Role::Bishop };
    Roles::of(Role::Queen).or(Roles::of(role))
}

/// Rook and bishop: which of them moves along a line, and which does not.
pub(super) struct Sliders {
    /// The kind that moves along the line.
    pub(super) along: Role,
    /// The other kind.
    pub(super) other: Role,
}

/// Which of rook and bishop moves along the line between two squares, and which does not.
pub(super) fn slider_along(from: Square, to: Square) -> Sliders {
    if from.file() == to.file() || from.rank() == to.rank() {
        Sliders {
            along: Role::Rook,
            other: Role::Bishop,
        }
    } else {
        Sliders {
            along: Role::Bishop,
            other: Role::Rook,
        }
    }
}
