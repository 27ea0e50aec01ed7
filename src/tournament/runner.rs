//! Plays an event to its end, or as far as it gets: workers play, one thread writes the journal.

use std::collections::BTreeSet;
use std::fs;
use std::io;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::mpsc::{Receiver, RecvTimeoutError, Sender, channel};
use std::thread;
use std::time::{Duration, Instant};

use thiserror::Error;

use super::event::Event;
use super::journal::{self, GameError, Header, Journal, JournalError};
use super::openings::{FirstPositions, FirstPositionsError};
use super::referee::{Bench, Played, play};
use super::results::{EngineTiming, Glimpse, Results, timing};
use super::schedule::{Plan, Shard, schedule};
use crate::play::entry::Entry;
use crate::play::fault::{Fault, Halt};
use crate::players::process::client::Player;
use crate::players::spec::EngineSpec;

/// How often the thread that writes looks up whether it is to stop.
const GLANCE: Duration = Duration::from_millis(100);

/// Where a picture of the standing costs more than a game, it is drawn less often.
const STANDING: Duration = Duration::from_millis(250);

/// How an event is to be played; its games do not hang on it.
#[derive(Clone, Debug)]
pub struct Orders {
    /// The folder for all files.
    pub folder: PathBuf,
    /// The part to play.
    pub shard: Shard,
    /// Whether to go on with a journal that is there.
    pub resume: bool,
    /// Games at a time.
    pub concurrency: usize,
    /// How long games may go on that are under way when the event is told to stop.
    pub grace: Duration,
}

/// What signals ask for.
#[derive(Debug, Default)]
pub struct Wishes {
    /// No new games: let those under way come to their end.
    pub drain: AtomicBool,
    /// No games at all, at once.
    pub abandon: AtomicBool,
}

/// Watches an event while it is played.
pub trait Observer {
    /// So many games are to be played in all, and so many of them have been played before.
    fn begin(&mut self, total: usize, before: usize);

    /// So many games have been played.
    fn show(&mut self, event: &Event, now: &Glimpse, done: usize);

    /// Something a person should know.
    fn note(&mut self, text: &str);

    /// No more games are played.
    fn end(&mut self);
}

/// What became of an event.
#[derive(Clone, PartialEq, Debug)]
pub struct Outcome {
    /// The event, with the digest of its first positions.
    pub event: Event,
    /// All games of the event.
    pub plans: Vec<Plan>,
    /// Those that have been played.
    pub entries: Vec<Entry>,
    /// The results so far.
    pub results: Results,
    /// How fast everybody answered.
    pub timing: Vec<EngineTiming>,
    /// Games of this part that are still to be played.
    pub missing: usize,
    /// Whether the journal had a torn last line.
    pub was_torn: bool,
}

/// Why an event cannot be played.
#[derive(Debug, Error)]
pub enum RunError {
    /// First positions are missing.
    #[error(transparent)]
    Opening(#[from] FirstPositionsError),
    /// The journal is not in order.
    #[error(transparent)]
    Journal(#[from] JournalError),
    /// A game in it is out of place.
    #[error(transparent)]
    Game(#[from] GameError),
    /// There is a journal, and nobody has said to go on with it.
    #[error("{0} is there already; --resume goes on with it, --out takes another folder")]
    Exists(PathBuf),
    /// The folder or a file in it cannot be written.
    #[error("{path}: {source}")]
    File {
        /// Its name.
        path: PathBuf,
        /// Why.
        source: io::Error,
    },
    /// An engine cannot be started.
    #[error("engine {engine}: {command} cannot be started: {source}")]
    Start {
        /// The engine.
        engine: String,
        /// Its command.
        command: String,
        /// Why.
        source: io::Error,
    },
    /// An engine lacks an option.
    #[error("engine {engine}: it has no option '{option}'; it has {known}")]
    NoOption {
        /// The engine.
        engine: String,
        /// The option.
        option: String,
        /// Those that it has.
        known: String,
    },
    /// An engine does not know a game.
    #[error("engine {engine}: it does not play {variant}; it plays {known}")]
    NoVariant {
        /// The engine.
        engine: String,
        /// The game.
        variant: String,
        /// Those that it knows.
        known: String,
    },
    /// A game in the journal did not start where it should have.
    #[error("{path}: game {game} starts elsewhere than the schedule says")]
    OtherStart {
        /// The journal.
        path: PathBuf,
        /// The game.
        game: usize,
    },
}

/// The name of the journal of a part.
#[must_use]
pub fn journal_name(shard: Shard) -> String {
    if shard.is_part() {
        format!("journal-{}.jsonl", shard.to_string().replace('/', "-of-"))
    } else {
        "journal.jsonl".to_owned()
    }
}

fn in_file(path: &Path) -> impl Fn(io::Error) -> RunError + use<'_> {
    |source| RunError::File {
        path: path.to_owned(),
        source,
    }
}

/// Plays what is missing.
///
/// # Errors
///
/// When the event cannot be played as it is; games that were played until then are in the journal.
pub fn run(
    mut event: Event,
    orders: &Orders,
    wishes: &Wishes,
    observer: &mut dyn Observer,
) -> Result<Outcome, RunError> {
    let openings = FirstPositions::prepare(&mut event)?;
    let event = event;
    let plans = schedule(&event);
    let folder = &orders.folder;
    fs::create_dir_all(folder).map_err(in_file(folder))?;
    let path = folder.join(journal_name(orders.shard));
    let header = Header::new(&event, orders.shard);
    if !orders.resume && path.exists() {
        return Err(RunError::Exists(path));
    }
    for variant in event.variants.iter().map(|name| name.0) {
        if let Some(note) = openings.shortage(variant, event.rounds) {
            observer.note(&note);
        }
    }
    inspect_engines(&event, &wishes.abandon, observer)?;
    let (journal, entries, was_torn) = if orders.resume {
        journal::resume(&path, &header)?
    } else {
        (Journal::create(&path, &header)?, Vec::new(), false)
    };
    journal::check(&path, &entries, &event, &plans)?;
    for entry in &entries {
        let start = openings.start(entry.variant.0, entry.round).to_string();
        if start != entry.start {
            let game = entry.game;
            return Err(RunError::OtherStart { path, game });
        }
    }
    let own: Vec<Plan> = plans
        .iter()
        .copied()
        .filter(|plan| orders.shard.holds(plan))
        .collect();
    let mut hall = Hall {
        event: &event,
        plans: &plans,
        openings: &openings,
        orders,
        wishes,
        journal,
        entries,
        scheduled: own.len(),
        halt: AtomicBool::new(false),
        drain: AtomicBool::new(false),
    };
    hall.play(&own, observer)?;
    let entries = hall.entries;
    let results = Results::of(&event, &plans, &entries);
    let missing = if results.is_decided() && !orders.shard.is_part() {
        0
    } else {
        own.len() - entries.len()
    };
    Ok(Outcome {
        timing: timing(&event, &entries),
        results,
        missing,
        was_torn,
        event,
        plans,
        entries,
    })
}

/// Starts every engine once, to see that it is there and has what is asked of it. An engine that
/// fails while it starts is none of the configuration's fault: it loses its games.
fn inspect_engines(
    event: &Event,
    abandon: &AtomicBool,
    observer: &mut dyn Observer,
) -> Result<(), RunError> {
    for spec in &event.engines {
        let mut player = Player::launch(spec, abandon).map_err(|source| RunError::Start {
            engine: spec.name.clone(),
            command: spec
                .command
                .as_ref()
                .map_or_else(|| "reviver".to_owned(), |words| words.join(" ")),
            source,
        })?;
        match player.introduce() {
            Ok(()) => inspect(event, spec, &player)?,
            Err(Halt::Fault(fault)) => {
                let Fault { kind, detail } = fault;
                observer.note(&format!("engine {}: {kind}: {detail}", spec.name));
            }
            Err(Halt::Abandoned) => {}
        }
        player.quit();
    }
    Ok(())
}

fn inspect(event: &Event, spec: &EngineSpec, player: &Player<'_>) -> Result<(), RunError> {
    for option in spec.options.keys() {
        if !player.declares(option) {
            let known = player.declared().iter().map(|option| option.name.as_str());
            return Err(RunError::NoOption {
                engine: spec.name.clone(),
                option: option.clone(),
                known: known.collect::<Vec<_>>().join(", "),
            });
        }
    }
    // Its options may have told it more games than it knows by itself.
    if spec.guided {
        return Ok(());
    }
    let games = player
        .declared()
        .iter()
        .find(|option| option.name == "UCI_Variant");
    let Some(games) = games.filter(|option| option.kind == "combo") else {
        return Ok(());
    };
    for variant in &event.variants {
        let name = variant.0.name();
        if !games
            .choices
            .iter()
            .any(|choice| choice.eq_ignore_ascii_case(name))
        {
            return Err(RunError::NoVariant {
                engine: player.identity().unwrap_or(&spec.name).to_owned(),
                variant: name.to_owned(),
                known: games.choices.join(", "),
            });
        }
    }
    Ok(())
}

/// Where an event is played.
struct Hall<'a> {
    event: &'a Event,
    plans: &'a [Plan],
    openings: &'a FirstPositions,
    orders: &'a Orders,
    wishes: &'a Wishes,
    journal: Journal<Entry>,
    entries: Vec<Entry>,
    scheduled: usize,
    /// Tells workers to drop what they are doing.
    halt: AtomicBool,
    /// Tells workers to begin no game any more.
    drain: AtomicBool,
}

impl Hall<'_> {
    /// Plays the games of `own` that are not in the journal yet.
    fn play(&mut self, own: &[Plan], observer: &mut dyn Observer) -> Result<(), RunError> {
        let played: BTreeSet<usize> = self.entries.iter().map(|entry| entry.game).collect();
        let missing: Vec<Plan> = own
            .iter()
            .copied()
            .filter(|plan| !played.contains(&plan.game))
            .collect();
        if missing.is_empty() || self.is_decided() {
            return Ok(());
        }
        observer.begin(self.scheduled, self.entries.len());
        let next = AtomicUsize::new(0);
        let (event, openings) = (self.event, self.openings);
        // The flags are moved out of the way of the borrow of everything else.
        let halt = std::mem::take(&mut self.halt);
        let drain = std::mem::take(&mut self.drain);
        let (halt, drain, next, missing) = (&halt, &drain, &next, &missing);
        let workers = self.orders.concurrency.min(missing.len());
        let end = thread::scope(|scope| {
            let (sender, results) = channel();
            for _ in 0..workers {
                let sender: Sender<Played> = sender.clone();
                scope.spawn(move || {
                    let mut bench = Bench::default();
                    while !drain.load(Ordering::Relaxed) && !halt.load(Ordering::Relaxed) {
                        let Some(plan) = missing.get(next.fetch_add(1, Ordering::Relaxed)) else {
                            break;
                        };
                        let start = openings.start(plan.variant, plan.round);
                        let Some(played) = play(event, plan, start, (&mut bench, halt)) else {
                            break;
                        };
                        if sender.send(played).is_err() {
                            break;
                        }
                    }
                    bench.leave();
                });
            }
            drop(sender);
            let end = self.collect(&results, observer, (halt, drain));
            // Whatever has gone wrong, nobody plays on.
            halt.store(true, Ordering::Relaxed);
            end
        });
        observer.end();
        end
    }

    /// Writes down what comes from the workers, until there is nothing more to come.
    fn collect(
        &mut self,
        results: &Receiver<Played>,
        observer: &mut dyn Observer,
        (halt, drain): (&AtomicBool, &AtomicBool),
    ) -> Result<(), RunError> {
        let mut told: Option<Instant> = None;
        let mut shown: Option<Instant> = None;
        loop {
            match results.recv_timeout(GLANCE) {
                Ok(played) => {
                    self.write_down(played)?;
                    let due = shown.is_none_or(|shown| shown.elapsed() >= STANDING);
                    if due || self.event.sprt.is_some() || self.entries.len() == self.scheduled {
                        shown = Some(Instant::now());
                        let standing = Glimpse::of(self.event, self.plans, &self.entries);
                        observer.show(self.event, &standing, self.entries.len());
                        if standing.is_decided() && !self.orders.shard.is_part() {
                            halt.store(true, Ordering::Relaxed);
                        }
                    }
                }
                Err(RecvTimeoutError::Timeout) => {}
                Err(RecvTimeoutError::Disconnected) => return Ok(()),
            }
            if self.wishes.drain.load(Ordering::Relaxed) {
                drain.store(true, Ordering::Relaxed);
                let since = *told.get_or_insert_with(|| {
                    observer.note("Stopping: games under way are played to their end.");
                    Instant::now()
                });
                if since.elapsed() >= self.orders.grace {
                    halt.store(true, Ordering::Relaxed);
                }
            }
            if self.wishes.abandon.load(Ordering::Relaxed) {
                halt.store(true, Ordering::Relaxed);
            }
        }
    }

    /// Whether a test has come to its end.
    fn is_decided(&self) -> bool {
        self.event.sprt.is_some()
            && !self.orders.shard.is_part()
            && Glimpse::of(self.event, self.plans, &self.entries).is_decided()
    }

    /// First what was said, then the game: whatever the journal names is there.
    fn write_down(&mut self, played: Played) -> Result<(), RunError> {
        if let Some(reproducer) = played.reproducer {
            let path = self.orders.folder.join(&reproducer.name);
            if let Some(folder) = path.parent() {
                fs::create_dir_all(folder).map_err(in_file(folder))?;
            }
            fs::write(&path, reproducer.text).map_err(in_file(&path))?;
        }
        self.journal.append(&played.entry)?;
        self.entries.push(played.entry);
        Ok(())
    }
}
