//! Marks on squares: the latest turn, checks, frozen pieces, and what the side to play may or must
//! do because of the latest turn ([`PendingAction`]).

use std::fmt;

use super::arrow::{Arrow, ArrowColor};
use super::glyphs::{Align, Text};
use super::layout::{corner, middle};
use super::scene::{PendingAction, Scene};
use crate::board::{Bitboard, Color, Square};

/// The marks of a scene.
pub(super) struct Marks<'a> {
    pub(super) scene: &'a Scene,
    /// The side at the bottom.
    pub(super) bottom: Color,
}

/// A ring on the square of a [`PendingAction`]. For an un-double-step, the ring is on the square
/// that the pawn crosses. The ring is dashed if the action is optional, and solid if it is forced.
struct Ring {
    square: Square,
    /// The CSS class.
    class: &'static str,
    is_forced: bool,
    /// Whether the ring has an exclamation mark inside.
    has_exclamation_mark: bool,
}

impl Marks<'_> {
    /// Writes the marks that fill squares.
    pub(super) fn write_below_pieces(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.write_tint(self.scene.vacated, "left", "#e3c13b66", f)?;
        self.write_tint(self.scene.arrived, "came", "#e3c13baa", f)?;
        self.write_tint(self.scene.frozen, "frozen", "#7fc4e8b0", f)?;
        for color in [Color::White, Color::Black] {
            if *self.scene.checks.get(color)
                && let Some(square) = self.scene.placement.king(color)
            {
                self.write_check(color, square, f)?;
            }
        }
        Ok(())
    }

    /// Writes a snowflake on each frozen piece, and the ring and the arrow of the pending action.
    pub(super) fn write_above_pieces(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for square in self.scene.frozen {
            let at = corner(square, self.bottom);
            write!(
                f,
                "<path class=\"ice {square}\" d=\"M{} {}v22M{} {}l19 11m0-11l-19 11\" stroke=\"#1d6c96\" stroke-width=\"3\" stroke-linecap=\"round\"/>",
                at.x + 84.0,
                at.y + 5.0,
                at.x + 74.5,
                at.y + 10.5
            )?;
        }
        let may = |square, class| Ring {
            square,
            class,
            is_forced: false,
            has_exclamation_mark: false,
        };
        match self.scene.pending_action {
            PendingAction::None => Ok(()),
            PendingAction::MayUncapture(square) => self.write_ring(&may(square, "may"), f),
            PendingAction::MayCapture(square) => self.write_ring(&may(square, "en-passant"), f),
            PendingAction::MustUncapture(square) => {
                let ring = Ring {
                    square,
                    class: "must",
                    is_forced: true,
                    has_exclamation_mark: true,
                };
                self.write_ring(&ring, f)
            }
            PendingAction::MustUnDoubleStep { over, from, to } => {
                let ring = Ring {
                    square: over,
                    class: "must-step",
                    is_forced: true,
                    has_exclamation_mark: false,
                };
                self.write_ring(&ring, f)?;
                let color = ArrowColor::Orange;
                let arrow = Arrow { from, to, color };
                let start = middle(from, self.bottom);
                write!(f, "{}", arrow.to_svg(start, middle(to, self.bottom)))
            }
        }
    }

    fn write_tint(
        &self,
        squares: Bitboard,
        class: &str,
        fill: &str,
        f: &mut fmt::Formatter<'_>,
    ) -> fmt::Result {
        for square in squares {
            let at = corner(square, self.bottom);
            write!(
                f,
                "<rect class=\"{class} {square}\" x=\"{}\" y=\"{}\" width=\"100\" height=\"100\" fill=\"{fill}\"/>",
                at.x, at.y
            )?;
        }
        Ok(())
    }

    /// Writes a glow around a king in check. The glow is red for the side to play, and purple for
    /// the side that has just played: in the reverse games a side may leave its own king in check.
    /// The class `kcehc` is the word `check` spelled backwards.
    fn write_check(&self, color: Color, square: Square, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (class, hex) = if self.scene.last_side == color {
            ("kcehc", "#8a3fc0")
        } else {
            ("check", "#d3302a")
        };
        let at = middle(square, self.bottom);
        let (x, y) = (at.x, at.y);
        write!(
            f,
            "<g class=\"{class} {square}\" fill=\"{hex}\"><circle cx=\"{x}\" cy=\"{y}\" r=\"49\" opacity=\"0.3\"/>\
             <circle cx=\"{x}\" cy=\"{y}\" r=\"41\" opacity=\"0.45\"/></g>"
        )
    }

    fn write_ring(&self, ring: &Ring, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Ring { square, class, .. } = ring;
        let at = middle(*square, self.bottom);
        let (x, y) = (at.x, at.y);
        let (hex, dashes) = if ring.is_forced {
            (ArrowColor::Orange.hex(), "")
        } else {
            (ArrowColor::Green.hex(), " stroke-dasharray=\"13 9\"")
        };
        write!(
            f,
            "<g class=\"duty {class} {square}\"><circle cx=\"{x}\" cy=\"{y}\" r=\"40\" fill=\"none\" stroke=\"{hex}\" stroke-width=\"6\"{dashes}/>"
        )?;
        if ring.has_exclamation_mark {
            let text = Text {
                text: "!",
                x,
                y: y - 22.0,
                height: 44.0,
                color: hex,
                align: Align::Middle,
            };
            write!(f, "{text}")?;
        }
        f.write_str("</g>")
    }
}
