//! The option `Own Book`.

use reviver::games::{self, Game};

use super::client::{Client, after};

/// The lines of a game's book, without comments. Each line is split into its fields.
fn lines(game: &Game) -> Vec<Vec<&'static str>> {
    let lines = game.book_text().lines();
    lines
        .filter(|line| !line.starts_with('#'))
        .map(|line| line.split(" ; ").collect())
        .collect()
}

/// The games that have a book.
fn games_with_book() -> Vec<&'static Game> {
    let mut games = games::built_in();
    games.retain(|game| !game.book_text().is_empty());
    assert!(!games.is_empty());
    games
}

fn names_book(lines: &[String]) -> bool {
    lines
        .iter()
        .any(|line| line.starts_with("info string book: "))
}

#[test]
fn the_turns_of_the_book_are_played_at_once() {
    for game in games_with_book() {
        let mut client = Client::of(game.name());
        let fields = lines(game);
        assert!(!fields.is_empty(), "{game}");
        assert!(!names_book(&client.search("go nodes 50")));
        client.tell("setoption name Own Book value true");
        for line in &fields {
            let &[fen, turn, score, positions] = line.as_slice() else {
                panic!("{line:?}")
            };
            client.tell(&format!("position fen {fen}"));
            // The engine plays a turn of its book at once, whatever the limits are.
            let answer = client.search("go nodes 1000000000000");
            assert_eq!(answer.len(), 3, "{answer:?}");
            assert!(
                answer[0].contains(&format!(" score {score} ")),
                "{answer:?}"
            );
            assert_eq!(after(&answer[0], "pv"), Some(turn));
            assert!(answer[1].starts_with("info string book: "), "{answer:?}");
            let below = format!(" has {positions} position");
            assert!(answer[1].contains(&below), "{answer:?}");
            assert_eq!(answer[2], format!("bestmove {turn}"));
        }
        client.tell("position startpos");
        client.say("go movetime 600000");
        assert!(names_book(
            &client.lines_to(|line| line.starts_with("bestmove"))
        ));
    }
}

#[test]
fn analysis_never_uses_the_book() {
    for game in games_with_book() {
        let mut client = Client::of(game.name());
        let turn = client.legal_moves().remove(0);
        client.tell("setoption name Own Book value true");
        for go in ["go infinite", "go ponder nodes 100"] {
            client.say(go);
            let lines = client.search("stop");
            assert!(!names_book(&lines), "{go}: {lines:?}");
        }
        for go in [
            format!("go nodes 100 searchmoves {turn}"),
            "go mate 1 nodes 100".to_owned(),
        ] {
            let lines = client.search(&go);
            assert!(!names_book(&lines), "{go}: {lines:?}");
        }
        for (option, other) in [
            ("MultiPV value 2", "MultiPV value 1"),
            ("UCI_AnalyseMode value true", "UCI_AnalyseMode value false"),
        ] {
            client.tell(&format!("setoption name {option}"));
            let lines = client.search("go nodes 100");
            assert!(!names_book(&lines), "{option}: {lines:?}");
            client.tell(&format!("setoption name {other}"));
            assert!(names_book(&client.search("go nodes 100")));
        }
    }
}

#[test]
fn a_game_without_a_book_is_searched() {
    let without = games::built_in()
        .into_iter()
        .find(|game| game.book_text().is_empty());
    let Some(game) = without else { return };
    let mut client = Client::of(game.name());
    client.tell("setoption name Own Book value true");
    let lines = client.search("go nodes 100");
    assert!(!names_book(&lines), "{lines:?}");
}
