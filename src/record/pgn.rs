//! Writes a forward game (the chess game that undoes a reverse game) in Portable Game Notation,
//! which any chess program reads.
//!
//! The form follows the PGN standard (Edwards, 1994): the seven tag roster, the tags of the first
//! position, all other tags, then the moves in lines of fewer than 80 characters.

use super::forward::ForwardGame;

/// The tags of every game, each with the value that is written if the real value is unknown.
pub(super) const ROSTER: [(&str, &str); 7] = [
    ("Event", "?"),
    ("Site", "?"),
    ("Date", "????.??.??"),
    ("Round", "?"),
    ("White", "?"),
    ("Black", "?"),
    ("Result", RESULT),
];

/// The result of the chess game. It is unknown, because the chess game stops at the position from
/// which the reverse game started.
const RESULT: &str = "*";

/// Tags that a caller cannot set. The first three follow from the game. `Variant` is not written,
/// because a chess program that reads it would not use the rules of chess.
const RESERVED: [&str; 4] = ["Result", "SetUp", "FEN", "Variant"];

/// The maximum number of characters in a line of moves.
const MAX_LINE_LENGTH: usize = 79;

/// Writes a forward game as PGN. `tags` are pairs of name and value. If `tags` contains `Result`,
/// `SetUp`, `FEN` or `Variant`, these are ignored. The roster comes first, with the values from
/// `tags`. The game's own `SetUp` and `FEN` follow, then the other tags in the given order. Tag
/// names keep only ASCII letters, digits and `_`.
#[must_use]
pub fn write(game: &ForwardGame, tags: &[(&str, &str)]) -> String {
    let tags: Vec<(String, &str)> = tags
        .iter()
        .map(|(name, value)| (tag_name(name), *value))
        .filter(|(name, _)| !RESERVED.contains(&name.as_str()))
        .collect();
    let given = |name: &str| {
        tags.iter()
            .find(|(tag, _)| tag == name)
            .map(|(_, value)| *value)
    };
    let mut text = String::new();
    for (name, unknown) in ROSTER {
        push_tag(&mut text, name, given(name).unwrap_or(unknown));
    }
    push_tag(&mut text, "SetUp", "1");
    push_tag(&mut text, "FEN", game.fen());
    for (name, value) in &tags {
        if !ROSTER.iter().any(|(tag, _)| tag == name) {
            push_tag(&mut text, name, value);
        }
    }
    text.push('\n');
    push_wrapped(&mut text, &movetext(game));
    text
}

/// Makes a tag name of `text`: drops all characters but ASCII letters, digits and `_`.
fn tag_name(text: &str) -> String {
    text.chars()
        .filter(|letter| letter.is_ascii_alphanumeric() || *letter == '_')
        .collect()
}

/// Adds a line with one tag. The name is cleaned by [`tag_name`]; if it is then empty, nothing is
/// written. Control characters of the value become spaces.
pub(super) fn push_tag(text: &mut String, name: &str, value: &str) {
    let name = tag_name(name);
    if name.is_empty() {
        return;
    }
    text.push('[');
    text.push_str(&name);
    text.push_str(" \"");
    for letter in value.chars() {
        match letter {
            '"' | '\\' => text.extend(['\\', letter]),
            _ if letter.is_control() => text.push(' '),
            _ => text.push(letter),
        }
    }
    text.push_str("\"]\n");
}

/// Move numbers, moves and the result, one word each.
fn movetext(game: &ForwardGame) -> Vec<String> {
    let mut words = Vec::with_capacity(game.moves().len() * 3 / 2 + 2);
    let mut white_to_move = game.first_side().is_white();
    let mut number = 1;
    for (index, played) in game.moves().iter().enumerate() {
        if white_to_move {
            words.push(format!("{number}."));
        } else {
            if index == 0 {
                words.push(format!("{number}..."));
            }
            number += 1;
        }
        words.push(played.san());
        white_to_move = !white_to_move;
    }
    words.push(RESULT.to_owned());
    words
}

/// Adds words in lines of fewer than 80 characters. A longer word is on a line of its own.
pub(super) fn push_wrapped(text: &mut String, words: &[String]) {
    let mut column = 0;
    for word in words {
        if column > 0 {
            if column + 1 + word.len() > MAX_LINE_LENGTH {
                text.push('\n');
                column = 0;
            } else {
                text.push(' ');
                column += 1;
            }
        }
        text.push_str(word);
        column += word.len();
    }
    text.push('\n');
}
