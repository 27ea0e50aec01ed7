//! The data of the page that shows a reviewed game.

use crate::analysis::Review;
use crate::board::{Color, Turn};
use crate::live::LiveGame;
use crate::record::Record;
use crate::record::forward::{ForwardGame, forward_game};
use crate::rules::{Rules, Seat};

/// How the page gets its style sheet and its script.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum PageForm {
    /// The page contains them.
    OneFile,
    /// The page loads them from a server.
    Served,
}

/// The page of a game. [`Display`](std::fmt::Display) writes the page as HTML.
#[derive(Debug)]
pub struct Page<'a, R: Rules> {
    pub(super) record: &'a Record,
    pub(super) game: &'a LiveGame<R>,
    pub(super) review: &'a Review,
    /// The forward game; `None` if there is none, or if it has no moves.
    pub(super) chess: Option<ForwardGame>,
    pub(super) bottom: Color,
    pub(super) form: PageForm,
}

impl<'a, R: Rules> Page<'a, R> {
    /// The page of `record`. `game` is the same game replayed, and `review` is its review.
    #[must_use]
    pub fn new(record: &'a Record, game: &'a LiveGame<R>, review: &'a Review) -> Self {
        let turns: Vec<Turn> = game.turns().collect();
        let chess = forward_game(game.start(), &turns).ok();
        Self {
            record,
            game,
            review,
            chess: chess.filter(|chess| !chess.moves().is_empty()),
            bottom: Color::White,
            form: PageForm::OneFile,
        }
    }

    /// The page in the form that a server sends. It loads [`page_files`](super::page_files).
    #[must_use]
    pub const fn served(mut self) -> Self {
        self.form = PageForm::Served;
        self
    }

    /// Puts this side at the bottom of the board.
    #[must_use]
    pub const fn seen_by(mut self, bottom: Color) -> Self {
        self.bottom = bottom;
        self
    }

    /// The name of a player. If both players have the same name, it also says which player this is.
    pub(super) fn name(&self, seat: Seat) -> String {
        let known = |value: &&str| !value.is_empty() && *value != "?";
        let named = |tag| self.record.tags.get(tag).filter(known);
        let names = [named("White"), named("Black")];
        let (name, unnamed, which) = match seat {
            Seat::First => (names[0], "First player", "first player"),
            Seat::Second => (names[1], "Second player", "second player"),
        };
        match name {
            None => unnamed.to_owned(),
            Some(name) if names[0] == names[1] => format!("{name} ({which})"),
            Some(name) => name.to_owned(),
        }
    }
}
