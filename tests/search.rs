//! What the search promises, for every game.

use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc;

use rand::{Rng, SeedableRng, rngs::SmallRng};
use reviver::board::{Key, Turn};
use reviver::rules::smolowitz::Smolowitz;
use reviver::rules::{History, Rules, Seat, Variant, Visitor};
use reviver::search::{
    Best, Control, Info, Limits, Options, Params, Report, Score, Search, Strength, TimeLimit,
};
use reviver::{eval, notation};

fn options(variant: Variant) -> Options {
    Options {
        hash: 1,
        overhead: std::time::Duration::from_millis(10),
        seed: 1,
        ..Options::of(variant)
    }
}

fn nodes(nodes: u64) -> Limits {
    Limits {
        nodes: Some(nodes),
        ..Limits::default()
    }
}

fn depth(depth: u32) -> Limits {
    Limits {
        depth: Some(depth),
        ..Limits::default()
    }
}

/// A game under way: a position and the keys that led to it.
struct Game<R> {
    position: R,
    history: History,
}

impl<R: Rules> Game<R> {
    fn start(variant: Variant, seed: u64) -> Self {
        let position = R::from_setup(variant, variant.start(seed)).expect("a start position");
        let history = History::starting_at(&position);
        Self { position, history }
    }

    fn keys(&self) -> &[Key] {
        self.history.keys()
    }

    fn play(&mut self, turn: Turn) {
        self.position = self.position.play(turn);
        self.history.push(self.position.key());
    }

    fn is_over(&self) -> bool {
        self.history.outcome(&self.position).is_some()
    }

    /// Searches without listening.
    fn search(&self, search: &mut Search<R>, limits: &Limits) -> Best {
        let control = Control::default();
        search.go(&self.position, self.keys(), limits, &control, &mut |_| ())
    }

    /// Searches, and returns the lines that were told as well.
    fn analyse(&self, search: &mut Search<R>, limits: &Limits) -> (Best, Vec<Info>) {
        let mut lines = Vec::new();
        let control = Control::default();
        let best = search.go(
            &self.position,
            self.keys(),
            limits,
            &control,
            &mut |report| {
                if let Report::Info(info) = report {
                    lines.push(info);
                }
            },
        );
        (best, lines)
    }
}

fn random_turn<R: Rules>(position: &R, random: &mut SmallRng) -> Option<Turn> {
    let turns = position.turns();
    if turns.is_empty() {
        None
    } else {
        Some(turns[random.random_range(0..turns.len())])
    }
}

/// Some positions of random games, every `step` plies.
fn random_games<R: Rules>(
    variant: Variant,
    seeds: std::ops::Range<u64>,
    step: usize,
    mut visit: impl FnMut(&Game<R>),
) {
    for seed in seeds {
        let mut random = SmallRng::seed_from_u64(seed);
        let mut game = Game::<R>::start(variant, seed);
        for ply in 0..140 {
            if game.is_over() {
                break;
            }
            if ply % step == 0 {
                visit(&game);
            }
            let Some(turn) = random_turn(&game.position, &mut random) else {
                break;
            };
            game.play(turn);
        }
    }
}

/// Does something for every game.
fn in_every_game<V: Visitor<Output = ()> + Copy>(visitor: V) {
    for variant in Variant::ALL {
        variant.dispatch(visitor);
    }
}

fn assert_legal_line<R: Rules>(position: &R, line: &[Turn]) {
    let mut position = position.clone();
    for &turn in line {
        assert!(
            position.is_legal(turn),
            "{turn:?} of {line:?} in {position:?}"
        );
        position = position.play(turn);
    }
}

fn without_time(mut info: Info) -> Info {
    info.time = std::time::Duration::ZERO;
    info
}

#[test]
fn lines_and_answers_are_legal_turns() {
    #[derive(Clone, Copy)]
    struct Legal;
    impl Visitor for Legal {
        type Output = ();
        fn visit<R: Rules>(self, variant: Variant) {
            let mut search = Search::<R>::new(options(variant));
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
        fn visit<R: Rules>(self, variant: Variant) {
            let game = Game::<R>::start(variant, 3);
            for threads in [1, 2] {
                let mut search = Search::<R>::new(Options {
                    threads,
                    ..options(variant)
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
        fn visit<R: Rules>(self, variant: Variant) {
            let games: Vec<Game<R>> = {
                let mut games = Vec::new();
                random_games::<R>(variant, 5..6, 25, |game| {
                    games.push(Game {
                        position: game.position.clone(),
                        history: game.history.clone(),
                    });
                });
                games
            };
            let run = |search: &mut Search<R>| {
                let mut told = Vec::new();
                for game in &games {
                    let (best, lines) = game.analyse(search, &nodes(4_000));
                    let lines: Vec<Info> = lines.into_iter().map(without_time).collect();
                    told.push((best, lines));
                }
                told
            };
            let mut search = Search::<R>::new(options(variant));
            let first = run(&mut search);
            search.clear();
            let again = run(&mut search);
            let fresh = run(&mut Search::<R>::new(options(variant)));
            assert_eq!(first, again, "{variant} after clear");
            assert_eq!(first, fresh, "{variant} from the start");
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
        fn visit<R: Rules>(self, variant: Variant) {
            let game = Game::<R>::start(variant, 0);
            let mut search = Search::<R>::new(options(variant));
            let control = Control::default();
            control.stop();
            let everything = Limits {
                infinite: true,
                ponder: true,
                ..Limits::default()
            };
            for limits in [Limits::default(), everything, nodes(0)] {
                let best = search.go(&game.position, game.keys(), &limits, &control, &mut |_| ());
                assert!(game.position.is_legal(best.turn.expect("a turn")));
            }
        }
    }
    in_every_game(Stopped);
}

#[test]
fn a_clock_that_has_run_out_leaves_a_turn() {
    #[derive(Clone, Copy)]
    struct Late;
    impl Visitor for Late {
        type Output = ();
        fn visit<R: Rules>(self, variant: Variant) {
            let game = Game::<R>::start(variant, 0);
            let mut search = Search::<R>::new(options(variant));
            let empty = TimeLimit::Clock {
                remaining: std::time::Duration::ZERO,
                increment: std::time::Duration::ZERO,
                turns_to_go: None,
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
    in_every_game(Late);
}

#[test]
fn only_the_turns_asked_for_are_searched() {
    #[derive(Clone, Copy)]
    struct Asked;
    impl Visitor for Asked {
        type Output = ();
        fn visit<R: Rules>(self, variant: Variant) {
            let game = Game::<R>::start(variant, 0);
            let mut search = Search::<R>::new(Options {
                multipv: 5,
                ..options(variant)
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
        fn visit<R: Rules>(self, variant: Variant) {
            let game = Game::<R>::start(variant, 0);
            let mut search = Search::<R>::new(Options {
                multipv: 4,
                ..options(variant)
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
        fn visit<R: Rules>(self, variant: Variant) {
            let game = Game::<R>::start(variant, 0);
            for plies in 1..=3 {
                let mut search = Search::<R>::new(options(variant));
                let (best, lines) = game.analyse(&mut search, &depth(plies));
                assert_eq!(best.depth, plies);
                let depths: Vec<u32> = lines.iter().map(|line| line.depth).collect();
                assert_eq!(depths, (1..=plies).collect::<Vec<_>>());
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
        type Output = ();
        fn visit<R: Rules>(self, variant: Variant) {
            let mut search = Search::<R>::new(options(variant));
            for seed in 0..30 {
                let mut random = SmallRng::seed_from_u64(seed);
                let mut game = Game::<R>::start(variant, seed);
                for _ in 0..300 {
                    let Some(turn) = random_turn(&game.position, &mut random) else {
                        break;
                    };
                    game.play(turn);
                }
                if game.position.has_turn() {
                    continue;
                }
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
        }
    }
    in_every_game(Over);
}

/// A turn that wins at once, if there is one.
fn winning_turn<R: Rules>(position: &R) -> Option<Turn> {
    position.turns().into_iter().find(|&turn| {
        let outcome = position.play(turn).outcome();
        outcome.is_some_and(|outcome| outcome.winner == Some(position.seat()))
    })
}

#[test]
fn a_win_in_one_turn_is_found() {
    #[derive(Clone, Copy)]
    struct Win;
    impl Visitor for Win {
        type Output = usize;
        fn visit<R: Rules>(self, variant: Variant) -> usize {
            let mut search = Search::<R>::new(options(variant));
            let mut found = 0;
            random_games::<R>(variant, 0..12, 3, |game| {
                if found < 10 && winning_turn(&game.position).is_some() {
                    found += 1;
                    let limits = Limits {
                        mate: Some(1),
                        ..depth(6)
                    };
                    let best = game.search(&mut search, &limits);
                    assert_eq!(best.score.forced_turns(), Some(1), "{:?}", game.position);
                    let after = game.position.play(best.turn.expect("a turn"));
                    let winner = after.outcome().and_then(|outcome| outcome.winner);
                    assert_eq!(winner, Some(game.position.seat()));
                }
            });
            found
        }
    }
    let found: Vec<(Variant, usize)> = Variant::ALL
        .into_iter()
        .map(|variant| (variant, variant.dispatch(Win)))
        .collect();
    let games = found.iter().filter(|(_, count)| *count > 0).count();
    assert!(games >= 5, "{found:?}");
}

/// Whether `winner` can win within so many plies, whatever the other player does.
fn is_forced<R: Rules>(position: &R, winner: Seat, plies: usize) -> bool {
    if let Some(outcome) = position.decided() {
        return outcome.winner == Some(winner);
    }
    let turns = position.turns();
    if turns.is_empty() {
        return position.without_turns().winner == Some(winner);
    }
    let mut after = turns
        .iter()
        .map(|&turn| plies > 0 && is_forced(&position.play(turn), winner, plies - 1));
    if position.seat() == winner {
        after.any(|forced| forced)
    } else {
        after.all(|forced| forced)
    }
}

#[test]
fn a_win_in_two_turns_is_found_and_none_is_claimed_that_is_not_there() {
    #[derive(Clone, Copy)]
    struct WinInTwo;
    impl Visitor for WinInTwo {
        type Output = usize;
        fn visit<R: Rules>(self, variant: Variant) -> usize {
            let mut search = Search::<R>::new(options(variant));
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
    let found: Vec<(Variant, usize)> = Variant::ALL
        .into_iter()
        .map(|variant| (variant, variant.dispatch(WinInTwo)))
        .collect();
    let games = found.iter().filter(|(_, count)| *count > 0).count();
    assert!(games >= 4, "{found:?}");
}

/// Numbers with which the search leaves nothing out.
fn nothing_left_out() -> Params {
    let mut params = Params::default();
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
        params.set(name, "0").expect("in range");
    }
    for (name, value) in [
        ("null_move_depth", "8"),
        ("fifty_moves_calm", "100"),
        ("iir_depth", "12"),
        ("reduction_depth", "8"),
    ] {
        params.set(name, value).expect("in range");
    }
    params
}

/// Plain minimax: what a search that leaves nothing out must come to.
struct Minimax<'a> {
    weights: &'a eval::Weights,
}

impl Minimax<'_> {
    fn score<R: Rules>(&self, position: &R, depth: usize, ply: usize) -> i32 {
        let seat = position.seat();
        let end = |winner: Option<Seat>| match winner {
            None => 0,
            Some(winner) if winner == seat => Score::WIN.0 - ply as i32,
            Some(_) => ply as i32 - Score::WIN.0,
        };
        if let Some(outcome) = position.decided() {
            return end(outcome.winner);
        }
        if depth == 0 {
            return eval::evaluate(position, self.weights);
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
            .unwrap_or_else(|| end(position.without_turns().winner))
    }
}

#[test]
fn a_search_that_leaves_nothing_out_is_minimax() {
    #[derive(Clone, Copy)]
    struct Plain;
    impl Visitor for Plain {
        type Output = ();
        fn visit<R: Rules>(self, variant: Variant) {
            let options = Options {
                params: nothing_left_out(),
                ..options(variant)
            };
            let mut search = Search::<R>::new(options.clone());
            let minimax = Minimax {
                weights: &options.weights,
            };
            random_games::<R>(variant, 0..2, 19, |game| {
                if game.position.count() > 150 {
                    return;
                }
                search.clear();
                let best = game.search(&mut search, &depth(2));
                let plain = minimax.score(&game.position, 2, 0);
                assert_eq!(best.score.0, plain, "{variant}: {:?}", game.position);
            });
        }
    }
    in_every_game(Plain);
}

#[test]
fn a_player_who_plays_twice_in_a_row_does_not_play_against_itself() {
    for text in [
        "r1bqkbnr/pppppppp/8/8/8/5N2/PPPPPPPP/RNBQKB1R[n] w - - 0 1",
        "rnbqkb1r/pppppppp/5n2/8/8/8/PPPPPPPP/R1BQKBNR[N] b - - 0 1",
        "r1bqkbnr/ppp1pppp/3p4/8/4N3/5N2/PPPP1PPP/R1BQKB1R[Pn] w - - 0 1",
        "r1bqkbnr/pppp1ppp/4p3/8/8/5N2/PPPPPPPP/RNBQKB1R[n] w - - 3 1",
    ] {
        let position: Smolowitz =
            notation::position::read(Variant::Smolowitz, text).expect("a position");
        let twice = position
            .turns()
            .iter()
            .filter(|&&turn| position.play(turn).seat() == position.seat())
            .count();
        assert_eq!(twice > 0, !text.contains("[Pn]"), "{text}");
        let options = Options {
            params: nothing_left_out(),
            ..options(Variant::Smolowitz)
        };
        let mut search = Search::<Smolowitz>::new(options.clone());
        let minimax = Minimax {
            weights: &options.weights,
        };
        let control = Control::default();
        let keys = [position.key()];
        let best = search.go(&position, &keys, &depth(2), &control, &mut |_| ());
        assert_eq!(best.score.0, minimax.score(&position, 2, 0), "{text}");
    }
}

#[test]
fn an_infinite_search_answers_when_stopped_and_pondering_when_hit() {
    #[derive(Clone, Copy)]
    struct Patient;
    impl Visitor for Patient {
        type Output = ();
        fn visit<R: Rules>(self, variant: Variant) {
            let game = Game::<R>::start(variant, 0);
            let mut search = Search::<R>::new(options(variant));
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
                        // The only iteration is finished; there is nothing left to search.
                        finished.recv().expect("a report");
                        released.store(true, Ordering::SeqCst);
                        if ponder {
                            control.ponder_hit();
                        } else {
                            control.stop();
                        }
                    });
                    let best =
                        search.go(&game.position, game.keys(), &limits, control, &mut |_| {
                            done.send(()).expect("a listener")
                        });
                    assert!(released.load(Ordering::SeqCst));
                    assert!(best.turn.is_some());
                    drop(done);
                });
            }
        }
    }
    in_every_game(Patient);
}

#[test]
fn a_listener_may_stop_the_search() {
    #[derive(Clone, Copy)]
    struct Enough;
    impl Visitor for Enough {
        type Output = ();
        fn visit<R: Rules>(self, variant: Variant) {
            let game = Game::<R>::start(variant, 0);
            for threads in [1, 3] {
                let mut search = Search::<R>::new(Options {
                    threads,
                    ..options(variant)
                });
                let control = Control::default();
                let best = search.go(
                    &game.position,
                    game.keys(),
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
fn a_position_that_is_drawn_already_is_searched() {
    #[derive(Clone, Copy)]
    struct Drawn;
    impl Visitor for Drawn {
        type Output = ();
        fn visit<R: Rules>(self, variant: Variant) {
            let mut search = Search::<R>::new(options(variant));
            let mut setup = variant.start(0);
            setup.halfmove = 130;
            let position = R::from_setup(variant, setup).expect("a position");
            let keys = vec![position.key(); 9];
            let control = Control::default();
            let best = search.go(&position, &keys, &depth(3), &control, &mut |_| ());
            assert!(position.is_legal(best.turn.expect("a turn")));
        }
    }
    in_every_game(Drawn);
}

#[test]
fn weakened_play_is_legal_and_the_same_for_the_same_seed() {
    #[derive(Clone, Copy)]
    struct Weak;
    impl Visitor for Weak {
        type Output = ();
        fn visit<R: Rules>(self, variant: Variant) {
            for level in [0.0, 5.5, 12.0] {
                let run = |seed| {
                    let mut search = Search::<R>::new(Options {
                        strength: Strength::Level(level),
                        seed,
                        ..options(variant)
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
fn the_clock_of_a_pondering_search_starts_when_the_turn_is_played() {
    #[derive(Clone, Copy)]
    struct Hit;
    impl Visitor for Hit {
        type Output = ();
        fn visit<R: Rules>(self, variant: Variant) {
            let game = Game::<R>::start(variant, 0);
            let mut search = Search::<R>::new(options(variant));
            let control = Control::default();
            let limits = Limits {
                time: TimeLimit::Fixed(std::time::Duration::ZERO),
                ponder: true,
                ..Limits::default()
            };
            // With the clock running there would be no time for an iteration.
            let best = search.go(
                &game.position,
                game.keys(),
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
