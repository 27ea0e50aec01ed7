//! Whole games by clients that do not know the rules.

use rayon::prelude::*;
use reviver::games::{self, Game};
use serde_json::Value;

use super::client::Client;

/// The test fails if a game reaches this number of plies. The fifty-move rule allows even longer
/// games, but games with random turns end earlier.
const MAX_PLIES: usize = 4_000;

/// Plays a game of the engine against itself until `state` says that it is over. Every third turn
/// is random, so that the game ends. Returns the turns and the last state.
fn play(variant: &'static Game) -> (Vec<String>, Value) {
    let mut client = Client::of(variant.name());
    let mut moves: Vec<String> = Vec::new();
    let mut random = 17_u64;
    loop {
        let played = if moves.is_empty() {
            "position startpos".to_owned()
        } else {
            format!("position startpos moves {}", moves.join(" "))
        };
        client.tell(&played);
        let state = client.state();
        assert_eq!(state["ply"], moves.len());
        if state["over"] == true {
            return (moves, state);
        }
        assert!(moves.len() < MAX_PLIES, "{variant} does not end: {state}");
        let legal = client.legal_moves();
        random = random
            .wrapping_mul(6_364_136_223_846_793_005)
            .wrapping_add(1);
        let turn = if moves.len() % 3 == 2 {
            legal[(random >> 33) as usize % legal.len()].clone()
        } else {
            client.best_move("go nodes 60")
        };
        assert!(legal.contains(&turn), "{variant}: {turn} after {moves:?}");
        moves.push(turn);
    }
}

#[test]
fn every_variant_can_be_played_to_its_end() {
    games::built_in().into_par_iter().for_each(|game| {
        let (moves, state) = play(game);
        assert!(moves.len() > 2, "{game}");
        assert!(state["reason"].is_string(), "{game}: {state}");
        let winner = match state["result"].as_str().expect("a result") {
            "1-0" => Value::from(1),
            "0-1" => Value::from(2),
            "1/2-1/2" => Value::Null,
            other => panic!("{game}: {other}"),
        };
        assert_eq!(state["winner"], winner, "{game}");
    });
}

/// The referee asks only `query gameover`, `query p1turn` and `query result`.
#[test]
fn a_ugi_manager_referees_a_game_without_knowing_its_rules() {
    let mut client = Client::of("unplay");
    client.say("ugi");
    client.wait_for(|line| line == "ugiok");
    client.tell("uginewgame");
    let mut moves: Vec<String> = Vec::new();
    while client.reply("query gameover") == "response false" {
        assert_eq!(client.reply("query result"), "response none");
        let is_first = moves.len().is_multiple_of(2);
        assert_eq!(client.reply("query p1turn"), format!("response {is_first}"));
        let lines = client.search("go p1time 60000 p2time 60000 p1inc 0 p2inc 0 nodes 100");
        let best: Vec<&str> = lines.last().expect("a line").split(' ').collect();
        assert_eq!(best.len(), 2, "{best:?}");
        moves.push(best[1].to_owned());
        client.tell(&format!("position startpos moves {}", moves.join(" ")));
    }
    let result = client.reply("query result");
    assert!(["response p1win", "response p2win", "response draw"].contains(&result.as_str()));
}

/// In Smolowitz' game player 1 holds Black first. When all 32 pieces are on the board, the players
/// switch colours. They have switched in the first position below, and not yet in the second.
#[test]
fn the_first_player_is_p1_whatever_colour_it_holds() {
    let mut client = Client::of_family("smolowitz");
    assert_eq!(client.reply("query p1turn"), "response true");
    client.tell(
        "position fen rn1qk2r/1p2pp1p/p4n1b/2pp1bp1/3P3P/P4P1N/1PPQP1P1/RNB1KB1R[] b - - 0 1",
    );
    assert_eq!(client.reply("query p1turn"), "response false");
    client.tell("position fen rnbqkb1r/p2p1pQp/2p3N1/1p2p3/8/2P1n3/PP1PPPPP/RNB1KB1R[p] b - - 0 1");
    assert_eq!(client.reply("query p1turn"), "response true");
}
