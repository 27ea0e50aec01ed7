//! Portable Game Notation of a forward game, as any chess program reads it.
//!
//! The form is that of the PGN standard (Edwards, 1994): the seven tag roster first, then the
//! position to start from, then the moves in lines of less than 80 characters.

use crate::forward::ForwardGame;

/// The tags that every game has, with what stands there when nothing is known.
pub(crate) const ROSTER: [(&str, &str); 7] = [
    ("Event", "?"),
    ("Site", "?"),
    ("Date", "????.??.??"),
    ("Round", "?"),
    ("White", "?"),
    ("Black", "?"),
    ("Result", RESULT),
];

/// The result of the reverse game is none of the chess game, which breaks off where the reverse
/// game began.
const RESULT: &str = "*";

/// Tags that follow from the game itself, and `Variant`, which would tell a chess program to read
/// the moves by other rules than those of chess.
const RESERVED: [&str; 4] = ["Result", "SetUp", "FEN", "Variant"];

/// The most characters in a line of moves.
const WIDTH: usize = 79;

/// Writes a forward game as PGN. `tags` fill the roster and add to it, in this order; those that
/// follow from the game, `Result`, `SetUp` and `FEN`, cannot be given, nor can `Variant`, because
/// what is written is chess. Names of tags keep only letters, digits and `_`.
#[must_use]
pub fn write(game: &ForwardGame, tags: &[(&str, &str)]) -> String {
    let given = |name: &str| {
        tags.iter()
            .find(|(tag, _)| *tag == name && !RESERVED.contains(tag))
            .map(|(_, value)| *value)
    };
    let mut text = String::new();
    for (name, unknown) in ROSTER {
        push_tag(&mut text, name, given(name).unwrap_or(unknown));
    }
    push_tag(&mut text, "SetUp", "1");
    push_tag(&mut text, "FEN", game.fen());
    for &(name, value) in tags {
        let known = ROSTER.iter().any(|(tag, _)| *tag == name) || RESERVED.contains(&name);
        if !known {
            push_tag(&mut text, name, value);
        }
    }
    text.push('\n');
    push_wrapped(&mut text, &words(game));
    text
}

/// Adds a tag in a line of its own; what its form has no room for is left out.
pub(crate) fn push_tag(text: &mut String, name: &str, value: &str) {
    let name: String = name
        .chars()
        .filter(|letter| letter.is_ascii_alphanumeric() || *letter == '_')
        .collect();
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

/// Move numbers, moves and the result, each a word that is not broken.
fn words(game: &ForwardGame) -> Vec<String> {
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

/// Adds words in lines of less than 80 characters.
pub(crate) fn push_wrapped(text: &mut String, words: &[String]) {
    let mut column = 0;
    for word in words {
        if column > 0 {
            if column + 1 + word.len() > WIDTH {
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
