//! Times perft with bulk counting on the middlegame positions of `positions/*/perft.txt`, and
//! reports leaf nodes per second. For comparison, it also times two crates: `retroboard` on the
//! position of its README, and `shakmaty` on Kiwipete and on a Crazyhouse middlegame. Every run
//! asserts the node count.

use std::hint::black_box;

use criterion::{BenchmarkGroup, Criterion, Throughput, criterion_group, criterion_main};
use retroboard::RetroBoard;
use reviver::games::{self, Game, TypedGame, Visitor};
use reviver::rules::{Rules, perft};
use shakmaty::fen::Fen;
use shakmaty::variant::Crazyhouse;
use shakmaty::{CastlingMode, Chess};

type Group<'a> = BenchmarkGroup<'a, criterion::measurement::WallTime>;

/// A position counts as a middlegame if the number of pieces on its board is in this range.
const MIDDLEGAME_PIECES: std::ops::RangeInclusive<usize> = 12..=26;
/// The maximum depth in plies. `perft.txt` has node counts of each position for one or more depths.
/// The benchmark uses the greatest of these depths that is not above the maximum.
const MAX_DEPTH: u32 = 3;

/// Middlegame positions of one game, each with a depth and its known node count.
struct Suite {
    name: String,
    lines: Vec<(String, u32, u64)>,
}

impl Suite {
    fn load(variant: &'static Game) -> Self {
        let path = format!(
            "{}/positions/{variant}/perft.txt",
            env!("CARGO_MANIFEST_DIR")
        );
        let text = std::fs::read_to_string(&path).unwrap_or_else(|error| panic!("{path}: {error}"));
        let lines = text
            .lines()
            .filter(|line| !line.starts_with('#'))
            .filter_map(|line| {
                let (fen, counts) = line.split_once(';')?;
                let mut known = counts.rsplit(';').filter_map(|count| {
                    let mut words = count.split_whitespace().skip(1);
                    let depth: u32 = words.next()?.parse().ok()?;
                    Some((depth, words.next()?.parse().ok()?))
                });
                let (depth, nodes) = known.find(|&(depth, _)| depth <= MAX_DEPTH)?;
                Some((fen.trim().to_owned(), depth, nodes))
            });
        let pieces = |fen: &str| {
            let board = fen.split(['[', ' ']).next().unwrap_or_default();
            board.chars().filter(char::is_ascii_alphabetic).count()
        };
        Self {
            name: variant.name().to_owned(),
            lines: lines
                .filter(|(fen, ..)| MIDDLEGAME_PIECES.contains(&pieces(fen)))
                .collect(),
        }
    }
}

/// Times perft of the positions of one game.
struct Bench<'a, 'b>(&'a mut Group<'b>, Suite);

impl Visitor for Bench<'_, '_> {
    type Output = ();

    fn visit<R: Rules>(self, variant: TypedGame<R>) {
        let Bench(group, suite) = self;
        let read = |fen: &str| variant.read(fen).unwrap_or_else(|e| panic!("{e}"));
        let positions: Vec<(R, u32)> = suite
            .lines
            .iter()
            .map(|(fen, depth, _)| (read(fen), *depth))
            .collect();
        let total: u64 = suite.lines.iter().map(|(_, _, nodes)| nodes).sum();
        group.throughput(Throughput::Elements(total));
        group.bench_function(&suite.name, |bencher| {
            bencher.iter(|| {
                let count = |(position, depth): &(R, u32)| perft(black_box(position), *depth);
                assert_eq!(positions.iter().map(count).sum::<u64>(), total);
            });
        });
    }
}

fn games(criterion: &mut Criterion) {
    let mut group = criterion.benchmark_group("perft");
    group.sample_size(10);
    let fen = "q4N2/1p5k/3P1b2/8/6P1/4Q3/3PB1r1/2KR4 b - - 0 1";
    let retro = RetroBoard::new(fen, "2PNBRQ", "3NBRQP").expect("the README's position");
    let nodes = retroboard::perft(&retro, 4);
    group.throughput(Throughput::Elements(nodes));
    group.bench_function("retroboard", |bencher| {
        bencher.iter(|| assert_eq!(retroboard::perft(black_box(&retro), 4), nodes));
    });
    for variant in games::all() {
        variant.dispatch(Bench(&mut group, Suite::load(variant)));
    }
    shakmaty_perft(&mut group);
    group.finish();
}

/// Times `shakmaty`, which also uses bulk counting.
fn shakmaty_perft(group: &mut Group<'_>) {
    let kiwipete = "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1";
    let chess: Chess = parse(kiwipete)
        .into_position(CastlingMode::Standard)
        .expect("legal");
    group.throughput(Throughput::Elements(4_085_603));
    group.bench_function("shakmaty kiwipete", |bencher| {
        bencher.iter(|| assert_eq!(shakmaty::perft(black_box(&chess), 4), 4_085_603));
    });
    let middlegame = "r1bqk2r/pppp1ppp/2n1p3/4P3/1b1Pn3/2NB1N2/PPP2PPP/R1BQK2R[] b KQkq - 0 1";
    let crazyhouse: Crazyhouse = parse(middlegame)
        .into_position(CastlingMode::Standard)
        .expect("legal");
    group.throughput(Throughput::Elements(2_083_382));
    group.bench_function("shakmaty crazyhouse", |bencher| {
        bencher.iter(|| assert_eq!(shakmaty::perft(black_box(&crazyhouse), 4), 2_083_382));
    });
}

fn parse(fen: &str) -> Fen {
    fen.parse().expect("a FEN")
}

criterion_group!(benches, games);
criterion_main!(benches);
