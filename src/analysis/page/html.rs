//! The whole page as HTML.

use std::fmt;

use super::curve;
use super::page_data::Page;
use crate::diagram::escaped;
use crate::record::pgn;
use crate::rules::Rules;

const STYLE: &str = include_str!("style.css");
const SCRIPT: &str = include_str!("script.js");

impl<R: Rules> Page<'_, R> {
    fn title(&self) -> String {
        let tag = |name| self.record.tags.get(name).filter(|value| *value != "?");
        let first = tag("White").unwrap_or("First player");
        let second = tag("Black").unwrap_or("Second player");
        format!("{first} - {second}")
    }

    /// The chess game as PGN.
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
}

impl<R: Rules> fmt::Display for Page<'_, R> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let title = self.title();
        let title = escaped(&title);
        let last = self.game.turns().len();
        let (moves, after) = self
            .chess
            .as_ref()
            .map_or((0, 0), |chess| (chess.moves().len(), chess.after_turns()));
        write!(
            f,
            "<!DOCTYPE html>\n<html lang=\"en\"><head><meta charset=\"utf-8\">\
             <meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\
             <title>{title}</title><style>{STYLE}</style></head>\n\
             <body data-turns=\"{last}\" data-moves=\"{moves}\" data-after=\"{after}\">\n\
             <header><h1>{title}</h1>{}</header>\n<main>\n<section id=\"view\">{}\n{}</section>\n\
             <section id=\"review\">{}{}\n{}\n{}{}</section>\n</main>\n<script>{SCRIPT}</script></body></html>\n",
            self.subtitle(),
            self.board(),
            self.controls(),
            curve::of(self.review),
            self.summaries(),
            self.notes(),
            self.lists(),
            self.pgn(),
        )
    }
}
