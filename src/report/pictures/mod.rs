//! The pictures of a report, as SVG, each with its text alternative.
//!
//! A picture is as wide as a phone, so that its text can be read there. A wide screen shows several
//! pictures side by side. The style sheet has one set of colours for light screens and one for dark
//! screens.

mod dots;
mod panels;
mod rows;

use crate::diagram::escaped;
use plotters::coord::Shift;
use plotters::prelude::*;

pub(crate) use dots::{DotPlot, DotRow};
pub(super) use panels::{curves, lengths};
pub(super) use rows::{endings, first_player_scores, ratings, score_by_variant};

/// The result of drawing. The error says why a picture cannot be drawn.
pub type DrawResult<T> = Result<T, Box<dyn std::error::Error + Send + Sync>>;

type Area<'a> = DrawingArea<SVGBackend<'a>, Shift>;

/// The colours in which pictures are drawn. [`with_classes`] replaces them by the colours of the
/// style sheet. The first six are from M. Okabe and K. Ito, "Color Universal Design" (2008), for
/// colour-blind people.
const PALETTE: [RGBColor; 14] = [
    RGBColor(0, 114, 178),
    RGBColor(213, 94, 0),
    RGBColor(0, 158, 115),
    RGBColor(204, 121, 167),
    RGBColor(230, 159, 0),
    RGBColor(86, 180, 233),
    RGBColor(120, 94, 60),
    RGBColor(90, 90, 90),
    RGBColor(153, 199, 224),
    RGBColor(238, 191, 153),
    RGBColor(153, 216, 199),
    RGBColor(235, 201, 220),
    RGBColor(245, 217, 153),
    RGBColor(190, 190, 190),
];

const INK: RGBColor = RGBColor(40, 40, 40);
const GRID: RGBColor = RGBColor(225, 225, 225);
/// The width of a picture, in pixels.
const WIDTH: u32 = 380;

/// The colour with this number.
fn color(index: usize) -> RGBColor {
    PALETTE.get(index % PALETTE.len()).copied().unwrap_or(INK)
}

/// The class of the style sheet for the colour with this number.
pub(super) fn color_class(index: usize) -> String {
    format!("c{}", index % PALETTE.len())
}

/// A colour as the crate `plotters` writes it into SVG, with quotation marks: `"#0072B2"`.
fn hex(color: RGBColor) -> String {
    let RGBColor(red, green, blue) = color;
    format!("\"#{red:02X}{green:02X}{blue:02X}\"")
}

/// The picture with its colours replaced by classes of the style sheet.
fn with_classes(mut picture: String) -> String {
    for (index, &color) in PALETTE.iter().enumerate() {
        let class = color_class(index);
        for attribute in ["fill", "stroke"] {
            let own = format!("{attribute}={}", hex(color));
            let styled = format!("class=\"{class}\" {attribute}=\"currentColor\"");
            picture = picture.replace(&own, &styled);
        }
    }
    let grid = format!("stroke={}", hex(GRID));
    picture
        .replace(&grid, &format!("class=\"grid\" {grid}"))
        .replace(&hex(INK), "\"currentColor\"")
}

fn font(size: u32) -> TextStyle<'static> {
    ("sans-serif", size).into_font().color(&INK)
}

/// Draws a picture. `height` is in pixels, `alternative` is the text alternative.
fn svg(
    height: u32,
    alternative: &str,
    draw: impl FnOnce(&Area<'_>) -> DrawResult<()>,
) -> DrawResult<String> {
    let mut text = String::new();
    {
        let area = SVGBackend::with_string(&mut text, (WIDTH, height)).into_drawing_area();
        draw(&area)?;
        area.present()?;
    }
    let labelled = format!("<svg role=\"img\" aria-label=\"{}\" ", escaped(alternative));
    Ok(with_classes(text).replacen("<svg ", &labelled, 1))
}

/// A number, without decimals if it is whole, else with one decimal.
#[expect(
    clippy::trivially_copy_pass_by_ref,
    reason = "the form that plotters asks for"
)]
fn axis_label(number: &f64) -> String {
    if number.fract() == 0.0 {
        format!("{number:.0}")
    } else {
        format!("{number:.1}")
    }
}

/// A number if it is whole, else an empty text.
#[expect(
    clippy::trivially_copy_pass_by_ref,
    reason = "the form that plotters asks for"
)]
fn count_label(number: &f64) -> String {
    if number.fract() == 0.0 {
        format!("{number:.0}")
    } else {
        String::new()
    }
}
