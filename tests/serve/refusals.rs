//! Explanations for players: why a turn is refused, and what the player can or must do. Also why a
//! game has no forward game, and why a reverse game cannot start from a given chess game.

use serde_json::{Value, json};

use crate::board::ask;

#[test]
fn taps_that_lead_to_no_turn_are_refused_with_the_reason() {
    let reason = |game: &str, turns: Value, taps: Value| {
        let answer = ask(
            "explain",
            &json!({ "game": game, "turns": turns, "taps": taps }),
        );
        assert_eq!(answer["legal"], false, "{answer}");
        answer["reason"].as_str().expect("a reason").to_owned()
    };
    for (game, turns, taps, words) in [
        (
            "ssehc",
            json!([]),
            json!([{ "square": "f3" }, { "square": "f5" }]),
            "f3 to f5",
        ),
        ("ssehc", json!([]), json!([{ "square": "f6" }]), "Black's"),
        ("ssehc", json!([]), json!([{ "square": "a1" }]), "no piece"),
        (
            "ssehc",
            json!([]),
            json!([{ "pocket": "N" }]),
            "nothing to un-capture",
        ),
        (
            "ssehc",
            json!(["f3e2"]),
            json!([{ "pocket": "N" }]),
            "White's",
        ),
        (
            "ssehc",
            json!(["f3e2"]),
            json!([{ "pocket": "n" }, { "square": "a5" }]),
            "f3",
        ),
        (
            "unplay-strict",
            json!([]),
            json!([{ "pocket": "N" }, { "square": "a5" }]),
            "un-move",
        ),
        (
            "unplay-strict",
            json!([]),
            json!([{ "square": "h8" }, { "square": "h6" }]),
            "h8 to h6",
        ),
        (
            "unachess",
            json!(["K@e1"]),
            json!([{ "pocket": "k" }, { "square": "e2" }]),
            "e2",
        ),
    ] {
        let reason = reason(game, turns, taps.clone());
        assert!(reason.contains(words), "{game} {taps}: {reason}");
    }
    let legal = json!({ "game": "ssehc", "taps": [{ "square": "f3" }] });
    assert_eq!(ask("explain", &legal), json!({ "legal": true }));
}

#[test]
fn a_promotion_that_is_not_legal_is_refused_with_its_own_reason() {
    let reason = |placement: &str, taps: Value| {
        let start = format!("{placement}[] w - - 0 20");
        let asked = json!({ "game": "unachess", "start": start, "taps": taps });
        ask("explain", &asked)["reason"].clone()
    };
    let (from, to) = (json!({ "square": "e7" }), json!({ "square": "e8" }));
    let promoted = |letter: &str| json!({ "choice": { "answer": letter, "at": "e8" } });
    // The rook on a7 pins the pawn.
    let pinned = "8/r3P2K/8/8/8/8/8/k7";
    for taps in [
        json!([from]),
        json!([from, to]),
        json!([from, to, promoted("q")]),
    ] {
        let reason = reason(pinned, taps.clone()).to_string();
        assert!(reason.contains("the rook on a7"), "{taps}: {reason}");
    }
    let blocked = reason("4r3/4P2K/8/8/8/8/8/k7", json!([from, to, promoted("n")]));
    assert!(blocked.to_string().contains("blocked"), "{blocked}");
    let free = "8/4P2K/8/8/8/8/8/k7";
    assert_eq!(
        reason(free, json!([from, to, promoted("k")])),
        "a pawn does not become a king"
    );
}

#[test]
fn a_tap_on_a_piece_without_turns_is_refused_with_a_reason_about_the_piece() {
    let white = |placement: &str| format!("{placement} w - - 0 10");
    for (start, square, words) in [
        (
            "4k3/8/8/8/8/8/4P3/4K3",
            "e2",
            "the pawn on e2 stands on its side's row 2, and no pawn goes back to row 1",
        ),
        (
            "4k3/8/8/8/4P3/3NRN2/8/4K3",
            "e4",
            "the pawn on e4 has no legal un-move (e4 to e3: e3 must be empty, but a rook stands there)",
        ),
        (
            "4k3/8/8/8/8/8/PP6/RN2K3",
            "a1",
            "the rook on a1 has no legal un-move (a1 to a2: a2 must be empty, but a pawn stands there)",
        ),
        (
            "4k3/8/8/8/8/8/8/4K3",
            "e8",
            "the king on e8 is Black's, and it is White's turn",
        ),
    ] {
        let asked =
            json!({ "game": "ssehc", "start": white(start), "taps": [{ "square": square }] });
        assert_eq!(ask("explain", &asked)["reason"], words);
    }
}

#[test]
fn a_refused_turn_is_answered_without_an_error() {
    let refused = |text: &str| ask("parse", &json!({ "game": "ssehc", "text": text }));
    assert_eq!(
        refused("f3f5"),
        json!({ "text": null, "reason": "a king does not un-move from f3 to f5", "rule": "un-moves" })
    );
    assert_eq!(
        refused("hello"),
        json!({ "text": null, "reason": "'hello' is not a turn", "rule": null })
    );
    assert_eq!(
        refused("un-move king to q4")["reason"],
        "'un-move king to q4': found 'q4', expected a square from a1 to h8"
    );
    for (text, reason) in [
        (
            "h8-q4",
            "'h8-q4': found 'q4', expected a square from a1 to h8",
        ),
        ("h8g9", "'h8g9' is not a turn"),
        ("hello", "'hello' is not a turn"),
    ] {
        let answer = ask("parse", &json!({ "game": "unplay", "text": text }));
        assert_eq!(answer["reason"], reason);
    }
    let answer = ask("explain", &json!({ "game": "ssehc", "turn": "hello" }));
    assert_eq!(answer["legal"], false);
    assert!(
        answer["reason"]
            .as_str()
            .expect("a reason")
            .contains("'hello'")
    );
}

#[test]
fn the_line_of_the_state_says_what_the_player_can_or_must_do() {
    for (game, start, words) in [
        (
            "ssehc",
            "4k3/8/8/8/8/8/4R3/K7 b - e5 1 10",
            "Black to play, in check. You must end the check by an un-capture on e5: choose a piece in reserve.",
        ),
        (
            "ssehc",
            "6Q1/8/k7/8/3p4/8/8/5RK1 w - e3! 0 10",
            "White to play. You must un-capture on e3 or, en passant, on e4: choose a piece in reserve.",
        ),
        (
            // A pawn on e4 is the only piece that ends the check.
            "ssehc",
            "8/1b6/k7/8/3p4/8/8/7K w - e3! 0 10",
            "White to play, in check. You must end the check by an un-capture en passant on e4: \
             choose a piece in reserve.",
        ),
        (
            "unplay-strict",
            "7r/7K/8/8/8/8/8/k7 b - - 0 1",
            "Black to play. White is in check, and your turn must end it. Choose a piece to un-move.",
        ),
        (
            // After e5e8 White may end the check by an un-capture on e5.
            "ssehc",
            "k7/8/8/4r3/8/8/8/4K3 b - - 0 10",
            "Black to play. White is in check: your turn or White's next un-capture must end it. \
             Choose a piece to un-move.",
        ),
        (
            "ssehc",
            "r3k3/8/8/8/8/8/PPPPPPPP/RNBQKBNR[qrbbnnpppppppp] w - - 0 60",
            "White to play. You may declare the end, or un-move a piece.",
        ),
        (
            "unachess",
            "8/8/8/3k4/8/8/4P3/4K3 w - - 0 20",
            "White to play. Move a piece.",
        ),
        (
            // Black's king is in reserve. Black may move the knight, but may not capture with it.
            "unachess",
            "8/8/8/6n1/4P3/8/8/4K3[QRRBBNNPPPPPPPkqrrbbnpppppppp] b - - 0 3",
            "Black to play. Move a piece, or drop one from reserve.",
        ),
    ] {
        let state = ask("state", &json!({ "game": game, "start": start }));
        assert_eq!(state["line"], words, "{game}");
    }
}

#[test]
fn a_game_without_a_forward_game_is_answered_with_the_reason() {
    let forward = |body: Value| ask("forward", &body);
    for (body, words) in [
        (json!({ "game": "unachess", "turns": ["K@e1"] }), "forwards"),
        (json!({ "game": "unplay-placement" }), "both kings"),
    ] {
        let answer = forward(body);
        assert_eq!(answer["pgn"], Value::Null, "{answer}");
        let reason = answer["reason"].as_str().expect("a reason");
        assert!(reason.contains(words), "{reason}");
    }
    let answer = forward(json!({ "game": "ssehc", "turns": ["f3e2", "f6e7"] }));
    assert_eq!(answer["reason"], Value::Null, "{answer}");
}

#[test]
fn a_chess_game_that_gives_no_start_is_answered_with_the_reason() {
    for (game, pgn, words) in [
        ("ssehc", "hello", "no chess game"),
        ("ssehc", "1. e4 e4 *", "turn 2: e4"),
        ("ssehc", "[Variant \"Atomic\"]\n\n1. e4 *", "Atomic"),
        ("ssehc", "[FEN \"nonsense\"]\n\n1. e4 *", "FEN"),
        (
            "ssehc",
            "[FEN \"4k3/8/8/8/8/8/8/QQQQK3 w - - 0 1\"]\n\n*",
            "White has 4 queens",
        ),
        ("unachess", "1. e4 *", "forwards"),
    ] {
        let answer = ask("from-pgn", &json!({ "game": game, "pgn": pgn }));
        assert_eq!(answer["fen"], Value::Null, "{answer}");
        let reason = answer["reason"].as_str().expect("a reason");
        assert!(reason.contains(words), "{reason}");
    }
}
