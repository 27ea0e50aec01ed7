//! The curve of the winning chances of the first player, turn by turn.

use std::fmt;

use super::text::{percent, turn_name};
use crate::analysis::{Mark, Review};
use crate::diagram::escaped;
use crate::plural::counted;

/// The size of the drawing. The page stretches it.
const WIDTH: f64 = 1000.0;
const HEIGHT: f64 = 220.0;

/// The winning chances of the first player after `ply` turns, in percent.
fn percent_at(review: &Review, ply: usize) -> String {
    let chances = review.chances.get(ply);
    percent(chances.map_or(50.0, |chances| chances.percent()))
}

/// The turn numbers that label the axis, besides the start: the middle and the end of the game.
fn labelled(turns: usize) -> impl Iterator<Item = usize> {
    let middle = Some(turns / 2).filter(|&middle| middle > 0);
    middle.into_iter().chain(Some(turns).filter(|&all| all > 0))
}

/// The curve in words, for screen readers.
fn alternative_text(review: &Review) -> String {
    let turns = review.turns.len();
    let mut words = format!(
        "Winning chances of the first player: {} at the start",
        percent_at(review, 0)
    );
    for ply in labelled(turns) {
        let after = counted(ply, "turn");
        words.push_str(&format!(", {} after {after}", percent_at(review, ply)));
    }
    words.push('.');
    let turning_point = review.turning_point;
    if let Some(reviewed) = turning_point.and_then(|index| review.turns.get(index)) {
        words.push_str(&format!(" The turning point is {}.", turn_name(reviewed)));
    }
    words
}

/// The curve as SVG. A click on a turn shows the position after the turn.
pub(super) fn of(review: &Review) -> impl fmt::Display {
    fmt::from_fn(move |f| {
        let curve = Curve { review };
        write!(
            f,
            "<figure><div class=\"plot\"><svg id=\"curve\" viewBox=\"0 0 {WIDTH} {HEIGHT}\" preserveAspectRatio=\"none\" role=\"img\" \
             aria-label=\"{}\"><rect width=\"{WIDTH}\" height=\"{HEIGHT}\" class=\"second\"/>",
            escaped(&alternative_text(review))
        )?;
        curve.draw_chances(f)?;
        write!(f, "<path id=\"cursor\" d=\"M0 0V{HEIGHT}\"/>")?;
        curve.draw_marks(f)?;
        curve.draw_turns(f)?;
        write!(
            f,
            "</svg><span class=\"level top\" aria-hidden=\"true\">↑ better for the first player</span>\
             <span class=\"level bottom\" aria-hidden=\"true\">↓ better for the second player</span></div>\
             <div class=\"axis\" aria-hidden=\"true\"><span>start</span>"
        )?;
        for ply in labelled(curve.turns()) {
            write!(f, "<span>turn {ply}</span>")?;
        }
        f.write_str(
            "</div><figcaption>Winning chances: light for the first player, dark for the second. Dots are errors, the \
             dashed red line is the turning point, the green line is the position on the board.</figcaption></figure>",
        )
    })
}

/// Draws the parts of the curve.
struct Curve<'a> {
    review: &'a Review,
}

impl Curve<'_> {
    fn turns(&self) -> usize {
        self.review.turns.len()
    }

    /// The horizontal distance from one turn to the next.
    fn step(&self) -> f64 {
        WIDTH / self.turns().max(1) as f64
    }

    fn x(&self, ply: usize) -> f64 {
        self.step() * ply as f64
    }

    fn y(&self, ply: usize) -> f64 {
        let chances = self.review.chances.get(ply);
        chances.map_or(0.5, |chances| 1.0 - chances.0) * HEIGHT
    }

    /// The area of the first player's chances, the line of even chances, and the turning point.
    fn draw_chances(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "<path class=\"first\" d=\"M0 {HEIGHT}")?;
        for ply in 0..=self.turns() {
            write!(f, "L{:.1} {:.1}", self.x(ply), self.y(ply))?;
        }
        write!(
            f,
            "L{:.1} {HEIGHT}Z\"/><path class=\"even\" d=\"M0 {1}H{2}\"/>",
            self.x(self.turns()),
            HEIGHT / 2.0,
            WIDTH
        )?;
        let Some(index) = self.review.turning_point else {
            return Ok(());
        };
        let at = self.x(index + 1);
        write!(
            f,
            "<path class=\"turning-point\" d=\"M{at:.1} 0V{HEIGHT}\"/>"
        )
    }

    /// A dot for each inaccuracy, mistake and blunder.
    fn draw_marks(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (ply, reviewed) in (1..).zip(&self.review.turns) {
            if let Some(mark) = reviewed.mark.filter(|&mark| mark != Mark::Only) {
                // A dot is a stroke of length 0 with round ends, so that it stays a circle when the
                // drawing is stretched.
                write!(
                    f,
                    "<path class=\"dot {}\" d=\"M{:.1} {:.1}h0\"/>",
                    mark.word(),
                    self.x(ply),
                    self.y(ply)
                )?;
            }
        }
        Ok(())
    }

    /// The areas that can be clicked: the start and each turn.
    fn draw_turns(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let step = self.step();
        for ply in 0..=self.turns() {
            let reviewed = self.review.turns.get(ply.wrapping_sub(1));
            let name = reviewed.map_or_else(|| "Start".to_owned(), turn_name);
            write!(
                f,
                "<rect class=\"hit\" data-game=\"{ply}\" x=\"{:.1}\" width=\"{step:.1}\" height=\"{HEIGHT}\"><title>{}: {}</title></rect>",
                self.x(ply) - step / 2.0,
                escaped(&name),
                percent_at(self.review, ply)
            )?;
        }
        Ok(())
    }
}
