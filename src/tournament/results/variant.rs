//! What came of each of the games: who won, how long they took, how they ended.

use std::collections::BTreeMap;

use serde::Serialize;

use super::count::Game;
use super::tally::{Interval, Tally, tallies, total};
use crate::games;
use crate::play::entry::Entry;
use crate::play::game_name::GameName;
use crate::play::score::ReportedScore;
use crate::rules::Seat;
use crate::tournament::event::Event;

/// One of the games.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct VariantResult {
    /// Its name.
    pub variant: GameName,
    /// How often it was played.
    pub games: u64,
    /// Won by the player of the first turn.
    pub first_wins: u64,
    /// Drawn.
    pub draws: u64,
    /// Won by the other.
    pub second_wins: u64,
    /// Drawn games a game.
    pub draw_rate: f64,
    /// Points of the first player a game.
    pub first_score: Option<Interval>,
    /// Plies.
    pub length: Lengths,
    /// How often it ended how.
    pub endings: BTreeMap<String, u64>,
    /// What each engine scored.
    pub engines: Vec<EngineScore>,
    /// A game of middle length, as the engines saw it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub curve: Option<Curve>,
}

/// Lengths of games in plies.
#[derive(Clone, PartialEq, Debug, Default, Serialize)]
pub struct Lengths {
    /// The mean.
    pub mean: f64,
    /// The middle one.
    pub median: u64,
    /// The shortest.
    pub shortest: u64,
    /// The longest.
    pub longest: u64,
    /// The width of the bins of the histogram.
    pub bin: u64,
    /// Games in each bin, from 0 plies on.
    pub histogram: Vec<u64>,
}

/// What an engine scored in one of the games.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct EngineScore {
    /// The engine.
    pub engine: String,
    /// What it scored.
    pub tally: Tally,
    /// Its points a game.
    pub score: Option<Interval>,
}

/// The scores through a game.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct Curve {
    /// The number of the game.
    pub game: usize,
    /// Who played the first turn.
    pub first: String,
    /// The other.
    pub second: String,
    /// `1-0`, `0-1` or `1/2-1/2`.
    pub result: String,
    /// Ply, player, and the score from the first player's view in centipawns.
    pub points: Vec<(usize, u8, i32)>,
}

/// Centipawns at which a curve is cut off.
const CURVE_LIMIT: i32 = 2000;

pub(super) fn variant_result(
    event: &Event,
    variant: &'static games::Game,
    games: &[Game<'_>],
) -> VariantResult {
    let first = Tally::of_first_players(games);
    let mut endings = BTreeMap::new();
    for game in games {
        *endings.entry(game.entry.ending.clone()).or_insert(0) += 1;
    }
    let tallies = tallies(games);
    let engines = event.engines.iter().enumerate().map(|(engine, spec)| {
        let tally = total(&tallies, engine);
        EngineScore {
            engine: spec.name.clone(),
            score: tally.share(),
            tally,
        }
    });
    VariantResult {
        variant: GameName(variant),
        games: first.games,
        first_wins: first.wins,
        draws: first.draws,
        second_wins: first.losses,
        draw_rate: first.draws as f64 / first.games.max(1) as f64,
        first_score: first.share(),
        length: lengths(games),
        endings,
        engines: engines.filter(|score| score.tally.games > 0).collect(),
        curve: curve(games),
    }
}

fn lengths(games: &[Game<'_>]) -> Lengths {
    let mut plies: Vec<u64> = games
        .iter()
        .map(|game| game.entry.turns.len() as u64)
        .collect();
    plies.sort_unstable();
    let (Some(&shortest), Some(&longest)) = (plies.first(), plies.last()) else {
        return Lengths::default();
    };
    // About twenty bins, of a width that people count in.
    let bin = [1, 2, 5, 10, 20, 50, 100, 200, 500]
        .into_iter()
        .find(|width| longest / width < 20)
        .unwrap_or(1000);
    let mut histogram = vec![0; usize::try_from(longest / bin).unwrap_or(0) + 1];
    for count in &plies {
        if let Some(games) = histogram.get_mut(usize::try_from(count / bin).unwrap_or(0)) {
            *games += 1;
        }
    }
    Lengths {
        mean: plies.iter().sum::<u64>() as f64 / plies.len() as f64,
        median: plies.get(plies.len() / 2).copied().unwrap_or_default(),
        shortest,
        longest,
        bin,
        histogram,
    }
}

/// The scores through the game of middle length among those that went well.
fn curve(games: &[Game<'_>]) -> Option<Curve> {
    let mut sound: Vec<&Entry> = games
        .iter()
        .map(|game| game.entry)
        .filter(|entry| entry.fault.is_none() && entry.turns.len() >= 2)
        .collect();
    sound.sort_by_key(|entry| (entry.turns.len(), entry.game));
    let entry = *sound.get(sound.len() / 2)?;
    let points = entry.thoughts.iter().zip(entry.movers()).enumerate();
    Some(Curve {
        game: entry.game,
        first: entry.first.clone(),
        second: entry.second.clone(),
        result: entry.result.to_string(),
        points: points
            .filter_map(|(index, (thought, seat))| {
                let score = match thought.score? {
                    ReportedScore::Centipawns(score) => score.clamp(-CURVE_LIMIT, CURVE_LIMIT),
                    ReportedScore::Mate(turns) if turns > 0 => CURVE_LIMIT,
                    ReportedScore::Mate(_) => -CURVE_LIMIT,
                };
                let sign = if seat == Seat::First { 1 } else { -1 };
                Some((index + 1, seat.number(), sign * score))
            })
            .collect(),
    })
}
