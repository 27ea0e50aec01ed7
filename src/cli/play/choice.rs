//! Which game is played: one that the command line names, one that the person chooses from a list, or
//! one from a file.

use std::fmt::Display;
use std::io::Write;

use super::console::{Console, Input};
use crate::cli::Error;
use crate::cli::files::read_file;
use crate::games::{self, Game, TypedGame, Visitor};
use crate::notation::NativeWords;
use crate::record::{self, Record};

/// A game to play.
#[derive(Debug)]
pub(super) struct GameChoice {
    pub(super) game: &'static Game,
    /// An earlier game to continue.
    pub(super) record: Option<Record>,
}

impl GameChoice {
    /// A new game.
    pub(super) const fn new(game: &'static Game) -> Self {
        Self { game, record: None }
    }

    /// The game in a file.
    ///
    /// # Errors
    ///
    /// If the file cannot be read, or a turn in it is not legal.
    pub(super) fn load(path: &str) -> Result<Self, Error> {
        let wrong = |error: &dyn Display| Error::Failed(format!("{path}: {error}"));
        let record = record::read(&read_file(path)?).map_err(|error| wrong(&error))?;
        record
            .game
            .dispatch(Replay(&record))
            .map_err(|error| wrong(&error))?;
        Ok(Self {
            game: record.game,
            record: Some(record),
        })
    }

    /// Asks the person at a terminal for a game. Without a terminal it is the default game. `None` if
    /// the person ends the input.
    pub(super) fn ask(console: &mut Console) -> Result<Option<Self>, Error> {
        if !console.is_terminal() {
            return Ok(Some(Self::new(games::default_game())));
        }
        let mut out = anstream::stdout();
        for (number, game) in (1..).zip(games::all()) {
            let (name, summary) = (game.name(), game.summary());
            writeln!(out, "  {number}  {name:<18}{summary}")?;
        }
        console.complete_with(games::all().into_iter().map(|game| game.to_string()));
        loop {
            let prompt = format!("Which game? [{}] ", games::default_game());
            let Input::Line(line) = console.read(&prompt)? else {
                return Ok(None);
            };
            let answer = line.trim();
            if answer.is_empty() {
                return Ok(Some(Self::new(games::default_game())));
            }
            let by_number = answer
                .parse::<usize>()
                .ok()
                .and_then(|number| games::all().get(number.wrapping_sub(1)).copied());
            match by_number.map_or_else(|| answer.parse(), Ok) {
                Ok(game) => return Ok(Some(Self::new(game))),
                Err(error) => writeln!(out, "{error}")?,
            }
        }
    }
}

/// Replays a record by its rules.
struct Replay<'a>(&'a Record);

impl Visitor for Replay<'_> {
    type Output = Result<(), record::ReplayError>;

    fn visit<R: NativeWords>(self, game: TypedGame<R>) -> Self::Output {
        self.0.replay(game).map(drop)
    }
}
