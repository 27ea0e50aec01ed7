//! Questions about game records, tournament journals and chess games. A *forward game* is a reverse
//! game as a chess game: the un-moves are undone, the last one first.

use std::collections::BTreeMap;

use serde::Deserialize;
use serde_json::{Value, json};

use super::line::game_named;
use super::variations::{VariationTurn, listed, with_variations};
use super::{GameLine, QuestionError};
use crate::games::{TypedGame, Visitor};
use crate::notation::NativeWords;
use crate::play::entry::Entry;
use crate::record::forward::{ForwardError, ForwardGame, ForwardMove, forward_game};
use crate::record::from_chess::reverse_start;
use crate::record::{Comment, GameResult, Reader, Record, checked_ending, pgn};

/// The maximum number of games in the answer to `open`.
const MAX_GAMES: usize = 1000;

/// The `note` in the answer to `open` if the last line of a journal is torn, that is, incomplete.
const TORN: &str = "the last line of the journal is incomplete and was left out";

/// The first games of a text. `complete` is false if the text has more games.
struct Opened {
    games: Vec<Value>,
    complete: bool,
    /// [`TORN`] if the torn last line of a journal was left out.
    note: Option<&'static str>,
}

/// The forward game of a reverse game. If there is none, the answer says why.
pub(super) fn forward(line: &GameLine) -> Result<Value, QuestionError> {
    struct Forward<'a>(&'a GameLine);
    impl Visitor for Forward<'_> {
        type Output = Result<Value, QuestionError>;
        fn visit<R: NativeWords>(self, game: TypedGame<R>) -> Self::Output {
            let live = self.0.live(game)?;
            let turns: Vec<_> = live.turns().collect();
            match forward_game(live.start(), &turns) {
                Ok(chess) => Ok(forward_value(&chess, game.name())),
                Err(error @ ForwardError::NotChess { .. }) => Err(error.into()),
                Err(error) => Ok(json!({ "pgn": null, "reason": error.to_string() })),
            }
        }
    }
    line.game()?.dispatch(Forward(line))
}

/// A forward game as JSON: PGN, first position, moves, and the board at the start and after each
/// move. `name` is the name of the reverse game.
fn forward_value(chess: &ForwardGame, name: &str) -> Value {
    let texts = |text: fn(&ForwardMove) -> String| -> Vec<String> {
        chess.moves().iter().map(text).collect()
    };
    let boards: Vec<String> = std::iter::once(chess.placement())
        .chain(chess.moves().iter().map(ForwardMove::placement))
        .map(ToString::to_string)
        .collect();
    json!({
        "pgn": pgn::write(chess, &[("ReverseGame", name)]),
        "fen": chess.fen(),
        "fens": boards,
        "moves": texts(ForwardMove::san),
        "uci": texts(ForwardMove::uci),
    })
}

/// A game to write as a record.
#[derive(Deserialize)]
pub(super) struct ToWrite {
    #[serde(flatten)]
    line: GameLine,
    result: Option<String>,
    /// How the game ended: a word of the tag `Termination`.
    ending: Option<String>,
    #[serde(default)]
    players: Vec<String>,
    /// Further tags of the record: names and values.
    #[serde(default)]
    tags: BTreeMap<String, String>,
    /// A comment for each turn. It is empty if there is nothing to say about the turn.
    #[serde(default)]
    comments: Vec<String>,
    /// A comment before the first turn.
    #[serde(default)]
    preface: String,
    #[serde(default)]
    variations: Vec<VariationTurn>,
}

pub(super) fn write(asked: ToWrite) -> Result<Value, QuestionError> {
    struct Write(ToWrite);
    impl Visitor for Write {
        type Output = Result<Value, QuestionError>;
        fn visit<R: NativeWords>(self, game: TypedGame<R>) -> Self::Output {
            let Write(asked) = self;
            let live = asked.line.live(game)?;
            let mut record = Record::of(&live);
            for (tag, value) in &asked.tags {
                record.tags.set(tag, value);
            }
            for (tag, name) in ["White", "Black"].into_iter().zip(&asked.players) {
                record.tags.set(tag, name);
            }
            for (recorded, comment) in record.turns.iter_mut().zip(&asked.comments) {
                recorded.comment = Comment::new(comment);
            }
            record.preface = Comment::new(&asked.preface);
            let turns = std::mem::take(&mut record.turns);
            record.turns = with_variations(live.start(), turns, &asked.variations)
                .map_err(|(number, source)| QuestionError::Variation { number, source })?;
            if let Some(result) = asked.result {
                record.result = result.parse::<GameResult>()?;
            }
            if let Some(ending) = asked.ending {
                let ending = checked_ending(&ending, live.outcome())?;
                record.tags.set("Termination", ending);
            }
            Ok(json!({ "text": record.to_string() }))
        }
    }
    asked.line.game()?.dispatch(Write(asked))
}

/// A chess game as PGN, and the name of the reverse game to start from it.
#[derive(Deserialize)]
pub(super) struct ChessGame {
    game: String,
    pgn: String,
}

/// The latest position of the chess game at which the reverse game can start. If there is none, the
/// answer says why.
pub(super) fn from_pgn(asked: &ChessGame) -> Result<Value, QuestionError> {
    Ok(match reverse_start(game_named(&asked.game)?, &asked.pgn) {
        Ok(start) => json!({
            "fen": start.setup.to_string(),
            "ply": start.ply,
            "note": start.start_error.map(|why| why.to_string()),
        }),
        Err(error) => json!({ "fen": null, "reason": error.to_string() }),
    })
}

/// Game records or a journal.
#[derive(Deserialize)]
pub(super) struct Text {
    text: String,
}

/// The first games of a text, at most [`MAX_GAMES`]. A text that begins with `{"` is read as a
/// journal. A brace alone is not enough: a game record may begin with a comment in braces.
pub(super) fn open(text: &Text) -> Result<Value, QuestionError> {
    let Opened {
        games,
        complete,
        note,
    } = if text.text.trim_start().starts_with("{\"") {
        journal(&text.text)?
    } else {
        records(&text.text)?
    };
    if games.is_empty() {
        return Err(QuestionError::NoGame);
    }
    Ok(json!({ "games": games, "complete": complete, "note": note }))
}

fn records(text: &str) -> Result<Opened, QuestionError> {
    let mut games = Vec::new();
    let mut reader = Reader::new(text);
    for (number, record) in (1..).zip(reader.by_ref().take(MAX_GAMES)) {
        let record = record.map_err(|source| QuestionError::Record { number, source })?;
        games.push(game_value(&record));
    }
    let complete = reader.next().is_none();
    Ok(Opened {
        games,
        complete,
        note: None,
    })
}

fn game_value(record: &Record) -> Value {
    let players = ["White", "Black"].map(|tag| record.tags.get(tag).unwrap_or("?"));
    let comment = |comment: &Option<Comment>| comment.as_ref().map_or("", Comment::text).to_owned();
    let tags: BTreeMap<_, _> = record.tags.iter().collect();
    json!({
        "game": record.game.name(),
        "start": record.start.to_string(),
        "turns": record.turns.iter().map(|one| one.turn.to_string()).collect::<Vec<_>>(),
        "comments": record.turns.iter().map(|one| comment(&one.comment)).collect::<Vec<_>>(),
        "preface": comment(&record.preface),
        "variations": listed(&record.turns),
        "players": players,
        "tags": tags,
        "result": record.result.to_string(),
    })
}

/// The games of a journal. Skips the line that describes the event, and the last line if it is
/// torn: after a crash it may lack its end or contain NUL bytes. If the text has only one line,
/// that line does not count as torn.
fn journal(text: &str) -> Result<Opened, QuestionError> {
    let (mut games, mut note) = (Vec::new(), None);
    let last = text.lines().count();
    let is_torn = |line, error: &serde_json::Error, content: &str| {
        let lacks_end = error.is_eof() && !text.ends_with('\n');
        line == last && last > 1 && (lacks_end || content.contains('\0'))
    };
    let is_game =
        |text: &str| !text.trim().is_empty() && !text.trim_start().starts_with("{\"journal\"");
    let mut lines = (1..).zip(text.lines()).filter(|(_, text)| is_game(text));
    for (line, content) in lines.by_ref().take(MAX_GAMES) {
        match serde_json::from_str::<Entry>(content) {
            Ok(entry) => games.push(entry_value(&entry)),
            Err(error) if is_torn(line, &error, content) => note = Some(TORN),
            Err(source) => return Err(QuestionError::Journal { line, source }),
        }
    }
    let complete = lines.next().is_none();
    Ok(Opened {
        games,
        complete,
        note,
    })
}

/// A game of a journal as JSON: one element of `games` in the answer to the question `open`.
#[must_use]
pub fn entry_value(entry: &Entry) -> Value {
    json!({
        "game": entry.variant.name(),
        "start": entry.start.to_string(),
        "turns": entry.turns.iter().map(|one| one.turn.to_string()).collect::<Vec<_>>(),
        "comments": entry.turns.iter().map(|_| "").collect::<Vec<_>>(),
        "preface": "",
        "variations": [],
        "players": [&entry.first, &entry.second],
        "tags": {},
        "result": entry.result.to_string(),
        "ending": entry.ending,
    })
}
