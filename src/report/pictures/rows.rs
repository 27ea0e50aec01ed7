//! The pictures of an event with a row for each engine or variant: dots with intervals, and stacked
//! bars.

use plotters::prelude::*;
use plotters::style::text_anchor::{HPos, Pos, VPos};

use super::dots::{DotPlot, DotRow, MAX_NAME_CHARS, NAMES_WIDTH, ROW_HEIGHT, shortened};
use super::{DrawResult, INK, axis_label, color, font, svg};
use crate::record::ending_title;
use crate::stats::counts::Estimate;
use crate::tournament::results::Results;

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
    let rows = results.ranking.iter().map(|place| DotRow {
        name: place.engine.clone(),
        dots: vec![(0, place.rating)],
    });
    DotPlot {
        rows: rows.collect(),
        range: (-max_rating, max_rating),
        middle: Some(0.0),
        axis: "Elo above the mean",
        alternative: alternative_text(
            "Elo above the mean of all engines, with 95 % intervals",
            results
                .ranking
                .iter()
                .map(|place| format!("{} {}", place.engine, interval_text(&place.rating))),
        ),
    }
    .draw()
}

fn percent(interval: &Estimate) -> Estimate {
    Estimate {
        value: 100.0 * interval.value,
        low: 100.0 * interval.low,
        high: 100.0 * interval.high,
    }
}

/// The score of every engine in every variant. The index of an engine in `engines` decides in which
/// colour of the chart it is drawn.
pub(in crate::report) fn score_by_variant(
    results: &Results,
    engines: &[String],
) -> DrawResult<String> {
    let rows = results.variants.iter().map(|variant| {
        let dots = variant.engines.iter().filter_map(|score| {
            let index = engines.iter().position(|engine| *engine == score.engine)?;
            Some((index, percent(score.score.as_ref()?)))
        });
        DotRow {
            name: variant.variant.game.name().to_owned(),
            dots: dots.collect(),
        }
    });
    DotPlot {
        rows: rows.collect(),
        range: (0.0, 100.0),
        middle: Some(50.0),
        axis: "points per hundred games",
        alternative: alternative_text(
            "Points per hundred games in each variant, with 95 % intervals",
            results.variants.iter().map(|variant| {
                let scores = variant.engines.iter().filter_map(|score| {
                    let share = percent(score.score.as_ref()?);
                    Some(format!("{} {}", score.engine, interval_text(&share)))
                });
                let scores: Vec<String> = scores.collect();
                format!("{}: {}", variant.variant.game.name(), scores.join(", "))
            }),
        ),
    }
    .draw()
}

/// The score of the first player in every variant.
pub(in crate::report) fn first_player_scores(results: &Results) -> DrawResult<String> {
    let rows = results.variants.iter().map(|variant| {
        let score = variant.first_score.as_ref();
        DotRow {
            name: variant.variant.game.name().to_owned(),
            dots: score.map(|score| (0, percent(score))).into_iter().collect(),
        }
    });
    DotPlot {
        rows: rows.collect(),
        range: (0.0, 100.0),
        middle: Some(50.0),
        axis: "first player's points per hundred games",
        alternative: alternative_text(
            "Points of the first player per hundred games, with 95 % intervals",
            results.variants.iter().filter_map(|variant| {
                let share = percent(variant.first_score.as_ref()?);
                Some(format!(
                    "{} {}",
                    variant.variant.game.name(),
                    interval_text(&share)
                ))
            }),
        ),
    }
    .draw()
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
        format!("{}: {}", variant.variant.game.name(), parts.join(", "))
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
            let name = shortened(variant.variant.game.name(), MAX_NAME_CHARS);
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
