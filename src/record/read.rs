//! Reading records, one after the other.

use std::fmt;

use thiserror::Error;

use super::native::Listener;
use super::tags::OWN_FIELDS;
use super::tokens::{Token, Tokens};
use super::{Comment, GameResult, Record, RecordedTurn, Tags};
use crate::board::{Setup, Turn};
use crate::games::{Game, UnknownGame};
use crate::notation::native::NativeError;
use crate::notation::{PositionError, TurnError, position};

/// A place in a text, lines and columns counted from 1, columns in characters.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub struct Place {
    /// The line.
    pub line: usize,
    /// The column.
    pub column: usize,
}

impl fmt::Display for Place {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "line {}, column {}", self.line, self.column)
    }
}

/// Why a text is no record, and where.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
#[error("{place}: {problem}")]
pub struct RecordError {
    /// Where reading stopped.
    pub place: Place,
    /// What is wrong there.
    pub problem: Problem,
}

/// What can be wrong with a record.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
pub enum Problem {
    /// There is no game in it.
    #[error("there is no game here; a game starts with tags such as [Variant \"ssehc\"]")]
    Nothing,
    /// There is more than the one game that was asked for.
    #[error("a second game starts here, and only one was expected")]
    SecondGame,
    /// A tag does not have its form.
    #[error("a tag has the form [Name \"value\"], in one line")]
    Tag,
    /// A tag stands twice.
    #[error("the tag {0} stands here for the second time")]
    TagTwice(String),
    /// The tag that names the game is missing.
    #[error("the tag Variant is missing before the first turn")]
    NoVariant,
    /// No game is called so.
    #[error("Variant: {0}")]
    Variant(#[from] UnknownGame),
    /// The tag with the first position is missing, and the game has no fixed one.
    #[error("the tag FEN is missing, and {0} has no fixed first position")]
    NoStart(&'static Game),
    /// The tag with the first position holds none.
    #[error("FEN: {0}")]
    Start(#[from] PositionError),
    /// A word among the turns is none.
    #[error(transparent)]
    Turn(#[from] TurnError),
    /// Words of the game's own are no turn where they stand.
    #[error("'{}': {}", .0.text, .0.problem)]
    Words(NativeError),
    /// No notation is called so.
    #[error("no notation is called '{0}'; there are protocol and native")]
    Notation(String),
    /// No result is written so.
    #[error("'{0}' is no result; there are 1-0, 0-1, 1/2-1/2 and *")]
    Result(String),
    /// The tag says something else than the end of the game.
    #[error("the game ends with {end} here, but its tag Result says {tag}")]
    TwoResults {
        /// What the tag says.
        tag: GameResult,
        /// What stands behind the turns.
        end: GameResult,
    },
    /// The game breaks off.
    #[error("the game breaks off here; it must end with 1-0, 0-1, 1/2-1/2 or *")]
    NoResult,
    /// A comment is not closed.
    #[error("the comment that starts here is not closed by a brace")]
    OpenComment,
    /// A brace or parenthesis that belongs to nothing, or a variation.
    #[error("'{0}' has no place here; variations are not read")]
    Stray(char),
}

/// Reads a text that holds one game.
///
/// # Errors
///
/// Names line, column and what is wrong there.
pub fn read(text: &str) -> Result<Record, RecordError> {
    let mut reader = Reader::new(text);
    let start = reader.tokens.place;
    let record = reader.next().unwrap_or(Err(RecordError {
        place: start,
        problem: Problem::Nothing,
    }))?;
    match reader.tokens.next() {
        None => Ok(record),
        Some(Ok((place, _))) => Err(RecordError {
            place,
            problem: Problem::SecondGame,
        }),
        Some(Err(error)) => Err(error),
    }
}

/// Reads the games of a text one by one. It ends behind the first error.
#[derive(Debug)]
pub struct Reader<'a> {
    tokens: Tokens<'a>,
    failed: bool,
    places: Places,
}

/// Where the parts of a game stand in the text.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Places {
    /// Its first tag.
    pub start: Place,
    /// Its first position, or its first tag where it has none.
    pub position: Place,
    /// Its turns.
    pub turns: Vec<Place>,
}

impl Places {
    const fn at(start: Place) -> Self {
        Self {
            start,
            position: start,
            turns: Vec::new(),
        }
    }
}

impl<'a> Reader<'a> {
    /// A reader of the games in `text`.
    #[must_use]
    pub fn new(text: &'a str) -> Self {
        Self {
            tokens: Tokens::new(text),
            failed: false,
            places: Places::at(Place { line: 1, column: 1 }),
        }
    }

    /// Where the parts of the game stand that was read last.
    #[must_use]
    pub const fn places(&self) -> &Places {
        &self.places
    }

    fn game(&mut self, first: (Place, Token)) -> Result<Record, RecordError> {
        let mut draft = Draft::default();
        self.places = Places::at(first.0);
        let mut token = first;
        self.tokens.native = false;
        loop {
            let (place, what) = token;
            if matches!(&what, Token::Tag(name, _) if name == "FEN") {
                self.places.position = place;
            }
            draft.headed |= self.tokens.parted && !draft.seen.is_empty();
            if let Some(record) = draft.take(what).map_err(|problem| place.error(problem))? {
                return Ok(record);
            }
            self.tokens.native = draft.native;
            if draft.turns.len() > self.places.turns.len() {
                self.places.turns.push(place);
            }
            token = match self.tokens.next() {
                Some(next) => next?,
                None => return Err(self.tokens.place.error(Problem::NoResult)),
            };
        }
    }
}

impl Iterator for Reader<'_> {
    type Item = Result<Record, RecordError>;

    fn next(&mut self) -> Option<Self::Item> {
        if self.failed {
            return None;
        }
        let game = match self.tokens.next()? {
            Ok(first) => self.game(first),
            Err(error) => Err(error),
        };
        self.failed = game.is_err();
        Some(game)
    }
}

/// A game while it is read.
#[derive(Default)]
struct Draft {
    tags: Tags,
    variant: Option<&'static Game>,
    fen: Option<String>,
    result: Option<GameResult>,
    seen: Vec<String>,
    /// Whether an empty line has ended the tags.
    headed: bool,
    preface: Option<Comment>,
    turns: Vec<RecordedTurn>,
    /// The game and its first position, known from the end of the tags on.
    opened: Option<(&'static Game, Setup)>,
    /// Whether the turns stand in the game's own words.
    native: bool,
    /// Who understands these words, from the first of them on.
    listener: Option<Box<dyn Listener>>,
}

impl Draft {
    /// Takes the next token; the result of the game completes the record.
    fn take(&mut self, token: Token) -> Result<Option<Record>, Problem> {
        match token {
            Token::Tag(..) if self.headed || self.opened.is_some() => {
                return Err(Problem::NoResult);
            }
            Token::Tag(name, value) => self.tag(name, value)?,
            Token::Comment(text) => self.comment(&text),
            Token::Word(word) => {
                let (variant, start) = self.open()?;
                if let Ok(end) = word.parse::<GameResult>() {
                    return self.finish(variant, start, end).map(Some);
                }
                if let Some(text) = without_number(&word) {
                    let turn = if self.native {
                        self.listen(variant, start, &word, text)?
                    } else {
                        text.parse::<Turn>()?
                    };
                    self.turns.push(turn.into());
                }
            }
        }
        Ok(None)
    }

    /// Understands words of the game's own, which stand at the end of `whole`.
    fn listen(
        &mut self,
        variant: &'static Game,
        start: Setup,
        whole: &str,
        words: &str,
    ) -> Result<Turn, Problem> {
        let listener = match &mut self.listener {
            Some(listener) => listener,
            None => self.listener.insert(<dyn Listener>::at(variant, start)?),
        };
        listener.hear(words).map_err(|mut error| {
            error.column += whole.chars().count() - words.chars().count();
            Problem::Words(error)
        })
    }

    fn tag(&mut self, name: String, value: String) -> Result<(), Problem> {
        if self.seen.contains(&name) {
            return Err(Problem::TagTwice(name));
        }
        match name.as_str() {
            "Variant" => self.variant = Some(value.parse()?),
            "Result" => self.result = Some(value.parse()?),
            "FEN" => self.fen = Some(value),
            "Notation" => {
                self.native = match value.as_str() {
                    "native" => true,
                    "protocol" => false,
                    _ => return Err(Problem::Notation(value)),
                }
            }
            name if OWN_FIELDS.contains(&name) => {}
            name => self.tags.set(name, &value),
        }
        self.seen.push(name);
        Ok(())
    }

    fn comment(&mut self, text: &str) {
        let Some(comment) = Comment::new(text) else {
            return;
        };
        let slot = match self.turns.last_mut() {
            Some(recorded) => &mut recorded.comment,
            None => &mut self.preface,
        };
        *slot = Some(match slot.take() {
            Some(earlier) => earlier.followed_by(&comment),
            None => comment,
        });
    }

    fn open(&mut self) -> Result<(&'static Game, Setup), Problem> {
        if let Some(opened) = self.opened {
            return Ok(opened);
        }
        let variant = self.variant.ok_or(Problem::NoVariant)?;
        let start = match &self.fen {
            Some(fen) => position::parse(variant.form(), fen)?,
            None if variant.start(0) == variant.start(1) => variant.start(0),
            None => return Err(Problem::NoStart(variant)),
        };
        self.opened = Some((variant, start));
        Ok((variant, start))
    }

    fn finish(
        &mut self,
        variant: &'static Game,
        start: Setup,
        end: GameResult,
    ) -> Result<Record, Problem> {
        match self.result {
            Some(tag) if tag != end => Err(Problem::TwoResults { tag, end }),
            _ => Ok(Record {
                variant,
                start,
                tags: std::mem::take(&mut self.tags),
                preface: self.preface.take(),
                turns: std::mem::take(&mut self.turns),
                result: end,
            }),
        }
    }
}

/// A word among the turns without the number of the move, as in `1.e4` and `12...`; `None` where
/// nothing is left.
pub(super) fn without_number(word: &str) -> Option<&str> {
    let behind = word.trim_start_matches(|letter: char| letter.is_ascii_digit());
    let turn = if behind.len() < word.len() && behind.starts_with('.') {
        behind.trim_start_matches('.').trim_start()
    } else {
        word
    };
    (!turn.is_empty()).then_some(turn)
}

impl Place {
    pub(super) fn error(self, problem: Problem) -> RecordError {
        // Words that are no turn say themselves at which of their characters.
        let inside = match &problem {
            Problem::Words(error) => error.column.saturating_sub(1),
            _ => 0,
        };
        let column = self.column + inside;
        RecordError {
            place: Place { column, ..self },
            problem,
        }
    }
}
