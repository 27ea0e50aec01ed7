//! Matches: the same every time, fair to both players, and never with an illegal turn.

use crate::common::game;
use std::convert::Infallible;
use std::sync::atomic::{AtomicBool, Ordering};

use reviver::games::{self, TypedGame, Visitor};
use reviver::play::budget::Budget;
use reviver::players::setting::{Kind, Setting};
use reviver::record::{Record, read};
use reviver::rules::{Rules, Seat};
use reviver::tournament::contest::{Contest, Counted, Standing};
use reviver::tournament::openings;

fn contest(variants: &[&str], kinds: [Kind; 2], pairs: u64) -> Contest {
    let opening = |name: &&str| (game(name), openings::embedded(game(name)));
    Contest {
        players: kinds.map(|kind| Setting::new(kind, Budget::Nodes(150))),
        openings: variants.iter().map(opening).collect(),
        pairs,
        seed: 3,
        sprt: None,
    }
}

/// Continues from a standing and returns the pairs that were counted.
fn play(contest: &Contest, threads: usize, standing: &mut Standing) -> Vec<Counted> {
    let mut all = Vec::new();
    let never = AtomicBool::new(false);
    let heard = contest.run(threads, standing, &never, |counted, _| {
        all.push(counted.clone());
        Ok::<(), Infallible>(())
    });
    heard.expect("nothing to fail");
    all
}

fn texts(all: &[Counted]) -> Vec<String> {
    let texts = |counted: &Counted| counted.records.each_ref().map(Record::to_string);
    all.iter().flat_map(texts).collect()
}

#[test]
fn a_match_has_the_same_games_on_any_number_of_threads() {
    let contest = contest(&["unplay-strict", "unachess"], [Kind::Reviver; 2], 3);
    let (mut one, mut three) = (Standing::default(), Standing::default());
    let alone = play(&contest, 1, &mut one);
    let together = play(&contest, 3, &mut three);
    assert!(one == three);
    assert!(texts(&alone) == texts(&together));
    assert_eq!(alone.len(), 6);
    assert_eq!(one.total.games.total(), 12);
    assert_eq!(one.variants.len(), 2);
}

#[test]
fn a_resumed_match_ends_like_an_uninterrupted_one() {
    let contest = contest(&["unplay-strict"], [Kind::Random, Kind::Greedy], 60);
    let mut whole = Standing::default();
    let all = play(&contest, 2, &mut whole);

    let mut standing = Standing::default();
    let mut counted = Vec::new();
    let leave = AtomicBool::new(false);
    let heard = contest.run(2, &mut standing, &leave, |pair, _| {
        counted.push(pair.clone());
        leave.store(counted.len() >= 2, Ordering::Relaxed);
        Ok::<(), Infallible>(())
    });
    heard.expect("nothing to fail");
    assert!((2..60).contains(&counted.len()), "{}", counted.len());
    assert!(!contest.is_over(&standing));
    let mut again = Standing::default();
    for counted in &counted {
        contest.count(&mut again, &counted.pair);
    }
    assert!(again == standing);
    counted.extend(play(&contest, 1, &mut again));
    assert!(again == whole);
    assert!(texts(&counted) == texts(&all));
}

#[test]
fn a_test_ends_a_match_at_the_same_pair_on_any_number_of_threads() {
    let mut contest = contest(&["smolowitz"], [Kind::Reviver, Kind::Random], 500);
    contest.sprt = Some("-200,200".parse().expect("a test"));
    let (mut one, mut three) = (Standing::default(), Standing::default());
    play(&contest, 1, &mut one);
    play(&contest, 3, &mut three);
    assert!(one == three);
    assert!(one.verdict.is_some() && contest.is_over(&one));
    assert!(one.total.pairs.total() < 100);
}

/// Replays a game, which checks every turn, and compares how it ended.
struct Check<'a>(&'a Record, &'a str);

impl Visitor for Check<'_> {
    type Output = ();

    fn visit<R: Rules>(self, variant: TypedGame<R>) {
        let game = self.0.replay(variant).expect("legal turns");
        let outcome = game.outcome().expect("a game that is over");
        assert_eq!(outcome.ending.word(), self.1, "{variant}");
        assert_eq!(Record::of(&game).result, self.0.result, "{variant}");
        let text = self.0.to_string();
        let again = read(&text).expect("a record").to_string();
        assert!(again == text, "{again}");
    }
}

#[test]
fn every_player_plays_every_game_by_its_rules_from_both_sides() {
    for opponent in [Kind::Random, Kind::Greedy, Kind::Uct] {
        let contest = contest(&games::names(), [Kind::Reviver, opponent], 1);
        let mut standing = Standing::default();
        let all = play(&contest, 2, &mut standing);
        assert_eq!(all.len(), games::all().len());
        for counted in &all {
            let [one, other] = &counted.records;
            assert_eq!(one.start, other.start);
            assert_eq!(one.tags.get("White"), other.tags.get("Black"));
            assert_eq!(one.tags.get("Black"), Some(opponent.name()));
            for (record, game) in counted.records.iter().zip(&counted.pair.games) {
                assert_eq!(record.turns.len(), game.plies as usize);
                record.variant.dispatch(Check(record, &game.ending));
            }
        }
    }
}

#[test]
fn points_are_counted_for_the_first_player_of_the_match() {
    let contest = contest(&["smolowitz"], [Kind::Reviver, Kind::Random], 4);
    let mut standing = Standing::default();
    let all = play(&contest, 2, &mut standing);
    let mut points = 0;
    for counted in &all {
        for (game, seat) in counted.pair.games.iter().zip([Seat::First, Seat::Second]) {
            points += game.half_points(seat);
        }
    }
    let [lost, drawn, won] = standing.total.games.0;
    assert_eq!(points as u64, drawn + 2 * won);
    assert!(won > lost, "{:?}", standing.total.games);
}

#[test]
fn an_error_of_the_observer_ends_the_match() {
    let contest = contest(&["unplay-strict"], [Kind::Random; 2], 50);
    let mut standing = Standing::default();
    let never = AtomicBool::new(false);
    let heard = contest.run(2, &mut standing, &never, |_, _| Err("disk full"));
    assert_eq!(heard, Err("disk full"));
    assert_eq!(standing.total.pairs.total(), 1);
}
