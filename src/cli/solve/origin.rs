//! The game of a table, and the position before the turns of `--after`.

use crate::board::Setup;
use crate::games::Game;
use crate::rules::Rules;

/// The first words of the first line of a table.
pub(super) const TITLE: &str = "# positions of ";

/// Which positions a table can have.
pub(super) struct Origin<'a> {
    /// The first line of the file: the game, and the position before the turns of `--after`.
    pub(super) title: String,
    /// Whether a position with this name can be in the table. Used for tables of the oldest
    /// version, which have no title.
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

/// Whether these turns, separated by commas, can be played from this position.
pub(super) fn is_line<R: Rules>(position: &R, text: &str) -> bool {
    position.turns().into_iter().any(|turn| {
        let rest = text.strip_prefix(&turn.to_string());
        rest.is_some_and(|rest| match rest.strip_prefix(',') {
            Some(rest) => is_line(&position.play(turn), rest),
            None => rest.is_empty(),
        })
    })
}
