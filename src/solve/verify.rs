//! Checks a proof with nothing but the rules: plays the turn of every step, and answers it with
//! every turn that [`Rules::turns`] gives to the other player.
//!
//! Nothing of the search is used here, so that an error in it cannot hide itself.

use std::collections::{HashMap, HashSet};

use thiserror::Error;

use super::proof::HEADING;
use crate::board::{Setup, Turn};
use crate::games::{Game, TypedGame, Visitor};
use crate::notation::{PositionError, TurnError};
use crate::rules::draw::FIFTY_MOVES;
use crate::rules::{Rules, Seat};

/// What a proof that holds shows.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Verified {
    /// The game.
    pub variant: &'static Game,
    /// The position.
    pub position: String,
    /// The player who wins.
    pub winner: Seat,
    /// Within how many own turns.
    pub turns: u8,
    /// Steps that are needed.
    pub steps: usize,
    /// Turns of the other player that were answered.
    pub replies: u64,
}

/// Why a proof does not hold.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
pub enum Flaw {
    /// A line does not have its form.
    #[error("line {line}: '{found}'; it must be {expected}")]
    Form {
        /// Its number.
        line: usize,
        /// What stands there, cut after 60 characters.
        found: String,
        /// What would be right.
        expected: &'static str,
    },
    /// A turn that is none.
    #[error("line {line}: {error}")]
    NoTurn {
        /// The number of the line.
        line: usize,
        /// What is wrong with it.
        error: TurnError,
    },
    /// Two steps for the same position.
    #[error("line {line}: there is a step for this position already")]
    Twice {
        /// The number of the line.
        line: usize,
    },
    /// The position is none of the game.
    #[error("line 3: {0}")]
    Root(#[from] PositionError),
    /// The file ends early or goes on.
    #[error("{found} steps, but the heading says {announced}")]
    Count {
        /// How many there are.
        found: usize,
        /// How many there should be.
        announced: usize,
    },
    /// A turn that is not legal.
    #[error("line {line}: {turn} is not legal there: {reason}")]
    Illegal {
        /// The number of the line.
        line: usize,
        /// The turn.
        turn: Turn,
        /// The rule that forbids it.
        reason: String,
    },
    /// The winner can come to a position for which there is no step.
    #[error("there is no step for {0}")]
    Missing(String),
    /// A way that takes too many turns.
    #[error("line {line}: {found} turns, where only {left} are left")]
    TooLong {
        /// The number of the line of the step.
        line: usize,
        /// Its turns.
        found: u8,
        /// What the way to it has left.
        left: u8,
    },
    /// A way that ends without the win.
    #[error("the game can end with {result} by {reason} in {position}")]
    NotWon {
        /// The result.
        result: &'static str,
        /// The rule.
        reason: &'static str,
        /// The position.
        position: String,
    },
}

/// A step as it is read.
struct Line {
    number: usize,
    turns: u8,
    turn: Turn,
}

/// The text of a proof, taken apart.
struct File {
    variant: &'static Game,
    position: String,
    winner: Seat,
    turns: u8,
    /// By the position without its count of full moves.
    steps: HashMap<String, Line>,
}

/// Checks the text of a proof.
///
/// # Errors
///
/// Names the first flaw.
pub fn verify(text: &str) -> Result<Verified, Flaw> {
    let file = read(text)?;
    file.variant.dispatch(&file)
}

fn form(line: usize, found: &str, expected: &'static str) -> Flaw {
    Flaw::Form {
        line,
        found: found.chars().take(60).collect(),
        expected,
    }
}

fn read(text: &str) -> Result<File, Flaw> {
    let mut lines = (1..).zip(text.lines());
    let mut heading = |start: &str, expected| match lines.next() {
        Some((number, line)) => line
            .strip_prefix(start)
            .map(|rest| (number, rest.to_owned()))
            .ok_or_else(|| form(number, line, expected)),
        None => Err(form(text.lines().count() + 1, "", expected)),
    };
    let (number, rest) = heading(HEADING, "'reviver proof 1'")?;
    if !rest.is_empty() {
        return Err(form(number, &rest, "'reviver proof 1'"));
    }
    let expected = "'variant' and the name of a game";
    let (number, name) = heading("variant ", expected)?;
    let variant = name.parse().map_err(|_| form(number, &name, expected))?;
    let (_, position) = heading("position ", "'position' and six fields")?;
    let expected = "'winner 1' or 'winner 2'";
    let (number, player) = heading("winner ", expected)?;
    let winner = match player.as_str() {
        "1" => Seat::First,
        "2" => Seat::Second,
        _ => return Err(form(number, &player, expected)),
    };
    let expected = "'turns' and a number up to 255";
    let (number, word) = heading("turns ", expected)?;
    let turns = word.parse().map_err(|_| form(number, &word, expected))?;
    let expected = "'steps' and a number";
    let (number, word) = heading("steps ", expected)?;
    let announced: usize = word.parse().map_err(|_| form(number, &word, expected))?;

    let mut steps = HashMap::new();
    for (number, line) in lines {
        let (position, step) = read_step(number, line)?;
        if steps.insert(position.to_owned(), step).is_some() {
            return Err(Flaw::Twice { line: number });
        }
    }
    let found = steps.len();
    if found != announced {
        return Err(Flaw::Count { found, announced });
    }
    Ok(File {
        variant,
        position,
        winner,
        turns,
        steps,
    })
}

fn read_step(number: usize, line: &str) -> Result<(&str, Line), Flaw> {
    let expected = "a number of turns, a turn and five fields of a position";
    let error = || form(number, line, expected);
    let mut words = line.splitn(3, ' ');
    let (Some(turns), Some(turn), Some(position)) = (words.next(), words.next(), words.next())
    else {
        return Err(error());
    };
    let turns = turns.parse().map_err(|_| error())?;
    let turn = turn.parse().map_err(|error| Flaw::NoTurn {
        line: number,
        error,
    })?;
    let step = Line {
        number,
        turns,
        turn,
    };
    Ok((position, step))
}

impl Visitor for &File {
    type Output = Result<Verified, Flaw>;

    fn visit<R: Rules>(self, variant: TypedGame<R>) -> Self::Output {
        let root: R = variant.read(&self.position)?;
        let mut check = Check {
            file: self,
            followed: HashSet::new(),
            replies: 0,
        };
        check.wins(&root, self.turns)?;
        Ok(Verified {
            variant: variant.game(),
            position: self.position.clone(),
            winner: self.winner,
            turns: self.turns,
            steps: check.followed.len(),
            replies: check.replies,
        })
    }
}

struct Check<'a> {
    file: &'a File,
    /// The steps that have been followed to all ends, by the number of their line.
    followed: HashSet<usize>,
    replies: u64,
}

impl Check<'_> {
    /// That the winner wins from here within so many turns. Each step on a way has fewer turns than
    /// the one before, so that the ways are finite and no position comes twice on one.
    fn wins<R: Rules>(&mut self, position: &R, left: u8) -> Result<(), Flaw> {
        if let Some(outcome) = position.outcome() {
            if outcome.winner == Some(self.file.winner) {
                return Ok(());
            }
            return Err(Flaw::NotWon {
                result: outcome.result(),
                reason: outcome.ending.word(),
                position: position.setup().to_string(),
            });
        }
        if position.setup().halfmove >= FIFTY_MOVES {
            return Err(Flaw::NotWon {
                result: "a draw or a count of points",
                reason: "fifty-moves",
                position: position.setup().to_string(),
            });
        }
        if position.seat() == self.file.winner {
            return self.follows(position, left);
        }
        for turn in position.turns() {
            self.replies += 1;
            self.wins(&position.play(turn), left)?;
        }
        Ok(())
    }

    /// That there is a step for a position of the winner, and that it wins.
    fn follows<R: Rules>(&mut self, position: &R, left: u8) -> Result<(), Flaw> {
        let text = without_full_moves(position.setup());
        let Some(step) = self.file.steps.get(&text) else {
            return Err(Flaw::Missing(text));
        };
        if step.turns > left || step.turns == 0 {
            return Err(Flaw::TooLong {
                line: step.number,
                found: step.turns,
                left,
            });
        }
        // Going on from here hangs on the step alone, not on the way to it.
        if !self.followed.insert(step.number) {
            return Ok(());
        }
        if let Some(reason) = position.illegality(step.turn) {
            return Err(Flaw::Illegal {
                line: step.number,
                turn: step.turn,
                reason: reason.to_string(),
            });
        }
        self.wins(&position.play(step.turn), step.turns - 1)
    }
}

/// The first five fields of a position.
fn without_full_moves(setup: &Setup) -> String {
    let mut text = setup.to_string();
    if let Some(end) = text.rfind(' ') {
        text.truncate(end);
    }
    text
}
