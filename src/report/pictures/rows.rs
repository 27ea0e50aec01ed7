//! Pictures with a row for each engine or variant: dots with intervals, and stacked bars.

use plotters::prelude::*;
use plotters::style::text_anchor::{HPos, Pos, VPos};

use super::{DrawResult, GRID, INK, axis_label, color, font, svg};
use crate::record::ending_title;
use crate::stats::counts::Estimate;
use crate::tournament::results::Results;

/// The width of the names on the left, in pixels.
const NAMES_WIDTH: u32 = 140;

/// A dot with its interval.
struct IntervalDot {
    interval: Estimate,
    color: RGBColor,
}

/// Rows, each with a name on the left and dots with intervals on the right.
struct Rows {
    names: Vec<String>,
    /// The dots of each row.
    dots: Vec<Vec<IntervalDot>>,
    range: (f64, f64),
    /// The value on the axis at which a vertical line marks the middle.
    middle: f64,
    axis: &'static str,
    /// The text alternative of the picture.
    alternative: String,
}

/// The minimum height of a row, in pixels. All rows of a picture have the same height, that of the
/// row with the most dots.
const ROW_HEIGHT: u32 = 34;

/// A row with `n` dots has a height of at least `n + 1` times this number of pixels.
const MIN_DOT_HEIGHT: u32 = 9;

/// The maximum length of a name on the left of a row, in characters.
const MAX_NAME_CHARS: usize = 16;

/// A name, shortened if it is too long.
fn shortened(name: &str) -> String {
    if name.chars().count() <= MAX_NAME_CHARS {
        return name.to_owned();
    }
    let head: String = name.chars().take(MAX_NAME_CHARS - 3).collect();
    head + "..."
}

fn draw_rows(rows: &Rows) -> DrawResult<String> {
    let count = rows.names.len();
    let max_dots = rows.dots.iter().map(Vec::len).max().unwrap_or(0);
    let row_height = ROW_HEIGHT.max(MIN_DOT_HEIGHT * (u32::try_from(max_dots)? + 1));
    let height = row_height * u32::try_from(count)? + 60;
    svg(height, &rows.alternative, |area| {
        let (left, right) = area.split_horizontally(NAMES_WIDTH);
        let (low, high) = rows.range;
        let mut chart = ChartBuilder::on(&right)
            .margin(8)
            .margin_right(16)
            .x_label_area_size(50)
            .build_cartesian_2d(low..high, 0.0..count as f64)?;
        chart
            .configure_mesh()
            .disable_y_mesh()
            .y_labels(0)
            .x_labels(5)
            .light_line_style(TRANSPARENT)
            .bold_line_style(GRID)
            .axis_style(INK)
            .x_label_formatter(&axis_label)
            .x_desc(rows.axis)
            .label_style(font(17))
            .draw()?;
        let middle = [(rows.middle, 0.0), (rows.middle, count as f64)];
        chart.draw_series([PathElement::new(middle, INK.mix(0.6))])?;
        for (index, (name, dots)) in rows.names.iter().zip(&rows.dots).enumerate() {
            let height = count as f64 - index as f64 - 0.5;
            let (_, y) = chart.backend_coord(&(low, height));
            let style = font(17).pos(Pos::new(HPos::Right, VPos::Center));
            left.draw_text(&shortened(name), &style, (NAMES_WIDTH as i32 - 6, y))?;
            let step = 0.7 / dots.len().max(1) as f64;
            for (position, dot) in dots.iter().enumerate() {
                let y = height + 0.35 - step * (position as f64 + 0.5);
                let Estimate {
                    value,
                    low: from,
                    high: to,
                } = dot.interval;
                // If an end of the interval is NaN, the line ends at the value.
                let inside = |x: f64| {
                    if x.is_nan() {
                        value
                    } else {
                        x.clamp(low, high)
                    }
                };
                let line = [(inside(from), y), (inside(to), y)];
                chart.draw_series([PathElement::new(line, dot.color.stroke_width(2))])?;
                chart.draw_series([Circle::new((inside(value), y), 4, dot.color.filled())])?;
            }
        }
        Ok(())
    })
}

/// A text alternative: what the picture shows, then `parts`, separated by semicolons.
fn alternative_text(what: &str, parts: impl IntoIterator<Item = String>) -> String {
    let parts: Vec<String> = parts.into_iter().collect();
    format!("{what}. {}.", parts.join("; "))
}

/// A value with its interval, without decimals.
fn interval_text(interval: &Estimate) -> String {
    let Estimate { value, low, high } = interval;
    format!("{value:.0} ({low:.0} to {high:.0})")
}

/// The rating of every engine with its interval.
pub(in crate::report) fn ratings(results: &Results) -> DrawResult<String> {
    let ends = results
        .ranking
        .iter()
        .flat_map(|place| [place.rating.low, place.rating.high]);
    let max_rating = ends.fold(20.0_f64, |max_rating, end| max_rating.max(end.abs())) * 1.1;
    draw_rows(&Rows {
        names: results
            .ranking
            .iter()
            .map(|place| place.engine.clone())
            .collect(),
        dots: results
            .ranking
            .iter()
            .map(|place| {
                vec![IntervalDot {
                    interval: place.rating,
                    color: color(0),
                }]
            })
            .collect(),
        range: (-max_rating, max_rating),
        middle: 0.0,
        axis: "Elo above the mean",
        alternative: alternative_text(
            "Elo above the mean of all engines, with 95 % intervals",
            results
                .ranking
                .iter()
                .map(|place| format!("{} {}", place.engine, interval_text(&place.rating))),
        ),
    })
}

fn percent(interval: &Estimate) -> Estimate {
    Estimate {
        value: 100.0 * interval.value,
        low: 100.0 * interval.low,
        high: 100.0 * interval.high,
    }
}

fn names(results: &Results) -> Vec<String> {
    let names = results
        .variants
        .iter()
        .map(|variant| variant.variant.0.name().to_owned());
    names.collect()
}

/// The score of every engine in every variant. The index of an engine in `engines` is the number of
/// its colour.
pub(in crate::report) fn score_by_variant(
    results: &Results,
    engines: &[String],
) -> DrawResult<String> {
    let dots = results.variants.iter().map(|variant| {
        let dots = variant.engines.iter().filter_map(|score| {
            let index = engines.iter().position(|engine| *engine == score.engine)?;
            Some(IntervalDot {
                interval: percent(score.score.as_ref()?),
                color: color(index),
            })
        });
        dots.collect()
    });
    draw_rows(&Rows {
        names: names(results),
        dots: dots.collect(),
        range: (0.0, 100.0),
        middle: 50.0,
        axis: "points per hundred games",
        alternative: alternative_text(
            "Points per hundred games in each variant, with 95 % intervals",
            results.variants.iter().map(|variant| {
                let scores = variant.engines.iter().filter_map(|score| {
                    let share = percent(score.score.as_ref()?);
                    Some(format!("{} {}", score.engine, interval_text(&share)))
                });
                let scores: Vec<String> = scores.collect();
                format!("{}: {}", variant.variant.0.name(), scores.join(", "))
            }),
        ),
    })
}

/// The score of the first player in every variant.
pub(in crate::report) fn first_player_scores(results: &Results) -> DrawResult<String> {
    let dots = results.variants.iter().map(|variant| {
        let score = variant.first_score.as_ref();
        let dots = score.map(|score| IntervalDot {
            interval: percent(score),
            color: color(0),
        });
        dots.into_iter().collect()
    });
    draw_rows(&Rows {
        names: names(results),
        dots: dots.collect(),
        range: (0.0, 100.0),
        middle: 50.0,
        axis: "first player's points per hundred games",
        alternative: alternative_text(
            "Points of the first player per hundred games, with 95 % intervals",
            results.variants.iter().filter_map(|variant| {
                let share = percent(variant.first_score.as_ref()?);
                Some(format!(
                    "{} {}",
                    variant.variant.0.name(),
                    interval_text(&share)
                ))
            }),
        ),
    })
}

/// How games ended, as stacked bars.
pub(in crate::report) fn endings(results: &Results, kinds: &[String]) -> DrawResult<String> {
    let count = results.variants.len();
    let height = ROW_HEIGHT * u32::try_from(count)? + 60;
    let parts = results.variants.iter().map(|variant| {
        let part = |games: u64| 100.0 * games as f64 / variant.games.max(1) as f64;
        let parts = kinds.iter().filter_map(|kind| {
            let games = variant.endings.get(kind).copied()?;
            Some(format!("{} {:.0} %", ending_title(kind), part(games)))
        });
        let parts: Vec<String> = parts.collect();
        format!("{}: {}", variant.variant.0.name(), parts.join(", "))
    });
    let alternative = alternative_text("How games end", parts);
    svg(height, &alternative, |area| {
        let (left, right) = area.split_horizontally(NAMES_WIDTH);
        let mut chart = ChartBuilder::on(&right)
            .margin(8)
            .margin_right(16)
            .x_label_area_size(50)
            .build_cartesian_2d(0.0..100.0, 0.0..count as f64)?;
        chart
            .configure_mesh()
            .disable_mesh()
            .y_labels(0)
            .x_labels(5)
            .axis_style(INK)
            .x_label_formatter(&axis_label)
            .x_desc("percent of the games")
            .label_style(font(17))
            .draw()?;
        for (index, variant) in results.variants.iter().enumerate() {
            let height = count as f64 - index as f64 - 0.5;
            let (_, y) = chart.backend_coord(&(0.0, height));
            let style = font(17).pos(Pos::new(HPos::Right, VPos::Center));
            let name = shortened(variant.variant.0.name());
            left.draw_text(&name, &style, (NAMES_WIDTH as i32 - 6, y))?;
            let mut from = 0.0;
            for (position, kind) in kinds.iter().enumerate() {
                let games = variant.endings.get(kind).copied().unwrap_or(0);
                let to = from + 100.0 * games as f64 / variant.games.max(1) as f64;
                let bar = [(from, height - 0.33), (to, height + 0.33)];
                chart.draw_series([Rectangle::new(bar, color(position).filled())])?;
                from = to;
            }
        }
        Ok(())
    })
}
