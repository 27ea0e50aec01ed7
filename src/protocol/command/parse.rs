//! Parses a line into a command.

use super::{Command, CommandError, Go, Query};
use crate::protocol::excerpt::excerpt;

impl Command {
    /// Reads a line. Words are separated by any white space; an empty line gives `None`.
    ///
    /// # Errors
    ///
    /// If the line is not a command. The error says which word is wrong, and what would be right.
    pub fn parse(line: &str) -> Result<Option<Command>, CommandError> {
        let words: Vec<&str> = line.split_whitespace().collect();
        let wrong = |command, word: &str, expected| {
            Err(CommandError::Word {
                command,
                word: excerpt(word),
                expected,
            })
        };
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
            ["d"] => Command::Draw,
            ["state"] => Command::State,
            ["forward"] => Command::Forward,
            ["eval"] => Command::Eval,
            ["flip"] => Command::Flip,
            ["help"] => Command::Help,
            ["debug", "on"] => Command::Debug(true),
            ["debug", "off"] => Command::Debug(false),
            ["debug", rest @ ..] => return wrong("debug", &rest.join(" "), "on or off"),
            ["register", ..] => Command::Register,
            ["setoption", rest @ ..] => set_option(rest)?,
            ["position", rest @ ..] => position(rest)?,
            ["go", rest @ ..] => Command::Go(Box::new(Go::parse(rest)?)),
            ["explain", text] => Command::Explain((*text).to_owned()),
            ["explain", ..] => {
                return Err(CommandError::Incomplete {
                    command: "explain",
                    expected: "it takes one move, as in explain e6e5",
                });
            }
            ["json", question, ..] => json(line, question),
            ["json"] => {
                return Err(CommandError::Incomplete {
                    command: "json",
                    expected: "it takes the form json QUESTION [OBJECT]",
                });
            }
            ["query", "gameover"] => Command::Query(Query::GameOver),
            ["query", "p1turn"] => Command::Query(Query::FirstPlayersTurn),
            ["query", "result"] => Command::Query(Query::Result),
            ["query", rest @ ..] => {
                return wrong("query", &rest.join(" "), "gameover, p1turn or result");
            }
            [
                "uci" | "ugi" | "isready" | "ucinewgame" | "uginewgame" | "stop" | "ponderhit"
                | "quit" | "legalmoves" | "d" | "state" | "forward" | "eval" | "flip" | "help",
                rest @ ..,
            ] => {
                return wrong(
                    "this command",
                    &rest.join(" "),
                    "expected; it takes no words",
                );
            }
            [first, ..] => return Err(CommandError::Unknown(excerpt(first))),
        }))
    }
}

/// Reads a question. Its body is the rest of the line, with all its spaces.
fn json(line: &str, question: &str) -> Command {
    let rest = line.trim_start().strip_prefix("json").unwrap_or_default();
    let body = rest.trim_start().strip_prefix(question);
    Command::Json {
        question: question.to_owned(),
        body: body.unwrap_or_default().trim().to_owned(),
    }
}

/// Reads the words that follow `setoption`. Name and value may both contain spaces; the first word
/// `value` separates them.
fn set_option(words: &[&str]) -> Result<Command, CommandError> {
    let incomplete = CommandError::Incomplete {
        command: "setoption",
        expected: "it takes the form setoption name NAME [value VALUE]",
    };
    let ["name", rest @ ..] = words else {
        return Err(incomplete);
    };
    let (name, value) = match rest.iter().position(|&word| word == "value") {
        Some(at) => {
            let (name, value) = rest.split_at(at);
            let value: Vec<&str> = value.iter().skip(1).copied().collect();
            (name, Some(value.join(" ")))
        }
        None => (rest, None),
    };
    if name.is_empty() {
        return Err(incomplete);
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
            return Err(CommandError::Incomplete {
                command: "position",
                expected: "it takes the form position startpos|fen FEN [moves MOVE ...]",
            });
        }
    };
    let moves = moves.iter().skip(1).map(|&word| word.to_owned()).collect();
    Ok(Command::Position { fen, moves })
}
