//! Sessions of randomly changed lines. No line stops the engine, makes it fail or keeps it from answering.
//!
//! `REVIVER_FUZZ_LINES` sets the number of lines, and `REVIVER_FUZZ_SEED` the first seed. The lines come
//! in chunks, which are numbered from 0. The seed of a chunk is the first seed plus the number of the chunk.
//! So a run can be continued, and a chunk can be repeated.

mod corpus;
mod mutate;

use std::io::{self, Cursor, Write};
use std::path::Path;
use std::sync::{Arc, Mutex};
use std::time::Instant;

use rand::rngs::StdRng;
use rand::{Rng, SeedableRng};
use reviver::protocol;

use self::corpus::{Corpus, GAME_FILE};
use self::mutate::{is_kept_out, may_go_on, mutated};
use super::client::Client;

/// The maximum number of mutated lines in a chunk. Each chunk is one session.
const CHUNK: u64 = 2_000;

/// On average, one line out of `RARITY` comes from [`Corpus::slow`].
const RARITY: u32 = 40;

fn setting(name: &str, default: u64) -> u64 {
    std::env::var(name).map_or(default, |text| {
        text.parse()
            .unwrap_or_else(|_| panic!("{name}: a number is expected, not '{text}'"))
    })
}

/// An output that keeps in memory what is written.
#[derive(Clone, Default)]
struct Kept(Arc<Mutex<Vec<u8>>>);

impl Write for Kept {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.0.lock().expect("no panic").extend_from_slice(bytes);
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

/// The lines of a chunk, and the number of `isready` lines that were added after mutated lines. A mutated
/// line that is itself `isready` is not counted.
fn chunk(corpus: &Corpus, seed: u64, lines: u64) -> (Vec<u8>, usize) {
    let mut rng = StdRng::seed_from_u64(seed);
    // Every change of variant clears the transposition table, so a small table saves time.
    let mut input = b"setoption name Hash value 1\n".to_vec();
    let mut asked = 0;
    for _ in 0..lines {
        let line = mutated(corpus, &mut rng, RARITY);
        if is_kept_out(&line) {
            continue;
        }
        input.extend_from_slice(&line);
        input.push(b'\n');
        if may_go_on(&line) {
            input.extend_from_slice(b"stop\n");
        }
        input.extend_from_slice(b"isready\n");
        asked += 1;
    }
    (input, asked)
}

/// Runs `lines` mutated lines in this process, one chunk after the other. Asserts that the session of each chunk
/// reads all its lines, answers every `isready`, and fails at no line.
fn run(corpus: &Corpus, lines: u64, first_seed: u64, report: impl Fn(u64, u64)) {
    let file = Path::new(env!("CARGO_TARGET_TMPDIR")).join(format!("fuzz-{first_seed}.txt"));
    for (number, start) in (0..).zip((0..lines).step_by(CHUNK as usize)) {
        let seed = first_seed + number;
        let (input, asked) = chunk(corpus, seed, CHUNK.min(lines - start));
        // If the process crashes, this file has the lines.
        std::fs::write(&file, &input).expect("a file of the test");
        let output = Kept::default();
        protocol::run(Cursor::new(input), output.clone()).expect("the output takes all");
        let text = String::from_utf8(output.0.lock().expect("no panic").clone());
        let text = text.expect("the output is UTF-8");
        let failed = text
            .lines()
            .find(|line| line.contains("the program has failed"));
        assert_eq!(failed, None, "seed {seed}, lines in {}", file.display());
        let answered = text.lines().filter(|&line| line == "readyok").count();
        assert!(
            answered >= asked,
            "seed {seed}: {answered} readyok lines for at least {asked} isready lines; the lines are in {}",
            file.display()
        );
        report(seed, start + CHUNK.min(lines - start));
    }
    std::fs::remove_file(&file).expect("a file of the test");
}

#[test]
fn mutated_sessions_neither_stop_nor_silence_the_engine() {
    let lines = setting("REVIVER_FUZZ_LINES", 10_000);
    let first_seed = setting("REVIVER_FUZZ_SEED", 1);
    run(&Corpus::new(), lines, first_seed, |_, _| ());
}

/// Prints its progress, so that a run can be continued with the next seed.
#[test]
#[ignore = "takes an hour; .ci/nightly runs it"]
fn millions_of_mutated_lines() {
    let lines = setting("REVIVER_FUZZ_LINES", 2_000_000);
    let started = Instant::now();
    let mut corpus = Corpus::new();
    corpus.quick.push(GAME_FILE.to_owned());
    let first_seed = setting("REVIVER_FUZZ_SEED", 1);
    run(&corpus, lines, first_seed, |seed, done| {
        if done % 20_000 == 0 || done == lines {
            let seconds = started.elapsed().as_secs_f64();
            let rate = done as f64 / seconds;
            eprintln!("{done} lines up to seed {seed}, {seconds:.0} s, {rate:.0} lines/s");
        }
    });
}

/// Sends lines to the binary in one session. Their number is a twentieth of `REVIVER_FUZZ_LINES`. Some of
/// them are followed by `stop`.
#[test]
fn mutated_sessions_do_not_stop_the_program() {
    let lines = setting("REVIVER_FUZZ_LINES", 10_000);
    let corpus = Corpus::new();
    let mut rng = StdRng::seed_from_u64(setting("REVIVER_FUZZ_SEED", 1));
    let mut client = Client::start();
    for _ in 0..lines / 20 {
        let mut line = mutated(&corpus, &mut rng, RARITY);
        if is_kept_out(&line) {
            line = b"go nodes 20".to_vec();
        }
        line.push(b'\n');
        client.say_bytes(&line);
        if rng.random_ratio(1, 10) {
            client.say("stop");
            client.say("isready");
            client.wait_for(|line| line == "readyok");
        }
    }
    client.say("stop");
    client.say("quit");
    assert!(client.end().0.success());
}
