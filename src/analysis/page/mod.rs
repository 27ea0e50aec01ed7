//! A reviewed game as one page for a browser, without other files: the curve of winning chances, notes
//! on each turn, and a board that steps through the game. A reverse game can also be shown as its
//! forward game.

mod board;
mod curve;
mod html;
mod page_data;
mod text;

pub use page_data::Page;
