//! The lines that a client sends. Each is parsed into a [`Command`]. Code that acts as a client can
//! convert a command into a line.
//!
//! * `parse`: from a line to a command
//! * `go`: the arguments of the command `go`
//!
//! The session executes the commands.

mod error;
mod go;
mod parse;

use std::fmt;

pub use error::CommandError;
pub use go::Go;

/// A question of UGI about the state of the game.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Query {
    /// Whether the game is over.
    GameOver,
    /// Whether the first player is to play.
    FirstPlayersTurn,
    /// The result.
    Result,
}

/// A line from the client.
#[derive(Clone, PartialEq, Eq, Debug)]
#[allow(missing_docs, reason = "protocol.md describes each command")]
pub enum Command {
    Uci,
    Ugi,
    Debug(bool),
    IsReady,
    SetOption {
        name: String,
        value: Option<String>,
    },
    Register,
    NewGame,
    Position {
        fen: Option<String>,
        moves: Vec<String>,
    },
    Go(Box<Go>),
    Stop,
    PonderHit,
    Quit,
    LegalMoves,
    Board,
    State,
    Explain(String),
    Forward,
    Eval,
    Flip,
    Help,
    Query(Query),
    Json {
        question: String,
        body: String,
    },
}

impl fmt::Display for Command {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Command::Uci => f.write_str("uci"),
            Command::Ugi => f.write_str("ugi"),
            Command::Debug(on) => write!(f, "debug {}", if *on { "on" } else { "off" }),
            Command::IsReady => f.write_str("isready"),
            Command::SetOption { name, value: None } => write!(f, "setoption name {name}"),
            Command::SetOption {
                name,
                value: Some(value),
            } => {
                write!(f, "setoption name {name} value {value}")
            }
            Command::Register => f.write_str("register later"),
            Command::NewGame => f.write_str("ucinewgame"),
            Command::Position { fen, moves } => {
                match fen {
                    Some(fen) => write!(f, "position fen {fen}")?,
                    None => f.write_str("position startpos")?,
                }
                if !moves.is_empty() {
                    write!(f, " moves {}", moves.join(" "))?;
                }
                Ok(())
            }
            Command::Go(go) => go.fmt(f),
            Command::Stop => f.write_str("stop"),
            Command::PonderHit => f.write_str("ponderhit"),
            Command::Quit => f.write_str("quit"),
            Command::LegalMoves => f.write_str("legalmoves"),
            Command::Board => f.write_str("d"),
            Command::State => f.write_str("state"),
            Command::Explain(text) => write!(f, "explain {text}"),
            Command::Forward => f.write_str("forward"),
            Command::Eval => f.write_str("eval"),
            Command::Flip => f.write_str("flip"),
            Command::Help => f.write_str("help"),
            Command::Query(Query::GameOver) => f.write_str("query gameover"),
            Command::Query(Query::FirstPlayersTurn) => f.write_str("query p1turn"),
            Command::Query(Query::Result) => f.write_str("query result"),
            Command::Json { question, body } if body.is_empty() => write!(f, "json {question}"),
            Command::Json { question, body } => write!(f, "json {question} {body}"),
        }
    }
}
