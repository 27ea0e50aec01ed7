//! The board of the page: one drawing with a frame for each position.

use std::fmt;

use super::page_data::Page;
use crate::analysis::Analysis;
use crate::diagram::{self, Arrow, ArrowColor, Drawing, Scene, arrows_of, escaped};
use crate::rules::Rules;

/// How the page shows the game.
#[derive(Clone, Copy)]
enum Mode {
    /// As it was played.
    Game,
    /// As its forward game: the chess game that undoes the un-moves, the last un-move first.
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

/// A board of the page. The page shows one board at a time.
struct Frame {
    mode: Mode,
    /// The number of turns or chess moves played.
    ply: usize,
    /// The position as text. After a move of the chess game, it has only the board and the side to
    /// play.
    label: String,
    scene: Scene,
    arrows: Vec<Arrow>,
}

impl Frame {
    const fn of_chess(ply: usize, label: String, scene: Scene) -> Self {
        Self {
            mode: Mode::Chess,
            ply,
            label,
            scene,
            arrows: Vec::new(),
        }
    }
}

impl<R: Rules> Page<'_, R> {
    /// All boards in one drawing.
    pub(super) fn board(&self) -> impl fmt::Display {
        fmt::from_fn(move |f| {
            let start = Drawing::new(Scene::of(self.game.start(), None)).with_bottom(self.bottom);
            write!(
                f,
                "<svg id=\"board\" viewBox=\"0 0 {} {}\" role=\"img\" aria-label=\"The board\">{}{}{}</svg>",
                diagram::WIDTH,
                diagram::HEIGHT,
                Drawing::definitions(),
                start.background(),
                self.frames()
            )
        })
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
                    label: game.position().setup().to_string(),
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
                let label = format!("{} {}", played.placement(), side.char());
                self.write_frame(Frame::of_chess(ply, label, scene), f)?;
            }
            Ok(())
        })
    }

    /// Writes a board. At first, the page shows only the first board.
    fn write_frame(&self, frame: Frame, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (mode, ply) = (frame.mode.name(), frame.ply);
        let hidden = match frame.mode {
            Mode::Game if ply == 0 => "",
            _ => " display=\"none\"",
        };
        let drawing = Drawing::new(frame.scene)
            .with_bottom(self.bottom)
            .with_arrows(frame.arrows);
        write!(
            f,
            "<g id=\"{mode}-{ply}\" data-label=\"{}\"{hidden}>{}</g>",
            escaped(&frame.label),
            drawing.contents()
        )
    }
}
