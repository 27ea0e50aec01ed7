//! A game in one line: the most similar built-in game, and the switches that differ.
//!
//! Records, journals, proofs, self-play files and trees of `reviver explore` hold this line. It
//! defines the game, so records, journals and proofs can be read without the game file. For
//! self-play files and trees, the user names the game, and the line must define an equal game. Its
//! name may differ.
//!
//! The line depends only on the values of the switches, `start` included, and on the built-in
//! games: two game files with equal values have the same line. If a family has no built-in game,
//! the line begins with `rules=` and the name of the family. Then it gives the switches that differ
//! from the base values of the family, and the start. Such a line is also read if the family has a
//! built-in game, as in the last example.
//!
//! ```text
//! unplay-strict goal=home
//! unachess pawn-rows=[2,5] start=8/8/8/8/8/8/8/8[KQRkqr] b - - 0 1
//! rules=ssehc home-wins=true start=random-kings
//! ```

use std::fmt::Write;

use toml::{Table, Value};

use super::catalogue;
use super::error::DefinitionError;
use super::game::{Game, nearest};
use super::start::Start;

/// The beginning of a line that names a family of rules instead of a built-in game.
const RULES: &str = "rules=";

/// A placeholder for the name of a weights file. A game file without a base must name such a file,
/// but the line of a game has no weights. No file has this name: [`defined`] supplies empty
/// contents for it.
const NO_WEIGHTS: &str = "no-weights.toml";

impl Game {
    /// This game with some switches changed. `switches` is a list such as `goal=home
    /// own-check=removable`. If a game with the resulting values is known, it is returned
    /// unchanged. Otherwise a new game called `name` is added, with the weights and the levels of
    /// this game. If another game has this name, a number is appended to the name.
    ///
    /// # Errors
    ///
    /// The errors of [`defined`].
    pub fn with_switches(
        &'static self,
        name: &str,
        switches: &str,
    ) -> Result<&'static Game, DefinitionError> {
        let body = file_body(&self.name, switches)?;
        catalogue::define(name, &body, &|_| None, Some(self))
    }

    /// Checks that this game remains valid with these switches. Adds no game.
    ///
    /// # Errors
    ///
    /// If the switches are not valid.
    pub fn accepts(&'static self, switches: &str) -> Result<(), DefinitionError> {
        let body = file_body(&self.name, switches)?;
        let text = format!("name = \"x\"\n{body}");
        catalogue::check(&text, self).map_err(|error| {
            let name = self.name.clone();
            DefinitionError::Values { name, error }
        })
    }

    /// The name of the nearest built-in game, then the switches of this game that differ, as in
    /// `unplay goal=home`. The switch `first` is left out if the start is a position, because the
    /// position names the side to play. If no game of the family is built in, the line gives the
    /// family, the switches that differ from the base values of the family, and the start.
    #[must_use]
    pub fn definition(&self) -> String {
        let (mut line, base_table, base_start) = match self.nearest() {
            Some(base) => (base.name.clone(), base.table(), Some(base.start)),
            None => {
                let line = format!("{RULES}{}", self.values.family());
                (line, self.values.base().table(), None)
            }
        };
        for (name, value) in &self.table() {
            let is_in_position = name == "first" && matches!(self.start, Start::Position(_));
            if base_table.get(name) != Some(value) && !is_in_position {
                let _ = write!(line, " {name}={}", value_text(value));
            }
        }
        if base_start != Some(self.start) {
            let _ = write!(line, " start={}", self.start);
        }
        line
    }

    /// The text that stands for the game in files: the name of a built-in game; otherwise the name,
    /// a space and the [definition](Game::definition).
    #[must_use]
    pub fn identity(&self) -> String {
        if self.is_built_in() {
            self.name.clone()
        } else {
            format!("{} {}", self.name, self.definition())
        }
    }

    /// The built-in game of the same family that differs from this game in the fewest switches. Of
    /// several such games, the first in the list. `None` if no game of the family is built in.
    fn nearest(&self) -> Option<&'static Game> {
        nearest(self.values, self.start, &catalogue::built_in())
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

/// The game with this definition. If a game with these values is known, it is returned, even if its
/// name is not `name`. Otherwise a new game called `name` is added. If another game has this name,
/// or if it consists of digits only, a number is appended, as in `name-2`. The list of all games
/// does not show the new game.
///
/// # Errors
///
/// If the definition does not begin with a built-in game or with `rules=` and a family, if its
/// switches are not valid, or if too many games have been defined in this way.
pub fn defined(name: &str, definition: &str) -> Result<&'static Game, DefinitionError> {
    if let Some(known) = catalogue::with_definition(definition) {
        return Ok(known);
    }
    let (base, switches) = definition.split_once(' ').unwrap_or((definition, ""));
    if let Some(rules) = base.strip_prefix(RULES) {
        let no_weights = |file: &str| (file == NO_WEIGHTS).then(Vec::new);
        let body = file_body_of_rules(rules, switches)?;
        return catalogue::define(name, &body, &no_weights, None);
    }
    let mut built_in = catalogue::built_in().into_iter();
    let base = built_in.find(|game| game.name == base);
    let base = base.ok_or(DefinitionError::Form)?;
    let body = file_body(&base.name, switches)?;
    catalogue::define(name, &body, &|_| None, Some(base))
}

/// The text of a game file that has this base and these switches, but no `name` line. `switches` is
/// a list such as `goal=home own-check=removable`.
fn file_body(base: &str, switches: &str) -> Result<String, DefinitionError> {
    let lines = switch_lines(switches)?;
    Ok(format!("base = {}\n{lines}", in_quotes(base)))
}

/// The text of a game file that has this family of rules and these switches, but no `name` line. A
/// game file without a base must have weights and levels, but the line of a game does not give
/// them. So the text has placeholders for them.
fn file_body_of_rules(rules: &str, switches: &str) -> Result<String, DefinitionError> {
    let lines = switch_lines(switches)?;
    Ok(format!(
        "rules = {}\nsummary = {}\nweights = \"{NO_WEIGHTS}\"\nelo-per-level = 50\ncontempt = 0\n\
         levels = {{ log2-nodes = [0.0, 10.0], first-error = 1.0 }}\n{lines}",
        in_quotes(rules),
        in_quotes(&format!("a game with the rules {rules}"))
    ))
}

/// The table `[switches]` of a game file, made from a list such as `goal=home own-check=removable`.
fn switch_lines(switches: &str) -> Result<String, DefinitionError> {
    let (words, start) = match switches.split_once("start=") {
        Some((words, start)) => (words, Some(start)),
        None => (switches, None),
    };
    let mut lines = "[switches]\n".to_owned();
    for word in words.split_ascii_whitespace() {
        let (name, value) = word.split_once('=').ok_or(DefinitionError::Form)?;
        let _ = writeln!(lines, "{} = {}", in_quotes(name), as_toml(value));
    }
    if let Some(start) = start {
        let _ = writeln!(lines, "start = {}", in_quotes(start));
    }
    Ok(lines)
}

/// The game with this [identity](Game::identity). `None` if the text is one word, but not the name
/// of a game.
///
/// # Errors
///
/// The errors of [`defined`].
pub fn identified(text: &str) -> Result<Option<&'static Game>, DefinitionError> {
    match text.split_once(' ') {
        None => Ok(catalogue::find(text)),
        Some((name, definition)) => defined(name, definition).map(Some),
    }
}

/// Whether two [identities](Game::identity) are of equal games. The names of the games may differ.
/// `false` if a text is not the identity of a game.
#[must_use]
pub fn same_game(one: &str, other: &str) -> bool {
    let identities = (identified(one), identified(other));
    matches!(identities, (Ok(Some(one)), Ok(Some(other))) if one == other)
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
