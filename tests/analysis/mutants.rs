//! Mutated files cause no panic. Each error message names the file, the line and the column. A file
//! has three items (positions or games). The middle one is mutated. The other two are still read.
//!
//! `REVIVER_MUTANT_FILES` sets the number of files (10,000 for the full run), and
//! `REVIVER_MUTANT_SEED` the seed.

use rand::rngs::StdRng;
use rand::seq::IndexedRandom;
use rand::{Rng, SeedableRng};
use reviver::analysis::input::{self, Content, Item};
use reviver::games::{Game, TypedGame, Visitor};
use reviver::record::text_of;
use reviver::rules::Rules;

use crate::common::program::Folder;
use crate::played_games;

/// Texts to insert at random places.
const INSERTS: [&[u8]; 22] = [
    b"[",
    b"]",
    b"{",
    b"}",
    b"(",
    b")",
    b";",
    b"\"",
    b"\\",
    b"\n",
    b"\r\n",
    b"\t",
    b"\0",
    b"\x1b[2J",
    b"\xff\xfe",
    b"\xc3\xa9",
    b"\xe2\x80\xa8",
    b"*",
    b"1-0",
    b"99999999999999999999",
    b"K",
    b"/",
];

/// The number in an environment variable, or `default` if it is not set.
fn number(name: &str, default: u64) -> u64 {
    std::env::var(name).map_or(default, |text| text.parse().expect("a number"))
}

/// Changes a text one to four times, at random places.
fn mutate(text: &str, rng: &mut StdRng) -> Vec<u8> {
    let mut bytes = text.as_bytes().to_vec();
    for _ in 0..rng.random_range(1..=4) {
        let at = rng.random_range(0..=bytes.len());
        let end = (at + rng.random_range(1..12)).min(bytes.len());
        match rng.random_range(0..6) {
            0 if at < bytes.len() => bytes[at] = rng.random(),
            1 => drop(bytes.drain(at..end)),
            2 => {
                let again = bytes[at..end].to_vec();
                bytes.splice(at..at, again);
            }
            3 => bytes.truncate(at),
            4 if at < bytes.len() => {
                let other = rng.random_range(0..bytes.len());
                bytes.swap(at, other);
            }
            _ => {
                let insert = INSERTS.choose(rng).expect("texts");
                bytes.splice(at..at, insert.iter().copied());
            }
        }
    }
    bytes
}

/// An EPD line with `variant` and `id`. If the position has at least two legal turns, the line also
/// has `bm`, `am` and `dm`.
fn line(variant: &'static Game, seed: u64) -> String {
    struct Line(u64);
    impl Visitor for Line {
        type Output = String;
        fn visit<R: Rules>(self, variant: TypedGame<R>) -> String {
            let game = played_games::random::<R>(variant, self.0, (self.0 % 30) as usize);
            let fen = game.position().setup().to_string();
            let operations = match game.position().turns().as_slice() {
                [best, wrong, ..] => format!(" bm {best}; am {wrong}; dm 3;"),
                _ => String::new(),
            };
            format!(
                "{fen}{operations} variant {variant}; id \"number {}\";",
                self.0
            )
        }
    }
    variant.dispatch(Line(seed))
}

/// A file with three items. The middle one is mutated. `before` is the text of the first item,
/// `behind` that of the last.
struct Mutant {
    before: String,
    behind: String,
    bytes: Vec<u8>,
}

impl Mutant {
    fn epd(rng: &mut StdRng) -> Self {
        let mut random_line = || {
            let variant = *reviver::games::built_in().choose(rng).expect("games");
            line(variant, rng.random_range(0..1_000))
        };
        let (before, middle, behind) = (random_line(), random_line(), random_line());
        let bytes = [
            before.as_bytes(),
            b"\n",
            &mutate(&middle, rng),
            b"\n",
            behind.as_bytes(),
            b"\n",
        ];
        let bytes = bytes.concat();
        Self {
            before,
            behind,
            bytes,
        }
    }

    /// Records in protocol notation or, if `is_native`, in native notation.
    fn record(rng: &mut StdRng, is_native: bool) -> Self {
        let mut random_record = || {
            let variant = *reviver::games::built_in().choose(rng).expect("games");
            let turns = rng.random_range(0..20);
            let record = played_games::record(variant, rng.random_range(0..1_000), turns);
            if is_native {
                record.to_native_text().expect("a legal game")
            } else {
                record.to_string()
            }
        };
        let (before, middle, behind) = (random_record(), random_record(), random_record());
        let bytes = [
            before.as_bytes(),
            b"\n",
            &mutate(&middle, rng),
            b"\n\n",
            behind.as_bytes(),
        ];
        let bytes = bytes.concat();
        Self {
            before,
            behind,
            bytes,
        }
    }

    /// The mutant with the number `file`. Three kinds alternate: EPD lines, records in native
    /// notation, and records in protocol notation.
    fn of(file: u64, rng: &mut StdRng) -> Self {
        match file % 3 {
            0 => Self::epd(rng),
            kind => Self::record(rng, kind == 1),
        }
    }

    /// Reads the file and returns the number of errors. Checks their messages, and that the first
    /// and the last item are read unchanged.
    fn check(&self) -> usize {
        let text = text_of(&self.bytes);
        let lines: Vec<&str> = text.split('\n').collect();
        let read = input::read("mutant", &self.bytes, None);
        let mut errors = 0;
        for error in read.iter().filter_map(|read| read.as_ref().err()) {
            errors += 1;
            let (place, message) = (error.place, error.to_string());
            let start = format!("mutant: line {}, column {}: ", place.line, place.column);
            assert!(
                message.starts_with(&start) && message.len() > start.len(),
                "{message}"
            );
            assert!(!message.contains(char::is_control), "{message:?}");
            let line = lines.get(place.line - 1).expect("the line is there");
            let length = line.chars().count();
            assert!(
                (1..=length + 1).contains(&place.column),
                "{message}\n{line}"
            );
        }
        let contents = |text: &str| {
            let whole = input::read("whole", text.as_bytes(), None);
            whole
                .into_iter()
                .map(|read| read.map(|item| item.content))
                .collect::<Result<Vec<_>, _>>()
                .expect("a text without errors")
        };
        let sound: Vec<&Item> = read.iter().filter_map(|read| read.as_ref().ok()).collect();
        let first = sound.first().map(|item| &item.content);
        assert!(first == contents(&self.before).first(), "{text}");
        let mut last = sound.last().map(|item| item.content.clone());
        // The preface is not compared: a mutation may turn the middle item into a comment, which is
        // then read as the preface of the last game.
        if let Some(Content::Game(record)) = &mut last {
            record.preface = None;
        }
        assert!(last.as_ref() == contents(&self.behind).first(), "{text}");
        errors
    }
}

fn seeded() -> StdRng {
    StdRng::seed_from_u64(number("REVIVER_MUTANT_SEED", 1))
}

#[test]
fn mutated_files_give_errors_with_places_and_lose_no_other_item() {
    let mut rng = seeded();
    let files = number("REVIVER_MUTANT_FILES", 600);
    let mut faulty = 0;
    for file in 0..files {
        let mutant = Mutant::of(file, &mut rng);
        faulty += u64::from(mutant.check() > 0);
    }
    // More than half of the files must have errors. Otherwise this test checks little.
    assert!(2 * faulty > files, "{faulty} of {files}");
    eprintln!("{faulty} of {files} mutated files had errors");
}

#[test]
fn the_program_reports_errors_and_goes_on_and_its_exit_code_tells_of_them() {
    let mut rng = seeded();
    for file in 0..12 {
        let folder = Folder::new();
        let mutant = Mutant::of(file, &mut rng);
        folder.write("mutant", &mutant.bytes);
        let errors = mutant.check();
        let run = folder.run(
            &[
                "analyse", "mutant", "--ply", "0", "--nodes", "1", "--json", "--hash", "1",
            ],
            "",
        );
        assert_eq!(run.code, Some(i32::from(errors > 0)), "{}", run.stderr);
        let complaints = run
            .stderr
            .lines()
            .filter(|line| line.contains("mutant: line "));
        assert_eq!(complaints.count(), errors, "{}", run.stderr);
        assert!(!run.stderr.contains("panicked"), "{}", run.stderr);
        assert!(run.stdout.lines().count() >= 2, "{}", run.stdout);
    }
}
