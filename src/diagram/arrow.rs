//! Arrows from square to square, and circles around squares.

use std::fmt;

use super::layout::Point;
use crate::board::{Act, Square, Turn};

/// The colour of an arrow.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum ArrowColor {
    /// The best turn.
    #[default]
    Green,
    /// Another interesting turn.
    Blue,
    /// A threat or a mistake.
    Red,
    /// A turn that a player must play.
    Orange,
}

impl ArrowColor {
    /// All colours.
    pub const ALL: [ArrowColor; 4] = [
        ArrowColor::Green,
        ArrowColor::Blue,
        ArrowColor::Red,
        ArrowColor::Orange,
    ];

    /// The name of the colour.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            ArrowColor::Green => "green",
            ArrowColor::Blue => "blue",
            ArrowColor::Red => "red",
            ArrowColor::Orange => "orange",
        }
    }

    /// The colour in SVG.
    pub(super) const fn hex(self) -> &'static str {
        match self {
            ArrowColor::Green => "#2f7d4f",
            ArrowColor::Blue => "#2c6aa8",
            ArrowColor::Red => "#b3352f",
            ArrowColor::Orange => "#cf7a17",
        }
    }
}

/// An arrow from square to square, or a circle if both squares are the same.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Arrow {
    /// The square at which it starts.
    pub from: Square,
    /// The square to which it points.
    pub to: Square,
    /// Its colour.
    pub color: ArrowColor,
}

/// The arrows of a turn: an arrow from the from-square to the to-square, or a circle around the
/// square of a drop. A declared end has no arrow. If the turn begins with an un-capture, a circle
/// around the square of the un-capture comes first.
#[must_use]
pub fn arrows_of(turn: Turn, color: ArrowColor) -> Vec<Arrow> {
    let arrow = |from, to| Arrow { from, to, color };
    let circle = turn.head().map(|square| arrow(square, square));
    let movement = (turn.act() != Act::End).then(|| arrow(turn.from(), turn.to()));
    circle.into_iter().chain(movement).collect()
}

impl Arrow {
    /// The arrow as SVG. `start` and `end` are the centres of its squares.
    pub(super) fn to_svg(self, start: Point, end: Point) -> impl fmt::Display {
        fmt::from_fn(move |f| {
            let Arrow { from, to, color } = self;
            let (name, hex) = (color.name(), color.hex());
            if from == to {
                return write!(
                    f,
                    "<circle class=\"arrow {from}{to} {name}\" cx=\"{}\" cy=\"{}\" r=\"44\" fill=\"none\" stroke=\"{hex}\" stroke-width=\"7\" opacity=\"0.8\"/>",
                    start.x, start.y
                );
            }
            let length = (end.x - start.x).hypot(end.y - start.y);
            let (dx, dy) = ((end.x - start.x) / length, (end.y - start.y) / length);
            // From `start`, go the distance `along` towards `end`, then `across` to the right.
            let point = |along: f64, across: f64| {
                let x = start.x + dx * along - dy * across;
                let y = start.y + dy * along + dx * across;
                format!("{x:.1} {y:.1}")
            };
            let (tail, neck, tip) = (18.0, length - 42.0, length - 6.0);
            let points = [
                point(tail, 7.0),
                point(neck, 7.0),
                point(neck, 21.0),
                point(tip, 0.0),
                point(neck, -21.0),
                point(neck, -7.0),
                point(tail, -7.0),
            ];
            write!(
                f,
                "<path class=\"arrow {from}{to} {name}\" d=\"M{}Z\" fill=\"{hex}\" opacity=\"0.8\"/>",
                points.join("L")
            )
        })
    }
}
