//! Pictures of positions in SVG and PNG: the board with coordinates, both reserves, and marks.
//! There are marks for the latest turn, checks, frozen pieces, and the un-capture, un-double-step
//! or en passant capture that the latest turn allows or demands ([`PendingAction`]).
//!
//! [`Scene`] is what a drawing shows, [`Drawing`] writes it as SVG, and [`png()`] turns SVG into
//! pixels. The pieces and letters are this program's own drawings. Text diagrams for terminals are
//! in [`notation::diagram`](crate::notation::diagram).

mod arrow;
mod drawing;
mod escape;
mod glyphs;
mod layout;
mod marks;
mod pieces;
mod png;
mod scene;

pub use arrow::{Arrow, ArrowColor, arrows_of};
pub use drawing::Drawing;
pub use escape::escaped;
pub use layout::{HEIGHT, WIDTH};
pub use png::{MAX_SIDE, PngError, png};
pub use scene::{PendingAction, Scene};
