//! Checks a proof by the rules alone. A *step* of a proof is a position in which the winner is to
//! play, together with the winning turn. For the winner, the check plays the turn of the step. For
//! the loser, it plays every legal turn ([`Rules::turns`]).
//!
//! The check shares only the rules with the search, so it does not repeat an error of the search.

use std::collections::{HashMap, HashSet};

use thiserror::Error;

use super::proof::HEADING;
use super::repetition::Occurrences;
use crate::board::{Setup, Turn};
use crate::games::{self, Game, TypedGame, Visitor};
use crate::notation::{PositionError, TurnError, turn};
use crate::plural::counted;
use crate::rules::draw::FIFTY_MOVES;
use crate::rules::{DrawCause, Form, Rules, Seat};

/// What a valid proof proves.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Verified {
    /// The game.
    pub variant: &'static Game,
    /// The root position of the proof.
    pub position: String,
    /// The player who wins.
    pub winner: Seat,
    /// The winner wins within this many own turns.
    pub turns: u8,
    /// The number of steps that the check used.
    pub steps: usize,
    /// The number of the loser's turns that the check played.
    pub replies: u64,
}

/// Why a proof is not valid.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
pub enum Flaw {
    /// A line of the file has the wrong form.
    #[error("line {line}: expected {expected}, found '{found}'")]
    Form {
        /// The number of the line.
        line: usize,
        /// The first 60 characters of the line.
        found: String,
        /// The expected form.
        expected: &'static str,
    },
    /// In the line `variant`, the definition after the name of the game is not accepted.
    #[error("line {line}: {reason}")]
    Game {
        /// The number of the line.
        line: usize,
        /// The problem.
        reason: String,
    },
    /// The text of a turn has the wrong form.
    #[error("line {line}: {error}")]
    BadTurn {
        /// The number of the line.
        line: usize,
        /// The problem.
        error: TurnError,
    },
    /// Two steps have the same position.
    #[error("line {line}: an earlier line already has a step for this position")]
    Twice {
        /// The number of the line.
        line: usize,
    },
    /// The root position is not valid in the game.
    #[error("line 3: {0}")]
    Root(#[from] PositionError),
    /// The line `steps` announces another number of steps than the file has.
    #[error("found {found} steps, but the line 'steps' says {announced}")]
    Count {
        /// The number of steps in the file.
        found: usize,
        /// The number in the line `steps`.
        announced: usize,
    },
    /// The turn of a step is not legal.
    #[error("line {line}: {turn} is not legal in this position: {reason}")]
    Illegal {
        /// The number of the line.
        line: usize,
        /// The turn.
        turn: Turn,
        /// The rule that it breaks.
        reason: String,
    },
    /// A line of play reaches a position with the winner to play, but this position has no step.
    #[error("there is no step for the position {0}")]
    Missing(String),
    /// A step takes more turns than are left.
    #[error(
        "line {line}: the step says {}, but the win must take at most {}",
        counted(*found, "turn"),
        counted(*left, "turn")
    )]
    TooLong {
        /// The number of the line of the step.
        line: usize,
        /// The turns of the step.
        found: u8,
        /// The turns left when a line of play reaches the step.
        left: u8,
    },
    /// A line of play ends without a win.
    #[error(
        "the player that the proof names as the winner does not always win: the game can end with {result} in {position} ({reason})"
    )]
    NotWon {
        /// The result.
        result: &'static str,
        /// The rule that ends the game, as part of a sentence.
        reason: &'static str,
        /// The position.
        position: String,
    },
    /// A line of play may end by repetition.
    #[error(
        "a line of play may reach {0} for the third time, which would end the game by repetition"
    )]
    Repeats(String),
}

/// A step that was read from a line of the file, without its position.
struct StepLine {
    /// The number of the line.
    number: usize,
    /// The winner wins within this many own turns; at least 1.
    turns: u8,
    turn: Turn,
}

/// The contents of a proof file.
struct ProofFile {
    variant: &'static Game,
    position: String,
    winner: Seat,
    turns: u8,
    /// The steps. The key of a step is its position without the fullmove number.
    steps: HashMap<String, StepLine>,
}

/// Checks the text of a proof.
///
/// # Errors
///
/// If the proof is not valid. The error is the first flaw.
pub fn verify(text: &str) -> Result<Verified, Flaw> {
    let file = read(text)?;
    file.variant.dispatch(&file)
}

fn bad_form(line: usize, found: &str, expected: &'static str) -> Flaw {
    Flaw::Form {
        line,
        found: found.chars().take(60).collect(),
        expected,
    }
}

fn read(text: &str) -> Result<ProofFile, Flaw> {
    let mut lines = (1..).zip(text.lines());
    let mut heading = |start: &str, expected| match lines.next() {
        Some((number, line)) => line
            .strip_prefix(start)
            .map(|rest| (number, rest.to_owned()))
            .ok_or_else(|| bad_form(number, line, expected)),
        None => Err(bad_form(text.lines().count() + 1, "", expected)),
    };
    let expected = "'reviver proof 1'";
    let (number, rest) = heading(HEADING, expected)?;
    if !rest.is_empty() {
        return Err(bad_form(number, &format!("{HEADING}{rest}"), expected));
    }
    let expected = "'variant' and the name of a game, and its switches if it is not built in";
    let (number, name) = heading("variant ", expected)?;
    let variant = games::identified(&name)
        .map_err(|error| Flaw::Game {
            line: number,
            reason: error.to_string(),
        })?
        .ok_or_else(|| bad_form(number, &format!("variant {name}"), expected))?;
    let (_, position) = heading("position ", "'position' and six fields")?;
    let expected = "'winner 1' or 'winner 2'";
    let (number, player) = heading("winner ", expected)?;
    let winner = match player.as_str() {
        "1" => Seat::First,
        "2" => Seat::Second,
        _ => return Err(bad_form(number, &format!("winner {player}"), expected)),
    };
    let expected = "'turns' and a number up to 255";
    let (number, word) = heading("turns ", expected)?;
    let turns = word
        .parse()
        .map_err(|_| bad_form(number, &format!("turns {word}"), expected))?;
    let expected = "'steps' and a number";
    let (number, word) = heading("steps ", expected)?;
    let announced: usize = word
        .parse()
        .map_err(|_| bad_form(number, &format!("steps {word}"), expected))?;

    let mut steps = HashMap::new();
    for (number, line) in lines {
        let (position, step) = read_step(variant.form(), number, line)?;
        if steps.insert(position.to_owned(), step).is_some() {
            return Err(Flaw::Twice { line: number });
        }
    }
    let found = steps.len();
    if found != announced {
        return Err(Flaw::Count { found, announced });
    }
    Ok(ProofFile {
        variant,
        position,
        winner,
        turns,
        steps,
    })
}

fn read_step(form: Form, number: usize, line: &str) -> Result<(&str, StepLine), Flaw> {
    let expected = "a number from 1 to 255, a turn and the first five fields of a position";
    let error = || bad_form(number, line, expected);
    let mut words = line.splitn(3, ' ');
    let (Some(turns), Some(turn), Some(position)) = (words.next(), words.next(), words.next())
    else {
        return Err(error());
    };
    let turns: u8 = turns.parse().map_err(|_| error())?;
    if turns == 0 {
        return Err(error());
    }
    let turn = turn::read(form, turn).map_err(|error| Flaw::BadTurn {
        line: number,
        error,
    })?;
    let step = StepLine {
        number,
        turns,
        turn,
    };
    Ok((position, step))
}

impl Visitor for &ProofFile {
    type Output = Result<Verified, Flaw>;

    fn visit<R: Rules>(self, variant: TypedGame<R>) -> Self::Output {
        let root: R = variant.read(&self.position)?;
        let mut checker = Checker {
            file: self,
            followed: HashSet::new(),
            occurrences: Occurrences::default(),
            replies: 0,
        };
        checker.wins(&root, self.turns)?;
        if let Some(position) = checker.occurrences.third_occurrence() {
            return Err(Flaw::Repeats(position.to_owned()));
        }
        Ok(Verified {
            variant: variant.game(),
            position: self.position.clone(),
            winner: self.winner,
            turns: self.turns,
            steps: checker.followed.len(),
            replies: checker.replies,
        })
    }
}

struct Checker<'a> {
    file: &'a ProofFile,
    /// The line numbers of the steps that the check has reached.
    followed: HashSet<usize>,
    occurrences: Occurrences,
    replies: u64,
}

impl Checker<'_> {
    /// Checks that the winner wins from this position within `left` own turns. Returns how many own
    /// turns the winner needs at most, according to the proof. Applies the fifty-move rule, but
    /// does not check repetition. The caller checks repetition at the end, with
    /// [`Occurrences::third_occurrence`].
    fn wins<R: Rules>(&mut self, position: &R, left: u8) -> Result<u8, Flaw> {
        let by_clock = || {
            let is_over = position.setup().halfmove >= FIFTY_MOVES;
            is_over.then(|| position.outcome_on(DrawCause::FiftyMoves))
        };
        if let Some(outcome) = position.outcome().or_else(by_clock) {
            self.occurrences.add(position.setup(), 0);
            if outcome.winner == Some(self.file.winner) {
                return Ok(0);
            }
            return Err(Flaw::NotWon {
                result: outcome.result(),
                reason: outcome.ending.description(),
                position: position.setup().to_string(),
            });
        }
        if position.seat() == self.file.winner {
            return self.follows(position, left);
        }
        let mut longest = 0;
        for turn in position.turns() {
            self.replies += 1;
            longest = longest.max(self.wins(&position.play(turn), left)?);
        }
        self.occurrences.add(position.setup(), longest);
        Ok(longest)
    }

    /// Checks that the position has a step, and that the step wins within `left` own turns. The
    /// winner must be to play. Returns the number of turns of the step.
    fn follows<R: Rules>(&mut self, position: &R, left: u8) -> Result<u8, Flaw> {
        let text = without_fullmove(position.setup());
        let Some(step) = self.file.steps.get(&text) else {
            return Err(Flaw::Missing(text));
        };
        if step.turns > left {
            return Err(Flaw::TooLong {
                line: step.number,
                found: step.turns,
                left,
            });
        }
        // The check of a step does not depend on the turns before the step, so one check is enough.
        if !self.followed.insert(step.number) {
            return Ok(step.turns);
        }
        if let Some(reason) = position.illegality(step.turn) {
            return Err(Flaw::Illegal {
                line: step.number,
                turn: step.turn,
                reason: reason.to_string(),
            });
        }
        self.occurrences.add(position.setup(), step.turns);
        self.wins(&position.play(step.turn), step.turns - 1)?;
        Ok(step.turns)
    }
}

/// The first five fields of a position.
fn without_fullmove(setup: &Setup) -> String {
    let mut text = setup.to_string();
    if let Some(end) = text.rfind(' ') {
        text.truncate(end);
    }
    text
}
