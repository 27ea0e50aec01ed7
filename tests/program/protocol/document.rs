//! What `protocol.md` says is what the program does.

use std::path::Path;

use reviver::games;
use reviver::protocol::option::{EngineOption, OPTIONS};

use super::client::Client;

fn document() -> String {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("protocol.md");
    std::fs::read_to_string(path).expect("protocol.md")
}

/// The fenced blocks of the document.
fn blocks(text: &str) -> Vec<Vec<String>> {
    let mut blocks = Vec::new();
    let mut block: Option<Vec<String>> = None;
    for line in text.lines() {
        match (&mut block, line.starts_with("```")) {
            (None, true) => block = Some(Vec::new()),
            (Some(_), true) => blocks.extend(block.take()),
            (Some(lines), false) => lines.push(line.to_owned()),
            (None, false) => {}
        }
    }
    blocks
}

/// Whether a block is a session: lines `> COMMAND` of the client and lines `< ANSWER` of the
/// program. A session begins with a command.
fn is_session(block: &[String]) -> bool {
    block.first().is_some_and(|line| line.starts_with("> "))
}

/// Whether a line of the program matches `pattern`, a line of the document. `...` in `pattern`
/// stands for any text.
fn fits(pattern: &str, line: &str) -> bool {
    let Some((first, others)) = pattern.split_once("...") else {
        return pattern == line;
    };
    let (middle, last) = others.rsplit_once("...").unwrap_or(("", others));
    let rest = line.strip_prefix(first);
    let Some(mut rest) = rest.and_then(|rest| rest.strip_suffix(last)) else {
        return false;
    };
    for part in middle.split("...") {
        let Some(at) = rest.find(part) else {
            return false;
        };
        rest = &rest[at + part.len()..];
    }
    true
}

#[test]
fn three_dots_stand_for_any_text() {
    for (pattern, line) in [
        ("a", "a"),
        ("a...", "a b"),
        ("a...", "a"),
        ("a...b", "a b b"),
        ("a...b...c", "a b c b c"),
        ("...b", "a b"),
    ] {
        assert!(fits(pattern, line), "{pattern}: {line}");
    }
    for (pattern, line) in [
        ("a", "a b"),
        ("a...b", "a b c"),
        ("a...b...c", "a c"),
        ("aa...aa", "aaa"),
    ] {
        assert!(!fits(pattern, line), "{pattern}: {line}");
    }
}

#[test]
fn every_session_of_the_document_runs_as_printed() {
    let mut sessions = blocks(&document());
    sessions.retain(|block| is_session(block));
    assert!(sessions.len() >= 14, "{} sessions", sessions.len());
    for session in sessions {
        let mut client = Client::start();
        let mut lines = session.iter().peekable();
        while let Some(line) = lines.next() {
            if let Some(command) = line.strip_prefix("> ") {
                client.say(command);
                continue;
            }
            if line.trim().is_empty() {
                continue;
            }
            let expected = match line.strip_prefix("< ") {
                Some(expected) => expected,
                // An empty line of the program.
                None if line == "<" => "",
                None => panic!("not a line of a session: {line}"),
            };
            if expected == "..." {
                // `< ...` stands for the lines that the program prints before the next line of the
                // session.
                let next = lines.next().and_then(|next| next.strip_prefix("< "));
                let next = next.expect("a line `< ...` is followed by the line that ends it");
                client.wait_for(|line| fits(next, line));
                continue;
            }
            let found = client.line();
            assert!(
                fits(expected, &found),
                "the document has\n{expected}\nbut the program prints\n{found}"
            );
        }
        // The program must print nothing more.
        if session.iter().any(|line| line == "> quit") {
            assert_eq!(client.end().1, [""; 0], "{session:?}");
        } else {
            client.tell("");
        }
    }
}

/// Every fenced block that is not a session is a game record. So is the indented text that begins
/// with the tag `Variant`.
#[test]
fn every_record_of_the_document_is_read() {
    let text = document();
    let fenced = blocks(&text).into_iter().filter(|block| !is_session(block));
    let mut records: Vec<String> = fenced.map(|block| block.join("\n")).collect();
    assert_eq!(records.len(), 1);
    let indented: Vec<&str> = text
        .lines()
        .skip_while(|line| !line.starts_with("    [Variant "))
        .take_while(|line| line.is_empty() || line.starts_with("    "))
        .map(str::trim)
        .collect();
    records.push(indented.join("\n"));
    let mut client = Client::start();
    for record in records {
        let body = serde_json::json!({ "text": record });
        let answer = client.reply(&format!("json open {body}"));
        let answer: serde_json::Value = serde_json::from_str(&answer).expect("JSON");
        let games = answer["games"].as_array().expect("games");
        assert_eq!(games.len(), 1, "{record}: {answer}");
        assert!(
            games[0]["turns"]
                .as_array()
                .is_some_and(|turns| !turns.is_empty())
        );
    }
}

#[test]
fn the_document_lists_every_option() {
    let text = document();
    let table = text
        .split("\n## Options\n")
        .nth(1)
        .expect("a section about options");
    let rows: Vec<&str> = table
        .lines()
        .skip_while(|line| !line.starts_with("|---"))
        .skip(1)
        .take_while(|line| line.starts_with('|'))
        .collect();
    let declared: Vec<String> = OPTIONS.iter().map(EngineOption::table_row).collect();
    assert_eq!(
        rows, declared,
        "the table of options in protocol.md is not that of src/protocol/option/table.rs"
    );
}

/// Compares the table of score scales and the list of start positions with the catalogue. A game
/// without a row is not checked.
#[test]
fn the_tables_of_games_agree_with_the_catalogue() {
    let text = document();
    let scales = text.split("  | game | e | s |\n").nth(1).expect("a table");
    let scales: Vec<&str> = scales
        .lines()
        .take_while(|line| line.starts_with("  |"))
        .collect();
    let starts = text
        .split("\nThe start positions:\n\n")
        .nth(1)
        .expect("a list");
    let starts: Vec<&str> = starts.lines().take_while(|line| !line.is_empty()).collect();
    let mut count = 0;
    for game in games::built_in() {
        let name = format!("`{game}`");
        let scale = game.weights().scale;
        let reported = |centipawns| 100.0 * f64::from(centipawns) / f64::from(scale.hundred);
        let [even, spread] = [scale.even, scale.spread].map(reported);
        let expected = format!("  | {name} | {even:.1} | {spread:.1} |");
        let is_named = |row: &&&str| row.starts_with(&format!("  | {name} |"));
        if let Some(row) = scales.iter().find(is_named) {
            assert_eq!(*row, expected);
            count += 1;
        }
        let start = game.start(0).to_string();
        if let Some(row) = starts.iter().find(|row| row.contains(&name)) {
            assert!(row.ends_with(&start) || game.has_random_start(), "{row}");
            count += 1;
        }
    }
    assert!(count > 2, "{count}");
}
