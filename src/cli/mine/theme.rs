//! What the best turn of a test position is about.

use clap::ValueEnum;

use crate::board::{Color, Turn};
use crate::games::{Game, TypedGame, Visitor};
use crate::rules::Rules;

/// What the best turn is about.
#[derive(Clone, Copy, PartialEq, Eq, Debug, ValueEnum)]
pub(super) enum Theme {
    /// A capture or an un-capture en passant
    EnPassant,
    /// Castling or un-castling
    Castling,
    /// A promotion or an un-promotion
    Promotion,
    /// A turn with an un-capture, played while a king is in check; only in reverse games
    Check,
}

impl Theme {
    /// The themes that turns of a game can have.
    pub(super) fn of_game(game: &'static Game) -> Vec<Theme> {
        struct Themes;
        impl Visitor for Themes {
            type Output = Vec<Theme>;
            fn visit<R: Rules>(self, game: TypedGame<R>) -> Vec<Theme> {
                let start = game.start_position(0);
                let occurs = |theme: &Theme| match theme {
                    Theme::EnPassant => start.has_en_passant(),
                    Theme::Castling => start.has_castling(),
                    Theme::Promotion => true,
                    Theme::Check => R::FORM.reverse,
                };
                let all = Theme::value_variants().iter().copied();
                all.filter(occurs).collect()
            }
        }
        game.dispatch(Themes)
    }

    /// The name of the theme on the command line.
    pub(super) fn name(self) -> String {
        let value = self.to_possible_value();
        value.map_or_else(String::new, |value| value.get_name().to_owned())
    }

    /// Whether a legal turn has this theme.
    pub(super) fn fits<R: Rules>(self, position: &R, turn: Turn) -> bool {
        match self {
            Theme::EnPassant => position.is_en_passant(turn),
            Theme::Castling => position.castles(turn),
            Theme::Promotion => turn.promotes(),
            Theme::Check => {
                let checks = position.checks();
                (checks[Color::White] || checks[Color::Black])
                    && (turn.head().is_some() || turn.tail_revival().is_some())
            }
        }
    }
}
