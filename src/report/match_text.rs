//! The results of a match as short texts.

use std::fmt::Write;

use super::table::{elo, share, verdict};
use crate::record::ending_title;
use crate::stats::counts::{Estimate, PairCounts};
use crate::stats::tally::Tally;
use crate::tournament::event::Event;
use crate::tournament::results::{GamesSummary, Standing};

/// The standing of a match while it is played.
#[must_use]
pub fn match_progress(standing: &Standing) -> String {
    let tally = standing.tally();
    let score = tally.games.score().unwrap_or(0.5);
    let mut text = format!(
        "{:.1} % {} Elo {}",
        100.0 * score,
        estimate(tally.elo()),
        tally.pairs
    );
    if let Some(sprt) = standing.sprt() {
        text += &format!(" LLR {:.2}", sprt.llr);
    }
    text
}

/// The result of a match in one line.
#[must_use]
pub fn match_result(event: &Event, standing: &Standing, scheduled: usize) -> String {
    let variants = event.variants.iter().map(|variant| variant.game.name());
    let variants: Vec<&str> = variants.collect();
    let players = event.engines.iter().map(|engine| {
        let settings = engine.in_process.as_ref();
        settings.map_or_else(|| engine.name.clone(), ToString::to_string)
    });
    let players: Vec<String> = players.collect();
    let mut limits: Vec<String> = event
        .engines
        .iter()
        .map(|engine| engine.limits.settings())
        .collect();
    limits.dedup();
    let mut text = format!(
        "{}: {}; {}; {} seed={}",
        variants.join(", "),
        result_text(&standing.tally()),
        players.join(" against "),
        limits.join(" to "),
        event.seed
    );
    if let Some(sprt) = standing.sprt() {
        text += &format!("; {} LLR {:.2}: {}", sprt.test, sprt.llr, verdict(sprt));
    } else if standing.games() < scheduled as u64 {
        text += "; interrupted";
    }
    text
}

/// The results of a match from the view of the first engine of the event.
#[must_use]
pub fn result_text(tally: &Tally) -> String {
    let Tally { games, pairs } = tally;
    let superiority = tally.superiority().map_or(50.0, |los| 100.0 * los);
    format!(
        "{} Elo, {} nElo, LOS {superiority:.1} %, {} games +{} ={} -{}, pairs {pairs}",
        estimate(tally.elo()),
        estimate(tally.normalised_elo()),
        games.total(),
        games.wins(),
        games.draws(),
        games.losses(),
    )
}

/// The estimate and its interval, as [`elo`] writes them. Without games: `no`, as in `no Elo`.
fn estimate(estimate: Option<Estimate>) -> String {
    estimate.map_or_else(|| "no".to_owned(), |estimate| elo(&estimate))
}

/// Statistics of games, in three lines. Without games: `no games`.
#[must_use]
pub fn games_summary(games: &GamesSummary) -> String {
    let first_player = Tally {
        games: games.first_player,
        pairs: PairCounts::default(),
    };
    let Some(first) = first_player.score_estimate() else {
        return "no games".to_owned();
    };
    let percent = |share: f64| 100.0 * share;
    let quantile = |share| games.plies_quantile(share).unwrap_or_default();
    let [min, q1, median, q3, max] = [0.0, 0.25, 0.5, 0.75, 1.0].map(quantile);
    // A game that was over at its start has no position in which a player was asked for a turn.
    let legal_turns = games.mean_legal_turns().map_or_else(String::new, |mean| {
        format!(", {mean:.1} legal turns per position")
    });
    let mut text = format!(
        "first player {}, draws {:.1} %{legal_turns}\n\
         plies {:.1} (from {min} to {max}; quartiles {q1}, {median}, {q3})\n\
         endings",
        share(&first),
        percent(games.draw_rate()),
        games.mean_plies(),
    );
    let mut endings: Vec<_> = games
        .endings
        .iter()
        .flat_map(|(word, [drawn, won])| [(word, "", *won), (word, " (draw)", *drawn)])
        .filter(|(_, _, count)| *count > 0)
        .collect();
    endings.sort_by_key(|&(_, _, count)| std::cmp::Reverse(count));
    for (index, (word, how, count)) in endings.into_iter().enumerate() {
        let separator = if index == 0 { ":" } else { "," };
        let share = percent(count as f64 / games.games() as f64);
        let _ = write!(text, "{separator} {}{how} {share:.1} %", ending_title(word));
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::record::GameResult;
    use crate::rules::Seat;
    use crate::stats::counts::{Counts, GameCounts};
    use crate::tournament::results::GameFigures;

    #[test]
    fn elo_has_an_interval_if_all_games_have_the_same_result() {
        let won = Tally {
            games: GameCounts::of(2, 0, 0),
            pairs: Counts([0, 0, 0, 0, 1]),
        };
        let text = result_text(&won);
        assert!(
            text.starts_with("+inf, > -233.8 Elo, +inf nElo, LOS "),
            "{text}"
        );
        let drawn = Tally {
            games: GameCounts::of(0, 2, 0),
            pairs: Counts([0, 0, 1, 0, 0]),
        };
        let text = result_text(&drawn);
        let expected = "+0.0 +/- 495.3 Elo, +0.0 nElo, LOS 50.0 %, 2 games ";
        assert!(text.starts_with(expected), "{text}");
        let none = result_text(&Tally::default());
        assert!(
            none.starts_with("no Elo, no nElo, LOS 50.0 %, 0 games "),
            "{none}"
        );
    }

    #[test]
    fn legal_turns_are_left_out_if_no_player_was_asked_for_a_turn() {
        let mut games = GamesSummary::default();
        games.add(&GameFigures {
            first_player: Seat::First,
            result: GameResult::Drawn,
            ending: "stalemate".to_owned(),
            plies: 0,
            legal_turns: Some(0),
            has_fault: false,
        });
        let text = games_summary(&games);
        let first = text.lines().next().expect("a line");
        assert!(first.ends_with(", draws 100.0 %"), "{text}");
    }

    #[test]
    fn games_are_summarised_in_three_lines() {
        let mut games = GamesSummary::default();
        assert_eq!(games_summary(&games), "no games");
        for (result, ending, plies) in [
            (GameResult::Won(Seat::First), "army", 40),
            (GameResult::Won(Seat::Second), "army", 10),
            (GameResult::Drawn, "stalemate", 30),
            (GameResult::Won(Seat::First), "army", 20),
        ] {
            games.add(&GameFigures {
                first_player: Seat::First,
                result,
                ending: ending.to_owned(),
                plies,
                legal_turns: Some(u64::from(plies) * 20),
                has_fault: false,
            });
        }
        let text = games_summary(&games);
        let lines: Vec<&str> = text.lines().collect();
        assert!(
            lines[0].starts_with("first player 62.5 % (21.9 to 100.0), "),
            "{text}"
        );
        assert!(
            lines[0].ends_with("draws 25.0 %, 20.0 legal turns per position"),
            "{text}"
        );
        assert!(
            lines[1].starts_with("plies 25.0 (from 10 to 40; quartiles "),
            "{text}"
        );
        assert_eq!(
            lines[2],
            "endings: whole army un-captured 75.0 %, no legal turn (draw) 25.0 %"
        );
    }
}
