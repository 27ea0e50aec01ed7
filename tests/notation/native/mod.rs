//! Native notation: turns in the words of each game's author. The authors' examples are read and
//! written. The text of every legal turn of random games is read as the same turn.

mod documents;
mod email;
mod errors;
mod examples;
mod records;
mod round_trip;

use reviver::board::Turn;
use reviver::games::{Game, TypedGame, Visitor};
use reviver::notation::NativeWords;
use reviver::notation::native::{Native, NativeError};

use crate::common::{read, turn};

/// The result of reading words as a turn: the turn and how the program writes it, or an error.
type Understood = Result<(Turn, String), NativeError>;

/// Reads words as a turn in a position, and writes this turn.
fn understand(variant: &'static Game, fen: &str, words: &str) -> Understood {
    struct Understand<'a> {
        fen: &'a str,
        words: &'a str,
    }
    impl Visitor for Understand<'_> {
        type Output = Understood;
        fn visit<R: NativeWords>(self, variant: TypedGame<R>) -> Understood {
            let position = read::<R>(variant, self.fen);
            let native = Native::new(&position);
            let turn = native.read(self.words)?;
            Ok((turn, native.write(turn)))
        }
    }
    variant.dispatch(Understand { fen, words })
}

/// Asserts that native notation reads `words` as the turn `protocol`, and writes this turn as
/// `words`. `protocol` is in the notation of the line protocol, such as `e4e2`.
fn assert_written(variant: &'static Game, fen: &str, words: &str, protocol: &str) {
    let expected = Ok((turn(protocol), words.to_owned()));
    assert_eq!(understand(variant, fen, words), expected, "{variant} {fen}");
}

/// What is wrong with a text.
struct Complaint<'a> {
    /// The number of the character that the error names, from 1.
    column: usize,
    /// A part of the error's text.
    reason: &'a str,
}

/// Asserts that words are refused with this complaint.
fn assert_refused(variant: &'static Game, fen: &str, words: &str, expected: &Complaint<'_>) {
    let &Complaint { column, reason } = expected;
    let error = understand(variant, fen, words).expect_err(words);
    let line = error.to_string();
    assert_eq!(error.column, column, "{line}");
    assert!(line.contains(reason), "'{line}' does not say '{reason}'");
    assert!(!line.contains('\n'), "{line}");
}
