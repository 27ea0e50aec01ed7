//! The face of a game in plain text: what a protocol or a referee needs, without a type parameter.
//! Plain outside ([`Engine`]), generic inside (`Thinker`).

mod thinker;

use std::sync::Arc;

use serde::Serialize;
use thiserror::Error;

use crate::board::{Color, Setup};
use crate::eval;
use crate::forward::ForwardError;
use crate::live::PlayError;
use crate::notation::{PositionError, TurnError};
use crate::rules::{Illegality, Outcome, Refusal, Rules, Seat, Variant, Visitor};
use crate::search::{Best, Control, Limits, Options, Report};
use thinker::Thinker;

/// Where a game starts.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Start<'a> {
    /// At the start position; the seed draws it where it is drawn by lot.
    Startpos(u64),
    /// At a written position.
    Fen(&'a str),
}

/// Why a position cannot be set up, or a search cannot begin. What was before stays.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
pub enum EngineError {
    /// The start position is not one of this game.
    #[error("{0}")]
    Position(#[from] PositionError),
    /// A text among the moves is no turn.
    #[error("move {number}: {error}")]
    Turn {
        /// Its number, from 1.
        number: usize,
        /// What is wrong with it.
        error: TurnError,
    },
    /// A turn among the moves is not legal.
    #[error("move {number}: {error}")]
    Play {
        /// Its number, from 1.
        number: usize,
        /// The rule that forbids it.
        error: PlayError,
    },
    /// The position with the colours exchanged is not one of this game.
    #[error("the position cannot be flipped: {0}")]
    Flip(Refusal),
    /// The system has no thread to think in.
    #[error("no thread to think in: {0}")]
    NoThread(String),
}

/// The same thing for White and for Black.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
pub struct Pair<T> {
    /// White's.
    pub w: T,
    /// Black's.
    pub b: T,
}

impl<T> Pair<T> {
    fn of(of: impl Fn(Color) -> T) -> Self {
        Self {
            w: of(Color::White),
            b: of(Color::Black),
        }
    }
}

/// All that a client without any knowledge of the rules asks about a position.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct State {
    /// The name of the game.
    pub variant: &'static str,
    /// The position.
    pub fen: String,
    /// The side whose turn it is, `w` or `b`.
    pub side: char,
    /// The player whose turn it is; 1 is whoever played the first turn of the game.
    pub player: u8,
    /// Turns played since the position from which the game was set up.
    pub ply: usize,
    /// The kings in check: "", "w", "b" or "wb".
    pub check: String,
    /// Whether a piece may or must be un-captured at the head of the turn: none, may, must.
    pub uncapture: &'static str,
    /// On which square.
    pub square: Option<String>,
    /// The phase of the game, where it has phases.
    pub phase: Option<u8>,
    /// Pieces home.
    pub home: Pair<u32>,
    /// Pieces on the board.
    pub board: Pair<u32>,
    /// The game's own score so far.
    pub score: Pair<i32>,
    /// Whether the game is over, repetition and fifty moves included.
    pub over: bool,
    /// `1-0`, `0-1`, `1/2-1/2` or `*`.
    pub result: &'static str,
    /// The player who won.
    pub winner: Option<u8>,
    /// The rule by which the game ended.
    pub reason: Option<&'static str>,
}

/// The evaluation of a position, term by term.
#[derive(Clone, Debug)]
pub struct Evaluation {
    /// What each term is worth to both players, in centipawns.
    pub terms: Vec<eval::Term>,
    /// The whole, in centipawns from the view of the player to play.
    pub total: i32,
    /// The whole as scores are told.
    pub score: i32,
    /// The player to play.
    pub player: u8,
}

/// What a search or a perft that runs in its own thread has to tell.
#[derive(Clone, PartialEq, Debug)]
pub enum Event {
    /// Progress of a search.
    Report(Report),
    /// The search is over.
    Best(Best),
    /// The leaves below one turn of a perft.
    PerftTurn(String, u64),
    /// The leaves of the whole perft, unless it was stopped.
    PerftTotal(Option<u64>),
    /// Something in the program is broken. The last event follows all the same.
    Failed(String),
}

/// Who hears the events of a search. It is called from the thread of the search.
pub type Listener = Box<dyn FnMut(Event) + Send>;

/// A game under way with an engine to think about it.
pub trait Engine: Send {
    /// The name of the game.
    fn variant(&self) -> Variant;
    /// The six fields of the present position.
    fn setup(&self) -> Setup;
    /// The player whose turn it is.
    fn seat(&self) -> Seat;
    /// Sets up a position and plays turns from there; on an error nothing changes.
    ///
    /// # Errors
    ///
    /// Names the field or the move that is wrong, and why.
    fn set_position(&mut self, start: Start<'_>, turns: &[String]) -> Result<(), EngineError>;
    /// Exchanges the colours.
    ///
    /// # Errors
    ///
    /// When the game cannot have the position so.
    fn flip(&mut self) -> Result<(), EngineError>;
    /// Every turn that the position by itself allows, sorted by text.
    fn legal_turns(&self) -> Vec<String>;
    /// The result, repetition and fifty moves included.
    fn outcome(&self) -> Option<Outcome>;
    /// What a client without rules asks.
    fn state(&self) -> State;
    /// The board drawn for people, with both reserves.
    fn drawing(&self) -> String;
    /// The Zobrist key of the position.
    fn key(&self) -> u64;
    /// Why a turn is not legal; `None` when it is.
    ///
    /// # Errors
    ///
    /// When the text is no turn.
    fn explain(&self, text: &str) -> Result<Option<Illegality>, TurnError>;
    /// The evaluation, term by term, by the weights and the network of these options.
    fn evaluation(&self, options: &Options) -> Evaluation;
    /// The game so far as an ordinary chess game, in PGN.
    ///
    /// # Errors
    ///
    /// When there is no such game.
    fn forward(&self) -> Result<String, ForwardError>;
    /// Forgets what earlier searches have learned.
    fn clear(&mut self);
    /// Does now what would cost the next search time: makes its tables. While a search runs,
    /// nothing is done.
    fn prepare(&mut self, options: Options);
    /// Starts a search in its own thread. The last event is [`Event::Best`].
    ///
    /// # Errors
    ///
    /// When one of `only`, the turns to look at (all when empty), is not a legal turn, or there is
    /// no thread.
    fn search(&self, order: Order<'_>, listener: Listener) -> Result<(), EngineError>;
    /// Starts a perft in its own thread. The last event is [`Event::PerftTotal`].
    ///
    /// # Errors
    ///
    /// When there is no thread.
    fn perft(
        &self,
        depth: u32,
        control: Arc<Control>,
        listener: Listener,
    ) -> Result<(), EngineError>;
}

/// What a search is to do.
#[derive(Clone, Debug)]
pub struct Order<'a> {
    /// The settings.
    pub options: Options,
    /// The bounds; their turns are ignored in favour of `only`.
    pub limits: Limits,
    /// The turns to look at, all when empty.
    pub only: &'a [String],
    /// The strings that reach into the search.
    pub control: Arc<Control>,
}

/// An engine for a game, at its start position.
#[must_use]
pub fn new(variant: Variant, seed: u64) -> Box<dyn Engine> {
    struct Make(u64);
    impl Visitor for Make {
        type Output = Box<dyn Engine>;
        fn visit<R: Rules>(self, variant: Variant) -> Self::Output {
            let start = R::from_setup(variant, variant.start(self.0));
            // Every start position of every game is accepted; a test asserts it.
            let start = start.unwrap_or_else(|refusal| panic!("{variant}: {refusal}"));
            Box::new(Thinker::new(variant, start))
        }
    }
    variant.dispatch(Make(seed))
}
