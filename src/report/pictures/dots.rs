//! A picture with a row for each engine or variant: its name, and dots with intervals.

use std::ops::Range;

use plotters::coord::types::RangedCoordf64;
use plotters::prelude::*;
use plotters::style::text_anchor::{HPos, Pos, VPos};

use super::{Area, DrawResult, GRID, INK, axis_label, color, font, svg};
use crate::stats::counts::Estimate;

/// Rows with dots over a common axis.
pub(crate) struct DotPlot {
    pub(crate) rows: Vec<DotRow>,
    /// The ends of the axis.
    pub(crate) range: (f64, f64),
    /// The value on the axis at which a vertical line marks the middle, if there is one.
    pub(crate) middle: Option<f64>,
    /// The label of the axis.
    pub(crate) axis: &'static str,
    /// The text alternative of the picture.
    pub(crate) alternative: String,
}

/// A row of a [`DotPlot`].
pub(crate) struct DotRow {
    pub(crate) name: String,
    /// The number of the colour of each dot, and its value with its interval.
    pub(crate) dots: Vec<(usize, Estimate)>,
}

/// The width of the names on the left, in pixels.
pub(super) const NAMES_WIDTH: u32 = 140;

/// The minimum height of a row, in pixels. All rows of a picture have the same height, that of the
/// row with the most dots.
pub(super) const ROW_HEIGHT: u32 = 34;

/// A row with `n` dots has a height of at least `n + 1` times this number of pixels.
const MIN_DOT_HEIGHT: u32 = 9;

/// The maximum length of a name on the left of a row, in characters.
pub(super) const MAX_NAME_CHARS: usize = 16;

/// The maximum length of a name above a row, in characters.
const MAX_LONG_NAME_CHARS: usize = 38;

/// The height of a name above a row, in pixels.
const LONG_NAME_HEIGHT: u32 = 20;

/// The margin around the rows, in pixels.
const MARGIN: u32 = 8;

/// Where the names of a picture are.
#[derive(Clone, Copy, PartialEq, Eq)]
enum NamePlace {
    /// On the left of the rows.
    Left,
    /// Above the rows, because a name is too long for the place on the left.
    Above,
}

impl NamePlace {
    fn of(rows: &[DotRow]) -> Self {
        let is_short = |row: &DotRow| row.name.chars().count() <= MAX_NAME_CHARS;
        if rows.iter().all(is_short) {
            NamePlace::Left
        } else {
            NamePlace::Above
        }
    }

    /// The width for names on the left, and the height for a name above each row, in pixels.
    const fn size(self) -> (u32, u32) {
        match self {
            NamePlace::Left => (NAMES_WIDTH, 0),
            NamePlace::Above => (0, LONG_NAME_HEIGHT),
        }
    }

    /// Draws a name with its middle at the height `y`, in pixels from the top.
    fn draw(self, area: &Area<'_>, name: &str, y: i32) -> DrawResult<()> {
        let (max, side, x) = match self {
            NamePlace::Left => (MAX_NAME_CHARS, HPos::Right, NAMES_WIDTH as i32 - 6),
            NamePlace::Above => (MAX_LONG_NAME_CHARS, HPos::Left, MARGIN as i32 + 4),
        };
        let style = font(17).pos(Pos::new(side, VPos::Center));
        area.draw_text(&shortened(name, max), &style, (x, y))?;
        Ok(())
    }
}

/// A name, shortened if it has more than `max` characters.
pub(super) fn shortened(name: &str, max: usize) -> String {
    if name.chars().count() <= max {
        return name.to_owned();
    }
    let head: String = name.chars().take(max - 3).collect();
    head + "..."
}

type Chart<'a, 'b> = ChartContext<'a, SVGBackend<'b>, Cartesian2d<RangedCoordf64, RangedCoordf64>>;

impl DotPlot {
    /// Draws the picture.
    pub(crate) fn draw(&self) -> DrawResult<String> {
        let place = NamePlace::of(&self.rows);
        let (names_width, name_height) = place.size();
        let count = u32::try_from(self.rows.len())?;
        let max_dots = self
            .rows
            .iter()
            .map(|row| row.dots.len())
            .max()
            .unwrap_or(0);
        let dots_height = ROW_HEIGHT.max(MIN_DOT_HEIGHT * (u32::try_from(max_dots)? + 1));
        let row_height = dots_height + name_height;
        svg(row_height * count + 60, &self.alternative, |area| {
            let (_, right) = area.split_horizontally(names_width);
            let (low, high) = self.range;
            let mut chart = ChartBuilder::on(&right)
                .margin(MARGIN)
                .margin_right(16)
                .x_label_area_size(50)
                .build_cartesian_2d(low..high, 0.0..f64::from(count))?;
            chart
                .configure_mesh()
                .disable_y_mesh()
                .y_labels(0)
                .x_labels(5)
                .light_line_style(TRANSPARENT)
                .bold_line_style(GRID)
                .axis_style(INK)
                .x_label_formatter(&axis_label)
                .x_desc(self.axis)
                .label_style(font(17))
                .draw()?;
            if let Some(middle) = self.middle {
                let line = [(middle, 0.0), (middle, f64::from(count))];
                chart.draw_series([PathElement::new(line, INK.mix(0.6))])?;
            }
            let dots_share = f64::from(dots_height) / f64::from(row_height);
            for (row, bottom) in self.rows.iter().zip((0..count).rev().map(f64::from)) {
                let dots_top = bottom + dots_share;
                draw_dots(&mut chart, row, bottom..dots_top)?;
                let name_height = match place {
                    NamePlace::Left => bottom + 0.5,
                    NamePlace::Above => f64::midpoint(dots_top, bottom + 1.0),
                };
                let (_, y) = chart.backend_coord(&(low, name_height));
                place.draw(area, &row.name, y)?;
            }
            Ok(())
        })
    }
}

/// Draws the dots of a row, with their intervals, in this part of the vertical axis.
fn draw_dots(chart: &mut Chart<'_, '_>, row: &DotRow, part: Range<f64>) -> DrawResult<()> {
    let Range {
        start: low,
        end: high,
    } = chart.x_range();
    let step = 0.7 / row.dots.len().max(1) as f64;
    for (position, &(color_number, interval)) in row.dots.iter().enumerate() {
        let share = 0.85 - step * (position as f64 + 0.5);
        let y = part.start + share * (part.end - part.start);
        let Estimate {
            value,
            low: from,
            high: to,
        } = interval;
        // If an end of the interval is NaN, the line ends at the value.
        let inside = |x: f64| {
            if x.is_nan() {
                value
            } else {
                x.clamp(low, high)
            }
        };
        let color = color(color_number);
        let line = [(inside(from), y), (inside(to), y)];
        chart.draw_series([PathElement::new(line, color.stroke_width(2))])?;
        chart.draw_series([Circle::new((inside(value), y), 4, color.filled())])?;
    }
    Ok(())
}
