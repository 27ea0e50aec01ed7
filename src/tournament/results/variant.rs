//! The results in one variant: who won, how long the games were, how they ended.

use std::collections::BTreeMap;

use serde::Serialize;

use super::count::CountedGame;
use super::summary::{GameFigures, GamesSummary};
use super::tallies::Tallies;
use crate::games::Game;
use crate::play::entry::Entry;
use crate::play::game_name::GameName;
use crate::record::GameResult;
use crate::rules::Seat;
use crate::stats::counts::Estimate;
use crate::stats::tally::Tally;
use crate::tournament::event::Event;

/// The results in one variant.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct VariantResult {
    /// Its name.
    pub variant: GameName,
    /// The number of games of the variant. Games after the end of an SPRT do not count.
    pub games: u64,
    /// Games won by the player who plays the first turn of the variant ([`Game::first_seat`]).
    pub first_wins: u64,
    /// Games drawn.
    pub draws: u64,
    /// Games won by the other player.
    pub second_wins: u64,
    /// The share of drawn games.
    pub draw_rate: f64,
    /// Points per game of the player who plays the first turn.
    pub first_score: Option<Estimate>,
    /// The lengths of the games in plies.
    pub length: Lengths,
    /// How often the games ended in each way.
    pub endings: BTreeMap<String, u64>,
    /// The results of each engine that played against another engine. Games of an engine against
    /// itself are left out.
    pub engines: Vec<EngineScore>,
    /// The scores during a game of median length; `None` if every game had a fault or fewer than
    /// two plies.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub curve: Option<Curve>,
}

/// The lengths of games in plies.
#[derive(Clone, PartialEq, Debug, Default, Serialize)]
pub struct Lengths {
    /// The mean.
    pub mean: f64,
    /// The median.
    pub median: u64,
    /// The shortest.
    pub shortest: u64,
    /// The longest.
    pub longest: u64,
    /// The width of the bins of the histogram, in plies.
    pub bin: u64,
    /// The number of games in each bin. The first bin begins at 0 plies.
    pub histogram: Vec<u64>,
}

/// The results of an engine in one variant.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct EngineScore {
    /// The engine.
    pub engine: String,
    /// Its results.
    pub tally: Tally,
    /// Its points per game.
    pub score: Option<Estimate>,
}

/// The scores during a game, as the players reported them.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct Curve {
    /// The number of the game.
    pub game: usize,
    /// The engine that plays the first turn of the variant.
    pub first: String,
    /// The other engine.
    pub second: String,
    /// `1-0` if `first` won, `0-1` if `second` won, otherwise `1/2-1/2`.
    pub result: String,
    /// For each ply with a score: the number of the ply (from 1), the player (1 for `first`, 2 for
    /// `second`), and the score in centipawns from the view of `first`.
    pub points: Vec<(usize, u8, i32)>,
}

/// The scores in a curve are clamped to `-CURVE_LIMIT..=CURVE_LIMIT`, in centipawns.
const CURVE_LIMIT: i32 = 2000;

pub(super) fn variant_result(
    event: &Event,
    variant: &'static Game,
    games: &[CountedGame<'_>],
) -> VariantResult {
    let mut summary = GamesSummary::default();
    let mut tallies = Tallies::default();
    for game in games {
        summary.add(&GameFigures::from(game.entry));
        tallies.add(game.plan, game.entry.result);
    }
    let engines = event.engines.iter().enumerate().map(|(engine, spec)| {
        let tally = tallies.total(engine);
        EngineScore {
            engine: spec.name.clone(),
            score: tally.score_estimate(),
            tally,
        }
    });
    let first = Tally {
        games: summary.first_player,
        ..Tally::default()
    };
    let endings = summary.endings.iter();
    VariantResult {
        variant: GameName::from(variant),
        games: summary.games(),
        first_wins: first.games.wins(),
        draws: first.games.draws(),
        second_wins: first.games.losses(),
        draw_rate: summary.draw_rate(),
        first_score: first.score_estimate(),
        length: lengths(&summary),
        endings: endings
            .map(|(ending, [drawn, won])| (ending.clone(), drawn + won))
            .collect(),
        engines: engines
            .filter(|score| score.tally.games.total() > 0)
            .collect(),
        curve: curve(games),
    }
}

fn lengths(summary: &GamesSummary) -> Lengths {
    let plies = summary.plies();
    let (Some(&shortest), Some(&longest)) = (plies.first(), plies.last()) else {
        return Lengths::default();
    };
    let (shortest, longest) = (u64::from(shortest), u64::from(longest));
    // At most twenty bins of a round width.
    let bin = [1, 2, 5, 10, 20, 50, 100, 200, 500]
        .into_iter()
        .find(|width| longest / width < 20)
        .unwrap_or(1000);
    let mut histogram = vec![0; usize::try_from(longest / bin).unwrap_or(0) + 1];
    for &count in plies {
        let index = usize::try_from(u64::from(count) / bin).unwrap_or(0);
        if let Some(games) = histogram.get_mut(index) {
            *games += 1;
        }
    }
    let median = plies.get(plies.len() / 2).copied().unwrap_or_default();
    Lengths {
        mean: summary.mean_plies(),
        median: u64::from(median),
        shortest,
        longest,
        bin,
        histogram,
    }
}

/// The scores during the game of median length. Games with a fault or fewer than two plies are left
/// out.
fn curve(games: &[CountedGame<'_>]) -> Option<Curve> {
    let mut sound: Vec<&Entry> = games
        .iter()
        .map(|game| game.entry)
        .filter(|entry| entry.fault.is_none() && entry.turns.len() >= 2)
        .collect();
    sound.sort_by_key(|entry| (entry.turns.len(), entry.game));
    let entry = *sound.get(sound.len() / 2)?;
    let first = entry.variant.first_seat();
    let points = entry
        .turns
        .iter()
        .enumerate()
        .filter_map(|(index, played)| {
            let score = played.thought.score?.0.clamp(-CURVE_LIMIT, CURVE_LIMIT);
            let (player, sign) = if played.seat == first {
                (1, 1)
            } else {
                (2, -1)
            };
            Some((index + 1, player, sign * score))
        });
    Some(Curve {
        game: entry.game,
        first: entry.name(first).to_owned(),
        second: entry.name(!first).to_owned(),
        result: seen_by(first, entry.result).to_string(),
        points: points.collect(),
    })
}

/// Converts a result so that `1-0` means a win of `first`, the player of the first turn. In
/// `result`, `1-0` means a win of [`Seat::First`]. In some user-defined games, [`Seat::Second`]
/// plays the first turn.
fn seen_by(first: Seat, result: GameResult) -> GameResult {
    match (first, result) {
        (Seat::Second, GameResult::Won(winner)) => GameResult::Won(!winner),
        _ => result,
    }
}
