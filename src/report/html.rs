//! The report for people: one page without references to anything else.

use std::collections::BTreeMap;

use super::page::{Page, STYLE, escaped};
use super::pictures::{self, Drawn};
use super::table::{EVEN, elo, verdict};
use crate::stats::counts::Estimate;
use crate::stats::tally::Tally;
use crate::tournament::event::{Event, Format};
use crate::tournament::results::Results;

/// The page.
pub(super) fn page(event: &Event, results: &Results) -> Drawn<String> {
    let mut page = Page::default();
    page.head(event, results);
    page.ranking(results);
    page.head_to_head(results);
    page.variants(results);
    page.pictures(event, results)?;
    page.conduct(results);
    page.foot(event, results);
    Ok(page.text)
}

fn share(interval: &Estimate) -> String {
    let [value, low, high] = [interval.value, interval.low, interval.high].map(|x| 100.0 * x);
    format!("{value:.1} % ({low:.1} to {high:.1})")
}

fn tally(tally: &Tally) -> [String; 5] {
    let Tally { games, pairs } = tally;
    [
        games.total().to_string(),
        games.wins().to_string(),
        games.draws().to_string(),
        games.losses().to_string(),
        pairs.to_string(),
    ]
}

impl Page {
    fn head(&mut self, event: &Event, results: &Results) {
        let title = escaped(&results.event);
        self.add("<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">");
        self.add("<meta name=\"viewport\" content=\"width=device-width\">");
        self.add(format_args!(
            "<title>{title}</title>\n<style>\n{STYLE}\n</style>\n</head>\n<body>\n<h1>{title}</h1>"
        ));
        let format = match event.format {
            Format::RoundRobin => "A round robin",
            Format::Gauntlet => "A gauntlet",
            Format::Match => "A match",
            Format::Balance => "Engines against themselves, to compare the variants",
        };
        self.add(format_args!(
            "<p>{format}: {} of {} games, {} with faults.</p>",
            results.games,
            results.scheduled,
            results.fault_count()
        ));
        if let Some(test) = &results.sprt {
            let [low, high] = test.bounds;
            let verdict = verdict(test);
            self.add(format_args!(
                "<p id=\"sprt\">{}: log-likelihood ratio {:.2} ({low:.2} to {high:.2}) after {} pairs: \
                 <strong>{verdict}</strong>.</p>",
                escaped(test.test),
                test.llr,
                test.pairs
            ));
        }
    }

    fn ranking(&mut self, results: &Results) {
        if results.ranking.is_empty() {
            return;
        }
        self.add("<h2>Ranking</h2>");
        let rows = results.ranking.iter().map(|place| {
            let mut row = vec![
                place.engine.clone(),
                place.rank.to_string(),
                elo(&place.rating),
            ];
            row.extend(place.even_rating.as_ref().map(elo));
            row.push(format!("{:.1} %", 100.0 * place.score));
            row.extend(tally(&place.tally));
            row
        });
        let has_even = results
            .ranking
            .iter()
            .any(|place| place.even_rating.is_some());
        let mut head = vec!["engine", "#", "Elo, 95 %"];
        head.extend(has_even.then_some(EVEN));
        head.extend(["score", "games", "won", "drawn", "lost", "pairs"]);
        self.table("ranking", &head, rows);
        self.add(
            "<p>Elo is relative to the mean of all engines, by maximum likelihood. A pair is the two games \
             of an opening; the numbers count pairs with 0, 1/2, 1, 1 1/2 and 2 points.</p>",
        );
        if has_even {
            self.add(
                "<p>At even openings: the advantage that each opening gives to the player of the first turn \
                 is estimated together with the ratings, so that these hold at openings that favour \
                 neither side.</p>",
            );
        }
        if results.ratings_are_rough {
            self.add(
                "<p>Somebody has won or lost everything, so a draw was added to each pairing for the \
                 ratings.</p>",
            );
        }
    }

    fn head_to_head(&mut self, results: &Results) {
        if results.head_to_head.is_empty() {
            return;
        }
        self.add("<h2>Head to head</h2>");
        let rows = results.head_to_head.iter().map(|met| {
            let mut row = vec![met.engine.clone(), met.opponent.clone()];
            row.push(met.elo.as_ref().map_or_else(String::new, elo));
            row.push(format!("{:.1} %", 100.0 * met.score));
            row.extend(tally(&met.tally));
            row
        });
        let head = [
            "engine",
            "opponent",
            "Elo, 95 %",
            "score",
            "games",
            "won",
            "drawn",
            "lost",
            "pairs",
        ];
        self.table("head-to-head", &head, rows);
    }

    fn variants(&mut self, results: &Results) {
        self.add("<h2>Variants</h2>");
        let rows = results.variants.iter().map(|game| {
            vec![
                game.variant.0.name().to_owned(),
                game.games.to_string(),
                game.first_score.as_ref().map_or_else(String::new, share),
                format!("{:.1} %", 100.0 * game.draw_rate),
                format!("{:.1}", game.length.mean),
                game.length.median.to_string(),
                format!("{} to {}", game.length.shortest, game.length.longest),
            ]
        });
        let head = [
            "game",
            "games",
            "first player scores, 95 %",
            "drawn",
            "mean plies",
            "median",
            "from, to",
        ];
        self.table("variants", &head, rows);
        let rows = results.variants.iter().flat_map(|game| {
            game.endings.iter().map(|(ending, count)| {
                let part = 100.0 * *count as f64 / game.games.max(1) as f64;
                let name = game.variant.0.name().to_owned();
                vec![
                    name,
                    ending.clone(),
                    count.to_string(),
                    format!("{part:.1} %"),
                ]
            })
        });
        self.table(
            "endings",
            &["game", "ending", "games", "part"],
            rows.collect::<Vec<_>>(),
        );
        let rows = results.variants.iter().flat_map(|game| {
            game.engines.iter().map(|score| {
                let mut row = vec![game.variant.0.name().to_owned(), score.engine.clone()];
                row.push(score.score.as_ref().map_or_else(String::new, share));
                row.extend(tally(&score.tally));
                row
            })
        });
        let rows: Vec<Vec<String>> = rows.collect();
        if !rows.is_empty() {
            let head = [
                "game",
                "engine",
                "score, 95 %",
                "games",
                "won",
                "drawn",
                "lost",
                "pairs",
            ];
            self.table("scores", &head, rows);
        }
    }

    fn pictures(&mut self, event: &Event, results: &Results) -> Drawn<()> {
        self.add("<h2>Pictures</h2>");
        if !results.ranking.is_empty() {
            let engines: Vec<String> = event.engines.iter().map(|spec| spec.name.clone()).collect();
            let key: Vec<(String, usize)> = engines.iter().cloned().zip(0..).collect();
            let svg = pictures::ratings(results)?;
            self.figure(
                "picture-ratings",
                &svg,
                "Ratings with their 95 % intervals.",
                &[],
            );
            let svg = pictures::score_by_variant(results, &engines)?;
            self.figure(
                "picture-scores",
                &svg,
                "Scores by variant, with 95 % intervals.",
                &key,
            );
        }
        let svg = pictures::first_side(results)?;
        let caption = "The score of the player of the first turn, with 95 % intervals; 50 is fair.";
        self.figure("picture-first-side", &svg, caption, &[]);
        let mut kinds: BTreeMap<&String, u64> = BTreeMap::new();
        for (kind, count) in results.variants.iter().flat_map(|game| &game.endings) {
            *kinds.entry(kind).or_insert(0) += count;
        }
        let mut kinds: Vec<(&String, u64)> = kinds.into_iter().collect();
        kinds.sort_by_key(|&(kind, count)| (std::cmp::Reverse(count), kind));
        let kinds: Vec<String> = kinds.into_iter().map(|(kind, _)| kind.clone()).collect();
        let key: Vec<(String, usize)> = kinds.iter().cloned().zip(0..).collect();
        let svg = pictures::endings(results, &kinds)?;
        self.figure("picture-endings", &svg, "How games end.", &key);
        let svg = pictures::lengths(results)?;
        self.figure(
            "picture-lengths",
            &svg,
            "How many games have how many plies. A bar counts the games from the number at its left \
             edge to just below the number at its right edge.",
            &[],
        );
        let svg = pictures::curves(results)?;
        let key = [
            ("as the first player saw it".to_owned(), 0),
            ("as the second player saw it".to_owned(), 1),
        ];
        let caption = "The score in points through a game of median length, above 0 if the first \
                       player is better, cut off at 20.";
        self.figure("picture-curves", &svg, caption, &key);
        Ok(())
    }

    fn conduct(&mut self, results: &Results) {
        self.add("<h2>Conduct</h2>");
        let rows = results.conduct.iter().map(|engine| {
            let conduct = &engine.conduct;
            let mut row = vec![engine.engine.clone()];
            for count in [
                conduct.turns,
                conduct.illegal_line,
                conduct.other_line,
                conduct.bad_info,
                conduct.stray,
                conduct.complaints,
            ] {
                row.push(count.to_string());
            }
            let faults: Vec<String> = engine
                .faults
                .iter()
                .map(|(kind, count)| format!("{kind} {count}"))
                .collect();
            row.push(if faults.is_empty() {
                "none".to_owned()
            } else {
                faults.join(", ")
            });
            row
        });
        let head = [
            "engine",
            "turns",
            "illegal lines",
            "lines with another turn",
            "bad info",
            "stray lines",
            "complaints",
            "faults",
        ];
        self.table("conduct", &head, rows);
        if let Some(timing) = &results.timing {
            let rows = timing.iter().map(|engine| {
                let milliseconds = |micros: u64| format!("{:.2} ms", micros as f64 / 1000.0);
                vec![
                    engine.engine.clone(),
                    format!("{} ms", engine.slowest),
                    milliseconds(engine.mean_latency),
                    milliseconds(engine.longest_latency),
                    format!("{} ms", engine.longest_lag),
                    milliseconds(engine.longest_delay),
                ]
            });
            let head = [
                "engine",
                "slowest turn",
                "readyok after, mean",
                "at most",
                "answer after its own time, at most",
                "manager late by, at most",
            ];
            self.table("timing", &head, rows);
        }
        if results.faults.is_empty() {
            return;
        }
        let rows = results.faults.iter().map(|incident| {
            let fault = &incident.fault;
            vec![
                incident.game.to_string(),
                incident.variant.0.name().to_owned(),
                fault.engine.clone(),
                fault.kind.to_string(),
                fault.detail.clone(),
                fault.file.clone().unwrap_or_default(),
            ]
        });
        let head = [
            "game",
            "of",
            "engine",
            "fault",
            "what happened",
            "all lines",
        ];
        self.table("faults", &head, rows);
    }

    fn foot(&mut self, event: &Event, results: &Results) {
        let engines: Vec<String> = event
            .engines
            .iter()
            .map(|spec| {
                let command = spec.command.as_ref();
                let command = command.map_or_else(|| "reviver".to_owned(), |words| words.join(" "));
                let options: Vec<String> = spec
                    .options
                    .iter()
                    .map(|(name, value)| format!("{name} = {value}"))
                    .collect();
                format!(
                    "{} ({command}; {}; {})",
                    spec.name,
                    spec.limits,
                    options.join(", ")
                )
            })
            .collect();
        self.add(format_args!(
            "<footer><p>Seed {}, event {}. {}</p></footer>\n</body>\n</html>",
            event.seed,
            results.hash,
            escaped(engines.join(". "))
        ));
    }
}
