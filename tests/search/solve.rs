//! The solver against a search of all turns, and the verifier against wrong proofs.

use std::sync::atomic::AtomicBool;

use reviver::games::{Game, TypedGame, Visitor};
use reviver::rules::{History, Rules, Seat};
use reviver::solve::verify::{Flaw, verify};
use reviver::solve::{Claim, Proof, SolveLimits, SolveResult, Solver, WinBounds, WinQuery};

use crate::common::{game, read, turn, typed};

/// A stop flag that is never set.
static NEVER: AtomicBool = AtomicBool::new(false);

fn nodes(nodes: u64) -> SolveLimits<'static> {
    SolveLimits {
        nodes: Some(nodes),
        deadline: None,
        stop: &NEVER,
    }
}

pub(super) const ENDLESS: SolveLimits<'static> = SolveLimits {
    nodes: None,
    deadline: None,
    stop: &NEVER,
};

fn solve<R: Rules>(solver: &mut Solver, position: &R, claim: Claim) -> SolveResult {
    solver.solve(position, claim, ENDLESS, &mut |_| {})
}

/// Whether `winner` can force a win within this number of its own turns. Searches all turns.
fn wins<R: Rules>(position: &R, history: &mut History, winner: Seat, turns: u8) -> bool {
    if let Some(outcome) = position.outcome() {
        return outcome.winner == Some(winner);
    }
    if history.draw_cause(position).is_some() {
        return false;
    }
    let winner_plays = position.seat() == winner;
    if winner_plays && turns == 0 {
        return false;
    }
    let remaining = turns - u8::from(winner_plays);
    let mut wins_after = |turn| {
        let next = position.play(turn);
        history.push(next.key());
        let result = wins(&next, history, winner, remaining);
        history.pop();
        result
    };
    if winner_plays {
        position.turns().into_iter().any(&mut wins_after)
    } else {
        position.turns().into_iter().all(&mut wins_after)
    }
}

/// Compares the solver with [`wins`], for each player as the winner and for each number of turns up
/// to `max_turns`.
struct Compare<'a> {
    fen: &'a str,
    max_turns: u8,
}

impl Visitor for Compare<'_> {
    type Output = ();

    fn visit<R: Rules>(self, variant: TypedGame<R>) {
        let position: R = read(variant, self.fen);
        let mut solver = Solver::new(1);
        for winner in [Seat::First, Seat::Second] {
            for turns in 0..=self.max_turns {
                let claim = Claim { winner, turns };
                let expected = wins(
                    &position,
                    &mut History::starting_at(&position),
                    winner,
                    turns,
                );
                let found = solve(&mut solver, &position, claim);
                assert_eq!(
                    matches!(found, SolveResult::Won { .. }),
                    expected,
                    "{variant} {} {claim:?}: {found:?}",
                    self.fen
                );
                assert_ne!(found, SolveResult::Open);
            }
        }
    }
}

#[test]
fn the_solver_finds_what_a_search_of_all_turns_finds() {
    for (variant, fen, max_turns) in [
        (game("unplay-random"), "8/8/8/8/8/8/8/K1k5 w - - 0 1", 1),
        (game("unplay-random"), "8/8/8/8/8/8/k7/7K w - - 0 1", 1),
        (game("unplay"), "7K/8/8/8/8/8/8/k7 w - - 0 1", 1),
        (game("unachess"), "7k/8/5K2/8/8/8/8/6Q1[] w - - 0 1", 2),
        (game("unachess"), "7k/5K2/8/8/8/8/8/6R1[] b - - 0 1", 2),
        (game("unachess"), "7k/8/6K1/8/8/8/8/R7[] b - - 0 1", 2),
        (game("unachess"), "8/8/8/8/8/5k2/7q/5K2[] w - - 0 1", 1),
    ] {
        variant.dispatch(Compare { fen, max_turns });
    }
}

/// Searches for the shortest win, and verifies its proof.
struct Shortest<'a> {
    fen: &'a str,
    /// The size of the solver's table in MiB.
    memory: usize,
}

impl Visitor for Shortest<'_> {
    type Output = WinBounds;

    fn visit<R: Rules>(self, variant: TypedGame<R>) -> WinBounds {
        let position: R = read(variant, self.fen);
        let mut solver = Solver::new(self.memory);
        let question = WinQuery {
            winners: vec![position.seat(), !position.seat()],
            turns: 4,
            at_once: false,
        };
        let verdict = solver.shortest(&position, &question, nodes(3_000_000), &mut |_| {});
        if let Some(win) = verdict.win {
            let claim = Claim {
                winner: win.winner,
                turns: win.turns,
            };
            let proof = solver
                .proof(&position, claim, ENDLESS, &mut |_| {})
                .expect("a proof");
            let shown =
                verify(&text(&proof, variant.game())).unwrap_or_else(|flaw| panic!("{flaw}"));
            assert_eq!((shown.winner, shown.turns), (win.winner, win.turns));
            assert_eq!(shown.variant, variant.game());
        }
        verdict
    }
}

pub(super) fn text(proof: &Proof, variant: &'static Game) -> String {
    let mut text = Vec::new();
    proof.write(variant, &mut text).expect("memory");
    String::from_utf8(text).expect("plain text")
}

pub(super) fn shortest(variant: &'static Game, fen: &str) -> WinBounds {
    variant.dispatch(Shortest { fen, memory: 16 })
}

#[test]
fn the_first_turn_of_unplay_wins() {
    let verdict = shortest(game("unplay"), "7K/8/8/8/8/8/8/k7 w - - 0 1");
    let win = verdict.win.expect("a win");
    assert_eq!((win.winner, win.turns), (Seat::First, 1));
    assert_eq!(win.first, Some(turn("h8g7*b")));
}

#[test]
fn either_player_wins_some_placement_of_unplay_random() {
    for (fen, winner, turns) in [
        ("8/8/8/8/8/8/8/K1k5 w - - 0 1", Seat::Second, 2),
        ("8/8/8/8/8/8/8/K2k4 w - - 0 1", Seat::First, 2),
    ] {
        let win = shortest(game("unplay-random"), fen).win.expect("a win");
        assert_eq!(
            (win.winner, win.turns, win.is_shortest),
            (winner, turns, true)
        );
    }
}

#[test]
fn a_small_table_changes_only_the_nodes() {
    let fen = "8/8/4K3/6k1/8/8/8/8 w - - 0 1";
    let [small, large] =
        [1, 64].map(|memory| game("unplay-random").dispatch(Shortest { fen, memory }));
    let small = small.win.expect("a win");
    let large = large.win.expect("a win");
    assert_eq!(small.turns, 4);
    assert_eq!((small.winner, small.turns), (large.winner, large.turns));
}

/// Asserts that one thread and four threads agree on each claim. Verifies each proof that the four
/// threads find.
struct Threads<'a> {
    fen: &'a str,
    max_turns: u8,
}

impl Visitor for Threads<'_> {
    type Output = ();

    fn visit<R: Rules>(self, variant: TypedGame<R>) {
        let position: R = read(variant, self.fen);
        let mut one = Solver::new(16);
        let mut several = Solver::new(16).with_threads(4);
        for winner in [Seat::First, Seat::Second] {
            for turns in 0..=self.max_turns {
                let claim = Claim { winner, turns };
                let expected = solve(&mut one, &position, claim);
                let found = solve(&mut several, &position, claim);
                let is_won = |result| matches!(result, SolveResult::Won { .. });
                assert_eq!(is_won(found), is_won(expected), "{variant} {claim:?}");
                assert_ne!(found, SolveResult::Open);
                if is_won(found) {
                    let proof = several.proof(&position, claim, ENDLESS, &mut |_| {});
                    let text = text(&proof.expect("a proof"), variant.game());
                    let shown = verify(&text).unwrap_or_else(|flaw| panic!("{flaw}"));
                    assert!(shown.winner == winner && shown.turns <= turns);
                }
            }
        }
    }
}

#[test]
fn several_threads_find_what_one_thread_finds() {
    for (variant, fen, max_turns) in [
        ("unplay-random", "8/8/8/8/8/8/8/K1k5 w - - 0 1", 2),
        ("unplay-random", "8/8/8/8/8/8/8/K2k4 w - - 0 1", 2),
        ("unplay-random", "8/8/4K3/6k1/8/8/8/8 w - - 0 1", 3),
        ("unachess", "7k/8/5K2/8/8/8/8/6Q1[] w - - 0 1", 2),
    ] {
        game(variant).dispatch(Threads { fen, max_turns });
    }
}

#[test]
fn threads_share_one_node_limit() {
    let position: reviver::rules::unplay::Unplay = typed("unplay-random")
        .read("8/8/8/3k4/8/3K4/8/8 w - - 0 1")
        .expect("a position");
    let claim = Claim {
        winner: Seat::First,
        turns: 8,
    };
    let mut solver = Solver::new(16).with_threads(4);
    let found = solver.solve(&position, claim, nodes(50_000), &mut |_| {});
    assert_eq!(found, SolveResult::Open);
    // Each thread adds its nodes to the total only from time to time.
    assert!(
        (50_000..60_000).contains(&solver.nodes()),
        "{}",
        solver.nodes()
    );
}

#[test]
fn a_win_after_the_fifty_move_draw_does_not_count() {
    let at = |halfmove: u16| {
        let fen = format!("7k/8/5K2/8/8/8/8/Q7[] w - - {halfmove} 90");
        shortest(game("unachess"), &fen).win.map(|win| win.turns)
    };
    let turns = at(0).expect("a win");
    let last = 100 - (2 * u16::from(turns) - 1);
    // With a halfmove clock of `last`, the mating turn raises the clock to 100. This is a win,
    // because mate overrides the fifty-move draw. With `last + 1`, the game is drawn one ply before
    // mate.
    assert_eq!(at(last), Some(turns));
    assert_eq!(at(last + 1), None);
}

#[test]
fn the_table_keeps_no_result_that_fifty_moves_caused() {
    let position = |halfmove: u16| {
        let fen = format!("7k/8/5K2/8/8/8/8/Q7[] w - - {halfmove} 90");
        read::<reviver::rules::unachess::Unachess>(typed("unachess"), &fen)
    };
    let mut solver = Solver::new(1);
    let claim = Claim {
        winner: Seat::First,
        turns: 3,
    };
    assert_eq!(
        solve(&mut solver, &position(99), claim),
        SolveResult::NotWon
    );
    assert!(matches!(
        solve(&mut solver, &position(0), claim),
        SolveResult::Won { .. }
    ));
    assert_eq!(
        solve(&mut solver, &position(99), claim),
        SolveResult::NotWon
    );
}

#[test]
fn a_saved_table_makes_the_next_search_shorter() {
    let position: reviver::rules::unplay::Unplay = typed("unplay-random")
        .read("8/8/4K3/6k1/8/8/8/8 w - - 0 1")
        .expect("a position");
    let claim = Claim {
        winner: Seat::First,
        turns: 4,
    };
    let mut first = Solver::new(64);
    solve(&mut first, &position, claim);
    let mut saved = Vec::new();
    first.save("title", &mut saved).expect("memory");
    let mut second = Solver::new(32);
    second
        .load("title", &mut saved.as_slice())
        .expect("a saved table");
    assert!(matches!(
        solve(&mut second, &position, claim),
        SolveResult::Won { turns: 4, .. }
    ));
    assert!(second.nodes() < first.nodes() / 100);
}

/// A proof of a few steps.
fn proof() -> String {
    let position: reviver::rules::unplay::Unplay = typed("unplay-random")
        .read("8/8/8/8/8/8/8/K2k4 w - - 0 1")
        .expect("a position");
    let claim = Claim {
        winner: Seat::First,
        turns: 2,
    };
    let proof = Solver::new(1).proof(&position, claim, ENDLESS, &mut |_| {});
    text(&proof.expect("a proof"), game("unplay-random"))
}

#[test]
fn every_missing_step_and_a_changed_first_step_of_a_proof_are_found() {
    let whole = proof();
    assert!(verify(&whole).is_ok());
    let lines: Vec<&str> = whole.lines().collect();
    // The first six lines are the header. Each further line is a step.
    let steps = lines.len() - 6;
    assert!(steps > 1);
    for at in 6..lines.len() {
        let without: Vec<&str> = (0..lines.len())
            .filter(|&number| number != at)
            .map(|number| lines[number])
            .collect();
        let text = without.join("\n");
        assert!(
            matches!(verify(&text), Err(Flaw::Count { .. })),
            "line {at}"
        );
        let text = text.replace(
            &format!("\nsteps {steps}\n"),
            &format!("\nsteps {}\n", steps - 1),
        );
        assert!(matches!(verify(&text), Err(Flaw::Missing(_))), "line {at}");
    }
    let first = lines[6];
    for (from, to, flaw) in [
        (
            "2 ",
            "3 ",
            "the step says 3 turns, but the win must take at most 2 turns",
        ),
        (
            "2 ",
            "1 ",
            "the step says 1 turn, but the win must take at most 0 turns",
        ),
        ("a1b2", "a1c3", "is not legal"),
        ("a1b2*b", "a1b2", "there is no step for the position"),
        ("a1b2*b", "b2", "'b2' is not a turn"),
    ] {
        let changed = first.replacen(from, to, 1);
        assert_ne!(changed, first, "{flaw}");
        let found = verify(&whole.replace(first, &changed)).expect_err(flaw);
        assert!(found.to_string().contains(flaw), "{flaw}: {found}");
    }
    let doubled = format!("{whole}{}\n", lines[7]);
    assert!(matches!(verify(&doubled), Err(Flaw::Twice { .. })));
}

#[test]
fn a_proof_does_not_hold_for_another_claim_or_variant() {
    let whole = proof();
    assert!(verify(&whole.replace("winner 1", "winner 2")).is_err());
    assert!(verify(&whole.replace("turns 2", "turns 1")).is_err());
    assert!(verify(&whole.replace("unplay-random", "unplay-strict")).is_err());
    assert!(verify(&whole.replace("unplay-random", "ssehc")).is_err());
}

#[test]
fn malformed_lines_of_a_proof_are_refused() {
    let whole = proof();
    for (line, from, to) in [
        (1, "proof 1", "proof 2"),
        (2, "variant unplay-random", "variant chess"),
        (4, "winner 1", "winner 3"),
        (5, "turns 2", "turns 256"),
        (6, "steps", "stops"),
        (7, "2 a1b2*b", "two a1b2*b"),
    ] {
        let error = verify(&whole.replacen(from, to, 1))
            .expect_err(to)
            .to_string();
        assert!(error.starts_with(&format!("line {line}: ")), "{error}");
        assert_eq!(error.lines().count(), 1);
    }
    assert!(verify("").is_err());
}
