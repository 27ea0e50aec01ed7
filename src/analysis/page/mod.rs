//! A reviewed game as one page for a browser, without other files: the curve of winning chances, notes
//! on each turn, and a board that steps through the game. A reverse game can also be shown as its
//! forward game.

mod curve;
mod text;

use std::fmt;

use super::{Analysis, Review};
use crate::board::{Color, Turn};
use crate::diagram::{self, Arrow, ArrowColor, Drawing, Scene, arrows_of, escaped};
use crate::live::LiveGame;
use crate::record::Record;
use crate::record::forward::{ForwardGame, forward_game};
use crate::record::pgn;
use crate::rules::Rules;

const STYLE: &str = include_str!("style.css");
const SCRIPT: &str = include_str!("script.js");

/// The page of a game, which [`Display`](fmt::Display) writes as HTML.
#[derive(Debug)]
pub struct Page<'a, R: Rules> {
    record: &'a Record,
    game: &'a LiveGame<R>,
    review: &'a Review,
    chess: Option<ForwardGame>,
    bottom: Color,
}

/// How the page shows the game.
#[derive(Clone, Copy)]
enum Mode {
    /// As it was played.
    Game,
    /// As a chess game, from the end.
    Chess,
}

impl Mode {
    /// The name in the script of the page.
    const fn name(self) -> &'static str {
        match self {
            Mode::Game => "game",
            Mode::Chess => "chess",
        }
    }
}

/// One of the boards between which the page switches.
struct Frame {
    mode: Mode,
    /// The number of turns or chess moves played.
    ply: usize,
    /// The position, or the chess move that leads to it.
    about: String,
    scene: Scene,
    arrows: Vec<Arrow>,
}

impl Frame {
    const fn of_chess(ply: usize, about: String, scene: Scene) -> Self {
        Self {
            mode: Mode::Chess,
            ply,
            about,
            scene,
            arrows: Vec::new(),
        }
    }
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

    /// The boards of the game, then the boards of the chess game.
    fn frames(&self) -> impl fmt::Display {
        fmt::from_fn(move |f| {
            let mut game = self.game.clone();
            while game.undo().is_some() {}
            for ply in 0.. {
                let scene = Scene::of(game.position(), game.last_turn());
                let reviewed = self.review.turns.get(ply);
                let analysis = reviewed
                    .map(|turn| &turn.before)
                    .or(self.review.last.as_ref());
                let best = analysis.and_then(Analysis::best);
                let frame = Frame {
                    mode: Mode::Game,
                    ply,
                    about: game.position().setup().to_string(),
                    scene,
                    arrows: best.map_or_else(Vec::new, |turn| arrows_of(turn, ArrowColor::Green)),
                };
                self.write_frame(frame, f)?;
                if game.redo().is_none() {
                    break;
                }
            }
            let Some(chess) = &self.chess else {
                return Ok(());
            };
            let mut side = chess.first_side();
            let scene = Scene::of_chess(*chess.placement(), side);
            self.write_frame(Frame::of_chess(0, chess.fen().to_owned(), scene), f)?;
            for (ply, played) in (1..).zip(chess.moves()) {
                side = !side;
                let mut scene = Scene::of_chess(*played.placement(), side);
                if let Some((from, to)) = played.squares() {
                    scene = scene.after_move(from, to);
                }
                self.write_frame(Frame::of_chess(ply, played.uci(), scene), f)?;
            }
            Ok(())
        })
    }

    /// Writes a board. All boards but the first are hidden until the script shows them.
    fn write_frame(&self, frame: Frame, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (mode, ply) = (frame.mode.name(), frame.ply);
        let hidden = match frame.mode {
            Mode::Game if ply == 0 => "",
            _ => " display=\"none\"",
        };
        let drawing = Drawing::new(frame.scene)
            .seen_by(self.bottom)
            .with_arrows(frame.arrows);
        write!(
            f,
            "<g id=\"{mode}-{ply}\" data-about=\"{}\"{hidden}>{}</g>",
            escaped(&frame.about),
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

    /// The chess game as PGN.
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
