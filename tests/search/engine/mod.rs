//! The guarantees of the search, tested in every game.

mod answers;
mod control;
mod truth;

use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc;

use rand::{Rng, SeedableRng, rngs::SmallRng};
use reviver::board::{Key, Turn};
use reviver::eval::Evaluator;
use reviver::games::{Game, TypedGame};
use reviver::rules::smolowitz::Smolowitz;
use reviver::rules::{History, Rules, Seat};
use reviver::search::{
    Best, Control, Info, Limits, Options, Params, Report, Root, Score, Search, Strength, TimeLimit,
};

use crate::common::{in_every_game, turn, typed};

fn options(variant: &'static Game) -> Options {
    Options {
        hash: 1,
        overhead: std::time::Duration::from_millis(10),
        seed: 1,
        ..variant.search_options()
    }
}

fn nodes(nodes: u64) -> Limits {
    Limits {
        nodes: Some(nodes),
        ..Limits::default()
    }
}

fn depth(depth: u32) -> Limits {
    Limits {
        depth: Some(depth),
        ..Limits::default()
    }
}

/// A game under way: its current position, and the keys of all its positions so far.
struct Played<R> {
    position: R,
    history: History,
}

impl<R: Rules> Played<R> {
    fn start(variant: TypedGame<R>, seed: u64) -> Self {
        let position = variant
            .position(variant.start(seed))
            .expect("a start position");
        let history = History::starting_at(&position);
        Self { position, history }
    }

    fn keys(&self) -> &[Key] {
        self.history.keys()
    }

    fn play(&mut self, turn: Turn) {
        self.position = self.position.play(turn);
        self.history.push(self.position.key());
    }

    fn is_over(&self) -> bool {
        self.history.outcome(&self.position).is_some()
    }

    /// Searches, and ignores the reports.
    fn search(&self, search: &mut Search<R>, limits: &Limits) -> Best {
        let control = Control::default();
        search.go(
            Root {
                position: &self.position,
                keys: self.keys(),
            },
            limits,
            &control,
            &mut |_| (),
        )
    }

    /// Searches, and returns the reported lines as well.
    fn analyse(&self, search: &mut Search<R>, limits: &Limits) -> (Best, Vec<Info>) {
        let mut lines = Vec::new();
        let control = Control::default();
        let best = search.go(
            Root {
                position: &self.position,
                keys: self.keys(),
            },
            limits,
            &control,
            &mut |report| {
                if let Report::Info(info) = report {
                    lines.push(info);
                }
            },
        );
        (best, lines)
    }
}

fn random_turn<R: Rules>(position: &R, random: &mut SmallRng) -> Option<Turn> {
    let turns = position.turns();
    if turns.is_empty() {
        None
    } else {
        Some(turns[random.random_range(0..turns.len())])
    }
}

/// Visits every `step`-th position of some random games.
fn random_games<R: Rules>(
    variant: TypedGame<R>,
    seeds: std::ops::Range<u64>,
    step: usize,
    mut visit: impl FnMut(&Played<R>),
) {
    for seed in seeds {
        let mut random = SmallRng::seed_from_u64(seed);
        let mut game = Played::<R>::start(variant, seed);
        for ply in 0..140 {
            if game.is_over() {
                break;
            }
            if ply % step == 0 {
                visit(&game);
            }
            let Some(turn) = random_turn(&game.position, &mut random) else {
                break;
            };
            game.play(turn);
        }
    }
}

fn assert_legal_line<R: Rules>(position: &R, line: &[Turn]) {
    let mut position = position.clone();
    for &turn in line {
        assert!(
            position.is_legal(turn),
            "{turn:?} of {line:?} in {position:?}"
        );
        position = position.play(turn);
    }
}

fn without_time(mut info: Info) -> Info {
    info.time = std::time::Duration::ZERO;
    info
}
