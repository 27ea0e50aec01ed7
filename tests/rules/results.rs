//! The results of `positions/<game>/results.txt`, one game a line: `FEN ; turns ; result reason`.
//! Each game is played with either colour; the result must come with the last turn, not before.

use crate::common::game;
use std::collections::HashSet;

use crate::common::{mirror, positions, read, turn};
use reviver::board::Turn;
use reviver::games::{Game, TypedGame, Visitor};
use reviver::live::LiveGame;
use reviver::rules::{Ending, Outcome, Rules, Seat};

struct Line {
    fen: String,
    turns: Vec<Turn>,
    expected: String,
}

fn lines(variant: &'static Game) -> Vec<Line> {
    let file = positions::text(variant, "results.txt");
    let games = file.lines().filter(|line| !line.starts_with('#'));
    games
        .map(|line| {
            let parts: Vec<&str> = line.split(';').map(str::trim).collect();
            let &[fen, turns, expected] = parts.as_slice() else {
                panic!("'{line}' has not three parts");
            };
            Line {
                fen: fen.to_owned(),
                turns: turns.split_whitespace().map(turn).collect(),
                expected: expected.to_owned(),
            }
        })
        .collect()
}

/// The result and its reason in the form of the files.
fn words(outcome: Option<Outcome>) -> String {
    outcome.map_or_else(
        || "*".to_owned(),
        |outcome| format!("{} {}", outcome.result(), outcome.ending.word()),
    )
}

impl Visitor for &Line {
    type Output = ();

    fn visit<R: Rules>(self, variant: TypedGame<R>) {
        let start = read::<R>(variant, &self.fen);
        let found = play(LiveGame::new(variant, start.clone()), self, &self.turns);
        assert_eq!(words(found), self.expected, "{variant} {}", self.fen);
        if variant.name() == "unplay-placement" && self.fen.contains("[K") {
            // White places its king first.
            return;
        }
        let turns: Vec<Turn> = self.turns.iter().map(|turn| turn.mirrored()).collect();
        let mirrored = LiveGame::new(variant, mirror(variant, &start));
        let found = play(mirrored, self, &turns).map(|outcome| Outcome {
            winner: outcome.winner.map(|seat| match seat {
                Seat::First => Seat::Second,
                Seat::Second => Seat::First,
            }),
            ..outcome
        });
        assert_eq!(
            words(found),
            self.expected,
            "{variant} {}, mirrored",
            self.fen
        );
    }
}

fn play<R: Rules>(mut game: LiveGame<R>, line: &Line, turns: &[Turn]) -> Option<Outcome> {
    for &turn in turns {
        game.play(turn)
            .unwrap_or_else(|error| panic!("{} {}: {error}", game.game(), line.fen));
    }
    game.outcome()
}

fn results_agree(variant: &'static Game, endings: &[Ending]) {
    let lines = lines(variant);
    for line in &lines {
        variant.dispatch(line);
    }
    let seen: HashSet<&str> = lines
        .iter()
        .filter_map(|line| line.expected.split_once(' '))
        .map(|(_, word)| word)
        .collect();
    let common = [Ending::Stalemate, Ending::Repetition, Ending::FiftyMoves];
    let expected: HashSet<&str> = endings.iter().chain(&common).map(|e| e.word()).collect();
    assert_eq!(seen, expected, "{variant}: the endings of the game");
}

#[test]
fn ssehc() {
    results_agree(game("ssehc"), &[Ending::Declared]);
}

#[test]
fn ssehc_classic() {
    results_agree(game("ssehc-classic"), &[Ending::Declared, Ending::Home]);
}

#[test]
fn smolowitz() {
    results_agree(game("smolowitz"), &[Ending::Home]);
}

#[test]
fn unplay() {
    results_agree(game("unplay"), &[Ending::Army, Ending::RetroCheckmate]);
}

#[test]
fn unplay_random() {
    results_agree(
        game("unplay-random"),
        &[Ending::Army, Ending::RetroCheckmate],
    );
}

#[test]
fn unplay_placement() {
    results_agree(
        game("unplay-placement"),
        &[Ending::Army, Ending::RetroCheckmate],
    );
}

#[test]
fn unplay_strict() {
    results_agree(game("unplay-strict"), &[Ending::Army]);
}

#[test]
fn unachess() {
    results_agree(game("unachess"), &[Ending::Checkmate]);
}
