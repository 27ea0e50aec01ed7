//! Applies the switches of a game file to those of its base, the game on which the file builds. If
//! the file names only a family, they are applied to the family's [`Switches::BASE`].

use toml::Value;

use super::error::{GameError, GameProblem, expectation};
use super::rules_text::switch_values;
use super::start::Start;
use super::values::{FamilyVisitor, Values};
use crate::nearest::nearest;
use crate::notation::{NativeWords, PositionError, position};
use crate::plural::listed;
use crate::rules::draw::FIFTY_MOVES;
use crate::rules::switches::Kings;
use crate::rules::{Rules, Switches};

/// The switches of a game, its start, and notes for its author.
pub(super) struct AppliedSwitches {
    pub(super) values: Values,
    pub(super) start: Start,
    pub(super) notes: Vec<String>,
}

/// A switch in a file.
pub(super) struct GivenSwitch {
    /// The byte offset of its name.
    pub(super) at: usize,
    pub(super) name: String,
    pub(super) value: Value,
}

/// Applies the switches of a file to those of a base.
pub(super) struct ReadSwitches<'a> {
    /// The text of the file.
    pub(super) text: &'a str,
    /// The switches of the file, in their order.
    pub(super) given: Vec<GivenSwitch>,
    /// The start of the base; `None` without a base.
    pub(super) start: Option<Start>,
    /// The byte offset of the game's name in the file. Errors without a better place are reported
    /// there.
    pub(super) at_name: usize,
}

impl FamilyVisitor for ReadSwitches<'_> {
    type Output = Result<AppliedSwitches, GameError>;

    fn visit<R: Rules + NativeWords>(
        self,
        mut switches: R::Switches,
        wrap: fn(R::Switches) -> Values,
    ) -> Self::Output {
        let (start, start_at) = self.apply::<R>(&mut switches)?;
        switches.common_mut().kings = match start {
            Start::Placement => Kings::PlacedByPlayers,
            Start::Position(_) | Start::RandomKings => Kings::OnBoard,
        };
        switches.check().map_err(|conflict| {
            let takes_part = |name: &str| conflict.switches.contains(&name);
            let given = self.given.iter().find(|switch| takes_part(&switch.name));
            let at = given.map_or(self.at_name, |switch| switch.at);
            self.error(at, GameProblem::Combination(conflict.problem))
        })?;
        let mut notes = self.without_effect(&switches, &start);
        for setup in start.all(switches.common().first) {
            let position = R::from_setup(&switches, setup).map_err(|illegal| {
                self.error(start_at, GameProblem::Start(PositionError::from(illegal)))
            })?;
            if matches!(start, Start::Position(_)) {
                notes.extend(note_on(&position));
            }
        }
        Ok(AppliedSwitches {
            values: wrap(switches),
            start,
            notes,
        })
    }
}

impl ReadSwitches<'_> {
    fn error(&self, at: usize, problem: GameProblem) -> GameError {
        GameError::at(self.text, at, problem)
    }

    /// Sets the switches that the file gives. Returns the start, and the byte offset at which
    /// errors of the start are reported.
    fn apply<R: Rules + NativeWords>(
        &self,
        switches: &mut R::Switches,
    ) -> Result<(Start, usize), GameError> {
        let mut start = self.start;
        let mut start_at = self.at_name;
        let mut first_at = None;
        // Whether the file gives a start other than `base`.
        let mut gives_position = false;
        for GivenSwitch { at, name, value } in &self.given {
            let error = |problem: GameProblem| self.error(*at, problem);
            if name == "start" {
                start_at = *at;
                start = read_start::<R>(value, self.start).map_err(error)?;
                gives_position = value.as_str() != Some("base");
            } else {
                set(switches, name, value).map_err(error)?;
            }
            if name == "first" {
                first_at = Some(*at);
            }
        }
        let Some(mut start) = start else {
            return Err(self.error(self.at_name, GameProblem::Missing("start")));
        };
        if let Start::Position(setup) = &mut start {
            let first = switches.common().first;
            match first_at.filter(|_| first != setup.side) {
                // `first` contradicts the side to play of the position in the file.
                Some(at) if gives_position => {
                    let found = setup.side;
                    return Err(self.error(at, GameProblem::First { found }));
                }
                Some(at) => {
                    setup.side = first;
                    start_at = at;
                }
                None => {}
            }
            switches.common_mut().first = setup.side;
        }
        Ok((start, start_at))
    }

    /// Notes about the given switches that have no effect.
    fn without_effect<S: Switches>(&self, switches: &S, start: &Start) -> Vec<String> {
        let first_position = match start {
            Start::Position(setup) => Some(setup),
            Start::RandomKings | Start::Placement => None,
        };
        let is_given = |name: &&str| self.given.iter().any(|switch| switch.name == *name);
        switches
            .without_effect(first_position)
            .into_iter()
            .filter(|found| found.switches.iter().any(is_given))
            .map(|found| found.to_string())
            .collect()
    }
}

/// A note if a game that starts at this position is over at once.
fn note_on<R: Rules>(position: &R) -> Option<String> {
    if position.outcome().is_some() {
        Some("start: the game is over in this position, so no turn can be played".to_owned())
    } else if position.setup().halfmove >= FIFTY_MOVES {
        Some(
            "start: the halfmove clock has reached 100 in this position, so the game ends at once by fifty \
             moves"
                .to_owned(),
        )
    } else {
        None
    }
}

/// The start that a file gives. `base` is the start of its base game.
fn read_start<R: Rules>(value: &Value, base: Option<Start>) -> Result<Option<Start>, GameProblem> {
    let Value::String(text) = value else {
        return Err(GameProblem::Value {
            switch: "start".to_owned(),
            problem: "expected a string: a position, base, random-kings or placement".to_owned(),
        });
    };
    Ok(Some(match text.as_str() {
        "base" => return Ok(base),
        "random-kings" | "placement" if !R::FORM.reverse => {
            return Err(GameProblem::KingsStart(text.clone()));
        }
        "random-kings" => Start::RandomKings,
        "placement" => Start::Placement,
        position => Start::Position(position::parse(R::FORM, position)?),
    }))
}

/// Sets a switch by its name.
fn set<S: Switches>(switches: &mut S, name: &str, value: &Value) -> Result<(), GameProblem> {
    let wrong = |problem: String| GameProblem::Value {
        switch: name.to_owned(),
        problem,
    };
    let read = |mut table: toml::Table, value: Value| {
        table.insert(name.to_owned(), value);
        S::deserialize(table).map_err(|error| {
            expectation(error.message()).unwrap_or_else(|| "expected another value".to_owned())
        })
    };
    let table = toml::Table::try_from(*switches).map_err(|error| wrong(error.to_string()))?;
    let Some(present) = table.get(name) else {
        let known: Vec<&str> = ["start"]
            .into_iter()
            .chain(table.keys().map(String::as_str))
            .collect();
        let advice = match nearest(name, known.iter().copied(), 2) {
            Some(similar) => format!("did you mean {similar}?"),
            None => format!("their switches are {}", known.join(", ")),
        };
        return Err(GameProblem::Switch {
            family: S::FAMILY,
            advice,
        });
    };
    // A value outside the allowed range. Reading it gives the error that names the range.
    let impossible = match present {
        Value::Integer(_) => Some(Value::Integer(i64::MAX)),
        Value::Array(_) => Some(Value::Array(vec![Value::Integer(0); 2])),
        _ => None,
    };
    // The value `points` means that the player with more points wins. Only a family whose `JUDGES`
    // is true has points.
    let can_be_chosen = |value: &&str| S::JUDGES || *value != "points";
    // The table does not contain `kings`, so reading the switches from the table resets `kings`.
    let kings = switches.common().kings;
    *switches = read(table.clone(), value.clone()).map_err(|expected| {
        let values = switch_values(name);
        wrong(match impossible {
            _ if !values.is_empty() => one_of(values.into_iter().filter(can_be_chosen)),
            Some(impossible) => read(table, impossible).err().unwrap_or(expected),
            None => expected,
        })
    })?;
    switches.common_mut().kings = kings;
    Ok(())
}

/// Says that one of these values is expected.
fn one_of<'a>(values: impl Iterator<Item = &'a str>) -> String {
    let is_bare = |value: &str| value == "true" || value == "false";
    let words: Vec<String> = values
        .map(|value| match is_bare(value) {
            true => value.to_owned(),
            false => format!("\"{value}\""),
        })
        .collect();
    match words.is_empty() {
        true => "expected no value".to_owned(),
        false => format!("expected {}", listed(&words, " or ")),
    }
}
