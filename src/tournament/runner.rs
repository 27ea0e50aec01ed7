//! Plays the games of an event that have not been played yet.
//!
//! Games end in any order, but they are counted in the order of the schedule. At fixed nodes, the
//! standing is therefore the same for every number of workers, even if an SPRT ends the event. The
//! listener gets each game as soon as it ends, to store it, and again when it is counted.

use std::collections::BTreeMap;
use std::ops::ControlFlow;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use super::engines::{EngineSource, SeatedEngines};
use super::event::Event;
use super::game::{FinishedGame, ScheduledGame};
use super::openings::FirstPositions;
use super::results::{GameFigures, Standing};
use super::schedule::{Plan, Shard};
use super::workers::{InOrder, Workers};
use crate::play::entry::Entry;
use crate::play::gap_detector::GapDetector;
use crate::play::referee::Unfinished;
use crate::play::shortage::Shortage;

/// How often a game is tried if the program is suspended during every attempt.
const MAX_ATTEMPTS: u32 = 10;

/// The first words of the error message if a thread cannot be started.
const NO_THREAD: &str = "a thread cannot be started";

/// How one run plays an event. These options do not change the schedule or the settings of the
/// games.
#[derive(Clone, Copy, Debug)]
pub struct RunOptions {
    /// The shard to play.
    pub shard: Shard,
    /// How many games are played at the same time; 0 for one per core.
    pub concurrency: usize,
    /// How long games under way may go on after [`StopSignals::drain`].
    pub grace: Duration,
}

impl Default for RunOptions {
    fn default() -> Self {
        Self {
            shard: Shard::WHOLE,
            concurrency: 0,
            grace: Duration::ZERO,
        }
    }
}

/// Requests to stop.
#[derive(Debug, Default)]
pub struct StopSignals {
    /// Begin no more games, and let those under way end within [`RunOptions::grace`].
    pub drain: AtomicBool,
    /// Abandon all games at once.
    pub abandon: AtomicBool,
}

/// A game that was played in an earlier run.
#[derive(Clone, PartialEq, Debug)]
pub struct KnownGame {
    /// Its result and other figures.
    pub figures: GameFigures,
    /// The whole game, if the journal has it.
    pub entry: Option<Entry>,
}

impl From<Entry> for KnownGame {
    fn from(entry: Entry) -> Self {
        Self {
            figures: GameFigures::from(&entry),
            entry: Some(entry),
        }
    }
}

/// Listens to an event while it is played.
pub trait Listener {
    /// An error that ends the event.
    type Error: From<Shortage>;

    /// A game has ended. Games come in any order.
    ///
    /// # Errors
    ///
    /// If the event cannot go on.
    fn finished(&mut self, game: &FinishedGame) -> Result<(), Self::Error>;

    /// A game has been counted. Games come in the order of the schedule, whether they were played
    /// in this run or in an earlier one. The entry is `None` if the journal has only figures of the
    /// game.
    ///
    /// # Errors
    ///
    /// If the event cannot go on.
    fn counted(&mut self, entry: Option<Entry>, standing: &Standing) -> Result<(), Self::Error> {
        let _ = (entry, standing);
        Ok(())
    }

    /// A game of this run has ended, and the games that are next in order have been counted.
    fn progressed(&mut self, _standing: &Standing) {}

    /// Whether this run must end, for example because the SPRT over all shards has ended. This
    /// function is called several times a second.
    fn is_over(&mut self) -> bool {
        false
    }

    /// No more games are begun, because of [`StopSignals::drain`].
    fn stopping(&mut self) {}
}

/// An event that is ready to be played.
#[derive(Clone, Copy, Debug)]
pub struct EventRun<'a> {
    /// The event.
    pub event: &'a Event,
    /// Its schedule. If the SPRT over all shards ended before this run, the games after the one
    /// that decided the SPRT are left out.
    pub plans: &'a [Plan],
    /// Its first positions.
    pub starts: &'a FirstPositions,
    /// Where its engines come from, one source for each engine of `event.engines`.
    pub engines: &'a [EngineSource<'a>],
    /// How it is played.
    pub options: &'a RunOptions,
    /// Requests to stop.
    pub signals: &'a StopSignals,
}

impl EventRun<'_> {
    /// Plays all games of the shard that are not in `known`. The keys of `known` are the numbers of
    /// the games. The run ends when no game is left to play, when an SPRT ends the event, when
    /// [`Listener::is_over`] returns true, or when [`StopSignals`] ask for it.
    ///
    /// # Errors
    ///
    /// If the listener returns an error, or the computer lacks something that a game needs.
    pub fn play<L: Listener>(
        &self,
        known: BTreeMap<usize, KnownGame>,
        listener: &mut L,
    ) -> Result<Standing, L::Error> {
        let holds = |plan: &&Plan| self.options.shard.holds(plan);
        let own: Vec<Plan> = self.plans.iter().filter(holds).copied().collect();
        let mut counting = Counting::new(self, &own);
        let missing = counting.add_known(known);
        if counting.proceed(listener)?.is_break() {
            return Ok(counting.standing);
        }
        let no_thread = |error| Shortage::from_error(NO_THREAD, &error);
        let gap_detector = GapDetector::start().map_err(no_thread)?;
        let halt = AtomicBool::new(false);
        let workers = Workers {
            threads: self.options.concurrency,
            drain: &self.signals.drain,
            halt: &halt,
        };
        let mut draining_since = None;
        let ended = workers.run(
            0..missing.len() as u64,
            || SeatedEngines::new(self.engines, [&halt, &self.signals.drain]),
            |engines, number| {
                let index = missing[number as usize];
                match self.play_game(&own[index], engines, &halt, &gap_detector) {
                    Ok(game) => Some(Ok((index, game))),
                    Err(Unfinished::Shortage(shortage)) => Some(Err(shortage)),
                    Err(Unfinished::Abandoned | Unfinished::Interrupted) => None,
                }
            },
            |result| {
                let result = match result.map(|(_, result)| result).transpose() {
                    Ok(result) => result,
                    Err(shortage) => return ControlFlow::Break(Err(shortage.into())),
                };
                if let Some((index, game)) = result {
                    match counting.add(index, game, listener) {
                        Ok(ControlFlow::Continue(())) => {}
                        Ok(ControlFlow::Break(())) => return ControlFlow::Break(Ok(())),
                        Err(error) => return ControlFlow::Break(Err(error)),
                    }
                }
                if listener.is_over() {
                    return ControlFlow::Break(Ok(()));
                }
                if self.must_halt(&mut draining_since, listener) {
                    halt.store(true, Ordering::Relaxed);
                }
                ControlFlow::Continue(())
            },
        );
        let ended = ended.map_err(no_thread)?;
        // The workers may have ended because of `drain` before `must_halt` told the listener.
        self.must_halt(&mut draining_since, listener);
        ended.unwrap_or(Ok(())).map(|()| counting.standing)
    }

    /// Plays a game. If the program was suspended meanwhile, for example by Ctrl-Z, plays it again,
    /// but not after [`StopSignals::drain`].
    fn play_game(
        &self,
        plan: &Plan,
        engines: &mut SeatedEngines<'_>,
        halt: &AtomicBool,
        gap_detector: &GapDetector,
    ) -> Result<FinishedGame, Unfinished> {
        for interruptions in 0..MAX_ATTEMPTS {
            let game = ScheduledGame {
                event: self.event,
                plan,
                start: self.starts.start(plan.variant, plan.round),
                engines: &mut *engines,
                is_stopped: &|| halt.load(Ordering::Relaxed),
                gap_detector,
            };
            match game.play() {
                // After the suspension, the state of the engines is unknown.
                Err(Unfinished::Interrupted) => {
                    engines.dismiss();
                    if self.signals.drain.load(Ordering::Relaxed) {
                        return Err(Unfinished::Abandoned);
                    }
                }
                played => {
                    return played.map(|game| FinishedGame {
                        interruptions,
                        ..game
                    });
                }
            }
        }
        Err(Shortage::of_time(plan.game, MAX_ATTEMPTS).into())
    }

    /// Whether the games under way must be abandoned. Calls [`Listener::stopping`] the first time
    /// that it finds `drain` set.
    fn must_halt<L: Listener>(
        &self,
        draining_since: &mut Option<Instant>,
        listener: &mut L,
    ) -> bool {
        if self.signals.abandon.load(Ordering::Relaxed) {
            return true;
        }
        if !self.signals.drain.load(Ordering::Relaxed) {
            return false;
        }
        let since = *draining_since.get_or_insert_with(|| {
            listener.stopping();
            Instant::now()
        });
        since.elapsed() >= self.options.grace
    }
}

/// Counts games in the order of the schedule.
struct Counting<'a> {
    /// The games of this shard.
    own: &'a [Plan],
    /// The games that have been played and are not counted yet, by their index in `own`.
    games: InOrder<KnownGame>,
    /// The number of games that were counted.
    counted: usize,
    standing: Standing,
}

impl<'a> Counting<'a> {
    fn new(run: &EventRun<'_>, own: &'a [Plan]) -> Self {
        let standing = Standing::new(run.event);
        Self {
            own,
            games: InOrder::from(0),
            counted: 0,
            // An SPRT needs the games of all shards. So if there are several shards, the standing
            // of one of them has no SPRT.
            standing: if run.options.shard.is_part() {
                standing.without_sprt()
            } else {
                standing
            },
        }
    }

    /// Adds the games of earlier runs. Returns the indices in `own` of the games that are still to
    /// be played.
    fn add_known(&mut self, mut known: BTreeMap<usize, KnownGame>) -> Vec<usize> {
        let mut missing = Vec::new();
        for (index, plan) in self.own.iter().enumerate() {
            match known.remove(&plan.game) {
                Some(game) => self.games.insert(index as u64, game),
                None => missing.push(index),
            }
        }
        missing
    }

    /// Adds a game that has ended. `index` is its index in `own`. Returns `Break` if the SPRT has
    /// ended the event.
    fn add<L: Listener>(
        &mut self,
        index: usize,
        game: FinishedGame,
        listener: &mut L,
    ) -> Result<ControlFlow<()>, L::Error> {
        listener.finished(&game)?;
        self.games.insert(index as u64, game.entry.into());
        let flow = self.proceed(listener)?;
        listener.progressed(&self.standing);
        Ok(flow)
    }

    /// Counts the games that are next in order. Returns `Break` if the SPRT has ended the event.
    fn proceed<L: Listener>(&mut self, listener: &mut L) -> Result<ControlFlow<()>, L::Error> {
        while let Some(game) = self.games.pop() {
            if self.standing.is_decided() {
                return Ok(ControlFlow::Break(()));
            }
            self.standing.count(&self.own[self.counted], &game.figures);
            self.counted += 1;
            listener.counted(game.entry, &self.standing)?;
        }
        Ok(if self.standing.is_decided() {
            ControlFlow::Break(())
        } else {
            ControlFlow::Continue(())
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::play::limits::PlayerLimits;
    use crate::players::settings::{PlayerKind, PlayerSettings};
    use crate::tournament::config::Config;
    use crate::tournament::schedule::schedule;

    /// Counts the games that end, and the calls of [`Listener::stopping`].
    #[derive(Default)]
    struct Count {
        games: usize,
        stops: usize,
    }

    impl Listener for Count {
        type Error = Shortage;

        fn finished(&mut self, _game: &FinishedGame) -> Result<(), Shortage> {
            self.games += 1;
            Ok(())
        }

        fn stopping(&mut self) {
            self.stops += 1;
        }
    }

    #[test]
    fn an_event_that_is_stopped_before_its_first_game_says_so() {
        let config = "variants = \"unplay\"\nopenings = { source = \"start\" }\nlimits.nodes = 1\n\
                      [[engine]]\nname = \"a\"\n[[engine]]\nname = \"b\"\n";
        let config = Config::parse(config).expect("a configuration");
        let mut event = config.event().expect("an event");
        let starts = FirstPositions::prepare(&mut event).expect("positions");
        let plans = schedule(&event);
        let settings = PlayerSettings::new(PlayerKind::Random, PlayerLimits::of_nodes(1));
        let signals = StopSignals::default();
        let run = EventRun {
            event: &event,
            plans: &plans,
            starts: &starts,
            engines: &[EngineSource::InProcess(&settings); 2],
            options: &RunOptions::default(),
            signals: &signals,
        };
        let mut listener = Count::default();
        run.play(BTreeMap::new(), &mut listener).expect("played");
        assert_eq!((listener.games, listener.stops), (plans.len(), 0));
        signals.drain.store(true, Ordering::Relaxed);
        let mut listener = Count::default();
        run.play(BTreeMap::new(), &mut listener).expect("stopped");
        assert_eq!((listener.games, listener.stops), (0, 1));
    }
}
