//! The results and the limits of searches.

use rayon::prelude::*;
use reviver::games::{self, Game, TypedGame, Visitor};
use reviver::rules::unachess::Unachess;

use super::*;

#[test]
fn lines_and_best_turns_are_legal() {
    #[derive(Clone, Copy)]
    struct Legal;
    impl Visitor for Legal {
        type Output = ();
        fn visit<R: Rules>(self, variant: TypedGame<R>) {
            let mut search = Search::<R>::new(options(variant.game()));
            random_games::<R>(variant, 0..2, 17, |game| {
                let (best, lines) = game.analyse(&mut search, &nodes(1_500));
                let turn = best.turn.expect("a turn");
                assert_legal_line(&game.position, &[turn]);
                if let Some(reply) = best.ponder {
                    assert_legal_line(&game.position, &[turn, reply]);
                }
                for line in &lines {
                    assert!(!line.pv.is_empty());
                    assert_legal_line(&game.position, &line.pv);
                }
                if let Some(last) = lines.last() {
                    assert_eq!(last.pv[0], turn);
                }
            });
        }
    }
    in_every_game(Legal);
}

#[test]
fn a_limit_of_nodes_holds_exactly() {
    #[derive(Clone, Copy)]
    struct Exact;
    impl Visitor for Exact {
        type Output = ();
        fn visit<R: Rules>(self, variant: TypedGame<R>) {
            let game = Played::<R>::start(variant, 3);
            for threads in [1, 2] {
                let mut search = Search::<R>::new(Options {
                    threads,
                    ..options(variant.game())
                });
                for limit in [0, 1, 2, 77, 3_000] {
                    let best = game.search(&mut search, &nodes(limit));
                    assert!(best.turn.is_some(), "{variant} {limit}");
                    assert_eq!(best.nodes, limit, "{variant} with {threads} threads");
                }
            }
        }
    }
    in_every_game(Exact);
}

#[test]
fn one_thread_with_fixed_nodes_is_reproducible() {
    #[derive(Clone, Copy)]
    struct Same;
    impl Visitor for Same {
        type Output = ();
        fn visit<R: Rules>(self, variant: TypedGame<R>) {
            let games: Vec<Played<R>> = {
                let mut games = Vec::new();
                random_games::<R>(variant, 5..6, 25, |game| {
                    games.push(Played {
                        position: game.position.clone(),
                        history: game.history.clone(),
                    });
                });
                games
            };
            let run = |search: &mut Search<R>| {
                let mut results = Vec::new();
                for game in &games {
                    let (best, lines) = game.analyse(search, &nodes(4_000));
                    let lines: Vec<Info> = lines.into_iter().map(without_time).collect();
                    results.push((best, lines));
                }
                results
            };
            let mut search = Search::<R>::new(options(variant.game()));
            let first = run(&mut search);
            search.clear();
            let again = run(&mut search);
            let fresh = run(&mut Search::<R>::new(options(variant.game())));
            assert_eq!(first, again, "{variant} after clear");
            assert_eq!(first, fresh, "{variant} with a new search");
        }
    }
    in_every_game(Same);
}

#[test]
fn a_search_stopped_before_it_begins_has_a_turn() {
    #[derive(Clone, Copy)]
    struct Stopped;
    impl Visitor for Stopped {
        type Output = ();
        fn visit<R: Rules>(self, variant: TypedGame<R>) {
            let game = Played::<R>::start(variant, 0);
            let mut search = Search::<R>::new(options(variant.game()));
            let control = Control::default();
            control.stop();
            let endless = Limits {
                infinite: true,
                ponder: true,
                ..Limits::default()
            };
            for limits in [Limits::default(), endless, nodes(0)] {
                let best = search.go(
                    Root {
                        position: &game.position,
                        keys: game.keys(),
                    },
                    &limits,
                    &control,
                    &mut |_| (),
                );
                assert!(game.position.is_legal(best.turn.expect("a turn")));
            }
        }
    }
    in_every_game(Stopped);
}

#[test]
fn a_search_with_an_expired_clock_has_a_turn() {
    #[derive(Clone, Copy)]
    struct ExpiredClock;
    impl Visitor for ExpiredClock {
        type Output = ();
        fn visit<R: Rules>(self, variant: TypedGame<R>) {
            let game = Played::<R>::start(variant, 0);
            let mut search = Search::<R>::new(options(variant.game()));
            let empty = TimeLimit::Clock {
                remaining: std::time::Duration::ZERO,
                increment: std::time::Duration::ZERO,
                turns_to_go: None,
                at_most: None,
            };
            for time in [empty, TimeLimit::Fixed(std::time::Duration::ZERO)] {
                let limits = Limits {
                    time,
                    ..Limits::default()
                };
                let best = game.search(&mut search, &limits);
                assert!(game.position.is_legal(best.turn.expect("a turn")));
            }
        }
    }
    in_every_game(ExpiredClock);
}

#[test]
fn only_the_requested_turns_are_searched() {
    #[derive(Clone, Copy)]
    struct Asked;
    impl Visitor for Asked {
        type Output = ();
        fn visit<R: Rules>(self, variant: TypedGame<R>) {
            let game = Played::<R>::start(variant, 0);
            let mut search = Search::<R>::new(Options {
                multipv: 5,
                ..options(variant.game())
            });
            let turns: Vec<Turn> = game.position.turns().iter().copied().take(3).collect();
            let limits = Limits {
                turns: turns.clone(),
                ..depth(3)
            };
            let (best, lines) = game.analyse(&mut search, &limits);
            assert!(turns.contains(&best.turn.expect("a turn")));
            assert!(lines.iter().all(|line| turns.contains(&line.pv[0])));
            assert_eq!(lines.iter().filter(|line| line.depth == 3).count(), 3);
        }
    }
    in_every_game(Asked);
}

#[test]
fn several_lines_begin_differently_and_get_worse() {
    #[derive(Clone, Copy)]
    struct Lines;
    impl Visitor for Lines {
        type Output = ();
        fn visit<R: Rules>(self, variant: TypedGame<R>) {
            let game = Played::<R>::start(variant, 0);
            let mut search = Search::<R>::new(Options {
                multipv: 4,
                ..options(variant.game())
            });
            let (best, lines) = game.analyse(&mut search, &depth(3));
            let last: Vec<&Info> = lines.iter().filter(|line| line.depth == 3).collect();
            assert_eq!(
                last.iter().map(|line| line.multipv).collect::<Vec<_>>(),
                [1, 2, 3, 4]
            );
            assert!(last.iter().rev().map(|line| line.score).is_sorted());
            let mut first: Vec<Turn> = last.iter().map(|line| line.pv[0]).collect();
            assert_eq!(Some(first[0]), best.turn);
            first.sort();
            first.dedup();
            assert_eq!(first.len(), 4);
        }
    }
    in_every_game(Lines);
}

#[test]
fn a_limit_of_depth_holds() {
    #[derive(Clone, Copy)]
    struct Deep;
    impl Visitor for Deep {
        type Output = ();
        fn visit<R: Rules>(self, variant: TypedGame<R>) {
            let game = Played::<R>::start(variant, 0);
            for plies in 1..=3 {
                let mut search = Search::<R>::new(options(variant.game()));
                let (best, lines) = game.analyse(&mut search, &depth(plies));
                assert_eq!(best.depth, plies);
                let depths: Vec<u32> = lines.iter().map(|line| line.depth).collect();
                if best.score.is_forced() {
                    // With a forced score the search need not report a line at every depth.
                    assert!(depths.is_sorted_by(|one, next| one < next));
                    assert_eq!(depths.last(), Some(&plies));
                } else {
                    assert_eq!(depths, (1..=plies).collect::<Vec<_>>());
                }
            }
        }
    }
    in_every_game(Deep);
}

#[test]
fn a_game_that_is_over_has_no_best_turn() {
    #[derive(Clone, Copy)]
    struct Over;
    impl Visitor for Over {
        /// The number of random games that are over.
        type Output = usize;
        fn visit<R: Rules>(self, variant: TypedGame<R>) -> usize {
            let mut over = 0;
            let mut search = Search::<R>::new(options(variant.game()));
            for seed in 0..30 {
                let mut random = SmallRng::seed_from_u64(seed);
                let mut game = Played::<R>::start(variant, seed);
                for _ in 0..300 {
                    let Some(turn) = random_turn(&game.position, &mut random) else {
                        break;
                    };
                    game.play(turn);
                }
                if game.position.has_turn() {
                    continue;
                }
                over += 1;
                let best = game.search(&mut search, &depth(3));
                assert_eq!((best.turn, best.ponder), (None, None));
                let winner = game.position.outcome().expect("over").winner;
                let expected = match winner {
                    None => Score::DRAW,
                    Some(winner) if winner == game.position.seat() => Score::WIN,
                    Some(_) => -Score::WIN,
                };
                assert_eq!(best.score, expected, "{:?}", game.position);
            }
            over
        }
    }
    let over: Vec<(&'static Game, usize)> = games::built_in()
        .into_par_iter()
        .map(|variant| (variant, variant.dispatch(Over)))
        .collect();
    assert!(over.iter().any(|(_, count)| *count > 0), "{over:?}");
}

#[test]
fn a_position_that_is_drawn_already_is_searched() {
    #[derive(Clone, Copy)]
    struct Drawn;
    impl Visitor for Drawn {
        type Output = ();
        fn visit<R: Rules>(self, variant: TypedGame<R>) {
            let mut search = Search::<R>::new(options(variant.game()));
            let mut setup = variant.start(0);
            setup.halfmove = 130;
            let position = variant.position(setup).expect("a position");
            let keys = vec![position.key(); 9];
            let control = Control::default();
            let best = search.go(
                Root {
                    position: &position,
                    keys: &keys,
                },
                &depth(3),
                &control,
                &mut |_| (),
            );
            assert!(position.is_legal(best.turn.expect("a turn")));
        }
    }
    in_every_game(Drawn);
}

/// With `f3d4*n` White un-captures the last piece, and the same player plays again. So there is no
/// reply to ponder on.
#[test]
fn there_is_no_ponder_turn_if_the_same_player_plays_again() {
    let variant = typed::<Smolowitz>("smolowitz");
    let position = variant
        .read("rnbqkb1r/pppppppp/8/8/8/5N2/PPPPPPPP/RNBQKB1R w - - 0 1")
        .expect("a position");
    let game = Played {
        history: History::starting_at(&position),
        position,
    };
    let mut search = Search::new(options(variant.game()));
    for (text, has_reply) in [("f3d4*n", false), ("f3d4", true)] {
        let limits = Limits {
            turns: vec![turn(text)],
            ..nodes(2_000)
        };
        let (best, lines) = game.analyse(&mut search, &limits);
        assert_eq!(best.turn, Some(turn(text)));
        assert_eq!(best.ponder.is_some(), has_reply, "{text}");
        let longest = lines.iter().map(|line| line.pv.len()).max();
        assert!(longest > Some(1), "{text}");
    }
}

/// After one ply of search, the drop `K@a1` is the best turn. The second iteration finds that
/// `K@a1` loses at once. The limit of nodes then stops this iteration before it has searched
/// another turn to the end.
#[test]
fn a_stopped_search_does_not_choose_a_turn_that_it_knows_to_lose() {
    let variant = typed::<Unachess>("unachess");
    let fen = "8/8/8/8/8/8/1Q6/8[KRRBBNNPPPPPPPPkqrrbbnnpppppppp] b - - 0 1";
    let position = variant.read(fen).expect("a position");
    for (multipv, limits) in [(1, [2200, 2800, 3400]), (6, [4000, 4500, 5000])] {
        for limit in limits {
            let mut search = Search::new(Options {
                multipv,
                ..options(variant.game())
            });
            let root = Root {
                position: &position,
                keys: &[],
            };
            let best = search.go(root, &nodes(limit), &Control::default(), &mut |_| ());
            assert!(!best.score.is_lost(), "{multipv} {limit}: {best:?}");
        }
    }
}
