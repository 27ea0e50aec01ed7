//! Tests of books.

use super::*;
use crate::board::Turn;
use crate::games::{self, Visitor};
use crate::notation::NativeWords;
use crate::search::Score;

/// Runs a test with the rules type of a game.
struct Tested<F>(F);

/// A test that can run with the rules type of any game.
trait GameTest {
    fn run<R: Rules>(self, game: TypedGame<R>);
}

impl<F: GameTest> Visitor for Tested<F> {
    type Output = ();
    fn visit<R: Rules + NativeWords>(self, game: TypedGame<R>) {
        self.0.run(game);
    }
}

/// A line about the start position, with its first legal turn.
fn start_line<R: Rules>(game: TypedGame<R>) -> BookLine {
    let start: R = game.start_position(0);
    let entry = BookEntry {
        turn: start.turns()[0],
        score: Score(-31),
        positions: 7,
    };
    BookLine {
        setup: *start.setup(),
        entry,
    }
}

struct EveryBook;

impl GameTest for EveryBook {
    fn run<R: Rules>(self, game: TypedGame<R>) {
        let book = Book::of(game).unwrap_or_else(|error| panic!("{game}: {error}"));
        assert!(book.len() <= 200, "{game}: more than 200 positions");
        if !book.is_empty() && !game.has_random_start() {
            let start = LiveGame::new(game, game.start_position(0));
            assert!(book.playable(&start).is_some(), "{game}");
        }
    }
}

#[test]
fn every_book_is_read_and_knows_the_start() {
    for game in games::all() {
        game.dispatch(Tested(EveryBook));
    }
}

struct ReadBack;

impl GameTest for ReadBack {
    fn run<R: Rules>(self, game: TypedGame<R>) {
        let line = start_line(game);
        let text = text(&["made by hand".to_owned()], &[line]);
        assert!(text.starts_with("# made by hand\n"), "{text}");
        let book = Book::read(game, &text).expect("a book");
        let live = LiveGame::new(game, game.start_position(0));
        assert_eq!(book.len(), 1);
        assert_eq!(book.playable(&live), Some(line.entry));
        let wrong = |text: &str| Book::read(game, text).expect_err(text).to_string();
        let good = line.to_string();
        let twice = wrong(&format!("{good}\n{good}\n"));
        assert_eq!(
            twice,
            "line 2 of the book: an earlier line has the same position"
        );
        for (from, to, expected) in [
            ("cp -31", "-31", "line 1 of the book: '-31' is not a score"),
            (" ; 7", " ; many", "'many' is not a number of positions"),
            (" ; 7", "", "four fields"),
            (" ; cp", "7 ; cp", "turn"),
        ] {
            let error = wrong(&good.replace(from, to));
            assert!(error.contains(expected), "{error}");
        }
    }
}

#[test]
fn a_book_is_read_back_and_a_wrong_line_is_named() {
    games::default_game().dispatch(Tested(ReadBack));
}

/// Searches for at most `plies + 1` reversible turns that lead back to an earlier position of the
/// game. Plays these turns except the last one, and returns the last one.
fn turn_back<R: Rules>(live: &mut LiveGame<R>, plies: usize) -> Option<Turn> {
    let position = live.position().clone();
    let mut turns = position.turns();
    turns.retain(|turn| !position.is_irreversible(*turn));
    let leads_back = |turn: &&Turn| live.keys().contains(&position.play(**turn).key());
    if let Some(&turn) = turns.iter().find(leads_back) {
        return Some(turn);
    }
    for turn in turns.into_iter().filter(|_| plies > 0) {
        live.play(turn).expect("legal");
        if let Some(back) = turn_back(live, plies - 1) {
            return Some(back);
        }
        live.undo();
    }
    None
}

/// Tests a book with one entry, whose turn leads back to an earlier position of the game.
struct Repeats;

impl GameTest for Repeats {
    fn run<R: Rules>(self, game: TypedGame<R>) {
        let mut live = LiveGame::new(game, game.start_position(0));
        let found = turn_back(&mut live, 4);
        let turn = found.expect("kings can step back");
        let entry = BookEntry {
            turn,
            score: Score::DRAW,
            positions: 0,
        };
        let setup = *live.position().setup();
        let text = text(&[], &[BookLine { setup, entry }]);
        let book = Book::read(game, &text).expect("a book");
        assert_eq!(book.get(live.position()), Some(entry));
        assert_eq!(book.playable(&live), None);
        // In a game that starts at this position, the turn of the entry repeats no position.
        let fresh = LiveGame::new(game, live.position().clone());
        assert_eq!(book.playable(&fresh), Some(entry));
    }
}

#[test]
fn a_turn_that_repeats_a_position_is_not_played() {
    games::default_game().dispatch(Tested(Repeats));
}
