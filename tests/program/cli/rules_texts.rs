//! In the `rules.md` of every game, the boards are drawn right and the example turns are legal.
//!
//! A board is a fenced block that opens with "```board" and a position. An example is a row of the
//! last table, such as "| 1, after `f3e4` | `N@f3,f6e6` | un-capture a knight |": on board 1, after
//! the turn f3e4, the example turn is legal.

use reviver::games::{self, Game};

use super::play;
use crate::common::program::Folder;

/// The boards of a text: the position of each board, and the lines of its drawing.
fn boards(text: &str) -> Vec<(&str, Vec<&str>)> {
    let mut boards = Vec::new();
    let mut lines = text.lines();
    while let Some(line) = lines.next() {
        if let Some(fen) = line.strip_prefix("```board ") {
            let drawn = lines.by_ref().take_while(|line| *line != "```");
            boards.push((fen, drawn.collect()));
        }
    }
    boards
}

/// The examples of a text: the number of the board, the turns before the example turn, and the
/// example turn.
fn examples(text: &str) -> Vec<(usize, String, &str)> {
    let rows = text.lines().filter_map(|line| {
        let cells: Vec<&str> = line.split('|').map(str::trim).collect();
        let ["", board, turn, _, ""] = cells[..] else {
            return None;
        };
        let (number, before) = board.split_once(", after ").unwrap_or((board, ""));
        let turn = turn.strip_prefix('`')?.strip_suffix('`')?;
        Some((number.parse().ok()?, before.replace('`', ""), turn))
    });
    rows.collect()
}

/// The placement of a position as eight lines, with a dot for an empty square.
fn drawn(fen: &str) -> Vec<String> {
    let placement = fen.split([' ', '[']).next().unwrap_or_default();
    let line = |rank: &str| {
        let squares = rank.chars().flat_map(|letter| match letter.to_digit(10) {
            Some(count) => vec![".".to_owned(); count as usize],
            None => vec![letter.to_string()],
        });
        squares.collect::<Vec<_>>().join(" ")
    };
    placement.split('/').map(line).collect()
}

/// The text of `rules.md` of a game.
fn rules(game: &Game) -> String {
    let path = format!("{}/src/games/{game}/rules.md", env!("CARGO_MANIFEST_DIR"));
    std::fs::read_to_string(&path).unwrap_or_else(|error| panic!("{path}: {error}"))
}

#[test]
fn boards_are_drawn_right_and_example_turns_are_legal() {
    for variant in games::built_in() {
        let (path, text) = (variant.name(), rules(variant));
        let boards = boards(&text);
        for (fen, lines) in &boards {
            assert_eq!(drawn(fen), *lines, "{path}: {fen}");
        }
        let examples = examples(&text);
        assert!(examples.len() >= 3, "{path}: {examples:?}");
        let mut input = format!("setoption name UCI_Variant value {variant}\n");
        for (board, before, turn) in &examples {
            let (fen, _) = boards[board - 1];
            input += &format!("position fen {fen} moves {before}\nexplain {turn}\n");
        }
        let output = Folder::new().run(&["uci"], &(input + "quit\n")).stdout;
        for (_, _, turn) in &examples {
            let legal = format!("{turn} is legal");
            assert!(output.lines().any(|line| line == legal), "{path}: {output}");
        }
        assert!(!output.contains("error"), "{path}: {output}");
    }
}

/// The first turn that the rules write twice, as in "`N>f3` stands for `N@f3`": in the game's own
/// notation, then in the notation of the protocol.
fn own_notation(rules: &str) -> Option<[&str; 2]> {
    let (before, after) = rules.split_once("` stands for")?;
    let (_, own) = before.rsplit_once('`')?;
    Some([own, after.split('`').nth(1)?])
}

#[test]
fn a_turn_can_be_typed_in_both_notations_of_the_rules() {
    for variant in games::built_in() {
        let rules = rules(variant);
        let says = "A turn can also be written in the game's own notation: ";
        assert!(rules.contains(says), "{rules}");
        let turns = own_notation(&rules).unwrap_or_else(|| panic!("{rules}"));
        let fen = boards(&rules)[0].0;
        // The example of ssehc needs a turn before it. In other games, that turn is refused.
        let [own, protocol] = turns.map(|turn| {
            let arguments = [variant.name(), "--side", "both", "--fen", fen];
            play(&arguments, &format!("f3e4\n{turn}\n")).stdout
        });
        assert_eq!(own, protocol, "{turns:?}");
    }
}
