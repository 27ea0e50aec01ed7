//! Sessions of randomly changed lines. No line stops the engine, makes it fail or keeps it from
//! answering.
//!
//! `REVIVER_FUZZ_LINES` sets the number of lines, and `REVIVER_FUZZ_SEED` the first seed. The lines
//! come in chunks, which are numbered from 0. The seed of a chunk is the first seed plus the number
//! of the chunk. So a run can be continued, and a chunk can be repeated.

mod corpus;
mod mutate;

use std::io::{self, Cursor, Write};
use std::path::Path;
use std::sync::{Arc, Mutex};
use std::time::Instant;

use rand::rngs::StdRng;
use rand::{Rng, SeedableRng};
use reviver::protocol;
use reviver::protocol::command::Command;

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

/// The lines of a chunk, and how many of them are the command `isready`. One `isready` follows each
/// mutated line.
fn chunk(corpus: &Corpus, seed: u64, lines: u64) -> (Vec<u8>, usize) {
    let mut rng = StdRng::seed_from_u64(seed);
    // A change of variant makes a new transposition table. A small table takes less time to make.
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
        let command = Command::parse(&String::from_utf8_lossy(&line));
        asked += 1 + usize::from(command == Ok(Some(Command::IsReady)));
    }
    (input, asked)
}

/// Runs `lines` mutated lines in this process, one chunk after the other. Asserts that the session
/// of each chunk answers every `isready` and never reports that the program has failed. While a
/// chunk runs, its lines are in a file whose name begins with `stem`. `report` gets the seed of
/// each finished chunk, and the number of lines so far.
fn run(corpus: &Corpus, lines: u64, stem: &str, report: impl Fn(u64, u64)) {
    let first_seed = setting("REVIVER_FUZZ_SEED", 1);
    let file = format!("{stem}-{first_seed}.txt");
    let file = Path::new(env!("CARGO_TARGET_TMPDIR")).join(file);
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
        assert_eq!(answered, asked, "seed {seed}, lines in {}", file.display());
        std::fs::remove_file(&file).expect("a file of the test");
        report(seed, start + CHUNK.min(lines - start));
    }
}

#[test]
fn mutated_sessions_neither_stop_nor_silence_the_engine() {
    let lines = setting("REVIVER_FUZZ_LINES", 10_000);
    run(&Corpus::new(), lines, "fuzz", |_, _| ());
}

/// Prints its progress, so that a run can be continued with the next seed.
#[test]
#[ignore = "takes an hour; .ci/nightly runs it"]
fn millions_of_mutated_lines() {
    let lines = setting("REVIVER_FUZZ_LINES", 2_000_000);
    let started = Instant::now();
    let mut corpus = Corpus::new();
    corpus.quick.push(GAME_FILE.to_owned());
    run(&corpus, lines, "fuzz-millions", |seed, done| {
        if done % 20_000 == 0 || done == lines {
            let seconds = started.elapsed().as_secs_f64();
            let rate = done as f64 / seconds;
            eprintln!("{done} lines up to seed {seed}, {seconds:.0} s, {rate:.0} lines/s");
        }
    });
}

/// Sends `REVIVER_FUZZ_LINES` / 20 mutated lines to the binary, in one session. Sends `stop` after
/// some of them.
#[test]
fn mutated_lines_neither_stop_the_program_nor_make_it_fail() {
    let lines = setting("REVIVER_FUZZ_LINES", 10_000);
    let corpus = Corpus::new();
    let mut rng = StdRng::seed_from_u64(setting("REVIVER_FUZZ_SEED", 1));
    let mut client = Client::start();
    let mut answers = Vec::new();
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
            answers.extend(client.lines_to(|line| line == "readyok"));
        }
    }
    client.say("stop");
    client.say("quit");
    let (status, rest) = client.end();
    assert!(status.success());
    answers.extend(rest);
    let failed = answers
        .iter()
        .find(|line| line.contains("the program has failed"));
    assert_eq!(failed, None);
}
