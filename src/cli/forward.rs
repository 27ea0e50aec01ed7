//! `reviver forward`: turns a reverse game into an ordinary chess game in PGN.

use std::io::{Write, stdout};

use super::args::{self, Fen, NamedText, NotationOption, RecordFile, Seed, Start};
use super::notation::{Notation, numbered_turn};
use super::sources::Sources;
use super::{Error, note};
use crate::analysis::input;
use crate::board::Turn;
use crate::games::{Game, TypedGame, Visitor};
use crate::notation::NativeWords;
use crate::record::forward::forward_game;
use crate::record::pgn;
use crate::record::{RecordError, Tags, read_native_turns, without_number};
use crate::rules::Form;

/// Turn a reverse game into an ordinary chess game, as PGN that any chess program reads
///
/// The file of --file has either game records or the turns of one game. Game records name their
/// game and notation. For turns, give GAME; for turns in native notation, also --notation native.
#[derive(Debug, clap::Args)]
#[command(after_help = "Examples:\n  \
    reviver forward unplay h8g7 a1a2 g7f6*n\n  \
    reviver forward unplay --notation native Kh8-g7 Ka1-a2 'Kg7-f6(*N)'\n  \
    reviver forward unplay --file moves.txt\n  \
    reviver forward --file game.pgn")]
pub(super) struct Args {
    /// The game; not needed if --file has game records, because they name their game
    #[arg(value_name = "GAME", value_parser = args::game(), required_unless_present = "file")]
    game: Option<&'static Game>,
    /// The turns
    #[arg(value_name = "TURN", conflicts_with = "file")]
    moves: Vec<String>,
    #[command(flatten)]
    file: RecordFile,
    #[command(flatten)]
    notation: NotationOption,
    #[command(flatten)]
    start: Start,
}

impl Args {
    /// Prints the chess games.
    pub(super) fn run(self) -> Result<(), Error> {
        let file = self.file.read()?;
        if let Some(NamedText { name, text }) = &file
            && input::has_tag(text)
        {
            return self.records(name, text);
        }
        let name = file.as_ref().map(|file| file.name.as_str());
        let text = match &file {
            Some(file) => file.text.clone(),
            None => {
                let words = self.moves.iter().map(String::as_str);
                let turns = words.filter(|word| without_number(word).is_some());
                turns.collect::<Vec<_>>().join("\n")
            }
        };
        let game = self.game.ok_or_else(|| {
            Error::Usage(
                "a file of turns does not name its game: write the name of the game before --file"
                    .to_owned(),
            )
        })?;
        let chess = game.dispatch(Moves {
            turns: match self.notation.notation.unwrap_or_default() {
                Notation::Protocol => {
                    Turns::Read(turns(game.form(), &text).map_err(|error| match name {
                        Some(file) => Error::Failed(format!("{file}: {error}")),
                        None => error,
                    })?)
                }
                Notation::Native => Turns::Native(&text, name),
            },
            tags: Tags::default(),
            start: &self.start,
        })?;
        chess.print()
    }

    /// Prints the chess games of the records in a file. Each wrong game is reported on standard
    /// error.
    ///
    /// # Errors
    ///
    /// If the command line also has a start or a notation, or if a game is wrong.
    fn records(&self, name: &str, text: &str) -> Result<(), Error> {
        if self.start.is_given() || self.notation.notation.is_some() {
            return Err(Error::Usage(format!(
                "{name}: a game record names its own start and notation, so --fen, --seed and --notation are \
                 allowed only with a file of turns"
            )));
        }
        let mut sources = Sources::default();
        let mut is_first = true;
        for (place, record) in sources.games_of(name, text.as_bytes()) {
            if self.game.is_some_and(|asked| asked != record.game) {
                let game = record.game;
                sources.complain(&format!("{name}: {place}: this is a game of {game}"));
                continue;
            }
            let turned = record.game.dispatch(Moves {
                turns: Turns::Read(record.turns.iter().map(|recorded| recorded.turn).collect()),
                tags: record.tags,
                start: &Start {
                    fen: Fen {
                        fen: Some(record.start.to_string()),
                    },
                    seed: Seed::default(),
                },
            });
            match turned {
                Err(error) => sources.complain(&format!("{name}: {place}: {error}")),
                Ok(chess) => {
                    // An empty line separates the games.
                    if !std::mem::take(&mut is_first) {
                        writeln!(stdout())?;
                    }
                    chess.print()?;
                }
            }
        }
        sources.fail_if_bad()
    }
}

/// The turns of a text, which may contain move numbers. `form` is the [`Form`] of the game's
/// family.
fn turns(form: Form, text: &str) -> Result<Vec<Turn>, Error> {
    let words = text.split_whitespace().filter_map(without_number);
    (1..)
        .zip(words)
        .map(|(number, word)| numbered_turn(form, number, word))
        .collect()
}

/// The turns of a game.
enum Turns<'a> {
    /// Turns that have been read.
    Read(Vec<Turn>),
    /// A text with turns in the game's own notation, and the name of its file, if any. To read such
    /// a turn, the position before it must be known.
    Native(&'a str, Option<&'a str>),
}

/// A game to turn into a chess game.
struct Moves<'a> {
    turns: Turns<'a>,
    tags: Tags,
    start: &'a Start,
}

/// A chess game to print.
struct ChessGame {
    pgn: String,
    /// Whether the last un-move of the reverse game is left out, because the un-capture that
    /// completes it was not played.
    is_shortened: bool,
}

impl ChessGame {
    /// Prints the game. If the last un-move is left out, a note on standard error says so.
    fn print(&self) -> Result<(), Error> {
        stdout().lock().write_all(self.pgn.as_bytes())?;
        if self.is_shortened {
            note(
                "The last un-move is left out, because the un-capture that completes it is missing.",
            );
        }
        Ok(())
    }
}

impl Visitor for Moves<'_> {
    type Output = Result<ChessGame, Error>;

    fn visit<R: NativeWords>(self, game: TypedGame<R>) -> Self::Output {
        let start: R = self.start.position(game)?;
        let turns = match self.turns {
            Turns::Read(turns) => turns,
            Turns::Native(text, file) => {
                read_native_turns(&start, text).map_err(|error| match (file, error) {
                    (Some(file), error) => Error::Failed(format!("{file}: {error}")),
                    // `Args::run` puts each word of the command line, except move numbers, on its
                    // own line. If each word is one turn, the line number is the turn number.
                    (None, RecordError { place, kind }) => Error::Usage(format!(
                        "turn {}, character {}: {kind}",
                        place.line, place.column
                    )),
                })?
            }
        };
        let chess = forward_game(&start, &turns)
            .map_err(|error| Error::Failed(format!("{game}: {error}")))?;
        let tags: Vec<(&str, &str)> = self.tags.iter().collect();
        Ok(ChessGame {
            pgn: pgn::write(&chess, &tags),
            is_shortened: chess.omitted_unmoves() > 0,
        })
    }
}
