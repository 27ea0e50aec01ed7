//! Tests the results in `positions/<game>/results.txt`. Each line that does not start with `#` has
//! one game: `FEN ; turns ; result reason`. If the game goes on, `*` stands for result and reason.
//! Each game is also played with the colours exchanged, except if a king has yet to be placed. Only
//! the last turn may end the game. The line `# endings: ` lists all endings of these games.

use std::collections::BTreeSet;

use reviver::board::{Color, Turn};
use reviver::games::{self, TypedGame, Visitor};
use reviver::live::LiveGame;
use reviver::rules::switches::Kings;
use reviver::rules::{Outcome, Rules, Seat, Switches};

use crate::common::{mirror, positions, read, turn};

struct Line {
    fen: String,
    turns: Vec<Turn>,
    expected: String,
}

fn lines(text: &str) -> Vec<Line> {
    let games = text.lines().filter(|line| !line.starts_with('#'));
    games
        .map(|line| {
            let parts: Vec<&str> = line.split(';').map(str::trim).collect();
            let &[fen, turns, expected] = parts.as_slice() else {
                panic!("'{line}' does not have three parts");
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
        let kings = Color::ALL.map(|color| start.setup().placement.king(color));
        if variant.switches().common().kings == Kings::PlacedByPlayers && kings.contains(&None) {
            // In the mirrored game, Black would place its king first. But in this variant, White
            // must place its king first.
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

#[test]
fn the_results_of_every_game_agree_and_show_the_listed_endings() {
    for game in games::built_in() {
        let text = positions::text(game, "results.txt");
        let lines = lines(&text);
        for line in &lines {
            game.dispatch(line);
        }
        let seen: BTreeSet<&str> = lines
            .iter()
            .filter_map(|line| line.expected.split_once(' '))
            .map(|(_, word)| word)
            .collect();
        let listed = text
            .lines()
            .find_map(|line| line.strip_prefix("# endings: "));
        let listed = listed.expect("the list of endings").split(' ').collect();
        assert_eq!(seen, listed, "{game}");
    }
}
