//! Stopping, pondering, weakened play and contempt.

use std::time::Duration;

use reviver::games::{Game, TypedGame, Visitor};
use reviver::search::Stopwatch;

use super::*;

#[test]
fn an_infinite_search_answers_after_stop_and_a_pondering_search_after_ponderhit() {
    #[derive(Clone, Copy)]
    struct Waiting;
    impl Visitor for Waiting {
        type Output = ();
        fn visit<R: Rules>(self, variant: TypedGame<R>) {
            let game = Played::<R>::start(variant, 0);
            let mut search = Search::<R>::new(options(variant.game()));
            for ponder in [false, true] {
                let limits = Limits {
                    infinite: !ponder,
                    ponder,
                    ..depth(1)
                };
                let control = Control::default();
                let released = AtomicBool::new(false);
                let (done, finished) = mpsc::channel();
                std::thread::scope(|scope| {
                    let (control, released) = (&control, &released);
                    scope.spawn(move || {
                        // After the report of depth 1, the search only waits for `stop` or
                        // `ponder_hit`.
                        finished.recv().expect("a report");
                        released.store(true, Ordering::SeqCst);
                        if ponder {
                            control.ponder_hit();
                        } else {
                            control.stop();
                        }
                    });
                    let best = search.go(
                        Root {
                            position: &game.position,
                            keys: game.keys(),
                        },
                        &limits,
                        control,
                        &mut |_| done.send(()).expect("a receiver"),
                    );
                    assert!(released.load(Ordering::SeqCst));
                    assert!(best.turn.is_some());
                    drop(done);
                });
            }
        }
    }
    in_every_game(Waiting);
}

#[test]
fn the_time_of_a_search_counts_from_the_start_of_the_stopwatch() {
    let variant = typed::<Smolowitz>("smolowitz");
    let game = Played::start(variant, 0);
    let root = Root {
        position: &game.position,
        keys: game.keys(),
    };
    let limits = Limits {
        since: Some(Stopwatch::start()),
        ..depth(1)
    };
    let wait = Duration::from_millis(20);
    std::thread::sleep(wait);
    let mut times = Vec::new();
    let mut listen = |report: Report| {
        if let Report::Info(info) = report {
            times.push(info.time);
        }
    };
    let mut search = Search::new(options(variant.game()));
    search.go(root, &limits, &Control::default(), &mut listen);
    assert!(!times.is_empty());
    assert!(times.iter().all(|&time| time >= wait), "{times:?}");
}

#[test]
fn a_listener_may_stop_the_search() {
    #[derive(Clone, Copy)]
    struct Enough;
    impl Visitor for Enough {
        type Output = ();
        fn visit<R: Rules>(self, variant: TypedGame<R>) {
            let game = Played::<R>::start(variant, 0);
            for threads in [1, 3] {
                let mut search = Search::<R>::new(Options {
                    threads,
                    ..options(variant.game())
                });
                let control = Control::default();
                let best = search.go(
                    Root {
                        position: &game.position,
                        keys: game.keys(),
                    },
                    &Limits::default(),
                    &control,
                    &mut |report| {
                        if matches!(report, Report::Info(info) if info.depth >= 2) {
                            control.stop();
                        }
                    },
                );
                assert!(best.turn.is_some());
                assert!(best.depth >= 2);
            }
        }
    }
    in_every_game(Enough);
}

#[test]
fn weakened_play_is_legal_and_the_same_for_the_same_seed() {
    #[derive(Clone, Copy)]
    struct Weak;
    impl Visitor for Weak {
        type Output = ();
        fn visit<R: Rules>(self, variant: TypedGame<R>) {
            for level in [0.0, 5.5, 12.0] {
                let run = |seed| {
                    let mut search = Search::<R>::new(Options {
                        strength: Strength::Level(level),
                        seed,
                        ..options(variant.game())
                    });
                    let mut turns = Vec::new();
                    random_games::<R>(variant, 0..1, 29, |game| {
                        let best = game.search(&mut search, &nodes(2_000));
                        let turn = best.turn.expect("a turn");
                        assert!(game.position.is_legal(turn));
                        turns.push(turn);
                    });
                    turns
                };
                assert_eq!(run(7), run(7), "{variant} at level {level}");
            }
        }
    }
    in_every_game(Weak);
}

#[test]
fn full_strength_ignores_what_a_weak_player_searched() {
    #[derive(Clone, Copy)]
    struct Restored;
    impl Visitor for Restored {
        type Output = ();
        fn visit<R: Rules>(self, variant: TypedGame<R>) {
            let weak = Options {
                strength: Strength::Level(0.0),
                ..options(variant.game())
            };
            let mut differ = 0;
            random_games::<R>(variant, 0..2, 23, |game| {
                let mut fresh = Search::<R>::new(options(variant.game()));
                let mut search = Search::<R>::new(weak.clone());
                let misjudged = game.search(&mut search, &depth(1)).score;
                search.set_options(options(variant.game()));
                let score = game.search(&mut search, &depth(1)).score;
                assert_eq!(score, game.search(&mut fresh, &depth(1)).score);
                differ += usize::from(score != misjudged);
            });
            assert!(differ > 0, "{variant}");
        }
    }
    in_every_game(Restored);
}

/// Two players that differ only in contempt.
fn without_and_with_contempt(variant: &'static Game) -> [Options; 2] {
    [0, 200].map(|contempt| Options {
        params: Params::default().without_pruning(),
        contempt,
        ..options(variant)
    })
}

#[test]
fn contempt_raises_scores_if_a_feature_has_a_lead_percentage() {
    #[derive(Clone, Copy)]
    struct Contempt;
    impl Visitor for Contempt {
        type Output = ();
        fn visit<R: Rules>(self, variant: TypedGame<R>) {
            let [without, with] = without_and_with_contempt(variant.game());
            let mut search = Search::<R>::new(with.clone());
            let mut higher = 0;
            // Contempt favours the player to play at the root. `search` is used for both players.
            // What it stored for one player must not change the scores for the other player. So
            // each score of `search` must equal the score of a new search.
            random_games::<R>(variant, 0..2, 7, |game| {
                let [even, high] = [without.clone(), with.clone()].map(|options| {
                    let mut fresh = Search::<R>::new(options);
                    game.search(&mut fresh, &depth(1)).score
                });
                assert!(high >= even, "{variant}: {high:?} below {even:?}");
                higher += usize::from(high > even);
                assert_eq!(game.search(&mut search, &depth(1)).score, high);
            });
            assert_eq!(higher > 0, with.weights.scale_leads(), "{variant}");
        }
    }
    in_every_game(Contempt);
}

#[test]
fn infinite_analysis_and_mate_searches_ignore_contempt() {
    #[derive(Clone, Copy)]
    struct NoContempt;
    impl Visitor for NoContempt {
        type Output = ();
        fn visit<R: Rules>(self, variant: TypedGame<R>) {
            let [without, with] = without_and_with_contempt(variant.game());
            let mut search = Search::<R>::new(with);
            random_games::<R>(variant, 0..1, 23, |game| {
                for (infinite, mate) in [(true, None), (false, Some(1))] {
                    game.search(&mut search, &depth(1));
                    let limits = Limits {
                        infinite,
                        mate,
                        ..depth(1)
                    };
                    let [ignored, absent] =
                        [&mut search, &mut Search::new(without.clone())].map(|search| {
                            let control = Control::default();
                            let keys = game.keys();
                            let best = search.go(
                                Root {
                                    position: &game.position,
                                    keys,
                                },
                                &limits,
                                &control,
                                &mut |_| {
                                    control.stop();
                                },
                            );
                            best.score
                        });
                    assert_eq!(ignored, absent, "{variant}");
                }
            });
        }
    }
    in_every_game(NoContempt);
}

#[test]
fn the_clock_of_a_pondering_search_starts_at_ponderhit() {
    #[derive(Clone, Copy)]
    struct Hit;
    impl Visitor for Hit {
        type Output = ();
        fn visit<R: Rules>(self, variant: TypedGame<R>) {
            let game = Played::<R>::start(variant, 0);
            let mut search = Search::<R>::new(options(variant.game()));
            let control = Control::default();
            let limits = Limits {
                time: TimeLimit::Fixed(std::time::Duration::ZERO),
                ponder: true,
                ..Limits::default()
            };
            // The time limit is zero. If the clock ran before `ponder_hit`, the search would not
            // reach the second iteration.
            let best = search.go(
                Root {
                    position: &game.position,
                    keys: game.keys(),
                },
                &limits,
                &control,
                &mut |report| {
                    if matches!(report, Report::Info(info) if info.depth >= 2) {
                        control.ponder_hit();
                    }
                },
            );
            assert!(best.depth >= 2);
        }
    }
    in_every_game(Hit);
}

#[test]
fn a_mate_search_ignores_what_other_searches_stored() {
    #[derive(Clone, Copy)]
    struct Separate;
    impl Visitor for Separate {
        type Output = ();
        fn visit<R: Rules>(self, variant: TypedGame<R>) {
            let weak = Options {
                strength: Strength::Level(10.0),
                ..options(variant.game())
            };
            let mate = Limits {
                mate: Some(5),
                ..depth(1)
            };
            random_games::<R>(variant, 0..2, 23, |game| {
                let mut fresh = Search::<R>::new(weak.clone());
                let expected = game.search(&mut fresh, &mate).score;
                let mut search = Search::<R>::new(weak.clone());
                game.search(&mut search, &depth(4));
                assert_eq!(game.search(&mut search, &mate).score, expected, "{variant}");
            });
        }
    }
    in_every_game(Separate);
}
