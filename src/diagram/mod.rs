//! Positions drawn as pictures: the board with its coordinates, both reserves, and what a player of
//! the game has to see. The pieces are this program's own drawing; a picture is a text in SVG, which
//! [`png`] turns into pixels. Text diagrams for the terminal are in
//! [`notation::diagram`](crate::notation::diagram).

mod arrow;
mod glyphs;
mod pieces;
mod png;
mod scene;

use std::fmt;

pub use arrow::{Arrow, Tone};
pub use png::{LARGEST, PngError, png};
pub use scene::{Duty, Scene, arrows_of};

use crate::board::{Bitboard, Color, File, ROLES, Rank, Square};
use glyphs::Text;

/// The side of a square in the units of a drawing.
const SQUARE: f64 = 100.0;
/// Left of the board and right of it.
const MARGIN: f64 = 44.0;
/// The height of a reserve.
const STRIP: f64 = 76.0;
/// The height of the letters of the files.
const FOOT: f64 = 36.0;
/// The width of a drawing.
pub const WIDTH: f64 = 8.0 * SQUARE + 2.0 * MARGIN;
/// The height of a drawing.
pub const HEIGHT: f64 = 8.0 * SQUARE + 2.0 * STRIP + FOOT;

const PAPER: &str = "#f7f3ea";
const FRAME: &str = "#4a403a";
const LIGHT: &str = "#efe5d2";
const DARK: &str = "#b79a78";

/// A drawing of a position. It prints itself as SVG.
///
/// ```
/// use reviver::diagram::{Drawing, Scene};
/// use reviver::games::{TypedGame, find};
/// use reviver::rules::unachess::Unachess;
///
/// let game = find("unachess").and_then(TypedGame::<Unachess>::new).expect("a game");
/// let start = game.first_position(0);
/// let svg = Drawing::new(Scene::of(&start, None)).to_string();
/// assert!(svg.starts_with("<svg"));
/// ```
#[derive(Clone, Debug)]
pub struct Drawing {
    scene: Scene,
    bottom: Color,
    coordinates: bool,
    arrows: Vec<Arrow>,
    title: String,
}

impl Drawing {
    /// A drawing with White at the bottom.
    #[must_use]
    pub const fn new(scene: Scene) -> Self {
        Self {
            scene,
            bottom: Color::White,
            coordinates: true,
            arrows: Vec::new(),
            title: String::new(),
        }
    }

    /// With this side at the bottom.
    #[must_use]
    pub const fn seen_by(mut self, bottom: Color) -> Self {
        self.bottom = bottom;
        self
    }

    /// Without letters and digits at the edges.
    #[must_use]
    pub const fn without_coordinates(mut self) -> Self {
        self.coordinates = false;
        self
    }

    /// With arrows.
    #[must_use]
    pub fn with_arrows(mut self, arrows: Vec<Arrow>) -> Self {
        self.arrows = arrows;
        self
    }

    /// With a title, which programs that read pages aloud say.
    #[must_use]
    pub fn titled(mut self, title: impl Into<String>) -> Self {
        self.title = title.into();
        self
    }

    /// What every drawing needs: the pieces. One is enough for all drawings of a page.
    #[must_use]
    pub fn definitions() -> impl fmt::Display {
        fmt::from_fn(|f| {
            f.write_str("<defs>")?;
            pieces::define(f)?;
            f.write_str("</defs>")
        })
    }

    /// What does not change from position to position: the paper, the empty board, the coordinates.
    #[must_use]
    pub fn backdrop(&self) -> impl fmt::Display {
        fmt::from_fn(move |f| {
            write!(
                f,
                "<rect width=\"{WIDTH}\" height=\"{HEIGHT}\" rx=\"14\" fill=\"{PAPER}\"/>\
                 <rect x=\"{}\" y=\"{}\" width=\"806\" height=\"806\" rx=\"4\" fill=\"{FRAME}\"/>",
                MARGIN - 3.0,
                STRIP - 3.0
            )?;
            write!(
                f,
                "<rect x=\"{MARGIN}\" y=\"{STRIP}\" width=\"800\" height=\"800\" fill=\"{LIGHT}\"/>\
                 <path fill=\"{DARK}\" d=\""
            )?;
            for square in Square::ALL.into_iter().filter(|square| square.is_dark()) {
                let (x, y) = self.corner(square);
                write!(f, "M{x} {y}h100v100h-100z")?;
            }
            f.write_str("\"/>")?;
            if self.coordinates {
                self.write_coordinates(f)?;
            }
            Ok(())
        })
    }

    /// What changes: the pieces, the reserves, and all that is marked.
    #[must_use]
    pub fn contents(&self) -> impl fmt::Display {
        fmt::from_fn(move |f| {
            self.write_marks(f)?;
            for square in self.scene.placement.occupied() {
                let Some(piece) = self.scene.placement.piece_at(square) else {
                    continue;
                };
                let (x, y) = self.corner(square);
                write!(
                    f,
                    "<use href=\"#{}\" x=\"{x}\" y=\"{y}\"/>",
                    pieces::name(piece.color, piece.role)
                )?;
            }
            self.write_signs(f)?;
            for color in [Color::White, Color::Black] {
                self.write_reserve(color, f)?;
            }
            for arrow in &self.arrows {
                self.write_arrow(*arrow, f)?;
            }
            Ok(())
        })
    }

    /// The upper left corner of a square.
    fn corner(&self, square: Square) -> (f64, f64) {
        let (file, rank) = (
            f64::from(square.file().to_u32()),
            f64::from(square.rank().to_u32()),
        );
        let (column, line) = self.bottom.fold_wb((file, 7.0 - rank), (7.0 - file, rank));
        (MARGIN + SQUARE * column, STRIP + SQUARE * line)
    }

    fn middle(&self, square: Square) -> (f64, f64) {
        let (x, y) = self.corner(square);
        (x + SQUARE / 2.0, y + SQUARE / 2.0)
    }

    fn write_coordinates(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let text = |letters: char, x: f64, y: f64, f: &mut fmt::Formatter<'_>| {
            let letters = letters.to_string();
            let text = Text {
                letters: &letters,
                x,
                y,
                height: 19.0,
                ink: FRAME,
                centred: true,
            };
            write!(f, "{text}")
        };
        for file in File::ALL {
            let (x, _) = self.middle(Square::from_coords(file, Rank::First));
            text(file.char(), x, STRIP + 8.0 * SQUARE + 9.0, f)?;
        }
        for rank in Rank::ALL {
            let (_, y) = self.middle(Square::from_coords(File::A, rank));
            text(rank.char(), MARGIN / 2.0, y - 9.5, f)?;
        }
        Ok(())
    }

    /// Whole squares, under the pieces.
    fn write_marks(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let tint = |squares: Bitboard, class: &str, fill: &str, f: &mut fmt::Formatter<'_>| {
            for square in squares {
                let (x, y) = self.corner(square);
                write!(
                    f,
                    "<rect class=\"{class} {square}\" x=\"{x}\" y=\"{y}\" width=\"100\" height=\"100\" fill=\"{fill}\"/>"
                )?;
            }
            Ok(())
        };
        tint(self.scene.left, "left", "#e3c13b66", f)?;
        tint(self.scene.came, "came", "#e3c13baa", f)?;
        tint(self.scene.frozen, "frozen", "#7fc4e8b0", f)?;
        for color in [Color::White, Color::Black] {
            if !self.scene.checks.get(color) {
                continue;
            }
            let Some(square) = self.scene.placement.king(color) else {
                continue;
            };
            // In a reverse game the side that has just played may have left its own king attacked.
            let (class, ink) = if self.scene.played == color {
                ("kcehc", "#8a3fc0")
            } else {
                ("check", "#d3302a")
            };
            let (x, y) = self.middle(square);
            write!(
                f,
                "<g class=\"{class} {square}\" fill=\"{ink}\"><circle cx=\"{x}\" cy=\"{y}\" r=\"49\" opacity=\"0.3\"/>\
                 <circle cx=\"{x}\" cy=\"{y}\" r=\"41\" opacity=\"0.45\"/></g>"
            )?;
        }
        Ok(())
    }

    /// Small signs, over the pieces.
    fn write_signs(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for square in self.scene.frozen {
            let (x, y) = self.corner(square);
            write!(
                f,
                "<path class=\"ice {square}\" d=\"M{} {}v22M{} {}l19 11m0-11l-19 11\" stroke=\"#1d6c96\" stroke-width=\"3\" stroke-linecap=\"round\"/>",
                x + 84.0,
                y + 5.0,
                x + 74.5,
                y + 10.5
            )?;
        }
        match self.scene.duty {
            Duty::None => Ok(()),
            Duty::MayUncapture(square) => self.write_ring(square, "may", f),
            Duty::MayCapture(square) => self.write_ring(square, "en-passant", f),
            Duty::MustUncapture(square) => self.write_ring(square, "must", f),
            Duty::MustStepBack {
                over,
                step: (from, to),
            } => {
                self.write_ring(over, "must-step", f)?;
                let tone = Tone::Orange;
                self.write_arrow(Arrow { from, to, tone }, f)
            }
        }
    }

    /// A ring round a vacated square: dashed where something may, whole where something must be done.
    fn write_ring(&self, square: Square, duty: &str, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (x, y) = self.middle(square);
        let must = duty.starts_with("must");
        let ink = if must {
            Tone::Orange.ink()
        } else {
            Tone::Green.ink()
        };
        let dashes = if must {
            ""
        } else {
            " stroke-dasharray=\"13 9\""
        };
        write!(
            f,
            "<g class=\"duty {duty} {square}\"><circle cx=\"{x}\" cy=\"{y}\" r=\"40\" fill=\"none\" stroke=\"{ink}\" stroke-width=\"6\"{dashes}/>"
        )?;
        if duty == "must" {
            let text = Text {
                letters: "!",
                x,
                y: y - 22.0,
                height: 44.0,
                ink,
                centred: true,
            };
            write!(f, "{text}")?;
        }
        f.write_str("</g>")
    }

    fn write_reserve(&self, color: Color, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let name = color.fold_wb("white", "black");
        let y = if color == self.bottom {
            STRIP + 8.0 * SQUARE + FOOT
        } else {
            0.0
        };
        write!(f, "<g class=\"reserve {name}\">")?;
        if self.scene.side == Some(color) {
            write!(
                f,
                "<circle class=\"to-play\" cx=\"{}\" cy=\"{}\" r=\"13\" fill=\"{}\" stroke=\"{FRAME}\" stroke-width=\"3\"/>",
                WIDTH - MARGIN - 16.0,
                y + STRIP / 2.0,
                color.fold_wb("#fffdf7", "#2a2420")
            )?;
        }
        let reserve = self.scene.placement.reserve();
        let mut x = MARGIN;
        for role in ROLES {
            let count = reserve.count(color, role);
            if count == 0 || !self.scene.has_reserves {
                continue;
            }
            write!(
                f,
                "<use href=\"#{}\" data-count=\"{count}\" transform=\"translate({x} {}) scale(0.62)\"/>",
                pieces::name(color, role),
                y + 6.0
            )?;
            x += 64.0;
            if count > 1 {
                let letters = count.to_string();
                let (height, ink) = (22.0, FRAME);
                let text = Text {
                    letters: &letters,
                    x,
                    y: y + 27.0,
                    height,
                    ink,
                    centred: false,
                };
                write!(f, "{text}")?;
                x += 17.0 * letters.len() as f64;
            }
            x += 22.0;
        }
        f.write_str("</g>")
    }

    fn write_arrow(&self, arrow: Arrow, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let ends = (self.middle(arrow.from), self.middle(arrow.to));
        write!(f, "{}", arrow.between(ends.0, ends.1))
    }
}

impl fmt::Display for Drawing {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(
            f,
            "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {WIDTH} {HEIGHT}\" role=\"img\">"
        )?;
        if !self.title.is_empty() {
            write!(f, "<title>{}</title>", escaped(&self.title))?;
        }
        write!(
            f,
            "{}{}{}</svg>",
            Self::definitions(),
            self.backdrop(),
            self.contents()
        )
    }
}

/// Text as it stands between tags or in quotes, of SVG and HTML alike.
pub fn escaped(text: &str) -> impl fmt::Display {
    fmt::from_fn(move |f| {
        for letter in text.chars() {
            match letter {
                '&' => f.write_str("&amp;")?,
                '<' => f.write_str("&lt;")?,
                '>' => f.write_str("&gt;")?,
                '"' => f.write_str("&quot;")?,
                '\'' => f.write_str("&#39;")?,
                letter if letter.is_control() => f.write_str(" ")?,
                letter => fmt::Write::write_char(f, letter)?,
            }
        }
        Ok(())
    })
}
