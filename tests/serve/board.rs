//! The answers that the board in the browser gets about turns, positions and games. A player
//! enters a turn by a sequence of taps. A tap is on a square, on a piece in reserve, or on the
//! answer to a question, such as what a pawn becomes.

use std::collections::HashMap;

use reviver::games::{self, TypedGame};
use reviver::rules::smolowitz::Smolowitz;
use reviver::rules::ssehc::Ssehc;
use serde_json::{Value, json};

use crate::common::{games_of, one_of_each_family};

pub(crate) fn ask(question: &str, body: &Value) -> Value {
    reviver::questions::answer(question, body.to_string().as_bytes())
        .unwrap_or_else(|error| panic!("{question} {body}: {error}"))
}

/// A text that identifies a tap. For a tap on an answer, the text consists of the answer and the
/// square that the question is about. The label that people read is left out.
fn key(tap: &Value) -> String {
    match tap.get("choice") {
        Some(choice) => format!("{} at {}", choice["answer"], choice["at"]),
        None => tap.to_string(),
    }
}

/// The FENs of at most nine positions: the start, then positions of `bench`, then openings.
fn positions(game: &'static games::Game) -> Vec<String> {
    let lines = game
        .bench_text()
        .lines()
        .chain(game.openings_text().lines());
    let fens = lines.filter(|line| !line.starts_with('#') && line.contains('/'));
    let first_six_fields = |line: &str| {
        line.split_whitespace()
            .take(6)
            .collect::<Vec<_>>()
            .join(" ")
    };
    std::iter::once(game.start(0).to_string())
        .chain(fens.map(first_six_fields).take(8))
        .collect()
}

#[test]
fn taps_enter_every_turn_and_no_two_turns_share_them() {
    for game in games::all() {
        for fen in positions(game) {
            let answer = ask("turns", &json!({ "game": game.name(), "start": fen }));
            let mut entered: HashMap<Vec<String>, &Value> = HashMap::new();
            for turn in answer["turns"].as_array().expect("turns") {
                let sequences = turn["taps"].as_array().expect("sequences of taps");
                assert!(!sequences.is_empty(), "{game} {fen}: {turn}");
                for taps in sequences {
                    let taps = taps.as_array().expect("taps").iter();
                    let taps: Vec<String> = taps.map(key).collect();
                    assert!(!taps.is_empty());
                    if let Some(other) = entered.insert(taps.clone(), turn) {
                        panic!("{game} {fen}: {taps:?} enters {other} and {turn}");
                    }
                }
            }
            // No sequence is the beginning of another.
            for taps in entered.keys() {
                for length in 1..taps.len() {
                    assert!(
                        !entered.contains_key(&taps[..length]),
                        "{game} {fen}: {taps:?}"
                    );
                }
            }
        }
    }
}

#[test]
fn a_typed_turn_is_read_in_both_notations() {
    for text in ["f3e4", "F3E4", "un-move king to e4"] {
        let answer = ask("parse", &json!({ "game": "ssehc", "text": text }));
        assert_eq!(answer, json!({ "text": "f3e4" }), "{text}");
    }
}

#[test]
fn the_turns_of_a_game_are_described_in_its_native_notation() {
    let line = json!({ "game": "ssehc", "turns": ["f3e2", "N@f3,f6e6"] });
    assert_eq!(
        ask("words", &line)["words"],
        json!([
            "un-move king to e2",
            "un-capture knight on f3, un-move king to e6"
        ])
    );
}

#[test]
fn the_state_has_everything_that_a_board_shows() {
    let state = ask(
        "state",
        &json!({ "game": "ssehc", "turns": ["f3e2", "N@f3,f6e6"] }),
    );
    assert_eq!(state["players"], json!({ "w": 1, "b": 2 }));
    assert_eq!(
        state["last"]["appeared"],
        json!([{ "piece": "n", "square": "f3" }])
    );
    assert_eq!(state["last"]["from"], json!(["f6"]));
    assert_eq!(state["reserve"]["n"], 1);
    assert_eq!(state["due"]["kind"], "may");
    assert_eq!(state["due"]["square"], "f6");
    assert_eq!(state["repetitions"], 1);
    assert!(
        state["line"].as_str().expect("a line").contains("f6"),
        "{}",
        state["line"]
    );
    let over = ask("state", &json!({ "game": "unplay", "turns": ["h8g7*b"] }));
    assert_eq!(over["result"], "1-0");
    let words = over["result_words"].as_str().expect("words");
    assert!(words.starts_with("White wins: retro-checkmate"), "{words}");
}

#[test]
fn every_game_has_what_its_card_shows() {
    let catalogue = ask("games", &json!({}));
    let games = catalogue["games"].as_array().expect("games");
    assert_eq!(
        games
            .iter()
            .filter(|game| game["recommended"] == true)
            .count(),
        1
    );
    for game in games {
        for field in ["name", "title", "summary", "win", "sample", "start"] {
            assert!(!game[field].as_str().expect(field).is_empty(), "{game}");
        }
        let sample = json!({ "game": game["name"], "fen": game["sample"] });
        assert_eq!(ask("check", &sample)["fen"], game["sample"]);
    }
}

/// Asks the question `turns` about a position, and returns the entry of the turn with this text.
fn turn_of(line: &Value, text: &str) -> Value {
    let answer = ask("turns", line);
    let turns = answer["turns"].as_array().expect("turns");
    let found = turns.iter().find(|turn| turn["text"] == text);
    found
        .unwrap_or_else(|| panic!("{text} is not legal: {line}"))
        .clone()
}

#[test]
fn a_turn_is_described_in_plain_words_before_and_after_it() {
    let castling = "r3k2r/8/8/8/8/8/8/R3K2R[] w KQkq - 0 1";
    for (game, start, text, instruction, past) in [
        (
            "ssehc",
            "startpos",
            "f3e4",
            "un-move the king from f3 to e4",
            "un-moved the king from f3 to e4",
        ),
        (
            "unplay",
            "startpos",
            "h8g7*b",
            "un-move the king from h8 to g7; a black bishop comes back on h8",
            "un-moved the king from h8 to g7; a black bishop came back on h8",
        ),
        (
            "ssehc",
            "8/8/5k2/8/8/8/4K3/8[QRRBBNNPPPPPPPPqrrbbnnpppppppp] b - f3 1 1",
            "N@f3,f6e6",
            "un-capture a knight on f3 and un-move the king from f6 to e6",
            "un-captured a knight on f3 and un-moved the king from f6 to e6",
        ),
        (
            "ssehc",
            "8/8/5k2/8/8/8/4K3/8[QRRBBNNPPPPPPPPqrrbbnnpppppppp] b - f3 1 1",
            "N@f3,f3h4",
            "un-capture a knight on f3 and un-move it to h4",
            "un-captured a knight on f3 and un-moved it to h4",
        ),
        (
            "unachess",
            "startpos",
            "N@f3",
            "drop a knight on f3",
            "dropped a knight on f3",
        ),
        (
            "unplay-placement",
            "startpos",
            "K@e4",
            "place the king on e4",
            "placed the king on e4",
        ),
        (
            "unachess",
            castling,
            "e1g1",
            "castle: the king goes from e1 to g1, the rook from h1 to f1",
            "castled: the king went from e1 to g1, the rook from h1 to f1",
        ),
        (
            "unachess",
            castling,
            "a1a8",
            "move the rook from a1 to a8 and capture a black rook",
            "moved the rook from a1 to a8 and captured a black rook",
        ),
        (
            "unachess",
            "1r2k3/P7/8/3pP3/8/8/8/4K3[] w - d6 0 1",
            "a7b8q",
            "move the pawn from a7 to b8, capture a black rook and promote the pawn to a queen",
            "moved the pawn from a7 to b8, captured a black rook and promoted the pawn to a queen",
        ),
        (
            "unachess",
            "1r2k3/P7/8/3pP3/8/8/8/4K3[] w - d6 0 1",
            "e5d6",
            "move the pawn from e5 to d6 and capture a black pawn on d5, en passant",
            "moved the pawn from e5 to d6 and captured a black pawn on d5, en passant",
        ),
    ] {
        let line = json!({ "game": game, "start": start });
        assert_eq!(turn_of(&line, text)["plain"], instruction, "{game} {text}");
        let after = json!({ "game": game, "start": start, "turns": [text] });
        let last = &ask("state", &after)["last"];
        assert_eq!(last["plain"], past, "{game} {text}");
        let before = ask("state", &line);
        assert_eq!(last["side"], before["side"]);
        assert_eq!(last["player"], before["player"]);
    }
}

#[test]
fn the_plain_words_of_every_turn_name_its_squares() {
    for game in games::all() {
        for fen in positions(game) {
            let answer = ask("turns", &json!({ "game": game.name(), "start": fen }));
            for turn in answer["turns"].as_array().expect("turns") {
                let plain = turn["plain"].as_str().expect("words");
                for step in turn["steps"].as_array().expect("steps") {
                    for field in ["from", "to", "square"] {
                        let named = |square: &str| plain.contains(square);
                        // A capture or promotion usually happens on the square to which the piece
                        // moves. So the words need not repeat that square.
                        let needs_square = step["do"] != "capture" && step["do"] != "promote";
                        assert!(
                            !needs_square || step[field].as_str().is_none_or(named),
                            "{game} {fen}: {plain}: {turn}"
                        );
                    }
                }
            }
        }
    }
}

#[test]
fn the_state_says_why_a_player_cannot_yet_declare_the_end() {
    let state = |game: &str, start: &str| ask("state", &json!({ "game": game, "start": start }));
    let declaration = |game: &str, start: &str| state(game, start)["declaration"].clone();
    assert_eq!(
        declaration("ssehc", "startpos"),
        json!({ "legal": false, "reason": "all sixteen pieces of White must be on the board, not only 1" })
    );
    // Black may un-capture on f3 first, but the reason is again that pieces are missing.
    let un_capture_due = "8/8/5k2/8/8/8/4K3/8[QRRBBNNPPPPPPPPqrrbbnnpppppppp] b - f3 1 1";
    let reason = declaration("ssehc", un_capture_due)["reason"].clone();
    assert!(
        reason
            .as_str()
            .is_some_and(|reason| reason.contains("all sixteen pieces of Black")),
        "{reason}"
    );
    for game in one_of_each_family() {
        let has_declaration = TypedGame::<Ssehc>::new(game).is_some();
        let declaration = declaration(game.name(), "startpos");
        assert_eq!(!declaration.is_null(), has_declaration, "{game}");
    }
    let smolowitz = games_of::<Smolowitz>().into_iter().map(|game| {
        let piece = game.switches().point_piece.get();
        (
            game.game().name(),
            format!("each other piece home scores {piece}"),
        )
    });
    for (game, words) in smolowitz.chain([("ssehc", "scores -2".to_owned())]) {
        let scoring = state(game, "startpos")["scoring"].clone();
        assert!(
            scoring.as_str().is_some_and(|text| text.contains(&words)),
            "{scoring}"
        );
    }
    assert_eq!(state("unplay", "startpos")["scoring"], Value::Null);
}

#[test]
fn no_un_capture_is_due_without_a_piece_in_reserve() {
    let start = "rnbqkbnr/pppppppp/8/8/8/4PN2/PPPP1PPP/RNBQKB1R[] b - g1 1 1";
    let state = ask("state", &json!({ "game": "ssehc", "start": start }));
    assert_eq!(state["due"], json!({ "kind": "none" }));
    let line = state["line"].as_str().expect("a line");
    assert!(!line.contains("un-capture"), "{line}");
}
