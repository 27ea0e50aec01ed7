//! The whole page as HTML.

use std::fmt;

use super::curve;
use super::page_data::{Page, PageForm};
use super::text::{LEGEND_OF_CHESS_KEY, legend};
use crate::diagram::escaped;
use crate::record::pgn;
use crate::rules::{Rules, Seat};

/// The style sheet.
pub(super) const STYLE: &str = include_str!("style.css");

/// The script.
pub(super) const SCRIPT: &str = include_str!("script.js");

/// The address of the style sheet when a server sends it.
pub(super) const STYLE_ADDRESS: &str = "/review.css";

/// The address of the script when a server sends it.
pub(super) const SCRIPT_ADDRESS: &str = "/review-page.js";

impl<R: Rules> Page<'_, R> {
    fn title(&self) -> String {
        let [first, second] = [Seat::First, Seat::Second].map(|seat| self.name(seat));
        format!("{first} - {second}")
    }

    /// The forward game (the game as a chess game) as PGN. Empty if the page has none.
    fn pgn(&self) -> impl fmt::Display {
        fmt::from_fn(move |f| {
            let Some(chess) = &self.chess else {
                return Ok(());
            };
            let mut tags: Vec<(&str, &str)> = self.record.tags.iter().collect();
            tags.push(("ReverseGame", self.record.game.name()));
            write!(
                f,
                "<details><summary>The chess game in PGN, for any chess program</summary><pre id=\"pgn\">"
            )?;
            for line in pgn::write(chess, &tags).lines() {
                writeln!(f, "{}", escaped(line))?;
            }
            f.write_str("</pre></details>")
        })
    }

    /// The legend's entry for the keyboard key `c`, which shows the forward game. Empty if the page
    /// has no forward game.
    fn chess_key(&self) -> &'static str {
        match self.chess {
            Some(_) => LEGEND_OF_CHESS_KEY,
            None => "",
        }
    }
}

impl<R: Rules> fmt::Display for Page<'_, R> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let title = self.title();
        let title = escaped(&title);
        let turns = self.game.turns().len();
        let (moves, reverse_turns) = self
            .chess
            .as_ref()
            .map_or((0, 0), |chess| (chess.moves().len(), chess.reverse_turns()));
        let (style, script) = match self.form {
            PageForm::OneFile => (
                format!("<style>{STYLE}</style>"),
                format!("<script>{SCRIPT}</script>"),
            ),
            PageForm::Served => (
                format!("<link rel=\"stylesheet\" href=\"{STYLE_ADDRESS}\">"),
                format!("<script src=\"{SCRIPT_ADDRESS}\"></script>"),
            ),
        };
        write!(
            f,
            "<!DOCTYPE html>\n<html lang=\"en\"><head><meta charset=\"utf-8\">\
             <meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\
             <meta name=\"color-scheme\" content=\"light dark\">\
             <title>{title}</title>{style}</head>\n\
             <body data-turns=\"{turns}\" data-moves=\"{moves}\" data-after=\"{reverse_turns}\">\n\
             <header><h1>{title}</h1>{}</header>\n<main>\n\
             <section id=\"view\" aria-label=\"Board\">{}\n{}</section>\n\
             <div id=\"side\"><section id=\"comment\" aria-label=\"Comment\">{}</section>\n{}\n\
             <section id=\"review\" aria-label=\"Review\">{}{}\n<h2>Turns</h2>{}\n{}{}</section></div>\n</main>\n\
             <div id=\"live\" class=\"unseen\" aria-live=\"polite\"></div>\n{script}</body></html>\n",
            self.subtitle(),
            self.board(),
            self.controls(),
            self.notes(),
            self.display_controls(),
            curve::of(self.review),
            self.summaries(),
            self.lists(),
            legend(self.game.start(), self.chess_key()),
            self.pgn(),
        )
    }
}
