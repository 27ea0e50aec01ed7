//! The pictures of a report, as SVG.

use plotters::coord::Shift;
use plotters::prelude::*;
use plotters::style::text_anchor::{HPos, Pos, VPos};

use crate::stats::counts::Estimate;
use crate::tournament::results::{Results, VariantResult};

/// A picture, or why it cannot be drawn.
pub(super) type Drawn<T> = Result<T, Box<dyn std::error::Error + Send + Sync>>;

type Area<'a> = DrawingArea<SVGBackend<'a>, Shift>;

/// Colours that colour-blind people can distinguish as well: those of M. Okabe and K. Ito, "Color
/// Universal Design" (2008), and lighter ones for the rare case that these are not enough.
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
const WIDTH: u32 = 860;

/// The colour with this number.
pub(super) fn color(index: usize) -> RGBColor {
    PALETTE.get(index % PALETTE.len()).copied().unwrap_or(INK)
}

fn font(size: u32) -> TextStyle<'static> {
    ("sans-serif", size).into_font().color(&INK)
}

fn svg(height: u32, draw: impl FnOnce(&Area<'_>) -> Drawn<()>) -> Drawn<String> {
    let mut text = String::new();
    {
        let area = SVGBackend::with_string(&mut text, (WIDTH, height)).into_drawing_area();
        area.fill(&WHITE)?;
        draw(&area)?;
        area.present()?;
    }
    Ok(text)
}

/// A number, without decimals if it is whole.
#[expect(
    clippy::trivially_copy_pass_by_ref,
    reason = "the form that plotters asks for"
)]
fn whole(number: &f64) -> String {
    if number.fract() == 0.0 {
        format!("{number:.0}")
    } else {
        format!("{number:.1}")
    }
}

/// A number if it is whole, else nothing.
#[expect(
    clippy::trivially_copy_pass_by_ref,
    reason = "the form that plotters asks for"
)]
fn counted(number: &f64) -> String {
    if number.fract() == 0.0 {
        format!("{number:.0}")
    } else {
        String::new()
    }
}

/// A dot with its interval.
struct Mark {
    interval: Estimate,
    color: RGBColor,
}

/// Rows with names on the left and marks.
struct Rows {
    names: Vec<String>,
    marks: Vec<Vec<Mark>>,
    range: (f64, f64),
    /// The position of the middle line.
    middle: f64,
    axis: &'static str,
}

const ROW: u32 = 34;

/// The least height of a mark in a row of several.
const MARK: u32 = 9;

/// The longest name that fits on the left of a row.
const NAME: usize = 22;

/// A name, shortened if it is too long.
fn shortened(name: &str) -> String {
    if name.chars().count() <= NAME {
        return name.to_owned();
    }
    let head: String = name.chars().take(NAME - 3).collect();
    head + "..."
}

fn rows(rows: &Rows) -> Drawn<String> {
    let count = rows.names.len();
    let most = rows.marks.iter().map(Vec::len).max().unwrap_or(0);
    let row = ROW.max(MARK * (u32::try_from(most)? + 1));
    let height = row * u32::try_from(count)? + 60;
    svg(height, |area| {
        let (left, right) = area.split_horizontally(170);
        let (low, high) = rows.range;
        let mut chart = ChartBuilder::on(&right)
            .margin(8)
            .margin_right(24)
            .x_label_area_size(42)
            .build_cartesian_2d(low..high, 0.0..count as f64)?;
        chart
            .configure_mesh()
            .disable_y_mesh()
            .y_labels(0)
            .x_labels(9)
            .light_line_style(TRANSPARENT)
            .bold_line_style(GRID)
            .axis_style(INK)
            .x_label_formatter(&whole)
            .x_desc(rows.axis)
            .label_style(font(13))
            .draw()?;
        let middle = [(rows.middle, 0.0), (rows.middle, count as f64)];
        chart.draw_series([PathElement::new(middle, INK.mix(0.6))])?;
        for (index, (name, marks)) in rows.names.iter().zip(&rows.marks).enumerate() {
            let height = count as f64 - index as f64 - 0.5;
            let (_, y) = chart.backend_coord(&(low, height));
            let style = font(14).pos(Pos::new(HPos::Right, VPos::Center));
            left.draw_text(&shortened(name), &style, (162, y))?;
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

/// The rating of every engine with its interval.
pub(super) fn ratings(results: &Results) -> Drawn<String> {
    let ends = results
        .ranking
        .iter()
        .flat_map(|place| [place.rating.low, place.rating.high]);
    let reach = ends.fold(20.0_f64, |reach, end| reach.max(end.abs())) * 1.1;
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
                vec![Mark {
                    interval: place.rating,
                    color: color(0),
                }]
            })
            .collect(),
        range: (-reach, reach),
        middle: 0.0,
        axis: "Elo above the mean of all engines",
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
pub(super) fn score_by_variant(results: &Results, engines: &[String]) -> Drawn<String> {
    let marks = results.variants.iter().map(|game| {
        let marks = game.engines.iter().filter_map(|score| {
            let place = engines.iter().position(|engine| *engine == score.engine)?;
            Some(Mark {
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
    })
}

/// The score of the player of the first turn in every variant.
pub(super) fn first_side(results: &Results) -> Drawn<String> {
    let marks = results.variants.iter().map(|game| {
        let score = game.first_score.as_ref();
        let marks = score.map(|score| Mark {
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
        axis: "points of the first player per hundred games",
    })
}

/// How games ended, as stacked bars.
pub(super) fn endings(results: &Results, kinds: &[String]) -> Drawn<String> {
    let count = results.variants.len();
    let height = ROW * u32::try_from(count)? + 60;
    svg(height, |area| {
        let (left, right) = area.split_horizontally(170);
        let mut chart = ChartBuilder::on(&right)
            .margin(8)
            .margin_right(24)
            .x_label_area_size(42)
            .build_cartesian_2d(0.0..100.0, 0.0..count as f64)?;
        chart
            .configure_mesh()
            .disable_mesh()
            .y_labels(0)
            .x_labels(9)
            .axis_style(INK)
            .x_label_formatter(&whole)
            .x_desc("percent of the games")
            .label_style(font(13))
            .draw()?;
        for (index, game) in results.variants.iter().enumerate() {
            let height = count as f64 - index as f64 - 0.5;
            let (_, y) = chart.backend_coord(&(0.0, height));
            let style = font(14).pos(Pos::new(HPos::Right, VPos::Center));
            left.draw_text(game.variant.0.name(), &style, (162, y))?;
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

/// Small pictures, two side by side.
fn panels<'a>(
    results: &'a Results,
    draw: impl Fn(&VariantResult, &Area<'_>) -> Drawn<()>,
    fits: impl Fn(&VariantResult) -> bool,
) -> Drawn<String> {
    let shown: Vec<&'a VariantResult> = results.variants.iter().filter(|game| fits(game)).collect();
    let lines = shown.len().div_ceil(2).max(1);
    svg(210 * u32::try_from(lines)?, |area| {
        for (game, panel) in shown.iter().zip(area.split_evenly((lines, 2))) {
            draw(game, &panel)?;
        }
        Ok(())
    })
}

/// The lengths of games.
pub(super) fn lengths(results: &Results) -> Drawn<String> {
    let draw = |game: &VariantResult, panel: &Area<'_>| {
        let length = &game.length;
        let most = length.histogram.iter().copied().max().unwrap_or(1);
        let end = length.bin as f64 * length.histogram.len() as f64;
        let mut chart = ChartBuilder::on(panel)
            .margin(10)
            .caption(game.variant.0.name(), font(15))
            .x_label_area_size(36)
            .y_label_area_size(40)
            .build_cartesian_2d(0.0..end.max(1.0), 0.0..most as f64 * 1.05)?;
        chart
            .configure_mesh()
            .disable_x_mesh()
            .light_line_style(TRANSPARENT)
            .bold_line_style(GRID)
            .axis_style(INK)
            .x_labels(8)
            .y_labels(usize::try_from(most.clamp(2, 5))?)
            .x_label_formatter(&whole)
            .y_label_formatter(&counted)
            .x_desc("plies")
            .label_style(font(12))
            .draw()?;
        let bin = length.bin as f64;
        let bars = length.histogram.iter().enumerate().map(|(index, &games)| {
            let from = bin * index as f64;
            let corners = [(from + 0.05 * bin, 0.0), (from + 0.95 * bin, games as f64)];
            Rectangle::new(corners, color(0).filled())
        });
        chart.draw_series(bars)?;
        Ok(())
    };
    panels(results, draw, |game| game.games > 0)
}

/// The scores through a game of median length, as both players saw them.
pub(super) fn curves(results: &Results) -> Drawn<String> {
    let draw = |game: &VariantResult, panel: &Area<'_>| {
        let Some(curve) = &game.curve else {
            return Ok(());
        };
        let last = curve.points.last().map_or(1, |&(ply, _, _)| ply);
        let points = |player: u8| {
            let own = curve.points.iter().filter(move |point| point.1 == player);
            own.map(|&(ply, _, score)| (ply as f64, f64::from(score) / 100.0))
        };
        let most = curve
            .points
            .iter()
            .map(|point| point.2.abs())
            .max()
            .unwrap_or(0);
        let reach = f64::from(most.max(100)) / 100.0 * 1.1;
        let caption = format!(
            "{}: game {}, {}",
            game.variant.0.name(),
            curve.game,
            curve.result
        );
        let mut chart = ChartBuilder::on(panel)
            .margin(10)
            .caption(caption, font(15))
            .x_label_area_size(36)
            .y_label_area_size(40)
            .build_cartesian_2d(0.0..last as f64, -reach..reach)?;
        chart
            .configure_mesh()
            .disable_x_mesh()
            .light_line_style(TRANSPARENT)
            .bold_line_style(GRID)
            .axis_style(INK)
            .x_labels(8)
            .y_labels(5)
            .x_label_formatter(&whole)
            .y_label_formatter(&whole)
            .x_desc("plies")
            .label_style(font(12))
            .draw()?;
        let even = [(0.0, 0.0), (last as f64, 0.0)];
        chart.draw_series([PathElement::new(even, INK.mix(0.6))])?;
        for (player, color) in [(1, color(0)), (2, color(1))] {
            chart.draw_series(LineSeries::new(points(player), color.stroke_width(2)))?;
            // In a short game a line may have only one point.
            if curve.points.len() <= 20 {
                let dots = points(player).map(|point| Circle::new(point, 3, color.filled()));
                chart.draw_series(dots)?;
            }
        }
        Ok(())
    };
    panels(results, draw, |game| game.curve.is_some())
}
