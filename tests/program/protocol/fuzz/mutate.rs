//! Random changes to a line.

use rand::Rng;
use rand::rngs::StdRng;

use super::corpus::Corpus;

/// Words of the protocol and of JSON, to be inserted anywhere.
const WORDS: [&str; 44] = [
    "go",
    "depth",
    "1",
    "-1",
    "0",
    "99999999999999999999",
    "perft",
    "2",
    "moves",
    "fen",
    "startpos",
    "end",
    "P@e4,e4e2",
    "e2e1p*q",
    "0000",
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
    "\u{202e}",
    "\t",
    "{",
    "}",
    "{}",
    "[[[[[[[[",
    "\"",
    ":",
    ",",
    "null",
    "true",
    "1e999",
    "18446744073709551616",
    "\\u0000",
    "\\ud800",
    "\"turns\":[\"f3e2\"]",
    "\"start\":\"startpos\"",
    "\"game\":\"unachess\"",
    "\"seed\":18446744073709551615",
];

/// A line of the corpus with up to five changes. On average, one line out of `rarity` comes from
/// [`Corpus::slow`].
pub(super) fn mutated(corpus: &Corpus, rng: &mut StdRng, rarity: u32) -> Vec<u8> {
    let lines = if rng.random_ratio(1, rarity) {
        &corpus.slow
    } else {
        &corpus.quick
    };
    let line = &lines[rng.random_range(0..lines.len())];
    let mut words: Vec<String> = line.split(' ').map(str::to_owned).collect();
    for _ in 0..rng.random_range(0..4) {
        let at = rng.random_range(0..=words.len());
        match rng.random_range(0..5) {
            0 if at < words.len() => drop(words.remove(at)),
            1 => words.insert(at, word(rng)),
            2 if at < words.len() => words[at] = word(rng),
            3 if at < words.len() => words.push(words[at].clone()),
            _ => {
                let shift = at % words.len().max(1);
                words.rotate_left(shift);
            }
        }
    }
    let mut bytes = words.join(" ").into_bytes();
    for _ in 0..rng.random_range(0..3) {
        change_bytes(&mut bytes, rng);
    }
    bytes.retain(|&byte| byte != b'\n');
    bytes
}

fn word(rng: &mut StdRng) -> String {
    WORDS[rng.random_range(0..WORDS.len())].to_owned()
}

fn change_bytes(bytes: &mut Vec<u8>, rng: &mut StdRng) {
    let at = rng.random_range(0..=bytes.len());
    match rng.random_range(0..6) {
        0 if at < bytes.len() => drop(bytes.remove(at)),
        1 => bytes.insert(at, rng.random()),
        2 if at < bytes.len() => bytes[at] = rng.random_range(32..127),
        3 if at < bytes.len() => bytes[at] ^= 1 << rng.random_range(0..8),
        4 => drop(bytes.splice(at..at, word(rng).into_bytes())),
        // Repeats a part of the line.
        5 => {
            let end = (at + rng.random_range(0..20)).min(bytes.len());
            let part = bytes[at..end].to_vec();
            bytes.splice(at..at, part);
        }
        _ => {}
    }
}

/// Whether a line may end the session, write a file, or allocate a large transposition table. Such
/// a line is not sent. A table of 1 MiB is allowed.
pub(super) fn is_kept_out(line: &[u8]) -> bool {
    let text = String::from_utf8_lossy(line).to_lowercase();
    let words: Vec<&str> = text.split_whitespace().collect();
    let is_hash = words.contains(&"hash")
        && words.contains(&"value")
        && words != ["setoption", "name", "hash", "value", "1"];
    words.first() == Some(&"quit") || text.contains("log") || is_hash
}

/// Whether a line may start a search or another task that runs until `stop`.
pub(super) fn may_go_on(line: &[u8]) -> bool {
    let text = String::from_utf8_lossy(line);
    let mut words = text.split_whitespace();
    match words.next() {
        Some("go") => true,
        Some("json") => words.any(|word| word == "analyse" || word == "review"),
        _ => false,
    }
}
