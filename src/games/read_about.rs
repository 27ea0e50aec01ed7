//! Reads a game's texts for people: title, summary, rules, and the description for a person who
//! chooses a game. The other values of a game file are read in `read`. The *base* of a game is the
//! game from which it takes the values that its own file does not give.

use toml::Spanned;

use super::about::About;
use super::error::{GameError, GameProblem};
use super::fitting::differs_in_start;
use super::game::{Game, nearest};
use super::read::Reader;
use super::rules_text;
use super::start::Start;
use super::values::Values;
use super::win::{has_same_win_text, win};
use crate::notation::position;

impl Reader<'_> {
    /// A text of the game file; `None` if the file does not have it. `what` is the key of the text.
    fn line(
        &self,
        what: &'static str,
        text: Option<&Spanned<String>>,
    ) -> Result<Option<String>, GameError> {
        text.map(|text| self.shown(what, text)).transpose()
    }

    /// A text of the game file. An empty text and a control character are errors. `what` is the key
    /// of the text.
    fn shown(&self, what: &'static str, text: &Spanned<String>) -> Result<String, GameError> {
        let shown = text.get_ref();
        if shown.trim().is_empty() || shown.contains(char::is_control) {
            return Err(self.error(text.span().start, GameProblem::Text(what)));
        }
        Ok(shown.clone())
    }

    pub(super) fn title(&self) -> Result<String, GameError> {
        let title = self.line("title", self.file.title.as_ref())?;
        Ok(title.unwrap_or_else(|| self.file.name.get_ref().clone()))
    }

    pub(super) fn summary(&self) -> Result<String, GameError> {
        match self.line("summary", self.file.summary.as_ref())? {
            Some(summary) => Ok(summary),
            None => {
                let base = self.base_with("summary")?;
                Ok(format!("{} with other switches", base.name))
            }
        }
    }

    /// The rules for people: the file `rules.md` of the game's folder. If the file is missing, the
    /// text lists the differences from the nearest built-in game, then has the rules of that game.
    /// If no game of the family is built in, the base takes the place of the nearest game. If there
    /// is no base either, the text is empty.
    pub(super) fn rules_text(
        &self,
        [title, summary]: [&str; 2],
        values: Values,
        start: Start,
    ) -> String {
        if let Some(text) = (self.contents)("rules.md") {
            return String::from_utf8_lossy(&text).into_owned();
        }
        // Compare with the nearest built-in game instead of the base: then the text lists the
        // fewest differences.
        let Some(base) = nearest(values, start, self.known).or(self.base) else {
            return String::new();
        };
        let described = rules_text::Described {
            title,
            summary,
            start: (start != base.start).then(|| start.to_string()),
            switches: &values.table(),
        };
        let base = rules_text::NearestGame {
            title: &base.title,
            switches: &base.values.table(),
            rules_text: &base.rules_text,
        };
        rules_text::write(&described, &base)
    }

    /// The description for a person who chooses a game.
    pub(super) fn about(&self, values: Values, start: Start) -> Result<About, GameError> {
        let file = self.file;
        let table = values.table();
        let alike = |base: &&Game| has_same_win_text(&table, &base.values.table());
        let base = self.base.filter(alike);
        let given = self.line("win", file.win.as_ref())?;
        let good_for = self.line("good-for", file.good_for.as_ref())?;
        Ok(About {
            win: match (given, base) {
                (Some(win), _) => win,
                (None, Some(base)) => base.about.win.clone(),
                (None, None) => win(&table),
            },
            good_for: good_for.unwrap_or_default(),
            warning: self.line("warning", file.warning.as_ref())?,
            recommended: file.recommended,
            first_turns: self.first_turns(start)?,
            sample: match &file.sample {
                Some(sample) => self.sample(values, sample)?,
                None => start.setup(0, values.common().first).to_string(),
            },
        })
    }

    /// The sentences for a beginner's first turns. If the file has none, those of the base are
    /// used, but only if the start is the same.
    fn first_turns(&self, start: Start) -> Result<Vec<String>, GameError> {
        if let Some(texts) = &self.file.first_turns {
            return texts
                .iter()
                .map(|text| self.shown("first-turns", text))
                .collect();
        }
        let same_start = self.base.filter(|base| !differs_in_start(start, base));
        Ok(same_start.map_or_else(Vec::new, |base| base.about.first_turns.clone()))
    }

    /// A position in the middle of the game.
    fn sample(&self, values: Values, sample: &Spanned<String>) -> Result<String, GameError> {
        let setup = position::parse(values.form(), sample.get_ref())
            .map_err(|error| self.error(sample.span().start, GameProblem::Sample(error)))?;
        Ok(setup.to_string())
    }
}
