//! Writes the rules of a user's game in words: what differs from the nearest built-in game, then
//! the rules of that built-in game. In this file, the *base* is the nearest built-in game.

use std::fmt::Write;

use toml::{Table, Value};

/// What the values of switches mean. Each entry has a switch, a value, and a sentence. An empty
/// value stands for all values that have no entry of their own. The sentence of such an entry
/// contains `{}` in place of the value: a number, a position or rows.
const SENTENCES: &[(&str, &str, &str)] = &[
    (
        "start",
        "placement",
        "The board is empty at the start. The players place their kings in turn, on squares that do not touch; nothing is un-captured meanwhile.",
    ),
    (
        "start",
        "random-kings",
        "The kings start on random squares that do not touch. Everything else is in reserve.",
    ),
    ("start", "", "The game starts from the position {}."),
    ("first", "white", "White plays the first turn."),
    ("first", "black", "Black plays the first turn."),
    (
        "repetition",
        "draw",
        "The third occurrence of a position is a draw.",
    ),
    (
        "repetition",
        "points",
        "The third occurrence of a position ends the game, and the points decide.",
    ),
    (
        "repetition",
        "loses",
        "A side loses if its turn makes a position occur for the third time.",
    ),
    (
        "fifty-moves",
        "draw",
        "After a hundred reversible turns in a row the game is a draw.",
    ),
    (
        "fifty-moves",
        "points",
        "A hundred reversible turns in a row end the game, and the points decide.",
    ),
    (
        "fifty-moves",
        "loses",
        "After a hundred reversible turns in a row the side to play loses.",
    ),
    (
        "stalemate",
        "draw",
        "If the side to play has no legal turn, the game is a draw.",
    ),
    (
        "stalemate",
        "points",
        "If the side to play has no legal turn, the game ends, and the points decide.",
    ),
    (
        "stalemate",
        "loses",
        "If the side to play has no legal turn, it loses.",
    ),
    ("declare", "never", "Nobody may declare the end."),
    (
        "declare",
        "stuck",
        "A side with its whole army on the board may declare the end if each of its legal un-moves takes a home piece to a square where it is not home.",
    ),
    (
        "declare",
        "stuck-or-full",
        "A side with its whole army on the board may declare the end if its first two rows are full, or if each of its legal un-moves takes a home piece to a square where it is not home.",
    ),
    (
        "home-wins",
        "true",
        "If all sixteen pieces of a player are home after that player's un-move, the player wins at once.",
    ),
    (
        "home-wins",
        "false",
        "The game does not end when all sixteen pieces of a side are home.",
    ),
    (
        "compare",
        "points",
        "When the players are compared at the end of the game, the side with the higher score wins.",
    ),
    (
        "compare",
        "home-board-distance",
        "When the players are compared at the end of the game, the side with more pieces home wins; if these are equal, the side with more pieces on the board; if these are equal too, the side whose pieces have the smaller sum of distances to its first row.",
    ),
    ("point-home", "", "Each piece home counts {}."),
    (
        "point-far",
        "",
        "Each piece on row 7 or 8 of its own side counts {}.",
    ),
    (
        "switch-colours",
        "true",
        "When all 32 pieces are on the board, the players switch colours.",
    ),
    (
        "switch-colours",
        "false",
        "The players never switch colours: each player keeps and counts its own pieces.",
    ),
    (
        "possible",
        "true",
        "Every position must be one that a chess game could reach.",
    ),
    (
        "possible",
        "false",
        "A position need not be one that a chess game could reach.",
    ),
    ("point-pawn", "", "Each pawn home counts {}."),
    (
        "point-piece",
        "",
        "Each home piece that is not a pawn counts {}.",
    ),
    (
        "home-wins-early",
        "true",
        "If all sixteen pieces of a colour are home, in phase I or II, the player who has this colour in phase II wins.",
    ),
    (
        "home-wins-early",
        "false",
        "If all sixteen pieces of a colour are home and all 32 pieces are on the board, the player who has this colour wins.",
    ),
    (
        "own-check",
        "free",
        "A turn may leave the player's own king in check. If the opponent then has no legal turn, this is retro-checkmate, and the player wins.",
    ),
    (
        "own-check",
        "removable",
        "A turn may leave the player's own king in check only if the opponent has a turn that removes the check, or if the turn reaches the goal of the game.",
    ),
    (
        "bishops",
        "any",
        "The two bishops of a side may stand on squares of one colour.",
    ),
    (
        "bishops",
        "two-colours",
        "The two bishops of a side stand on squares of different colours.",
    ),
    (
        "pawns-on-a-file",
        "any",
        "A side may have several pawns on a file.",
    ),
    (
        "pawns-on-a-file",
        "one",
        "A side has at most one pawn on a file.",
    ),
    (
        "revived-pawns",
        "any",
        "A pawn may be un-captured on any of the rows 2 to 7.",
    ),
    (
        "revived-pawns",
        "ahead",
        "A pawn is un-captured on row 5, 6 or 7 of the side that un-captures it, ahead of that side's pawns on the file.",
    ),
    (
        "goal",
        "army",
        "Whoever un-captures the whole enemy army wins.",
    ),
    (
        "goal",
        "home",
        "The side whose sixteen pieces are home wins, even if the opponent brought the last one home. Un-capturing the whole enemy army does not win.",
    ),
    ("pawn-rows", "", "A side drops its pawns on its {}."),
    (
        "double-step",
        "true",
        "A pawn on its row 2 may advance two squares and may then be captured en passant.",
    ),
    ("double-step", "false", "No pawn makes a double step."),
    (
        "castling",
        "true",
        "A king and a rook that have not moved since their drop may castle.",
    ),
    ("castling", "false", "There is no castling."),
    (
        "capture-before-king",
        "true",
        "A side may capture while its king is in reserve.",
    ),
    (
        "capture-before-king",
        "false",
        "A side may not capture while its king is in reserve.",
    ),
];

/// The sentence for a value of a switch.
#[must_use]
pub(super) fn sentence(switch: &str, value: &str) -> String {
    SENTENCES
        .iter()
        .find(|(name, known, _)| *name == switch && (known.is_empty() || *known == value))
        .map(|(.., words)| words.replace("{}", value))
        .unwrap_or_default()
}

/// The names of all switches of all families, `start` included.
pub(super) fn switches() -> Vec<&'static str> {
    let mut names: Vec<&str> = SENTENCES.iter().map(|(name, ..)| *name).collect();
    names.dedup();
    names
}

/// The values of a switch that chooses between words or between `true` and `false`. Empty for a
/// switch that takes numbers, for `start` and for an unknown name.
#[must_use]
pub fn switch_values(switch: &str) -> Vec<&'static str> {
    if switch == "start" {
        return Vec::new();
    }
    SENTENCES
        .iter()
        .filter(|(name, value, _)| *name == switch && !value.is_empty())
        .map(|(_, value, _)| *value)
        .collect()
}

/// The switches that do not matter to a warning. A warning is about a game that is decided within
/// a few turns, so it remains true if another rule ends long games.
const ENDS_OF_LONG_GAMES: [&str; 2] = ["fifty-moves", "repetition"];

/// The beginning of the paragraph of the rules that warns of a game decided within a few turns.
const WARNING: &str = "**Warning:";

/// A game whose rules are described.
pub(super) struct Described<'a> {
    pub(super) title: &'a str,
    pub(super) summary: &'a str,
    /// The value of `start`, if it differs from that of the base.
    pub(super) start: Option<String>,
    pub(super) switches: &'a Table,
}

/// The base: the built-in game from which the described game differs least.
pub(super) struct NearestGame<'a> {
    pub(super) title: &'a str,
    pub(super) switches: &'a Table,
    pub(super) rules_text: &'a str,
}

/// The rules of a game in Markdown: what differs from its base, then the rules of the base. A
/// warning of the base is left out if it may be false in this game.
#[must_use]
pub(super) fn write(game: &Described<'_>, base: &NearestGame<'_>) -> String {
    let mut text = format!("# {}\n\n{}\n\n", game.title, game.summary);
    let _ = writeln!(
        text,
        "The rules are those of \"{}\" below, except:\n",
        base.title
    );
    let mut keeps_warning = game.start.is_none();
    for (name, value) in game.switches {
        if base.switches.get(name) != Some(value) {
            let value = match value {
                Value::String(text) => text.clone(),
                Value::Array(range) => match range.as_slice() {
                    [lowest, highest] if lowest != highest => format!("rows {lowest} to {highest}"),
                    [row, ..] => format!("row {row}"),
                    [] => String::new(),
                },
                other => other.to_string(),
            };
            let _ = writeln!(text, "* {}", sentence(name, &value));
            keeps_warning &= ENDS_OF_LONG_GAMES.contains(&name.as_str());
        }
    }
    if let Some(start) = &game.start {
        let _ = writeln!(text, "* {}", sentence("start", start));
    }
    let paragraphs = base.rules_text.split("\n\n");
    let kept: Vec<&str> = paragraphs
        .filter(|paragraph| keeps_warning || !paragraph.starts_with(WARNING))
        .collect();
    text.push('\n');
    text.push_str(&kept.join("\n\n"));
    text
}
