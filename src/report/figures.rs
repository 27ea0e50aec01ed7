//! The figures of the report.

use std::collections::BTreeMap;

use super::page::{Figure, Page};
use super::pictures::{self, DrawResult};
use crate::record::ending_title;
use crate::tournament::event::Event;
use crate::tournament::results::Results;

impl Page {
    /// Adds all figures.
    pub(super) fn pictures(&mut self, event: &Event, results: &Results) -> DrawResult<()> {
        self.add("<h2>Pictures</h2>\n<div class=\"pictures\">");
        if !results.ranking.is_empty() {
            let engines: Vec<String> = event.engines.iter().map(|spec| spec.name.clone()).collect();
            self.figure(&Figure {
                id: "picture-ratings",
                pictures: vec![pictures::ratings(results)?],
                caption: "Ratings with their 95 % intervals.",
                key: &[],
            });
            self.figure(&Figure {
                id: "picture-scores",
                pictures: vec![pictures::score_by_variant(results, &engines)?],
                caption: "Scores by variant, with 95 % intervals. Each row shows the engines in this \
                          order, from top to bottom:",
                key: &engines,
            });
        }
        self.figure(&Figure {
            id: "picture-first-side",
            pictures: vec![pictures::first_player_scores(results)?],
            caption: "The score of the first player per hundred games, with 95 % intervals; 50 means that \
                      neither player has an advantage.",
            key: &[],
        });
        let kinds = kinds_of_endings(results);
        let titles: Vec<String> = kinds
            .iter()
            .map(|kind| ending_title(kind).to_owned())
            .collect();
        self.figure(&Figure {
            id: "picture-endings",
            pictures: vec![pictures::endings(results, &kinds)?],
            caption: "How games end. Each bar shows the endings in this order, from left to right:",
            key: &titles,
        });
        self.figure(&Figure {
            id: "picture-lengths",
            pictures: pictures::lengths(results)?,
            caption: "The lengths of the games in plies. Each bar counts the games that have at least as many \
                      plies as its left edge and fewer than its right edge.",
            key: &[],
        });
        self.figure(&Figure {
            id: "picture-curves",
            pictures: pictures::curves(results)?,
            caption: "The score in pawns during a game of median length. A score above 0 favours the first \
                      player. Scores are limited to the range from -20 to 20.",
            key: &[
                "as the first player reported it".to_owned(),
                "as the second player reported it (dashed)".to_owned(),
            ],
        });
        self.add("</div>");
        Ok(())
    }
}

/// The words of all endings, the most frequent first.
fn kinds_of_endings(results: &Results) -> Vec<String> {
    let mut kinds: BTreeMap<&String, u64> = BTreeMap::new();
    for (kind, count) in results.variants.iter().flat_map(|variant| &variant.endings) {
        *kinds.entry(kind).or_insert(0) += count;
    }
    let mut kinds: Vec<(&String, u64)> = kinds.into_iter().collect();
    kinds.sort_by_key(|&(kind, count)| (std::cmp::Reverse(count), kind));
    kinds.into_iter().map(|(kind, _)| kind.clone()).collect()
}
