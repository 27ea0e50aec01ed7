//! A reviewed game as a web page: the curve of winning chances, notes on each turn, and a board
//! that steps through the game. A reverse game can also be shown as its forward game, the
//! ordinary chess game that undoes its un-moves, the last one first.

mod board;
mod curve;
mod html;
mod page_data;
mod text;

pub use page_data::Page;

/// The files that a served page loads: the address, the media type and the text of each.
#[must_use]
pub const fn page_files() -> [(&'static str, &'static str, &'static str); 2] {
    [
        (html::STYLE_ADDRESS, "text/css; charset=utf-8", html::STYLE),
        (
            html::SCRIPT_ADDRESS,
            "text/javascript; charset=utf-8",
            html::SCRIPT,
        ),
    ]
}
