//! A scene as SVG.

use std::fmt;

use super::arrow::Arrow;
use super::escape::escaped;
use super::glyphs::{Align, Text};
use super::layout::{
    FILE_LETTERS_HEIGHT, FRAME_COLOR, HEIGHT, MARGIN, RESERVE_HEIGHT, SQUARE, WIDTH, corner, middle,
};
use super::marks::Marks;
use super::pieces;
use super::scene::Scene;
use crate::board::{Color, File, ROLES, Rank, Square};

const BACKGROUND: &str = "#f7f3ea";
const LIGHT: &str = "#efe5d2";
const DARK: &str = "#b79a78";

/// A drawing of a position. Its [`Display`](fmt::Display) implementation writes SVG.
///
/// ```
/// use reviver::diagram::{Drawing, Scene};
/// use reviver::notation::position;
/// use reviver::rules::unachess::{Switches, Unachess};
///
/// let fen = "8/8/8/8/8/8/8/8[KQRRBBNNPPPPPPPPkqrrbbnnpppppppp] w - - 0 1";
/// let start: Unachess = position::read(&Switches::BASE, fen)?;
/// let svg = Drawing::new(Scene::of(&start, None)).to_string();
/// assert!(svg.starts_with("<svg"));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug)]
pub struct Drawing {
    scene: Scene,
    bottom: Color,
    has_coordinates: bool,
    arrows: Vec<Arrow>,
    title: String,
}

impl Drawing {
    /// A drawing with coordinates and with White at the bottom.
    #[must_use]
    pub const fn new(scene: Scene) -> Self {
        Self {
            scene,
            bottom: Color::White,
            has_coordinates: true,
            arrows: Vec::new(),
            title: String::new(),
        }
    }

    /// Puts this side at the bottom.
    #[must_use]
    pub const fn with_bottom(mut self, bottom: Color) -> Self {
        self.bottom = bottom;
        self
    }

    /// Leaves out the letters of the files and the digits of the ranks.
    #[must_use]
    pub const fn without_coordinates(mut self) -> Self {
        self.has_coordinates = false;
        self
    }

    /// Sets the arrows.
    #[must_use]
    pub fn with_arrows(mut self, arrows: Vec<Arrow>) -> Self {
        self.arrows = arrows;
        self
    }

    /// Sets the title, which screen readers read aloud.
    #[must_use]
    pub fn titled(mut self, title: impl Into<String>) -> Self {
        self.title = title.into();
        self
    }

    /// The definitions of the pieces. A page needs them once for all its drawings.
    #[must_use]
    pub fn definitions() -> impl fmt::Display {
        fmt::from_fn(|f| {
            f.write_str("<defs>")?;
            pieces::define(f)?;
            f.write_str("</defs>")
        })
    }

    /// The parts that are the same for every position: the background, the empty board and the
    /// coordinates.
    #[must_use]
    pub fn background(&self) -> impl fmt::Display {
        fmt::from_fn(move |f| {
            write!(
                f,
                "<rect width=\"{WIDTH}\" height=\"{HEIGHT}\" rx=\"14\" fill=\"{BACKGROUND}\"/>\
                 <rect x=\"{}\" y=\"{}\" width=\"806\" height=\"806\" rx=\"4\" fill=\"{FRAME_COLOR}\"/>",
                MARGIN - 3.0,
                RESERVE_HEIGHT - 3.0
            )?;
            write!(
                f,
                "<rect x=\"{MARGIN}\" y=\"{RESERVE_HEIGHT}\" width=\"800\" height=\"800\" fill=\"{LIGHT}\"/>\
                 <path fill=\"{DARK}\" d=\""
            )?;
            for square in Square::ALL.into_iter().filter(|square| square.is_dark()) {
                let at = corner(square, self.bottom);
                write!(f, "M{} {}h100v100h-100z", at.x, at.y)?;
            }
            f.write_str("\"/>")?;
            if self.has_coordinates {
                self.write_coordinates(f)?;
            }
            Ok(())
        })
    }

    /// The parts that depend on the position: the pieces, the reserves, the marks and the arrows.
    #[must_use]
    pub fn contents(&self) -> impl fmt::Display {
        fmt::from_fn(move |f| {
            let marks = Marks {
                scene: &self.scene,
                bottom: self.bottom,
            };
            marks.write_below_pieces(f)?;
            self.write_pieces(f)?;
            marks.write_above_pieces(f)?;
            for color in [Color::White, Color::Black] {
                self.write_reserve(color, f)?;
            }
            for arrow in &self.arrows {
                let start = middle(arrow.from, self.bottom);
                write!(f, "{}", arrow.to_svg(start, middle(arrow.to, self.bottom)))?;
            }
            Ok(())
        })
    }

    fn write_coordinates(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let write_letter = |letter: char, x: f64, y: f64, f: &mut fmt::Formatter<'_>| {
            let letters = letter.to_string();
            let text = Text {
                text: &letters,
                x,
                y,
                height: 19.0,
                color: FRAME_COLOR,
                align: Align::Middle,
            };
            write!(f, "{text}")
        };
        for file in File::ALL {
            let x = middle(Square::from_coords(file, Rank::First), self.bottom).x;
            write_letter(file.char(), x, RESERVE_HEIGHT + 8.0 * SQUARE + 9.0, f)?;
        }
        for rank in Rank::ALL {
            let y = middle(Square::from_coords(File::A, rank), self.bottom).y;
            write_letter(rank.char(), MARGIN / 2.0, y - 9.5, f)?;
        }
        Ok(())
    }

    fn write_pieces(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for square in self.scene.placement.occupied() {
            let Some(piece) = self.scene.placement.piece_at(square) else {
                continue;
            };
            let at = corner(square, self.bottom);
            write!(
                f,
                "<use href=\"#{}\" x=\"{}\" y=\"{}\"/>",
                pieces::name(piece.color, piece.role),
                at.x,
                at.y
            )?;
        }
        Ok(())
    }

    /// Writes the reserve of a side, and a disc if this side is to play.
    fn write_reserve(&self, color: Color, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let name = color.fold_wb("white", "black");
        let y = if color == self.bottom {
            RESERVE_HEIGHT + 8.0 * SQUARE + FILE_LETTERS_HEIGHT
        } else {
            0.0
        };
        write!(f, "<g class=\"reserve {name}\">")?;
        if self.scene.side == Some(color) {
            write!(
                f,
                "<circle class=\"to-play\" cx=\"{}\" cy=\"{}\" r=\"13\" fill=\"{}\" stroke=\"{FRAME_COLOR}\" stroke-width=\"3\"/>",
                WIDTH - MARGIN - 16.0,
                y + RESERVE_HEIGHT / 2.0,
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
                let text = Text {
                    text: &letters,
                    x,
                    y: y + 27.0,
                    height: 22.0,
                    color: FRAME_COLOR,
                    align: Align::Left,
                };
                write!(f, "{text}")?;
                x += 17.0 * letters.len() as f64;
            }
            x += 22.0;
        }
        f.write_str("</g>")
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
            self.background(),
            self.contents()
        )
    }
}
