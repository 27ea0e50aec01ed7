//! Positions and game records from the command line, from files or from standard input.

use std::ffi::OsString;
use std::path::Path;

use super::args::Start;
use super::files::read_stdin;
use super::notation::numbered_turn;
use super::{Error, game_files, note};
use crate::analysis::{InputError, Item, input};
use crate::files::reason;
use crate::games::{self, Game, TypedGame, Visitor};
use crate::live::LiveGame;
use crate::nearest::nearest;
use crate::notation::turn;
use crate::record::{Record, TextPosition};
use crate::rules::Rules;

/// The inputs that could be read, and the number of those that could not.
#[derive(Debug, Default)]
pub(super) struct Sources {
    /// Positions and games in the order of the command line.
    pub(super) items: Vec<Item>,
    /// The number of lines, games and files that could not be read or used.
    pub(super) bad: usize,
}

impl Sources {
    /// Reads all inputs, and reports each wrong input on standard error. A name is a file, a
    /// position, `-` for standard input, or `startpos` for the start position of `game`. Without
    /// names, reads the start position of `game`, or standard input if `game` is `None`.
    pub(super) fn read(
        names: &[OsString],
        game: Option<&'static Game>,
        seed: u64,
    ) -> Result<Self, Error> {
        let mut sources = Self::default();
        let start = game.map(|variant| variant.start(seed).to_string());
        if names.is_empty() {
            match &start {
                Some(start) => sources.take("start", start.as_bytes(), game),
                None => sources.stdin(game)?,
            }
        }
        let mut names = names.iter();
        while let Some(name) = names.next() {
            // Of all words, only the name of a file may be other than Unicode.
            let text = name.to_string_lossy();
            if text == "-" {
                sources.stdin(game)?;
            } else if let ("startpos", Some(start)) = (&*text, &start) {
                sources.take("start", start.as_bytes(), game);
            } else if name.to_str().is_some_and(is_position) {
                let mut position = text.into_owned();
                // Without quotes, each of the six fields of a position is a word of its own.
                if !position.trim().contains(' ') {
                    for field in names.by_ref().take(5) {
                        position = format!("{position} {}", field.to_string_lossy());
                    }
                }
                sources.take("command line", position.as_bytes(), game);
            } else {
                match std::fs::read(name) {
                    Ok(_) if game_files::has_name_of_game_file(Path::new(name)) => {
                        sources.complain(&format!(
                            "{text}: a .toml file has neither positions nor game records; {}",
                            game_files::ADVICE
                        ));
                    }
                    Ok(bytes) => sources.take(&text, &bytes, game),
                    Err(error) => {
                        let meant = meant(&text, game);
                        sources.complain(&format!("{text}: {}{meant}", reason(&error)));
                    }
                }
            }
        }
        Ok(sources)
    }

    /// The games of a file, each with its place in the text. The path `-` means standard
    /// input. Each wrong game is reported on standard error.
    pub(super) fn games(&mut self, path: &Path) -> Result<Vec<(TextPosition, Record)>, Error> {
        if path == Path::new("-") {
            return Ok(self.games_of("standard input", &read_stdin()?));
        }
        let name = path.display().to_string();
        match std::fs::read(path) {
            Ok(bytes) => Ok(self.games_of(&name, &bytes)),
            Err(error) => {
                self.complain(&format!("{name}: {}", reason(&error)));
                Ok(Vec::new())
            }
        }
    }

    /// The games of a text from the file `name`. Each wrong game is reported on standard error.
    pub(super) fn games_of(&mut self, name: &str, bytes: &[u8]) -> Vec<(TextPosition, Record)> {
        let read = input::games(name, bytes).into_iter();
        read.filter_map(|read| self.or_complain(read)).collect()
    }

    fn stdin(&mut self, game: Option<&'static Game>) -> Result<(), Error> {
        self.take("standard input", &read_stdin()?, game);
        Ok(())
    }

    /// Adds the positions and games of a text from the input `name`.
    fn take(&mut self, name: &str, bytes: &[u8], game: Option<&'static Game>) {
        for read in input::read(name, bytes, game) {
            let item = self.or_complain(read);
            self.items.extend(item);
        }
    }

    /// The value that was read. If reading failed, reports the error and returns `None`.
    fn or_complain<T>(&mut self, read: Result<T, InputError>) -> Option<T> {
        read.map_err(|error| self.complain(&error.to_string())).ok()
    }

    /// Reports a wrong input on standard error, and counts it.
    pub(super) fn complain(&mut self, text: &str) {
        self.bad += 1;
        note(&format!("reviver: {text}"));
    }

    /// Fails if an input was wrong.
    pub(super) fn fail_if_bad(self) -> Result<(), Error> {
        match self.bad {
            0 => Ok(()),
            1 => Err(Error::Failed("1 input is wrong; see above".to_owned())),
            bad => Err(Error::Failed(format!("{bad} inputs are wrong; see above"))),
        }
    }
}

/// Splits off the first word if it is the name of a game.
pub(super) fn split_game(words: &[OsString]) -> (Option<&'static Game>, &[OsString]) {
    match words.split_first() {
        Some((first, rest)) => match first.to_string_lossy().parse() {
            Ok(game) => (Some(game), rest),
            Err(_) => (None, words),
        },
        None => (None, words),
    }
}

/// The record of a game whose turns are words of the command line.
///
/// # Errors
///
/// If the start is wrong, or a word is not a legal turn. The error names the number of the turn.
pub(super) fn typed_record(
    game: &'static Game,
    start: &Start,
    words: &[OsString],
) -> Result<Record, Error> {
    struct Typed<'a> {
        start: &'a Start,
        words: &'a [OsString],
    }
    impl Visitor for Typed<'_> {
        type Output = Result<Record, Error>;
        fn visit<R: Rules>(self, game: TypedGame<R>) -> Self::Output {
            let mut live = LiveGame::<R>::new(game, self.start.position(game)?);
            for (number, word) in (1..).zip(self.words) {
                let turn = numbered_turn(R::FORM, number, &word.to_string_lossy())?;
                live.play(turn)
                    .map_err(|error| Error::Usage(format!("turn {number}: {error}")))?;
            }
            Ok(Record::of(&live))
        }
    }
    game.dispatch(Typed { start, words })
}

/// What the person may have meant with a word that is not the name of a file: a game with a similar
/// name, or a turn of `game`. Empty, or begins with `; `.
fn meant(word: &str, game: Option<&'static Game>) -> String {
    if let Some(similar) = nearest(word, games::names().into_iter(), 2) {
        return format!("; there is a game with a similar name: '{similar}'");
    }
    match game.map(|game| turn::read(game.form(), word)) {
        Some(Ok(_)) => "; turns come directly after the name of the game".to_owned(),
        Some(Err(error)) if !word.contains(['.', '/']) => format!("; {error}"),
        _ => String::new(),
    }
}

/// Whether a word of the command line is a position rather than the name of a file.
fn is_position(word: &str) -> bool {
    let ranks = word.split_whitespace().next().unwrap_or_default();
    // `a/b/c/d/e/f/g/h.epd` is a path, even if the file is missing: ranks have no dot.
    let complete = ranks.matches('/').count() == 7 && !ranks.contains('.');
    let spaced = word.trim().contains(' ') && ranks.contains('/') && !word.contains('.');
    // A position does not begin with `/`, but the path of a file may.
    (complete || spaced) && !word.starts_with('/') && !Path::new(word).exists()
}
