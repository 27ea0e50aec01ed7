//! Every example in the help is a legal turn of some position, and stands in protocol.md.

use reviver::games::{self, TypedGame, Visitor};
use reviver::notation::NativeWords;
use reviver::notation::native;

use super::assert_written;
use crate::common::{game, read, turn};

const UNPLAY: &str = "unplay-strict";

/// Each example: a game, a position, the words of a turn, and this turn in the protocol's notation.
const EXAMPLES: [(&str, &str, &str, &str); 32] = [
    (
        "ssehc",
        "8/8/5k2/8/8/5K2/8/8 w - - 0 1",
        "un-move king to e4",
        "f3e4",
    ),
    (
        "ssehc",
        "8/8/5k2/8/4K3/8/8/8 b - f3 1 1",
        "un-capture knight on f3, un-move king to e6",
        "N@f3,f6e6",
    ),
    (
        "ssehc",
        "8/8/1k6/8/4K3/8/8/R6R w - - 0 10",
        "un-move rook h to f1",
        "h1f1",
    ),
    (
        "ssehc",
        "8/8/k7/8/r4R1K/8/8/8 w - - 0 10",
        "un-move rook to f1, check",
        "f4f1",
    ),
    (
        "ssehc",
        "8/8/k7/8/3p4/8/8/7K w - e3! 0 10",
        "un-capture pawn on e4 en-passant, un-move pawn to e2",
        "P@e4,e4e2",
    ),
    (
        "ssehc",
        "6Q1/8/k7/8/8/8/8/7K w - - 0 10",
        "un-promote queen on g8, un-move pawn to g7",
        "g8g7p",
    ),
    (
        "ssehc",
        "8/8/k7/8/8/8/8/5RK1 w - - 0 10",
        "un-castle king-side",
        "g1e1",
    ),
    (
        "ssehc",
        "8/8/1k6/8/8/8/8/2KR4 w - - 0 10",
        "un-castle queen-side",
        "c1e1",
    ),
    (
        "ssehc",
        "4k3/8/8/8/8/8/PPPPPPPP/RNBQKBNR w - - 0 20",
        "good enough",
        "end",
    ),
    (
        "smolowitz",
        "8/7K/4P3/8/8/k7/8/8 w - - 0 5",
        "P e6-e5",
        "e6e5",
    ),
    (
        "smolowitz",
        "8/4k3/8/8/8/8/8/7K b - - 0 5",
        "k e7-f7; B-e7",
        "e7f7*b",
    ),
    (
        "smolowitz",
        "2r5/8/8/2Q5/8/8/k7/2K5 w - - 0 5",
        "Q c5-b6 (kcehc)",
        "c5b6",
    ),
    (
        "smolowitz",
        "8/7K/4P3/8/8/k7/8/8 w - - 0 5",
        "P e6-d5; p-e5",
        "e6d5*ep",
    ),
    (
        "smolowitz",
        "8/7K/4P3/8/8/k7/8/8 w - - 0 5",
        "P e6-d5; p-e6",
        "e6d5*p",
    ),
    (
        "smolowitz",
        "6Q1/8/k7/8/8/8/8/7K w - - 0 5",
        "Q g8-g7=P",
        "g8g7p",
    ),
    (
        "smolowitz",
        "6Q1/8/k7/8/8/8/8/7K w - - 0 5",
        "Q g8-h7=P; n-g8",
        "g8h7p*n",
    ),
    ("smolowitz", "8/8/k7/8/8/8/8/5RK1 w - - 0 5", "O-O", "g1e1"),
    (UNPLAY, "8/7K/8/8/4P3/8/8/k7 w - - 0 5", "e4-e2", "e4e2"),
    (
        UNPLAY,
        "8/7K/8/8/4P3/8/8/k7 w - - 0 5",
        "e4-d3(*Q)",
        "e4d3*q",
    ),
    (
        UNPLAY,
        "8/7K/4P3/8/8/k7/8/8 w - - 0 5",
        "e6-d5(*P)e.p.",
        "e6d5*ep",
    ),
    (UNPLAY, "6Q1/8/8/K7/8/8/8/k7 w - - 0 5", "Qg8-g7P", "g8g7p"),
    (
        UNPLAY,
        "6Q1/8/8/K7/8/8/8/k7 w - - 0 5",
        "Qg8-h7P(*N)",
        "g8h7p*n",
    ),
    (UNPLAY, "8/8/k7/8/8/8/8/5RK1 w - - 0 5", "O-O", "g1e1"),
    (
        "unplay-placement",
        "8/8/8/8/8/8/8/8 w - - 0 1",
        "Ke4",
        "K@e4",
    ),
    ("unachess", "8/8/8/8/8/8/8/8[KPk] w - - 0 1", "P>e3", "P@e3"),
    ("unachess", "8/8/8/n7/8/8/8/8[Kk] b - - 0 1", "n-c6", "a5c6"),
    (
        "unachess",
        "8/8/8/1B6/8/8/4n3/K6k[] w - - 0 9",
        "Bxe2",
        "b5e2",
    ),
    (
        "unachess",
        "8/8/8/8/8/5N2/8/1N5K[k] w - - 0 9",
        "Nb-d2",
        "b1d2",
    ),
    (
        "unachess",
        "8/4P3/8/8/8/8/8/7K[k] w - - 0 9",
        "P-e8=Q",
        "e7e8q",
    ),
    ("unachess", "k7/8/8/8/8/8/8/4K2R[] w K - 0 9", "O-O", "e1g1"),
    (
        "unachess",
        "8/8/8/7k/8/3B4/8/K7[] w - - 0 9",
        "B-e2 +",
        "d3e2",
    ),
    (
        "unachess",
        "8/8/8/8/8/8/8/7K[kn] b - - 0 1",
        "n>f2 !+",
        "N@f2",
    ),
];

#[test]
fn every_example_is_read_and_written_as_listed() {
    for (variant, fen, words, protocol) in EXAMPLES {
        assert_written(game(variant), fen, words, protocol);
    }
}

/// The examples that the help of a game shows.
struct ExamplesOfHelp;

impl Visitor for ExamplesOfHelp {
    type Output = &'static [native::Example];
    fn visit<R: NativeWords>(self, _: TypedGame<R>) -> Self::Output {
        native::examples::<R>()
    }
}

#[test]
fn every_example_of_the_help_is_listed_here_and_in_protocol_md() {
    let path = concat!(env!("CARGO_MANIFEST_DIR"), "/protocol.md");
    let document = std::fs::read_to_string(path).expect("protocol.md");
    for variant in games::all() {
        let examples = variant.dispatch(ExamplesOfHelp);
        for (words, meaning) in examples {
            // Several families have the example `O-O`. So an entry of `EXAMPLES` counts only if
            // its game has the same list of examples as `variant`, and hence the same family.
            let listed = EXAMPLES.iter().any(|&(name, _, text, _)| {
                text == *words && game(name).dispatch(ExamplesOfHelp) == examples
            });
            assert!(listed, "{variant}: EXAMPLES lacks '{words}'");
            let row = format!("| `{words}` | {meaning} |");
            assert!(document.contains(&row), "protocol.md lacks the row\n{row}");
        }
    }
}

#[test]
fn an_un_capture_en_passant_is_read_without_the_whole_from_square() {
    let fen = "8/7K/4P3/8/8/k7/8/8 w - - 0 5";
    for words in ["P e-d5; p-e5", "P -d5; p-e5"] {
        let read = super::understand(game("smolowitz"), fen, words);
        assert_eq!(
            read.map(|(turn, _)| turn.to_string()),
            Ok("e6d5*ep".to_owned()),
            "{words}"
        );
    }
}

#[test]
fn a_king_turn_is_written_as_castling_only_on_the_squares_of_castling() {
    struct Written<'a> {
        fen: &'a str,
        turn: &'a str,
    }
    impl Visitor for Written<'_> {
        type Output = String;
        fn visit<R: NativeWords>(self, variant: TypedGame<R>) -> String {
            let position = read::<R>(variant, self.fen);
            native::Native::new(&position).write(turn(self.turn))
        }
    }
    for (variant, fen, turn, words) in [
        (
            "ssehc",
            "8/8/5k2/8/8/8/8/6K1 w - - 0 1",
            "g1e1",
            "un-castle king-side",
        ),
        (
            "ssehc",
            "8/8/5k2/8/8/8/8/6K1 w - - 0 1",
            "g1g3",
            "un-move king g1 to g3",
        ),
        (
            "ssehc",
            "8/8/5k2/8/8/8/8/4K3 w - - 0 1",
            "e1g1",
            "un-move king e1 to g1",
        ),
        ("unachess", "4k3/8/8/8/8/8/8/4K3 w - - 0 1", "e1g1", "O-O"),
        (
            "unachess",
            "4k3/8/8/8/8/8/8/6K1 w - - 0 1",
            "g1e1",
            "Kg1-e1",
        ),
        (
            "unachess",
            "4k3/8/8/8/8/8/8/2K5 w - - 0 1",
            "c1c3",
            "Kc1-c3",
        ),
    ] {
        let written = game(variant).dispatch(Written { fen, turn });
        assert_eq!(written, words, "{variant}: {turn}");
    }
}
