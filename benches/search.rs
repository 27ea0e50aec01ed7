//! Times the search on the positions of `positions/*/bench.epd`, for each game: nodes a second and
//! the time to a fixed depth, with one thread and with two. A position is left out if its search
//! ends before the node limit. Every run asserts that each search reached its limit.

use std::time::{Duration, Instant};

use criterion::{BatchSize, Criterion, Throughput, criterion_group, criterion_main};
use reviver::games::{self, TypedGame, Visitor};
use reviver::rules::{History, Rules};
use reviver::search::{Best, Control, Limits, Options, Root, Search};

/// The node limit for each position, in the benchmark at fixed nodes.
const NODES: u64 = 50_000;
/// The depth in plies for each position, in the benchmark at fixed depth.
const DEPTH: u32 = 10;
/// The numbers of threads to compare.
const THREADS: [usize; 2] = [1, 2];

/// The bench positions of one game.
fn positions<R: Rules>(variant: TypedGame<R>) -> Vec<R> {
    let path = format!(
        "{}/positions/{variant}/bench.epd",
        env!("CARGO_MANIFEST_DIR")
    );
    let text = std::fs::read_to_string(&path).unwrap_or_else(|error| panic!("{path}: {error}"));
    text.lines()
        .filter(|line| !line.starts_with('#'))
        .map(|fen| variant.read(fen).unwrap_or_else(|error| panic!("{error}")))
        .collect()
}

/// A search with an empty transposition table and empty histories.
fn fresh<R: Rules>(variant: TypedGame<R>, threads: usize) -> Search<R> {
    Search::new(Options {
        threads,
        ..variant.search_options()
    })
}

/// Searches a position that has no history.
fn search<R: Rules>(search: &mut Search<R>, position: &R, limits: &Limits) -> Best {
    let history = History::starting_at(position);
    let control = Control::default();
    search.go(
        Root {
            position,
            keys: history.keys(),
        },
        limits,
        &control,
        &mut |_| {},
    )
}

/// Times the searches of one game.
struct Bench<'a>(&'a mut Criterion);

impl Visitor for Bench<'_> {
    type Output = ();

    fn visit<R: Rules>(self, variant: TypedGame<R>) {
        let nodes = Limits {
            nodes: Some(NODES),
            ..Limits::default()
        };
        let mut positions = positions::<R>(variant);
        positions
            .retain(|position| search(&mut fresh(variant, 1), position, &nodes).nodes == NODES);
        if positions.is_empty() {
            return;
        }
        let mut group = self.0.benchmark_group(format!("{NODES} nodes"));
        group.sample_size(10);
        group.throughput(Throughput::Elements(NODES * positions.len() as u64));
        for threads in THREADS {
            group.bench_function(format!("{variant}, {threads} threads"), |bencher| {
                bencher.iter_batched_ref(
                    || fresh::<R>(variant, threads),
                    |engine| {
                        for position in &positions {
                            assert_eq!(search(engine, position, &nodes).nodes, NODES);
                        }
                    },
                    BatchSize::PerIteration,
                );
            });
        }
        group.finish();
        let depth = Limits {
            depth: Some(DEPTH),
            ..Limits::default()
        };
        let mut group = self.0.benchmark_group(format!("depth {DEPTH}"));
        group.sample_size(10);
        for threads in THREADS {
            group.bench_function(format!("{variant}, {threads} threads"), |bencher| {
                bencher.iter_custom(|rounds| {
                    let mut time = Duration::ZERO;
                    for _ in 0..rounds {
                        let mut engine = fresh::<R>(variant, threads);
                        let started = Instant::now();
                        for position in &positions {
                            assert_eq!(search(&mut engine, position, &depth).depth, DEPTH);
                        }
                        time += started.elapsed();
                    }
                    time
                });
            });
        }
        group.finish();
    }
}

fn games(criterion: &mut Criterion) {
    for variant in games::all() {
        variant.dispatch(Bench(criterion));
    }
}

criterion_group!(benches, games);
criterion_main!(benches);
