//! Proofs in games in which repetition or fifty moves may mean a loss. An exhaustive search
//! confirms what the solver claims. The verifier rejects a proof in which the loser can
//! repeat positions.

use std::fmt::Write;
use std::sync::atomic::AtomicBool;

use reviver::board::Turn;
use reviver::games::{Game, TypedGame, Visitor};
use reviver::rules::{History, Rules, Seat};
use reviver::solve::verify::{Flaw, verify};
use reviver::solve::{Claim, SolveLimits, SolveResult, Solver, counts_clock_wins};

use crate::variation;

static NEVER: AtomicBool = AtomicBool::new(false);

const ENDLESS: SolveLimits<'static> = SolveLimits {
    nodes: None,
    deadline: None,
    stop: &NEVER,
};

/// Searches exhaustively whether `claim.winner` can force a win in at most `claim.turns` turns of
/// the winner.
fn wins<R: Rules>(position: &R, history: &mut History, claim: Claim) -> bool {
    if let Some(outcome) = history.outcome(position) {
        return outcome.winner == Some(claim.winner);
    }
    let is_winners_turn = position.seat() == claim.winner;
    if is_winners_turn && claim.turns == 0 {
        return false;
    }
    let claim = Claim {
        turns: claim.turns - u8::from(is_winners_turn),
        ..claim
    };
    let mut wins_after = |turn: Turn| {
        let next = position.play(turn);
        history.push(next.key());
        let result = wins(&next, history, claim);
        history.pop();
        result
    };
    let mut turns = position.turns().into_iter();
    if is_winners_turn {
        turns.any(&mut wins_after)
    } else {
        turns.all(&mut wins_after)
    }
}

/// Compares the solver with an exhaustive search, for each winner and for 0 to `most` turns of the
/// winner.
struct Compare<'a> {
    fen: &'a str,
    most: u8,
}

impl Visitor for Compare<'_> {
    /// The number of proven wins.
    type Output = usize;

    fn visit<R: Rules>(self, game: TypedGame<R>) -> usize {
        let position: R = game.read(self.fen).expect(self.fen);
        let mut proven = 0;
        let mut solver = Solver::new(1);
        for winner in [Seat::First, Seat::Second] {
            for turns in 0..=self.most {
                let claim = Claim { winner, turns };
                let is_won = wins(&position, &mut History::starting_at(&position), claim);
                let found = solver.solve(&position, claim, ENDLESS, &mut |_| {});
                let words = format!("{} {} {claim:?}", game.definition(), self.fen);
                if matches!(found, SolveResult::Won { .. }) {
                    proven += 1;
                    assert!(is_won, "{words}: the claim does not hold");
                    let proof = solver.proof(&position, claim, ENDLESS, &mut |_| {});
                    let mut text = Vec::new();
                    let proof = proof.expect("a proof");
                    proof.write(game.game(), &mut text).expect("memory");
                    verify(&String::from_utf8(text).expect("UTF-8"))
                        .unwrap_or_else(|flaw| panic!("{words}: {flaw}"));
                } else if counts_clock_wins(&position) || position.setup().halfmove < 50 {
                    // Within `most` turns, the solver can miss only wins by the fifty-move rule. If
                    // `counts_clock_wins` is true, it misses none of them. If the halfmove clock is
                    // below 50, there is no such win: `most` turns are too few to reach 100.
                    assert!(!is_won, "{words}: the solver misses this win");
                }
            }
        }
        proven
    }
}

/// Unachess with these meanings of repetition and fifty moves.
fn endgame(repetition: &str, fifty_moves: &str) -> &'static Game {
    variation(
        &format!("endgame-{repetition}-{fifty_moves}"),
        "unachess",
        &format!(
            "repetition = \"{repetition}\"\nfifty-moves = \"{fifty_moves}\"\ncastling = false\n\
             double-step = false"
        ),
    )
}

#[test]
fn every_claimed_win_is_confirmed_by_an_exhaustive_search() {
    for repetition in ["draw", "loses"] {
        for fifty_moves in ["draw", "loses"] {
            let game = endgame(repetition, fifty_moves);
            let mut proven = 0;
            // `clock` is the halfmove clock. With bare kings, the only win within `most` turns is
            // by the fifty-move rule. The solver counts this win if `clock` is 93 or more: then the
            // clock reaches 100 before a position can occur for the third time.
            for clock in [0, 91, 92, 93, 94, 95, 96, 98, 99] {
                let kings = format!("7k/8/8/8/8/8/8/K7[] w - - {clock} 80");
                let most = if clock < 92 { 3 } else { 4 };
                let found = game.dispatch(Compare { fen: &kings, most });
                let is_claimed = fifty_moves == "loses" && clock >= 93;
                assert_eq!(found > 0, is_claimed, "{} {kings}", game.definition());
                let queen = format!("7k/8/5K2/8/8/8/8/Q7[] w - - {clock} 80");
                proven += game.dispatch(Compare {
                    fen: &queen,
                    most: 2,
                });
            }
            assert!(proven > 0);
        }
    }
}

/// Writes a proof, which may be invalid, that Black wins from this position within this number of
/// Black's turns. Black plays h8g8 and g8h8 alternately, until the halfmove clock reaches 100.
struct Waiting<'a>(&'a str, u8);

impl Visitor for Waiting<'_> {
    type Output = String;

    fn visit<R: Rules>(self, game: TypedGame<R>) -> String {
        let Waiting(fen, turns) = self;
        let mut positions: Vec<R> = vec![game.read(fen).expect(fen)];
        let mut steps = Vec::new();
        for left in (1..=turns).rev() {
            let mut next = Vec::new();
            for after_white in positions.iter().flat_map(|position| {
                let turns = position.turns();
                let successors = turns.iter().map(|&turn| position.play(turn));
                successors.collect::<Vec<R>>()
            }) {
                let setup = after_white.setup().to_string();
                let (fields, _) = setup.rsplit_once(' ').expect("six fields");
                let black_turn = match setup.starts_with("7k/") {
                    true => "h8g8",
                    false => "g8h8",
                };
                let step = format!("{left} {black_turn} {fields}");
                if !steps.contains(&step) {
                    steps.push(step);
                    next.push(after_white.play(black_turn.parse().expect("a turn")));
                }
            }
            positions = next;
        }
        let mut text = format!(
            "reviver proof 1\nvariant {}\nposition {fen}\nwinner 2\nturns {turns}\nsteps {}\n",
            game.identity(),
            steps.len()
        );
        for step in steps {
            let _ = writeln!(text, "{step}");
        }
        text
    }
}

#[test]
fn a_proof_in_which_the_loser_can_repeat_does_not_hold() {
    let game = endgame("draw", "loses");
    let proof = |clock: u8, turns: u8| {
        let fen = format!("7k/8/8/8/8/8/8/K7[] w - - {clock} 80");
        game.dispatch(Waiting(&fen, turns))
    };
    for (clock, turns) in [(90, 5), (92, 4)] {
        // White can play a1b1 and b1a1 twice. With Black's replies, these are 8 plies. Then the
        // clock is at 98 or 100, and the first position occurs for the third time.
        let flaw = verify(&proof(clock, turns)).expect_err("a repetition");
        assert!(matches!(flaw, Flaw::Repeats(_)), "{flaw}");
    }
    // From 94, the clock reaches 100 after 6 plies, before a position can occur for the third time.
    assert!(verify(&proof(94, 3)).is_ok());
}
