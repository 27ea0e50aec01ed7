//! Mutated sessions: no line stops the engine or keeps it from answering.
//!
//! `REVIVER_FUZZ_LINES` sets the number of lines, and `REVIVER_FUZZ_SEED` the seed.

use std::io::Cursor;

use rand::rngs::StdRng;
use rand::{Rng, SeedableRng};
use reviver::protocol;

use super::client::Client;

const SESSION: [&str; 40] = [
    "uci",
    "ugi",
    "isready",
    "ucinewgame",
    "uginewgame",
    "debug on",
    "debug off",
    "register later",
    "setoption name UCI_Variant value smolowitz",
    "setoption name UCI_Variant value unachess",
    "setoption name UCI_Variant value unplay-strict",
    "setoption name UCI_Variant value ssehc",
    "setoption name UCI_Variant value unplay-placement",
    "setoption name Hash value 1",
    "setoption name MultiPV value 2",
    "setoption name Clear Hash",
    "setoption name Seed value 9",
    "setoption name UCI_ShowWDL value true",
    "position startpos",
    "position startpos moves f3e2",
    "position startpos moves f3e2 N@f3,f6e6",
    "position startpos moves e3e2*n e6e5",
    "position startpos moves N@f3 K@e4",
    "position startpos moves h8h7*p a1b2",
    "position fen 8/8/5k2/8/8/5K2/8/8[QRRBBNNPPPPPPPPqrrbbnnpppppppp] w - - 0 1",
    "position fen 1n1qk2r/1pppp1pp/1bn2r2/7R/4P3/2P1BB1P/P1PPPPN1/1N1Q2KR[bpp] w k - 16 59",
    "position fen 8/b7/3pr3/3KN1k1/1pPP1q2/1n1R2P1/1B2PP2/8[QRBNPPPrbnpppppp] w - c3 0 9",
    "position fen N3B2k/ppp1p1p1/1p6/3pbP2/NP1P1PnP/P1rb2PP/8/R3KQ1R[] b KQ - 0 29",
    "legalmoves",
    "d",
    "state",
    "eval",
    "forward",
    "flip",
    "help",
    "explain f3e2",
    "explain N@f3,f6e6",
    "query gameover",
    "query p1turn",
    "query result",
];

/// Words of sessions, to be inserted in wrong places.
const WORDS: [&str; 24] = [
    "go",
    "depth",
    "1",
    "-1",
    "99999999999999999999",
    "perft",
    "2",
    "moves",
    "fen",
    "startpos",
    "end",
    "P@e4,e4e2",
    "e2e1p*q",
    "w",
    "b",
    "-",
    "e6!",
    "[",
    "]",
    "KQkq",
    "value",
    "name",
    "\u{fffd}",
    "\t",
];

fn mutated(rng: &mut StdRng) -> Vec<u8> {
    let line = SESSION[rng.random_range(0..SESSION.len())];
    let mut words: Vec<String> = line.split(' ').map(str::to_owned).collect();
    for _ in 0..rng.random_range(0..4) {
        let at = rng.random_range(0..=words.len());
        match rng.random_range(0..4) {
            0 if at < words.len() => drop(words.remove(at)),
            1 => words.insert(at, WORDS[rng.random_range(0..WORDS.len())].to_owned()),
            2 if at < words.len() => words[at] = WORDS[rng.random_range(0..WORDS.len())].to_owned(),
            _ => {
                let turns = at % words.len().max(1);
                words.rotate_left(turns);
            }
        }
    }
    let mut bytes = words.join(" ").into_bytes();
    for _ in 0..rng.random_range(0..3) {
        let at = rng.random_range(0..=bytes.len());
        match rng.random_range(0..3) {
            0 if at < bytes.len() => drop(bytes.remove(at)),
            1 => bytes.insert(at, rng.random()),
            _ if at < bytes.len() => bytes[at] = rng.random_range(32..127),
            _ => {}
        }
    }
    bytes.retain(|&byte| byte != b'\n');
    bytes
}

/// Whether a line would end the session, start a long search, or write a file.
fn is_kept_out(line: &[u8]) -> bool {
    let text = String::from_utf8_lossy(line).to_lowercase();
    let first = text
        .split_whitespace()
        .next()
        .unwrap_or_default()
        .to_owned();
    first == "quit" || first == "go" || text.contains("log") || text.contains("hash value")
}

fn settings() -> (usize, u64) {
    let number = |name: &str| {
        std::env::var(name)
            .ok()
            .and_then(|text| text.parse::<u64>().ok())
    };
    (
        number("REVIVER_FUZZ_LINES").unwrap_or(20_000) as usize,
        number("REVIVER_FUZZ_SEED").unwrap_or(1),
    )
}

/// In one process: the session reads all the lines, answers every `isready` between them, and
/// reports each error in one line.
#[test]
fn mutated_sessions_neither_stop_nor_silence_the_engine() {
    let (lines, seed) = settings();
    let mut rng = StdRng::seed_from_u64(seed);
    const CHUNK: usize = 2_000;
    for start in (0..lines).step_by(CHUNK) {
        // Every change of variant clears the table.
        let mut input = b"setoption name Hash value 1\n".to_vec();
        let mut asked = 0;
        for _ in start..lines.min(start + CHUNK) {
            let line = mutated(&mut rng);
            if !is_kept_out(&line) {
                input.extend_from_slice(&line);
                input.extend_from_slice(b"\nisready\n");
                asked += 1;
            }
        }
        let mut output = Vec::new();
        protocol::run(Cursor::new(input), &mut output).expect("the output is a buffer");
        let text = String::from_utf8(output).expect("it says text");
        let answered = text.lines().filter(|&line| line == "readyok").count();
        assert!(
            answered >= asked,
            "seed {seed}: {answered} of {asked} answered after line {start}"
        );
    }
}

/// Through the binary, searches and stops included.
#[test]
fn mutated_sessions_do_not_stop_the_program() {
    let (lines, seed) = settings();
    let mut rng = StdRng::seed_from_u64(seed);
    let mut client = Client::start();
    for _ in 0..lines / 20 {
        let mut line = mutated(&mut rng);
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
