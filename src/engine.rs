//! The face of a game in plain text: what a protocol, a referee or a person at a terminal needs,
//! without a type parameter. Generic inside (`Table`), plain outside ([`Engine`]).

use std::ops::ControlFlow;
use std::sync::{Arc, Mutex, PoisonError};

use serde::Serialize;
use thiserror::Error;

use crate::board::{Color, Setup, Turn};
use crate::eval;
use crate::forward::{ForwardError, forward_game};
use crate::game::{Game, PlayError};
use crate::notation::{PositionError, TurnError, diagram::Diagram, position};
use crate::pgn;
use crate::rules::{Forbidden, Outcome, Refusal, Rules, Seat, Uncapture, Variant, Visitor, perft};
use crate::search::{Best, Control, Limits, Options, Report, Search};

/// Where a game starts.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Start<'a> {
    /// At the start position; the seed draws it where it is drawn by lot.
    Startpos(u64),
    /// At a written position.
    Fen(&'a str),
}

/// Why a position cannot be set up. The position before stays.
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
    fn explain(&self, text: &str) -> Result<Option<Forbidden>, TurnError>;
    /// The evaluation, term by term.
    fn evaluation(&self) -> Evaluation;
    /// The game so far as an ordinary chess game, in PGN.
    ///
    /// # Errors
    ///
    /// When there is no such game.
    fn forward(&self) -> Result<String, ForwardError>;
    /// Forgets what earlier searches have learned.
    fn clear(&mut self);
    /// Starts a search in its own thread. The last event is [`Event::Best`].
    ///
    /// # Errors
    ///
    /// When one of `only`, the turns to look at (all when empty), is not a legal turn.
    fn search(&self, order: Order<'_>, listener: Listener) -> Result<(), EngineError>;
    /// Starts a perft in its own thread. The last event is [`Event::PerftTotal`].
    fn perft(&self, depth: u32, control: Arc<Control>, listener: Listener);
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
            Box::new(Table {
                game: Game::new(variant, start),
                search: Arc::default(),
            })
        }
    }
    variant.dispatch(Make(seed))
}

/// A game of known rules and the search that belongs to it, made when it is first needed.
struct Table<R: Rules> {
    game: Game<R>,
    search: Arc<Mutex<Option<Search<R>>>>,
}

impl<R: Rules> Table<R> {
    fn position(&self) -> &R {
        self.game.position()
    }

    fn turn(&self, number: usize, text: &str) -> Result<Turn, EngineError> {
        text.parse()
            .map_err(|error| EngineError::Turn { number, error })
    }
}

impl<R: Rules> Engine for Table<R> {
    fn variant(&self) -> Variant {
        self.game.variant()
    }

    fn setup(&self) -> Setup {
        *self.position().setup()
    }

    fn seat(&self) -> Seat {
        self.position().seat()
    }

    fn set_position(&mut self, start: Start<'_>, turns: &[String]) -> Result<(), EngineError> {
        let variant = self.variant();
        let start = match start {
            Start::Startpos(seed) => {
                R::from_setup(variant, variant.start(seed)).map_err(PositionError::from)?
            }
            Start::Fen(fen) => position::read(variant, fen)?,
        };
        let mut game = Game::new(variant, start);
        for (number, text) in (1..).zip(turns) {
            let turn = self.turn(number, text)?;
            game.play_on(turn)
                .map_err(|error| EngineError::Play { number, error })?;
        }
        self.game = game;
        Ok(())
    }

    fn flip(&mut self) -> Result<(), EngineError> {
        let flipped = R::from_setup(self.variant(), self.setup().mirrored());
        self.game = Game::new(self.variant(), flipped.map_err(EngineError::Flip)?);
        Ok(())
    }

    fn legal_turns(&self) -> Vec<String> {
        let mut texts: Vec<String> = self
            .position()
            .turns()
            .iter()
            .map(Turn::to_string)
            .collect();
        texts.sort_unstable();
        texts
    }

    fn outcome(&self) -> Option<Outcome> {
        self.game.outcome()
    }

    fn state(&self) -> State {
        let position = self.position();
        let (checks, points) = (position.checks(), position.points());
        let progress = |color| position.progress(color);
        let (uncapture, square) = match position.uncapture() {
            Uncapture::None => ("none", None),
            Uncapture::May(square) => ("may", Some(square)),
            Uncapture::Must(square) => ("must", Some(square)),
        };
        let in_check = [Color::White, Color::Black]
            .into_iter()
            .filter(|&color| *checks.get(color));
        let outcome = self.outcome();
        State {
            variant: self.variant().name(),
            fen: position.setup().to_string(),
            side: position.side().char(),
            player: position.seat().number(),
            ply: self.game.turns().len(),
            check: in_check.map(Color::char).collect(),
            uncapture,
            square: square.map(|square| square.to_string()),
            phase: position.phase(),
            home: Pair::of(|color| progress(color).home),
            board: Pair::of(|color| progress(color).on_board),
            score: Pair::of(|color| *points.get(color)),
            over: outcome.is_some(),
            result: outcome.map_or("*", Outcome::result),
            winner: outcome.and_then(|outcome| outcome.winner).map(Seat::number),
            reason: outcome.map(|outcome| outcome.ending.word()),
        }
    }

    fn drawing(&self) -> String {
        Diagram::new(self.position().setup())
            .after(self.game.last_turn())
            .to_string()
    }

    fn key(&self) -> u64 {
        self.position().key()
    }

    fn explain(&self, text: &str) -> Result<Option<Forbidden>, TurnError> {
        Ok(self.position().forbids(text.parse()?))
    }

    fn evaluation(&self) -> Evaluation {
        let weights = eval::weights(self.variant());
        Evaluation {
            terms: eval::terms(self.position(), weights),
            total: eval::evaluate(self.position(), weights),
            player: self.seat().number(),
        }
    }

    fn forward(&self) -> Result<String, ForwardError> {
        let turns: Vec<Turn> = self.game.turns().collect();
        let game = forward_game(self.game.start(), &turns)?;
        Ok(pgn::write(&game, &[("ReverseGame", self.variant().name())]))
    }

    fn clear(&mut self) {
        if let Some(search) = &mut *self.search.lock().unwrap_or_else(PoisonError::into_inner) {
            search.clear();
        }
    }

    fn search(&self, order: Order<'_>, mut listener: Listener) -> Result<(), EngineError> {
        let Order {
            options,
            mut limits,
            only,
            control,
        } = order;
        limits.turns.clear();
        for (number, text) in (1..).zip(only) {
            let turn = self.turn(number, text)?;
            if let Some(forbidden) = self.position().forbids(turn) {
                let error = PlayError::Illegal { turn, forbidden };
                return Err(EngineError::Play { number, error });
            }
            limits.turns.push(turn);
        }
        let position = self.position().clone();
        let keys = self.game.keys().to_vec();
        let search = Arc::clone(&self.search);
        std::thread::spawn(move || {
            let mut search = search.lock().unwrap_or_else(PoisonError::into_inner);
            let search = match &mut *search {
                Some(search) => {
                    search.set_options(options);
                    search
                }
                none => none.insert(Search::new(options)),
            };
            let best = search.go(&position, &keys, &limits, &control, &mut |report| {
                listener(Event::Report(report));
            });
            listener(Event::Best(best));
        });
        Ok(())
    }

    fn perft(&self, depth: u32, control: Arc<Control>, mut listener: Listener) {
        let position = self.position().clone();
        std::thread::spawn(move || {
            let mut turns = position.turns();
            turns.sort_by_cached_key(Turn::to_string);
            let mut total = 0;
            for turn in turns {
                let below = depth.saturating_sub(1);
                let Some(leaves) = stoppable_perft(&position.play(turn), below, &control) else {
                    return listener(Event::PerftTotal(None));
                };
                total += leaves;
                listener(Event::PerftTurn(turn.to_string(), leaves));
            }
            listener(Event::PerftTotal(Some(total)));
        });
    }
}

/// [`perft`] that gives up when it is told to stop.
fn stoppable_perft<R: Rules>(position: &R, depth: u32, control: &Control) -> Option<u64> {
    if control.is_stopped() {
        return None;
    }
    if depth <= 2 {
        return Some(perft(position, depth));
    }
    let mut leaves = 0;
    let flow = position.generate(&mut |set| {
        for turn in set.turns() {
            match stoppable_perft(&position.play(turn), depth - 1, control) {
                Some(below) => leaves += below,
                None => return ControlFlow::Break(()),
            }
        }
        ControlFlow::Continue(())
    });
    flow.is_continue().then_some(leaves)
}
