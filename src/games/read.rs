//! The reader of game files, the built-in ones included.

use std::collections::BTreeMap;
use std::sync::Arc;

use serde::Deserialize;
use toml::{Spanned, Value};

use super::about::About;
use super::error::{GameError, GameProblem, form};
use super::fitting::fitting_lessons;
use super::game::{Fitted, Game, nearest};
use super::lessons::{self, Lesson};
use super::read_switches::{GivenSwitches, ReadSwitches, SwitchValues};
use super::rules_text;
use super::start::Start;
use super::values::Values;
use super::win::{is_won_alike, win};
use crate::eval::{Network, Weights, weights_text};
use crate::notation::position;
use crate::search::{LevelCurve, Options};

/// A game file.
#[derive(Deserialize)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
struct File {
    name: Spanned<String>,
    title: Option<Spanned<String>>,
    summary: Option<Spanned<String>>,
    win: Option<Spanned<String>>,
    good_for: Option<Spanned<String>>,
    warning: Option<Spanned<String>>,
    #[serde(default)]
    recommended: bool,
    sample: Option<Spanned<String>>,
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

/// The maximum length of a name.
const LONGEST_NAME: usize = 32;

/// Reads the parts of a game file. Its errors have line numbers.
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
        let problem = form(text, at, error.message(), &rules_text::switches());
        reader.error(at, GameProblem::Form(problem))
    })?;
    reader.game(parsed, known)
}

impl Reader<'_> {
    fn error(&self, at: usize, problem: impl Into<GameProblem>) -> GameError {
        GameError::at(self.text, at, problem)
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
                ("elo-per-level", "expected a number from 1 to 1000"),
                elo,
                |elo| (1.0..=1000.0).contains(elo),
            )?,
            None => base.ok_or_else(|| missing("elo-per-level"))?.elo_per_level,
        };
        let contempt = match &file.contempt {
            Some(contempt) => self.number(
                ("contempt", "expected a whole number from -500 to 500"),
                contempt,
                |contempt| Options::CONTEMPT_RANGE.contains(contempt),
            )?,
            None => base.ok_or_else(|| missing("contempt"))?.contempt,
        };
        let fitted = match base.filter(|_| file.weights.is_none()) {
            Some(base) => base.fitted.clone(),
            None => Fitted {
                name: name.clone(),
                values,
            },
        };
        let weights = match &file.weights {
            Some(path) => Arc::new(self.weights(path)?),
            None => base.ok_or_else(|| missing("weights"))?.weights.clone(),
        };
        // A network is trained together with its weights and is useless with other weights.
        let network = match (&file.network, &file.weights) {
            (Some(path), _) => Some(Arc::new(self.network(path)?)),
            (None, Some(_)) => None,
            (None, None) => base.and_then(|base| base.network.clone()),
        };
        let title = self.line("title", file.title)?;
        let title = title.unwrap_or_else(|| name.clone());
        let summary = match (self.line("summary", file.summary)?, base) {
            (Some(summary), _) => summary,
            (None, Some(base)) => format!("{} with other switches", base.name),
            (None, None) => return Err(missing("summary")),
        };
        let rules_text = match ((self.file)("rules.md"), base) {
            (Some(text), _) => String::from_utf8_lossy(&text).into(),
            (None, Some(base)) => {
                // The exceptions are few, and the text below them contradicts them as little as it can.
                let base = nearest(values, start, known).unwrap_or(base);
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
        let lessons = self.lessons((values, start), base, at_name)?;
        let about = About {
            win: match (self.line("win", file.win)?, base) {
                (Some(win), _) => win,
                (None, Some(base)) if is_won_alike(&values.table(), &base.values.table()) => {
                    base.about.win.clone()
                }
                (None, _) => win(&values.table()),
            },
            good_for: self.line("good-for", file.good_for)?.unwrap_or_default(),
            warning: self.line("warning", file.warning)?,
            recommended: file.recommended,
            sample: match file.sample {
                Some(sample) => self.sample(values, &sample)?,
                None => start.setup(0, values.common().first).to_string(),
            },
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
            fitted,
            notes,
            path: None,
            lessons,
            index: known.len(),
        })
    }

    /// A text that is shown in one line. `what` is its key.
    fn line(
        &self,
        what: &'static str,
        text: Option<Spanned<String>>,
    ) -> Result<Option<String>, GameError> {
        match text {
            Some(text) if text.get_ref().contains(char::is_control) => {
                Err(self.error(text.span().start, GameProblem::Text(what)))
            }
            text => Ok(text.map(Spanned::into_inner)),
        }
    }

    /// A position in the middle of the game.
    fn sample(&self, values: Values, sample: &Spanned<String>) -> Result<String, GameError> {
        let setup = position::parse(values.form(), sample.get_ref())
            .map_err(|error| self.error(sample.span().start, GameProblem::Sample(error)))?;
        Ok(setup.to_string())
    }

    /// The lessons of the game's folder; without them, those lessons of the base that are true in the
    /// game.
    fn lessons(
        &self,
        (values, start): (Values, Start),
        base: Option<&Game>,
        at_name: usize,
    ) -> Result<Arc<[Lesson]>, GameError> {
        let of_base = base.map_or(&[][..], Game::lessons);
        match (self.file)("lessons.toml") {
            Some(text) => lessons::read(&String::from_utf8_lossy(&text), of_base)
                .map(Arc::from)
                .map_err(|error| self.error(at_name, error)),
            None => Ok(base.map_or_else(Arc::default, |base| fitting_lessons(values, start, base))),
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

    /// The switches and the start of a game: those of the base or the family, changed by the switches
    /// of the file. A family has no start.
    fn switches(
        &self,
        values: Values,
        start: Option<Start>,
        file: &File,
    ) -> Result<SwitchValues, GameError> {
        let mut given: GivenSwitches = file
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
            text: self.text,
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
