//! What came of an event: a pure function of its schedule and the games in its journal.

use std::collections::BTreeMap;

use serde::Serialize;

use super::config::{Event, Format, GameName};
use super::entry::{Conduct, Entry, FaultEntry};
use super::fault::FaultKind;
use super::ratings::{Encounter, rate};
use super::reply::Told;
use super::schedule::Plan;
use crate::arena::sprt::Verdict;
use crate::arena::stats::{Estimate, GameCounts, PairCounts};
use crate::record::GameResult;
use crate::rules::{Seat, Variant};

/// Everything that is reported. Numbers that would be infinite are null in JSON.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct Results {
    /// What the event is called.
    pub event: String,
    /// Who played whom.
    pub format: Format,
    /// The digest of the event.
    pub hash: String,
    /// Games of the schedule.
    pub scheduled: usize,
    /// Games that count here.
    pub games: usize,
    /// Whether the event would come out the same again.
    pub is_reproducible: bool,
    /// The test, if there is one.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub sprt: Option<TestResult>,
    /// Whether somebody has won or lost everything, so that ratings hold with draws added only.
    pub ratings_are_rough: bool,
    /// The engines, the best first.
    pub ranking: Vec<Standing>,
    /// Who did what against whom.
    pub head_to_head: Vec<HeadToHead>,
    /// The games apart.
    pub variants: Vec<VariantResult>,
    /// What went wrong.
    pub faults: Vec<Incident>,
    /// What engines said that they should not.
    pub conduct: Vec<EngineConduct>,
    /// How fast they answered, where that is part of the game.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub timing: Option<Vec<EngineTiming>>,
}

/// A quantity with its 95 % interval.
#[derive(Clone, Copy, PartialEq, Debug, Serialize)]
pub struct Interval {
    /// The likeliest value.
    pub value: f64,
    /// The lower end.
    pub low: f64,
    /// The upper end.
    pub high: f64,
}

impl From<Estimate> for Interval {
    fn from(estimate: Estimate) -> Self {
        Self {
            value: estimate.value,
            low: estimate.low,
            high: estimate.high,
        }
    }
}

impl Interval {
    /// A share, which lies between 0 and 1.
    fn of_share(estimate: Estimate) -> Self {
        Self {
            value: estimate.value,
            low: estimate.low.clamp(0.0, 1.0),
            high: estimate.high.clamp(0.0, 1.0),
        }
    }
}

/// Where a test stands.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct TestResult {
    /// The test in words.
    pub test: String,
    /// The log-likelihood ratio.
    pub llr: f64,
    /// At or beyond these it is decided.
    pub bounds: [f64; 2],
    /// `H0` or `H1`, once it is decided.
    pub verdict: Option<String>,
    /// Pairs that were looked at.
    pub pairs: u64,
}

/// What an engine scored.
#[derive(Clone, Copy, PartialEq, Debug, Default, Serialize)]
pub struct Tally {
    /// Games.
    pub games: u64,
    /// Won.
    pub wins: u64,
    /// Drawn.
    pub draws: u64,
    /// Lost.
    pub losses: u64,
    /// Pairs of games that scored 0, 1/2, 1, 1 1/2 and 2 points.
    pub pairs: [u64; 5],
}

impl Tally {
    fn record(&mut self, half_points: usize) {
        self.games += 1;
        match half_points {
            0 => self.losses += 1,
            1 => self.draws += 1,
            _ => self.wins += 1,
        }
    }

    /// Points.
    #[must_use]
    pub fn points(&self) -> f64 {
        self.wins as f64 + self.draws as f64 / 2.0
    }

    /// Points a game.
    #[must_use]
    pub fn score(&self) -> f64 {
        self.points() / self.games.max(1) as f64
    }

    fn game_counts(&self) -> GameCounts {
        GameCounts::of(self.wins, self.draws, self.losses)
    }

    /// Estimates come from pairs where all games are paired, else from games.
    fn estimate(
        &self,
        of_pairs: impl Fn(&PairCounts) -> Option<Estimate>,
        of_games: impl Fn(&GameCounts) -> Option<Estimate>,
    ) -> Option<Estimate> {
        let pairs = crate::arena::stats::Counts(self.pairs);
        if 2 * pairs.total() == self.games {
            of_pairs(&pairs)
        } else {
            of_games(&self.game_counts())
        }
    }

    /// The score with its interval.
    #[must_use]
    pub fn share(&self) -> Option<Interval> {
        self.estimate(PairCounts::score_estimate, GameCounts::score_estimate)
            .map(Interval::of_share)
    }

    /// The difference in Elo that the score stands for.
    #[must_use]
    pub fn elo(&self) -> Option<Interval> {
        self.estimate(PairCounts::elo, GameCounts::elo)
            .map(Interval::from)
    }
}

/// An engine's place.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct Standing {
    /// The place, from 1.
    pub rank: usize,
    /// The engine.
    pub engine: String,
    /// Elo above the mean of the field.
    pub rating: Interval,
    /// What it scored.
    pub tally: Tally,
    /// Its points a game.
    pub score: f64,
}

/// What an engine scored against another.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct HeadToHead {
    /// The engine.
    pub engine: String,
    /// The other.
    pub opponent: String,
    /// What it scored.
    pub tally: Tally,
    /// Points a game.
    pub score: f64,
    /// The difference in Elo.
    pub elo: Option<Interval>,
}

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

/// A fault in a game.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct Incident {
    /// The number of the game.
    pub game: usize,
    /// Which game.
    pub variant: GameName,
    /// The fault.
    pub fault: FaultEntry,
}

/// What an engine said that it should not.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct EngineConduct {
    /// The engine.
    pub engine: String,
    /// How often it did what.
    pub conduct: Conduct,
    /// Its faults by kind.
    pub faults: BTreeMap<FaultKind, u64>,
}

/// Centipawns at which a curve is cut off.
const CURVE_LIMIT: i32 = 2000;

const fn half_points(result: GameResult, seat: Seat) -> usize {
    match (result, seat) {
        (GameResult::Won(Seat::First), Seat::First)
        | (GameResult::Won(Seat::Second), Seat::Second) => 2,
        (GameResult::Won(_), _) => 0,
        (GameResult::Drawn | GameResult::Open, _) => 1,
    }
}

/// A game that has been played, with its place in the schedule.
#[derive(Clone, Copy)]
struct Game<'a> {
    plan: &'a Plan,
    entry: &'a Entry,
}

/// The games in the order of the schedule, up to the one at which a test was decided. What was
/// played beyond it does not count, so that the result hangs on nothing but the schedule.
fn counted<'a>(
    event: &Event,
    plans: &'a [Plan],
    entries: &'a [Entry],
) -> (Vec<Game<'a>>, Option<TestResult>) {
    let mut games: Vec<Game<'a>> = entries
        .iter()
        .filter_map(|entry| {
            let plan = plans.get(entry.game.checked_sub(1)?)?;
            Some(Game { plan, entry })
        })
        .collect();
    games.sort_unstable_by_key(|game| game.plan.game);
    let Some(Ok(test)) = event.sprt.map(|sprt| sprt.test()) else {
        return (games, None);
    };
    let mut counts = PairCounts::default();
    let mut result = TestResult {
        test: test.to_string(),
        llr: 0.0,
        bounds: test.bounds(),
        verdict: None,
        pairs: 0,
    };
    let mut end = games.len();
    for (index, pair) in games.chunks(2).enumerate() {
        let [one, other] = pair else { break };
        if one.plan.encounter != index || other.plan.encounter != index {
            break;
        }
        let points = pair
            .iter()
            .map(|game| half_points(game.entry.result, seat_of(game.plan, 0)));
        counts.record(points.sum());
        result.pairs += 1;
        result.llr = test.llr(&counts);
        if let Some(verdict) = test.verdict(result.llr) {
            let word = match verdict {
                Verdict::H0 => "H0",
                Verdict::H1 => "H1",
            };
            result.verdict = Some(word.to_owned());
            end = 2 * (index + 1);
            break;
        }
    }
    games.truncate(end);
    (games, Some(result))
}

const fn seat_of(plan: &Plan, engine: usize) -> Seat {
    if plan.first == engine {
        Seat::First
    } else {
        Seat::Second
    }
}

/// The tallies of every engine against every other, over some games.
fn tallies(games: &[Game<'_>]) -> BTreeMap<(usize, usize), Tally> {
    let mut tallies: BTreeMap<(usize, usize), Tally> = BTreeMap::new();
    let mut open: BTreeMap<usize, Game<'_>> = BTreeMap::new();
    for &game in games {
        let (first, second) = (game.plan.first, game.plan.second);
        if first == second {
            continue;
        }
        for (engine, opponent, seat) in
            [(first, second, Seat::First), (second, first, Seat::Second)]
        {
            let tally = tallies.entry((engine, opponent)).or_default();
            tally.record(half_points(game.entry.result, seat));
        }
        if let Some(former) = open.insert(game.plan.encounter, game) {
            for (engine, opponent) in [(first, second), (second, first)] {
                let points: usize = [former, game]
                    .iter()
                    .map(|game| half_points(game.entry.result, seat_of(game.plan, engine)))
                    .sum();
                let tally = tallies.entry((engine, opponent)).or_default();
                if let Some(count) = tally.pairs.get_mut(points) {
                    *count += 1;
                }
            }
        }
    }
    tallies
}

/// The sum of an engine's tallies.
fn total(tallies: &BTreeMap<(usize, usize), Tally>, engine: usize) -> Tally {
    let mut sum = Tally::default();
    for ((_, _), tally) in tallies.iter().filter(|((one, _), _)| *one == engine) {
        sum.games += tally.games;
        sum.wins += tally.wins;
        sum.draws += tally.draws;
        sum.losses += tally.losses;
        for (count, more) in sum.pairs.iter_mut().zip(tally.pairs) {
            *count += more;
        }
    }
    sum
}

impl Results {
    /// The results of the games in a journal.
    #[must_use]
    pub fn of(event: &Event, plans: &[Plan], entries: &[Entry]) -> Self {
        let (games, sprt) = counted(event, plans, entries);
        let tallies = tallies(&games);
        let (ranking, ratings_are_rough) = ranking(event, &games, &tallies);
        let name = |engine: usize| {
            let spec = event.engines.get(engine);
            spec.map_or_else(String::new, |spec| spec.name.clone())
        };
        let head_to_head = tallies
            .iter()
            .map(|(&(engine, opponent), tally)| HeadToHead {
                engine: name(engine),
                opponent: name(opponent),
                tally: *tally,
                score: tally.score(),
                elo: tally.elo(),
            });
        let variants = event.variants.iter().map(|variant| {
            let games: Vec<Game<'_>> = games
                .iter()
                .copied()
                .filter(|game| game.plan.variant == variant.0)
                .collect();
            variant_result(event, variant.0, &games)
        });
        let faults = games.iter().filter_map(|game| {
            Some(Incident {
                game: game.plan.game,
                variant: game.entry.variant,
                fault: game.entry.fault.clone()?,
            })
        });
        Self {
            event: event.name.clone(),
            format: event.format,
            hash: event.hash(),
            scheduled: plans.len(),
            games: games.len(),
            is_reproducible: event.is_reproducible(),
            sprt,
            ratings_are_rough,
            ranking,
            head_to_head: head_to_head.collect(),
            variants: variants.collect(),
            faults: faults.collect(),
            conduct: conduct(event, &games),
            timing: (!event.is_reproducible()).then(|| timing(event, entries)),
        }
    }

    /// Whether there is nothing left to play.
    #[must_use]
    pub fn is_decided(&self) -> bool {
        self.sprt
            .as_ref()
            .is_some_and(|test| test.verdict.is_some())
    }

    /// How many games ended by faults.
    #[must_use]
    pub fn fault_count(&self) -> usize {
        self.faults.len()
    }
}

fn ranking(
    event: &Event,
    games: &[Game<'_>],
    tallies: &BTreeMap<(usize, usize), Tally>,
) -> (Vec<Standing>, bool) {
    let mut met: BTreeMap<usize, Encounter> = BTreeMap::new();
    for game in games
        .iter()
        .filter(|game| game.plan.first != game.plan.second)
    {
        let (one, other) = (game.plan.first, game.plan.second);
        let encounter = met.entry(game.plan.encounter).or_insert(Encounter {
            one,
            other,
            games: 0,
            points: 0.0,
        });
        let seat = seat_of(game.plan, encounter.one);
        encounter.games += 1;
        encounter.points += half_points(game.entry.result, seat) as f64 / 2.0;
    }
    let encounters: Vec<Encounter> = met.into_values().collect();
    if encounters.is_empty() {
        return (Vec::new(), false);
    }
    let ratings = rate(event.engines.len(), &encounters);
    let rated = event.engines.iter().zip(&ratings.players).enumerate();
    let mut standings: Vec<Standing> = rated
        .map(|(engine, (spec, rating))| {
            let tally = total(tallies, engine);
            Standing {
                rank: 0,
                engine: spec.name.clone(),
                rating: Interval {
                    value: rating.elo,
                    low: rating.elo - rating.error,
                    high: rating.elo + rating.error,
                },
                score: tally.score(),
                tally,
            }
        })
        .collect();
    standings.sort_by(|one, other| other.rating.value.total_cmp(&one.rating.value));
    for (standing, rank) in standings.iter_mut().zip(1..) {
        standing.rank = rank;
    }
    (standings, ratings.is_rough)
}

fn variant_result(event: &Event, variant: Variant, games: &[Game<'_>]) -> VariantResult {
    let mut first = Tally::default();
    let mut endings = BTreeMap::new();
    for game in games {
        first.record(half_points(game.entry.result, Seat::First));
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
    let players = super::report::players(entry);
    let points = entry.thoughts.iter().zip(players).enumerate();
    Some(Curve {
        game: entry.game,
        first: entry.first.clone(),
        second: entry.second.clone(),
        result: entry.result.to_string(),
        points: points
            .filter_map(|(index, (thought, seat))| {
                let score = match thought.score? {
                    Told::Centipawns(score) => score.clamp(-CURVE_LIMIT, CURVE_LIMIT),
                    Told::Mate(turns) if turns > 0 => CURVE_LIMIT,
                    Told::Mate(_) => -CURVE_LIMIT,
                };
                let sign = if seat == Seat::First { 1 } else { -1 };
                Some((index + 1, seat.number(), sign * score))
            })
            .collect(),
    })
}

fn conduct(event: &Event, games: &[Game<'_>]) -> Vec<EngineConduct> {
    let of_engine = |engine: usize| {
        let mut sum = EngineConduct {
            engine: String::new(),
            conduct: Conduct::default(),
            faults: BTreeMap::new(),
        };
        for game in games {
            let seats = [(game.plan.first, 1), (game.plan.second, 2)];
            for ((sitting, number), conduct) in seats.into_iter().zip(game.entry.conduct) {
                if sitting != engine {
                    continue;
                }
                sum.conduct = sum.conduct.plus(conduct);
                if let Some(fault) = &game.entry.fault
                    && fault.player == number
                {
                    *sum.faults.entry(fault.kind).or_insert(0) += 1;
                }
            }
        }
        sum
    };
    let engines = event.engines.iter().enumerate();
    engines
        .map(|(engine, spec)| EngineConduct {
            engine: spec.name.clone(),
            ..of_engine(engine)
        })
        .collect()
}

/// How fast an engine answered.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct EngineTiming {
    /// The engine.
    pub engine: String,
    /// Milliseconds of its slowest turn.
    pub slowest: u64,
    /// Microseconds from `isready` to `readyok`, in the mean over its games.
    pub mean_latency: u64,
    /// The most of them.
    pub longest_latency: u64,
    /// The most milliseconds by which an answer came later than the time that the engine had told.
    pub longest_lag: u64,
}

/// How fast the engines answered.
#[must_use]
pub fn timing(event: &Event, entries: &[Entry]) -> Vec<EngineTiming> {
    let engines = event.engines.iter().map(|spec| {
        let mut timing = EngineTiming {
            engine: spec.name.clone(),
            slowest: 0,
            mean_latency: 0,
            longest_latency: 0,
            longest_lag: 0,
        };
        let (mut sum, mut seats) = (0, 0);
        for entry in entries {
            let players = [(&entry.first, Seat::First), (&entry.second, Seat::Second)];
            for ((name, seat), (latency, lag)) in players
                .into_iter()
                .zip(entry.timing.latency.into_iter().zip(entry.timing.lag))
            {
                if *name != spec.name {
                    continue;
                }
                sum += latency;
                seats += 1;
                timing.longest_latency = timing.longest_latency.max(latency);
                timing.longest_lag = timing.longest_lag.max(lag);
                let turns = super::report::players(entry)
                    .into_iter()
                    .zip(&entry.timing.turns);
                let own = turns
                    .filter(|(player, _)| *player == seat)
                    .map(|(_, &time)| time);
                timing.slowest = timing.slowest.max(own.max().unwrap_or(0));
            }
        }
        timing.mean_latency = sum / seats.max(1);
        timing
    });
    engines.collect()
}
