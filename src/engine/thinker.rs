//! A game of known rules, and the search that thinks about it.

use std::any::Any;
use std::ops::ControlFlow;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError, TryLockError};
use std::thread;

use super::{Engine, EngineError, Evaluation, Event, Listener, Order, Pair, Start, State};
use crate::board::{Color, Setup, Turn};
use crate::eval::Evaluator;
use crate::forward::{ForwardError, forward_game};
use crate::live::{LiveGame, PlayError};
use crate::notation::{PositionError, TurnError, diagram::Diagram, position};
use crate::pgn;
use crate::rules::{Illegality, Outcome, Rules, Seat, Uncapture, Variant, perft};
use crate::search::{Best, Control, Options, Root, Search};

/// Stack of the thread that thinks; without optimisation, deep lines need more than is usual.
const STACK: usize = 32 << 20;

/// The game, and the search that belongs to it, which is made when it is first needed.
pub(super) struct Thinker<R: Rules> {
    game: LiveGame<R>,
    search: Arc<Mutex<Option<Search<R>>>>,
}

impl<R: Rules> Thinker<R> {
    pub(super) fn new(variant: Variant, start: R) -> Self {
        Self {
            game: LiveGame::new(variant, start),
            search: Arc::default(),
        }
    }

    fn position(&self) -> &R {
        self.game.position()
    }

    fn turn(&self, number: usize, text: &str) -> Result<Turn, EngineError> {
        text.parse()
            .map_err(|error| EngineError::Turn { number, error })
    }
}

impl<R: Rules> Engine for Thinker<R> {
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
        let mut game = LiveGame::new(variant, start);
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
        self.game = LiveGame::new(self.variant(), flipped.map_err(EngineError::Flip)?);
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

    fn explain(&self, text: &str) -> Result<Option<Illegality>, TurnError> {
        Ok(self.position().illegality(text.parse()?))
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
        Ok(pgn::write(&game, &[("ReverseGame", self.variant().name())]))
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
            if let Some(illegality) = self.position().illegality(turn) {
                let error = PlayError::Illegal { turn, illegality };
                return Err(EngineError::Play { number, error });
            }
            limits.turns.push(turn);
        }
        let position = self.position().clone();
        let keys = self.game.keys().to_vec();
        let search = Arc::clone(&self.search);
        think(move || {
            let mut slot = locked(&search);
            let found = catch_unwind(AssertUnwindSafe(|| {
                let mut listen = |report| listener(Event::Report(report));
                ready(&mut slot, options).go(
                    Root {
                        position: &position,
                        keys: &keys,
                    },
                    &limits,
                    &control,
                    &mut listen,
                )
            }));
            let best = found.unwrap_or_else(|panic| {
                // Whatever the tables hold now is not to be trusted.
                *slot = None;
                listener(Event::Failed(words(&*panic)));
                Best {
                    turn: position.turns().first().copied(),
                    ..Best::default()
                }
            });
            drop(slot);
            listener(Event::Best(best));
        })
    }

    fn perft(
        &self,
        depth: u32,
        control: Arc<Control>,
        mut listener: Listener,
    ) -> Result<(), EngineError> {
        let position = self.position().clone();
        think(move || {
            let counted = catch_unwind(AssertUnwindSafe(|| {
                divide(&position, depth, &control, &mut listener)
            }));
            let total = counted.unwrap_or_else(|panic| {
                listener(Event::Failed(words(&*panic)));
                None
            });
            listener(Event::PerftTotal(total));
        })
    }
}

fn locked<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

/// The search of a slot with these settings, made if there is none.
fn ready<R: Rules>(slot: &mut Option<Search<R>>, options: Options) -> &mut Search<R> {
    match slot {
        Some(search) => {
            search.set_options(options);
            search
        }
        none => none.insert(Search::new(options)),
    }
}

/// Does something in a thread of its own.
fn think(work: impl FnOnce() + Send + 'static) -> Result<(), EngineError> {
    let builder = thread::Builder::new()
        .name("thinker".to_owned())
        .stack_size(STACK);
    match builder.spawn(work) {
        Ok(_) => Ok(()),
        Err(error) => Err(EngineError::NoThread(error.to_string())),
    }
}

/// What a panic has to say.
fn words(panic: &(dyn Any + Send)) -> String {
    let text = panic.downcast_ref::<String>().map(String::as_str);
    let text = text.or_else(|| panic.downcast_ref::<&str>().copied());
    text.unwrap_or("a panic without words").to_owned()
}

/// Counts below each turn, in the order of the turns' texts; `None` when it is stopped.
fn divide<R: Rules>(
    position: &R,
    depth: u32,
    control: &Control,
    listener: &mut Listener,
) -> Option<u64> {
    let Some(below) = depth.checked_sub(1) else {
        return Some(1);
    };
    let mut turns = position.turns();
    turns.sort_by_cached_key(Turn::to_string);
    let mut total = 0;
    for turn in turns {
        let leaves = stoppable_perft(&position.play(turn), below, control)?;
        total += leaves;
        listener(Event::PerftTurn(turn.to_string(), leaves));
    }
    Some(total)
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
