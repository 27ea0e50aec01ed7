//! Pictures for each variant: the lengths of its games, and the scores during a game.

use plotters::prelude::*;

use super::{DrawResult, GRID, INK, axis_label, color, count_label, font, svg};
use crate::tournament::results::{Curve, Results, VariantResult};

/// The height of a picture of one variant, in pixels.
const CHART_HEIGHT: u32 = 200;

/// The lengths of games, one picture for each variant.
pub(in crate::report) fn lengths(results: &Results) -> DrawResult<Vec<String>> {
    let played = results.variants.iter().filter(|variant| variant.games > 0);
    played.map(lengths_of).collect()
}

fn lengths_of(variant: &VariantResult) -> DrawResult<String> {
    let length = &variant.length;
    let name = variant.variant.game.name();
    let alternative = format!(
        "Lengths in {name}: {} games of {} to {} plies, median {}, mean {:.0}.",
        variant.games, length.shortest, length.longest, length.median, length.mean
    );
    let max_games = length.histogram.iter().copied().max().unwrap_or(1);
    let end = length.bin as f64 * length.histogram.len() as f64;
    svg(CHART_HEIGHT, &alternative, |area| {
        let mut chart = ChartBuilder::on(area)
            .margin(10)
            .caption(name, font(19))
            .x_label_area_size(48)
            .y_label_area_size(44)
            .build_cartesian_2d(0.0..end.max(1.0), 0.0..max_games as f64 * 1.05)?;
        chart
            .configure_mesh()
            .disable_x_mesh()
            .light_line_style(TRANSPARENT)
            .bold_line_style(GRID)
            .axis_style(INK)
            .x_labels(6)
            .y_labels(usize::try_from(max_games.clamp(2, 5))?)
            .x_label_formatter(&axis_label)
            .y_label_formatter(&count_label)
            .x_desc("plies")
            .label_style(font(17))
            .draw()?;
        let bin = length.bin as f64;
        let bars = length.histogram.iter().enumerate().map(|(index, &games)| {
            let from = bin * index as f64;
            let corners = [(from + 0.05 * bin, 0.0), (from + 0.95 * bin, games as f64)];
            Rectangle::new(corners, color(0).filled())
        });
        chart.draw_series(bars)?;
        Ok(())
    })
}

/// The scores that both players reported in a game of median length, one picture for each variant.
pub(in crate::report) fn curves(results: &Results) -> DrawResult<Vec<String>> {
    let curves = results.variants.iter();
    let curves =
        curves.filter_map(|variant| Some((variant.variant.game.name(), variant.curve.as_ref()?)));
    curves.map(|(name, curve)| curve_of(name, curve)).collect()
}

/// The text alternative of a curve.
fn curve_words(name: &str, curve: &Curve) -> String {
    let number = curve.game;
    let mut words = format!(
        "Scores in {name}, game {number}, {} against {}, {}.",
        curve.first, curve.second, curve.result
    );
    let points = [
        ("at the start", curve.points.first()),
        ("halfway", curve.points.get(curve.points.len() / 2)),
        ("at the end", curve.points.last()),
    ];
    for (when, point) in points {
        if let Some((ply, _, score)) = point {
            let score = f64::from(*score) / 100.0;
            words.push_str(&format!(
                " {score:+.1} for the first player {when} (ply {ply})."
            ));
        }
    }
    words
}

fn curve_of(name: &str, curve: &Curve) -> DrawResult<String> {
    let last_ply = curve.points.last().map_or(1, |&(ply, _, _)| ply);
    let points = |player: u8| {
        let own = curve.points.iter().filter(move |point| point.1 == player);
        own.map(|&(ply, _, score)| (ply as f64, f64::from(score) / 100.0))
    };
    let greatest = curve.points.iter().map(|point| point.2.abs()).max();
    let max_score = f64::from(greatest.unwrap_or(0).max(100)) / 100.0 * 1.1;
    svg(CHART_HEIGHT, &curve_words(name, curve), |area| {
        let mut chart = ChartBuilder::on(area)
            .margin(10)
            .caption(
                format!("{name}: game {}, {}", curve.game, curve.result),
                font(19),
            )
            .x_label_area_size(48)
            .y_label_area_size(44)
            .build_cartesian_2d(0.0..last_ply as f64, -max_score..max_score)?;
        chart
            .configure_mesh()
            .disable_x_mesh()
            .light_line_style(TRANSPARENT)
            .bold_line_style(GRID)
            .axis_style(INK)
            .x_labels(6)
            .y_labels(5)
            .x_label_formatter(&axis_label)
            .y_label_formatter(&axis_label)
            .x_desc("plies")
            .label_style(font(17))
            .draw()?;
        let zero_line = [(0.0, 0.0), (last_ply as f64, 0.0)];
        chart.draw_series([PathElement::new(zero_line, INK.mix(0.6))])?;
        chart.draw_series(LineSeries::new(points(1), color(0).stroke_width(2)))?;
        // The second line is dashed, because colour alone is not enough to distinguish the players.
        let second = color(1).stroke_width(2);
        chart.draw_series(DashedLineSeries::new(points(2), 5, 4, second))?;
        // A line with a single point is invisible, so the point gets a dot. If both players
        // together have at most 20 points, every point gets a dot.
        for (player, color) in [(1, color(0)), (2, color(1))] {
            if curve.points.len() <= 20 || points(player).count() < 2 {
                let dots = points(player).map(|point| Circle::new(point, 3, color.filled()));
                chart.draw_series(dots)?;
            }
        }
        Ok(())
    })
}
