//! The origin of the positions in a table of solved positions (`solve --table FILE`): the game, and
//! with `--after` also the position before the given turns.

use crate::board::Setup;
use crate::games::Game;
use crate::rules::Rules;

/// The first words of the first line of a table.
pub(super) const TITLE: &str = "# positions of ";

/// The origin of the positions in a table.
pub(super) struct Origin<'a> {
    /// The first line of the file, made by [`title`].
    pub(super) title: String,
    /// Whether a position with this name can occur in the table. The name is the pieces
    /// (`Kh8,ka1`), or with `--after` the turns that lead to the position. Used only if the file
    /// has no title. Files of the oldest version have none.
    pub(super) can_have: &'a dyn Fn(&str) -> bool,
}

/// The first line of the table of a game. `before` is the position before the turns of `--after`;
/// `None` without `--after`.
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
