//! The rules of a game as text for a terminal.

use super::Error;
use super::terminal::{Console, Renderer, Screen};
use crate::board::Color;
use crate::games::Game;
use crate::notation::position;

/// Shows the rules of a game, page by page at a terminal. `bottom` is the colour at the bottom of
/// the boards.
pub(super) fn show(game: &Game, bottom: Color, console: &mut Console) -> Result<(), Error> {
    let text = text(game, bottom, console.screen());
    Ok(console.page(&text)?)
}

/// The rules of a game with their boards.
fn text(game: &Game, bottom: Color, screen: &Screen) -> String {
    let board = |fen: &str| {
        let setup = position::parse(game.form(), fen).ok()?;
        Some(screen.board_in_rules(&setup, bottom))
    };
    let renderer = Renderer {
        width: screen.text_width(),
        has_bold: screen.has_colors(),
        board: &board,
    };
    renderer.render(game.rules_text())
}
