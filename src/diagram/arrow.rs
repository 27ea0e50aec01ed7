//! Arrows from square to square, and rings.

use std::fmt;

use crate::board::Square;

/// The colour of an arrow.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Tone {
    /// What is best.
    #[default]
    Green,
    /// Something else that is worth a look.
    Blue,
    /// What is threatened, or what was wrong.
    Red,
    /// What must be.
    Orange,
}

impl Tone {
    /// All of them.
    pub const ALL: [Tone; 4] = [Tone::Green, Tone::Blue, Tone::Red, Tone::Orange];

    /// Its name.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Tone::Green => "green",
            Tone::Blue => "blue",
            Tone::Red => "red",
            Tone::Orange => "orange",
        }
    }

    pub(super) const fn ink(self) -> &'static str {
        match self {
            Tone::Green => "#2f7d4f",
            Tone::Blue => "#2c6aa8",
            Tone::Red => "#b3352f",
            Tone::Orange => "#cf7a17",
        }
    }
}

/// An arrow from square to square; a circle where both are the same.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Arrow {
    /// Where it starts.
    pub from: Square,
    /// Where it points.
    pub to: Square,
    /// Its colour.
    pub tone: Tone,
}

impl Arrow {
    /// The arrow between two points of a drawing.
    pub(super) fn between(self, (x1, y1): (f64, f64), (x2, y2): (f64, f64)) -> impl fmt::Display {
        fmt::from_fn(move |f| {
            let Arrow { from, to, tone } = self;
            let ink = tone.ink();
            if from == to {
                return write!(
                    f,
                    "<circle class=\"arrow {from}{to} {}\" cx=\"{x1}\" cy=\"{y1}\" r=\"44\" fill=\"none\" stroke=\"{ink}\" stroke-width=\"7\" opacity=\"0.8\"/>",
                    tone.name()
                );
            }
            let length = (x2 - x1).hypot(y2 - y1);
            let (dx, dy) = ((x2 - x1) / length, (y2 - y1) / length);
            // Points of the outline, along the arrow and across it.
            let point = |along: f64, across: f64| {
                let (x, y) = (x1 + dx * along - dy * across, y1 + dy * along + dx * across);
                format!("{x:.1} {y:.1}")
            };
            let (start, neck, tip) = (18.0, length - 42.0, length - 6.0);
            let points = [
                point(start, 7.0),
                point(neck, 7.0),
                point(neck, 21.0),
                point(tip, 0.0),
                point(neck, -21.0),
                point(neck, -7.0),
                point(start, -7.0),
            ];
            write!(
                f,
                "<path class=\"arrow {from}{to} {}\" d=\"M{}Z\" fill=\"{ink}\" opacity=\"0.8\"/>",
                tone.name(),
                points.join("L")
            )
        })
    }
}
