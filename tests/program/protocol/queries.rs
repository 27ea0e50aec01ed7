//! The commands that ask about the position, and `flip`.

use serde_json::{Value, json};

use super::client::Client;
use crate::common::some_game;

#[test]
fn legal_moves_are_one_sorted_line() {
    let mut client = Client::start();
    let reply = client.reply("legalmoves");
    assert_eq!(reply, "legalmoves f3e2 f3e3 f3e4 f3f2 f3f4 f3g2 f3g3 f3g4");
    client.tell("position startpos moves f3e2");
    let moves = client.legal_moves();
    assert!(moves.is_sorted());
    assert!(moves.contains(&"N@f3,f6e6".to_owned()));
}

#[test]
fn state_has_exactly_these_fields() {
    let mut client = Client::start();
    let expected = json!({
        "variant": "ssehc",
        "fen": "8/8/5k2/8/8/5K2/8/8[QRRBBNNPPPPPPPPqrrbbnnpppppppp] w - - 0 1",
        "side": "w", "player": 1, "ply": 0, "check": "",
        "uncapture": "none", "square": Value::Null, "phase": Value::Null,
        "home": {"w": 0, "b": 0}, "board": {"w": 1, "b": 1}, "score": {"w": 0, "b": 0},
        "over": false, "result": "*", "winner": Value::Null, "reason": Value::Null
    });
    assert_eq!(client.state(), expected);
    client.tell("position startpos moves f3e2");
    let state = client.state();
    assert_eq!(
        (&state["uncapture"], &state["square"]),
        (&json!("may"), &json!("f3"))
    );
    assert_eq!((&state["player"], &state["ply"]), (&json!(2), &json!(1)));
}

#[test]
fn state_reports_a_decided_game() {
    let mut client = Client::of("unachess");
    client.tell("position fen 4k3/4Q3/4K3/8/8/8/8/8[] b - - 0 1");
    let state = client.state();
    assert_eq!(state["check"], "b");
    assert_eq!(
        (&state["over"], &state["result"]),
        (&json!(true), &json!("1-0"))
    );
    assert_eq!(
        (&state["winner"], &state["reason"]),
        (&json!(1), &json!("checkmate"))
    );
    assert_eq!(client.reply("legalmoves"), "legalmoves");
    assert_eq!(
        client.search("go depth 3").last().expect("a line"),
        "bestmove (none)"
    );
}

#[test]
fn legalmoves_still_lists_moves_after_a_draw_by_repetition() {
    let mut client = Client::of("unachess");
    let shuffle = "e1d1 e8d8 d1e1 d8e8 ";
    client.tell(&format!(
        "position fen 4k3/8/8/8/8/8/8/4K2R[] w - - 0 1 moves {}",
        shuffle.repeat(2).trim()
    ));
    let state = client.state();
    assert_eq!(
        (&state["over"], &state["reason"]),
        (&json!(true), &json!("repetition"))
    );
    assert_eq!(
        (&state["result"], &state["winner"]),
        (&json!("1/2-1/2"), &Value::Null)
    );
    assert!(!client.legal_moves().is_empty());
}

#[test]
fn d_shows_the_board_and_the_fen() {
    let mut client = Client::of(some_game().name());
    let lines = client.ask("d");
    let fen = client.fen();
    assert!(lines.contains(&format!("Fen: {fen}")), "{lines:?}");
    assert!(lines.iter().any(|line| line.starts_with("Key: ")));
    assert!(lines.iter().any(|line| line.contains("White reserve")));
    client.tell("position fen 8/8/5k2/8/8/8/4K3/8 b - - 1 1");
    let lines = client.ask("d");
    for rank in [
        "  6   .  .  .  .  .  k  .  . ",
        "  2   .  .  .  .  K  .  .  . ",
    ] {
        assert!(lines.iter().any(|line| line == rank), "{lines:?}");
    }
}

#[test]
fn perft_prints_a_count_for_each_turn_and_their_sum() {
    let mut client = Client::start();
    client.say("go perft 3");
    let lines = client.lines_to(|line| line.starts_with("Nodes searched"));
    assert_eq!(lines.last().expect("a line"), "Nodes searched: 36631");
    let moves = client.legal_moves();
    let (turns, counts): (Vec<&str>, Vec<u64>) = lines[..lines.len() - 1]
        .iter()
        .map(|line| line.split_once(": ").expect("TURN: COUNT"))
        .map(|(turn, count)| (turn, count.parse::<u64>().expect("a count")))
        .unzip();
    assert_eq!(turns, moves);
    assert_eq!(counts.iter().sum::<u64>(), 36_631);
}

#[test]
fn explain_says_that_a_turn_is_legal_or_which_rule_forbids_it() {
    let mut client = Client::start();
    assert_eq!(client.reply("explain f3e2"), "f3e2 is legal");
    assert_eq!(
        client.reply("explain f3f5"),
        "f3f5 is not legal: a king does not un-move from f3 to f5 (un-moves)"
    );
    assert!(
        client
            .complaint("explain hello")
            .contains("'hello' is not a turn")
    );
    assert!(client.complaint("explain").contains("one move"));
}

#[test]
fn a_seed_in_a_question_selects_the_start_position_of_the_session_s_game() {
    let mut client = Client::of("unplay-random");
    client.tell("position startpos");
    let present = client.reply("json state {}");
    let first = client.reply("json state {\"seed\":9}");
    let named = client.reply("json state {\"game\":\"unplay-random\",\"seed\":9}");
    assert_eq!(first, named);
    assert_ne!(first, present);
}

#[test]
fn forward_is_a_chess_game() {
    let mut client = Client::of_family("smolowitz");
    client.tell("position startpos moves e3e2*n e6e5");
    let lines = client.ask("forward");
    for tag in ["[SetUp \"1\"]", "[FEN \"8/8/8/4K3/8/4N3/4k3/8 w - - 0 1\"]"] {
        assert!(lines.iter().any(|line| line == tag), "{lines:?}");
    }
    assert_eq!(lines.last().expect("a line"), "1. Ke6 Kxe3 *");
    let mut client = Client::of("unachess");
    assert!(client.complaint("forward").len() > 10);
}

#[test]
fn eval_lists_terms_and_their_sum() {
    let mut client = Client::of("unachess");
    let lines = client.ask("eval");
    let last = lines.last().expect("a line");
    let total = last.strip_prefix("Evaluation: ").expect("a total");
    let (total, rest) = total.split_once(' ').expect("a number");
    assert!(
        rest.starts_with("centipawns for player 1") && rest.contains("reported as a score of"),
        "{last}"
    );
    let terms = &lines[1..lines.len() - 1];
    assert!(terms.len() > 5, "{lines:?}");
    let difference = |line: &String| -> i32 {
        let mut numbers = line.split_whitespace().rev();
        let mut number = || numbers.next().and_then(|word| word.parse::<i32>().ok());
        let (second, first) = (number(), number());
        first.expect("a number") - second.expect("a number")
    };
    let sum: i32 = terms.iter().map(difference).sum();
    assert_eq!(total, sum.to_string(), "{lines:?}");
}

#[test]
fn flip_exchanges_the_colours() {
    let mut client = Client::start();
    client.tell("position startpos moves f3e2");
    client.tell("flip");
    assert_eq!(
        client.fen(),
        "8/4k3/8/8/8/5K2/8/8[QRRBBNNPPPPPPPPqrrbbnnpppppppp] w - f6 1 1"
    );
}
