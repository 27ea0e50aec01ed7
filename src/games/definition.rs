//! A game in one line: the built-in game with the nearest values, and the switches that differ.
//!
//! Records, journals, files of games and proofs hold this line, so that they can be read without the
//! game file. It depends only on the values: two files with equal values have the same line.
//!
//! ```text
//! unplay goal=home own-check=removable
//! unachess pawn-rows=[2,5] start=8/8/8/8/8/8/8/8[KQRkqr] b - - 0 1
//! ```

use std::fmt::Write;

use toml::{Table, Value};

use super::catalogue;
use super::error::DefinitionError;
use super::game::{Game, nearest};
use super::start::Start;

impl Game {
    /// This game with some switches changed. `switches` is a list such as `goal=home
    /// own-check=removable`. All else, the weights included, comes from this game. `name` is as in
    /// [`defined`].
    ///
    /// # Errors
    ///
    /// As [`defined`].
    pub fn with_switches(
        &'static self,
        name: &str,
        switches: &str,
    ) -> Result<&'static Game, DefinitionError> {
        catalogue::define(name, &file_body(&self.name, switches)?, self)
    }

    /// Checks that this game with these switches changed is valid. `switches` is as in
    /// [`Game::with_switches`].
    ///
    /// # Errors
    ///
    /// As [`defined`].
    pub fn accepts(&'static self, switches: &str) -> Result<(), DefinitionError> {
        let body = file_body(&self.name, switches)?;
        let text = format!("name = \"x\"\n{body}");
        catalogue::check(&text, self).map_err(|error| {
            let name = self.name.clone();
            DefinitionError::Values { name, error }
        })
    }

    /// The nearest built-in game and the switches that differ from it, as in `unplay goal=home`.
    #[must_use]
    pub fn definition(&self) -> String {
        let base = self.nearest();
        let mut line = base.name.clone();
        let table = self.table();
        let base_table = base.table();
        for (name, value) in &table {
            let follows_start = name == "first" && matches!(self.start, Start::Position(_));
            if base_table.get(name) != Some(value) && !follows_start {
                let _ = write!(line, " {name}={}", value_text(value));
            }
        }
        if self.start != base.start {
            let _ = write!(line, " start={}", self.start);
        }
        line
    }

    /// The text that stands for the game in files: the name of a built-in game; otherwise the name, a
    /// space and the [definition](Game::definition).
    #[must_use]
    pub fn identity(&self) -> String {
        if self.is_built_in() {
            self.name.clone()
        } else {
            format!("{} {}", self.name, self.definition())
        }
    }

    fn nearest(&self) -> &'static Game {
        nearest(self.values, self.start, &catalogue::built_in())
            .unwrap_or_else(catalogue::default_game)
    }

    /// The switches by their names.
    fn table(&self) -> Table {
        self.values.table()
    }
}

/// A value without quotation marks and spaces.
fn value_text(value: &Value) -> String {
    match value {
        Value::String(text) => text.clone(),
        other => other.to_string().replace(' ', ""),
    }
}

/// The game with a name and a definition. If a game with these values exists, it is returned, whatever
/// its name. If another game has the name, the new game gets the name with a number, as in `name-2`.
/// The list of all games does not show it.
///
/// # Errors
///
/// If the definition does not begin with a built-in game, its switches are not valid, or there are too
/// many such games.
pub fn defined(name: &str, definition: &str) -> Result<&'static Game, DefinitionError> {
    if let Some(known) = catalogue::with_definition(definition) {
        return Ok(known);
    }
    let (base, switches) = definition.split_once(' ').unwrap_or((definition, ""));
    let base = catalogue::built_in()
        .into_iter()
        .find(|game| game.name == base)
        .ok_or(DefinitionError::Form)?;
    catalogue::define(name, &file_body(&base.name, switches)?, base)
}

/// The game file of a base and switches, as in `goal=home own-check=removable`, without the name.
fn file_body(base: &str, switches: &str) -> Result<String, DefinitionError> {
    let (words, start) = match switches.split_once("start=") {
        Some((words, start)) => (words, Some(start)),
        None => (switches, None),
    };
    let mut lines = format!("base = \"{base}\"\n[switches]\n");
    for word in words.split_ascii_whitespace() {
        let (name, value) = word.split_once('=').ok_or(DefinitionError::Form)?;
        let _ = writeln!(lines, "{} = {}", in_quotes(name), as_toml(value));
    }
    if let Some(start) = start {
        let _ = writeln!(lines, "start = {}", in_quotes(start));
    }
    Ok(lines)
}

/// The game that an [identity](Game::identity) names; `None` if the text is one word and no game has
/// this name.
///
/// # Errors
///
/// As [`defined`].
pub fn identified(text: &str) -> Result<Option<&'static Game>, DefinitionError> {
    match text.split_once(' ') {
        None => Ok(catalogue::find(text)),
        Some((name, definition)) => defined(name, definition).map(Some),
    }
}

fn as_toml(value: &str) -> String {
    let is_plain = value == "true"
        || value == "false"
        || value.starts_with('[')
        || value.parse::<i64>().is_ok();
    if is_plain {
        value.to_owned()
    } else {
        in_quotes(value)
    }
}

fn in_quotes(text: &str) -> String {
    Value::String(text.to_owned()).to_string()
}
