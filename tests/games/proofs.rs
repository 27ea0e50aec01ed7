//! Proofs in user-defined games in which the switch `fifty-moves` makes fifty moves a loss instead
//! of a draw.

use std::sync::atomic::AtomicBool;

use reviver::games::{Game, TypedGame, Visitor};
use reviver::rules::{Rules, Seat};
use reviver::solve::verify::verify;
use reviver::solve::{Claim, SolveLimits, SolveResult, Solver};

use crate::variation;

/// A position, a number of turns and a player. Tries to prove that the player wins from the
/// position within this number of the player's own turns. Writes the proof if there is one.
struct Solve<'a>(&'a str, u8, Seat);

impl Visitor for Solve<'_> {
    type Output = (SolveResult, Option<String>);

    fn visit<R: Rules>(self, game: TypedGame<R>) -> Self::Output {
        let position: R = game.read(self.0).expect("a position");
        let stop = AtomicBool::new(false);
        let limits = SolveLimits {
            nodes: Some(200_000),
            deadline: None,
            stop: &stop,
        };
        let claim = Claim {
            winner: self.2,
            turns: self.1,
        };
        let mut solver = Solver::new(1);
        let result = solver.solve(&position, claim, limits, &mut |_| {});
        let proof = solver.proof(&position, claim, limits, &mut |_| {});
        let text = proof.map(|proof| {
            let mut text = Vec::new();
            proof.write(game.game(), &mut text).expect("memory");
            String::from_utf8(text).expect("UTF-8")
        });
        (result, text)
    }
}

fn first_player_wins(game: &'static Game, fen: &str, turns: u8) -> Option<String> {
    proof_of_win(game, Solve(fen, turns, Seat::First))
}

fn proof_of_win(game: &'static Game, solve: Solve<'_>) -> Option<String> {
    let fen = solve.0;
    match game.dispatch(solve) {
        (SolveResult::Won { .. }, text) => Some(text.expect("a proof")),
        (SolveResult::NotWon, None) => None,
        other => panic!("{game} {fen}: {other:?}"),
    }
}

#[test]
fn a_side_that_loses_by_fifty_moves_loses_in_the_proof() {
    let clock_at_99 = "7K/8/8/8/8/8/8/k7[QRRBBNNPPPPPPPPqrrbbnnpppppppp] w - - 99 60";
    let loses = variation(
        "fifty-loses",
        "unplay-strict",
        "fifty-moves = \"loses\"\nstalemate = \"loses\"",
    );
    let draws = variation("fifty-draws", "unplay-strict", "stalemate = \"loses\"");
    assert_eq!(first_player_wins(draws, clock_at_99, 1), None);
    let proof = first_player_wins(loses, clock_at_99, 1).expect("a win");
    assert!(
        proof.contains("variant fifty-loses unplay-strict fifty-moves=loses stalemate=loses\n"),
        "{proof}"
    );
    let shown = verify(&proof).expect("a proof that holds");
    assert_eq!((shown.variant, shown.turns), (loses, 1));
    let of_another_game = proof.replace(" fifty-moves=loses", "");
    let flaw = verify(&of_another_game).expect_err("a draw").to_string();
    assert!(
        flaw.contains("(each player has played fifty reversible turns in a row)"),
        "{flaw}"
    );
    let wrong_switch = proof.replace("fifty-moves=loses", "fifty-moves=wins");
    let flaw = verify(&wrong_switch).expect_err("no game").to_string();
    assert!(flaw.starts_with("line 2: the switches of "), "{flaw}");
    let unknown = "reviver proof 1\nvariant no-such-game\n";
    let flaw = verify(unknown).expect_err("no game").to_string();
    assert!(
        flaw.starts_with("line 2: expected 'variant' and the name of a game"),
        "{flaw}"
    );
}

#[test]
fn the_side_to_play_at_halfmove_clock_100_loses_by_fifty_moves_and_cannot_win() {
    let loses = variation(
        "fifty-loses-too",
        "unachess",
        "fifty-moves = \"loses\"\ncastling = false",
    );
    // Only the kings are left, so no turn resets the halfmove clock. After two plies it reaches 100
    // with White to play, and White loses.
    let clock_at_98 = "7k/8/8/8/8/8/8/K7[] w - - 98 80";
    assert_eq!(first_player_wins(loses, clock_at_98, 1), None);
    let proof = proof_of_win(loses, Solve(clock_at_98, 1, Seat::Second)).expect("a win");
    assert!(verify(&proof).is_ok(), "{proof}");
}
