//! How engines behaved: their faults, their wrong lines (see [`Conduct`]), and how fast they
//! answered.

use std::collections::BTreeMap;

use serde::Serialize;

use super::count::CountedGame;
use crate::play::SEATS;
use crate::play::conduct::Conduct;
use crate::play::entry::{Entry, FaultEntry};
use crate::play::fault::FaultKind;
use crate::play::game_name::GameName;
use crate::rules::Seat;
use crate::tournament::event::Event;

/// A fault in a game.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct Incident {
    /// The number of the game.
    pub game: usize,
    /// The variant.
    pub variant: GameName,
    /// The fault.
    pub fault: FaultEntry,
}

/// The wrong lines and the faults of an engine.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct EngineConduct {
    /// The engine.
    pub engine: String,
    /// The number of its turns, and of its wrong lines by kind.
    pub conduct: Conduct,
    /// Its faults by kind.
    pub faults: BTreeMap<FaultKind, u64>,
}

pub(super) fn conduct(event: &Event, games: &[CountedGame<'_>]) -> Vec<EngineConduct> {
    let of_engine = |engine: usize| {
        let mut sum = EngineConduct {
            engine: String::new(),
            conduct: Conduct::default(),
            faults: BTreeMap::new(),
        };
        for game in games {
            let seats = [(game.plan.first, 1), (game.plan.second, 2)];
            for ((seated, number), conduct) in seats.into_iter().zip(game.entry.conduct) {
                if seated != engine {
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
    /// The time of its slowest turn, in milliseconds.
    pub slowest: u64,
    /// The mean time in which it answered the second `isready` at the start of a game, in
    /// microseconds. The answer to the first `isready` is not measured: it comes only after the
    /// engine's preparations. Games in which the engine did not answer do not count.
    pub mean_latency: u64,
    /// The longest time in which it answered the second `isready` at the start of a game, in
    /// microseconds.
    pub longest_latency: u64,
    /// The largest lag of a turn of the engine, in milliseconds. The lag is the time that this
    /// program measured for the turn, minus the time in the engine's last report
    /// (`info ... time`).
    pub longest_lag: u64,
    /// The longest delay of a turn of the engine, in microseconds. The delay is the time for which
    /// two threads of this program waited for a processor: the thread that writes to the engine,
    /// and the one that reads from it. The engine's time excludes all waits of the writing thread.
    /// Of the waits of the reading thread, it excludes only the last one, just before the answer is
    /// read.
    pub longest_delay: u64,
}

/// How fast the engines answered in these games.
#[must_use]
pub fn timing(event: &Event, entries: &[&Entry]) -> Vec<EngineTiming> {
    let engines = event.engines.iter().map(|spec| {
        let mut timing = EngineTiming {
            engine: spec.name.clone(),
            slowest: 0,
            mean_latency: 0,
            longest_latency: 0,
            longest_lag: 0,
            longest_delay: 0,
        };
        let (mut sum, mut seats) = (0, 0);
        for entry in entries {
            for seat in SEATS {
                if *entry.name(seat) != spec.name {
                    continue;
                }
                let [latency, lag, delay] =
                    [entry.timing.latency, entry.timing.lag, entry.timing.delay].map(
                        |[first, second]| match seat {
                            Seat::First => first,
                            Seat::Second => second,
                        },
                    );
                sum += latency;
                // If the engine did not answer, as in some games with a fault, its latency is 0 and
                // does not count.
                seats += u64::from(latency > 0);
                timing.longest_latency = timing.longest_latency.max(latency);
                timing.longest_lag = timing.longest_lag.max(lag);
                timing.longest_delay = timing.longest_delay.max(delay);
                let own = entry.turns.iter().filter(|played| played.seat == seat);
                let own = own.map(|played| played.millis);
                timing.slowest = timing.slowest.max(own.max().unwrap_or(0));
            }
        }
        timing.mean_latency = sum / seats.max(1);
        timing
    });
    engines.collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::games;
    use crate::play::entry::Timing;
    use crate::record::GameResult;
    use crate::tournament::config::Config;
    use crate::tournament::results::Results;
    use crate::tournament::schedule::schedule;

    /// An event with an SPRT, in which two engines meet in many rounds.
    fn event() -> Event {
        let config = "format = \"match\"\nvariants = \"ssehc\"\nrounds = 200\n\
                      sprt = { elo0 = 0, elo1 = 200, scale = \"logistic\" }\n\
                      limits = { movetime = \"100ms\" }\n\
                      [[engine]]\nname = \"a\"\n[[engine]]\nname = \"b\"\n";
        let config = Config::parse(config).expect("a configuration");
        config.event().expect("an event")
    }

    /// All games of the event. The engine `a` wins them all, and answers with this latency.
    fn games(event: &Event, latency: u64) -> Vec<Entry> {
        let plans = schedule(event);
        let entries = plans.iter().map(|plan| {
            let names = [plan.first, plan.second].map(|engine| event.engines[engine].name.clone());
            let [first, second] = names.clone();
            let winner = if first == "a" {
                Seat::First
            } else {
                Seat::Second
            };
            Entry {
                game: plan.game,
                variant: plan.variant,
                round: plan.round,
                first,
                second,
                start: games::default_game().start(0),
                turns: Vec::new(),
                legal_turns: None,
                result: GameResult::Won(winner),
                ending: "checkmate".to_owned(),
                fault: None,
                conduct: [Conduct::NONE; 2],
                timing: Timing {
                    latency: names.map(|name| if name == "a" { latency } else { 1 }),
                    ..Timing::default()
                },
            }
        });
        entries.collect()
    }

    #[test]
    fn a_game_in_which_an_engine_never_answered_has_no_latency() {
        let event = event();
        let mut entries = games(&event, 100);
        entries[1].timing.latency = [0, 0];
        let entries: Vec<&Entry> = entries.iter().take(2).collect();
        let [a, b] = &timing(&event, &entries)[..] else {
            panic!("two engines")
        };
        assert_eq!((a.mean_latency, a.longest_latency), (100, 100));
        assert_eq!(b.mean_latency, 1);
        assert!(
            timing(&event, &[])
                .iter()
                .all(|timing| timing.mean_latency == 0)
        );
    }

    #[test]
    fn games_after_the_end_of_the_sprt_have_no_part_in_the_times() {
        let event = event();
        let mut entries = games(&event, 100);
        entries.last_mut().expect("a game").timing.latency = [5000, 5000];
        let results = Results::of(&event, &schedule(&event), &entries);
        assert!(results.is_decided() && results.games < entries.len());
        let timing = results.timing.expect("times");
        assert_eq!(
            (timing[0].longest_latency, timing[1].longest_latency),
            (100, 1)
        );
    }
}
