//! A test position as a line of EPD.

use super::find::{Find, What};
use crate::analysis::Theme;
use crate::games::Game;
use crate::plural::counted;

/// The line of EPD for a test position.
pub(super) fn epd(game: &'static Game, find: &Find, id: &str) -> String {
    let Find { setup, best, .. } = find;
    let mut words = find.comments.clone();
    let proven = match find.what {
        What::Wins(turns) => format!("dm {turns}; "),
        What::Saves(turns) => {
            let within = counted(turns, "turn");
            words.insert(0, format!("all other turns lose within {within}"));
            String::new()
        }
    };
    let comment = if words.is_empty() {
        String::new()
    } else {
        format!(" c0 \"{}\";", words.join(", "))
    };
    let themes: Vec<&str> = find.themes.iter().copied().map(Theme::word).collect();
    format!(
        "{setup} bm {best}; {proven}themes {}; variant {game}; id \"{id}\";{comment}",
        themes.join(" ")
    )
}
