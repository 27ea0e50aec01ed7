//! Positions and games from texts. What is wrong in a text is told with file, line and column, and
//! what is right in it is read all the same.

use std::fmt;

use super::epd::{self, Epd};
use crate::games::{Game, TypedGame, Visitor};
use crate::record::{Place, Places, Problem, Reader, Record, ReplayError};
use crate::rules::Rules;

/// Something to look at.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Task {
    /// A position.
    Position(Epd),
    /// A game, which can be played through.
    Game(Record),
}

impl Task {
    /// Which game it is of.
    #[must_use]
    pub const fn variant(&self) -> &'static Game {
        match self {
            Task::Position(epd) => epd.variant,
            Task::Game(record) => record.variant,
        }
    }
}

/// Something to look at, and where it stands.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Item {
    /// The name of the file.
    pub source: String,
    /// The place in it.
    pub place: Place,
    /// What is there.
    pub task: Task,
}

/// What is wrong with a text, in one line.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct InputError {
    /// The name of the file.
    pub source: String,
    /// The place in it.
    pub place: Place,
    /// What is wrong there.
    pub reason: String,
}

impl fmt::Display for InputError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self {
            source,
            place,
            reason,
        } = self;
        // What a file holds may be anything; a terminal is to show it, not to obey it.
        for letter in format!("{source}: {place}: {reason}").chars() {
            if letter.is_control() {
                write!(f, "{}", letter.escape_default())?;
            } else {
                fmt::Write::write_char(f, letter)?;
            }
        }
        Ok(())
    }
}

impl std::error::Error for InputError {}

/// Reads a text with the name `source`: game records where it holds tags, and positions a line
/// otherwise. `game` is the game of lines that name none. Empty lines and those that start with `#`
/// or `%` are passed over.
#[must_use]
pub fn read(
    source: &str,
    text: &[u8],
    game: Option<&'static Game>,
) -> Vec<Result<Item, InputError>> {
    let bytes = text.strip_prefix(b"\xef\xbb\xbf").unwrap_or(text);
    let read = if holds_records(bytes) {
        let item = |(place, record)| Item {
            source: source.to_owned(),
            place,
            task: Task::Game(record),
        };
        let games = records(source, bytes).into_iter();
        games.map(|read| read.map(item)).collect()
    } else {
        positions(source, bytes, game)
    };
    or_nothing(source, read, "there is neither a position nor a game here")
}

/// Reads a text with the name `source` that holds game records, and plays them through; each comes
/// with its place.
#[must_use]
pub fn games(source: &str, text: &[u8]) -> Vec<Result<(Place, Record), InputError>> {
    let bytes = text.strip_prefix(b"\xef\xbb\xbf").unwrap_or(text);
    let nothing = Problem::Nothing.to_string();
    or_nothing(source, records(source, bytes), &nothing)
}

/// What was read, or an error where that is nothing.
fn or_nothing<T>(
    source: &str,
    read: Vec<Result<T, InputError>>,
    reason: &str,
) -> Vec<Result<T, InputError>> {
    if !read.is_empty() {
        return read;
    }
    vec![Err(InputError {
        source: source.to_owned(),
        place: Place { line: 1, column: 1 },
        reason: reason.to_owned(),
    })]
}

/// Whether the first line that is none of a remark starts as a tag or a comment does.
fn holds_records(bytes: &[u8]) -> bool {
    bytes
        .split(|&byte| byte == b'\n')
        .map(<[u8]>::trim_ascii)
        .find(|line| !is_remark(line))
        .is_some_and(|line| matches!(line.first(), Some(b'[' | b'{' | b';')))
}

fn is_remark(line: &[u8]) -> bool {
    matches!(line.first(), None | Some(b'#' | b'%'))
}

fn positions(
    source: &str,
    bytes: &[u8],
    game: Option<&'static Game>,
) -> Vec<Result<Item, InputError>> {
    let mut items = Vec::new();
    for (number, line) in (1..).zip(bytes.split(|&byte| byte == b'\n')) {
        if is_remark(line.trim_ascii()) {
            continue;
        }
        let place = |column| Place {
            line: number,
            column,
        };
        let error = |column, reason: String| InputError {
            source: source.to_owned(),
            place: place(column),
            reason,
        };
        items.push(match std::str::from_utf8(line) {
            Err(fault) => {
                let good = line.get(..fault.valid_up_to()).unwrap_or_default();
                let column = String::from_utf8_lossy(good).chars().count() + 1;
                Err(error(column, "this is no text in UTF-8".to_owned()))
            }
            Ok(line) => match epd::read(line.trim_end_matches('\r'), game) {
                Ok(epd) => Ok(Item {
                    source: source.to_owned(),
                    place: place(1),
                    task: Task::Position(epd),
                }),
                Err(fault) => Err(error(fault.column, fault.problem.to_string())),
            },
        });
    }
    items
}

fn records(source: &str, bytes: &[u8]) -> Vec<Result<(Place, Record), InputError>> {
    // Names in an old encoding do no harm; turns in one are no turns.
    let text = &*String::from_utf8_lossy(bytes);
    let lines: Vec<&str> = text.split_inclusive('\n').collect();
    let mut items = Vec::new();
    // What is left to be read, and how many lines stand before it.
    let (mut rest, mut skipped) = (text, 0);
    loop {
        let mut reader = Reader::new(rest);
        let mut broken = None;
        while let Some(read) = reader.next() {
            let (place, read) = match read {
                Ok(record) => played_through(record, reader.places()),
                Err(fault) => {
                    let start = skipped + reader.places().start.line - 1;
                    let index = skipped + fault.place.line - 1;
                    broken = Some(restart(&lines, index, start, &fault.problem));
                    (fault.place, Err(fault.problem.to_string()))
                }
            };
            let place = Place {
                line: place.line + skipped,
                ..place
            };
            items.push(match read {
                Ok(record) => Ok((place, record)),
                Err(reason) => Err(InputError {
                    source: source.to_owned(),
                    place,
                    reason,
                }),
            });
        }
        let Some(next) = broken.flatten().filter(|&next| next > skipped) else {
            return items;
        };
        let passed: usize = lines
            .get(skipped..next)
            .unwrap_or_default()
            .iter()
            .map(|line| line.len())
            .sum();
        rest = rest.get(passed..).unwrap_or_default();
        skipped = next;
    }
}

/// A game with its place, if it can be played through, or why it cannot, and where.
fn played_through(record: Record, places: &Places) -> (Place, Result<Record, String>) {
    match record.variant.dispatch(Replay(&record)) {
        Ok(()) => (places.start, Ok(record)),
        Err(ReplayError::Start(fault)) => (places.position, Err(fault.to_string())),
        Err(ReplayError::Turn { number, source }) => {
            let place = places.turns.get(number.wrapping_sub(1)).copied();
            (place.unwrap_or(places.start), Err(source.to_string()))
        }
    }
}

/// The index of the line from which on it is worth reading again, when the game that starts at line
/// `start` has turned out to be broken at line `index`.
fn restart(lines: &[&str], index: usize, start: usize, problem: &Problem) -> Option<usize> {
    // A game that breaks off is noticed at a tag of the next one.
    if matches!(problem, Problem::NoResult | Problem::TagTwice(_)) {
        let first = first_tag(lines, index);
        if first > start {
            return Some(first);
        }
    }
    next_game(lines, index + 1)
}

fn is_tag(lines: &[&str], index: usize) -> bool {
    lines.get(index).is_some_and(|line| line.starts_with('['))
}

/// The index of the first of the tags that stand in lines one behind the other up to this line.
fn first_tag(lines: &[&str], mut index: usize) -> usize {
    while index > 0 && is_tag(lines, index - 1) {
        index -= 1;
    }
    index
}

/// The index of the next line, from this one on, with which a game seems to start: one with a tag
/// behind one without.
fn next_game(lines: &[&str], from: usize) -> Option<usize> {
    (from.max(1)..lines.len()).find(|&index| is_tag(lines, index) && !is_tag(lines, index - 1))
}

/// Plays a game through.
struct Replay<'a>(&'a Record);

impl Visitor for Replay<'_> {
    type Output = Result<(), ReplayError>;

    fn visit<R: Rules>(self, game: TypedGame<R>) -> Self::Output {
        self.0.replay(game).map(drop)
    }
}
