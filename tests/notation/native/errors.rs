//! Words in native notation that are not a legal turn. The error is one line. It gives the number
//! of the character where the fault is, and says what is wrong or what would be right.

use proptest::prelude::*;
use reviver::games::{self, TypedGame, Visitor};
use reviver::notation::NativeWords;
use reviver::notation::native::{Native, NativeErrorKind};

use super::{Complaint, assert_refused, understand};
use crate::common::game;
use crate::common::play::{run_deterministically, scripts};

/// Ssehc after White's first turn: Black may un-capture on f3.
const BEGUN: &str = "8/8/5k2/8/4K3/8/8/8 b - f3 1 1";
/// Unachess with four knights that can all go to d2.
const KNIGHTS: &str = "8/8/8/8/8/1N3N2/8/1N3N1K[k] w - - 0 9";

#[test]
fn words_of_ssehc_are_refused_where_they_go_wrong() {
    let start = game("ssehc").start(0).to_string();
    for (words, column, reason) in [
        ("", 1, "found the end of the text"),
        ("f3e4", 1, "found 'f3e4', expected un-capture, un-move"),
        (
            "go",
            1,
            "expected un-capture, un-move, un-promote, un-castle or 'good enough'",
        ),
        ("un-move", 8, "king, queen, rook, bishop, knight or pawn"),
        ("un-move kling to e4", 9, "king, queen"),
        ("un-move king e4", 16, "expected 'to' and a square"),
        ("un-move king to i9", 17, "a square from a1 to h8"),
        ("un-move king to e4, mate", 21, "expected 'check'"),
        (
            "un-move king to e4 soon",
            20,
            "', check' or the end of the turn",
        ),
        ("un-move king to e4, check", 21, "write un-move king to e4"),
        ("un-move queen to e4", 1, "White has no queen on the board"),
        ("un-move king g3 to e4", 1, "White has no king on g3"),
        ("un-move king to f5", 1, "f3f5 is not legal: "),
        (
            "un-capture knight on f6, un-move king to e4",
            1,
            "N@f6,f3e4 is not legal: ",
        ),
        (
            "un-capture knight, un-move knight to f5",
            1,
            "White may not un-capture in this turn",
        ),
        ("un-capture knight", 18, "a comma with the rest of the turn"),
        (
            "un-capture knight on f3, go",
            26,
            "found 'go', expected un-move, un-promote",
        ),
        ("un-castle left", 11, "'king-side' or 'queen-side'"),
        ("good", 5, "expected 'enough'"),
        ("good enough", 1, "end is not legal: "),
    ] {
        assert_refused(game("ssehc"), &start, words, &Complaint { column, reason });
    }
}

#[test]
fn an_error_in_ssehc_expects_a_king_drop_only_before_the_king_is_on_the_board() {
    let placed = game("ssehc").with_switches("placed-kings", "start=placement");
    let placed = placed.expect("a game");
    let start = placed.start(0).to_string();
    let complaint = Complaint {
        column: 1,
        reason: "found 'go', expected 'king on' and a square",
    };
    assert_refused(placed, &start, "go", &complaint);
    let error = understand(game("ssehc"), BEGUN, "go").expect_err("no turn");
    assert!(!error.to_string().contains("king"), "{error}");
}

#[test]
fn words_of_ssehc_may_be_short_and_their_capitals_do_not_matter() {
    for words in [
        "Uncapture N, Unmove K to e6",
        "un-capture knight on f3, un-move king f6-e6",
        "  UN-CAPTURE KNIGHT ON f3 ,un-move king f to e6 ",
        "UN-CAPTURE KNIGHT ON F3, UN-MOVE KING F6 TO E6",
    ] {
        let (_, text) = understand(game("ssehc"), BEGUN, words).expect(words);
        assert_eq!(text, "un-capture knight on f3, un-move king to e6");
    }
}

#[test]
fn words_of_smolowitz_are_refused_where_they_go_wrong() {
    let fen = "8/4k3/8/8/8/8/8/7K b - - 0 5";
    for (words, column, reason) in [
        ("K e7-f7", 1, "expected a black piece: k q r b n or p"),
        ("n e7 f7", 6, "'-' and the to-square"),
        ("k e7-f7; b-e7", 10, "expected a white piece"),
        ("k e7-f7; B-e8", 1, "did you mean 'k e7-f7; B-e7'"),
        ("k e7-f7 (check)", 9, "'(kcehc)', or the end of the turn"),
        (
            "k e7-f7; B-e7 (x)",
            15,
            "found '(x)', expected '(kcehc)' or the end of the turn",
        ),
        (
            "k e7-f7 (kcehc) (x)",
            17,
            "found '(x)', expected the end of the turn",
        ),
        ("k e7-f7 (kcehc)", 9, "write k e7-f7"),
        ("White: k e7-f7", 1, "a black piece"),
        ("Black k e7-f7", 7, "expected ':'"),
        ("O-O", 1, "e8"),
    ] {
        assert_refused(game("smolowitz"), fen, words, &Complaint { column, reason });
    }
}

#[test]
fn words_of_unplay_are_refused_where_they_go_wrong() {
    let start = game("unplay").start(0).to_string();
    for (words, column, reason) in [
        ("h8g7", 3, "'-' and the to-square"),
        ("Kh8-g7(Q)", 8, "'*' and the un-captured piece"),
        ("Kh8-g7(*q)", 9, "expected Q, R, B, N or P"),
        ("Kh8-g7(*Q", 10, "found the end of the text, expected ')'"),
        (
            "Kh8-g7(*Q) x",
            12,
            "found 'x', expected the end of the turn",
        ),
        ("Kh8-h6", 1, "h8h6 is not legal: "),
        ("h8-g7", 1, "White has no pawn on h8"),
        ("Ke4", 1, "K@e4 is not legal: "),
        ("\u{1F600}", 1, "an un-move such as e4-e2"),
    ] {
        assert_refused(game("unplay"), &start, words, &Complaint { column, reason });
    }
}

#[test]
fn words_of_unachess_are_refused_where_they_go_wrong() {
    let fen = "8/8/8/1B6/8/8/4n3/K6k[P] w - - 0 9";
    for (words, column, reason) in [
        ("n>e3", 1, "expected a white piece: K Q R B N or P"),
        (
            "Be2",
            4,
            "'>' for a drop, '-' for a move or 'x' for a capture",
        ),
        ("B-e2", 1, "did you mean 'Bxe2'"),
        ("Bxd3", 1, "did you mean 'B-d3'"),
        ("P>e7", 1, "P@e7 is not legal: "),
        ("Q>e7", 1, "Q@e7 is not legal: "),
        ("B-d3 +", 6, "the mark '+' is wrong here; write B-d3"),
        ("B-d3 #", 6, "the mark '#' is wrong here; write B-d3"),
        ("B-d3 ?", 6, "'+', '++', '#', '!+' or the end of the turn"),
        ("B-d3 + +", 8, "found '+', expected the end of the turn"),
    ] {
        assert_refused(game("unachess"), fen, words, &Complaint { column, reason });
    }
}

#[test]
fn an_ambiguous_text_lists_its_meanings() {
    let error = understand(game("unachess"), KNIGHTS, "N-d2").expect_err("four knights");
    let NativeErrorKind::Ambiguous { candidates } = &error.kind else {
        panic!("{error}");
    };
    let mut texts = candidates.0.clone();
    texts.sort();
    // The knights share files and ranks, so each turn is written with its whole from-square.
    assert_eq!(texts, ["Nb1-d2", "Nb3-d2", "Nf1-d2", "Nf3-d2"]);
    let line = error.to_string();
    assert!(
        line.starts_with("'N-d2', character 1: this can mean '"),
        "{line}"
    );
    assert!(line.ends_with("; name the from-square"), "{line}");
    assert!(understand(game("unachess"), KNIGHTS, "Nb1-d2").is_ok());
    let partly = understand(game("unachess"), KNIGHTS, "Nb-d2").expect_err("two of them");
    assert!(
        partly.to_string().contains("'Nb1-d2' or 'Nb3-d2'"),
        "{partly}"
    );
    let rooks = "8/8/1k6/8/4K3/8/8/R6R w - - 0 10";
    assert_refused(
        game("ssehc"),
        rooks,
        "un-move rook to f1",
        &Complaint {
            column: 1,
            reason: "'un-move rook a to f1' or 'un-move rook h to f1'",
        },
    );
}

struct Mutated;

impl Visitor for Mutated {
    type Output = ();

    /// Changes one character in the words of legal turns. The result must be read as a legal turn
    /// or refused.
    fn visit<R: NativeWords>(self, variant: TypedGame<R>) {
        let changes = (
            scripts(12),
            any::<prop::sample::Index>(),
            any::<char>(),
            0..3_u8,
        );
        run_deterministically(60, &changes, |(script, index, letter, how)| {
            script.play::<R>(variant, |position, _| {
                let native = Native::new(position);
                for (_, text) in native.legal_turns().step_by(37) {
                    let mut letters: Vec<char> = text.chars().collect();
                    let at = index.index(letters.len());
                    match how {
                        0 => {
                            letters.remove(at);
                        }
                        1 => letters.insert(at, letter),
                        _ => letters[at] = char::from(b' ' + (letter as u32 % 95) as u8),
                    }
                    let mutated: String = letters.into_iter().collect();
                    match native.read(&mutated) {
                        Ok(turn) => assert!(position.is_legal(turn), "{mutated}"),
                        Err(error) => {
                            assert!(
                                error.column <= mutated.chars().count() + 1,
                                "{mutated}: {error}"
                            );
                            let shown = error.to_string();
                            assert!(!shown.contains(char::is_control), "{shown:?}");
                        }
                    }
                }
            });
        });
    }
}

#[test]
fn mutated_words_are_a_turn_or_an_error() {
    for variant in games::all() {
        variant.dispatch(Mutated);
    }
}
