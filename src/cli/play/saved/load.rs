//! Earlier games to continue: games in files, and kept copies. The program writes a kept copy of
//! its game after every turn ([`super::kept`]). When the program that wrote it has ended, a kept
//! copy of an unfinished game can be continued. A kept game that is over is saved in a file.

use std::fmt::Display;
use std::path::PathBuf;
use std::time::{Duration, SystemTime};

use super::files::{SaveFiles, Snapshot, saved_in, why_not_saved};
use super::kept::{Folder, KeptError, KeptGame, SAVED_LATER};
use super::settings::{GameSettings, KnownSettings};
use crate::cli::files::read_record_file;
use crate::cli::terminal::{Answer, Console};
use crate::cli::{Error, note};
use crate::games::{Game, TypedGame, Visitor};
use crate::notation::NativeWords;
use crate::plural::counted;
use crate::record::{self, GameResult, Record};

/// An earlier game to continue.
#[derive(Debug)]
pub(in crate::cli::play) struct EarlierGame {
    pub(in crate::cli::play) record: Record,
    /// The settings with which the game was played, as far as the record has them.
    pub(in crate::cli::play) settings: KnownSettings,
    pub(in crate::cli::play) origin: Origin,
}

/// Where a game comes from.
#[derive(Debug)]
pub(in crate::cli::play) enum Origin {
    /// A file.
    File { path: PathBuf, contents: String },
    /// The kept copy of a game whose program has ended.
    Kept(KeptGame),
}

/// What to do with the kept games that cannot be continued.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(in crate::cli::play) enum OtherGames {
    /// Saves them in files.
    Save,
    /// Leaves them for a start at a terminal or with `--resume`.
    Leave,
}

/// What the person at a terminal wants to do with an unfinished game.
pub(in crate::cli::play) enum ResumeAnswer {
    /// To continue it.
    Continue(Box<EarlierGame>),
    /// To play another game instead.
    Other,
    /// To leave the program.
    Leave,
}

impl EarlierGame {
    /// The game in a file.
    ///
    /// # Errors
    ///
    /// If the file cannot be read, has no legal game, or has a wrong tag.
    pub(in crate::cli::play) fn load(path: &str) -> Result<Self, Error> {
        let contents = read_record_file(path)?;
        let (record, settings) =
            read(&contents).map_err(|error| Error::Failed(format!("{path}: {error}")))?;
        let path = PathBuf::from(path);
        Ok(Self {
            record,
            settings,
            origin: Origin::File { path, contents },
        })
    }

    /// The kept games to continue, the latest first. Their programs have ended. Reports the other
    /// kept games, which are over or have turns that were taken back. Saves them in files if
    /// `others` is [`OtherGames::Save`].
    pub(in crate::cli::play) fn kept(folder: Option<&Folder>, others: OtherGames) -> Vec<Self> {
        let kept = folder.map_or_else(Vec::new, Folder::interrupted);
        let games = kept.into_iter().filter_map(Self::from_kept);
        let mut unfinished = Vec::new();
        for game in games {
            let Some(why) = game.why_not_continued() else {
                unfinished.push(game);
                continue;
            };
            let what = game.describe();
            let next = match others {
                OtherGames::Save => game.save(),
                OtherGames::Leave => SAVED_LATER.to_owned(),
            };
            note(&format!("{what} {why}. {next}"));
        }
        unfinished
    }

    /// The game of a kept copy. If the copy cannot be read, is damaged or is not a legal game,
    /// reports it and returns `None`. A copy that is damaged or is not a legal game is also
    /// renamed.
    fn from_kept(kept: KeptGame) -> Option<Self> {
        let game = match kept.read() {
            Ok(text) => read(&text),
            Err(error @ KeptError::System(_)) => {
                // The file may be undamaged. So it keeps its name, and the next start of the
                // program tries to read it again.
                let place = kept.path().display();
                note(&format!(
                    "A kept game cannot be read: {error}. Its file is {place}."
                ));
                return None;
            }
            Err(error @ KeptError::Checksum) => Err(error.to_string()),
        };
        match game {
            Ok((record, settings)) => Some(Self {
                record,
                settings,
                origin: Origin::Kept(kept),
            }),
            Err(error) => {
                let place = kept.path().to_owned();
                let place = kept.put_aside().unwrap_or(place);
                let place = place.display();
                note(&format!(
                    "A kept game is damaged: {error}. Its file is {place}."
                ));
                None
            }
        }
    }

    /// The game to resume: the latest game of `kept`, or the last game that the person quit before
    /// its end, whichever is later. With `named`, only a game of this name.
    ///
    /// # Errors
    ///
    /// If there is no such game.
    pub(in crate::cli::play) fn resume(
        kept: Vec<Self>,
        folder: Option<&Folder>,
        named: Option<&'static Game>,
    ) -> Result<Self, Error> {
        let of_game = named.map_or_else(String::new, |named| format!(" of {named}"));
        unfinished(kept, folder, named)
            .ok_or_else(|| Error::Failed(format!("there is no unfinished game{of_game}")))
    }

    /// Offers an unfinished game. `named` is the game on the command line; if there is one, offers
    /// only a game of this name. At a terminal, asks whether to continue the game that
    /// [`Self::resume`] would continue. Without a terminal, asks nothing, but says how to continue
    /// this game with `--resume` if it is a kept game.
    pub(in crate::cli::play) fn offer(
        kept: Vec<Self>,
        folder: Option<&Folder>,
        named: Option<&'static Game>,
        console: &mut Console,
    ) -> Result<ResumeAnswer, Error> {
        if !console.is_terminal() {
            let is_kept = |game: &Self| matches!(game.origin, Origin::Kept(_));
            if let Some(game) = unfinished(kept, folder, named).filter(is_kept) {
                let what = game.describe();
                let name = named.filter(|named| named.is_built_in());
                let name = name.map_or_else(String::new, |name| format!(" {name}"));
                note(&format!(
                    "{what} was not finished. Continue it with:\n  reviver play{name} --resume"
                ));
            }
            return Ok(ResumeAnswer::Other);
        }
        let Some(game) = unfinished(kept, folder, named) else {
            return Ok(ResumeAnswer::Other);
        };
        let what = game.describe();
        console.say(&format!("{what} was not finished."))?;
        let help = "Type yes to continue this game, no to leave it in a file and begin another game, or quit to \
             end the program.";
        Ok(match console.confirm("Continue it? [Y/n] ", help)? {
            Answer::Yes => ResumeAnswer::Continue(Box::new(game)),
            Answer::Quit | Answer::End => ResumeAnswer::Leave,
            Answer::No => {
                // A game from a file is the game that the person quit last. The program does
                // not offer it again.
                if let (Some(folder), Origin::File { .. }) = (folder, &game.origin) {
                    folder.forget_left();
                }
                console.say(&game.save())?;
                ResumeAnswer::Other
            }
        })
    }

    /// Why the game is not continued from its kept copy; `None` if it can be continued.
    fn why_not_continued(&self) -> Option<&'static str> {
        if self.is_over() {
            return Some("is over");
        }
        match &self.origin {
            Origin::Kept(kept) if kept.is_taken_back() => Some("has the turns that you took back"),
            _ => None,
        }
    }

    fn is_over(&self) -> bool {
        self.record.result != GameResult::Unfinished
    }

    /// Whether it is a game of `named`; always if no game is named.
    fn is_of(&self, named: Option<&'static Game>) -> bool {
        named.is_none_or(|named| named == self.record.game)
    }

    /// The game in words, with its length and its age, as in
    /// `Your game of ssehc (12 turns, 3 hours ago)`.
    fn describe(&self) -> String {
        let turns = counted(self.record.turns.len(), "turn");
        let since = self
            .written()
            .and_then(|written| SystemTime::now().duration_since(written).ok())
            .map_or_else(String::new, |since| format!(", {} ago", in_words(since)));
        format!("Your game of {} ({turns}{since})", self.record.game)
    }

    /// When its file was written.
    fn written(&self) -> Option<SystemTime> {
        let path = match &self.origin {
            Origin::Kept(kept) => kept.path(),
            Origin::File { path, .. } => path,
        };
        path.metadata().ok()?.modified().ok()
    }

    /// Saves a kept game in a file, and removes the kept copy. A game that was loaded from a file
    /// stays there. Returns what to tell the person.
    fn save(self) -> String {
        let is_over = self.is_over();
        let kept = match self.origin {
            Origin::Kept(kept) => kept,
            Origin::File { path, .. } => return format!("It stays in {}.", path.display()),
        };
        let record = self.record;
        let game = Snapshot {
            text: record.to_string(),
            turns: record.turns.iter().map(|recorded| recorded.turn).collect(),
            is_over,
        };
        let mut files = SaveFiles::named(&GameSettings::file_stem(record.game));
        match files.save(&game) {
            Ok(saved) => {
                kept.remove();
                saved_in(&saved, &game)
            }
            Err(error) => format!(
                "{}. The game is not saved, but Reviver keeps it for the next start.",
                why_not_saved(&error)
            ),
        }
    }
}

/// The first game of `named` in `kept`, or the last game of `named` that the person quit before its
/// end, whichever is later. If no game is named, a game of any name.
fn unfinished(
    kept: Vec<EarlierGame>,
    folder: Option<&Folder>,
    named: Option<&'static Game>,
) -> Option<EarlierGame> {
    let latest = kept.into_iter().find(|game| game.is_of(named));
    let games = [left(folder, named), latest];
    games.into_iter().flatten().max_by_key(EarlierGame::written)
}

/// The last game that the person quit before its end, from its saved file. If the file cannot be
/// loaded, or the game in it is over, forgets the game and returns `None`. Also returns `None` if
/// it is not a game of `named`.
fn left(folder: Option<&Folder>, named: Option<&'static Game>) -> Option<EarlierGame> {
    let folder = folder?;
    let path = folder.left_file()?;
    let game = path.to_str().and_then(|path| EarlierGame::load(path).ok());
    let game = game.filter(|game| !game.is_over());
    if game.is_none() {
        folder.forget_left();
    }
    game.filter(|game| game.is_of(named))
}

/// A duration in words: below one hour in minutes, below two days in hours, otherwise in days.
fn in_words(duration: Duration) -> String {
    let minutes = duration.as_secs() / 60;
    match minutes {
        0 => "less than a minute".to_owned(),
        1..60 => counted(minutes, "minute"),
        60..2880 => counted(minutes / 60, "hour"),
        _ => counted(minutes / 1440, "day"),
    }
}

/// Reads a record and its settings, and checks its turns by the rules.
fn read(text: &str) -> Result<(Record, KnownSettings), String> {
    let text_of = |error: &dyn Display| error.to_string();
    let record = record::read(text).map_err(|error| text_of(&error))?;
    let replayed = record.game.dispatch(Replay(&record));
    replayed.map_err(|error| text_of(&error))?;
    let settings = KnownSettings::of(&record.tags).map_err(|error| text_of(&error))?;
    Ok((record, settings))
}

/// Replays a record by the rules of its game.
struct Replay<'a>(&'a Record);

impl Visitor for Replay<'_> {
    type Output = Result<(), record::ReplayError>;

    fn visit<R: NativeWords>(self, game: TypedGame<R>) -> Self::Output {
        self.0.replay(game).map(drop)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn durations_are_in_minutes_hours_or_days() {
        for (seconds, words) in [
            (59, "less than a minute"),
            (60, "1 minute"),
            (7_000, "1 hour"),
            (100_000, "27 hours"),
            (200_000, "2 days"),
        ] {
            assert_eq!(in_words(Duration::from_secs(seconds)), words);
        }
    }
}
