//! Parses a line into a command.

use super::{Command, CommandError, Go, Query};
use crate::protocol::excerpt::excerpt;

/// The commands that take no words.
const WITHOUT_WORDS: [&str; 15] = [
    "uci",
    "ugi",
    "isready",
    "ucinewgame",
    "uginewgame",
    "stop",
    "ponderhit",
    "quit",
    "legalmoves",
    "d",
    "state",
    "forward",
    "eval",
    "flip",
    "help",
];

impl Command {
    /// Reads a line. Words are separated by any white space. An empty line gives `None`.
    ///
    /// # Errors
    ///
    /// If the line is not a command. The error says what is wrong and what would be right.
    pub fn parse(line: &str) -> Result<Option<Command>, CommandError> {
        let words: Vec<&str> = line.split_whitespace().collect();
        Ok(Some(match words.as_slice() {
            [] => return Ok(None),
            ["uci"] => Command::Uci,
            ["ugi"] => Command::Ugi,
            ["isready"] => Command::IsReady,
            ["ucinewgame" | "uginewgame"] => Command::NewGame,
            ["stop"] => Command::Stop,
            ["ponderhit"] => Command::PonderHit,
            ["quit"] => Command::Quit,
            ["legalmoves"] => Command::LegalMoves,
            ["d"] => Command::Board,
            ["state"] => Command::State,
            ["forward"] => Command::Forward,
            ["eval"] => Command::Eval,
            ["flip"] => Command::Flip,
            ["help"] => Command::Help,
            ["debug", rest @ ..] => debug(rest)?,
            ["register", ..] => Command::Register,
            ["setoption", rest @ ..] => set_option(line, rest)?,
            ["position", rest @ ..] => position(rest)?,
            ["go", rest @ ..] => Command::Go(Box::new(Go::parse(rest)?)),
            ["explain", rest @ ..] => explain(rest)?,
            ["json", rest @ ..] => json(line, rest)?,
            ["query", rest @ ..] => Command::Query(query(rest)?),
            [first, rest @ ..] => {
                let command = WITHOUT_WORDS.into_iter().find(|name| name == first);
                return Err(match command {
                    Some(command) => wrong(command, rest, "expected: the command takes no words"),
                    None => CommandError::Unknown(excerpt(first)),
                });
            }
        }))
    }
}

/// The error for wrong words after a command.
fn wrong(command: &'static str, words: &[&str], expected: &'static str) -> CommandError {
    CommandError::Word {
        command,
        word: excerpt(&words.join(" ")),
        expected,
    }
}

/// Reads the words that follow `debug`.
fn debug(words: &[&str]) -> Result<Command, CommandError> {
    match words {
        ["on"] => Ok(Command::Debug(true)),
        ["off"] => Ok(Command::Debug(false)),
        [] => Err(CommandError::Form {
            command: "debug",
            expected: "it takes one word, on or off",
        }),
        _ => Err(wrong("debug", words, "on or off")),
    }
}

/// Reads the words that follow `explain`.
fn explain(words: &[&str]) -> Result<Command, CommandError> {
    match words {
        [text] => Ok(Command::Explain((*text).to_owned())),
        _ => Err(CommandError::Form {
            command: "explain",
            expected: "it takes one move, as in explain e6e5",
        }),
    }
}

/// Reads the words that follow `query`.
fn query(words: &[&str]) -> Result<Query, CommandError> {
    match words {
        ["gameover"] => Ok(Query::GameOver),
        ["p1turn"] => Ok(Query::FirstPlayersTurn),
        ["result"] => Ok(Query::Result),
        [] => Err(CommandError::Form {
            command: "query",
            expected: "it takes one word, gameover, p1turn or result",
        }),
        _ => Err(wrong("query", words, "gameover, p1turn or result")),
    }
}

/// Reads the words that follow `json`. The first word is the question. The body is the rest of the
/// line, without white space at its ends.
fn json(line: &str, words: &[&str]) -> Result<Command, CommandError> {
    let [question, ..] = words else {
        return Err(CommandError::Form {
            command: "json",
            expected: "it takes the form json QUESTION [OBJECT]",
        });
    };
    Ok(Command::Json {
        question: (*question).to_owned(),
        body: after_words(line, 2).to_owned(),
    })
}

/// The part of a line after its first `count` words, without white space at its ends.
fn after_words(line: &str, count: usize) -> &str {
    let mut rest = line;
    for _ in 0..count {
        rest = rest.trim_start();
        let end = rest.find(char::is_whitespace).unwrap_or(rest.len());
        rest = rest.get(end..).unwrap_or_default();
    }
    rest.trim()
}

/// Reads the words that follow `setoption`. Name and value may both contain spaces. The first word
/// `value` separates them. The value is the rest of the line, without white space at its ends.
fn set_option(line: &str, words: &[&str]) -> Result<Command, CommandError> {
    let wrong_form = CommandError::Form {
        command: "setoption",
        expected: "it takes the form setoption name NAME [value VALUE]",
    };
    let ["name", rest @ ..] = words else {
        return Err(wrong_form);
    };
    let (name, value) = match rest.iter().position(|&word| word == "value") {
        Some(at) => {
            let (name, _) = rest.split_at(at);
            // Before the value: `setoption`, `name`, the name (`at` words), and `value`.
            (name, Some(after_words(line, at + 3).to_owned()))
        }
        None => (rest, None),
    };
    if name.is_empty() {
        return Err(wrong_form);
    }
    Ok(Command::SetOption {
        name: name.join(" "),
        value,
    })
}

/// Reads the words that follow `position`.
fn position(words: &[&str]) -> Result<Command, CommandError> {
    let split = words
        .iter()
        .position(|&word| word == "moves")
        .unwrap_or(words.len());
    let (start, moves) = words.split_at(split);
    let fen = match start {
        ["startpos"] => None,
        ["fen", fields @ ..] if !fields.is_empty() => Some(fields.join(" ")),
        _ => {
            return Err(CommandError::Form {
                command: "position",
                expected: "it takes the form position startpos|fen FEN [moves MOVE ...]",
            });
        }
    };
    let moves = moves.iter().skip(1).map(|&word| word.to_owned()).collect();
    Ok(Command::Position { fen, moves })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn blanks_in_the_value_of_an_option_are_kept() {
        for (line, value) in [
            (
                "setoption name Debug  Log File value  /a  b.log ",
                Some("/a  b.log"),
            ),
            (
                "  setoption name Debug Log File value a value",
                Some("a value"),
            ),
            ("setoption name Debug Log File value", Some("")),
            ("setoption name Debug Log File", None),
        ] {
            let expected = Command::SetOption {
                name: "Debug Log File".to_owned(),
                value: value.map(str::to_owned),
            };
            assert_eq!(Command::parse(line), Ok(Some(expected)), "{line}");
        }
    }
}
