//! The curve of winning chances of the player who plays first, turn by turn.

use std::fmt;

use super::text::{percent, turn_name};
use crate::analysis::{Mark, Review};
use crate::diagram::escaped;

/// The size of the drawing. The page stretches it.
const WIDTH: f64 = 1000.0;
const HEIGHT: f64 = 220.0;

/// The colour of a mark in SVG.
const fn hex(mark: Mark) -> &'static str {
    match mark {
        Mark::Only => "#2f7d4f",
        Mark::Inaccuracy => "#d2a000",
        Mark::Mistake => "#e07a10",
        Mark::Blunder => "#c62f2f",
    }
}

/// The curve as SVG. A click on a turn shows its position.
pub(super) fn of(review: &Review) -> impl fmt::Display {
    fmt::from_fn(move |f| {
        let turns = review.turns.len();
        let step = WIDTH / turns.max(1) as f64;
        let x = |ply: usize| step * ply as f64;
        let y = |ply: usize| {
            review
                .chances
                .get(ply)
                .map_or(0.5, |chances| 1.0 - chances.0)
                * HEIGHT
        };
        write!(
            f,
            "<figure><svg id=\"curve\" viewBox=\"0 0 {WIDTH} {HEIGHT}\" preserveAspectRatio=\"none\" role=\"img\" \
             aria-label=\"Winning chances of the first player\"><rect width=\"{WIDTH}\" height=\"{HEIGHT}\" class=\"second\"/>\
             <path class=\"first\" d=\"M0 {HEIGHT}"
        )?;
        for ply in 0..=turns {
            write!(f, "L{:.1} {:.1}", x(ply), y(ply))?;
        }
        write!(
            f,
            "L{:.1} {HEIGHT}Z\"/><path class=\"even\" d=\"M0 {1}H{2}\"/>",
            x(turns),
            HEIGHT / 2.0,
            WIDTH
        )?;
        if let Some(index) = review.turning_point {
            let at = x(index + 1);
            write!(
                f,
                "<path class=\"turning-point\" d=\"M{at:.1} 0V{HEIGHT}\"/>"
            )?;
        }
        f.write_str("<path id=\"cursor\" d=\"M0 0V220\"/>")?;
        for (ply, reviewed) in (1..).zip(&review.turns) {
            if let Some(mark) = reviewed.mark.filter(|&mark| mark != Mark::Only) {
                // The round end of a stroke of length 0 stays a circle when the drawing is stretched.
                write!(
                    f,
                    "<path class=\"dot\" stroke=\"{}\" d=\"M{:.1} {:.1}h0\"/>",
                    hex(mark),
                    x(ply),
                    y(ply)
                )?;
            }
        }
        for ply in 0..=turns {
            let name = review
                .turns
                .get(ply.wrapping_sub(1))
                .map_or_else(|| "Start".to_owned(), turn_name);
            let chances = review
                .chances
                .get(ply)
                .map_or(50.0, |chances| chances.percent());
            write!(
                f,
                "<rect class=\"hit\" data-game=\"{ply}\" x=\"{:.1}\" width=\"{step:.1}\" height=\"{HEIGHT}\"><title>{}: {}</title></rect>",
                x(ply) - step / 2.0,
                escaped(&name),
                percent(chances)
            )?;
        }
        f.write_str("</svg><figcaption>Winning chances: white for the first player, dark for the second</figcaption></figure>")
    })
}
