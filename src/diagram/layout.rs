//! The positions and sizes of the parts of a drawing, in the units of the drawing.

use crate::board::{Color, Square};

/// The side length of a square of the board.
pub(super) const SQUARE: f64 = 100.0;
/// The width of the margin at the left and at the right of the board.
pub(super) const MARGIN: f64 = 44.0;
/// The height of a reserve.
pub(super) const RESERVE_HEIGHT: f64 = 76.0;
/// The height of the space for the file letters below the board.
pub(super) const FILE_LETTERS_HEIGHT: f64 = 36.0;
/// The width of a drawing.
pub const WIDTH: f64 = 8.0 * SQUARE + 2.0 * MARGIN;
/// The height of a drawing.
pub const HEIGHT: f64 = 8.0 * SQUARE + 2.0 * RESERVE_HEIGHT + FILE_LETTERS_HEIGHT;

/// The colour of frame and letters.
pub(super) const FRAME_COLOR: &str = "#4a403a";

/// A point; `y` grows downwards.
#[derive(Clone, Copy, PartialEq, Debug)]
pub(super) struct Point {
    pub(super) x: f64,
    pub(super) y: f64,
}

/// The upper left corner of a square when the side `bottom` is at the bottom.
pub(super) fn corner(square: Square, bottom: Color) -> Point {
    let (file, rank) = (
        f64::from(square.file().to_u32()),
        f64::from(square.rank().to_u32()),
    );
    let (column, row) = bottom.fold_wb((file, 7.0 - rank), (7.0 - file, rank));
    Point {
        x: MARGIN + SQUARE * column,
        y: RESERVE_HEIGHT + SQUARE * row,
    }
}

/// The centre of a square when the side `bottom` is at the bottom.
pub(super) fn middle(square: Square, bottom: Color) -> Point {
    let Point { x, y } = corner(square, bottom);
    Point {
        x: x + SQUARE / 2.0,
        y: y + SQUARE / 2.0,
    }
}
