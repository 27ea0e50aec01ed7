//! The tuning of search parameters by games.

use std::fs;
use std::path::Path;
use std::sync::atomic::{AtomicBool, Ordering};

use reviver::board::Setup;
use reviver::games::Game;
use reviver::learn::spsa::{
    JournalOptions, PairGames, PairJournals, PlayedPair, RunListener, Spsa, SpsaRun, SpsaSettings,
    Terms, TunedParam,
};
use reviver::play::limits::PlayerLimits;
use reviver::players::settings::{PlayerKind, PlayerSettings};
use reviver::tournament::folder::ExistingJournal;
use reviver::tournament::journal::{DamagedLines, JournalError};
use reviver::tournament::openings::random_openings;
use reviver::tournament::schedule::Shard;
use tempfile::TempDir;

use crate::common::{game, some_game};

const RESUME: ExistingJournal = ExistingJournal::Resume(DamagedLines::Refuse);

/// A small tuning run.
struct Tuning {
    games: PairGames,
    settings: SpsaSettings,
}

/// Three iterations of five pairs of games, with three openings in each of two variants.
fn tuning() -> Tuning {
    let variants: [&'static Game; 2] = [some_game(), game("unplay-strict")];
    let openings = variants.map(|variant| (variant, random_openings(&variant.into(), 5, 3)));
    let player = PlayerSettings::new(PlayerKind::Reviver, PlayerLimits::of_nodes(60));
    let params = TunedParam::all(&player.params(some_game()));
    let settings = SpsaSettings {
        params: params.clone(),
        iterations: 3,
        pairs: 5,
        c_end: 0.5,
        r_end: 0.3,
        seed: 11,
    };
    Tuning {
        games: PairGames {
            openings: openings.to_vec(),
            player,
            params,
            seed: settings.seed,
        },
        settings,
    }
}

/// Changes a setting of a run. The changed run must refuse the journal of the original run.
type Change = fn(&mut Tuning);

/// Halts the run after `pairs` pairs.
struct HaltAfter<'a> {
    pairs: u64,
    halt: &'a AtomicBool,
}

impl RunListener for HaltAfter<'_> {
    fn played(&mut self, pairs: u64, _spsa: &Spsa) {
        self.halt.store(pairs >= self.pairs, Ordering::Relaxed);
    }

    fn waiting(&mut self, _missing: u64, _journals: &PairJournals) {}
}

/// How a test plays a run.
#[derive(Clone, Copy)]
struct Play<'a> {
    folder: &'a Path,
    shard: &'a str,
    threads: usize,
    /// The number of pairs after which the run is halted.
    pairs: u64,
}

impl<'a> Play<'a> {
    fn whole(folder: &'a TempDir, threads: usize) -> Self {
        Self {
            folder: folder.path(),
            shard: "1/1",
            threads,
            pairs: u64::MAX,
        }
    }

    fn options(&self, existing: ExistingJournal) -> JournalOptions {
        JournalOptions {
            shard: self.shard.parse().expect("a shard"),
            existing,
        }
    }
}

impl Tuning {
    fn open(
        &self,
        play: Play<'_>,
        existing: ExistingJournal,
    ) -> Result<PairJournals, JournalError> {
        let terms = Terms::new(&self.games, &self.settings);
        PairJournals::open(play.folder, terms, play.options(existing))
    }

    /// Plays the run, or resumes it from its journals.
    fn play(&self, play: Play<'_>) -> Spsa {
        let mut journals = self.open(play, RESUME).expect("journals");
        let mut spsa = Spsa::new(self.settings.clone());
        let halt = AtomicBool::new(false);
        let run = SpsaRun {
            games: &self.games,
            shard: play.shard.parse::<Shard>().expect("a shard"),
            threads: play.threads,
            halt: &halt,
        };
        let mut listener = HaltAfter {
            pairs: play.pairs,
            halt: &halt,
        };
        run.play(&mut spsa, &mut journals, &mut listener)
            .expect("played");
        spsa
    }
}

#[test]
fn the_result_depends_neither_on_threads_nor_on_interruptions() {
    let tuning = tuning();
    let [one, two, halted] = std::array::from_fn(|_| TempDir::new().expect("a folder"));
    let spsa = tuning.play(Play::whole(&one, 1));
    assert!(spsa.is_finished());
    let start = Spsa::new(tuning.settings.clone());
    assert_ne!(
        spsa.words(),
        start.words(),
        "the parameters have not changed"
    );
    assert_eq!(tuning.play(Play::whole(&two, 2)), spsa);
    for pairs in [1, 4, 7] {
        let play = Play {
            pairs,
            ..Play::whole(&halted, 2)
        };
        assert!(!tuning.play(play).is_finished(), "{pairs}");
    }
    assert_eq!(tuning.play(Play::whole(&halted, 1)), spsa);
    // Nothing is left to play.
    assert_eq!(tuning.play(Play::whole(&halted, 1)), spsa);
}

#[test]
fn shards_find_the_same_parameters() {
    let tuning = tuning();
    let [alone, shared] = std::array::from_fn(|_| TempDir::new().expect("a folder"));
    let spsa = tuning.play(Play::whole(&alone, 2));
    let part = |shard| Play {
        shard,
        ..Play::whole(&shared, 1)
    };
    let (tuning, part) = (&tuning, &part);
    let both = std::thread::scope(|scope| {
        ["1/2", "2/2"]
            .map(|shard| scope.spawn(move || tuning.play(part(shard))))
            .map(|thread| thread.join().expect("played"))
    });
    assert_eq!(both, [spsa.clone(), spsa.clone()]);
    // A run without shards takes the pairs from the journals of the shards. Its own journal has
    // only a header.
    assert_eq!(tuning.play(Play::whole(&shared, 1)), spsa);
    let journal = fs::read_to_string(shared.path().join("journal.jsonl")).expect("a journal");
    assert_eq!(journal.lines().count(), 1, "{journal}");
}

#[test]
fn a_pair_plays_one_opening_from_both_sides() {
    let tuning = tuning();
    let setups = |at: usize| -> &[Setup] { &tuning.games.openings[at].1 };
    assert!(setups(0).len() == 3 && setups(1).len() == 3);
    let spsa = Spsa::new(tuning.settings.clone());
    let mut candidates = spsa.candidates(0);
    candidates.minus.clone_from(&candidates.plus);
    for pair in 0..6 {
        // The players are equal, so they play the same game twice, with sides exchanged. Each
        // player wins as many games as it loses, so the score of the pair is 0.
        let played = tuning.games.play(pair, &candidates, &|| false);
        let played = played.expect("played");
        assert_eq!((played.pair, played.score()), (pair, 0), "{played:?}");
    }
    let stopped = tuning.games.play(0, &candidates, &|| true);
    assert!(stopped.is_err());
}

#[test]
fn a_damaged_line_is_refused_or_dropped_and_its_pair_is_played_again() {
    let tuning = tuning();
    let folder = TempDir::new().expect("a folder");
    let spsa = tuning.play(Play::whole(&folder, 2));
    let path = folder.path().join("journal.jsonl");
    let sound = fs::read_to_string(&path).expect("a journal");
    let line = sound.lines().nth(3).expect("a line").to_owned();
    let open = |existing| tuning.open(Play::whole(&folder, 1), existing);
    for (from, to) in [
        ("\"half-points\":[", "\"half-points\":[1"),
        ("\"crc32\"", "\"crc\""),
    ] {
        let damaged = sound.replace(&line, &line.replace(from, to));
        fs::write(&path, &damaged).expect("written");
        let error = open(RESUME).expect_err("damaged").to_string();
        assert!(error.contains("journal.jsonl: line 4: "), "{error}");
        assert_eq!(fs::read_to_string(&path).expect("a journal"), damaged);
        let journals = open(ExistingJournal::Resume(DamagedLines::Drop)).expect("journals");
        assert_eq!((journals.len(), journals.dropped().len()), (14, 1));
        drop(journals);
        assert_eq!(tuning.play(Play::whole(&folder, 1)), spsa);
    }
    // After a power failure the last line may be incomplete.
    fs::write(&path, &sound[..sound.len() - 10]).expect("written");
    assert_eq!(tuning.play(Play::whole(&folder, 1)), spsa);
}

#[test]
fn the_journal_of_another_run_is_refused() {
    let folder = TempDir::new().expect("a folder");
    let tuned = tuning();
    let play = Play {
        pairs: 1,
        ..Play::whole(&folder, 1)
    };
    tuned.play(play);
    let error = tuned
        .open(play, ExistingJournal::Refuse)
        .expect_err("the journal exists");
    assert!(matches!(error, JournalError::Exists(_)), "{error}");
    let changes: [(&str, Change); 7] = [
        ("seed", |t| t.settings.seed = 12),
        ("iterations", |t| t.settings.iterations = 4),
        ("r-end", |t| t.settings.r_end = 0.31),
        ("parameters", |t| t.settings.params[0].start += 1),
        ("parameters", |t| {
            t.settings.params.pop();
        }),
        ("limits", |t| t.games.player.limits.nodes = Some(61)),
        ("contempt, evaluation, games, nodes, openings", |t| {
            t.games.openings.pop();
        }),
    ];
    for (name, change) in changes {
        let mut other = tuning();
        change(&mut other);
        for shard in ["1/1", "1/2"] {
            let opened = other.open(Play { shard, ..play }, RESUME);
            let error = opened.expect_err("another run").to_string();
            let expected = format!("another run, which differs in: {name}; give");
            assert!(error.contains(&expected), "{error}");
        }
    }
    // The refused runs have left no journals.
    let files: Vec<_> = fs::read_dir(folder.path()).expect("a folder").collect();
    assert_eq!(files.len(), 1, "{files:?}");
    fs::write(folder.path().join("journal.jsonl"), "{}\n").expect("written");
    let error = tuned.open(play, RESUME).expect_err("not a journal");
    let expected = "not the journal of a tuning of search parameters";
    assert!(error.to_string().contains(expected), "{error}");
}

#[test]
fn two_journals_with_different_results_of_a_pair_are_both_named() {
    let folder = TempDir::new().expect("a folder");
    let tuning = tuning();
    let play = |shard| Play {
        shard,
        ..Play::whole(&folder, 1)
    };
    let open = |shard| tuning.open(play(shard), ExistingJournal::Refuse);
    let mut journals = [
        open("1/2").expect("a journal"),
        open("2/2").expect("a journal"),
    ];
    for (journal, half_points) in journals.iter_mut().zip([[0, 1], [2, 1]]) {
        let pair = PlayedPair {
            pair: 0,
            half_points,
        };
        journal.append(pair).expect("written");
    }
    let [one, other] = journals
        .each_ref()
        .map(|journal| journal.path().display().to_string());
    let [mut first, _] = journals;
    let error = first.refresh().expect_err("another result").to_string();
    assert!(error.contains(&one) && error.contains(&other), "{error}");
}
