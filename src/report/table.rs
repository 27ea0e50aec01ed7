//! Results as text tables for a terminal.

use std::fmt::Write;

use crate::record::ending_title;
use crate::stats::counts::Estimate;
use crate::stats::tally::Tally;
use crate::tournament::results::{Results, SprtResult};

/// The results as tables.
#[must_use]
pub fn summary(results: &Results) -> String {
    let mut text = format!(
        "{}: {} of {} games\n",
        results.event, results.games, results.scheduled
    );
    ranking(&mut text, results);
    head_to_head(&mut text, results);
    variants(&mut text, results);
    faults(&mut text, results);
    if let Some(sprt) = &results.sprt {
        let [low, high] = sprt.bounds;
        let _ = writeln!(
            text,
            "\n{}: LLR {:.2} ({low:.2}, {high:.2}) after {} pairs: {}",
            sprt.test,
            sprt.llr,
            sprt.pairs,
            verdict(sprt)
        );
    }
    text
}

/// The note on ratings that rest on added draws.
pub const ADDED_DRAWS: &str = "One group of players won all games against the other players. To keep the \
    ratings finite, a draw is added to each pairing that was played.";

/// The heading of the ratings at openings that favour neither player.
pub(super) const EVEN_RATING_HEADING: &str = "at even openings";

fn column_width<'a>(names: impl Iterator<Item = &'a str>, min: usize) -> usize {
    names
        .map(|name| name.chars().count())
        .max()
        .unwrap_or(0)
        .max(min)
}

/// A difference in Elo and half the width of its interval, as in `+10.0 +/- 5.0`. If only one end
/// of the interval is finite, that end replaces half the width: `+10.0, > +5.0`. If neither end is
/// finite, only the difference is written. An infinite difference is `+inf` or `-inf`.
#[must_use]
pub fn elo(interval: &Estimate) -> String {
    let Estimate { value, low, high } = *interval;
    match (low.is_finite(), high.is_finite()) {
        (true, true) => format!("{value:+.1} +/- {:.1}", (high - low) / 2.0),
        (true, false) => format!("{value:+.1}, > {low:+.1}"),
        (false, true) => format!("{value:+.1}, < {high:+.1}"),
        (false, false) => format!("{value:+.1}"),
    }
}

/// A score from 0 to 1 and its interval, in percent: `62.5 % (21.9 to 100.0)`.
pub(super) fn share(interval: &Estimate) -> String {
    let [value, low, high] = [interval.value, interval.low, interval.high].map(|x| 100.0 * x);
    format!("{value:.1} % ({low:.1} to {high:.1})")
}

/// A likelihood of superiority in percent.
pub(super) fn superiority(likelihood: f64) -> String {
    format!("{:.1} %", 100.0 * likelihood)
}

/// The accepted hypothesis of an SPRT, or `not decided`.
pub(super) fn verdict(sprt: &SprtResult) -> String {
    sprt.verdict
        .map_or_else(|| "not decided".to_owned(), |verdict| verdict.to_string())
}

fn ranking(text: &mut String, results: &Results) {
    if results.ranking.is_empty() {
        return;
    }
    let width = column_width(results.ranking.iter().map(|place| place.engine.as_str()), 6);
    let even_column =
        |words: Option<String>| words.map_or_else(String::new, |words| format!("  {words:>18}"));
    let has_even = results
        .ranking
        .iter()
        .any(|place| place.even_rating.is_some());
    let _ = writeln!(
        text,
        "\n  # {:width$}  {:>18}{}  {:>6} {:>6} {:>6} {:>6}  {:>6}  pairs",
        "engine",
        "Elo, 95 %",
        even_column(has_even.then(|| EVEN_RATING_HEADING.to_owned())),
        "games",
        "won",
        "drawn",
        "lost",
        "score"
    );
    for place in &results.ranking {
        let Tally { games, pairs } = place.tally;
        let (total, won) = (games.total(), games.wins());
        let (drawn, lost) = (games.draws(), games.losses());
        let _ = writeln!(
            text,
            "{:>3} {:width$}  {:>18}{}  {total:>6} {won:>6} {drawn:>6} {lost:>6}  {:>5.1}%  {pairs}",
            place.rank,
            place.engine,
            elo(&place.rating),
            even_column(place.even_rating.as_ref().map(elo)),
            100.0 * place.score,
        );
    }
    if results.ratings_are_rough {
        let _ = writeln!(text, "    {ADDED_DRAWS}");
    }
}

fn head_to_head(text: &mut String, results: &Results) {
    if results.head_to_head.is_empty() {
        return;
    }
    let names = results
        .head_to_head
        .iter()
        .map(|pairing| pairing.engine.as_str());
    let width = column_width(names, 6);
    let _ = writeln!(text, "\nHead to head");
    for pairing in &results.head_to_head {
        let Tally { games, pairs } = pairing.tally;
        let _ = writeln!(
            text,
            "    {:width$}  {:width$}  {:>18}  {:>18} nElo  LOS {:>7}  +{} ={} -{}  {pairs}",
            pairing.engine,
            pairing.opponent,
            pairing.elo.as_ref().map_or_else(String::new, elo),
            pairing
                .normalised_elo
                .as_ref()
                .map_or_else(String::new, elo),
            pairing.superiority.map_or_else(String::new, superiority),
            games.wins(),
            games.draws(),
            games.losses(),
        );
    }
}

fn variants(text: &mut String, results: &Results) {
    let _ = writeln!(
        text,
        "\n{:16}  {:>6}  {:>20}  {:>6}  {:>14}  endings",
        "variant", "games", "first player, 95 %", "drawn", "plies"
    );
    for variant in &results.variants {
        let first = variant
            .first_score
            .as_ref()
            .map_or_else(String::new, |score| {
                let [value, low, high] = [score.value, score.low, score.high].map(|x| 100.0 * x);
                format!("{value:.1}% ({low:.0} to {high:.0})")
            });
        let length = format!(
            "{:.1} ({} to {})",
            variant.length.mean, variant.length.shortest, variant.length.longest
        );
        let mut endings: Vec<(&String, &u64)> = variant.endings.iter().collect();
        endings.sort_by_key(|&(_, count)| std::cmp::Reverse(count));
        let endings: Vec<String> = endings
            .into_iter()
            .map(|(ending, count)| format!("{} {count}", ending_title(ending)))
            .collect();
        let _ = writeln!(
            text,
            "{:16}  {:>6}  {first:>20}  {:>5.1}%  {length:>14}  {}",
            variant.variant.game.name(),
            variant.games,
            100.0 * variant.draw_rate,
            endings.join(", "),
        );
    }
}

fn faults(text: &mut String, results: &Results) {
    for engine in &results.conduct {
        let conduct = &engine.conduct;
        let mut words: Vec<String> = engine
            .faults
            .iter()
            .map(|(kind, count)| format!("{kind} {count}"))
            .collect();
        for (count, what) in [
            (conduct.stray, "lines that are not part of the protocol"),
            (conduct.bad_info, "malformed info lines"),
            (conduct.complaints, "error messages about commands"),
            (
                conduct.illegal_line,
                "turns whose last line of analysis has an illegal turn",
            ),
            (
                conduct.other_line,
                "turns whose last line of analysis does not begin with the turn played",
            ),
        ] {
            if count > 0 {
                words.push(format!("{what} {count}"));
            }
        }
        if !words.is_empty() {
            let _ = writeln!(text, "\n{}: {}", engine.engine, words.join(", "));
        }
    }
    for incident in results.faults.iter().take(20) {
        let fault = &incident.fault;
        let _ = writeln!(
            text,
            "    game {}: {}: {}: {} ({})",
            incident.game,
            fault.engine,
            fault.kind,
            fault.detail,
            fault.file.as_deref().unwrap_or("no file")
        );
    }
    if results.faults.len() > 20 {
        let _ = writeln!(text, "    and {} more", results.faults.len() - 20);
    }
}
