//! Reads positions and games from the text of files. Each error names the file, the line and the
//! column. Reading goes on after an error.

use std::fmt;

use super::epd::{self, Epd};
use crate::games::{Game, TypedGame, Visitor};
use crate::record::{Places, Reader, Record, RecordErrorKind, ReplayError, TextPosition, text_of};
use crate::rules::Rules;

/// A position or a game.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Content {
    /// A position.
    Position(Epd),
    /// A game whose turns are all legal.
    Game(Record),
}

impl Content {
    /// The game whose rules apply.
    #[must_use]
    pub const fn game(&self) -> &'static Game {
        match self {
            Content::Position(epd) => epd.game,
            Content::Game(record) => record.game,
        }
    }
}

/// A position or a game, and its place.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Item {
    /// The name of the file.
    pub source: String,
    /// The place in the file.
    pub place: TextPosition,
    /// The position or game.
    pub content: Content,
}

/// An error in a file. The message is one line.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct InputError {
    /// The name of the file.
    pub source: String,
    /// The place in the file.
    pub place: TextPosition,
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
        // Control characters are escaped, so that they do not control the terminal.
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

/// Reads the text of the file `source`: game records if it starts with a tag or a comment,
/// otherwise one position per line. `game` is the game for positions that name no game. Empty lines
/// and lines that start with `#` or `%` are ignored among positions and before the first record.
/// [`text_of`] makes the text from the bytes.
#[must_use]
pub fn read(
    source: &str,
    text: &[u8],
    game: Option<&'static Game>,
) -> Vec<Result<Item, InputError>> {
    let text = text_of(text);
    let read = if starts_with_record(&text) {
        let item = |(place, record)| Item {
            source: source.to_owned(),
            place,
            content: Content::Game(record),
        };
        let games = records(source, &text).into_iter();
        games.map(|read| read.map(item)).collect()
    } else {
        positions(source, &text, game)
    };
    or_error_if_empty(source, read, "there is neither a position nor a game here")
}

/// Reads and replays the game records in the text of the file `source`. Returns each game with its
/// place. [`text_of`] makes the text from the bytes. Before the first record, empty lines and lines
/// that start with `#` or `%` are ignored.
#[must_use]
pub fn games(source: &str, text: &[u8]) -> Vec<Result<(TextPosition, Record), InputError>> {
    let nothing = RecordErrorKind::NoGame.to_string();
    or_error_if_empty(source, records(source, &text_of(text)), &nothing)
}

/// Returns `read`, or one error with this reason if `read` is empty.
fn or_error_if_empty<T>(
    source: &str,
    read: Vec<Result<T, InputError>>,
    reason: &str,
) -> Vec<Result<T, InputError>> {
    if !read.is_empty() {
        return read;
    }
    vec![Err(InputError {
        source: source.to_owned(),
        place: TextPosition::START,
        reason: reason.to_owned(),
    })]
}

/// Whether the first line that is not ignored starts with a tag or a comment.
fn starts_with_record(text: &str) -> bool {
    text.lines()
        .find(|line| !is_ignored(line))
        .is_some_and(|line| line.trim_start().starts_with(['[', '{', ';']))
}

fn is_ignored(line: &str) -> bool {
    let line = line.trim();
    line.is_empty() || line.starts_with(['#', '%'])
}

fn positions(
    source: &str,
    text: &str,
    game: Option<&'static Game>,
) -> Vec<Result<Item, InputError>> {
    let mut items = Vec::new();
    for (number, line) in (1..).zip(text.split('\n')) {
        if is_ignored(line) {
            continue;
        }
        let place = |column| TextPosition {
            line: number,
            column,
        };
        items.push(match epd::read(line.trim_end_matches('\r'), game) {
            Ok(epd) => Ok(Item {
                source: source.to_owned(),
                place: place(1),
                content: Content::Position(epd),
            }),
            Err(error) => Err(InputError {
                source: source.to_owned(),
                place: place(error.column),
                reason: error.kind.to_string(),
            }),
        });
    }
    items
}

fn records(source: &str, text: &str) -> Vec<Result<(TextPosition, Record), InputError>> {
    let lines: Vec<&str> = text.split_inclusive('\n').collect();
    let mut items = Vec::new();
    let is_before_records = |line: &&&str| is_ignored(line);
    // `skipped` is the number of lines before `rest`, the text that the next reader reads.
    let mut skipped = lines.iter().take_while(is_before_records).count();
    let mut rest = text.get(length(&lines[..skipped])..).unwrap_or_default();
    loop {
        let mut reader = Reader::new(rest);
        let mut restart_line = None;
        while let Some(read) = reader.next() {
            let (place, read) = match read {
                Ok(record) => replayed(record, reader.places()),
                Err(error) => {
                    let start = skipped + reader.places().start.line - 1;
                    let place = TextPosition {
                        line: error.place.line + skipped,
                        ..error.place
                    };
                    restart_line = restart(&lines, place, start, &error.kind);
                    (error.place, Err(error.kind.to_string()))
                }
            };
            let place = TextPosition {
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
        let Some(next) = restart_line.filter(|&next| next > skipped) else {
            return items;
        };
        let skipped_bytes = length(lines.get(skipped..next).unwrap_or_default());
        rest = rest.get(skipped_bytes..).unwrap_or_default();
        skipped = next;
    }
}

/// The number of bytes of lines with their line ends.
fn length(lines: &[&str]) -> usize {
    lines.iter().map(|line| line.len()).sum()
}

/// Replays a game. Returns the game and its place, or the error and the place of the error.
fn replayed(record: Record, places: &Places) -> (TextPosition, Result<Record, String>) {
    match record.game.dispatch(Replay(&record)) {
        Ok(()) => (places.start, Ok(record)),
        Err(ReplayError::Start(error)) => (places.position, Err(error.to_string())),
        Err(ReplayError::Turn { number, source }) => {
            let place = places.turns.get(number.wrapping_sub(1)).copied();
            (place.unwrap_or(places.start), Err(source.to_string()))
        }
        Err(error @ ReplayError::Variation { .. }) => (places.start, Err(error.to_string())),
    }
}

/// The index of the line at which reading goes on after an error; `None` if no later game starts.
/// `start` is the index of the first line of the game that was being read. The error is at `place`,
/// which can be in the next game.
fn restart(
    lines: &[&str],
    place: TextPosition,
    start: usize,
    kind: &RecordErrorKind,
) -> Option<usize> {
    let index = place.line - 1;
    let first = first_tag(lines, index);
    let is_in_next_game = match kind {
        // The reader finds this error at the first tag of the next game. In the last game, it finds
        // the error at the end of the text.
        RecordErrorKind::NoResult => {
            let line = lines.get(index).copied().unwrap_or_default();
            line.chars().nth(place.column - 1) == Some('[')
        }
        // The duplicate tag is in the block of tag lines that begins at `first`. If there are tag
        // lines above this block, from line `start` on, they are the tags of a game without turns,
        // and the block starts the next game.
        RecordErrorKind::DuplicateTag(_) => (start..first).any(|line| is_tag(lines, line)),
        _ => false,
    };
    if is_in_next_game && first > start {
        return Some(first);
    }
    next_game(lines, index + 1)
}

/// Whether line `index` looks like a tag: it starts with `[Name "` for any name, or it starts with
/// `[` and ends with `]`.
fn is_tag(lines: &[&str], index: usize) -> bool {
    let is_blank = |letter: char| letter.is_whitespace() || letter == '\u{feff}';
    let line = lines
        .get(index)
        .and_then(|line| line.trim_start_matches(is_blank).strip_prefix('['));
    line.is_some_and(|tag| {
        let tag = tag.trim_start();
        let value =
            tag.trim_start_matches(|letter: char| letter.is_alphanumeric() || letter == '_');
        let has_value = value.len() < tag.len() && value.trim_start().starts_with('"');
        has_value || tag.trim_end().ends_with(']')
    })
}

/// Whether any line of the text looks like a tag of a game record.
#[must_use]
pub fn has_tag(text: &str) -> bool {
    let lines: Vec<&str> = text.lines().collect();
    (0..lines.len()).any(|index| is_tag(&lines, index))
}

/// Looks at the tag lines directly above line `index`, and skips lines that start with a percent
/// sign. Returns the index of the first of these tag lines, or `index` if there are none.
fn first_tag(lines: &[&str], mut index: usize) -> usize {
    while let Some(before) = tag_before(lines, index) {
        index = before;
    }
    index
}

/// Looks at the last line before line `index` that does not start with a percent sign. Returns its
/// index if it is a tag line.
fn tag_before(lines: &[&str], index: usize) -> Option<usize> {
    let before = lines.get(..index)?;
    let line = before.iter().rposition(|line| !line.starts_with('%'))?;
    is_tag(lines, line).then_some(line)
}

/// The index of the first line, from line `from` on, that seems to start a game: a tag line after a
/// line that is not a tag line.
fn next_game(lines: &[&str], from: usize) -> Option<usize> {
    (from..lines.len()).find(|&index| is_tag(lines, index) && tag_before(lines, index).is_none())
}

/// Replays a game to check its turns.
struct Replay<'a>(&'a Record);

impl Visitor for Replay<'_> {
    type Output = Result<(), ReplayError>;

    fn visit<R: Rules>(self, game: TypedGame<R>) -> Self::Output {
        self.0.replay(game).map(drop)
    }
}
