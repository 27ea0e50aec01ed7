//! A reverse game that starts where a chess game ended. The start is the latest position of the
//! chess game at which the reverse game can start and is not over.
//!
//! The side that is not to move in this chess position plays first in the reverse game. Missing
//! pieces are in reserve. The pending field is empty. The castling field of a reverse game says who
//! has un-castled. Nobody has un-castled yet, so the castling field is empty as well.

use std::iter::once;
use std::mem::take;
use std::ops::ControlFlow;

use pgn_reader::{Outcome, RawTag, Reader, SanPlus, Visitor};
use shakmaty::san::San;
use shakmaty::{Chess, Position, fen::Fen};
use thiserror::Error;

use super::chess_words::{UnknownWord, unknown_word, without_empty_lines};
use super::error::RecordErrorKind;
use super::forward::chess_position;
use super::text_position::TextPosition;
use super::tokens::{Tokens, TurnNotation};
use crate::board::{Color, Placement, Reserve, Role, Setup, initial_count};
use crate::games::{self, Game, TypedGame};
use crate::notation::error::printable;
use crate::rules::{Ending, IllegalPosition, Rules, role_name, side_name};

/// The start of a reverse game.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct ReverseStart {
    /// The position.
    pub setup: Setup,
    /// How many plies of the chess game lead to this position.
    pub ply: usize,
    /// Why the reverse game cannot start at the last position of the chess game; `None` if it
    /// starts there.
    pub start_error: Option<StartError>,
}

/// Why a reverse game cannot start at a position of a chess game.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
pub enum StartError {
    /// A side has more pieces of a kind than at the start of chess, for example after a promotion.
    #[error("{side} has {count} {kind}s, more than at the start of a chess game")]
    Promoted {
        /// The side.
        side: &'static str,
        /// The number of pieces.
        count: u32,
        /// Their kind.
        kind: &'static str,
    },
    /// The position is not possible in the reverse game.
    #[error(transparent)]
    Illegal(#[from] IllegalPosition),
    /// The reverse game is over in this position.
    #[error("the game would be over at once ({})", .0.description())]
    Over(Ending),
}

/// Why a reverse game cannot start from a chess game.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
pub enum FromChessError {
    /// The game is not played in reverse.
    #[error("{0} is played forwards; only a reverse game can start from a chess game")]
    NotReverse(String),
    /// The text has no game.
    #[error("there is no chess game here; a PGN file has moves such as 1. e4 e5")]
    NoGame,
    /// The text is the record of a game other than chess.
    #[error("the tag Variant says {0}; a reverse game can start only from ordinary chess")]
    Variant(String),
    /// A comment has no closing brace.
    #[error("{0}: the comment that starts here is not closed by a brace")]
    UnclosedComment(TextPosition),
    /// The first position is wrong.
    #[error("the tag FEN does not hold a chess position: {0}")]
    Fen(String),
    /// A move is not legal.
    #[error("turn {number}: {san} is not legal in this position")]
    Move {
        /// The number of the turn, from 1; each side's move is a turn.
        number: usize,
        /// The move.
        san: String,
    },
    /// A word among the moves is not a move, a number, a sign, a result or a remark such as `mate`.
    #[error(
        "turn {number}: '{word}' is not a move in English notation, such as Nf3, exd5, e8=Q or O-O; comments stand in braces"
    )]
    Word {
        /// The number of the turn, from 1; each side's move is a turn.
        number: usize,
        /// The word.
        word: String,
    },
    /// The reverse game cannot start at any position of the chess game.
    #[error(
        "the reverse game cannot start at any position of this chess game; at the last position, the reason is: {reason}{}",
        suggestion(.other.as_deref())
    )]
    NoStart {
        /// Why it cannot start at the last position.
        reason: StartError,
        /// The name of a reverse game that can start at a position of the chess game, if there is
        /// one.
        other: Option<String>,
    },
}

/// Finds the start of the reverse game `game` in the first chess game of a PGN file: the latest
/// position at which `game` can start.
///
/// # Errors
///
/// If `game` is not played in reverse, if the text is not a chess game, if a move is not legal or
/// not in English notation, or if `game` cannot start at any position of the chess game.
pub fn reverse_start(game: &'static Game, pgn: &str) -> Result<ReverseStart, FromChessError> {
    if !game.is_reverse() {
        return Err(FromChessError::NotReverse(game.to_string()));
    }
    let plain = with_plain_spaces(pgn);
    let pgn = without_empty_lines(&plain);
    let played = Reader::new(pgn.as_bytes()).read_game(&mut ChessReader);
    let played = played.ok().flatten().ok_or_else(|| why_no_game(&plain))?;
    // The number of the turn at which the PGN reader stopped. A later unknown word does not matter.
    let last = match &played {
        // The reader finds no game if all moves are unknown words.
        Ok(_) | Err(FromChessError::NoGame) => usize::MAX,
        Err(FromChessError::Move { number, .. } | FromChessError::Word { number, .. }) => *number,
        Err(_) => 0,
    };
    // The reader skips an unknown word and plays the next move in a wrong position. So the error is
    // the unknown word, even if the next move is not legal.
    let unknown = unknown_word(&pgn).filter(|unknown| unknown.number <= last);
    if let Some(UnknownWord { number, word }) = unknown {
        return Err(FromChessError::Word { number, word });
    }
    let positions = played?;
    latest_start(game, &positions).map_err(|reason| match reason {
        None => FromChessError::NoGame,
        Some(reason) => {
            let mut others = once(games::recommended()).chain(games::all());
            let other =
                others.find(|other| other.is_reverse() && latest_start(other, &positions).is_ok());
            FromChessError::NoStart {
                reason,
                other: other.map(|other| other.name().to_owned()),
            }
        }
    })
}

/// Why the PGN reader finds no game in a text.
fn why_no_game(pgn: &str) -> FromChessError {
    let mut errors = Tokens::new(pgn, TurnNotation::Protocol).filter_map(Result::err);
    match errors.find(|error| error.kind == RecordErrorKind::UnclosedComment) {
        Some(error) => FromChessError::UnclosedComment(error.place),
        None => FromChessError::NoGame,
    }
}

/// The text with spaces for all white space except line ends. No line has spaces at its end.
fn with_plain_spaces(pgn: &str) -> String {
    let plain = |letter: char| if letter.is_whitespace() { ' ' } else { letter };
    let lines = pgn
        .lines()
        .map(|line| line.trim_end().chars().map(plain).chain(once('\n')));
    lines.flatten().collect()
}

/// The end of an error text: advice to choose the game `other`. Empty if `other` is `None`.
fn suggestion(other: Option<&str>) -> String {
    other.map_or_else(String::new, |name| {
        format!("; choose another game, such as {name}")
    })
}

/// The latest position at which `game` can start. If there is none, the error says why `game`
/// cannot start at the last position. The error is `None` if `positions` is empty.
fn latest_start(
    game: &'static Game,
    positions: &[Chess],
) -> Result<ReverseStart, Option<StartError>> {
    let mut start_error = None;
    for (ply, position) in positions.iter().enumerate().rev() {
        match setup(position).and_then(|setup| accepted(game, setup)) {
            Ok(setup) => {
                return Ok(ReverseStart {
                    setup,
                    ply,
                    start_error,
                });
            }
            Err(error) => start_error = start_error.or(Some(error)),
        }
    }
    Err(start_error)
}

/// Checks that a position is possible in the game and that the game is not over in it. Returns the
/// position.
fn accepted(game: &'static Game, setup: Setup) -> Result<Setup, StartError> {
    struct Check(Setup);
    impl games::Visitor for Check {
        type Output = Result<Setup, StartError>;
        fn visit<R: Rules>(self, game: TypedGame<R>) -> Self::Output {
            let position: R = game.position(self.0)?;
            match position.outcome() {
                Some(outcome) => Err(StartError::Over(outcome.ending)),
                None => Ok(*position.setup()),
            }
        }
    }
    game.dispatch(Check(setup))
}

/// A position of the chess game as the start of a reverse game.
fn setup(chess: &Chess) -> Result<Setup, StartError> {
    let mut placement = Placement::empty(Reserve::default());
    for (square, piece) in chess.board() {
        placement.put(piece, square);
    }
    for side in Color::ALL {
        for role in Role::ALL {
            let count = placement.pieces(side, role).count() as u32;
            let Some(missing) = initial_count(role).checked_sub(count) else {
                return Err(StartError::Promoted {
                    side: side_name(side),
                    count,
                    kind: role_name(role),
                });
            };
            for _ in 0..missing {
                placement.add_to_reserve(role.of(side));
            }
        }
    }
    Ok(Setup::new(placement, !chess.turn()))
}

/// Reads the positions of a chess game.
struct ChessReader;

/// The first position, and whether a tag gives it.
struct FirstPosition {
    position: Chess,
    is_given: bool,
}

/// The positions so far, and whether a tag gives the first one.
struct ChessGame {
    positions: Vec<Chess>,
    is_given: bool,
}

impl Visitor for ChessReader {
    type Tags = FirstPosition;
    type Movetext = ChessGame;
    type Output = Result<Vec<Chess>, FromChessError>;

    fn begin_tags(&mut self) -> ControlFlow<Self::Output, Self::Tags> {
        ControlFlow::Continue(FirstPosition {
            position: Chess::default(),
            is_given: false,
        })
    }

    fn tag(
        &mut self,
        first: &mut Self::Tags,
        name: &[u8],
        value: RawTag<'_>,
    ) -> ControlFlow<Self::Output> {
        let value = value.decode_utf8_lossy();
        let is_chess = ["chess", "standard", "from position"]
            .iter()
            .any(|chess| value.eq_ignore_ascii_case(chess));
        match name {
            b"Variant" if !is_chess => {
                let shown = value.chars().map(printable).collect();
                ControlFlow::Break(Err(FromChessError::Variant(shown)))
            }
            b"FEN" => match read_fen(&value) {
                Ok(chess) => {
                    first.position = chess;
                    first.is_given = true;
                    ControlFlow::Continue(())
                }
                Err(error) => ControlFlow::Break(Err(FromChessError::Fen(error))),
            },
            _ => ControlFlow::Continue(()),
        }
    }

    fn begin_movetext(&mut self, first: Self::Tags) -> ControlFlow<Self::Output, Self::Movetext> {
        ControlFlow::Continue(ChessGame {
            positions: vec![first.position],
            is_given: first.is_given,
        })
    }

    fn san(&mut self, game: &mut Self::Movetext, san: SanPlus) -> ControlFlow<Self::Output> {
        let positions = &mut game.positions;
        let next = positions.last().and_then(|position| {
            let played = san.san.to_move(position).ok()?;
            position.clone().play(played).ok()
        });
        match next {
            Some(next) => {
                positions.push(next);
                ControlFlow::Continue(())
            }
            None => ControlFlow::Break(Err(no_move(san, positions.len()))),
        }
    }

    fn outcome(&mut self, game: &mut Self::Movetext, _: Outcome) -> ControlFlow<Self::Output> {
        // Before the first move, a result belongs to a heading, such as `Bob - Ann 1-0`.
        if game.positions.len() == 1 {
            return ControlFlow::Continue(());
        }
        ControlFlow::Break(Ok(take(&mut game.positions)))
    }

    fn end_game(&mut self, game: Self::Movetext) -> Self::Output {
        // The PGN reader accepts every text without moves. Such a text is a game only if the tag
        // `FEN` gives a position.
        if game.positions.len() == 1 && !game.is_given {
            return Err(FromChessError::NoGame);
        }
        Ok(game.positions)
    }
}

/// The error for a move that cannot be played in turn `number`. The PGN reader reads `g1f3` as a
/// pawn move from g1 to f3. Most likely such a text is a move in UCI notation. The error for it is
/// [`FromChessError::Word`].
fn no_move(san: SanPlus, number: usize) -> FromChessError {
    let text = san.to_string();
    match san.san {
        San::Normal {
            role: shakmaty::Role::Pawn,
            file: Some(_),
            rank: Some(_),
            ..
        } => FromChessError::Word { number, word: text },
        _ => FromChessError::Move { number, san: text },
    }
}

fn read_fen(fen: &str) -> Result<Chess, String> {
    let fen = fen.parse::<Fen>().map_err(|error| error.to_string())?;
    chess_position(fen.into_setup())
}

#[cfg(test)]
mod tests;
