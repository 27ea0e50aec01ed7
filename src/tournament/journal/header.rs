//! The journal of an event: a header that describes the event, and a line for each game.
//!
//! The reader replays every game by the rules, to find wrong games. Nothing later would find them:
//! reports use the games of the journal, and a resumed event does not play these games again.

use std::fs::File;
use std::io::{BufRead, BufReader};
use std::ops::RangeInclusive;
use std::path::Path;

use serde::{Deserialize, Serialize};

use super::contents::{Contents, LineReader};
use super::error::{DamagedLines, JournalError};
use super::file::{self, Journal};
use crate::files::checksum::{VerifiedLine, verify_object};
use crate::play::duration::TimeControl;
use crate::play::entry::Entry;
use crate::play::game_name::GameName;
use crate::play::replay;
use crate::tournament::event::Event;
use crate::tournament::openings::FirstPositions;
use crate::tournament::schedule::{Plan, Shard, schedule};

/// The version of the format. In version 1, the times of clocks are numbers of seconds without a
/// unit.
const VERSION: u32 = 3;

/// The first version whose lines have checksums.
const CHECKED_VERSION: u32 = 3;

/// The first line of a journal.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct Header {
    /// The version of the format.
    pub journal: u32,
    /// The version of the program that created the journal.
    pub reviver: String,
    /// The digest of the event.
    pub hash: String,
    /// The shard of the event. The journal holds the games of this shard.
    pub shard: Shard,
    /// The event.
    pub event: Event,
}

impl Header {
    /// The header for a shard of an event.
    #[must_use]
    pub fn new(event: &Event, shard: Shard) -> Self {
        Self {
            journal: VERSION,
            reviver: env!("CARGO_PKG_VERSION").to_owned(),
            hash: event.hash(),
            shard,
            event: event.clone(),
        }
    }
}

/// The file name of the journal of a shard.
#[must_use]
pub fn journal_name(shard: Shard) -> String {
    if shard.is_part() {
        format!("journal-{}.jsonl", shard.to_string().replace('/', "-of-"))
    } else {
        "journal.jsonl".to_owned()
    }
}

/// Reads the games of an event. Checks that each game is in the schedule of its shard and follows
/// the rules.
#[derive(Clone, Debug)]
pub struct GameReader<'a> {
    /// The header of the journal.
    pub header: Header,
    /// The schedule of the event in the header.
    pub plans: Vec<Plan>,
    /// The first positions of the event, if they are known.
    starts: Option<&'a FirstPositions>,
}

impl<'a> GameReader<'a> {
    pub(super) fn new(header: Header, starts: Option<&'a FirstPositions>) -> Self {
        Self {
            plans: schedule(&header.event),
            header,
            starts,
        }
    }
}

impl LineReader for GameReader<'_> {
    type Entry = Entry;

    fn read(&self, line: &str) -> Result<Entry, String> {
        let entry: Entry = serde_json::from_str(line).map_err(|error| error.to_string())?;
        let game = entry.game;
        let plan = game.checked_sub(1).and_then(|index| self.plans.get(index));
        let Some(plan) = plan.filter(|plan| is_planned(&entry, plan, &self.header.event)) else {
            return Err(format!(
                "the schedule has no game {game} with this variant, round and players"
            ));
        };
        if !self.header.shard.holds(plan) {
            return Err(format!("game {game} belongs to another shard"));
        }
        check(&entry, &self.header.event, self.starts)?;
        Ok(entry)
    }

    fn games(&self, entry: &Entry) -> RangeInclusive<usize> {
        entry.game..=entry.game
    }
}

/// Whether a game has the variant, the round and the players of its plan.
pub(super) fn is_planned(entry: &Entry, plan: &Plan, event: &Event) -> bool {
    let name = |engine: usize| event.engines.get(engine).map(|engine| engine.name.as_str());
    plan.variant == entry.variant
        && plan.round == entry.round
        && name(plan.first) == Some(&entry.first)
        && name(plan.second) == Some(&entry.second)
}

/// Replays a game, to check it by the rules. If `starts` is known, also checks the first position.
pub(super) fn check(
    entry: &Entry,
    event: &Event,
    starts: Option<&FirstPositions>,
) -> Result<(), String> {
    let game = entry.game;
    if starts.is_some_and(|starts| starts.start(entry.variant, entry.round) != entry.start) {
        return Err(format!(
            "game {game} does not start at the position of the schedule"
        ));
    }
    replay::check(entry, event.adjudication).map_err(|error| format!("game {game}: {error}"))
}

/// Reads the journal of an event, even while another program writes it.
///
/// # Errors
///
/// If it cannot be read, its first line is damaged, it is not the journal of an event, or it has an
/// unknown version.
pub fn read(path: &Path) -> Result<Contents<GameReader<'static>>, JournalError> {
    file::read(path, |line| Ok(GameReader::new(header(line)?, None)))
}

/// Reads the journal of an event whose first positions are known. A line is damaged if its game
/// starts at another position.
///
/// # Errors
///
/// Those of [`read`].
pub fn read_from<'a>(
    path: &Path,
    starts: &'a FirstPositions,
) -> Result<Contents<GameReader<'a>>, JournalError> {
    file::read(path, |line| {
        Ok(GameReader::new(header(line)?, Some(starts)))
    })
}

/// Reads the journal of an event. All its complete lines must be sound.
///
/// # Errors
///
/// If [`read`] returns an error, or if the journal has damaged lines.
pub fn read_sound(path: &Path) -> Result<Contents<GameReader<'static>>, JournalError> {
    read(path)?.accepted(DamagedLines::Refuse, path)
}

/// Reads the journal of an event, and returns the event and its games.
///
/// # Errors
///
/// If [`read_sound`] returns an error, or if the journal has no complete first line.
pub fn read_event(path: &Path) -> Result<(Event, Vec<Entry>), JournalError> {
    let contents = read_sound(path)?;
    let reader = contents.reader;
    let reader = reader.ok_or_else(|| JournalError::NoFirstLine(path.to_owned()))?;
    Ok((reader.header.event, contents.entries))
}

/// Reads the first line of a journal.
///
/// # Errors
///
/// If the line does not describe an event, lacks its checksum, or has an unknown version.
pub(super) fn header(line: VerifiedLine<'_>) -> Result<Header, String> {
    let wrong = |error| format!("line 1 does not describe an event: {error}");
    let mut header: serde_json::Value = serde_json::from_str(line.text()).map_err(wrong)?;
    // Check the version first: an unknown version may have other fields.
    let version = header.get("journal").and_then(serde_json::Value::as_u64);
    if let Some(version) = version.filter(|version| !(1..=VERSION.into()).contains(version)) {
        return Err(format!(
            "line 1: this journal has version {version}, but this program knows only versions 1 to {VERSION}; \
             use the program that wrote the journal"
        ));
    }
    if version == Some(1) {
        add_units(&mut header);
    }
    let header: Header = serde_json::from_value(header).map_err(wrong)?;
    if header.journal >= CHECKED_VERSION && matches!(line, VerifiedLine::Unchecked(_)) {
        return Err("line 1: the line is damaged: it has no checksum".to_owned());
    }
    Ok(header)
}

/// Gives variants the names that the journal at `path` has for them. The random openings of an
/// event depend on the names, so an event can go on only with its old names. If there is no journal
/// or its first line cannot be read, the names stay.
pub fn take_names(path: &Path, variants: &mut [GameName]) {
    let Some(found) = first_line(path) else {
        return;
    };
    for named in found.event.variants {
        if let Some(variant) = variants.iter_mut().find(|variant| **variant == named) {
            variant.name = named.name;
        }
    }
}

/// The header of a journal; `None` if there is none. A pipe is not opened, because opening it would
/// wait for a writer.
fn first_line(path: &Path) -> Option<Header> {
    if !path.is_file() {
        return None;
    }
    let mut line = String::new();
    let mut file = BufReader::new(File::open(path).ok()?);
    file.read_line(&mut line).ok()?;
    header(verify_object(line.trim_end()).ok()?).ok()
}

/// Adds units to the clocks in a header of version 1.
fn add_units(header: &mut serde_json::Value) {
    let engines = header.pointer_mut("/event/engines");
    let engines = engines.and_then(|engines| engines.as_array_mut());
    for engine in engines.into_iter().flatten() {
        if let Some(time) = engine.pointer_mut("/limits/time")
            && let Some(text) = time.as_str()
            && let Ok(control) = TimeControl::from_bare_seconds(text)
        {
            *time = control.to_string().into();
        }
    }
}

/// Opens or creates the journal of an event to append to it, and returns its contents. If the event
/// has more rounds than the journal, the journal gets a new first line.
///
/// # Errors
///
/// If it is the journal of another shard, or of an event that is neither the wanted one nor its
/// beginning ([`Event::begins`]); if it has an unknown version; or if [`Journal::resume`] returns
/// an error for another reason.
pub fn resume<'a>(
    path: &Path,
    wanted: &Header,
    starts: &'a FirstPositions,
    damaged: DamagedLines,
) -> Result<(Journal<Entry>, Contents<GameReader<'a>>), JournalError> {
    let (journal, contents) = Journal::resume(path, wanted, damaged, |line| {
        let found = header(line)?;
        check_continues(&found, wanted)?;
        Ok(GameReader::new(found, Some(starts)))
    })?;
    let found = contents.reader.as_ref().map(|reader| &reader.header);
    if found.is_none_or(|found| found.event.rounds == wanted.event.rounds) {
        return Ok((journal, contents));
    }
    Ok((journal.replaced_by(wanted, &contents.entries)?, contents))
}

/// Checks that a journal with the header `found` can be continued with the header `wanted`.
fn check_continues(found: &Header, wanted: &Header) -> Result<(), String> {
    if !found.event.begins(&wanted.event) {
        let names = found.event.differences(&wanted.event);
        if names == ["rounds"] {
            let rounds = found.event.rounds;
            return Err(format!(
                "this journal is of the same event with {rounds} rounds, and an event cannot get \
                 fewer rounds; set rounds to at least {rounds}, or choose another folder with --out"
            ));
        }
        let names = names.join(", ");
        return Err(format!(
            "this journal has other values of {names}: it belongs to another event, or the \
             configuration has changed since the journal was created; choose another folder with \
             --out, or restore the old configuration"
        ));
    }
    if found.shard != wanted.shard {
        return Err(
            "this is the journal of another shard of the event; give --shard as before".to_owned(),
        );
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::tournament::config::Config;

    #[test]
    fn the_clocks_of_version_1_are_read_in_seconds() {
        let config = "variants = \"ssehc\"\nlimits = { time = \"40/10s+0.1s\" }\n\
                      [[engine]]\nname = \"a\"\n[[engine]]\nname = \"b\"\n";
        let config = Config::parse(config).expect("a configuration");
        let wanted = Header::new(&config.event().expect("an event"), Shard::WHOLE);
        let line = serde_json::to_string(&wanted).expect("JSON");
        let old = line
            .replace("\"journal\":3", "\"journal\":1")
            .replace("40/10s+0.1s", "40/10+0.1")
            .replace(&wanted.hash, "0123456789abcdef0123456789abcdef");
        assert_ne!(line, old);
        let found = header(VerifiedLine::Unchecked(&old)).expect("an old header");
        assert_eq!(found.event, wanted.event);
        assert_eq!(check_continues(&found, &wanted), Ok(()));
        let bare = line.replace("40/10s+0.1s", "40/10+0.1");
        assert!(header(VerifiedLine::Checked(&bare)).is_err());
        let damaged = header(VerifiedLine::Unchecked(&line)).expect_err("no checksum");
        assert!(damaged.contains("has no checksum"), "{damaged}");
    }

    #[test]
    fn a_header_may_lack_the_evaluation_of_an_engine_with_a_command() {
        let config = "variants = \"ssehc\"\nlimits.nodes = 5\n\
                      [[engine]]\nname = \"a\"\ncommand = \"reviver\"\n[[engine]]\nname = \"b\"\n";
        let config = Config::parse(config).expect("a configuration");
        let found = Header::new(&config.event().expect("an event"), Shard::WHOLE);
        let with = |engine: usize, evaluation: &str| {
            let mut header = found.clone();
            header.event.engines[engine].evaluation = Some(evaluation.to_owned());
            header
        };
        assert_eq!(check_continues(&found, &with(0, "x")), Ok(()));
        assert!(check_continues(&with(0, "x"), &found).is_err());
        assert!(check_continues(&with(0, "y"), &with(0, "x")).is_err());
        assert!(check_continues(&found, &with(1, "x")).is_err());
    }

    #[test]
    fn a_journal_of_another_event_or_shard_is_refused() {
        let config = "variants = \"ssehc\"\nlimits.nodes = 5\n\
                      [[engine]]\nname = \"a\"\n[[engine]]\nname = \"b\"\n";
        let config = Config::parse(config).expect("a configuration");
        let wanted = Header::new(&config.event().expect("an event"), Shard::WHOLE);
        let (mut event, mut shard) = (wanted.clone(), wanted.clone());
        event.event.rounds += 1;
        let longer = event.clone();
        event.event.seed += 1;
        shard.shard = "1/2".parse().expect("a shard");
        for (found, words) in [
            (
                event,
                "other values of rounds, seed: it belongs to another event",
            ),
            (longer.clone(), "set rounds to at least 2"),
            (shard, "another shard"),
        ] {
            let problem = check_continues(&found, &wanted).expect_err(words);
            assert!(problem.contains(words), "{problem}");
        }
        assert_eq!(check_continues(&wanted, &longer), Ok(()));
    }

    #[test]
    fn a_journal_of_an_unknown_version_is_not_read() {
        let config = "variants = \"ssehc\"\nlimits.nodes = 5\n\
                      [[engine]]\nname = \"a\"\n[[engine]]\nname = \"b\"\n";
        let config = Config::parse(config).expect("a configuration");
        let mut later = Header::new(&config.event().expect("an event"), Shard::WHOLE);
        later.journal = VERSION + 1;
        let folder = tempfile::TempDir::new().expect("a folder");
        let path = folder.path().join("journal.jsonl");
        for version in [0, VERSION + 1] {
            later.journal = version;
            let text = file::text::<Entry>(&later, &[]).expect("JSON");
            std::fs::write(&path, text).expect("written");
            let error = read_event(&path).expect_err("an unknown version");
            let words = format!("this journal has version {version}, but this program knows only");
            assert!(error.to_string().contains(&words), "{error}");
        }
        // The error is about the version, not about the missing fields.
        let other = VerifiedLine::Checked("{\"journal\":4,\"tournament\":{}}");
        let problem = header(other).expect_err("an unknown version");
        assert!(problem.contains("has version 4"), "{problem}");
    }
}
