//! The words of `go`: the limits of a search as a client sends them.

use std::fmt;

use super::CommandError;
use crate::protocol::excerpt::excerpt;
use crate::rules::MAX_PERFT_DEPTH;

/// The limits of a search as a client sends them. Times are in milliseconds. A clock that has run
/// out may be negative.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Go {
    /// The root moves to search. Empty: all.
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
    /// Clock of the first player, whatever its colour.
    pub p1time: Option<i64>,
    /// Clock of the second player.
    pub p2time: Option<i64>,
    /// Increment of the first player.
    pub p1inc: Option<i64>,
    /// Increment of the second player.
    pub p2inc: Option<i64>,
    /// The player's own turns until its clock is refilled.
    pub movestogo: Option<i64>,
    /// Depth limit in plies.
    pub depth: Option<i64>,
    /// Limit of nodes.
    pub nodes: Option<i64>,
    /// Stop at a forced win in at most this number of the player's own turns.
    pub mate: Option<i64>,
    /// Time for this turn.
    pub movetime: Option<i64>,
    /// Count turn sequences of this length instead of searching.
    pub perft: Option<i64>,
}

/// A number in `go`: the word before it, its field in [`Go`], and its allowed values.
type Number = (&'static str, fn(&mut Go) -> &mut Option<i64>, Values);

/// Which values a number may have.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Values {
    /// Any whole number.
    Any,
    /// From 0 on.
    NotNegative,
    /// From 1 on.
    Positive,
    /// From 0 to [`MAX_PERFT_DEPTH`].
    Perft,
}

const NUMBERS: [Number; 14] = [
    ("wtime", |go| &mut go.wtime, Values::Any),
    ("btime", |go| &mut go.btime, Values::Any),
    ("winc", |go| &mut go.winc, Values::Any),
    ("binc", |go| &mut go.binc, Values::Any),
    ("p1time", |go| &mut go.p1time, Values::Any),
    ("p2time", |go| &mut go.p2time, Values::Any),
    ("p1inc", |go| &mut go.p1inc, Values::Any),
    ("p2inc", |go| &mut go.p2inc, Values::Any),
    ("movestogo", |go| &mut go.movestogo, Values::Any),
    ("depth", |go| &mut go.depth, Values::Positive),
    ("nodes", |go| &mut go.nodes, Values::Positive),
    ("mate", |go| &mut go.mate, Values::Positive),
    ("movetime", |go| &mut go.movetime, Values::NotNegative),
    ("perft", |go| &mut go.perft, Values::Perft),
];

fn is_keyword(word: &str) -> bool {
    NUMBERS.iter().any(|&(name, ..)| name == word)
        || ["ponder", "infinite", "searchmoves"].contains(&word)
}

impl Go {
    /// Reads the words that follow `go`.
    ///
    /// # Errors
    ///
    /// If a word is wrong. The error says which one, and what would be right.
    pub(super) fn parse(words: &[&str]) -> Result<Go, CommandError> {
        let mut go = Go::default();
        let mut words = words.iter().copied().peekable();
        while let Some(word) = words.next() {
            match word {
                "ponder" => go.ponder = true,
                "infinite" => go.infinite = true,
                "searchmoves" => {
                    while let Some(text) = words.next_if(|word| !is_keyword(word)) {
                        go.searchmoves.push(text.to_owned());
                    }
                }
                word => {
                    let number = NUMBERS.iter().find(|&&(name, ..)| name == word);
                    let &(_, field, _) = number.ok_or_else(|| wrong(word, "a word of go"))?;
                    let missing = || wrong(word, "followed by a whole number");
                    let text = words.next().ok_or_else(missing)?;
                    let number = whole_number(text).ok_or_else(|| wrong(text, "a whole number"))?;
                    *field(&mut go) = Some(number);
                }
            }
        }
        go.check_numbers()?;
        Ok(go)
    }

    fn check_numbers(&mut self) -> Result<(), CommandError> {
        for (name, field, values) in NUMBERS {
            let Some(number) = *field(self) else { continue };
            let expected = match values {
                Values::NotNegative if number < 0 => "followed by a number from 0 on",
                Values::Positive if number < 1 => "followed by a number from 1 on",
                Values::Perft if !(0..=i64::from(MAX_PERFT_DEPTH)).contains(&number) => {
                    "followed by a number from 0 to 100"
                }
                _ => continue,
            };
            return Err(wrong(name, expected));
        }
        Ok(())
    }
}

fn wrong(word: &str, expected: &'static str) -> CommandError {
    CommandError::Word {
        command: "go",
        word: excerpt(word),
        expected,
    }
}

/// Reads a whole number. Numbers beyond 64 bits become the nearest number that fits.
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
        for (name, field, _) in NUMBERS {
            if let Some(number) = *field(&mut go) {
                write!(f, " {name} {number}")?;
            }
        }
        if !self.searchmoves.is_empty() {
            write!(f, " searchmoves {}", self.searchmoves.join(" "))?;
        }
        Ok(())
    }
}
