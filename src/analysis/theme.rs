//! Themes of test positions: what the best turn is about. The set of themes is fixed, so that
//! people can choose puzzles by theme.

use std::fmt;
use std::str::FromStr;

use thiserror::Error;

use crate::board::{Act, Turn};
use crate::rules::Rules;

/// What the best turn of a position is about.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum Theme {
    /// The turn ends the game.
    Finish,
    /// The turn declares the end.
    Declaration,
    /// The winner needs four turns or more.
    LongWin,
    /// Every other turn loses.
    Defence,
    /// The turn un-captures a piece.
    UnCapture,
    /// An en passant capture or un-capture.
    EnPassant,
    /// A promotion or an un-promotion.
    Promotion,
    /// Castling or un-castling.
    Castling,
    /// A piece is dropped.
    Drop,
    /// The turn leaves the enemy king in check.
    Check,
    /// The turn leaves the player's own king in check. Only reverse games allow this.
    OwnCheck,
    /// The player is in check before the turn.
    Escape,
    /// The turn has no other theme, except perhaps `LongWin` or `Defence`.
    Quiet,
}

/// A word that is not a theme.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
#[error("'{0}' is not a theme; the themes are {known}", known = Theme::ALL.map(Theme::word).join(", "))]
pub struct UnknownTheme(pub String);

/// The smallest number of the winner's turns in a long win.
const MIN_LONG_WIN_TURNS: u32 = 4;

impl Theme {
    /// All themes, in the order in which [`Theme::of`] returns them.
    pub const ALL: [Theme; 13] = [
        Theme::Finish,
        Theme::Declaration,
        Theme::LongWin,
        Theme::Defence,
        Theme::UnCapture,
        Theme::EnPassant,
        Theme::Promotion,
        Theme::Castling,
        Theme::Drop,
        Theme::Check,
        Theme::OwnCheck,
        Theme::Escape,
        Theme::Quiet,
    ];

    /// The word in the operation `themes` of EPD.
    #[must_use]
    pub const fn word(self) -> &'static str {
        match self {
            Theme::Finish => "finish",
            Theme::Declaration => "declaration",
            Theme::LongWin => "long-win",
            Theme::Defence => "defence",
            Theme::UnCapture => "un-capture",
            Theme::EnPassant => "en-passant",
            Theme::Promotion => "promotion",
            Theme::Castling => "castling",
            Theme::Drop => "drop",
            Theme::Check => "check",
            Theme::OwnCheck => "own-check",
            Theme::Escape => "escape",
            Theme::Quiet => "quiet",
        }
    }

    /// The name for people.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Theme::Finish => "ends the game",
            Theme::LongWin => "long win",
            Theme::Defence => "the only defence",
            Theme::EnPassant => "en passant",
            Theme::OwnCheck => "check on the player's own king",
            Theme::Escape => "answers a check",
            Theme::Quiet => "quiet turn",
            _ => self.word(),
        }
    }

    /// The themes of the best turn of a position. `mate` is the number of turns in which the player
    /// wins by force. `None` means that the best turn does not win, but is the only defence.
    #[must_use]
    pub fn of<R: Rules>(position: &R, best: Turn, mate: Option<u32>) -> Vec<Theme> {
        let side = position.side();
        let after = position.play(best);
        let mut themes = Vec::new();
        let mut add = |theme, holds| {
            if holds {
                themes.push(theme);
            }
        };
        add(Theme::Finish, after.outcome().is_some());
        add(Theme::Declaration, best.act() == Act::End);
        add(Theme::UnCapture, best.un_captures());
        add(Theme::EnPassant, position.is_en_passant(best));
        add(Theme::Promotion, best.promotes());
        add(Theme::Castling, position.castles(best));
        add(Theme::Drop, best.act() == Act::Drop);
        add(Theme::Check, after.checks()[!side]);
        add(Theme::OwnCheck, after.checks()[side]);
        add(Theme::Escape, position.checks()[side]);
        if themes.is_empty() {
            themes.push(Theme::Quiet);
        }
        match mate {
            Some(turns) if turns >= MIN_LONG_WIN_TURNS => themes.push(Theme::LongWin),
            Some(_) => {}
            None => themes.push(Theme::Defence),
        }
        themes.sort_unstable();
        themes
    }
}

impl fmt::Display for Theme {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.word())
    }
}

impl FromStr for Theme {
    type Err = UnknownTheme;

    fn from_str(word: &str) -> Result<Self, UnknownTheme> {
        let named = Self::ALL.into_iter().find(|theme| theme.word() == word);
        named.ok_or_else(|| UnknownTheme(word.chars().take(20).collect()))
    }
}
