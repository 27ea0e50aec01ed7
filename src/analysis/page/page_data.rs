//! What a page is made from.

use crate::analysis::Review;
use crate::board::{Color, Turn};
use crate::live::LiveGame;
use crate::record::Record;
use crate::record::forward::{ForwardGame, forward_game};
use crate::rules::Rules;

/// The page of a game, which [`Display`](std::fmt::Display) writes as HTML.
#[derive(Debug)]
pub struct Page<'a, R: Rules> {
    pub(super) record: &'a Record,
    pub(super) game: &'a LiveGame<R>,
    pub(super) review: &'a Review,
    pub(super) chess: Option<ForwardGame>,
    pub(super) bottom: Color,
}

impl<'a, R: Rules> Page<'a, R> {
    /// The page of a recorded game, replayed and reviewed.
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
        }
    }

    /// Puts this side at the bottom.
    #[must_use]
    pub const fn seen_by(mut self, bottom: Color) -> Self {
        self.bottom = bottom;
        self
    }
}
