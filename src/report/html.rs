//! The report for people, as a page of HTML.

use super::names::{FORWARD, GAMES, JSON};
use super::page::{Cell, Page, PageForm, Table, link, text_rows};
use super::pictures::DrawResult;
use super::table::{ADDED_DRAWS, EVEN_RATING_HEADING, elo, share, superiority, verdict};
use crate::diagram::escaped;
use crate::record::ending_description;
use crate::stats::tally::Tally;
use crate::tournament::event::{Event, Format};
use crate::tournament::results::{HeadToHead, Results};

/// The page.
pub(super) fn page(event: &Event, results: &Results, form: PageForm) -> DrawResult<String> {
    let mut page = Page::new(form);
    page.head(event, results);
    page.ranking(results);
    page.cross_table(results);
    page.head_to_head(results);
    page.variants(results);
    page.pictures(event, results)?;
    page.conduct(results);
    page.sample_games(results);
    page.foot(event, results);
    Ok(page.text)
}

/// The headings of [`tally`].
const TALLY: [&str; 5] = ["games", "won", "drawn", "lost", "pairs"];

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

fn optional<T>(value: Option<&T>, text: impl Fn(&T) -> String) -> String {
    value.map_or_else(String::new, text)
}

/// A time from a journal, written as `2026-01-01 00:00:00`.
fn time_words(time: &str) -> String {
    time.trim_end_matches('Z').replace('T', " ")
}

impl Page {
    fn head(&mut self, event: &Event, results: &Results) {
        self.begin(&results.event);
        let format = match event.format {
            Format::RoundRobin => "A round robin",
            Format::Gauntlet => "A gauntlet",
            Format::Match => "A match",
            Format::Balance => "Engines against themselves, to compare the variants",
        };
        let faults = match results.faults.len() {
            0 => "none with a fault".to_owned(),
            faults => format!("<a href=\"#faults\">{faults} with faults</a>"),
        };
        self.add(format_args!(
            "<p>{format}: {} of {} games, {faults}.</p>",
            results.games, results.scheduled,
        ));
        if let Some([first, last]) = &results.played {
            self.add(format_args!(
                "<p id=\"date\">The first game began at {}, the last one at {} (UTC).</p>",
                escaped(time_words(first)),
                escaped(time_words(last))
            ));
        }
        if self.form == PageForm::OneFile {
            self.add(format_args!(
                "<p>{}, {}, {}.</p>",
                link(GAMES, "All game records"),
                link(FORWARD, "the reverse games as chess games"),
                link(JSON, "these results as JSON")
            ));
        }
        if self.form == PageForm::Served {
            self.add("<p><a href=\"/#/watch\">Watch the games</a></p>");
        }
        if let Some(test) = &results.sprt {
            let [low, high] = test.bounds;
            let verdict = verdict(test);
            self.add(format_args!(
                "<p id=\"sprt\">{}: log-likelihood ratio {:.2} (bounds {low:.2} and {high:.2}) after {} pairs: \
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
        let has_even = results
            .ranking
            .iter()
            .any(|place| place.even_rating.is_some());
        let rows = results.ranking.iter().map(|place| {
            let mut row = vec![
                place.engine.clone(),
                place.rank.to_string(),
                elo(&place.rating),
            ];
            row.push(optional(place.superiority.as_ref(), |&los| {
                superiority(los)
            }));
            row.extend(place.even_rating.as_ref().map(elo));
            row.push(format!("{:.1} %", 100.0 * place.score));
            row.extend(tally(&place.tally));
            row
        });
        let rows = text_rows(rows);
        let mut head = vec!["engine", "#", "Elo, 95 %", "LOS over the next engine"];
        head.extend(has_even.then_some(EVEN_RATING_HEADING));
        head.push("score");
        head.extend(TALLY);
        self.table(&Table {
            id: "ranking",
            text_columns: &[0],
            caption: "The engines, the best first",
            head: &head,
            rows,
        });
        self.add(
            "<p>Elo is estimated by maximum likelihood, relative to the mean of all engines. LOS is the \
             likelihood of superiority: the probability that an engine is stronger than the engine \
             with which it is compared. A pair is two games from the same opening, in which the engines swap \
             seats. The column \"pairs\" gives the numbers of pairs in which the engine scored 0, 1/2, 1, \
             1 1/2 and 2 points.</p>",
        );
        if has_even {
            self.add(
                "<p>The column \"at even openings\" gives the ratings that the engines would have at openings \
                 that favour neither player. These ratings and the advantage of the first player at each opening \
                 are estimated together.</p>",
            );
        }
        if results.ratings_are_rough {
            self.add(format_args!("<p>{ADDED_DRAWS}</p>"));
        }
    }

    /// Adds the cross table.
    fn cross_table(&mut self, results: &Results) {
        if results.ranking.is_empty() {
            return;
        }
        let engines: Vec<&str> = results
            .ranking
            .iter()
            .map(|place| place.engine.as_str())
            .collect();
        let pairing = |engine: &str, opponent: &str| {
            let mut all = results.head_to_head.iter();
            all.find(|pairing| pairing.engine == engine && pairing.opponent == opponent)
        };
        let points = |pairing: &HeadToHead| {
            format!(
                "{} of {}",
                pairing.tally.points(),
                pairing.tally.games.total()
            )
        };
        let rows = engines.iter().map(|engine| {
            let cells = engines.iter().map(|opponent| {
                optional(pairing(engine, opponent).as_ref(), |pairing| {
                    points(pairing)
                })
            });
            std::iter::once((*engine).to_owned()).chain(cells).collect()
        });
        let rows = text_rows(rows);
        let heads = engines.iter().map(|engine| format!("against {engine}"));
        let heads: Vec<String> = std::iter::once("engine".to_owned()).chain(heads).collect();
        let head: Vec<&str> = heads.iter().map(String::as_str).collect();
        self.table(&Table {
            id: "cross-table",
            text_columns: &[0],
            caption: "Points of each engine against each opponent",
            head: &head,
            rows,
        });
    }

    fn head_to_head(&mut self, results: &Results) {
        if results.head_to_head.is_empty() {
            return;
        }
        self.add("<h2>Head to head</h2>");
        let rows = results.head_to_head.iter().map(|pairing| {
            let mut row = vec![pairing.engine.clone(), pairing.opponent.clone()];
            row.push(optional(pairing.elo.as_ref(), elo));
            row.push(optional(pairing.normalised_elo.as_ref(), elo));
            row.push(optional(pairing.superiority.as_ref(), |&los| {
                superiority(los)
            }));
            row.push(format!("{:.1} %", 100.0 * pairing.score));
            row.extend(tally(&pairing.tally));
            row
        });
        let rows = text_rows(rows);
        let mut head = vec![
            "engine",
            "opponent",
            "Elo, 95 %",
            "nElo, 95 %",
            "LOS",
            "score",
        ];
        head.extend(TALLY);
        self.table(&Table {
            id: "head-to-head",
            text_columns: &[0, 1],
            caption: "Each engine against each opponent",
            head: &head,
            rows,
        });
        self.add(
            "<p>nElo is normalised Elo: the mean score per game minus one half, divided by the standard deviation \
             of the score of a game, and multiplied by 800 / ln 10. The further it is from 0, the fewer games are \
             needed to show that one engine is stronger. An infinite difference is written +inf or -inf, \
             followed by the finite end of its interval if there is one. The LOS in this table follows \
             from the games between the two engines alone. The LOS in the ranking follows from the ratings. \
             So the two can differ.</p>",
        );
    }

    fn variants(&mut self, results: &Results) {
        self.add("<h2>Variants</h2>");
        self.variant_results(results);
        self.variant_endings(results);
        self.variant_scores(results);
    }

    /// Adds the table of results and game lengths in each variant.
    fn variant_results(&mut self, results: &Results) {
        let rows = results.variants.iter().map(|variant| {
            vec![
                variant.variant.game.name().to_owned(),
                variant.games.to_string(),
                optional(variant.first_score.as_ref(), share),
                format!("{:.1} %", 100.0 * variant.draw_rate),
                format!("{:.1}", variant.length.mean),
                variant.length.median.to_string(),
                format!("{} to {}", variant.length.shortest, variant.length.longest),
            ]
        });
        let rows = text_rows(rows);
        self.table(&Table {
            id: "variants",
            text_columns: &[0],
            caption: "Results and lengths in each variant",
            head: &[
                "variant",
                "games",
                "score of the first player, 95 %",
                "drawn",
                "mean plies",
                "median",
                "shortest to longest",
            ],
            rows,
        });
    }

    /// Adds the table of the endings in each variant.
    fn variant_endings(&mut self, results: &Results) {
        let rows = results.variants.iter().flat_map(|variant| {
            variant.endings.iter().map(|(ending, count)| {
                let part = 100.0 * *count as f64 / variant.games.max(1) as f64;
                let name = variant.variant.game.name().to_owned();
                vec![
                    name,
                    ending_description(ending).to_owned(),
                    count.to_string(),
                    format!("{part:.1} %"),
                ]
            })
        });
        let rows = text_rows(rows);
        self.table(&Table {
            id: "endings",
            text_columns: &[0, 1],
            caption: "How the games ended",
            head: &["variant", "ending", "games", "share of the games"],
            rows,
        });
    }

    /// Adds the table of each engine's score in each variant.
    fn variant_scores(&mut self, results: &Results) {
        let rows = results.variants.iter().flat_map(|variant| {
            variant.engines.iter().map(|score| {
                let mut row = vec![variant.variant.game.name().to_owned(), score.engine.clone()];
                row.push(optional(score.score.as_ref(), share));
                row.extend(tally(&score.tally));
                row
            })
        });
        let rows = text_rows(rows);
        if !rows.is_empty() {
            let mut head = vec!["variant", "engine", "score, 95 %"];
            head.extend(TALLY);
            self.table(&Table {
                id: "scores",
                text_columns: &[0, 1],
                caption: "The score of each engine in each variant",
                head: &head,
                rows,
            });
        }
    }

    /// Adds the table of the games of median length. Only a served page gets this table, because
    /// its links lead to reviews on the server.
    fn sample_games(&mut self, results: &Results) {
        if self.form == PageForm::OneFile {
            return;
        }
        let curves = results.variants.iter();
        let curves = curves
            .filter_map(|variant| Some((variant.variant.game.name(), variant.curve.as_ref()?)));
        let rows = curves.map(|(name, curve)| {
            let texts = [name.to_owned(), curve.first.clone(), curve.second.clone()];
            let mut row: Vec<Cell> = texts.into_iter().map(Cell::Text).collect();
            row.push(Cell::Game(curve.game));
            row
        });
        let rows = rows.collect();
        self.table(&Table {
            id: "samples",
            text_columns: &[0, 1, 2],
            caption: "For each variant, a game of median length. The number of the game is a link to its review",
            head: &["variant", "first player", "second player", "number"],
            rows,
        });
    }

    fn foot(&mut self, event: &Event, results: &Results) {
        let engines = event.engines.iter().map(|spec| {
            let options = spec.options.iter();
            let options: Vec<String> = options
                .map(|(name, value)| format!("{name} = {value}"))
                .collect();
            let about = [
                spec.command_line(),
                spec.limits.to_string(),
                options.join(", "),
            ];
            let about: Vec<String> = about.into_iter().filter(|part| !part.is_empty()).collect();
            format!("{} ({})", spec.name, about.join("; "))
        });
        let engines: Vec<String> = engines.collect();
        self.add(format_args!(
            "</main>\n<footer><p>Seed {}, event {}. {}.</p></footer>\n</body>\n</html>",
            event.seed,
            results.hash,
            escaped(engines.join(". "))
        ));
    }
}
