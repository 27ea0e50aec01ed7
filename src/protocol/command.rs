//! What a client says: each line is parsed into a [`Command`], which prints itself as that line, so
//! that a program which speaks the other side can use it as well.

use std::fmt;

use thiserror::Error;

/// A question of the general game interface about the state of the game.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Query {
    /// Whether the game is over.
    GameOver,
    /// Whether it is the first player's turn.
    FirstPlayersTurn,
    /// The result.
    Result,
}

/// The bounds of a search as a client gives them. Times are milliseconds; a clock that has run out
/// may be negative.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Go {
    /// Turns to look at, all when empty.
    pub searchmoves: Vec<String>,
    /// Think on the opponent's time until `ponderhit`.
    pub ponder: bool,
    /// Do not answer before `stop`.
    pub infinite: bool,
    /// Clock of White.
    pub wtime: Option<i64>,
    /// Clock of Black.
    pub btime: Option<i64>,
    /// Increment of White.
    pub winc: Option<i64>,
    /// Increment of Black.
    pub binc: Option<i64>,
    /// Clock of the first player, whatever colour it holds.
    pub p1time: Option<i64>,
    /// Clock of the second player.
    pub p2time: Option<i64>,
    /// Increment of the first player.
    pub p1inc: Option<i64>,
    /// Increment of the second player.
    pub p2inc: Option<i64>,
    /// Turns until the clocks are refilled.
    pub movestogo: Option<i64>,
    /// Plies.
    pub depth: Option<i64>,
    /// Nodes.
    pub nodes: Option<i64>,
    /// Own turns within which a forced end is looked for.
    pub mate: Option<i64>,
    /// Time for this turn.
    pub movetime: Option<i64>,
    /// Count turn sequences of this length instead of searching.
    pub perft: Option<i64>,
}

/// A line from the client.
#[derive(Clone, PartialEq, Eq, Debug)]
#[allow(
    missing_docs,
    reason = "each is the command of its name, told in protocol.md"
)]
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
    Draw,
    State,
    Explain(String),
    Forward,
    Eval,
    Flip,
    Help,
    Query(Query),
}

/// Why a line is no command.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
pub enum CommandError {
    /// Its first word is none of ours.
    #[error("unknown command '{0}'; help lists them")]
    Unknown(String),
    /// It lacks something.
    #[error("{command}: {expected}")]
    Incomplete {
        /// The command.
        command: &'static str,
        /// What would be right.
        expected: &'static str,
    },
    /// A word does not belong there.
    #[error("{command}: '{word}' is not {expected}")]
    Word {
        /// The command.
        command: &'static str,
        /// The word.
        word: String,
        /// What would be right.
        expected: &'static str,
    },
}

/// A piece of input as a complaint shows it: cut to a length that fits a line, with what cannot be
/// printed escaped.
#[must_use]
pub fn shown(word: &str) -> String {
    cut(word, 60)
}

/// A whole complaint, in which pieces of input may stand as they came: no longer than a line may
/// be, and only what can be printed.
#[must_use]
pub fn tidy(complaint: &str) -> String {
    cut(complaint, 400)
}

fn cut(text: &str, most: usize) -> String {
    let mut shown = String::new();
    for letter in text.chars().take(most) {
        if letter.is_ascii_graphic() || letter == ' ' {
            shown.push(letter);
        } else {
            shown.extend(letter.escape_debug());
        }
    }
    if text.chars().nth(most).is_some() {
        shown.push_str("...");
    }
    shown
}

impl Command {
    /// Reads a line. Words are parted by any white space; an empty line is no command.
    ///
    /// # Errors
    ///
    /// Names the word that is wrong and what would be right.
    pub fn parse(line: &str) -> Result<Option<Command>, CommandError> {
        let words: Vec<&str> = line.split_whitespace().collect();
        let wrong = |command, word: &str, expected| {
            Err(CommandError::Word {
                command,
                word: shown(word),
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
            ["go", rest @ ..] => Command::Go(Box::new(go(rest)?)),
            ["explain", text] => Command::Explain((*text).to_owned()),
            ["explain", ..] => {
                let expected = "it takes one move, as in explain e6e5";
                return Err(CommandError::Incomplete {
                    command: "explain",
                    expected,
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
            [first, ..] => return Err(CommandError::Unknown(shown(first))),
        }))
    }
}

/// `name` and `value` may both hold spaces; the first word `value` parts them.
fn set_option(words: &[&str]) -> Result<Command, CommandError> {
    let expected = "it takes the form setoption name NAME [value VALUE]";
    let incomplete = || CommandError::Incomplete {
        command: "setoption",
        expected,
    };
    let ["name", rest @ ..] = words else {
        return Err(incomplete());
    };
    let split = rest.iter().position(|&word| word == "value");
    let (name, value) = match split {
        Some(at) => {
            let (name, value) = rest.split_at(at);
            (
                name,
                Some(value.iter().skip(1).copied().collect::<Vec<_>>().join(" ")),
            )
        }
        None => (rest, None),
    };
    if name.is_empty() {
        return Err(incomplete());
    }
    Ok(Command::SetOption {
        name: name.join(" "),
        value,
    })
}

fn position(words: &[&str]) -> Result<Command, CommandError> {
    let expected = "it takes the form position startpos|fen FEN [moves MOVE ...]";
    let incomplete = || CommandError::Incomplete {
        command: "position",
        expected,
    };
    let split = words
        .iter()
        .position(|&word| word == "moves")
        .unwrap_or(words.len());
    let (start, moves) = words.split_at(split);
    let fen = match start {
        ["startpos"] => None,
        ["fen", fields @ ..] if !fields.is_empty() => Some(fields.join(" ")),
        _ => return Err(incomplete()),
    };
    let moves = moves.iter().skip(1).map(|&word| word.to_owned()).collect();
    Ok(Command::Position { fen, moves })
}

const NUMBERS: [&str; 14] = [
    "wtime",
    "btime",
    "winc",
    "binc",
    "p1time",
    "p2time",
    "p1inc",
    "p2inc",
    "movestogo",
    "depth",
    "nodes",
    "mate",
    "movetime",
    "perft",
];

impl Go {
    fn number(&mut self, name: &str) -> Option<&mut Option<i64>> {
        Some(match name {
            "wtime" => &mut self.wtime,
            "btime" => &mut self.btime,
            "winc" => &mut self.winc,
            "binc" => &mut self.binc,
            "p1time" => &mut self.p1time,
            "p2time" => &mut self.p2time,
            "p1inc" => &mut self.p1inc,
            "p2inc" => &mut self.p2inc,
            "movestogo" => &mut self.movestogo,
            "depth" => &mut self.depth,
            "nodes" => &mut self.nodes,
            "mate" => &mut self.mate,
            "movetime" => &mut self.movetime,
            "perft" => &mut self.perft,
            _ => return None,
        })
    }
}

fn go(words: &[&str]) -> Result<Go, CommandError> {
    let mut go = Go::default();
    let mut words = words.iter().copied().peekable();
    while let Some(word) = words.next() {
        match word {
            "ponder" => go.ponder = true,
            "infinite" => go.infinite = true,
            "searchmoves" => {
                let is_keyword = |word: &&str| {
                    NUMBERS.contains(word) || ["ponder", "infinite", "searchmoves"].contains(word)
                };
                while let Some(text) = words.next_if(|word| !is_keyword(word)) {
                    go.searchmoves.push(text.to_owned());
                }
            }
            name => {
                let Some(place) = go.number(name) else {
                    let expected = "a word of go";
                    return Err(CommandError::Word {
                        command: "go",
                        word: shown(name),
                        expected,
                    });
                };
                let text = words.next().unwrap_or_default();
                let expected = "a whole number";
                let wrong = || CommandError::Word {
                    command: "go",
                    word: shown(text),
                    expected,
                };
                *place = Some(whole_number(text).ok_or_else(wrong)?);
            }
        }
    }
    let counts = [("depth", go.depth), ("nodes", go.nodes), ("mate", go.mate)];
    if let Some((name, _)) = counts
        .into_iter()
        .find(|(_, number)| number.is_some_and(|number| number < 1))
    {
        return Err(CommandError::Word {
            command: "go",
            word: name.to_owned(),
            expected: "followed by a number from 1 on",
        });
    }
    if go.perft.is_some_and(|depth| depth < 0) {
        return Err(CommandError::Word {
            command: "go",
            word: "perft".to_owned(),
            expected: "followed by a number from 0 on",
        });
    }
    Ok(go)
}

/// A whole number; one that is too large for the computer is as large as can be.
fn whole_number(text: &str) -> Option<i64> {
    let digits = text.strip_prefix(['-', '+']).unwrap_or(text);
    if digits.is_empty() || !digits.bytes().all(|byte| byte.is_ascii_digit()) {
        return None;
    }
    let limit = if text.starts_with('-') {
        i64::MIN
    } else {
        i64::MAX
    };
    Some(text.parse().unwrap_or(limit))
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
            Command::Draw => f.write_str("d"),
            Command::State => f.write_str("state"),
            Command::Explain(text) => write!(f, "explain {text}"),
            Command::Forward => f.write_str("forward"),
            Command::Eval => f.write_str("eval"),
            Command::Flip => f.write_str("flip"),
            Command::Help => f.write_str("help"),
            Command::Query(Query::GameOver) => f.write_str("query gameover"),
            Command::Query(Query::FirstPlayersTurn) => f.write_str("query p1turn"),
            Command::Query(Query::Result) => f.write_str("query result"),
        }
    }
}

impl fmt::Display for Go {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("go")?;
        if self.ponder {
            f.write_str(" ponder")?;
        }
        if self.infinite {
            f.write_str(" infinite")?;
        }
        let mut go = self.clone();
        for name in NUMBERS {
            if let Some(Some(number)) = go.number(name) {
                write!(f, " {name} {number}")?;
            }
        }
        if !self.searchmoves.is_empty() {
            write!(f, " searchmoves {}", self.searchmoves.join(" "))?;
        }
        Ok(())
    }
}
