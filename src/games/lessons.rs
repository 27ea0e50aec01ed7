//! Lessons: small steps in which a reader plays a turn and learns why it is right or wrong.
//!
//! The lessons of a built-in game are in `lessons.toml` of its folder. `lessons.toml` can also name
//! lessons of the *base*: another game, from which this game takes all values that its own
//! `game.toml` does not set. A user's game has no file of lessons. It has those lessons of its base
//! that fit its own switches. The terminal and the browser show the same lessons.

use std::collections::{BTreeMap, BTreeSet};
use std::fmt;

use serde::{Deserialize, Serialize};
use thiserror::Error;

use crate::board::Turn;
use crate::notation::{PositionError, TurnError, position, turn};
use crate::rules::{Form, Illegality, Rules};

/// One step of the lessons of a game: a position, a task, and answers to the turns that a reader
/// may try.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub struct Lesson {
    /// The name of this lesson. The list `order` of a file of lessons uses it.
    pub name: String,
    /// The title.
    pub title: String,
    /// The position, in six fields, before the turns in `played`.
    pub position: String,
    /// The turns that are played from there before the reader plays.
    #[serde(default)]
    pub played: Vec<String>,
    /// What the reader sees on the board, and the rule to learn.
    pub text: String,
    /// What to do on the board.
    pub task: String,
    /// How to type a turn that does the task. Only the terminal shows this text. Empty if the
    /// reader already knows how to type the turn.
    #[serde(default)]
    pub typing: String,
    /// An accepted turn that the reader sees with the task, in the notation of the protocol. The
    /// terminal says how to type it, and the browser says what to tap.
    pub example: Option<String>,
    /// The legal turns that solve the task.
    pub accepted: Vec<TurnPattern>,
    /// The answer to an accepted turn.
    pub right: String,
    /// Answers to other turns, which may be illegal.
    #[serde(default)]
    pub wrong: Vec<WrongTurns>,
    /// The answer to every other legal turn.
    pub otherwise: String,
    /// The switches whose values the lesson explains. A user's game that changes one of these
    /// switches does not take the lesson from its base.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub explains: Vec<String>,
}

/// Turns that do not solve a lesson, and why.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub struct WrongTurns {
    /// The turns.
    pub turns: Vec<TurnPattern>,
    /// Why they are wrong.
    pub answer: String,
    /// The switches whose values the answer explains. A user's game that changes one of these
    /// switches does not take the answer from its base.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub explains: Vec<String>,
}

/// A turn in the notation of the protocol, or several: two dots stand for any text. `N@f3,..` is
/// every turn that un-captures a knight on f3.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(transparent)]
pub struct TurnPattern(String);

/// The answer to a turn that a reader has tried.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
#[serde(rename_all = "kebab-case", tag = "verdict", content = "text")]
pub enum LessonAnswer {
    /// The turn solves the lesson.
    Right(String),
    /// The turn does not solve the lesson.
    Wrong(String),
}

/// Why a lesson does not fit a game.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
pub enum LessonError {
    /// The position is not possible in the game.
    #[error("lesson {lesson}: {source}")]
    Position {
        /// The name of the lesson.
        lesson: String,
        /// Why the position is not possible.
        source: PositionError,
    },
    /// A text in `played` is not a turn.
    #[error("lesson {lesson}: {source}")]
    Turn {
        /// The name of the lesson.
        lesson: String,
        /// Why the text is not a turn.
        source: TurnError,
    },
    /// A turn in `played` is not legal.
    #[error("lesson {lesson}: {turn} is not legal: {source}")]
    Illegal {
        /// The name of the lesson.
        lesson: String,
        /// The turn.
        turn: Turn,
        /// The rule that the turn breaks.
        source: Illegality,
    },
    /// No legal turn is accepted. Or a legal turn is both accepted and named as wrong. Or the
    /// example is not an accepted legal turn.
    #[error(
        "lesson {lesson}: at least one legal turn must fit 'accepted'; 'example', if given, \
         must be a legal turn that fits 'accepted'; no legal turn may fit both 'accepted' and 'wrong'"
    )]
    Unsolvable {
        /// The name of the lesson.
        lesson: String,
    },
}

/// Why a file of lessons cannot be read.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
pub enum LessonsError {
    /// It does not have the form of a file of lessons.
    #[error("line {line}: {message}")]
    Form {
        /// The line, from 1.
        line: usize,
        /// What is wrong there.
        message: String,
    },
    /// Two lessons have the same name.
    #[error("two lessons are called '{0}'; give them different names")]
    Twice(String),
    /// `order` names a lesson twice.
    #[error("order: the lesson '{0}' is named twice; name it once")]
    Repeated(String),
    /// `order` names a lesson that is neither in this file nor among the lessons of the base.
    #[error("order: there is no lesson '{0}', neither here nor in the base of the game")]
    Unknown(String),
    /// `order` leaves out a lesson of this file.
    #[error("order: the lesson '{0}' of this file is not named; name it")]
    Missing(String),
}

/// A file of lessons.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct File {
    /// The names of the lessons of the game, in the order in which they are learned. If `order` is
    /// missing, the game has the lessons of this file in their order.
    order: Option<Vec<String>>,
    #[serde(default)]
    lesson: Vec<Lesson>,
}

/// Reads the lessons of a game. `base` has the lessons of the game's base.
pub(super) fn read(text: &str, base: &[Lesson]) -> Result<Vec<Lesson>, LessonsError> {
    let file: File = toml::from_str(text).map_err(|error| {
        let at = error.span().map_or(0, |span| span.start);
        let before = text.get(..at).unwrap_or(text);
        LessonsError::Form {
            line: 1 + before.matches('\n').count(),
            message: error.message().lines().collect::<Vec<_>>().join(" "),
        }
    })?;
    let lessons = file.lesson.into_iter().map(Lesson::with_joined_lines);
    let lessons: Vec<Lesson> = lessons.collect();
    if let Some(name) = repeated(lessons.iter().map(|lesson| &lesson.name)) {
        return Err(LessonsError::Twice(name));
    }
    let Some(order) = file.order else {
        return Ok(lessons);
    };
    if let Some(name) = repeated(&order) {
        return Err(LessonsError::Repeated(name));
    }
    let mut own: BTreeMap<String, Lesson> = BTreeMap::new();
    for lesson in lessons {
        own.insert(lesson.name.clone(), lesson);
    }
    let mut lessons = Vec::with_capacity(order.len());
    for name in order {
        let lesson = own.remove(&name).or_else(|| {
            let shared = base.iter().find(|lesson| lesson.name == name);
            shared.cloned()
        });
        lessons.push(lesson.ok_or(LessonsError::Unknown(name))?);
    }
    match own.into_keys().next() {
        Some(name) => Err(LessonsError::Missing(name)),
        None => Ok(lessons),
    }
}

/// A name that occurs twice.
fn repeated<'a>(names: impl IntoIterator<Item = &'a String>) -> Option<String> {
    let mut seen = BTreeSet::new();
    let mut names = names.into_iter();
    names.find(|name| !seen.insert(*name)).cloned()
}

impl Lesson {
    /// The lesson with each of its texts in one line.
    fn with_joined_lines(mut self) -> Self {
        let answers = self.wrong.iter_mut().map(|wrong| &mut wrong.answer);
        let texts = [
            &mut self.title,
            &mut self.text,
            &mut self.task,
            &mut self.typing,
            &mut self.right,
            &mut self.otherwise,
        ];
        for text in texts.into_iter().chain(answers) {
            *text = text.split_whitespace().collect::<Vec<_>>().join(" ");
        }
        self
    }

    /// The position in which the reader plays, in the game with these switches.
    ///
    /// # Errors
    ///
    /// If the position of the lesson or a turn in `played` does not fit the game, or if the lesson
    /// is [`LessonError::Unsolvable`].
    pub fn position<R: Rules>(&self, switches: &R::Switches) -> Result<R, LessonError> {
        let lesson = || self.name.clone();
        let mut position: R =
            position::read(switches, &self.position).map_err(|source| LessonError::Position {
                lesson: lesson(),
                source,
            })?;
        for turn in self.turns(R::FORM)? {
            if let Some(source) = position.illegality(turn) {
                return Err(LessonError::Illegal {
                    lesson: lesson(),
                    turn,
                    source,
                });
            }
            position = position.play(turn);
        }
        let legal: Vec<String> = position.turns().iter().map(Turn::to_string).collect();
        let solves = |text: &&String| self.accepts(text);
        let is_wrong = |text: &&String| self.wrong_turns(text).is_some();
        let solutions: Vec<&String> = legal.iter().filter(solves).collect();
        let is_example_wrong = |example: &String| !solutions.contains(&example);
        if solutions.is_empty()
            || self.example.as_ref().is_some_and(is_example_wrong)
            || solutions.iter().any(is_wrong)
        {
            return Err(LessonError::Unsolvable { lesson: lesson() });
        }
        Ok(position)
    }

    /// The turns in `played`. `form` is the form of the game's family.
    ///
    /// # Errors
    ///
    /// If a text is not a turn.
    pub fn turns(&self, form: Form) -> Result<Vec<Turn>, LessonError> {
        let read = |text: &String| {
            turn::read(form, text).map_err(|source| LessonError::Turn {
                lesson: self.name.clone(),
                source,
            })
        };
        self.played.iter().map(read).collect()
    }

    /// The answer to a turn. `illegality` says why the turn is not legal in the position of the
    /// lesson; `None` for a legal turn.
    #[must_use]
    pub fn answer(&self, turn: Turn, illegality: Option<&Illegality>) -> LessonAnswer {
        let text = turn.to_string();
        if illegality.is_none() && self.accepts(&text) {
            return LessonAnswer::Right(self.right.clone());
        }
        LessonAnswer::Wrong(match (self.wrong_turns(&text), illegality) {
            (Some(wrong), _) => wrong.answer.clone(),
            (None, Some(illegality)) => format!("{turn} is not legal: {}.", illegality.reason),
            (None, None) => self.otherwise.clone(),
        })
    }

    /// The part of the lesson that names this turn as wrong, if there is one.
    fn wrong_turns(&self, turn: &str) -> Option<&WrongTurns> {
        let names = |wrong: &&WrongTurns| wrong.turns.iter().any(|pattern| pattern.fits(turn));
        self.wrong.iter().find(names)
    }

    fn accepts(&self, turn: &str) -> bool {
        self.accepted.iter().any(|pattern| pattern.fits(turn))
    }
}

impl TurnPattern {
    /// Whether a turn, in the notation of the protocol, fits.
    #[must_use]
    pub fn fits(&self, turn: &str) -> bool {
        let parts: Vec<&str> = self.0.split("..").collect();
        let [first, middle @ .., last] = parts.as_slice() else {
            return self.0 == turn;
        };
        let Some(mut rest) = turn.strip_prefix(first) else {
            return false;
        };
        for part in middle {
            match rest.find(part) {
                Some(at) => rest = &rest[at + part.len()..],
                None => return false,
            }
        }
        rest.ends_with(last)
    }
}

impl fmt::Display for TurnPattern {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn two_dots_stand_for_any_text() {
        for (pattern, fits, differs) in [
            ("f3e4", "f3e4", "f3e4*q"),
            ("N@f3,..", "N@f3,f6e6", "B@f3,f6e6"),
            ("..@f3,..", "N@f3,f6e6", "f6e6"),
            ("a1..*r", "a1a4*r", "a1a4*n"),
            ("..p", "g8g7p", "g8g7"),
        ] {
            let pattern = TurnPattern(pattern.to_owned());
            assert!(pattern.fits(fits), "{pattern} {fits}");
            assert!(!pattern.fits(differs), "{pattern} {differs}");
        }
    }

    fn lesson(name: &str) -> String {
        format!(
            "[[lesson]]\nname = \"{name}\"\ntitle = \"\"\nposition = \"\"\ntext = \"\"\n\
             task = \"\"\naccepted = []\nright = \"\"\notherwise = \"\"\n"
        )
    }

    #[test]
    fn each_text_of_a_lesson_is_in_one_line() {
        let text = lesson("one").replace("\"\"", "\"\"\"\ntwo\n  lines\n\"\"\"");
        let lessons = read(&text, &[]).expect("a lesson");
        let [lesson] = &lessons[..] else {
            panic!("{lessons:?}");
        };
        for text in [
            &lesson.title,
            &lesson.text,
            &lesson.task,
            &lesson.right,
            &lesson.otherwise,
        ] {
            assert_eq!(text, "two lines");
        }
    }

    #[test]
    fn a_file_takes_lessons_of_the_base_and_each_error_names_its_place() {
        let base = read(&(lesson("one") + &lesson("two")), &[]).expect("two lessons");
        let names = |text: &str| {
            let lessons = read(text, &base)?;
            Ok::<_, LessonsError>(lessons.into_iter().map(|lesson| lesson.name).collect())
        };
        let order = |names: &str| format!("order = [{names}]\n") + &lesson("own");
        assert_eq!(
            names(&order("'own', 'two'")),
            Ok(vec!["own".to_owned(), "two".to_owned()])
        );
        for (text, error) in [
            (
                order("'own', 'three'"),
                LessonsError::Unknown("three".into()),
            ),
            (order("'one'"), LessonsError::Missing("own".into())),
            (
                order("'own', 'one', 'one'"),
                LessonsError::Repeated("one".into()),
            ),
            (order("'own', 'own'"), LessonsError::Repeated("own".into())),
            (
                lesson("own") + &lesson("own"),
                LessonsError::Twice("own".into()),
            ),
        ] {
            assert_eq!(names(&text), Err(error), "{text}");
        }
        let error = names("order = []\nlessons = 3").expect_err("an unknown field");
        assert!(error.to_string().starts_with("line 2: "), "{error}");
    }
}
