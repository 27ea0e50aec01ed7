//! Matches: they can be reproduced and are fair to both players, and every turn is legal.

use std::collections::BTreeMap;
use std::sync::atomic::Ordering;

use reviver::games::{self, TypedGame, Visitor};
use reviver::play::entry::Entry;
use reviver::play::limits::PlayerLimits;
use reviver::play::shortage::Shortage;
use reviver::players::settings::{PlayerKind, PlayerSettings};
use reviver::record::{GameResult, Record, read};
use reviver::report::match_record;
use reviver::rules::Rules;
use reviver::tournament::FinishedGame;
use reviver::tournament::matches::{Match, MatchSetup};
use reviver::tournament::openings;
use reviver::tournament::results::Standing;
use reviver::tournament::runner::{KnownGame, Listener, RunOptions, StopSignals};

use crate::common::{game, some_game};

fn setup(variants: &[&str], kinds: [PlayerKind; 2], pairs: u32) -> MatchSetup {
    let opening = |name: &&str| {
        let variant = game(name);
        (variant.into(), openings::embedded(variant))
    };
    MatchSetup {
        players: kinds.map(|kind| PlayerSettings::new(kind, PlayerLimits::of_nodes(150))),
        openings: variants.iter().map(opening).collect(),
        pairs,
        seed: 3,
        sprt: None,
    }
}

/// Collects the games of a match.
#[derive(Default)]
struct Collector<'a> {
    /// The games that have been counted, in the order of the schedule.
    entries: Vec<Entry>,
    /// The games that have been played, in the order in which they ended.
    finished: Vec<Entry>,
    /// After this number of counted games, the collector stops the match through the signals.
    stop: Option<(usize, &'a StopSignals)>,
    /// The error that the collector returns when a game has ended.
    error: Option<&'static str>,
}

/// Why a match has ended early.
#[derive(PartialEq, Debug)]
struct Failure(String);

impl From<Shortage> for Failure {
    fn from(shortage: Shortage) -> Self {
        Self(shortage.to_string())
    }
}

impl Listener for Collector<'_> {
    type Error = Failure;

    fn finished(&mut self, game: &FinishedGame) -> Result<(), Failure> {
        self.finished.push(game.entry.clone());
        match self.error {
            Some(error) => Err(Failure(error.to_owned())),
            None => Ok(()),
        }
    }

    fn counted(&mut self, entry: Option<Entry>, _: &Standing) -> Result<(), Failure> {
        self.entries.extend(entry);
        Ok(())
    }

    fn progressed(&mut self, _standing: &Standing) {
        if let Some((games, signals)) = self.stop
            && self.entries.len() >= games
        {
            signals.abandon.store(true, Ordering::Relaxed);
        }
    }
}

/// Plays the games that are not in `known`, and returns all games in the order of the schedule.
fn resume(contest: &Match, threads: usize, known: Vec<Entry>) -> (Standing, Vec<Entry>) {
    let known: BTreeMap<usize, KnownGame> = known
        .into_iter()
        .map(|entry| (entry.game, entry.into()))
        .collect();
    let options = RunOptions {
        concurrency: threads,
        ..RunOptions::default()
    };
    let mut collector = Collector::default();
    let standing = contest.play(known, &options, &StopSignals::default(), &mut collector);
    (standing.expect("no error"), collector.entries)
}

fn play(contest: &Match, threads: usize) -> (Standing, Vec<Entry>) {
    resume(contest, threads, Vec::new())
}

fn records(contest: &Match, entries: &[Entry]) -> Vec<Record> {
    let games = contest.plans().iter().zip(entries);
    games
        .map(|(plan, entry)| match_record(contest.event(), plan, entry))
        .collect()
}

fn texts(contest: &Match, entries: &[Entry]) -> Vec<String> {
    let records = records(contest, entries);
    records.iter().map(Record::to_string).collect()
}

#[test]
fn a_match_is_the_same_on_any_number_of_threads() {
    let contest = Match::new(setup(
        &["unplay-strict", "unachess"],
        [PlayerKind::Reviver; 2],
        3,
    ));
    let (one, alone) = play(&contest, 1);
    let (three, together) = play(&contest, 3);
    assert!(one == three);
    assert!(texts(&contest, &alone) == texts(&contest, &together));
    assert_eq!(alone.len(), 12);
    assert_eq!(one.tally().games.total(), 12);
    assert_eq!(one.tally().pairs.total(), 6);
    assert_eq!(one.variants().count(), 2);
}

#[test]
fn the_records_of_a_match_without_time_limits_have_nodes_instead_of_times() {
    let contest = Match::new(setup(&["unplay-strict"], [PlayerKind::Reviver; 2], 1));
    let (_, entries) = play(&contest, 1);
    for text in texts(&contest, &entries) {
        assert!(text.contains("n}") && !text.contains("s}"), "{text}");
    }
}

#[test]
fn a_match_that_is_resumed_ends_like_one_that_was_never_stopped() {
    let kinds = [PlayerKind::Random, PlayerKind::Greedy];
    let contest = Match::new(setup(&["unplay-strict"], kinds, 60));
    let (whole, all) = play(&contest, 2);

    let signals = StopSignals::default();
    let mut collector = Collector {
        stop: Some((3, &signals)),
        ..Collector::default()
    };
    let options = RunOptions {
        concurrency: 2,
        ..RunOptions::default()
    };
    let standing = contest.play(BTreeMap::new(), &options, &signals, &mut collector);
    let standing = standing.expect("no error");
    let games = collector.finished.len();
    assert!((3..120).contains(&games), "{games}");
    assert!(standing.games() < 120);
    let (again, counted) = resume(&contest, 1, collector.finished);
    assert!(again == whole);
    assert!(texts(&contest, &counted) == texts(&contest, &all));
}

#[test]
fn an_sprt_ends_a_match_at_the_same_pair_on_any_number_of_threads() {
    let kinds = [PlayerKind::Reviver, PlayerKind::Random];
    let contest = Match::new(MatchSetup {
        sprt: Some("-200,200".parse().expect("an SPRT")),
        ..setup(&[some_game().name()], kinds, 500)
    });
    let (one, alone) = play(&contest, 1);
    let (three, together) = play(&contest, 3);
    assert!(one == three);
    assert!(texts(&contest, &alone) == texts(&contest, &together));
    assert!(one.is_decided());
    assert!(one.tally().pairs.total() < 100);
}

/// Replays a record. Every turn must be legal. The replayed game must have the ending `ending` and
/// the result of the record. Reading and writing must not change the text of the record.
struct Replay<'a> {
    record: &'a Record,
    ending: &'a str,
}

impl Visitor for Replay<'_> {
    type Output = ();

    fn visit<R: Rules>(self, variant: TypedGame<R>) {
        let Replay { record, ending } = self;
        let game = record.replay(variant).expect("legal turns");
        let outcome = game.outcome().expect("a game that is over");
        assert_eq!(outcome.ending.word(), ending, "{variant}");
        assert_eq!(Record::of(&game).result, record.result, "{variant}");
        let text = record.to_string();
        let again = read(&text).expect("a record").to_string();
        assert!(again == text, "{again}");
    }
}

#[test]
fn every_player_plays_every_variant_by_its_rules_from_both_sides() {
    for opponent in [PlayerKind::Random, PlayerKind::Greedy, PlayerKind::Uct] {
        let contest = Match::new(setup(&games::names(), [PlayerKind::Reviver, opponent], 1));
        let (_, entries) = play(&contest, 2);
        assert_eq!(entries.len(), 2 * games::all().len());
        let records = records(&contest, &entries);
        for (records, entries) in records.chunks(2).zip(entries.chunks(2)) {
            let [one, other] = records else {
                panic!("a pair")
            };
            assert_eq!(one.start, other.start);
            assert_eq!(one.tags.get("White"), other.tags.get("Black"));
            assert_eq!(one.tags.get("Black"), Some(opponent.name()));
            for (record, entry) in records.iter().zip(entries) {
                assert_eq!(record.turns.len(), entry.turns.len());
                assert!(entry.legal_turns >= Some(entry.turns.len() as u64));
                record.game.dispatch(Replay {
                    record,
                    ending: &entry.ending,
                });
            }
        }
    }
}

#[test]
fn points_are_counted_for_the_first_player_of_the_match() {
    let kinds = [PlayerKind::Reviver, PlayerKind::Random];
    let contest = Match::new(setup(&[some_game().name()], kinds, 4));
    let (standing, entries) = play(&contest, 2);
    let name = contest.event().engines[0].name.as_str();
    let mut half_points = 0;
    for entry in &entries {
        // A win counts 2, a draw 1.
        half_points += match entry.result {
            GameResult::Won(seat) if entry.name(seat) == name => 2,
            GameResult::Won(_) => 0,
            _ => 1,
        };
    }
    let [lost, drawn, won] = standing.tally().games.0;
    assert_eq!(half_points, drawn + 2 * won);
    assert!(won > lost, "{:?}", standing.tally());
}

#[test]
fn an_error_of_the_listener_ends_the_match() {
    let contest = Match::new(setup(&["unplay-strict"], [PlayerKind::Random; 2], 50));
    let mut collector = Collector {
        error: Some("disk full"),
        ..Collector::default()
    };
    let options = RunOptions::default();
    let played = contest.play(
        BTreeMap::new(),
        &options,
        &StopSignals::default(),
        &mut collector,
    );
    assert_eq!(played, Err(Failure("disk full".to_owned())));
    assert_eq!(collector.finished.len(), 1);
}
