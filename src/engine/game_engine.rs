//! The engine for one type of rules: a game and its search.

use std::any::Any;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::{Arc, Mutex, MutexGuard, OnceLock, PoisonError, TryLockError};

use super::api::{
    Engine, EngineError, EngineEvent, Evaluation, EventSink, PlayedGame, SearchRequest, Start,
    TapsAnswer, TypedTurnError,
};
use super::perft::divide;
use super::replay::{parse_turn, replay};
use super::search_thread::{SearchThread, run_in_new_thread};
use super::state::State;
use super::view::{self, BoardView, Tap, TurnView};
use crate::board::{Color, Setup, Turn};
use crate::book::{Book, BookEntry};
use crate::diagram::{Drawing, Scene};
use crate::eval::Evaluator;
use crate::games::{Game, TypedGame};
use crate::live::{LiveGame, PlayError};
use crate::notation::{Diagram, Native, NativeWords, TurnError, turn};
use crate::record::forward::{ForwardError, forward_game};
use crate::record::pgn;
use crate::rules::{Illegality, Outcome, Rules, Seat};
use crate::search::{Best, Control, Options, Root, Search, Stopwatch};

/// A game and its search.
pub(super) struct GameEngine<R: Rules> {
    game: LiveGame<R>,
    /// The search, made when it is first needed.
    search: Arc<Mutex<Option<Search<R>>>>,
    /// The thread for searches and perfts; `None` if each search or perft starts its own thread.
    thread: Option<Arc<SearchThread>>,
    /// The book of the game, read when it is first needed.
    book: OnceLock<Book>,
}

impl<R: Rules> GameEngine<R> {
    pub(super) fn new(game: TypedGame<R>, start: R, thread: Option<Arc<SearchThread>>) -> Self {
        Self {
            game: LiveGame::new(game, start),
            search: Arc::default(),
            thread,
            book: OnceLock::new(),
        }
    }

    /// Runs `work` in the thread for searches, or in a new one if the engine has none.
    fn spawn(&self, work: impl FnOnce() + Send + 'static) -> Result<(), EngineError> {
        match &self.thread {
            Some(thread) => {
                thread.run(work);
                Ok(())
            }
            None => run_in_new_thread(work),
        }
    }

    fn position(&self) -> &R {
        self.game.position()
    }
}

impl<R: NativeWords> Engine for GameEngine<R> {
    fn game(&self) -> &'static Game {
        self.game.game()
    }

    fn setup(&self) -> Setup {
        *self.position().setup()
    }

    fn seat(&self) -> Seat {
        self.position().seat()
    }

    fn played(&self) -> PlayedGame {
        PlayedGame {
            game: self.game().name().to_owned(),
            start: self.game.start().setup().to_string(),
            turns: self.game.turns().map(|turn| turn.to_string()).collect(),
        }
    }

    fn set_position(&mut self, start: Start<'_>, turns: &[String]) -> Result<(), EngineError> {
        self.game = replay(self.game.typed_game(), start, turns)?;
        Ok(())
    }

    fn flip(&mut self) -> Result<(), EngineError> {
        let flipped = self.game.typed_game().position(self.setup().mirrored());
        self.game = LiveGame::new(self.game.typed_game(), flipped.map_err(EngineError::Flip)?);
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
        State::of(&self.game)
    }

    fn board(&self) -> BoardView {
        BoardView::of(&self.game)
    }

    fn turns(&self) -> Vec<TurnView> {
        view::views(self.position())
    }

    fn explain_taps(&self, taps: &[Tap]) -> TapsAnswer {
        view::explain(self.position(), taps)
    }

    fn read_turn(&self, text: &str) -> Result<Turn, TypedTurnError> {
        let text = text.trim();
        let is_typed = |turn: &Turn| turn.to_string().eq_ignore_ascii_case(text);
        if let Some(turn) = self.position().turns().into_iter().find(is_typed) {
            return Ok(turn);
        }
        let native = Native::new(self.position()).read(text);
        match (native, text.parse()) {
            (Ok(turn), _) => Ok(turn),
            (Err(_), Ok(turn)) => match self.position().illegality(turn) {
                Some(illegality) => Err(TypedTurnError::Illegal { turn, illegality }),
                None => Ok(turn),
            },
            (Err(error), Err(_)) => Err(error.into()),
        }
    }

    fn picture(&self, bottom: Color) -> String {
        let scene = Scene::of(self.position(), self.game.last_turn());
        Drawing::new(scene).with_bottom(bottom).to_string()
    }

    fn text_diagram(&self) -> String {
        Diagram::new(self.position().setup())
            .with_last_turn(self.game.last_turn())
            .to_string()
    }

    fn key(&self) -> u64 {
        self.position().key()
    }

    fn explain(&self, text: &str) -> Result<Option<Illegality>, TurnError> {
        Ok(self.position().illegality(turn::read(R::FORM, text)?))
    }

    fn book_entry(&self) -> Option<BookEntry> {
        // `Book::of` cannot fail: only built-in games have books, and a test reads them all.
        let read = || Book::of(self.game.typed_game()).unwrap_or_default();
        self.book.get_or_init(read).playable(&self.game)
    }

    fn evaluation(&self, options: &Options) -> Evaluation {
        let weights = &options.weights;
        let mut evaluator = Evaluator::new(weights, options.network.as_deref(), 1);
        let total = evaluator.evaluate(self.position(), 0);
        Evaluation {
            terms: evaluator.terms(self.position()),
            total,
            score: weights.scale.reported(total),
            player: self.seat().number(),
        }
    }

    fn forward(&self) -> Result<String, ForwardError> {
        let turns: Vec<Turn> = self.game.turns().collect();
        let game = forward_game(self.game.start(), &turns)?;
        Ok(pgn::write(&game, &[("ReverseGame", self.game().name())]))
    }

    fn clear(&mut self) {
        if let Some(search) = &mut *locked(&self.search) {
            search.clear();
        }
    }

    fn prepare(&mut self, options: Options) {
        match self.search.try_lock() {
            Ok(mut slot) => drop(ready(&mut slot, options)),
            Err(TryLockError::Poisoned(slot)) => drop(ready(&mut slot.into_inner(), options)),
            Err(TryLockError::WouldBlock) => {}
        }
    }

    fn search(&self, request: SearchRequest<'_>, mut sink: EventSink) -> Result<(), EngineError> {
        let SearchRequest {
            options,
            mut limits,
            only,
            control,
        } = request;
        limits.turns.clear();
        for (number, text) in (1..).zip(only) {
            let turn = parse_turn::<R>(number, text)?;
            if let Some(illegality) = self.position().illegality(turn) {
                let error = PlayError::Illegal { turn, illegality };
                return Err(EngineError::Play { number, error });
            }
            limits.turns.push(turn);
        }
        let position = self.position().clone();
        let keys = self.game.keys().to_vec();
        let search = Arc::clone(&self.search);
        limits.is_from_start = self.game.is_from_start();
        limits.since = Some(Stopwatch::start());
        self.spawn(move || {
            let mut slot = locked(&search);
            let found = catch_unwind(AssertUnwindSafe(|| {
                let mut on_report = |report| sink(EngineEvent::Report(report));
                ready(&mut slot, options).go(
                    Root {
                        position: &position,
                        keys: &keys,
                    },
                    &limits,
                    &control,
                    &mut on_report,
                )
            }));
            let best = found.unwrap_or_else(|panic| {
                // The tables may be broken now, so the next search makes new ones.
                *slot = None;
                sink(EngineEvent::Failed(panic_message(&*panic)));
                Best {
                    turn: position.turns().first().copied(),
                    ..Best::default()
                }
            });
            drop(slot);
            sink(EngineEvent::Best(best));
        })
    }

    fn perft(
        &self,
        depth: u32,
        control: Arc<Control>,
        mut sink: EventSink,
    ) -> Result<(), EngineError> {
        let position = self.position().clone();
        self.spawn(move || {
            let counted = catch_unwind(AssertUnwindSafe(|| {
                let mut on_turn = |turn, leaves| sink(EngineEvent::PerftTurn(turn, leaves));
                divide(&position, depth, &control, &mut on_turn)
            }));
            let total = counted.unwrap_or_else(|panic| {
                sink(EngineEvent::Failed(panic_message(&*panic)));
                None
            });
            sink(EngineEvent::PerftTotal(total));
        })
    }
}

fn locked<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

/// The search in `slot`, set to these options. An empty slot gets a new search.
fn ready<R: Rules>(slot: &mut Option<Search<R>>, options: Options) -> &mut Search<R> {
    match slot {
        Some(search) => {
            search.set_options(options);
            search
        }
        none => none.insert(Search::new(options)),
    }
}

/// The message of a panic.
fn panic_message(panic: &(dyn Any + Send)) -> String {
    let text = panic.downcast_ref::<String>().map(String::as_str);
    let text = text.or_else(|| panic.downcast_ref::<&str>().copied());
    text.unwrap_or("a panic without a message").to_owned()
}
