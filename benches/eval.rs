//! Evaluations per second of the positions of `positions/*/perft.txt`, for each game. Each
//! iteration asserts that the scores have the same sum as in a first run, which is not timed.

use std::hint::black_box;

use criterion::{Criterion, Throughput, criterion_group, criterion_main};
use reviver::eval::evaluate;
use reviver::games::{self, TypedGame, Visitor};
use reviver::rules::Rules;

/// Reads the positions of one game and times their evaluation.
struct Bench<'a>(&'a mut Criterion);

impl Visitor for Bench<'_> {
    type Output = ();

    fn visit<R: Rules>(self, variant: TypedGame<R>) {
        let path = format!(
            "{}/positions/{variant}/perft.txt",
            env!("CARGO_MANIFEST_DIR")
        );
        let text = std::fs::read_to_string(&path).unwrap_or_else(|error| panic!("{path}: {error}"));
        let positions: Vec<R> = text
            .lines()
            .filter(|line| !line.starts_with('#'))
            .filter_map(|line| line.split_once(';'))
            .map(|(fen, _)| variant.read(fen.trim()).unwrap_or_else(|e| panic!("{e}")))
            .collect();
        let weights = variant.weights();
        let sum = || -> i32 {
            let scores = positions.iter().map(|p| evaluate(black_box(p), weights));
            scores.sum()
        };
        let expected = sum();
        let mut group = self.0.benchmark_group("eval");
        group.throughput(Throughput::Elements(positions.len() as u64));
        group.bench_function(variant.name(), |bencher| {
            bencher.iter(|| assert_eq!(sum(), expected));
        });
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
