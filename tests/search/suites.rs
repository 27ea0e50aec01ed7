//! The test positions of `positions/<game>/suite.epd`. The solver confirms the best turns of each
//! position. The engine finds a best turn in most positions.

use std::collections::HashSet;
use std::sync::atomic::AtomicBool;

use reviver::analysis::Theme;
use reviver::analysis::epd::{self, Epd};
use reviver::board::Turn;
use reviver::games::{self, Game, TypedGame, Visitor};
use reviver::rules::{History, Rules, Seat};
use reviver::search::{Control, Limits, Root, Search};
use reviver::solve::verify::verify;
use reviver::solve::{Claim, SolveLimits, SolveResult, Solver};

use crate::common::{positions, read};

/// The minimum number of positions in a suite.
const MIN_POSITIONS: usize = 40;

/// A stop flag that is never set.
static NEVER: AtomicBool = AtomicBool::new(false);

/// A line of a suite.
#[derive(Clone, Debug)]
struct Puzzle {
    id: String,
    fen: String,
    best: Vec<Turn>,
    avoid: Vec<Turn>,
    /// The number of turns within which the best turn wins.
    wins_within: Option<u8>,
    /// After every turn that is not best, the opponent wins within this number of its own turns.
    others_lose_within: Option<u8>,
}

fn puzzles(variant: &'static Game) -> Vec<Puzzle> {
    let text = positions::text(variant, "suite.epd");
    let lines = text.lines().filter(|line| !line.starts_with('#'));
    lines.map(|line| puzzle(variant, line)).collect()
}

fn puzzle(variant: &'static Game, line: &str) -> Puzzle {
    let mut words = line.splitn(7, ' ');
    let fen: Vec<&str> = words.by_ref().take(6).collect();
    let mut puzzle = Puzzle {
        id: String::new(),
        fen: fen.join(" "),
        best: Vec::new(),
        avoid: Vec::new(),
        wins_within: None,
        others_lose_within: None,
    };
    let operations = words.next().unwrap_or_default();
    for operation in operations.split(';').map(str::trim) {
        let (name, operand) = operation.split_once(' ').unwrap_or((operation, ""));
        let turns = || operand.split(' ').map(crate::common::turn).collect();
        match name {
            "id" => operand.trim_matches('"').clone_into(&mut puzzle.id),
            "bm" => puzzle.best = turns(),
            "am" => puzzle.avoid = turns(),
            "dm" => puzzle.wins_within = Some(operand.parse().expect("a number")),
            "variant" => assert_eq!(operand, variant.name(), "{line}"),
            "c0" => {
                puzzle.others_lose_within = operand
                    .split_once("all other turns lose within ")
                    .and_then(|(_, rest)| {
                        let digits = rest.find(|c: char| !c.is_ascii_digit());
                        rest[..digits.unwrap_or(rest.len())].parse().ok()
                    });
            }
            // `every_position_names_the_themes_of_its_best_turn` compares the themes.
            "" | "themes" => {}
            _ => panic!("{name} in {line}"),
        }
    }
    puzzle
}

/// Returns the themes that a line names, and the themes that [`Theme::of`] finds for the first best
/// turn of the line.
struct Themes(Epd);

impl Visitor for Themes {
    type Output = (Vec<Theme>, Vec<Theme>);

    fn visit<R: Rules>(self, variant: TypedGame<R>) -> Self::Output {
        let Themes(epd) = self;
        let position: R = variant.position(epd.setup).expect("a position of the game");
        let found = Theme::of(&position, epd.best[0], epd.mate);
        (epd.themes, found)
    }
}

#[test]
fn every_position_names_the_themes_of_its_best_turn() {
    for variant in games::built_in() {
        for line in positions::text(variant, "suite.epd").lines() {
            if line.starts_with('#') || line.trim().is_empty() {
                continue;
            }
            let epd = epd::read(line, Some(variant)).expect(line);
            if epd.best.is_empty() {
                continue;
            }
            let (named, found) = variant.dispatch(Themes(epd));
            assert_eq!(named, found, "{line}");
        }
    }
}

fn solve<R: Rules>(solver: &mut Solver, position: &R, winner: Seat, turns: u8) -> SolveResult {
    let limits = SolveLimits {
        nodes: Some(solver.nodes() + 20_000_000),
        deadline: None,
        stop: &NEVER,
    };
    solver.solve(position, Claim { winner, turns }, limits, &mut |_| {})
}

/// Tests each position of a suite.
trait Examiner {
    fn examine<R: Rules>(&mut self, variant: TypedGame<R>, position: &R, puzzle: &Puzzle);
}

struct Each<'a, E>(&'a mut E);

impl<E: Examiner> Visitor for Each<'_, E> {
    type Output = ();

    fn visit<R: Rules>(self, variant: TypedGame<R>) {
        for puzzle in puzzles(variant.game()) {
            let position: R = read(variant, &puzzle.fen);
            self.0.examine(variant, &position, &puzzle);
        }
    }
}

fn each(examiner: &mut impl Examiner) {
    for variant in games::built_in() {
        variant.dispatch(Each(&mut *examiner));
    }
}

#[test]
fn every_suite_is_long_enough_and_its_best_turns_are_legal() {
    #[derive(Default)]
    struct Form {
        ids: HashSet<String>,
        fens: HashSet<String>,
    }
    impl Examiner for Form {
        fn examine<R: Rules>(&mut self, variant: TypedGame<R>, position: &R, puzzle: &Puzzle) {
            let Puzzle { id, fen, .. } = puzzle;
            assert!(id.starts_with(&format!("{variant}.")), "{id}");
            assert!(self.ids.insert(id.clone()), "{id} twice");
            assert!(self.fens.insert(format!("{variant} {fen}")), "{fen} twice");
            assert_eq!(position.setup().to_string(), *fen, "{id}");
            assert!(!puzzle.best.is_empty(), "{id}");
            assert!(
                puzzle.wins_within.is_some() || puzzle.others_lose_within.is_some(),
                "{id}"
            );
            for &turn in puzzle.best.iter().chain(&puzzle.avoid) {
                assert!(position.is_legal(turn), "{id}: {turn}");
            }
        }
    }
    each(&mut Form::default());
    for variant in games::built_in() {
        assert!(puzzles(variant).len() >= MIN_POSITIONS, "{variant}");
    }
}

#[test]
fn every_forced_end_is_proven_and_the_proof_holds() {
    struct Proven;
    impl Examiner for Proven {
        fn examine<R: Rules>(&mut self, variant: TypedGame<R>, position: &R, puzzle: &Puzzle) {
            let Some(turns) = puzzle.wins_within else {
                return;
            };
            let winner = position.seat();
            let mut solver = Solver::new(16);
            let claim = Claim { winner, turns };
            let limits = SolveLimits {
                nodes: None,
                deadline: None,
                stop: &NEVER,
            };
            let proof = solver.proof(position, claim, limits, &mut |_| {});
            let proof = proof.unwrap_or_else(|| panic!("{}: no win", puzzle.id));
            let first = proof.step(position.setup()).map(|step| step.turn);
            assert!(
                first.is_some_and(|first| puzzle.best.contains(&first)),
                "{}: {first:?}",
                puzzle.id
            );
            let mut text = Vec::new();
            proof.write(variant.game(), &mut text).expect("memory");
            let shown = verify(&String::from_utf8_lossy(&text));
            let shown = shown.unwrap_or_else(|flaw| panic!("{}: {flaw}", puzzle.id));
            assert_eq!(
                (shown.winner, shown.turns),
                (winner, turns),
                "{}",
                puzzle.id
            );
        }
    }
    each(&mut Proven);
}

#[test]
#[ignore = "takes minutes: solves every legal turn of every position"]
fn only_the_best_turns_win_or_avoid_a_loss() {
    struct Only;
    impl Examiner for Only {
        fn examine<R: Rules>(&mut self, _: TypedGame<R>, position: &R, puzzle: &Puzzle) {
            let mover = position.seat();
            let mut solver = Solver::new(64);
            for turn in position.turns() {
                let next = position.play(turn);
                let is_best = puzzle.best.contains(&turn);
                if let Some(turns) = puzzle.wins_within {
                    let answer = solve(&mut solver, &next, mover, turns - 1);
                    let wins = matches!(answer, SolveResult::Won { .. });
                    assert_eq!(wins, is_best, "{}: {turn}: {answer:?}", puzzle.id);
                    assert_ne!(answer, SolveResult::Open, "{}: {turn}", puzzle.id);
                }
                if let Some(turns) = puzzle.others_lose_within {
                    let answer = solve(&mut solver, &next, !mover, turns);
                    let loses = matches!(answer, SolveResult::Won { .. });
                    assert_eq!(loses, !is_best, "{}: {turn}: {answer:?}", puzzle.id);
                    assert_ne!(answer, SolveResult::Open, "{}: {turn}", puzzle.id);
                }
            }
        }
    }
    each(&mut Only);
}

/// Counts the positions that the engine solves with `nodes` nodes each, and lists the others.
struct Solved {
    nodes: u64,
    solved: usize,
    failed: Vec<String>,
}

impl Solved {
    fn with(nodes: u64) -> Self {
        let mut solved = Solved {
            nodes,
            solved: 0,
            failed: Vec::new(),
        };
        each(&mut solved);
        solved
    }

    fn percent(&self) -> usize {
        self.solved * 100 / (self.solved + self.failed.len())
    }
}

impl Examiner for Solved {
    fn examine<R: Rules>(&mut self, variant: TypedGame<R>, position: &R, puzzle: &Puzzle) {
        let mut search = Search::<R>::new(variant.search_options());
        let limits = Limits {
            nodes: Some(self.nodes),
            ..Limits::default()
        };
        let history = History::starting_at(position);
        let control = Control::default();
        let found = search.go(
            Root {
                position,
                keys: history.keys(),
            },
            &limits,
            &control,
            &mut |_| {},
        );
        let turn = found.turn.expect("a turn");
        let wins = puzzle.wins_within.map(i32::from);
        // In phase 1 of Smolowitz's game, the player who puts the last piece on the board plays
        // twice in a row. The search converts plies to turns as if the players alternated. So the
        // search may report fewer turns than the proof.
        if let (Some(turns), Some(proven)) = (found.score.forced_turns(), wins)
            && position.phase() != Some(1)
        {
            assert!(turns >= proven, "{}: {turns} turns", puzzle.id);
        }
        if puzzle.best.contains(&turn) && !puzzle.avoid.contains(&turn) {
            self.solved += 1;
        } else {
            let found = format!("{turn} ({:?})", found.score);
            self.failed.push(format!("{} {found}", puzzle.id));
        }
    }
}

#[test]
fn the_engine_solves_most_positions_with_few_nodes() {
    let solved = Solved::with(10_000);
    assert!(
        solved.percent() >= 75,
        "{} %: {:#?}",
        solved.percent(),
        solved.failed
    );
}

#[test]
#[ignore = "takes minutes: about a second for a position"]
fn the_engine_solves_nearly_all_positions_with_500_000_nodes() {
    let solved = Solved::with(500_000);
    println!("{} %: {:#?}", solved.percent(), solved.failed);
    assert!(solved.percent() >= 95);
}
