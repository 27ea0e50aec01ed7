//! What at least two families of reverse games share. The rules of a single family are in its
//! own folder.

pub mod explain;
pub mod own_check;
pub mod placing;
pub mod turns;
pub mod unmove;
pub mod validate;

/// A start for tests: the kings on f3 and f6, everything else in reserve, White to play.
#[cfg(test)]
pub(in crate::rules) fn bare_kings() -> crate::board::Setup {
    use crate::board::{Color, Placement, Reserve, Role, Setup, Square};
    let mut placement = Placement::empty(Reserve::full());
    placement.revive(Role::King.of(Color::White), Square::F3);
    placement.revive(Role::King.of(Color::Black), Square::F6);
    Setup::new(placement, Color::White)
}
