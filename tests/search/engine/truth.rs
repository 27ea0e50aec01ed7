//! The scores of the search are correct. Forced wins are found, and claimed wins are true. Without
//! pruning, the score of a search is the minimax value.

use rayon::prelude::*;
use reviver::games::{self, Game, TypedGame, Visitor};
use reviver::search::ParamChanges;

use super::*;
use crate::common::{game, typed};

/// A turn that wins at once, if there is one.
fn winning_turn<R: Rules>(position: &R) -> Option<Turn> {
    position.turns().into_iter().find(|&turn| {
        let outcome = position.play(turn).outcome();
        outcome.is_some_and(|outcome| outcome.winner == Some(position.seat()))
    })
}

#[test]
fn a_win_in_one_turn_is_proven_at_the_lowest_level_and_at_full_strength() {
    #[derive(Clone, Copy)]
    struct Win;
    impl Visitor for Win {
        /// The number of positions with a win in one turn.
        type Output = usize;
        fn visit<R: Rules>(self, variant: TypedGame<R>) -> usize {
            let mut searches = [Strength::Full, Strength::Level(0.0)].map(|strength| {
                Search::<R>::new(Options {
                    strength,
                    ..options(variant.game())
                })
            });
            let mut found = 0;
            random_games::<R>(variant, 0..12, 3, |game| {
                if found < 10 && winning_turn(&game.position).is_some() {
                    found += 1;
                    let limits = Limits {
                        mate: Some(1),
                        ..depth(6)
                    };
                    for search in &mut searches {
                        let best = game.search(search, &limits);
                        assert_eq!(best.score.forced_turns(), Some(1), "{:?}", game.position);
                        let after = game.position.play(best.turn.expect("a turn"));
                        let winner = after.outcome().and_then(|outcome| outcome.winner);
                        assert_eq!(winner, Some(game.position.seat()));
                    }
                }
            });
            found
        }
    }
    let found: Vec<(&'static Game, usize)> = games::built_in()
        .into_par_iter()
        .map(|variant| (variant, variant.dispatch(Win)))
        .collect();
    let variants = found.iter().filter(|(_, count)| *count > 0).count();
    assert!(variants >= 5, "{found:?}");
}

/// Whether `winner` can win within this number of plies, whatever the other player does.
fn is_forced<R: Rules>(position: &R, winner: Seat, plies: usize) -> bool {
    if let Some(outcome) = position.immediate_outcome() {
        return outcome.winner == Some(winner);
    }
    if !position.has_turn() {
        return position.outcome_if_stuck().winner == Some(winner);
    }
    if plies == 0 {
        return false;
    }
    let turns = position.turns();
    let mut after = turns
        .iter()
        .map(|&turn| is_forced(&position.play(turn), winner, plies - 1));
    if position.seat() == winner {
        after.any(|forced| forced)
    } else {
        after.all(|forced| forced)
    }
}

#[test]
fn wins_within_two_turns_are_found_and_claims_are_true() {
    #[derive(Clone, Copy)]
    struct WinInTwo;
    impl Visitor for WinInTwo {
        /// The number of positions in which a player wins within two turns.
        type Output = usize;
        fn visit<R: Rules>(self, variant: TypedGame<R>) -> usize {
            let mut search = Search::<R>::new(options(variant.game()));
            let mut found = 0;
            random_games::<R>(variant, 0..4, 5, |game| {
                let position = &game.position;
                if position.count() > 30 || game.position.setup().halfmove > 50 {
                    return;
                }
                let limits = Limits {
                    mate: Some(2),
                    nodes: Some(50_000),
                    ..depth(7)
                };
                let best = game.search(&mut search, &limits);
                let claimed = best.score.forced_turns().filter(|turns| turns.abs() <= 2);
                let winner = match claimed {
                    Some(turns) if turns < 0 => !position.seat(),
                    _ => position.seat(),
                };
                let plies = if winner == position.seat() { 3 } else { 4 };
                if plies == 4 && position.count() > 15 {
                    return;
                }
                let forced = is_forced(position, winner, plies);
                assert_eq!(claimed.is_some(), forced, "{best:?} in {position:?}");
                found += usize::from(forced);
            });
            found
        }
    }
    let found: Vec<(&'static Game, usize)> = games::built_in()
        .into_par_iter()
        .map(|variant| (variant, variant.dispatch(WinInTwo)))
        .collect();
    let variants = found.iter().filter(|(_, count)| *count > 0).count();
    assert!(variants >= 4, "{found:?}");
}

/// Parameters with which the search prunes nothing.
fn without_pruning() -> Params {
    let mut changes = ParamChanges::default();
    for name in [
        "reverse_futility_depth",
        "razoring_depth",
        "late_move_depth",
        "futility_depth",
        "history_pruning_depth",
        "exchange_depth",
        "quiescence_depth",
        "extension_reach",
    ] {
        changes.set(name, 0).expect("in range");
    }
    for (name, value) in [
        ("null_move_depth", 8),
        ("fifty_moves_calm", 100),
        ("iir_depth", 12),
        ("reduction_depth", 8),
    ] {
        changes.set(name, value).expect("in range");
    }
    Params::default().with(&changes)
}

/// Minimax: the value of a search without pruning.
struct Minimax<'a>(&'a Options);

impl Minimax<'_> {
    fn score<R: Rules>(&self, position: &R, depth: usize, ply: usize) -> i32 {
        let seat = position.seat();
        let end_score = |winner: Option<Seat>| match winner {
            None => 0,
            Some(winner) if winner == seat => Score::WIN.0 - ply as i32,
            Some(_) => ply as i32 - Score::WIN.0,
        };
        if let Some(outcome) = position.immediate_outcome() {
            return end_score(outcome.winner);
        }
        if depth == 0 {
            let Minimax(options) = self;
            let network = options.network.as_deref();
            return Evaluator::new(&options.weights, network, 1).evaluate(position, 0);
        }
        let turns = position.turns();
        turns
            .iter()
            .map(|&turn| {
                let child = position.play(turn);
                let score = self.score(&child, depth - 1, ply + 1);
                if child.seat() == seat { score } else { -score }
            })
            .max()
            .unwrap_or_else(|| end_score(position.outcome_if_stuck().winner))
    }
}

#[test]
fn a_search_without_pruning_is_minimax() {
    #[derive(Clone, Copy)]
    struct WithoutPruning;
    impl Visitor for WithoutPruning {
        type Output = ();
        fn visit<R: Rules>(self, variant: TypedGame<R>) {
            let options = Options {
                params: without_pruning(),
                ..options(variant.game())
            };
            let mut search = Search::<R>::new(options.clone());
            let minimax = Minimax(&options);
            random_games::<R>(variant, 0..2, 19, |game| {
                if game.position.count() > 150 {
                    return;
                }
                search.clear();
                let best = game.search(&mut search, &depth(2));
                let plain = minimax.score(&game.position, 2, 0);
                let expected = Score(plain).reported(options.weights.scale);
                assert_eq!(best.score, expected, "{variant}: {:?}", game.position);
            });
        }
    }
    in_every_game(WithoutPruning);
}

#[test]
fn a_score_keeps_its_sign_if_a_player_plays_twice_in_a_row() {
    for text in [
        "r1bqkbnr/pppppppp/8/8/8/5N2/PPPPPPPP/RNBQKB1R[n] w - - 0 1",
        "rnbqkb1r/pppppppp/5n2/8/8/8/PPPPPPPP/R1BQKBNR[N] b - - 0 1",
        "r1bqkbnr/ppp1pppp/3p4/8/4N3/5N2/PPPP1PPP/R1BQKB1R[Pn] w - - 0 1",
        "r1bqkbnr/pppp1ppp/4p3/8/8/5N2/PPPPPPPP/RNBQKB1R[n] w - - 3 1",
    ] {
        let position: Smolowitz = typed("smolowitz").read(text).expect("a position");
        let twice = position
            .turns()
            .iter()
            .filter(|&&turn| position.play(turn).seat() == position.seat())
            .count();
        // With `[Pn]` two pieces are in reserve, so no turn completes the armies. In the other
        // positions some turns do, and then the same player plays again.
        assert_eq!(twice > 0, !text.contains("[Pn]"), "{text}");
        let options = Options {
            params: without_pruning(),
            ..options(game("smolowitz"))
        };
        let mut search = Search::<Smolowitz>::new(options.clone());
        let minimax = Minimax(&options);
        let control = Control::default();
        let keys = [position.key()];
        let best = search.go(
            Root {
                position: &position,
                keys: &keys,
            },
            &depth(2),
            &control,
            &mut |_| (),
        );
        let expected = Score(minimax.score(&position, 2, 0)).reported(options.weights.scale);
        assert_eq!(best.score, expected, "{text}");
    }
}
