//! An SPRT over several shards. A shard is a part of the schedule of an event. Each shard is played
//! by its own run of the program. Each run reads the journals of all shards. When a run finds there
//! that the SPRT has ended, it writes the stop file and ends. A stop file alone does not end a run:
//! it can be left over from an earlier event, or from journals that have lost games since.
//!
//! The shards of an event share a folder. The SPRT counts games in the order of the schedule, up to
//! the first missing game. It therefore ends at the same game as in an event without shards. The
//! stop file gives the last game that counts. A resumed shard plays no games after that game.

use std::collections::BTreeMap;
use std::fs;
use std::io::ErrorKind;
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

use serde::{Deserialize, Serialize};

use super::event::Event;
use super::journal::{Header, JournalError, Tail, journal_name};
use super::results::{GameFigures, Standing};
use super::schedule::{Plan, Shard};
use crate::files::checksum::{VerifiedLine, object_with_checksum, verify_object};
use crate::files::{Existing, Output, OutputError};

/// The name of the stop file.
pub const STOP_FILE: &str = "stop.json";

/// The shortest time between two readings of the journals by [`SharedTest::look`].
const POLL_INTERVAL: Duration = Duration::from_secs(2);

/// The contents of the stop file.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Stop {
    /// The digest of the event.
    pub hash: String,
    /// The last game that counts.
    pub last_game: usize,
    /// The accepted hypothesis: `H0` or `H1`.
    pub verdict: String,
    /// The number of pairs of games that were counted.
    pub pairs: u64,
}

impl Stop {
    /// The contents of the stop file in a folder. `None` if the file is missing, damaged or about
    /// another event.
    fn read(folder: &Path, event: &Event) -> Option<Self> {
        let text = fs::read_to_string(folder.join(STOP_FILE)).ok()?;
        let Ok(VerifiedLine::Checked(text)) = verify_object(text.trim_end()) else {
            return None;
        };
        let stop: Self = serde_json::from_str(text).ok()?;
        let hashes = [event.hash(), event.without_command_digests().hash()];
        hashes.contains(&stop.hash).then_some(stop)
    }

    fn write(&self, folder: &Path) -> Result<(), OutputError> {
        let object = serde_json::to_string(self).unwrap_or_default();
        let text = object_with_checksum(&object) + "\n";
        Output::write(folder.join(STOP_FILE), Existing::Replace, text)
    }

    /// A message for the user.
    #[must_use]
    pub fn note(&self) -> String {
        format!(
            "The SPRT over all shards has ended after {} pairs, at game {}: {} is accepted. Later \
             games are not needed. The file {STOP_FILE} has this result.",
            self.pairs, self.last_game, self.verdict
        )
    }
}

/// The SPRT over all shards of an event.
pub(super) struct SharedTest<'a> {
    folder: PathBuf,
    event: &'a Event,
    plans: &'a [Plan],
    journals: Vec<Tail>,
    /// Games that were read and are not counted yet.
    waiting: BTreeMap<usize, GameFigures>,
    standing: Standing,
    /// The number of games that were counted.
    counted: usize,
    /// How the SPRT ended; `None` if it has not ended.
    stop: Option<Stop>,
    /// When [`SharedTest::look`] last read the journals.
    last_look: Option<Instant>,
}

impl<'a> SharedTest<'a> {
    /// The SPRT of an event. The journals of all shards are in `folder`. `None` if there is no SPRT
    /// or only one shard.
    pub(super) fn new(
        folder: &Path,
        event: &'a Event,
        plans: &'a [Plan],
        shard: Shard,
    ) -> Option<Self> {
        if event.sprt.is_none() || !shard.is_part() {
            return None;
        }
        let journals = shard.all().map(|shard| {
            let path = folder.join(journal_name(shard));
            Tail::new(&path, Header::new(event, shard))
        });
        Some(Self {
            folder: folder.to_owned(),
            event,
            plans,
            journals: journals.collect(),
            waiting: BTreeMap::new(),
            standing: Standing::new(event),
            counted: 0,
            stop: None,
            last_look: None,
        })
    }

    /// How the SPRT ended before this run; `None` if it has not ended. If the journals do not
    /// confirm a stop file, it is removed.
    ///
    /// # Errors
    ///
    /// The errors of [`SharedTest::look_now`]. Also if the stop file cannot be removed.
    pub(super) fn begin(&mut self) -> Result<Option<Stop>, SharedTestError> {
        let stop = self.look_now()?;
        if stop.is_none() && Stop::read(&self.folder, self.event).is_some() {
            let path = self.folder.join(STOP_FILE);
            // If the file is missing, another shard has removed it.
            if let Err(source) = fs::remove_file(&path)
                && source.kind() != ErrorKind::NotFound
            {
                return Err(OutputError::System { path, source }.into());
            }
        }
        Ok(stop)
    }

    /// How the SPRT ended; `None` if it has not ended. Reads the journals at most once in each
    /// [`POLL_INTERVAL`]. Between two readings, the result is that of the last one.
    ///
    /// # Errors
    ///
    /// The errors of [`SharedTest::look_now`].
    pub(super) fn look(&mut self) -> Result<Option<Stop>, SharedTestError> {
        let now = Instant::now();
        if self
            .last_look
            .is_some_and(|last| now - last < POLL_INTERVAL)
        {
            return Ok(self.stop.clone());
        }
        self.last_look = Some(now);
        self.look_now()
    }

    /// How the SPRT ended; `None` if it has not ended. When it has ended, writes the stop file.
    ///
    /// # Errors
    ///
    /// If a journal cannot be read or the stop file cannot be written.
    pub(super) fn look_now(&mut self) -> Result<Option<Stop>, SharedTestError> {
        if self.stop.is_none() {
            for journal in &mut self.journals {
                for entry in journal.read()? {
                    self.waiting.insert(entry.game, GameFigures::from(&entry));
                }
            }
            self.stop = self.count();
            if let Some(stop) = &self.stop
                && Stop::read(&self.folder, self.event).as_ref() != Some(stop)
            {
                stop.write(&self.folder)?;
            }
        }
        Ok(self.stop.clone())
    }

    /// Counts the waiting games up to the first gap. `None` if the SPRT has not ended.
    fn count(&mut self) -> Option<Stop> {
        while let Some(plan) = self.plans.get(self.counted) {
            let figures = self.waiting.remove(&plan.game)?;
            self.standing.count(plan, &figures);
            self.counted += 1;
            let test = self.standing.sprt()?;
            if let Some(verdict) = test.verdict {
                return Some(Stop {
                    hash: self.event.hash(),
                    last_game: plan.game,
                    verdict: verdict.to_string(),
                    pairs: test.pairs,
                });
            }
        }
        None
    }
}

/// Why the SPRT over all shards cannot continue.
#[derive(Debug, thiserror::Error)]
pub(super) enum SharedTestError {
    /// A journal cannot be read.
    #[error(transparent)]
    Journal(#[from] JournalError),
    /// The stop file cannot be written or removed.
    #[error(transparent)]
    Stop(#[from] OutputError),
}
