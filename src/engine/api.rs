//! The interface of an engine, and the types of what it receives and returns.

use std::sync::Arc;

use thiserror::Error;

use super::state::State;
use super::view::{BoardView, Tap, TurnView};
use crate::board::{Color, Setup, Turn};
use crate::book::BookEntry;
use crate::eval;
use crate::games::Game;
use crate::live::PlayError;
use crate::notation::native::{NativeError, NativeErrorKind};
use crate::notation::{PositionError, TurnError};
use crate::record::forward::ForwardError;
use crate::rules::{IllegalPosition, Illegality, Outcome, Seat};
use crate::search::{Best, Control, Limits, Options, Report};

/// The words of the error message if the system cannot start a thread for a search or a perft.
pub const NO_THREAD: &str = "cannot start a thread";

/// The first position of a game.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Start<'a> {
    /// The start position of the game. If the game has several, this seed selects one.
    Startpos(u64),
    /// A position as text.
    Fen(&'a str),
}

/// Why a position cannot be set up or flipped, or why a search or a perft cannot start. The engine
/// keeps its earlier position.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
pub enum EngineError {
    /// The text is not a position of the game.
    #[error("{0}")]
    Position(#[from] PositionError),
    /// A text cannot be read as a turn.
    #[error("turn {number}: {error}")]
    Turn {
        /// The number of the turn, from 1.
        number: usize,
        /// What is wrong with the text.
        error: TurnError,
    },
    /// A turn is not legal.
    #[error("turn {number}: {error}")]
    Play {
        /// The number of the turn, from 1.
        number: usize,
        /// The rule that it breaks.
        error: PlayError,
    },
    /// The position with the colours exchanged is not a position of the game.
    #[error("the position cannot be flipped: {0}")]
    Flip(IllegalPosition),
    /// The system cannot start a thread for a search or a perft.
    #[error("the engine {no_thread}: {0}", no_thread = NO_THREAD)]
    NoThread(String),
}

/// Why a text that a person typed is not a legal turn.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
pub enum TypedTurnError {
    /// The text is a turn in the notation of the protocol, but the rules forbid it.
    #[error("{turn} is not legal: {illegality}")]
    Illegal {
        /// The turn.
        turn: Turn,
        /// The rule that it breaks, and what is wrong.
        illegality: Illegality,
    },
    /// The text is neither a turn in the notation of the protocol nor a legal turn in native
    /// notation.
    #[error(transparent)]
    Native(#[from] NativeError),
}

impl TypedTurnError {
    /// What is wrong, as a sentence without a full stop. Omits the column of the mistake and the
    /// topic of the rule ([`TypedTurnError::rule`]). If the text does not have the form of a turn,
    /// but begins like one in native notation, the sentence says what was found at the mistake and
    /// what was expected.
    #[must_use]
    pub fn reason(&self) -> String {
        match self {
            TypedTurnError::Illegal { illegality, .. } => illegality.reason.clone(),
            TypedTurnError::Native(error) => match (&error.kind, &error.text) {
                (NativeErrorKind::Illegal { illegality, .. }, _) => illegality.reason.clone(),
                (NativeErrorKind::Syntax { .. }, text) if !error.begins_like_a_turn() => {
                    format!("'{text}' is not a turn")
                }
                (kind, text) => format!("'{text}': {kind}"),
            },
        }
    }

    /// The topic of the rule that an illegal turn breaks. `None` for every other error: for
    /// example, the text can mean two turns, or it has the mark `+` without check.
    #[must_use]
    pub fn rule(&self) -> Option<&'static str> {
        match self {
            TypedTurnError::Illegal { illegality, .. }
            | TypedTurnError::Native(NativeError {
                kind: NativeErrorKind::Illegal { illegality, .. },
                ..
            }) => Some(illegality.rule),
            TypedTurnError::Native(_) => None,
        }
    }
}

/// A game up to its present position, as texts.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct PlayedGame {
    /// The name of the game.
    pub game: String,
    /// The first position.
    pub start: String,
    /// The turns.
    pub turns: Vec<String>,
}

/// What the rules say about taps.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum TapsAnswer {
    /// A legal turn begins with the taps.
    Legal,
    /// No legal turn begins with the taps. `None` if no reason is known, for example because a tap
    /// names a square that does not exist.
    Illegal(Option<Illegality>),
}

/// The static evaluation of a position, term by term.
#[derive(Clone, Debug)]
pub struct Evaluation {
    /// The value of each term for both players, in centipawns.
    pub terms: Vec<eval::Term>,
    /// The evaluation in centipawns, from the view of the player to play.
    pub total: i32,
    /// `total`, converted to the score that the protocol reports ([`eval::Scale::reported`]).
    pub score: i32,
    /// The player to play, 1 or 2.
    pub player: u8,
}

/// What a search or a perft reports from its thread.
#[derive(Clone, PartialEq, Debug)]
pub enum EngineEvent {
    /// Progress of a search.
    Report(Report),
    /// The end of a search.
    Best(Best),
    /// A turn at the root of a perft, and the number of leaves below it (divide).
    PerftTurn(String, u64),
    /// The number of leaves of the whole perft; `None` if it was stopped or has panicked.
    PerftTotal(Option<u64>),
    /// The message of a panic in the search or perft. A panic is a bug. [`EngineEvent::Best`] or
    /// [`EngineEvent::PerftTotal`] follows.
    Failed(String),
}

/// Receives the events of a search or a perft, in the thread of the search or perft.
pub type EventSink = Box<dyn FnMut(EngineEvent) + Send>;

/// A game and its search.
pub trait Engine: Send {
    /// The game.
    fn game(&self) -> &'static Game;
    /// The present position.
    fn setup(&self) -> Setup;
    /// The player to play.
    fn seat(&self) -> Seat;
    /// The game so far.
    fn played(&self) -> PlayedGame;
    /// Sets up a position and plays turns. After an error the earlier position stays.
    ///
    /// # Errors
    ///
    /// The error names the wrong field or turn, and says what is wrong.
    fn set_position(&mut self, start: Start<'_>, turns: &[String]) -> Result<(), EngineError>;
    /// Exchanges the colours in the position and mirrors its board. The result is the first
    /// position of a new game.
    ///
    /// # Errors
    ///
    /// If the game does not accept the position with exchanged colours.
    fn flip(&mut self) -> Result<(), EngineError>;
    /// All turns that are legal in the position, sorted by text. They stay legal after repetition
    /// or fifty moves has ended the game.
    fn legal_turns(&self) -> Vec<String>;
    /// The result, including one by repetition or fifty moves; `None` while the game goes on.
    fn outcome(&self) -> Option<Outcome>;
    /// The state for a client that does not know the rules.
    fn state(&self) -> State;
    /// What a graphical board shows of the position, in addition to [`Engine::state`].
    fn board(&self) -> BoardView;
    /// For each turn of [`Engine::legal_turns`], in that order, what a graphical board needs: what
    /// the turn changes, and how it is entered by tapping.
    fn turns(&self) -> Vec<TurnView>;
    /// Whether a legal turn begins with these taps, and if not, why not.
    fn explain_taps(&self, taps: &[Tap]) -> TapsAnswer;
    /// Reads a turn that a person typed, in the notation of the protocol or in native notation.
    ///
    /// # Errors
    ///
    /// Says why the text is not a legal turn.
    fn read_turn(&self, text: &str) -> Result<Turn, TypedTurnError>;
    /// The position as SVG, with this side at the bottom.
    fn picture(&self, bottom: Color) -> String;
    /// The board as text, with both reserves.
    fn text_diagram(&self) -> String;
    /// The Zobrist key of the position.
    fn key(&self) -> u64;
    /// Why a turn is not legal; `None` if it is legal.
    ///
    /// # Errors
    ///
    /// If the text is not a turn.
    fn explain(&self, text: &str) -> Result<Option<Illegality>, TurnError>;
    /// The turn of the game's book for the present position; `None` if the book has no playable
    /// turn ([`Book::playable`](crate::book::Book::playable)).
    fn book_entry(&self) -> Option<BookEntry>;
    /// The static evaluation with the weights and the network of these options.
    fn evaluation(&self, options: &Options) -> Evaluation;
    /// The forward game in PGN: the chess game that this reverse game takes back.
    ///
    /// # Errors
    ///
    /// If there is no such game.
    fn forward(&self) -> Result<String, ForwardError>;
    /// Forgets what earlier searches have learned.
    fn clear(&mut self);
    /// Allocates the tables before the next search. Replaces or clears the transposition table if
    /// these options need it. Does nothing while a search runs.
    fn prepare(&mut self, options: Options);
    /// Starts a search in another thread. Its last event is [`EngineEvent::Best`].
    ///
    /// # Errors
    ///
    /// If one of [`SearchRequest::only`] is not a legal turn, or if no thread can be started.
    fn search(&self, request: SearchRequest<'_>, sink: EventSink) -> Result<(), EngineError>;
    /// Starts a perft in another thread. Its last event is [`EngineEvent::PerftTotal`].
    ///
    /// # Errors
    ///
    /// If no thread can be started.
    fn perft(&self, depth: u32, control: Arc<Control>, sink: EventSink) -> Result<(), EngineError>;
}

/// A search to start.
#[derive(Clone, Debug)]
pub struct SearchRequest<'a> {
    /// The options.
    pub options: Options,
    /// The limits. [`Limits::turns`] is ignored; `only` replaces it. The engine also sets
    /// [`Limits::is_from_start`] and [`Limits::since`].
    pub limits: Limits,
    /// The root turns to search; all legal turns if empty.
    pub only: &'a [String],
    /// Lets other threads stop the running search, or tell it that the opponent has played the
    /// expected turn (ponder hit).
    pub control: Arc<Control>,
}
