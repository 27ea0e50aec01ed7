//! The reader of game files, the built-in ones included.

use std::collections::BTreeMap;
use std::sync::Arc;

use serde::Deserialize;
use toml::{Spanned, Value};

use super::about::About;
use super::error::{GameError, GameProblem};
use super::game::Game;
use super::lessons::{self, Lesson};
use super::rules_text;
use super::start::Start;
use super::values::{FamilyVisitor, Values};
use crate::eval::{Network, Weights, weights_text};
use crate::notation::{NativeWords, PositionError, position};
use crate::rules::switches::Kings;
use crate::rules::{Rules, Switches};
use crate::search::{LevelCurve, Options};

/// A game file.
#[derive(Deserialize)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
struct File {
    name: Spanned<String>,
    title: Option<String>,
    summary: Option<String>,
    win: Option<String>,
    #[serde(default)]
    good_for: String,
    warning: Option<String>,
    #[serde(default)]
    recommended: bool,
    sample: Option<String>,
    rules: Option<Spanned<String>>,
    base: Option<Spanned<String>>,
    weights: Option<Spanned<String>>,
    network: Option<Spanned<String>>,
    elo_per_level: Option<Spanned<f32>>,
    contempt: Option<Spanned<i32>>,
    #[serde(default)]
    switches: BTreeMap<Spanned<String>, Spanned<Value>>,
    levels: Option<Spanned<Levels>>,
}

#[derive(Deserialize)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
struct Levels {
    log2_nodes: Vec<f32>,
    first_error: f32,
}

/// The most characters of a name.
const LONGEST_NAME: usize = 32;

/// The switches of a game, its start, and notes for its author.
type SwitchValues = (Values, Start, Vec<String>);

/// Switches in the order of the file, each with the place where it stands.
type Given = Vec<(usize, String, Value)>;

/// Turns places in a text into lines.
struct Reader<'a> {
    text: &'a str,
    file: &'a dyn Fn(&str) -> Option<Vec<u8>>,
}

/// Reads a game. `file` gives the contents of the files that the text names, `known` are the games
/// that can be a base.
pub(super) fn game(
    text: &str,
    file: &dyn Fn(&str) -> Option<Vec<u8>>,
    known: &[&'static Game],
) -> Result<Game, GameError> {
    let reader = Reader { text, file };
    let parsed: File = toml::from_str(text).map_err(|error| {
        let at = error.span().map_or(0, |span| span.start);
        reader.error(at, GameProblem::Form(expectation(error.message())))
    })?;
    reader.game(parsed, known)
}

impl Reader<'_> {
    fn error(&self, at: usize, problem: impl Into<GameProblem>) -> GameError {
        let before = self.text.get(..at).unwrap_or(self.text);
        GameError {
            line: 1 + before.matches('\n').count(),
            problem: problem.into(),
        }
    }

    fn game(&self, file: File, known: &[&'static Game]) -> Result<Game, GameError> {
        let name = file.name.get_ref().clone();
        let at_name = file.name.span().start;
        let missing = |what| self.error(at_name, GameProblem::Missing(what));
        if !is_name(&name) {
            return Err(self.error(at_name, GameProblem::Name));
        }
        let base = match &file.base {
            Some(base) => Some(self.base(base, known)?),
            None => None,
        };
        let values = match (base, &file.rules) {
            (Some(base), None) => base.values,
            (None, Some(rules)) => self.family(rules)?,
            _ => return Err(self.error(at_name, GameProblem::Base)),
        };
        let (values, start, notes) = self.switches(values, base.map(|base| base.start), &file)?;
        let levels = match &file.levels {
            Some(levels) => {
                let numbers = levels.get_ref();
                LevelCurve::new(&numbers.log2_nodes, numbers.first_error)
                    .map_err(|error| self.error(levels.span().start, error))?
            }
            None => base.ok_or_else(|| missing("levels"))?.levels.clone(),
        };
        let elo_per_level = match &file.elo_per_level {
            Some(elo) => self.number(
                ("elo-per-level", "it is a number from 1 to 1000"),
                elo,
                |elo| (1.0..=1000.0).contains(elo),
            )?,
            None => base.ok_or_else(|| missing("elo-per-level"))?.elo_per_level,
        };
        let contempt = match &file.contempt {
            Some(contempt) => self.number(
                ("contempt", "it is a whole number from -500 to 500"),
                contempt,
                |contempt| Options::CONTEMPT_RANGE.contains(contempt),
            )?,
            None => base.ok_or_else(|| missing("contempt"))?.contempt,
        };
        let has_own_weights = file.weights.is_some();
        let weights = match &file.weights {
            Some(path) => Arc::new(self.weights(path)?),
            None => base.ok_or_else(|| missing("weights"))?.weights.clone(),
        };
        // A network is trained beside its weights, so that other weights make it useless.
        let network = match (&file.network, &file.weights) {
            (Some(path), _) => Some(Arc::new(self.network(path)?)),
            (None, Some(_)) => None,
            (None, None) => base.and_then(|base| base.network.clone()),
        };
        let title = file.title.unwrap_or_else(|| name.clone());
        let summary = match (file.summary, base) {
            (Some(summary), _) => summary,
            (None, Some(base)) => format!("{} with other switches", base.name),
            (None, None) => return Err(missing("summary")),
        };
        let rules_text = match ((self.file)("rules.md"), base) {
            (Some(text), _) => String::from_utf8_lossy(&text).into(),
            (None, Some(base)) => {
                let described = rules_text::Described {
                    title: &title,
                    summary: &summary,
                    start: (start != base.start).then(|| start.to_string()),
                    switches: &values.table(),
                };
                let base = rules_text::Base {
                    title: &base.title,
                    switches: &base.values.table(),
                    rules_text: &base.rules_text,
                };
                rules_text::write(&described, &base).into()
            }
            (None, None) => "".into(),
        };
        let lessons = self.lessons(values, base, at_name)?;
        let about = About {
            win: file
                .win
                .or_else(|| base.map(|base| base.about.win.clone()))
                .unwrap_or_default(),
            good_for: file.good_for,
            warning: file.warning,
            recommended: file.recommended,
            sample: file
                .sample
                .unwrap_or_else(|| start.setup(0, values.common().first).to_string()),
        };
        Ok(Game {
            about,
            title,
            summary,
            name,
            values,
            start,
            levels,
            elo_per_level,
            contempt,
            weights,
            network,
            rules_text,
            has_own_weights,
            notes,
            path: None,
            lessons,
            index: known.len(),
        })
    }

    /// The lessons of the game's folder; without them, those lessons of the base that fit the switches.
    fn lessons(
        &self,
        values: Values,
        base: Option<&Game>,
        at_name: usize,
    ) -> Result<Arc<[Lesson]>, GameError> {
        let of_base = base.map_or(&[][..], Game::lessons);
        match (self.file)("lessons.toml") {
            Some(text) => lessons::read(&String::from_utf8_lossy(&text), of_base)
                .map(Arc::from)
                .map_err(|error| self.error(at_name, error)),
            None => Ok(values.visit(FittingLessons(of_base))),
        }
    }

    fn base(
        &self,
        base: &Spanned<String>,
        known: &[&'static Game],
    ) -> Result<&'static Game, GameError> {
        let name = base.get_ref();
        let found = known
            .iter()
            .find(|game| game.name.eq_ignore_ascii_case(name));
        found.copied().ok_or_else(|| {
            let names: Vec<&str> = known.iter().map(|game| game.name()).collect();
            let known = names.join(", ");
            self.error(base.span().start, GameProblem::UnknownBase { known })
        })
    }

    fn family(&self, rules: &Spanned<String>) -> Result<Values, GameError> {
        let bases = Values::bases();
        let found = bases
            .into_iter()
            .find(|values| values.family() == rules.get_ref());
        found.ok_or_else(|| {
            let problem = GameProblem::Family {
                known: bases.map(Values::family).join(", "),
            };
            self.error(rules.span().start, problem)
        })
    }

    /// The values of a base (or of a family, which has no start) with the switches of a file.
    fn switches(
        &self,
        values: Values,
        start: Option<Start>,
        file: &File,
    ) -> Result<SwitchValues, GameError> {
        let mut given: Given = file
            .switches
            .iter()
            .map(|(name, value)| {
                (
                    name.span().start,
                    name.get_ref().clone(),
                    value.get_ref().clone(),
                )
            })
            .collect();
        given.sort_by_key(|(at, ..)| *at);
        values.visit(ReadSwitches {
            reader: self,
            given,
            start,
            at_name: file.name.span().start,
        })
    }

    fn number<T: Copy>(
        &self,
        (name, expected): (&'static str, &'static str),
        number: &Spanned<T>,
        fits: impl Fn(&T) -> bool,
    ) -> Result<T, GameError> {
        if fits(number.get_ref()) {
            Ok(*number.get_ref())
        } else {
            let problem = GameProblem::Number { name, expected };
            Err(self.error(number.span().start, problem))
        }
    }

    /// The contents of a file in the folder of the game file. `what` is the key that names it.
    fn contents(&self, path: &Spanned<String>, what: &'static str) -> Result<Vec<u8>, GameError> {
        let name = path.get_ref();
        (self.file)(name).ok_or_else(|| self.error(path.span().start, GameProblem::File(what)))
    }

    fn weights(&self, path: &Spanned<String>) -> Result<Weights, GameError> {
        let contents = self.contents(path, "weights")?;
        weights_text::read(&String::from_utf8_lossy(&contents))
            .map_err(|error| self.error(path.span().start, error))
    }

    fn network(&self, path: &Spanned<String>) -> Result<Network, GameError> {
        Network::from_bytes(&self.contents(path, "network")?)
            .map_err(|error| self.error(path.span().start, error))
    }
}

/// Whether a name can be written in commands and files.
fn is_name(name: &str) -> bool {
    let fits = |c: char| c.is_ascii_lowercase() || c.is_ascii_digit() || c == '-';
    (1..=LONGEST_NAME).contains(&name.len()) && name.chars().all(fits)
}

/// What a message of the TOML reader expects, without what it has found.
fn expectation(message: &str) -> String {
    let message = message.lines().collect::<Vec<_>>().join(" ");
    let of_integer = |text: &str| {
        text.replace("i64", "a whole number")
            .replace("i32", "a whole number")
            .replace("f32", "a number")
    };
    if message.starts_with("missing field") {
        return message;
    }
    match message.split_once("expected ") {
        Some((found, expected)) if found.starts_with("unknown field") => {
            format!("there is no such key here; expected {expected}")
        }
        Some((_, expected)) => format!("expected {}", of_integer(expected)),
        None if message.contains('`') || message.contains('"') => {
            "this is not TOML, as in name = \"my-game\"".to_owned()
        }
        None => message,
    }
}

/// Reads the switches of a file onto those of a base.
struct ReadSwitches<'a> {
    reader: &'a Reader<'a>,
    given: Given,
    /// The start of the base.
    start: Option<Start>,
    at_name: usize,
}

impl FamilyVisitor for ReadSwitches<'_> {
    type Output = Result<SwitchValues, GameError>;

    fn visit<R: Rules + NativeWords>(
        self,
        mut switches: R::Switches,
        wrap: fn(R::Switches) -> Values,
    ) -> Self::Output {
        let mut start = self.start;
        let mut start_at = self.at_name;
        let mut first_at = None;
        for (at, name, value) in &self.given {
            let error = |problem| self.reader.error(*at, problem);
            if name == "start" {
                start_at = *at;
                start = read_start::<R>(value, start).map_err(error)?;
            } else {
                set(&mut switches, name, value).map_err(error)?;
            }
            if name == "first" {
                first_at = Some(*at);
            }
        }
        let error = |at, problem| self.reader.error(at, problem);
        let Some(start) = start else {
            return Err(error(self.at_name, GameProblem::Missing("start")));
        };
        if let Start::Position(setup) = start {
            if let Some(at) = first_at.filter(|_| switches.common().first != setup.side) {
                let found = setup.side;
                return Err(error(at, GameProblem::First { found }));
            }
            switches.common_mut().first = setup.side;
        }
        switches.common_mut().kings = match start {
            Start::Placement => Kings::PlacedByPlayers,
            Start::Position(_) | Start::RandomKings => Kings::OnBoard,
        };
        switches.check().map_err(|problem| {
            let at = self.given.first().map_or(self.at_name, |(at, ..)| *at);
            error(at, GameProblem::Combination(problem))
        })?;
        for setup in start.all(switches.common().first) {
            R::from_setup(&switches, setup).map_err(|refusal| {
                error(start_at, GameProblem::Start(PositionError::from(refusal)))
            })?;
        }
        Ok((wrap(switches), start, switches.notes()))
    }
}

/// The lessons that fit the switches of a game.
struct FittingLessons<'a>(&'a [Lesson]);

impl FamilyVisitor for FittingLessons<'_> {
    type Output = Arc<[Lesson]>;

    fn visit<R: Rules + NativeWords>(
        self,
        switches: R::Switches,
        _: fn(R::Switches) -> Values,
    ) -> Self::Output {
        let fits = |lesson: &&Lesson| lesson.position::<R>(&switches).is_ok();
        self.0.iter().filter(fits).cloned().collect()
    }
}

/// The start that a file gives; `base` is that of its base.
fn read_start<R: Rules>(value: &Value, base: Option<Start>) -> Result<Option<Start>, GameProblem> {
    let Value::String(text) = value else {
        return Err(GameProblem::Value {
            switch: "start".to_owned(),
            problem: "it is a text: a position, base, random-kings or placement".to_owned(),
        });
    };
    Ok(Some(match text.as_str() {
        "base" => return Ok(base),
        "random-kings" | "placement" if !R::FORM.reverse => {
            return Err(GameProblem::KingsStart(text.clone()));
        }
        "random-kings" => Start::RandomKings,
        "placement" => Start::Placement,
        position => Start::Position(position::parse(R::FORM, position)?),
    }))
}

/// Sets a switch by its name.
fn set<S: Switches>(switches: &mut S, name: &str, value: &Value) -> Result<(), GameProblem> {
    let wrong = |problem: String| GameProblem::Value {
        switch: name.to_owned(),
        problem,
    };
    let mut table = toml::Table::try_from(*switches).map_err(|error| wrong(error.to_string()))?;
    if !table.contains_key(name) {
        let known: Vec<&str> = ["start"]
            .into_iter()
            .chain(table.keys().map(String::as_str))
            .collect();
        return Err(GameProblem::Switch {
            family: S::FAMILY,
            known: known.join(", "),
        });
    }
    table.insert(name.to_owned(), value.clone());
    let kings = switches.common().kings;
    *switches = S::deserialize(table).map_err(|error| wrong(expectation(error.message())))?;
    switches.common_mut().kings = kings;
    Ok(())
}
