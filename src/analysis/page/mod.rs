//! A reviewed game as one page for a browser, which needs nothing else: the score curve, what is said
//! about each turn, and a board that steps through the game both ways. A reverse game can also be
//! watched as the chess game that it is when it is read from its end.

mod curve;
mod words;

use std::fmt;

use super::Review;
use crate::board::{Color, Turn};
use crate::diagram::{self, Drawing, Scene, Tone, arrows_of, escaped};
use crate::forward::{ForwardGame, forward_game};
use crate::live::LiveGame;
use crate::pgn;
use crate::record::Record;
use crate::rules::Rules;

const STYLE: &str = include_str!("style.css");
const SCRIPT: &str = include_str!("script.js");

/// A game to be shown, with all that is said about it.
#[derive(Debug)]
pub struct Page<'a, R> {
    record: &'a Record,
    game: &'a LiveGame<R>,
    review: &'a Review,
    chess: Option<ForwardGame>,
    bottom: Color,
}

impl<'a, R: Rules> Page<'a, R> {
    /// The page of a recorded game that has been played through and reviewed.
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

    /// With this side at the bottom.
    #[must_use]
    pub const fn seen_by(mut self, bottom: Color) -> Self {
        self.bottom = bottom;
        self
    }

    /// The boards of the game as it was played, and those of the chess game.
    fn frames(&self) -> impl fmt::Display {
        fmt::from_fn(move |f| {
            let mut game = self.game.clone();
            while game.undo().is_some() {}
            for ply in 0.. {
                let scene = Scene::of(game.position(), game.last_turn());
                let reviewed = self.review.turns.get(ply);
                let findings = reviewed
                    .map(|turn| &turn.before)
                    .or(self.review.last.as_ref());
                let best = findings.and_then(super::Findings::best);
                let arrows = best.map_or_else(Vec::new, |turn| arrows_of(turn, Tone::Green));
                let fen = game.position().setup().to_string();
                self.frame("game", ply, &fen, scene, arrows, f)?;
                if game.redo().is_none() {
                    break;
                }
            }
            let Some(chess) = &self.chess else {
                return Ok(());
            };
            let scene = Scene::of_chess(*chess.placement(), chess.first_side(), None);
            self.frame("chess", 0, chess.fen(), scene, Vec::new(), f)?;
            let mut side = chess.first_side();
            for (ply, played) in (1..).zip(chess.moves()) {
                side = !side;
                let scene = Scene::of_chess(*played.placement(), side, played.squares());
                self.frame("chess", ply, &played.uci(), scene, Vec::new(), f)?;
            }
            Ok(())
        })
    }

    /// One board; all but the first are hidden until the script shows them. `about` is the position,
    /// or the move that leads there.
    fn frame(
        &self,
        kind: &str,
        ply: usize,
        about: &str,
        scene: Scene,
        arrows: Vec<diagram::Arrow>,
        f: &mut fmt::Formatter<'_>,
    ) -> fmt::Result {
        let hidden = if kind == "game" && ply == 0 {
            ""
        } else {
            " display=\"none\""
        };
        let drawing = Drawing::new(scene).seen_by(self.bottom).with_arrows(arrows);
        write!(
            f,
            "<g id=\"{kind}-{ply}\" data-about=\"{}\"{hidden}>{}</g>",
            escaped(about),
            drawing.contents()
        )
    }

    /// All boards in one drawing.
    fn board(&self) -> impl fmt::Display {
        fmt::from_fn(move |f| {
            let start = Drawing::new(Scene::of(self.game.start(), None)).seen_by(self.bottom);
            write!(
                f,
                "<svg id=\"board\" viewBox=\"0 0 {} {}\" role=\"img\" aria-label=\"The board\">{}{}{}</svg>",
                diagram::WIDTH,
                diagram::HEIGHT,
                Drawing::definitions(),
                start.backdrop(),
                self.frames()
            )
        })
    }

    fn title(&self) -> String {
        let tag = |name| self.record.tags.get(name).filter(|value| *value != "?");
        let first = tag("White").unwrap_or("First player");
        let second = tag("Black").unwrap_or("Second player");
        format!("{first} - {second}")
    }

    /// The chess game as text, for any chess program.
    fn pgn(&self) -> impl fmt::Display {
        fmt::from_fn(move |f| {
            let Some(chess) = &self.chess else {
                return Ok(());
            };
            let mut tags: Vec<(&str, &str)> = self.record.tags.iter().collect();
            tags.push(("ReverseGame", self.record.variant.name()));
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
             <section id=\"talk\">{}{}\n{}\n{}{}</section>\n</main>\n<script>{SCRIPT}</script></body></html>\n",
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
