//! The game of a table and, with `--after`, the position before the first turns.

use crate::board::Setup;
use crate::games::Game;
use crate::rules::Rules;

/// The first words of the first line of a table.
pub(super) const TITLE: &str = "# positions of ";

/// Which positions a table has.
pub(super) struct Origin<'a> {
    /// The first line of the file: the game and, with `--after`, the position before the first turns.
    pub(super) title: String,
    /// Whether a position with this name can be in the table. Tables of earlier versions have no title. The names
    /// of their positions are checked instead.
    pub(super) can_have: &'a dyn Fn(&str) -> bool,
}

/// The title of a table of a game; `before` is the position before the turns of `--after`.
pub(super) fn title(game: &Game, before: Option<&Setup>) -> String {
    let game = game.identity();
    match before {
        Some(before) => format!("{TITLE}{game} after turns from {before}"),
        None => format!("{TITLE}{game}"),
    }
}

/// Whether a text is a list of turns, separated by commas, that can be played from this position.
pub(super) fn is_line<R: Rules>(position: &R, text: &str) -> bool {
    position.turns().into_iter().any(|turn| {
        let rest = text.strip_prefix(&turn.to_string());
        rest.is_some_and(|rest| match rest.strip_prefix(',') {
            Some(rest) => is_line(&position.play(turn), rest),
            None => rest.is_empty(),
        })
    })
}
