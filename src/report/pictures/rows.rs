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

/// Rows with names on the left and marks.
struct Rows {
    names: Vec<String>,
    marks: Vec<Vec<IntervalDot>>,
    range: (f64, f64),
    /// The position of the middle line, in units of the axis.
    middle: f64,
    axis: &'static str,
    /// The text alternative of the picture.
    alternative: String,
}

const ROW_HEIGHT: u32 = 34;

/// The minimum height of a mark in a row of several marks, in pixels.
const MIN_MARK_HEIGHT: u32 = 9;

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

fn rows(rows: &Rows) -> DrawResult<String> {
    let count = rows.names.len();
    let max_marks = rows.marks.iter().map(Vec::len).max().unwrap_or(0);
    let row = ROW_HEIGHT.max(MIN_MARK_HEIGHT * (u32::try_from(max_marks)? + 1));
    let height = row * u32::try_from(count)? + 60;
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
        for (index, (name, marks)) in rows.names.iter().zip(&rows.marks).enumerate() {
            let height = count as f64 - index as f64 - 0.5;
            let (_, y) = chart.backend_coord(&(low, height));
            let style = font(17).pos(Pos::new(HPos::Right, VPos::Center));
            left.draw_text(&shortened(name), &style, (NAMES_WIDTH as i32 - 6, y))?;
            let step = 0.7 / marks.len().max(1) as f64;
            for (place, mark) in marks.iter().enumerate() {
                let y = height + 0.35 - step * (place as f64 + 0.5);
                let Estimate {
                    value,
                    low: from,
                    high: to,
                } = mark.interval;
                let inside = |x: f64| {
                    if x.is_nan() {
                        value
                    } else {
                        x.clamp(low, high)
                    }
                };
                let line = [(inside(from), y), (inside(to), y)];
                chart.draw_series([PathElement::new(line, mark.color.stroke_width(2))])?;
                chart.draw_series([Circle::new((inside(value), y), 4, mark.color.filled())])?;
            }
        }
        Ok(())
    })
}

/// A text alternative: what the picture shows, then its parts.
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
    rows(&Rows {
        names: results
            .ranking
            .iter()
            .map(|place| place.engine.clone())
            .collect(),
        marks: results
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
        .map(|game| game.variant.0.name().to_owned());
    names.collect()
}

/// The score of every engine in every variant. `engines` gives the order of colours.
pub(in crate::report) fn score_by_variant(
    results: &Results,
    engines: &[String],
) -> DrawResult<String> {
    let marks = results.variants.iter().map(|game| {
        let marks = game.engines.iter().filter_map(|score| {
            let place = engines.iter().position(|engine| *engine == score.engine)?;
            Some(IntervalDot {
                interval: percent(score.score.as_ref()?),
                color: color(place),
            })
        });
        marks.collect()
    });
    rows(&Rows {
        names: names(results),
        marks: marks.collect(),
        range: (0.0, 100.0),
        middle: 50.0,
        axis: "points per hundred games",
        alternative: alternative_text(
            "Points per hundred games in each variant, with 95 % intervals",
            results.variants.iter().map(|game| {
                let scores = game.engines.iter().filter_map(|score| {
                    let share = percent(score.score.as_ref()?);
                    Some(format!("{} {}", score.engine, interval_text(&share)))
                });
                let scores: Vec<String> = scores.collect();
                format!("{}: {}", game.variant.0.name(), scores.join(", "))
            }),
        ),
    })
}

/// The score of player 1 in every variant.
pub(in crate::report) fn first_side(results: &Results) -> DrawResult<String> {
    let marks = results.variants.iter().map(|game| {
        let score = game.first_score.as_ref();
        let marks = score.map(|score| IntervalDot {
            interval: percent(score),
            color: color(0),
        });
        marks.into_iter().collect()
    });
    rows(&Rows {
        names: names(results),
        marks: marks.collect(),
        range: (0.0, 100.0),
        middle: 50.0,
        axis: "points of the first player",
        alternative: alternative_text(
            "Points of the first player per hundred games, with 95 % intervals",
            results.variants.iter().filter_map(|game| {
                let share = percent(game.first_score.as_ref()?);
                Some(format!(
                    "{} {}",
                    game.variant.0.name(),
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
    let parts = results.variants.iter().map(|game| {
        let part = |games: u64| 100.0 * games as f64 / game.games.max(1) as f64;
        let parts = kinds.iter().filter_map(|kind| {
            let games = game.endings.get(kind).copied()?;
            Some(format!("{} {:.0} %", ending_title(kind), part(games)))
        });
        let parts: Vec<String> = parts.collect();
        format!("{}: {}", game.variant.0.name(), parts.join(", "))
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
        for (index, game) in results.variants.iter().enumerate() {
            let height = count as f64 - index as f64 - 0.5;
            let (_, y) = chart.backend_coord(&(0.0, height));
            let style = font(17).pos(Pos::new(HPos::Right, VPos::Center));
            let name = shortened(game.variant.0.name());
            left.draw_text(&name, &style, (NAMES_WIDTH as i32 - 6, y))?;
            let mut from = 0.0;
            for (place, kind) in kinds.iter().enumerate() {
                let games = game.endings.get(kind).copied().unwrap_or(0);
                let to = from + 100.0 * games as f64 / game.games.max(1) as f64;
                let bar = [(from, height - 0.33), (to, height + 0.33)];
                chart.draw_series([Rectangle::new(bar, color(place).filled())])?;
                from = to;
            }
        }
        Ok(())
    })
}
