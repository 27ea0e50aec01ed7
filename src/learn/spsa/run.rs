//! Plays the pairs of games of an SPSA run, iteration by iteration.

use std::ops::ControlFlow;
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread;
use std::time::Duration;

use thiserror::Error;

use super::journals::PairJournals;
use super::pair::PairGames;
use super::tuner::Spsa;
use crate::play::referee::Unfinished;
use crate::play::shortage::Shortage;
use crate::tournament::journal::JournalError;
use crate::tournament::schedule::Shard;
use crate::tournament::workers::Workers;

/// While a shard waits, it reads the journals of the other shards at this interval.
const POLL_INTERVAL: Duration = Duration::from_millis(500);

/// Why a run ends before its last iteration is complete.
#[derive(Debug, Error)]
pub enum RunError {
    /// A journal cannot be read or written.
    #[error(transparent)]
    Journal(#[from] JournalError),
    /// The computer lacks something, such as memory or open files.
    #[error(transparent)]
    Shortage(#[from] Shortage),
}

/// Listens to a run.
pub trait RunListener {
    /// Called after each pair of this shard, and after each update of the parameters. `pairs` is
    /// [`PairJournals::len`]: pairs that other shards have played since the last
    /// [`PairJournals::refresh`] are not counted.
    fn played(&mut self, pairs: u64, spsa: &Spsa);

    /// Called when this shard must wait until the other shards have played `missing` pairs; at most
    /// once in an iteration. [`PairJournals::damaged`] may be the reason.
    fn waiting(&mut self, missing: u64, journals: &PairJournals);
}

/// How the pairs of a run are played. Of these fields, only `games` affects the result of the run.
#[derive(Clone, Copy, Debug)]
pub struct SpsaRun<'a> {
    /// The games.
    pub games: &'a PairGames,
    /// The shard whose pairs are played.
    pub shard: Shard,
    /// How many pairs are played at the same time; 0 for one per core.
    pub threads: usize,
    /// If set, the pairs under way are abandoned and the run ends.
    pub halt: &'a AtomicBool,
}

impl SpsaRun<'_> {
    /// Plays the pairs of this shard that are not in the journals. Ends when the last iteration is
    /// complete or the run is halted. Pass a new `spsa`, also to resume a run. A resumed run begins
    /// with the first iteration, and takes the scores of the played pairs from the journals.
    /// At the end of each iteration, the shard waits for the pairs of the other shards.
    ///
    /// # Errors
    ///
    /// If a journal cannot be used, or if the computer lacks something, such as memory or a thread.
    pub fn play(
        &self,
        spsa: &mut Spsa,
        journals: &mut PairJournals,
        listener: &mut dyn RunListener,
    ) -> Result<(), RunError> {
        while !spsa.is_finished() {
            let scores = spsa
                .pairs()
                .map(|pair| journals.get(pair).map(|played| played.score()))
                .collect::<Option<Vec<i32>>>();
            if let Some(scores) = scores {
                spsa.update(&scores);
                listener.played(journals.len(), spsa);
                continue;
            }
            if self.halt.load(Ordering::Relaxed) {
                return Ok(());
            }
            let own: Vec<u64> = missing(spsa, journals)
                .filter(|&pair| self.is_own(pair))
                .collect();
            if own.is_empty() {
                self.wait(spsa, journals, listener)?;
            } else {
                self.play_pairs(&own, spsa, journals, listener)?;
            }
        }
        Ok(())
    }

    /// Whether a pair belongs to this shard.
    const fn is_own(&self, pair: u64) -> bool {
        let [part, of] = self.shard.numbers();
        pair % of == part - 1
    }

    /// Plays these pairs of the iteration that `spsa` has reached.
    fn play_pairs(
        &self,
        pairs: &[u64],
        spsa: &Spsa,
        journals: &mut PairJournals,
        listener: &mut dyn RunListener,
    ) -> Result<(), RunError> {
        let drain = AtomicBool::new(false);
        let workers = Workers {
            threads: self.threads,
            drain: &drain,
            halt: self.halt,
        };
        let is_stopped = || self.halt.load(Ordering::Relaxed);
        let failed = workers.run(
            0..pairs.len() as u64,
            || (),
            |(), index| {
                let pair = *pairs.get(index as usize)?;
                let candidates = spsa.candidates(pair);
                match self.games.play(pair, &candidates, &is_stopped) {
                    Ok(played) => Some(Ok(played)),
                    Err(Unfinished::Shortage(shortage)) => Some(Err(shortage)),
                    Err(Unfinished::Abandoned | Unfinished::Interrupted) => None,
                }
            },
            |result| {
                let Some((_, result)) = result else {
                    return ControlFlow::Continue(());
                };
                let appended = result
                    .map_err(RunError::from)
                    .and_then(|pair| Ok(journals.append(pair)?));
                if let Err(error) = appended {
                    return ControlFlow::Break(error);
                }
                listener.played(journals.len(), spsa);
                ControlFlow::Continue(())
            },
        );
        let failed = failed.map_err(|error| {
            Shortage::from_error("a thread for games cannot be started", &error)
        })?;
        failed.map_or(Ok(()), Err)
    }

    /// Waits until the other shards have played their pairs of the iteration that `spsa` has
    /// reached, or the run is halted.
    fn wait(
        &self,
        spsa: &Spsa,
        journals: &mut PairJournals,
        listener: &mut dyn RunListener,
    ) -> Result<(), RunError> {
        journals.refresh()?;
        let count = missing(spsa, journals).count();
        if count > 0 {
            listener.waiting(count as u64, journals);
        }
        while missing(spsa, journals).next().is_some() && !self.halt.load(Ordering::Relaxed) {
            thread::sleep(POLL_INTERVAL);
            journals.refresh()?;
        }
        Ok(())
    }
}

/// The pairs of the iteration that `spsa` has reached, without those that are in the journals.
fn missing(spsa: &Spsa, journals: &PairJournals) -> impl Iterator<Item = u64> {
    spsa.pairs().filter(|&pair| journals.get(pair).is_none())
}
