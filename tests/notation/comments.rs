//! Comments of game records: the turns to which they belong.

use reviver::record::{Comment, Reader, Record, read};

#[test]
fn a_comment_after_the_result_belongs_to_the_game_before_it() {
    let game = "[Variant \"unplay\"]\n\n1. h8g7 {main} *";
    for (text, comments) in [
        ("{game} {after}", &["main after"][..]),
        ("{game}\n{after}\n; too\n", &["main after too"]),
        ("{game}\n\n{after}\n\n{too}\n", &["main after too"]),
        ("{game} ; after\n\n{game}\n", &["main after", "main"]),
        (
            "{game} {after}\n[Event \"x\"]\n{game}",
            &["main after", "main"],
        ),
        ("{game}\n\n{next}\n{game}\n\n{end}", &["main", "main end"]),
    ] {
        let text = text.replace("{game}", game);
        let games: Result<Vec<Record>, _> = Reader::new(&text).collect();
        let games = games.unwrap_or_else(|error| panic!("{text}: {error}"));
        let last = |record: &Record| record.turns[0].comment.as_ref().unwrap().to_string();
        assert_eq!(
            games.iter().map(last).collect::<Vec<_>>(),
            comments,
            "{text}"
        );
        let is_preface = text.contains("{next}");
        assert!(
            games[1..]
                .iter()
                .all(|game| game.preface.is_some() == is_preface)
        );
    }
    let without_turns = read("[Variant \"unplay\"]\n\n* {after}").unwrap();
    assert_eq!(without_turns.preface, Comment::new("after"));
}
