//! What is told about a match, while it is played and at its end.

use crate::cli::note;
use crate::stats::counts::Estimate;
use crate::tournament::contest::{Contest, Results, Standing};

/// Where the match stands, in a few words.
pub(super) fn progress(contest: &Contest, standing: &Standing) -> String {
    let Results { pairs, games, .. } = &standing.total;
    let score = games.score().unwrap_or(0.5);
    let mut text = format!(
        "{:.1} % {} Elo {pairs}",
        100.0 * score,
        estimate(pairs.elo())
    );
    if contest.sprt.is_some() {
        text += &format!(" LLR {:.2}", standing.llr);
    }
    text
}

/// What the games of each variant had in common, on standard error.
pub(super) fn details(standing: &Standing) {
    for (variant, results) in &standing.variants {
        if standing.variants.len() > 1 {
            note(&format!("{variant}: {}", results_text(results)));
        } else {
            note(&format!("{variant}:"));
        }
        for line in results.tally.to_string().lines() {
            note(&format!("  {line}"));
        }
    }
}

/// The result in one line.
pub(super) fn result(contest: &Contest, standing: &Standing) -> String {
    let names: Vec<&str> = contest.openings.iter().map(|(v, _)| v.name()).collect();
    let names = match names.as_slice() {
        [name] => name,
        _ => "all variants",
    };
    let [new, old] = &contest.players;
    let budget = if new.budget == old.budget {
        new.budget.to_string()
    } else {
        format!("{} to {}", new.budget, old.budget)
    };
    let mut text = format!(
        "{names}: {}; {new} against {old}; {budget} seed={}",
        results_text(&standing.total),
        contest.seed
    );
    if let Some(sprt) = contest.sprt {
        let verdict = standing
            .verdict
            .map_or_else(|| "open".to_owned(), |verdict| verdict.to_string());
        text += &format!("; {sprt} LLR {:.2}: {verdict}", standing.llr);
    } else if !contest.is_over(standing) {
        text += "; interrupted";
    }
    text
}

fn results_text(results: &Results) -> String {
    let Results { pairs, games, .. } = results;
    let superiority = pairs.superiority().map_or(50.0, |los| 100.0 * los);
    format!(
        "{} Elo, {} nElo, LOS {superiority:.1} %, {} games +{} ={} -{}, pairs {pairs}",
        estimate(pairs.elo()),
        estimate(pairs.normalised_elo()),
        games.total(),
        games.wins(),
        games.draws(),
        games.losses(),
    )
}

fn estimate(estimate: Option<Estimate>) -> String {
    estimate.map_or_else(|| "no".to_owned(), |estimate| format!("{estimate:.1}"))
}
